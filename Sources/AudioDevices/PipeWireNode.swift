internal import CPipeWire
import Glibc

/// A sink, a source, or a node that is both, with its present channels, volume and state.
///
/// Belongs to the loop: touched on its thread or with its lock held.
final class BoundNode {
    enum Report {
        /// The node's properties have come, which say what the device is.
        case first
        case change
        /// What was known already.
        case same
    }

    let proxy: OpaquePointer
    /// What the session manager finds the node by: its serial number, which no other node will have, or else its name.
    let target: String
    /// Whether the server has removed the node.
    var isGone = false
    let directions: [DeviceDirection]
    /// The node as a device in the first of its directions.
    private(set) var device: DeviceDescription
    /// Whether the node's properties have come. A device is announced with them: before, its kind would be unknown.
    private(set) var isDescribed = false
    /// The rate at which the node runs; nil while it is suspended.
    private(set) var rate: Double?
    /// The rate of the cycles that a stream of ours has had there; nil before the first, and where the node has been suspended since.
    var cycleRate: Double?
    /// The number of reports of volume and mute that the node has sent.
    private(set) var reports = 0
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private let didReport: (Report) -> Void

    /// - Parameter didReport: called after each report of the node.
    init(
        _ proxy: OpaquePointer, _ device: DeviceDescription, _ directions: [DeviceDirection], target: String,
        didReport: @escaping (Report) -> Void
    ) {
        self.proxy = proxy
        self.device = device
        self.directions = directions
        self.target = target
        self.didReport = didReport
        PWNodeAddListener(proxy, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        PWNodeSubscribe(proxy, UInt32(PWParameterProps), UInt32(PWParameterFormat))
    }

    /// After the proxy has been destroyed, which takes the listener away.
    deinit { hook.deallocate() }

    /// - Returns: the number of the message; less than 0 where it could not be sent.
    func send(_ setting: NodeProperties.Setting) -> Int32 {
        NodeProperties.pod(setting).withUnsafeBytes { pod in
            PWNodeSetParameter(proxy, UInt32(PWParameterProps), pod.baseAddress)
        }
    }

    private func update(_ body: (inout DeviceDescription) -> Void) {
        let (before, wasDescribed) = ((device, rate), isDescribed)
        body(&device)
        didReport(isDescribed && !wasDescribed ? .first : before != (device, rate) ? .change : .same)
    }

    /// Copies the values that the change mask names. The rest of the message is empty.
    private func receive(_ info: PWNodeInfo) {
        update { device in
            if info.changeMask & UInt64(PWNodeChangeState) != 0 {
                device.isRunning = info.state == PWNodeStateRunning
                // A suspended node keeps no rate, and does not report that.
                if info.state <= PWNodeStateSuspended { (rate, cycleRate) = (nil, nil) }
            }
            guard info.changeMask & UInt64(PWNodeChangeProperties) != 0,
                let properties = info.properties?.pointee.asDictionary
            else { return }
            isDescribed = true
            if let channels = properties["audio.channels"].flatMap({ Int($0) }), (1...64).contains(channels) {
                device.channels = channels
            }
            device.name = properties["node.description"] ?? device.name
            device.maker = properties["device.vendor.name"] ?? device.maker
            let name = properties["node.name"] ?? device.id
            device.transport = DeviceTransport(name: name) { properties[$0] } ?? device.transport
            device.kind = DeviceKind(device.direction, name: name) { properties[$0] }
            device.address = properties["api.bluez5.address"] ?? device.address
        }
    }

    private func receive(_ properties: NodeProperties) {
        reports += 1
        update { device in
            if let mute = properties.mute { device.isMuted = mute }
            guard let volumes = properties.volumes, !volumes.isEmpty else { return }
            device.volume = volumes.map { cbrtf(max(0, $0)) }
            device.channels = volumes.count
        }
    }

    /// Keeps a volume that the server has taken without a report.
    func assume(volume: [Float]) {
        // Rounded as in a report, so that one that follows changes nothing.
        update { $0.volume = volume.map { cbrtf(max(0, $0 * $0 * $0)) } }
    }

    /// Keeps a mute that the server has taken without a report.
    func assume(muted: Bool) { update { $0.isMuted = muted } }

    private func receive(rate: Double) { update { _ in self.rate = rate } }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWNodeEvents>.allocateZeroed()
        table.pointee.info = { data, info in
            guard let info else { return }
            Unmanaged<BoundNode>.fromOpaque(data!).takeUnretainedValue().receive(info.pointee)
        }
        table.pointee.parameter = { data, _, id, _, _, pod in
            guard let pod, let properties = NodeProperties(pod) else { return }
            let this = Unmanaged<BoundNode>.fromOpaque(data!).takeUnretainedValue()
            if id == UInt32(PWParameterProps) { this.receive(properties) }
            if id == UInt32(PWParameterFormat), let rate = properties.rate, rate >= 1 { this.receive(rate: rate) }
        }
        return table
    }()
}

/// What we know of a node's properties and of its format, to and from PipeWire's plain old data: words of 32 bits, each value padded
/// to 8 bytes and led by its size and type.
struct NodeProperties: Equatable {
    var mute: Bool?
    /// Factors on the samples, one a channel.
    var volumes: [Float]?
    /// Frames per second.
    var rate: Double?

    enum Setting {
        case mute(Bool)
        case volumes([Float])
    }

    /// Reads an object of properties, or a format; nil where it is something else.
    init?(_ pod: UnsafeRawPointer) {
        let word = { (at: Int) in pod.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
        let end = 8 + Int(word(0))
        guard end >= 16, word(4) == UInt32(PWTypeObject),
            [UInt32(PWObjectProps), UInt32(PWObjectFormat)].contains(word(8))
        else { return nil }
        var at = 16
        while at + 16 <= end {
            let (key, size, type, value) = (word(at), Int(word(at + 8)), word(at + 12), at + 16)
            guard size <= end - value else { break }
            if key == UInt32(PWKeyAudioRate), type == UInt32(PWTypeInt), size >= 4 { rate = Double(word(value)) }
            if key == UInt32(PWKeyMute), type == UInt32(PWTypeBool), size >= 4 { mute = word(value) != 0 }
            if key == UInt32(PWKeyChannelVolumes), type == UInt32(PWTypeArray), size >= 8, word(value) == 4,
                word(value + 4) == UInt32(PWTypeFloat)
            {
                volumes = (0..<min(64, (size - 8) / 4)).map { Float(bitPattern: word(value + 8 + 4 * $0)) }
            }
            at = value + (size + 7) / 8 * 8
        }
    }

    /// An object that holds one setting. Volumes are given as people see them.
    static func pod(_ setting: Setting) -> [UInt32] {
        var property: [UInt32]
        switch setting {
        case .mute(let mute): property = [UInt32(PWKeyMute), 0, 4, UInt32(PWTypeBool), mute ? 1 : 0]
        case .volumes(let volumes):
            let size = UInt32(8 + 4 * volumes.count)
            property = [UInt32(PWKeyChannelVolumes), 0, size, UInt32(PWTypeArray), 4, UInt32(PWTypeFloat)]
            property += volumes.map { ($0 * $0 * $0).bitPattern }
        }
        if property.count % 2 == 1 { property.append(0) }
        let body = [UInt32(PWObjectProps), UInt32(PWParameterProps)] + property
        return [UInt32(body.count * 4), UInt32(PWTypeObject)] + body
    }
}
