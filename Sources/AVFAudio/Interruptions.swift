/// Calls the methods of a delegate that are deprecated, which delegates may have all the same.
protocol InterruptionCaller {
    func begin()
    /// - Parameter resumes: whether the program may go on.
    func end(resumes: Bool)
}

struct PlayerInterruption: InterruptionCaller {
    let player: AVAudioPlayer

    @available(*, deprecated)
    func begin() { player.delegate?.audioPlayerBeginInterruption(player) }

    @available(*, deprecated)
    func end(resumes: Bool) { player.delegate?.audioPlayerEndInterruption(player, withOptions: resumes ? 1 : 0) }
}

struct RecorderInterruption: InterruptionCaller {
    let recorder: AVAudioRecorder

    @available(*, deprecated)
    func begin() { recorder.delegate?.audioRecorderBeginInterruption(recorder) }

    @available(*, deprecated)
    func end(resumes: Bool) { recorder.delegate?.audioRecorderEndInterruption(recorder, withOptions: resumes ? 1 : 0) }
}
