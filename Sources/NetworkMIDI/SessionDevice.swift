package import AudioCore
internal import CMIDIPackets
package import MIDIDevices
internal import MIDIEvents

/// The session as a device of Core MIDI: an entity with a source, from which comes what peers send, and a destination, whose
/// messages go to all of them.
package final class SessionDevice: Sendable {
    package static let name = "Network"
    package static let sessionName = "Session 1"

    package let device: UInt32
    package let source: UInt32
    package let destination: UInt32
    private let system: MIDISystem

    /// Adds the device, unplugged.
    ///
    /// - Parameter send: gets what is sent to the destination, on the thread that delivers messages.
    package init(_ system: MIDISystem, send: @escaping @Sendable ([TimedCommand]) -> Void) throws(AudioError) {
        self.system = system
        device = system.createDevice(Self.name, "", "", isExternal: false)
        let entity = try system.addEntity(
            to: device, Self.sessionName, protocolID: 1, isEmbedded: false, sources: 1, destinations: 1)
        source = system.parts(of: entity, .source).first ?? 0
        destination = system.parts(of: entity, .destination).first ?? 0
        for endpoint in [source, destination] {
            try system.set("name", of: endpoint, to: .string("\(Self.name) \(Self.sessionName)"))
        }
        // The same in each run, where no other object has them.
        for (place, object) in [device, entity, source, destination].enumerated() {
            try? system.set("uniqueID", of: object, to: .integer(0x4E65_7400 + Int32(place)))
        }
        try system.set("driver", of: device, to: .string("com.apple.AppleMIDIRTPDriver"))
        try system.set("offline", of: device, to: .integer(1))
        let outlet = SessionOutlet(send)
        try system.setReceiver(.bytes { list, _ in outlet.send(UnsafeRawPointer(list)) }, of: destination)
        try system.addToSetup(device, isExternal: false)
    }

    /// Shows the device as plugged in, or as unplugged.
    package func setOffline(_ isOffline: Bool) {
        try? system.set("offline", of: device, to: .integer(isOffline ? 1 : 0))
    }

    /// Hands in commands of peers. Those for later wait in the system.
    package func receive(_ commands: [TimedCommand]) {
        for command in commands {
            var start = 0
            while start < command.bytes.count {
                let end = min(command.bytes.count, start + 60_000)
                receive(command.bytes[start..<end], at: command.time)
                start = end
            }
        }
    }

    /// Messages for which there is no room are lost.
    private func receive(_ bytes: ArraySlice<UInt8>, at time: UInt64) {
        let size = PacketLists.header + PacketLists.packetHeader + bytes.count
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { memory in
            let list = memory.baseAddress.unsafelyUnwrapped
            let packet = PacketLists.clear(list)
            bytes.withUnsafeBytes { _ = PacketLists.add(to: list, size: size, current: packet, time: time, $0) }
            try? system.receive(UnsafePointer(list.assumingMemoryBound(to: MIDIPacketList.self)), from: source)
        }
    }
}

/// Makes commands of the lists that are sent to the destination. It belongs to the thread that delivers them.
private final class SessionOutlet: @unchecked Sendable {
    private var splitter = MessageSplitter()
    private let out: @Sendable ([TimedCommand]) -> Void

    init(_ out: @escaping @Sendable ([TimedCommand]) -> Void) { self.out = out }

    func send(_ list: UnsafeRawPointer) {
        var commands: [TimedCommand] = []
        PacketLists.forEach(list) { packet in
            let time = PacketLists.time(packet)
            commands += splitter.split(PacketLists.data(packet)).map {
                TimedCommand(time: time == 0 ? HostTime.now() : time, bytes: $0)
            }
        }
        if !commands.isEmpty { out(commands) }
    }
}
