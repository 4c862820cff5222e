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
        /// The composition of an aggregate; nil for other devices.
        var composition: AggregateComposition?
        /// The parts of an aggregate that were there when that was last looked at.
        var activeParts: [AudioObjectID] = []
        var isAlive = true
        /// The channels that this process has set for stereo.
        var stereo: [DeviceDirection: [UInt32]] = [:]
        /// Frames of a cycle in this process.
        var framesPerCycle = 512

        func side(_ isInput: Bool) -> DeviceDescription? { isInput ? input : output }

        /// The side of a scope. For the global scope: the output, if there is one.
        func side(of scope: AudioObjectPropertyScope) -> DeviceDescription? {
            switch Int(scope) {
            case Int(kAudioObjectPropertyScopeInput): input
            case Int(kAudioObjectPropertyScopeOutput): output
            case Int(kAudioObjectPropertyScopeGlobal), Int(kAudioObjectPropertyScopeWildcard): any
            default: nil
            }
        }
        var any: DeviceDescription? { output ?? input }

        /// The channels for stereo of a side: those that were set, as long as it has them.
        func stereoChannels(_ side: DeviceDescription) -> [UInt32] {
            if let set = stereo[side.direction], set.allSatisfy({ $0 <= side.channels }) { return set }
            return [1, UInt32(min(2, side.channels))]
        }

        var sampleRate: Double { any?.sampleRate ?? 48_000 }
        /// The lengths that a cycle may have.
        var cycleRange: ClosedRange<Int> { any?.cycleRange ?? 16...8192 }
        /// The length that a cycle may have and that is nearest to this one.
        func nearest(_ frames: Int) -> Int { min(max(frames, cycleRange.lowerBound), cycleRange.upperBound) }
        var isRunningSomewhere: Bool { output?.isRunning == true || input?.isRunning == true }
    }

    /// The objects that belong to the device.
    struct Members {
        var streams: [HardwareStream] = []
        var controls: [HardwareControl] = []
        var subDevices: [HardwareSubDevice] = []

        var all: [any HardwareObject] { streams + controls + subDevices }
    }

    let id: AudioObjectID
    let uid: String
    let isAggregate: Bool
    let io: HardwareIO
    let hog: HardwareHog
    let facts: LockedValue<Facts>
    private let members = LockedValue(Members())
    unowned let system: HardwareSystem

    init(
        _ system: HardwareSystem, uid: String, _ output: DeviceDescription?, _ input: DeviceDescription?,
        _ composition: AggregateComposition? = nil
    ) {
        self.system = system
        self.uid = uid
        isAggregate = composition != nil
        id = system.newID()
        hog = HardwareHog(device: uid)
        facts = LockedValue(Facts(output: output, input: input, composition: composition))
        io = HardwareIO(device: id)
        io.owner = self
        _ = rebuildMembers(output, input)
    }

    var classes: [AudioClassID] {
        let device = [AudioClassID(kAudioDeviceClassID), AudioClassID(kAudioObjectClassID)]
        return isAggregate ? [AudioClassID(kAudioAggregateDeviceClassID)] + device : device
    }
    var ownerID: AudioObjectID { AudioObjectID(kAudioObjectSystemObject) }
    var owned: [any HardwareObject] { members.withLock { $0.all } }
    var streams: [HardwareStream] { members.withLock { $0.streams } }
    var controls: [HardwareControl] { members.withLock { $0.controls } }

    /// Makes the objects of the device's sides, and keeps those that still apply.
    ///
    /// - Returns: all of them before and after.
    func rebuildMembers(
        _ output: DeviceDescription?, _ input: DeviceDescription?
    ) -> (old: [any HardwareObject], new: [any HardwareObject]) {
        let parts = facts.withLock { $0.composition?.parts ?? [] }
        return members.withLock { members in
            let old = members
            let sides = [(output, false), (input, true)].compactMap { side, isInput in side.map { ($0, isInput) } }
            members.streams = sides.map { _, isInput in
                old.streams.first { $0.isInput == isInput } ?? HardwareStream(of: self, isInput: isInput)
            }
            if isAggregate {
                members.subDevices = parts.map { uid in
                    old.subDevices.first { $0.uid == uid } ?? HardwareSubDevice(uid, of: self)
                }
            } else {
                members.controls = sides.flatMap { side, isInput in
                    HardwareControl.Kind.of(side).map { kind in
                        old.controls.first { $0.kind == kind && $0.isInput == isInput }
                            ?? HardwareControl(kind, of: self, isInput: isInput)
                    }
                }
            }
            return (old.all, members.all)
        }
    }

    /// Whether callbacks run. Those of an aggregate that has lost its last part wait for one.
    var isRunning: Bool { io.isRunning && facts.withLock { $0.any != nil } }

    /// Whether the device has these directions.
    func fits(_ output: DeviceDescription?, _ input: DeviceDescription?) -> Bool {
        facts.withLock { ($0.output != nil) == (output != nil) && ($0.input != nil) == (input != nil) }
    }

    /// Sends a change of one side to the back end.
    func apply(_ change: DeviceChange, _ side: DeviceDescription) throws(AudioError) {
        try system.apply(change, to: side.id, side.direction)
    }

    /// Updates the device to a newer description, and returns the properties that changed.
    func update(_ output: DeviceDescription?, _ input: DeviceDescription?) -> [AudioObjectPropertyAddress] {
        facts.withLock { facts in
            var changed: [AudioObjectPropertyAddress] = []
            let old = facts
            facts.output = output
            facts.input = input
            if old.sampleRate != facts.sampleRate {
                changed += [
                    kAudioDevicePropertyNominalSampleRate, kAudioDevicePropertyActualSampleRate,
                    kAudioDevicePropertyDeviceHasChanged,
                ].map { .init($0) }
            }
            if old.sampleRate != facts.sampleRate, output != nil, let input, old.input?.sampleRate == input.sampleRate {
                // Callbacks hear the input at the new rate.
                changed.append(.init(kAudioStreamPropertyVirtualFormat, kAudioObjectPropertyScopeInput))
            }
            if let before = old.any, let now = facts.any {
                if before.name != now.name { changed.append(.init(kAudioObjectPropertyName)) }
                if before.rates != now.rates {
                    changed.append(.init(kAudioDevicePropertyAvailableNominalSampleRates))
                }
            }
            for (old, new, isInput) in [(old.output, output, false), (old.input, input, true)] {
                guard let old, let new else { continue }
                changed += Self.changes(
                    old, new, isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput)
            }
            if old.isRunningSomewhere != facts.isRunningSomewhere {
                changed.append(.init(kAudioDevicePropertyDeviceIsRunningSomewhere))
            }
            return changed
        }
    }

    private static func changes(
        _ old: DeviceDescription, _ new: DeviceDescription, _ scope: some BinaryInteger
    ) -> [AudioObjectPropertyAddress] {
        var changed: [AudioObjectPropertyAddress] = []
        if old.volume != new.volume {
            changed += [kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyVolumeDecibels].flatMap { selector in
                (0...max(old.volume.count, new.volume.count)).map { .init(selector, scope, UInt32($0)) }
            }
            if HardwareVolume.pan(old.volume) != HardwareVolume.pan(new.volume) {
                changed.append(.init(kAudioDevicePropertyStereoPan, scope))
            }
        }
        if old.isMuted != new.isMuted { changed.append(.init(kAudioDevicePropertyMute, scope)) }
        if old.port != new.port { changed.append(.init(kAudioDevicePropertyDataSource, scope)) }
        if old.ports != new.ports { changed.append(.init(kAudioDevicePropertyDataSources, scope)) }
        if old.latency != new.latency { changed.append(.init(kAudioDevicePropertyLatency, scope)) }
        if old.channels != new.channels || old.sampleRate != new.sampleRate {
            changed += HardwareStream.presentFormats.map { .init($0, scope) }
        }
        if old.channels != new.channels {
            changed += [
                .init(kAudioDevicePropertyStreamConfiguration, scope), .init(kAudioDevicePropertyDeviceHasChanged),
            ]
        }
        return changed
    }

    /// Ends all input and output, and notifies listeners that the device is gone.
    func die() {
        // From here on no callback starts, so that none remains.
        facts.withLock { $0.isAlive = false }
        let wasRunning = io.stopAll()
        var changed: [AudioObjectPropertyAddress] = [.init(kAudioDevicePropertyDeviceIsAlive)]
        if wasRunning {
            changed += [.init(kAudioDevicePropertyIOStoppedAbnormally), .init(kAudioDevicePropertyDeviceIsRunning)]
        }
        system.notify(id, changed)
    }
}

extension AudioObjectPropertyAddress {
    package init(
        _ selector: some BinaryInteger, _ scope: some BinaryInteger = kAudioObjectPropertyScopeGlobal,
        _ element: UInt32 = 0
    ) {
        self.init(mSelector: UInt32(selector), mScope: UInt32(scope), mElement: element)
    }
}
