import AudioCore
import AudioDevices
import CCoreAudio
import Synchronization

/// A device of the hardware layer: a loudspeaker, a microphone, or both under one name.
///
/// Keeps its ID as long as it is there, through deaths of the server; one that has gone answers that it is not alive.
final class HardwareDevice: HardwareObject, @unchecked Sendable {
    struct Facts {
        var output: DeviceDescription?
        var input: DeviceDescription?
        var isAlive = true
        /// Frames of a cycle in this process.
        var framesPerCycle = 512

        /// The side that a scope means.
        func side(_ isInput: Bool) -> DeviceDescription? { isInput ? input : output }
        var any: DeviceDescription? { output ?? input }
        var sampleRate: Double { any?.sampleRate ?? 48_000 }
        var isRunningSomewhere: Bool { output?.isRunning == true || input?.isRunning == true }
    }

    /// What an aggregate is made of.
    struct Composition: Sendable {
        var name: String
        var parts: [String]
        var main: String?
        var isPrivate: Bool
    }

    let id: AudioObjectID
    let uid: String
    let composition: Composition?
    let outputStream: HardwareStream?
    let inputStream: HardwareStream?
    let controls: [HardwareControl]
    let io: HardwareIO
    let facts: Monitor<Facts>
    unowned let system: HardwareSystem

    init(
        _ system: HardwareSystem, uid: String, _ output: DeviceDescription?, _ input: DeviceDescription?,
        composition: Composition? = nil
    ) {
        self.system = system
        self.uid = uid
        self.composition = composition
        let id = system.newID()
        self.id = id
        let facts = Monitor(Facts(output: output, input: input))
        self.facts = facts
        outputStream = output.map { _ in HardwareStream(system.newID(), device: id, isInput: false, facts) }
        inputStream = input.map { _ in HardwareStream(system.newID(), device: id, isInput: true, facts) }
        controls = [(output, false), (input, true)].flatMap { side, isInput -> [HardwareControl] in
            guard let side, composition == nil else { return [] }
            var kinds: [HardwareControl.Kind] = []
            if !side.volume.isEmpty { kinds.append(.volume) }
            if side.isMuted != nil { kinds.append(.mute) }
            if !side.ports.isEmpty { kinds.append(.source) }
            return kinds.map { HardwareControl(system.newID(), device: id, $0, isInput: isInput) }
        }
        io = HardwareIO(device: id)
        io.owner = self
        for control in controls { control.owner = self }
    }

    var streams: [HardwareStream] { [outputStream, inputStream].compactMap { $0 } }

    /// What goes to the back end for one direction.
    func apply(_ change: DeviceChange, isInput: Bool) throws(AudioError) {
        guard let side = facts.withLock({ $0.side(isInput) }) else { throw .unknownProperty }
        try system.apply(change, to: side.id, side.direction)
    }

    /// Takes a newer description over, and says which properties are others than before.
    func update(_ output: DeviceDescription?, _ input: DeviceDescription?) -> [AudioObjectPropertyAddress] {
        facts.withLock { facts in
            var changed: [AudioObjectPropertyAddress] = []
            if facts.sampleRate != (output ?? input)?.sampleRate {
                changed += [.init(kAudioDevicePropertyNominalSampleRate), .init(kAudioDevicePropertyActualSampleRate)]
            }
            for (old, new, isInput) in [(facts.output, output, false), (facts.input, input, true)] {
                guard let old, let new else { continue }
                let scope =
                    isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput
                if old.volume != new.volume {
                    changed += [kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyVolumeDecibels].flatMap {
                        selector in
                        (0...max(old.volume.count, new.volume.count)).map { .init(selector, scope, UInt32($0)) }
                    }
                }
                if old.isMuted != new.isMuted { changed.append(.init(kAudioDevicePropertyMute, scope)) }
                if old.port != new.port { changed.append(.init(kAudioDevicePropertyDataSource, scope)) }
                if old.latency != new.latency { changed.append(.init(kAudioDevicePropertyLatency, scope)) }
                if old.channels != new.channels {
                    changed.append(.init(kAudioDevicePropertyStreamConfiguration, scope))
                }
            }
            let wasRunning = facts.isRunningSomewhere
            facts.output = output
            facts.input = input
            if wasRunning != facts.isRunningSomewhere {
                changed.append(.init(kAudioDevicePropertyDeviceIsRunningSomewhere))
            }
            return changed
        }
    }
}

extension AudioObjectPropertyAddress {
    init(
        _ selector: some BinaryInteger, _ scope: some BinaryInteger = kAudioObjectPropertyScopeGlobal,
        _ element: UInt32 = 0
    ) {
        self.init(mSelector: UInt32(selector), mScope: UInt32(scope), mElement: element)
    }
}
