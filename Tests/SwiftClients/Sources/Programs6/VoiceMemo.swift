import AVFoundation

/// Records memos into a folder, with a meter, and plays them again.
@MainActor final class VoiceMemo: NSObject, AVAudioRecorderDelegate, AVAudioPlayerDelegate {
    enum Failure: Error { case notPermitted, notStarted }

    private(set) var meter: [Float] = []
    private var recorder: AVAudioRecorder?
    private var player: AVAudioPlayer?
    private var watch: Task<Void, Never>?
    private var finish: CheckedContinuation<Bool, Never>?

    /// Records for so many seconds. False where the recording could not be completed.
    func record(to url: URL, for seconds: TimeInterval) async throws -> Bool {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
        try session.setActive(true)
        guard await AVAudioApplication.requestRecordPermission() else { throw Failure.notPermitted }
        let settings: [String: Any] = [
            AVFormatIDKey: Int(kAudioFormatAppleLossless),
            AVSampleRateKey: 44_100,
            AVNumberOfChannelsKey: 1,
            AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
        ]
        let recorder = try AVAudioRecorder(url: url, settings: settings)
        recorder.delegate = self
        recorder.isMeteringEnabled = true
        self.recorder = recorder
        guard recorder.record(forDuration: seconds) else { throw Failure.notStarted }
        watch = Task { [weak self] in
            while !Task.isCancelled {
                self?.noteLevel()
                try? await Task.sleep(nanoseconds: 20_000_000)
            }
        }
        let isWhole = await withCheckedContinuation { finish = $0 }
        watch?.cancel()
        return isWhole
    }

    /// Plays a memo to its end.
    func play(_ url: URL) async throws -> Bool {
        let player = try AVAudioPlayer(contentsOf: url)
        player.delegate = self
        self.player = player
        guard player.play() else { throw Failure.notStarted }
        return await withCheckedContinuation { finish = $0 }
    }

    private func noteLevel() {
        guard let recorder, recorder.isRecording else { return }
        recorder.updateMeters()
        meter.append(pow(10, recorder.averagePower(forChannel: 0) / 20))
    }

    nonisolated func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
        MainActor.assumeIsolated { end(flag) }
    }

    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        MainActor.assumeIsolated { end(flag) }
    }

    private func end(_ isWhole: Bool) {
        finish?.resume(returning: isWhole)
        finish = nil
    }
}
