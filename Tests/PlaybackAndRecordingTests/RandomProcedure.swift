import AudioCore
import CAudioToolbox
import CCoreAudio
import TestSupport

@testable import AudioIO
@testable import PlaybackAndRecording

/// Runs a callback of the hardware layer on one device after the other, and makes calls for the others' callbacks, too.
final class RandomProcedure: RandomClient, @unchecked Sendable {
    private static let lengths: [UInt32] = [64, 128, 441, 512]

    private let world: RandomWorld
    let name: String
    private let devices: [String]
    private let present = LockedValue<ProcedureCheck?>(nil, .observers)

    init(_ world: RandomWorld, name: String, devices: [String]) {
        self.world = world
        self.name = name
        self.devices = devices
    }

    func act(_ random: inout SeededRandom, isInCallback: Bool) {
        let own = present.withLock { $0 }
        guard let own, !own.isDestroyed else { return make(&random) }
        let check = random.below(3) == 0 ? other(&random, than: own) : own
        let (system, device) = (world.system, check.device)
        switch random.below(22) {
        case 0..<5: call("start") { check.start(isInCallback) { try system.start(device, check.number) } }
        case 5..<8: call("stop") { check.stop(isInCallback) { try system.stop(device, check.number) } }
        case 8..<11:
            let length = Self.lengths[random.below(Self.lengths.count)]
            call("set the frame size") { check.frames.set(length, on: device, in: world, isInCallback) }
        case 11: call("get the time") { _ = try? system.currentTime(device) }
        case 12: call("translate") { check.translate(with: system) }
        case 13:
            let time = AudioTimeStamp.host(world.server.hostTime + 10_000_000)
            call("start at a time") {
                check.start(isInCallback) { _ = try system.start(device, check.number, at: time) }
            }
        case 14: call("ask whether it runs") { _ = try? number(system, device, kAudioDevicePropertyDeviceIsRunning) }
        case 15: call("ask for the default") { _ = try? number(system, 1, kAudioHardwarePropertyDefaultOutputDevice) }
        case 16:
            let rate = [44_100.0, 48_000][random.below(2)]
            if !check.isOnSteadyDevice {
                call("set the rate") { try? set(system, device, kAudioDevicePropertyNominalSampleRate, to: rate) }
            }
        case 17:
            call("set the volume") {
                try? set(
                    system, device, kAudioDevicePropertyVolumeScalar, kAudioObjectPropertyScopeOutput,
                    to: Float(random.below(10)) / 10)
            }
        case 18: call("add a listener") { listen(to: device) }
        case 19: call("remove a listener") { try? system.removeListener(device, Self.anything, key: listenerKey) }
        default:
            call("destroy") { check.stop(isInCallback, forGood: true) { try system.destroyProc(device, check.number) } }
        }
    }

    /// All properties of an object.
    private static var anything: AudioObjectPropertyAddress {
        .init(kAudioObjectPropertySelectorWildcard, kAudioObjectPropertyScopeWildcard, .max)
    }

    /// One for each client, so that a device has few listeners.
    private var listenerKey: [UInt] { [UInt(bitPattern: ObjectIdentifier(self))] }

    /// Makes calls when a property of the device changes, on the thread that notifies all listeners.
    private func listen(to device: AudioObjectID) {
        try? world.system.addListener(device, Self.anything, key: listenerKey, isOnlyOne: true) { [weak self] _, _ in
            guard let self else { return }
            world.callBack(self, rarity: 24)
        }
    }

    private func call(_ name: String, _ body: () -> Void) {
        world.calls.note(name)
        body()
    }

    /// The callback of another client on the same device, if there is one.
    private func other(_ random: inout SeededRandom, than own: ProcedureCheck) -> ProcedureCheck {
        let others = world.clients.withLock { $0 }.compactMap { client in
            (client as? RandomProcedure)?.present.withLock { $0 }
        }.filter { $0 !== own && $0.device == own.device && !$0.isDestroyed }
        return others.isEmpty ? own : others[random.below(others.count)]
    }

    private func make(_ random: inout SeededRandom) {
        let system = world.system
        let uid = devices[random.below(devices.count)]
        guard let device = system.device(uid: uid)?.id else { return }
        let check = ProcedureCheck(world, device, isOnSteadyDevice: uid == "c")
        let made = try? system.createProc(device) { [weak self] now, input, _, output, time in
            guard let self else { return }
            check.cycle(now.pointee, input.pointee, output.pointee, time.pointee)
            world.calls.run("cycle of \(name)") { world.callBack(self, rarity: 3) }
        }
        guard let made else { return }
        check.number = made
        // The check's own lock is not taken under this one.
        let last = present.withLock { $0 }
        let hasEnded = last?.isDestroyed ?? true
        let isLost = present.withLock { present in
            guard hasEnded, present === last else { return true }
            present = check
            return false
        }
        if isLost { try? system.destroyProc(device, made) } else { listen(to: device) }
    }

    func end() {
        guard let check = present.withLock({ $0 }), !check.isDestroyed else { return }
        check.stop(false, forGood: true) { try world.system.destroyProc(check.device, check.number) }
    }
}

/// The number of frames that every callback of a device is to get, as far as that is known.
final class FrameCheck: Sendable {
    private struct State {
        /// Counts the calls that set it, and those that are under way.
        var version = 0
        var underWay = 0
        /// What was set by a call that has returned, and none since.
        var settled: UInt32?
        /// How long that call took, in nanoseconds.
        var time: UInt64 = 0
    }

    /// A call that takes less time, in nanoseconds, has waited for its change. A longer one may have returned before: it does not wait
    /// behind a callback that runs for 0.2 s, which happens on a machine that stalls.
    private static let leastWait: UInt64 = 20_000_000

    /// That of a device, for all its clients.
    static func of(_ device: AudioObjectID, in world: RandomWorld) -> FrameCheck {
        world.frames.withLock { frames in
            if let check = frames[device] { return check }
            let check = FrameCheck()
            frames[device] = check
            return check
        }
    }

    private let state = LockedValue(State())

    var settled: (frames: UInt32, time: UInt64)? {
        state.withLock { state in state.settled.map { ($0, state.time) } }
    }

    /// The session wishes for another length, which devices take soon after.
    func unsettle() { state.withLock { $0.settled = nil } }

    func set(_ frames: UInt32, on device: AudioObjectID, in world: RandomWorld, _ isInCallback: Bool) {
        let (system, wishes) = (world.system, world.cycleWishes.load(ordering: .sequentiallyConsistent))
        let (version, isAlone) = state.withLock { state in
            state.version += 1
            state.underWay += 1
            state.settled = nil
            return (state.version, state.underWay == 1)
        }
        let before: UInt32? = try? number(system, device, kAudioDevicePropertyBufferFrameSize)
        let begin = HostTime.now()
        let isSet = (try? TestSupport.set(system, device, kAudioDevicePropertyBufferFrameSize, to: frames)) != nil
        let time = HostTime.now() - begin
        state.withLock { state in
            state.underWay -= 1
            // The session's wish may come before or after the call.
            let isWished = wishes & 1 == 1 || world.cycleWishes.load(ordering: .sequentiallyConsistent) != wishes
            // In a callback the change is made after the call. A call that sets what is set already does not wait for that.
            let isKnown = isSet && isAlone && !isInCallback && !isWished && time < Self.leastWait
            if isKnown, before != frames, state.version == version { (state.settled, state.time) = (frames, time) }
        }
    }
}

/// What is to hold in each cycle of one callback.
final class ProcedureCheck: @unchecked Sendable {
    private struct State {
        /// Counts the calls that start it, and those of them that are under way.
        var starts = 0
        var startsUnderWay = 0
        /// Counts the beginnings and ends of calls that start or stop it.
        var changes = 0
        /// Counts the calls of callbacks that start or stop it, which is done some time after the call.
        var callbackChanges = 0
        /// Counts the calls of threads that start or stop it and are under way.
        var underWay = 0
        /// Whether a callback has started or stopped it, and no thread has stopped it since, by a call that met no other one.
        var isUncertain = false
        /// Whether it has been stopped by a call that has returned, and not been started since.
        var isQuiet = false
        var isDestroyed = false

        /// Begins a call that starts or stops the callback.
        ///
        /// - Returns: what `end` wants.
        mutating func begin(_ isInCallback: Bool) -> Int {
            changes += 1
            if isInCallback {
                callbackChanges += 1
                isUncertain = true
            } else {
                underWay += 1
            }
            return callbackChanges
        }

        /// - Parameter isStopped: whether the call has stopped the callback, after all that others had asked for before.
        mutating func end(_ isInCallback: Bool, _ begun: Int, isStopped: Bool = false) {
            changes += 1
            guard !isInCallback else { return }
            underWay -= 1
            if isStopped, underWay == 0, callbackChanges == begun { isUncertain = false }
        }
    }

    /// The end of the last cycle, and how many changes there had been.
    private struct Last {
        var changes = 0
        var sampleTime = 0.0
        var hostTime: UInt64 = 0
    }

    let device: AudioObjectID
    let frames: FrameCheck
    /// Whether nothing but the server's death interrupts the device.
    let isOnSteadyDevice: Bool
    /// The callback's. Set once, before the callback can be started.
    var number: UInt = 0
    private let world: RandomWorld
    private let state = LockedValue(State())
    private let last = LockedValue(Last())

    init(_ world: RandomWorld, _ device: AudioObjectID, isOnSteadyDevice: Bool) {
        self.world = world
        self.device = device
        self.isOnSteadyDevice = isOnSteadyDevice
        frames = .of(device, in: world)
    }

    var isDestroyed: Bool { state.withLock { $0.isDestroyed } }

    func start(_ isInCallback: Bool, _ body: () throws -> Void) {
        let begun = state.withLock { state in
            state.starts += 1
            state.startsUnderWay += 1
            state.isQuiet = state.isDestroyed && state.isQuiet
            return state.begin(isInCallback)
        }
        try? body()
        state.withLock { state in
            state.startsUnderWay -= 1
            state.end(isInCallback, begun)
        }
    }

    /// Stops the callback by `body`, after which it is called no more unless the caller is a callback, which cannot wait.
    func stop(_ isInCallback: Bool, forGood: Bool = false, _ body: () throws -> Void) {
        // What starts it at the same time may do so before or after this.
        let (starts, begun): (Int?, Int) = state.withLock { state in
            state.isDestroyed = state.isDestroyed || forGood
            return (state.startsUnderWay == 0 ? state.starts : nil, state.begin(isInCallback))
        }
        let isDone = (try? body()) != nil
        state.withLock { state in
            state.end(isInCallback, begun, isStopped: isDone)
            if isDone, !isInCallback, forGood || state.starts == starts { state.isQuiet = true }
        }
    }

    /// A sample time of the device to host time and back is itself.
    func translate(with system: HardwareSystem) {
        guard let now = try? system.currentTime(device),
            let host = try? system.translate(device, now, wanted: .hostTimeValid),
            let sample = try? system.translate(device, now, wanted: .sampleTimeValid)
        else { return }
        if host.mHostTime != now.mHostTime || sample.mSampleTime != now.mSampleTime {
            world.fault("\(now.mSampleTime) at \(now.mHostTime) is \(sample.mSampleTime) at \(host.mHostTime)")
        }
    }

    /// Checks a cycle.
    func cycle(
        _ now: AudioTimeStamp, _ input: AudioBufferList, _ output: AudioBufferList, _ time: AudioTimeStamp
    ) {
        let (changes, isQuiet, isUncertain) = state.withLock { state in
            // Calls that are under way may stop it and start it again.
            (state.changes, state.isQuiet, state.isUncertain || state.underWay > 0)
        }
        if isQuiet { world.fault("a callback is called that was stopped") }
        let plays = output.mNumberBuffers == 1
        let lists = [input, output].filter { $0.mNumberBuffers == 1 }.map(\.mBuffers)
        let sizes = Set(lists.map { $0.mDataByteSize / ($0.mNumberChannels * 4) })
        if sizes.count != 1 { world.fault("a callback gets \(sizes) frames") }
        let count = sizes.first ?? 0
        if let settled = frames.settled, settled.frames != count {
            let present: UInt32? = try? TestSupport.number(world.system, device, kAudioDevicePropertyBufferFrameSize)
            world.fault(
                """
                a callback of device \(device) gets \(count) frames, where \(settled.frames) were set in \(settled.time) ns, \
                and are \(present ?? 0) now
                """)
        }
        let last = last.withLock { last in
            defer {
                last = Last(changes: changes, sampleTime: time.mSampleTime + Double(count), hostTime: now.mHostTime)
            }
            return last
        }
        if now.mHostTime < last.hostTime { world.fault("time goes back from \(last.hostTime) to \(now.mHostTime)") }
        guard isOnSteadyDevice, plays else { return }
        if last.changes == changes, !isUncertain, time.mSampleTime != last.sampleTime {
            world.fault("a callback goes on at \(time.mSampleTime) behind \(last.sampleTime)")
        }
        // The device may have been stopped since.
        guard let known = try? world.system.translate(device, .sample(time.mSampleTime), wanted: .hostTimeValid) else {
            return
        }
        let distance = max(known.mHostTime, time.mHostTime) - min(known.mHostTime, time.mHostTime)
        if distance > 20_000 {
            world.fault("a frame is heard at \(time.mHostTime) by its callback, at \(known.mHostTime) by its device")
        }
    }
}
