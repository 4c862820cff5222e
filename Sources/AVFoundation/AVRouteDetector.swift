import AVFAudio
import AudioCore
import AudioSession
import Dispatch
public import Foundation

extension NSNotification.Name {
    /// `AVRouteDetector.multipleRoutesDetected` has changed. Posted on the main queue by each detector.
    public static let AVRouteDetectorMultipleRoutesDetectedDidChange =
        NSNotification.Name("AVRouteDetectorMultipleRoutesDetectedDidChangeNotification")
}

/// Says whether there are several outputs, and a button that lists them is of use.
///
/// Any thread may call.
open class AVRouteDetector: NSObject, @unchecked Sendable {
    private let session: AVAudioSession
    private let notifications: NotificationCenter
    private let state = LockedValue(State())

    private struct State {
        var watch: PropertyWatch<Bool>?
        var detectsCustomRoutes = false
    }

    /// Makes a detector that does not detect yet.
    public override convenience init() { self.init(.sharedInstance()) }

    /// - Parameters:
    ///   - session: whose outputs are counted.
    ///   - notifications: where the detector's notifications are posted.
    package init(_ session: AVAudioSession, notifications: NotificationCenter = .default) {
        (self.session, self.notifications) = (session, notifications)
        super.init()
    }

    deinit { state.withLock { $0.watch }?.end() }

    /// Whether outputs are counted; false unless set. Detection costs little: the sound server reports what comes and goes.
    open var isRouteDetectionEnabled: Bool {
        get { state.withLock { $0.watch != nil } }
        set { newValue ? enable() : disable() }
    }

    /// Whether there are several outputs to choose from; false while detection is not enabled.
    open var multipleRoutesDetected: Bool { isRouteDetectionEnabled && session.center.outputs.areSeveral }

    /// Has no effect: there are no routes of a program's own making. The value can be read back.
    open var detectsCustomRoutes: Bool {
        get { state.withLock { $0.detectsCustomRoutes } }
        set { state.withLock { $0.detectsCustomRoutes = newValue } }
    }

    private func enable() {
        let center = session.center
        let watch = PropertyWatch(center) {
            center.outputs.areSeveral
        } changed: { [weak self] _, _ in
            self?.post()
        }
        let areSeveral = watch.begin() == true
        let isNew = state.withLock { state in
            guard state.watch == nil else { return false }
            state.watch = watch
            return true
        }
        guard isNew else { return watch.end() }
        if areSeveral { post() }
    }

    private func disable() {
        let watch = state.withLock { state in
            defer { state.watch = nil }
            return state.watch
        }
        watch?.end()
        if watch != nil, session.center.outputs.areSeveral { post() }
    }

    private func post() {
        // An operation: in a block of the main queue Foundation waits for observers on `OperationQueue.main`.
        OperationQueue.main.addOperation { [weak self] in
            guard let self else { return }
            ProgramEnd.call {
                notifications.post(name: .AVRouteDetectorMultipleRoutesDetectedDidChange, object: self)
            }
        }
    }
}
