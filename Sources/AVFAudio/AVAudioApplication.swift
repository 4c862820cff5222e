import AudioCore
import AudioSession
public import Foundation

/// What concerns all sound of a program: whether it may record, and whether its microphone is muted.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    private let center: SessionCenter
    private let handler = LockedValue<((Bool) -> Bool)?>(nil)

    private static let instance = {
        // The session posts the notifications.
        _ = AVAudioSession.sharedInstance()
        return AVAudioApplication(center: .shared)
    }()

    init(center: SessionCenter) {
        self.center = center
        super.init()
    }

    /// The one object of the program.
    open class var shared: AVAudioApplication { instance }

    // MARK: Recording permission

    /// Whether the user lets the program record.
    // swift-format-ignore: TypeNamesShouldBeCapitalized
    public enum recordPermission: Int, Sendable {
        case undetermined = 0x756E_6474  // 'undt'
        case denied = 0x6465_6E79  // 'deny'
        case granted = 0x6772_6E74  // 'grnt'
    }

    /// What the user has answered. Before that it is undetermined where the desktop's portal asks users, and granted elsewhere.
    ///
    /// A denied program records silence.
    open var recordPermission: AVAudioApplication.recordPermission {
        switch center.recordPermission {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    /// Has the desktop's portal ask the user, where one runs and the answer is not known.
    ///
    /// - Parameter response: called with whether the program may record. Where nobody is to be asked, that is on the calling thread
    ///   before this returns; else on another one. A portal that fails has not consented, and is asked again by the next call.
    @preconcurrency open class func requestRecordPermission(
        completionHandler response: @escaping @Sendable (Bool) -> Void
    ) {
        shared.request(response)
    }

    func request(_ response: @escaping @Sendable (Bool) -> Void) { center.requestRecordPermission(response) }

    /// Has the desktop's portal ask the user, where one runs and the answer is not known.
    ///
    /// - Returns: whether the program may record.
    open class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            shared.request { continuation.resume(returning: $0) }
        }
    }

    // MARK: Muting

    /// Has all recordings of the program hold silence, or what the microphone hears. The mute of the device itself is another.
    ///
    /// Where a handler is set it is called first, and may refuse.
    ///
    /// - Parameter muted: true for silence, false for what the microphone hears.
    /// - Throws: an error of `NSOSStatusErrorDomain`, 'what', where the handler returns false. Nothing changes then.
    open func setInputMuted(_ muted: Bool) throws {
        guard muted != center.inputMuted else { return }
        if let handler = handler.withLock({ $0 }), !handler(muted) {
            let refusal = AudioError.sessionUnspecified.because("the handler did not change the mute state")
            throw refusal.error(domain: NSOSStatusErrorDomain)
        }
        center.inputMuted = muted
    }

    /// Whether recordings of the program are silent. `setInputMuted(_:)` changes it.
    open var isInputMuted: Bool { center.inputMuted }

    /// Sets a function that is called on the thread of `setInputMuted` before the state changes; nil for none.
    ///
    /// - Parameter inputMuteHandler: gets whether the input is to be muted, and returns whether it may be.
    /// - Throws: nothing.
    open func setInputMuteStateChangeHandler(_ inputMuteHandler: ((Bool) -> Bool)?) throws {
        // The lock takes what is not Sendable: whoever sets the handler answers for the threads of `setInputMuted`.
        nonisolated(unsafe) let new = inputMuteHandler
        nonisolated(unsafe) let old = handler.withLock { handler in
            defer { handler = new }
            return handler
        }
        // What it keeps is freed without the lock.
        withExtendedLifetime(old) {}
    }

    /// The input was muted or unmuted; posted on the main queue while a session records.
    public static let inputMuteStateChangeNotification =
        NSNotification.Name("AVAudioApplicationInputMuteStateChangeNotification")

    /// Key of `inputMuteStateChangeNotification`: an NSNumber, whether the input is muted.
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"

    // MARK: Calls

    /// Whether the user lets the program mix sound into what a call's other end hears.
    public enum MicrophoneInjectionPermission: Int, Sendable {
        case serviceDisabled = 0x7372_6473  // 'srds'
        case undetermined = 0x756E_6474  // 'undt'
        case denied = 0x6465_6E79  // 'deny'
        case granted = 0x6772_6E74  // 'grnt'
    }

    /// There is no such service here.
    open var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

    /// Calls `response` with `serviceDisabled`, before it returns.
    ///
    /// - Parameter response: called with `serviceDisabled`, on the calling thread.
    @preconcurrency open class func requestMicrophoneInjectionPermission(
        completionHandler response: @escaping @Sendable (MicrophoneInjectionPermission) -> Void
    ) { response(.serviceDisabled) }

    /// Answers at once: there is no such service here.
    ///
    /// - Returns: `serviceDisabled`.
    open class func requestMicrophoneInjectionPermission() async -> MicrophoneInjectionPermission { .serviceDisabled }
}
