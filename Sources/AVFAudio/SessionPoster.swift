import AudioCore
import AudioSession
import Dispatch
import Foundation

/// Turns what the engine reports into notifications.
///
/// Changes of the route are posted on one queue that is not the main one, as on Apple's systems, all others on the main queue.
/// `userInfo` has NSNumbers, which any number's type can be cast from.
final class SessionPoster: @unchecked Sendable {
    private let center: SessionCenter
    private let notifications: NotificationCenter
    private let routeQueue = DispatchQueue(label: "AVAudioSession.routeChangeNotification")
    /// Both are set once, before anything is reported.
    private weak var session: AVAudioSession?
    private var observation: SessionObservation?
    /// As they were last seen.
    private let inputs = LockedValue<[SessionPort]>([])
    private let mode = LockedValue(AVAudioSession.RenderingMode.notApplicable)

    init(_ center: SessionCenter, _ notifications: NotificationCenter) {
        (self.center, self.notifications) = (center, notifications)
    }

    func begin(for session: AVAudioSession) {
        self.session = session
        observation = center.observe { [weak self] in self?.post($0) }
        let now = AVAudioSession.RenderingMode(channels: center.outputChannels)
        mode.withLock { $0 = now }
    }

    private func post(_ news: SessionNotification) {
        switch news {
        case .interruptionBegan(let reason):
            onMain(AVAudioSession.interruptionNotification) {
                [
                    AVAudioSessionInterruptionTypeKey: NSNumber(value: AVAudioSession.InterruptionType.began.rawValue),
                    AVAudioSessionInterruptionReasonKey: NSNumber(value: reason.rawValue),
                ]
            }
        case .interruptionEnded(let shouldResume):
            let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
            onMain(AVAudioSession.interruptionNotification) {
                [
                    AVAudioSessionInterruptionTypeKey: NSNumber(value: AVAudioSession.InterruptionType.ended.rawValue),
                    AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
                ]
            }
        case .routeChanged(let reason, let previous): postRouteChange(reason, previous)
        case .secondaryAudioHint(let silence):
            let type: AVAudioSession.SilenceSecondaryAudioHintType = silence ? .begin : .end
            onMain(AVAudioSession.silenceSecondaryAudioHintNotification) {
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: NSNumber(value: type.rawValue)]
            }
        case .servicesLost: onMain(AVAudioSession.mediaServicesWereLostNotification) { nil }
        case .servicesReset: onMain(AVAudioSession.mediaServicesWereResetNotification) { nil }
        case .outputVolumeChanged(let volume): postProperty("outputVolume", NSNumber(value: volume))
        case .inputAvailabilityChanged(let isAvailable):
            postProperty("inputAvailable", NSNumber(value: isAvailable))
            postInputs()
        case .inputGainChanged(let gain): postProperty("inputGain", NSNumber(value: gain))
        case .channelsChanged:
            postProperty("inputNumberOfChannels", NSNumber(value: center.inputChannels))
            postProperty("outputNumberOfChannels", NSNumber(value: center.outputChannels))
            postRenderingMode()
        case .outputVolumeSettled, .outputsChanged: break
        case .inputMuteChanged(let isMuted):
            onMain(AVAudioApplication.inputMuteStateChangeNotification) {
                [AVAudioApplication.muteStateKey: NSNumber(value: isMuted)]
            }
        }
    }

    private func postRouteChange(_ reason: Session.RouteChangeReason, _ previous: SessionRoute) {
        routeQueue.async { [self] in
            guard let session else { return }
            let facts: [String: Any] = [
                AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
                AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(previous, session),
            ]
            ProgramEnd.call {
                notifications.post(name: AVAudioSession.routeChangeNotification, object: session, userInfo: facts)
            }
        }
        postInputs()
    }

    /// Notifies if other inputs can be used.
    private func postInputs() {
        let now = center.availableInputs
        let areNew = inputs.withLock { last in
            defer { last = now }
            return last.map(\.uid) != now.map(\.uid)
        }
        if areNew { onMain(AVAudioSession.availableInputsChangeNotification) { nil } }
    }

    /// Reports that the session renders in another mode, where that is so.
    private func postRenderingMode() {
        let now = AVAudioSession.RenderingMode(channels: center.outputChannels)
        let isNew = mode.withLock { mode in
            defer { mode = now }
            return mode != now
        }
        guard isNew else { return }
        onMain(AVAudioSession.renderingModeChangeNotification) {
            [AVAudioSessionRenderingModeNewRenderingModeKey: NSNumber(value: now.rawValue)]
        }
    }

    private func postProperty(_ name: String, _ value: NSNumber) {
        onMain(AVAudioSession.propertyDidChangeNotification) {
            [AVAudioSession.propertyNameKey: name, AVAudioSession.propertyValueKey: value]
        }
    }

    func postOutputMute(_ isMuted: Bool) {
        onMain(AVAudioSession.outputMuteStateChangeNotification) {
            [AVAudioSession.muteStateKey: NSNumber(value: isMuted)]
        }
    }

    private func onMain(_ name: NSNotification.Name, _ userInfo: @escaping @Sendable () -> [AnyHashable: Any]?) {
        // An operation: in a block of the main queue Foundation waits for observers on `OperationQueue.main`.
        OperationQueue.main.addOperation { [self] in
            guard let session else { return }
            ProgramEnd.call { notifications.post(name: name, object: session, userInfo: userInfo()) }
        }
    }
}
