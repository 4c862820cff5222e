import AudioCore
import AudioSession
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation

/// A program that uses the session by AudioSession.h: its run loop, its listeners, and what they may ask.
final class SessionClient: @unchecked Sendable {
    static let shared = SessionClient(.shared)

    private let center: SessionCenter
    private let state = LockedValue(State())

    private struct State {
        var loop: RunLoopCaller?
        var observation: SessionObservation?
        var listeners: [AudioSessionPropertyID: [SessionListener]] = [:]
        /// The thread that is in the listener of an interruption's end, and whether to resume.
        var ending: (thread: pthread_t, shouldResume: Bool)?
        /// As they were last told.
        var inputs: [SessionDataSource] = []
        var outputs: [SessionDataSource] = []
        var hasGain = false
    }

    init(_ center: SessionCenter) { self.center = center }

    // MARK: Calls

    /// - Throws: `sessionInitialized` the second time.
    func initialize(
        _ runLoop: CARunLoopParameter?, _ mode: CAStringParameter?, _ listener: @escaping @Sendable (UInt32) -> Void
    ) throws {
        let runLoop = Unmanaged<CFRunLoop>.fromOpaque(UnsafeRawPointer(runLoop ?? mainRunLoop)).takeUnretainedValue()
        let mode = mode.map {
            Unmanaged<CoreFoundation.CFRunLoopMode>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
        }
        let loop = RunLoopCaller(runLoop, mode: mode ?? kCFRunLoopDefaultMode)
        let isFirst = state.withLock { state in
            guard state.loop == nil else { return false }
            state.loop = loop
            return true
        }
        guard isFirst else { throw AudioError.sessionInitialized }
        keepSources()
        let observation = center.observe { [weak self] news in self?.tell(news, loop, listener) }
        state.withLock { $0.observation = observation }
    }

    func setActive(_ isActive: Bool, notifiesOthers: Bool) throws {
        try check()
        if isActive { try center.activate() } else { try center.deactivate(notifiesOthers: notifiesOthers) }
    }

    func propertySize(_ id: AudioSessionPropertyID) throws -> UInt32 {
        try check()
        let property = try SessionProperty.named(id)
        let isReadable = property.get != nil || id == kAudioSessionProperty_InterruptionType
        guard isReadable || property.set != nil else { throw AudioError.unsupportedProperty }
        return property.size
    }

    func copyProperty(
        _ id: AudioSessionPropertyID, to data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>
    ) throws {
        try check()
        let property = try SessionProperty.named(id)
        let value = id == kAudioSessionProperty_InterruptionType ? try interruptionType() : nil
        guard value != nil || property.get != nil else { throw AudioError.unsupportedProperty }
        guard try nonnull(size).pointee >= property.size else { throw AudioError.badPropertySize }
        _ = try nonnull(data)
        try (value ?? property.get?(center))?.write(to: data)
        size.pointee = property.size
    }

    func setProperty(_ id: AudioSessionPropertyID, from data: UnsafeRawPointer, _ size: UInt32) throws {
        try check()
        let property = try SessionProperty.named(id)
        guard let set = property.set else { throw AudioError.unsupportedProperty }
        guard size == property.size else { throw AudioError.badPropertySize }
        try set(center, nonnull(data))
    }

    // MARK: Listeners

    func add(_ listener: SessionListener, to id: AudioSessionPropertyID) throws {
        try check()
        guard try SessionProperty.named(id).isListenable else { throw AudioError.unsupportedProperty }
        try nonnull(function: listener.function)
        state.withLock { state in
            guard state.listeners[id]?.contains(listener) != true else { return }
            state.listeners[id, default: []].append(listener)
        }
    }

    func remove(_ listener: SessionListener, from id: AudioSessionPropertyID) throws {
        try check()
        guard try SessionProperty.named(id).isListenable else { throw AudioError.unsupportedProperty }
        state.withLock { $0.listeners[id]?.removeAll { $0 == listener } }
    }

    func removeListeners(of id: AudioSessionPropertyID) throws {
        try check()
        guard try SessionProperty.named(id).isListenable else { throw AudioError.unsupportedProperty }
        state.withLock { $0.listeners[id] = nil }
    }

    // MARK: News

    private func tell(
        _ news: SessionNotification, _ loop: RunLoopCaller, _ listener: @escaping @Sendable (UInt32) -> Void
    ) {
        switch news {
        case .interruptionBegan:
            loop.perform { [self] in call(listener, kAudioSessionBeginInterruption) }
        case .interruptionEnded(let shouldResume):
            loop.perform { [self] in call(listener, kAudioSessionEndInterruption, shouldResume: shouldResume) }
        case .routeChanged(let reason, let previous):
            tell(kAudioSessionProperty_AudioRouteChange, .object(change(reason, previous)), loop)
            tellSources(loop)
        case .servicesLost: tell(kAudioSessionProperty_ServerDied, .flag(true), loop)
        case .outputVolumeChanged(let volume):
            tell(kAudioSessionProperty_CurrentHardwareOutputVolume, .float32(volume), loop)
        case .inputAvailabilityChanged(let isAvailable):
            tell(kAudioSessionProperty_AudioInputAvailable, .flag(isAvailable), loop)
            tellSources(loop)
        case .inputGainChanged(let gain): tell(kAudioSessionProperty_InputGainScalar, .float32(gain), loop)
        case .channelsChanged:
            let (inputs, outputs) = (UInt32(center.inputChannels), UInt32(center.outputChannels))
            tell(kAudioSessionProperty_CurrentHardwareInputNumberChannels, .uint32(inputs), loop)
            tell(kAudioSessionProperty_CurrentHardwareOutputNumberChannels, .uint32(outputs), loop)
        case .servicesReset, .secondaryAudioHint, .inputMuteChanged, .outputVolumeSettled, .outputsChanged: break
        }
    }

    /// Calls the listeners that a property has when the run loop gets to it.
    private func tell(_ id: AudioSessionPropertyID, _ value: SessionValue, _ loop: RunLoopCaller) {
        loop.perform { [self] in
            for listener in state.withLock({ $0.listeners[id] ?? [] }) {
                // One that was called before may have taken this one away.
                guard state.withLock({ $0.listeners[id]?.contains(listener) ?? false }) else { continue }
                value.withData { listener.function(listener.context.pointer, id, value.size, $0) }
            }
        }
    }

    /// Calls the listener of interruptions. While it is notified of an end, the type can be read. A listener that runs the loop may
    /// be notified of another interruption within: each has its own type.
    private func call(_ listener: @Sendable (UInt32) -> Void, _ interruption: Int, shouldResume: Bool? = nil) {
        let outer = state.withLock { state in
            defer { state.ending = shouldResume.map { (pthread_self(), $0) } }
            return state.ending
        }
        listener(UInt32(interruption))
        state.withLock { $0.ending = outer }
    }

    private func tellSources(_ loop: RunLoopCaller) {
        let before = state.withLock { ($0.inputs, $0.outputs, $0.hasGain) }
        let now = keepSources()
        if before.0 != now.inputs { tell(kAudioSessionProperty_InputSources, .object(now.inputs.inputs), loop) }
        if before.1 != now.outputs {
            tell(kAudioSessionProperty_OutputDestinations, .object(now.outputs.outputs), loop)
        }
        guard before.2 != now.hasGain else { return }
        tell(kAudioSessionProperty_InputGainAvailable, .flag(now.hasGain), loop)
    }

    @discardableResult
    private func keepSources() -> (inputs: [SessionDataSource], outputs: [SessionDataSource], hasGain: Bool) {
        let route = center.route
        let now = (route.inputs.first?.sources ?? [], route.outputs.first?.sources ?? [], center.isInputGainSettable)
        state.withLock { ($0.inputs, $0.outputs, $0.hasGain) = now }
        return now
    }

    private func change(_ reason: Session.RouteChangeReason, _ previous: SessionRoute) -> NSDictionary {
        NSDictionary(
            objects: [
                NSNumber(value: UInt32(reason.rawValue)), previous.word.coreFoundation, previous.dictionary,
                center.route.dictionary,
            ],
            forKeys: [
                kAudioSession_RouteChangeKey_Reason, kAudioSession_AudioRouteChangeKey_OldRoute.coreFoundation,
                kAudioSession_AudioRouteChangeKey_PreviousRouteDescription,
                kAudioSession_AudioRouteChangeKey_CurrentRouteDescription,
            ])
    }

    private func interruptionType() throws -> SessionValue {
        guard let ending = state.withLock({ $0.ending }), pthread_equal(ending.thread, pthread_self()) != 0 else {
            throw AudioError.unsupportedProperty.because("an interruption's type is known while its end is told")
        }
        return .uint32(
            ending.shouldResume
                ? kAudioSessionInterruptionType_ShouldResume : kAudioSessionInterruptionType_ShouldNotResume)
    }

    private func check() throws {
        guard state.withLock({ $0.loop != nil }) else { throw AudioError.sessionUninitialized }
    }
}

/// A client's function with its pointer; both together are its identity.
struct SessionListener: Equatable, Sendable {
    typealias Function =
        @Sendable @convention(c) (UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?) -> Void

    let function: Function
    let context: ClientContext

    init(_ function: @escaping Function, _ context: UnsafeMutableRawPointer?) {
        (self.function, self.context) = (function, ClientContext(context))
    }

    static func == (left: Self, right: Self) -> Bool {
        unsafeBitCast(left.function, to: UInt.self) == unsafeBitCast(right.function, to: UInt.self)
            && left.context.pointer == right.context.pointer
    }
}
