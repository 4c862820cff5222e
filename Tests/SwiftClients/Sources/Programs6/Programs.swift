import AVFoundation
import MacParts

/// Runs the small programs beside it, and prints nothing.
@main @MainActor struct Programs {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let click = folder.appendingPathComponent("click.wav")
        let speech = folder.appendingPathComponent("speech.caf")
        try write(seconds: 0.05, to: click)
        let long = folder.appendingPathComponent("long.wav")
        try write(seconds: 2, to: speech)
        try write(seconds: 20, to: long)
        try effects(click)
        try await metronome(click)
        try podcast(speech)
        try players(click)
        try await episodes(click, long)
        await permission()
        try await dictation()
        parts()
        try await memo(folder.appendingPathComponent("memo.m4a"))
    }

    private static func write(seconds: Double, to url: URL) throws {
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(seconds * 44_100))!
        buffer.frameLength = buffer.frameCapacity
        for channel in 0..<2 {
            let samples = buffer.floatChannelData![channel]
            for frame in 0..<Int(buffer.frameLength) { samples[frame] = 0.1 * sin(Float(frame) * 0.0627) }
        }
        try AVAudioFile(forWriting: url, settings: format.settings).write(from: buffer)
    }

    private static func effects(_ click: URL) throws {
        let effects = SoundEffects.shared
        try effects.prepare()
        try effects.load("click", from: click)
        let first = effects.play("click", pan: -1)
        let second = effects.play("click", pan: 1)
        precondition(first != nil && second != nil && first !== second && second?.pan == 1)
        effects.masterVolume = 0.5
        precondition(first?.volume == 0.5)
        try effects.load("wind", in: .ambience, from: click, voices: 1)
        let wind = effects.play("wind")
        effects.setVolume(0.5, of: .ambience)
        precondition(wind?.volume == 0.25 && first?.volume == 0.5)
        effects.fadeAll(to: 0, over: 0.01)
        effects.isEnabled = false
        precondition(effects.play("click") == nil)
        effects.stopAll()
        precondition(first?.isPlaying == false)
    }

    /// The package's targets in C and C++ are compiled as on a Mac.
    private static func parts() {
        for system in [MacPartsInC(), MacPartsInCPlusPlus()] {
            precondition(
                system.isMac && !system.isIPhone && system.version >= 101_200 && system.status == noErr)
        }
        precondition(MacPartsIsMac)
        let (before, time, after) = (AudioGetCurrentHostTime(), MacPartsHostTime(), AudioGetCurrentHostTime())
        precondition(before <= time && time <= after)
    }

    private static func metronome(_ click: URL) async throws {
        let metronome = try Metronome(click: Data(contentsOf: click), beatsPerMinute: 1200)
        metronome.start(beats: 8)
        await metronome.wait()
        let steps = zip(metronome.beats, metronome.beats.dropFirst()).map { $1 - $0 }
        precondition(steps.count == 7 && steps.allSatisfy { abs($0 - 0.05) < 1e-6 })
        metronome.stop()
    }

    private static func podcast(_ speech: URL) throws {
        let podcast = PodcastPlayer()
        let episode = PodcastPlayer.Episode(title: "One", url: speech)
        try podcast.open(episode)
        precondition(abs(podcast.duration - 2) < 1e-6)
        try podcast.play()
        precondition(podcast.isPlaying)
        podcast.nextSpeed()
        precondition(podcast.speed == 1.25)
        podcast.skip(1)
        precondition(podcast.position >= 1)
        podcast.skip(-30)
        precondition(podcast.position < 1)
        podcast.skip(1.5)
        podcast.pause()
        let place = podcast.position
        try podcast.open(episode)
        precondition(!podcast.isPlaying && abs(podcast.position - place) < 0.01)
    }

    private static func episodes(_ click: URL, _ long: URL) async throws {
        let queue = EpisodeQueue([click, long])
        queue.play()
        for _ in 0..<2000 where queue.ended == 0 { try await Task.sleep(nanoseconds: 10_000_000) }
        precondition(queue.isReady && queue.ended == 1 && !queue.isEmpty)
        let isThere = await queue.skip(to: 19.9)
        precondition(isThere)
        for _ in 0..<2000 where queue.ended == 1 { try await Task.sleep(nanoseconds: 10_000_000) }
        precondition(queue.ended == 2 && queue.isEmpty && queue.places.contains { $0 > 19.8 })
        precondition(queue.statuses.first == .paused && queue.statuses.contains(.playing))
        queue.stop()
    }

    private static func players(_ click: URL) throws {
        let kind: any FilePlaying.Type = FilePlayer.self
        let player = try kind.init(contentsOf: click)
        precondition(abs(player.duration - 0.05) < 1e-6 && player.play())
        player.stop()
        let titled = try TitledPlayer(title: "Click", contentsOf: click)
        precondition(titled.title == "Click" && titled.play() && titled.starts == 1)
        titled.stop()
        let named = try TitledPlayer(contentsOf: click)
        precondition(named.title == "click.wav" && named.duration == titled.duration)
    }

    private static func permission() async {
        precondition(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
        let isGranted = await AVCaptureDevice.requestAccess(for: .audio)
        precondition(isGranted)
        AVCaptureDevice.requestAccess(for: .audio) { isGranted in precondition(isGranted) }
        precondition(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
    }

    private static func dictation() async throws {
        let dictation = Dictation()
        let sound = try await dictation.begin()
        var (frames, rates) = (0, Set<Double>())
        for await buffer in sound {
            precondition(buffer.int16ChannelData != nil && buffer.frameLength > 0)
            frames += Int(buffer.frameLength)
            rates.insert(buffer.format.sampleRate)
            if frames >= 4800 { dictation.finish() }
        }
        precondition(rates.count == 1 && dictation.errors == 0)
        let pictures = PictureCounter()
        if try pictures.begin() { pictures.finish() }
        precondition(pictures.dropped == 0)
    }

    private static func memo(_ url: URL) async throws {
        let memo = VoiceMemo()
        let isRecorded = try await memo.record(to: url, for: 0.25)
        precondition(isRecorded && !memo.meter.isEmpty && memo.meter.allSatisfy { (0...1).contains($0) })
        let file = try AVAudioFile(forReading: url)
        precondition(file.length == 11_025)
        precondition(file.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatAppleLossless)
        let isPlayed = try await memo.play(url)
        precondition(isPlayed)
    }
}
