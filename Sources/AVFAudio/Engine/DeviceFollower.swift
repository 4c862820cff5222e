import AudioCore
import AudioSession
import AudioToolbox
import AudioUnits
import Foundation
import Synchronization

/// What the device and the session of the program do to an engine.
final class DeviceFollower: SessionParticipant, @unchecked Sendable {
    private struct State {
        /// The unit whose cycles drive the engine.
        var driving: NodeUnit?
        /// The unit whose properties are listened to.
        var heard: NodeUnit?
        var driver: RecordingDriver?
        var wasInterrupted = false
    }

    weak var engine: AVAudioEngine?
    private let runs = Atomic<Bool>(false)
    private let state = LockedValue(State(), .state)

    /// What has the engine's cycles where it only records.
    var driver: RecordingDriver {
        if let known = state.withLock({ $0.driver }) { return known }
        guard let engine else { fatalError("an engine prepares itself") }
        let made = RecordingDriver(engine.hook, engine.roots)
        return state.withLock { state in
            let driver = state.driver ?? made
            state.driver = driver
            return driver
        }
    }

    /// Has a unit drive the engine.
    ///
    /// - Returns: false where it does already.
    func drive(_ unit: NodeUnit) -> Bool {
        let old = state.withLock { state -> NodeUnit?? in
            guard state.driving !== unit else { return nil }
            defer { state.driving = unit }
            return .some(state.driving)
        }
        guard let old else { return false }
        if let old, let engine { Self.release(old, engine.hook, engine.roots) }
        return true
    }

    /// Ends what `drive` began.
    func release(_ hook: CycleHook, _ roots: RootPuller) {
        let (old, driver) = state.withLock { state in
            defer { state.driving = nil }
            return (state.driving, state.driver)
        }
        guard let old else { return }
        Self.release(old, hook, roots)
        guard driver != nil else { return }
        try? old.setValue(kAudioOutputUnitProperty_SetInputCallback, to: (UInt(0), UInt(0)))
    }

    private static func release(_ unit: NodeUnit, _ hook: CycleHook, _ roots: RootPuller) {
        for (notification, object) in [(hook.notification, hook as AnyObject), (roots.notification, roots)] {
            unit.instance.removeNotify(notification.function, notification.context, keeping: object)
        }
    }

    // MARK: The device

    /// The followers by the numbers that their listeners have: one may be gone when a listener is called.
    private static let all = LockedValue<(followers: [UInt: Weak], next: UInt)>(([:], 1), .state)
    private struct Weak { weak var follower: DeviceFollower? }

    private let number: UInt

    init() {
        number = Self.all.withLock { all in
            defer { all.next += 1 }
            return all.next
        }
        Self.all.withLock { $0.followers[number] = Weak(follower: self) }
    }

    deinit { Self.all.withLock { _ = $0.followers.removeValue(forKey: number) } }

    private var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: number)! }

    private static let listener:
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
        ) -> Void = { context, _, _, _, _ in
            let follower = all.withLock { $0.followers[UInt(bitPattern: context)]?.follower }
            follower?.formatMayHaveChanged()
        }

    /// Listens to the formats of a unit's device.
    func listen(to unit: NodeUnit) {
        let old = state.withLock { state -> NodeUnit?? in
            guard state.heard !== unit else { return nil }
            defer { state.heard = unit }
            return .some(state.heard)
        }
        // The last reference to the old unit ends here, without the lock.
        guard let old else { return }
        withExtendedLifetime(old) {}
        AudioUnitAddPropertyListener(
            unit.reference, kAudioUnitProperty_StreamFormat, Self.listener, context)
    }

    func stopListening() {
        let old = state.withLock { state in
            defer { state.heard = nil }
            return state.heard
        }
        guard let old else { return }
        AudioUnitRemovePropertyListenerWithUserData(
            old.reference, kAudioUnitProperty_StreamFormat, Self.listener, context)
    }

    private func formatMayHaveChanged() {
        guard let engine else { return }
        engine.later.async { [weak engine] in engine?.followDevice() }
    }

    // MARK: The session

    /// Whether the engine plays or records on a device. The session asks under its lock, so that the engine itself is not asked.
    var isRunning: Bool { runs.load(ordering: .acquiring) }
    func setRunning(_ isRunning: Bool) { runs.store(isRunning, ordering: .releasing) }
    var isPlayer: Bool { false }

    func sessionWasInterrupted() {
        guard isRunning, let engine else { return }
        engine.pauseNodes()
    }

    func sessionMayResume(_ shouldResume: Bool) {}
    func sessionWillDeactivate() { if isRunning { engine?.pauseNodes() } }
    func routeWasLost() {}
}

extension AVAudioEngine {
    /// Stops where the device has another format than at the start, and says so.
    func followDevice() {
        guard isRunning, io.manual == nil else { return }
        let before = state.withLock { $0.startFormats }
        let isNew = before.contains { isInput, format in
            AVAudioFormat(io.hardwareFormat(isInput: isInput), layout: nil) != format
        }
        guard isNew else { return }
        stop()
        NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
    }
}
