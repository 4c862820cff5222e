import AudioCore
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

/// What an `AUAudioUnit` keeps for its members.
struct UnitValues {
    var maximumFrames: AUAudioFrameCount = 512
    var renderQuality = 127
    var shouldBypassEffect = false
    var isRenderingOffline = false
    var channelMap: [NSNumber]?
    var parameterTree: AUParameterTree?
    var midiOutputBufferSizeHint = 0
    var midiOutputEventBlock: AUMIDIOutputEventBlock?
    var midiOutputEventListBlock: AUMIDIEventListBlock?
    var hostMIDIProtocol = MIDIProtocolID._1_0
    var currentPreset: AUAudioUnitPreset?
    var musicalContextBlock: AUHostMusicalContextBlock?
    var transportStateBlock: AUHostTransportStateBlock?
    var contextName: String?
    var outputProvider: AURenderPullInputBlock?
    var inputHandler: AUInputHandler?
    /// The arrays of a unit that has no others.
    var inputs: AUAudioUnitBusArray?
    var outputs: AUAudioUnitBusArray?
}

/// The unit of version 2 that stands for an object.
struct HostPlace {
    var link: HostLink?
    weak var adapter: HostedAdapter?
}

extension AudioComponentInstantiationOptions {
    /// For an instance that gets its unit of version 2 afterwards.
    static let unbound = AudioComponentInstantiationOptions(rawValue: 1 << 29)
}

extension AudioError {
    /// The error as the classes of units throw it.
    var unitError: NSError { error(domain: NSOSStatusErrorDomain) }
}

extension AUAudioUnit {
    /// Whether instances of a class stand for units of version 2.
    static func isBridge(_ type: AUAudioUnit.Type) -> Bool {
        type == AUAudioUnit.self || type is AUAudioUnitV2Bridge.Type
    }

    /// Sets a value, and calls who observes it.
    func set<Value>(_ path: WritableKeyPath<UnitValues, Value>, _ value: Value, _ key: String) {
        // The old value is freed without the lock.
        let old = values.withLock { values in
            defer { values[keyPath: path] = value }
            return values[keyPath: path]
        }
        withExtendedLifetime(old) {}
        keyValueObservers.changed(key)
        switch key {
        case "parameterTree": host.withLock { $0.adapter }?.treeDidChange()
        case "currentPreset": host.withLock { $0.link }?.notify(kAudioUnitProperty_PresentPreset)
        default: break
        }
    }

    /// Sets a value that is a property of a unit of version 2, too.
    func set<Value>(
        _ path: WritableKeyPath<UnitValues, Value>, _ value: Value, _ id: AudioUnitPropertyID, _ number: UInt32
    ) {
        bridge?.setNumber(id, number)
        let key =
            switch id {
            case kAudioUnitProperty_RenderQuality: "renderQuality"
            case kAudioUnitProperty_BypassEffect: "shouldBypassEffect"
            default: "isRenderingOffline"
            }
        set(path, value, key)
    }

    /// The array of buses that the unit has unless a subclass has its own.
    func buses(_ type: AUAudioUnitBusType) -> AUAudioUnitBusArray {
        if let bridge { return bridge.buses(type, self) }
        let path = type == .input ? \UnitValues.inputs : \UnitValues.outputs
        if let known = values.withLock({ $0[keyPath: path] }) { return known }
        let made = AUAudioUnitBusArray(audioUnit: self, busType: type)
        return values.withLock { values in
            if let known = values[keyPath: path] { return known }
            values[keyPath: path] = made
            return made
        }
    }

    /// Prepares the unit.
    func allocate() throws {
        guard !renderer.isAllocated else { return }
        if let bridge {
            try bridge.initialize()
        } else {
            try checkChannels()
        }
        setRenderResourcesAllocated(true)
    }

    /// Checks the numbers of channels where the unit says which ones go together.
    private func checkChannels() throws {
        guard let list = channelCapabilities?.map(\.intValue), list.count > 1 else { return }
        let input = inputBusses.first { _ in true }.map { Int($0.format.channelCount) } ?? 0
        let output = outputBusses.first { _ in true }.map { Int($0.format.channelCount) } ?? 0
        let fits = stride(from: 0, to: list.count - 1, by: 2).contains { place in
            let (wantedInput, wantedOutput) = (list[place], list[place + 1])
            if wantedInput == -1, wantedOutput == -1 { return input == output }
            func agrees(_ wanted: Int, _ count: Int) -> Bool { wanted < 0 || wanted == count }
            return agrees(wantedInput, input) && agrees(wantedOutput, output)
        }
        guard fits else { throw AudioError.unitFormat.because("the unit does not take these channels").unitError }
    }

    /// Has the audio half use the present code.
    func takeCode() { renderer.setCode(internalRenderBlock) }

    var takesMIDI: Bool {
        isMusicDeviceOrEffect || given.componentType == kAudioUnitType_MIDIProcessor
    }

    // MARK: Changes

    func busDidChange(_ bus: AUAudioUnitBus, _ key: String) {
        let array = bus.busType == .input ? inputBusses : outputBusses
        array.busDidChange(bus, key)
        if key == "format" { busesDidChange(bus.busType) }
    }

    func busesDidChange(_ type: AUAudioUnitBusType) {
        guard
            let (link, adapter) = host.withLock({ host in host.link.flatMap { link in host.adapter.map { (link, $0) } }
            })
        else { return }
        link.take(adapter.hostedFormats(isInput: type == .input), isInput: type == .input)
    }
}

extension ObjectRenderer {
    /// `AURenderBlock`.
    var block: AURenderBlock {
        { flags, time, frames, bus, list, pull in
            withUnsafePointer(to: pull) { self.render(flags, time, frames, bus, list, $0) }
        }
    }

    var scheduleParameter: AUScheduleParameterBlock {
        let line = line
        return { time, duration, address, value in
            let kind = duration > 0 ? UnitEvent.Kind.ramp : UnitEvent.Kind.parameter
            var event = UnitEvent(kind: kind, time: time)
            (event.address, event.duration, event.value) = (address, duration, value)
            _ = line.write(event)
        }
    }

    var scheduleMIDI: AUScheduleMIDIEventBlock {
        let line = line
        return { time, cable, length, bytes in
            guard length > 0 else { return }
            let isLong = length > 3 || bytes[0] == 0xF0
            var event = UnitEvent(kind: isLong ? UnitEvent.Kind.sysEx : UnitEvent.Kind.midi, time: time)
            event.cable = cable
            _ = line.write(event, bytes, length)
        }
    }

    var scheduleMIDIList: AUMIDIEventListBlock {
        let line = line
        return { time, cable, list in
            var event = UnitEvent(kind: UnitEvent.Kind.eventList, time: time)
            event.cable = cable
            return line.write(event, list, MIDIWords.size(list)) ? 0 : kAudio_MemFullError
        }
    }
}

/// Packets of MIDI as Universal MIDI Packets in memory.
package enum MIDIWords {
    /// Bytes of a list.
    static func size(_ list: UnsafePointer<MIDIEventList>) -> Int {
        var size = 8
        for _ in 0..<list.pointee.numPackets {
            let count = (UnsafeRawPointer(list) + size).loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            size += 12 + 4 * Int(min(count, 64))
        }
        return size
    }
}
