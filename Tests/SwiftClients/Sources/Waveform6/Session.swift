import AVFoundation

/// What programs do with their session on the main actor: a category, observers, the state restored afterwards.
@MainActor final class SessionKeeper {
    private let session = AVAudioSession.sharedInstance()
    private var tokens: [any NSObjectProtocol] = []
    private(set) var interruptions = 0
    private(set) var volume: Float = -1
    private var observation: NSKeyValueObservation?

    func begin() throws {
        tokens.append(
            NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: session, queue: .main
            ) { notification in
                guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
                    let type = AVAudioSession.InterruptionType(rawValue: value)
                else { return }
                MainActor.assumeIsolated { [weak self] in self?.interruptions += type == .began ? 1 : 0 }
            })
        observation = session.observe(\.outputVolume, options: [.initial, .new]) { session, change in
            precondition(change.newValue == session.outputVolume && change.oldValue == nil)
        }
        volume = session.outputVolume
        try session.setCategory(.playback, mode: .spokenAudio, options: [.duckOthers])
    }

    /// Sets another category for as long as `body` lasts.
    func borrow(_ body: () throws -> Void) throws {
        let (category, mode, options) = (session.category, session.mode, session.categoryOptions)
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.defaultToSpeaker])
        try body()
        try session.setCategory(category, mode: mode, options: options)
    }

    func end() {
        observation?.invalidate()
        tokens.forEach(NotificationCenter.default.removeObserver)
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
    }
}

/// The session from the main actor, from another task, and in callbacks.
func useSession() async throws {
    let keeper = await SessionKeeper()
    try await keeper.begin()
    try await keeper.borrow {
        precondition(AVAudioSession.sharedInstance().categoryOptions.contains(.allowBluetoothHFP))
    }
    let session = AVAudioSession.sharedInstance()
    precondition(session.category == .playback && session.mode == .spokenAudio)
    precondition(session.categoryOptions == [.duckOthers, .mixWithOthers])
    do {
        try session.setCategory(.ambient, options: .defaultToSpeaker)
        preconditionFailure("the options do not suit the category")
    } catch let error as NSError {
        precondition(error.domain == NSOSStatusErrorDomain)
        precondition(AVAudioSession.ErrorCode(rawValue: error.code) == .badParam)
    }
    try await Task.detached {
        try AVAudioSession.sharedInstance().setActive(true)
        for await volume in AVAudioSession.sharedInstance().values(of: \.outputVolume) {
            precondition((0...1).contains(volume))
            break
        }
    }.value
    let isGranted = await AVAudioApplication.requestRecordPermission()
    precondition(isGranted && AVAudioApplication.shared.recordPermission == .granted)
    await MainActor.run {
        AVAudioApplication.requestRecordPermission { isGranted in
            // A program whose main function is asynchronous serves the main queue on any thread.
            dispatchPrecondition(condition: .onQueue(.main))
            precondition(isGranted)
        }
    }
    precondition(session.currentRoute.description.hasPrefix("<AVAudioSessionRouteDescription: 0x"))
    await keeper.end()
}
