import AudioCore
import AudioDevices
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio
@testable import AudioIO
@testable import PlaybackAndRecording

/// `AVAudioPlayer` in random sequences of calls, interruptions and changes of the devices, beside a model of it.
///
/// The sound moves with the default device, from a stream that is bound to a device to another and back, and is heard as from one.
/// A failure names the seed and the step. `COREAUDIO_SEED=7` before `swift test --filter PlayerSequenceTests` runs that seed alone,
/// `COREAUDIO_SEEDS=20` the first 20 of 200.
@Suite struct PlayerSequenceTests {
    @Test func doesWhatItsModelDoesForAllSeeds() throws {
        let environment = ProcessInfo.processInfo.environment
        let seeds =
            environment["COREAUDIO_SEED"].flatMap { UInt64($0) }.map { $0...$0 }
            ?? 1...(environment["COREAUDIO_SEEDS"].flatMap { UInt64($0) } ?? 200)
        var (events, moves): ([String: Int], Int) = ([:], 0)
        for seed in seeds {
            let run = try PlayerSequence(seed: seed)
            defer { moves += run.moves }
            guard run.perform() else { continue }
            for event in run.model.events { events[event, default: 0] += 1 }
        }
        // The sequences come to all ends.
        for event in ["finished true", "began", "ended 0", "ended 1"] where seeds.count == 200 {
            #expect(events[event] ?? 0 > 20, "\(events)")
        }
        if seeds.count == 200 { #expect(moves > 100, "\(moves)") }
    }
}

/// One thing that happens to a player.
private enum PlayerStep {
    case play, pause, stop, prepare
    case playAt(Int)
    case seek(Int)
    case loops(Int)
    case rate(Float, enabled: Bool)
    case pan(Float)
    case volume(Float, over: Int)
    case assign(Int?)
    case peerBegins, callBegins, callEnds
    case peerEnds(mayResume: Bool)
    case unplug, plug, chooseDefault, loseStreams
    case advance(Int)
    case advanceToTheEnd

    static func random(_ random: inout SeededRandom, _ model: PlayerModel) -> PlayerStep {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        switch number(0...42) {
        case 0...5: return .play
        case 6: return .playAt(number(-20...100))
        case 7...8: return .pause
        case 9: return .stop
        case 10: return .prepare
        case 11...12: return .seek(number(-20...PlayerSequence.length + 20))
        // Near the end, and at it.
        case 13: return .seek(PlayerSequence.length - number(0...1) * number(0...60))
        case 14...15: return .loops(number(-1...2))
        case 16: return .rate(Float(number(2...8)) / 4, enabled: number(0...2) == 0)
        case 17: return .pan(Float(number(-4...4)) / 4)
        case 18: return .volume(Float(number(1...4)) / 4, over: number(0...1) * number(1...200))
        case 19: return .assign([nil, 1, 2][number(0...2)])
        case 20...21: return model.hasPeer ? .peerEnds(mayResume: number(0...1) == 0) : .peerBegins
        case 22: return model.hasCall ? .callEnds : .callBegins
        case 23: return .unplug
        case 24: return .plug
        case 25, 29: return .chooseDefault
        case 26: return .advanceToTheEnd
        case 27 where model.hasPeer: return .peerEnds(mayResume: number(0...1) == 0)
        case 28 where model.hasCall: return .callEnds
        case 30 where number(0...9) == 0: return .loseStreams
        default: return .advance(number(1...90))
        }
    }
}

/// One sequence of steps, with a player of its own.
private final class PlayerSequence {
    static let length = 600
    /// Frames by which a new speed is heard late.
    private static let piece = 32.0
    /// No two samples are equal, so that each tells where it stands.
    private static let samples = (1...length).map { Float($0) / 1024 }
    private static let file = Result { () throws -> Data in
        let folder = ScratchFolder()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000.0, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(forWriting: folder.place("sound.caf"), settings: settings)
        try file.write(from: Sample.buffer([samples], rate: 1000))
        file.close()
        return try Data(contentsOf: folder.place("sound.caf"))
    }

    private final class Delegate: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
        private let notified = WaitableValue<[String]>([])

        private func note(_ text: String) { notified.withLock { $0.append(text) } }
        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { note("finished \(flag)") }
        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) { note("failed") }
        func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {
            note(player.isPlaying ? "began while it plays" : "began")
        }
        func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) { note("ended \(flags)") }

        /// All notifications, once there are so many.
        func all(_ count: Int) -> [String] {
            _ = notified.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? true : nil }
            return notified.withLock { $0.map { $0 } }
        }
    }

    private let seed: UInt64
    private var random: SeededRandom
    private(set) var model = PlayerModel(length: length)
    private let server = ManualServer()
    private let neighbourhood = SessionNeighbourhood()
    private let center: SessionCenter
    private let neighbour: SessionNeighbour
    /// That of the session, and that of the sound: one, as in a program, or two.
    private let (connection, sound): (Connection, Connection)
    /// Follows the default device, in the stream of the one that names its device where both mean the same.
    private let (output, named): (Output, Output)
    /// Hears the output on whichever stream it is.
    private let tap = OutputTap()
    private let player: AVAudioPlayer
    private let delegate = Delegate()
    private var steps: [String] = []
    /// Where the position was last, and in which mix the sound.
    private var lastPlace = 0.0
    private var lastMix: Mix?
    /// How often the sound has gone to another stream.
    private(set) var moves = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandom(seed)
        server.setDevices([Self.device("speaker", isDefault: true), Self.device("headset", isDefault: false)])
        (center, neighbour, connection) = try neighbourhood.program(on: server)
        try center.set(SessionSetting(.playback))
        let server = server
        sound =
            seed.isMultiple(of: 2)
            ? connection
            : try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        named = try Self.output("speaker", on: sound)
        let output = try Self.output(nil, on: sound)
        output.add(tap.sink, at: .output)
        self.output = output
        player = try AVAudioPlayer(
            data: Self.file.get(), timeline: PlayerTimeline(), session: center,
            output: { (_) throws(AudioError) in output })
        player.delegate = delegate
        try settle()
    }

    private static func output(_ device: String?, on connection: Connection) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.device = device
        configuration.sampleRate = 1000
        configuration.framesPerCycle = 8
        return try Output(configuration, on: connection)
    }

    private static func device(_ id: String, isDefault: Bool) -> DeviceDescription {
        var device = DeviceDescription(id: id, name: id, direction: .output, channels: 2, isDefault: isDefault)
        device.transport = .pci
        return device
    }

    /// - Returns: whether the player did what the model did.
    func perform() -> Bool {
        for _ in 0..<Int.random(in: 40...80, using: &random) {
            let step = PlayerStep.random(&random, model)
            steps.append("\(step)")
            do {
                guard try take(step), agrees(), goesOn() else { return false }
            } catch {
                fail("\(error)")
                return false
            }
        }
        // What comes late, or after a stop, would be one too many.
        player.stop()
        model.stop()
        steps.append("stop")
        return hear(200) && agrees()
    }

    private func fail(_ what: String) {
        Issue.record("seed \(seed), step \(steps.count): \(what), after \(steps.suffix(60).joined(separator: ", "))")
    }

    private func check(_ holds: Bool, _ what: @autoclosure () -> String) -> Bool {
        if !holds { fail(what()) }
        return holds
    }

    // MARK: Steps

    /// - Returns: whether what was heard is what the model plays.
    private func take(_ step: PlayerStep) throws -> Bool {
        switch step {
        case .peerBegins: news(.peerActive("a", .standard)) { $0.peerBegins() }
        case .peerEnds(let mayResume):
            news(.peerInactive("a", notifiesOthers: mayResume)) { $0.peerEnds(mayResume: mayResume) }
        case .callBegins: news(.callBegan) { $0.callBegins() }
        case .callEnds: news(.callEnded) { $0.callEnds() }
        case .unplug, .plug, .chooseDefault: changeDevices(step)
        case .loseStreams: server.takeStreams()
        case .advance(let frames): guard hear(frames) else { return false }
        case .advanceToTheEnd: guard hear(model.framesToTheEnd ?? 8) else { return false }
        case .play, .playAt, .prepare, .pause, .stop: try startOrStop(step)
        default: set(step)
        }
        try settle()
        return true
    }

    private func startOrStop(_ step: PlayerStep) throws {
        switch step {
        case .play: try start({ $0.play() }, { $0.play() })
        case .playAt(let frames):
            // Without a device the time is the machine's.
            try start({ $0.prepareToPlay() }, { $0.prepare() })
            let time = player.deviceCurrentTime + Double(frames) / 1000
            try start({ $0.play(atTime: time) }, { $0.play(after: frames) })
        case .prepare: try start({ $0.prepareToPlay() }, { $0.prepare() })
        case .pause:
            player.pause()
            model.pause()
        default:
            player.stop()
            model.stop()
        }
    }

    private func start(_ call: (AVAudioPlayer) -> Bool, _ change: (inout PlayerModel) -> Void) throws {
        change(&model)
        if !call(player) { throw AudioError.queueCannotStart }
    }

    private func set(_ step: PlayerStep) {
        switch step {
        case .seek(let frame):
            limitPasses()
            player.currentTime = Double(frame) / 1000
            model.seek(to: frame)
            lastPlace = 0
        case .loops(let loops):
            player.numberOfLoops = loops
            model.setLoops(loops)
        case .rate(let rate, let isEnabled):
            // No speed but the one that is meant has an effect.
            if !isEnabled { player.enableRate = false }
            player.rate = rate
            player.enableRate = isEnabled
            model.setRate(rate, enabled: isEnabled)
        case .pan(let pan):
            player.pan = pan
            model.setPan(pan)
        case .volume(let volume, let frames):
            player.setVolume(volume, fadeDuration: Double(frames) / 1000)
            model.setVolume(volume, over: frames)
        case .assign(let channel):
            limitPasses()
            let wasStretched = model.isStretched
            player.channelAssignments = channel.map { [AVAudioSessionChannelDescription(device: "", number: $0)] }
            model.assign(channel)
            if wasStretched { model.position = player.currentTime * 1000 }
        default: break
        }
    }

    /// Behind a stretched sound the model does not know the pass, nor near its end whether another one begins.
    private func limitPasses() {
        guard model.isStretched else { return }
        let loops = player.currentTime * 1000 + Self.piece < Double(Self.length) ? 1 : 0
        player.numberOfLoops = loops
        model.setLoops(loops)
    }

    private func news(_ news: SessionNews, model change: (inout PlayerModel) -> Void) {
        change(&model)
        neighbour.receive(news)
        neighbourhood.settle()
    }

    /// The loss of the device in use interrupts a session whose player plays; other devices that come, go or become the default one do not.
    private func changeDevices(_ step: PlayerStep) {
        var ids = server.devices.map(\.id)
        var chosen = server.devices.first { $0.isDefault }!.id
        switch step {
        case .unplug:
            guard ids.count > 1, let lost = ids.randomElement(using: &random) else { return }
            ids.removeAll { $0 == lost }
            if lost == chosen {
                chosen = ids.randomElement(using: &random)!
                model.loseOutput()
            }
        case .plug:
            guard let new = ["speaker", "headset", "line"].first(where: { !ids.contains($0) }) else { return }
            ids.append(new)
            if Bool.random(using: &random) { chosen = new }
        default: chosen = ids.randomElement(using: &random)!
        }
        steps.append("\(ids) with \(chosen)")
        server.setDevices(ids.map { Self.device($0, isDefault: $0 == chosen) })
    }

    /// Waits until the session and all connections know of everything.
    private func settle() throws {
        try connection.thread.perform {}
        try sound.thread.perform {}
        neighbourhood.settle()
    }

    /// Whether a stream runs that plays the sound in its next cycle: on a hand-over the old one, or the new one.
    private var isRunning: Bool {
        let (router, bus) = (sound.router, output.endpoint.bus)
        let isRunning = try? sound.thread.perform { () throws(AudioError) -> Bool in
            let handover = router.entries.withLock { _ in bus.handover }
            let old = handover?.isTaken ?? false ? nil : router.mix(of: bus)
            return [old, handover?.mix].contains { $0?.keeper.isRunning ?? false }
        }
        return isRunning ?? false
    }

    // MARK: Time

    /// Lets frames pass, and compares what is heard.
    private func hear(_ frames: Int) -> Bool {
        var left = frames
        while left > 0 {
            let count = min(64, left)
            left -= count
            guard hearPart(count) else { return false }
        }
        return true
    }

    private func hearPart(_ frames: Int) -> Bool {
        player.work()
        let place = player.currentTime
        let isSounding = model.isSounding
        guard let heard = advance(frames) else { return false }
        player.work()
        guard goesOn(frames) else { return false }
        let wasStretched = model.isStretched
        let expected = stride(from: 0, to: frames, by: 8).flatMap {
            model.cycle(min(8, frames - $0), Self.samples)
        }
        guard !wasStretched || !(isSounding || model.isSounding) else {
            return agreesStretched(heard, frames, from: place)
        }
        guard check(heard.count == expected.count || !model.isReady, "\(heard.count) samples") else { return false }
        guard let wrong = zip(heard, expected).enumerated().first(where: { abs($0.element.0 - $0.element.1) >= 1e-5 })
        else { return true }
        fail(
            "frame \(wrong.offset / 2) of \(frames) from \(place * 1000) is \(wrong.element.0 * 1024) / 1024, not "
                + "\(wrong.element.1 * 1024)")
        return false
    }

    /// A stream that nobody uses may stand still, and then no time passes.
    ///
    /// - Returns: what the player's output has rendered; nil where the device has played something else.
    private func advance(_ frames: Int) -> [Float]? {
        if model.isReady { _ = eventually { isRunning } }
        let isAlone = server.runningStreams == 1
        let played = server.advance(frames)
        let heard = tap.take()
        let mix = sound.router.mix(of: output.endpoint.bus)
        if mix !== lastMix, model.isSounding { moves += 1 }
        lastMix = mix
        // The session fades what its connection plays.
        guard sound !== connection, model.isReady, isAlone, server.runningStreams == 1 else { return heard }
        return check(played == heard, "the device has played other samples") ? heard : nil
    }

    /// At another speed the sound goes on, by half to twice as many frames, and by what the last piece has more or fewer.
    private func agreesStretched(_ heard: [Float], _ frames: Int, from place: Double) -> Bool {
        guard player.isPlaying else {
            model.finish()
            return true
        }
        let passed = (player.currentTime - place) * 1000
        model.position = player.currentTime * 1000
        return check(
            passed < 0 || passed <= Double(2 * frames) + Self.piece, "went on by \(passed) frames in \(frames)")
            && check(
                !model.isAudible || frames < 32 || place > 0.4 || heard.contains { $0 != 0 },
                "silent at \(place * 1000)")
    }

    // MARK: What is compared

    /// Nothing but a seek and the end of a pass takes the position back, or a start by half a frame: it is at a whole one.
    private func goesOn(_ frames: Int = 0) -> Bool {
        let (before, now) = (lastPlace, player.currentTime * 1000)
        lastPlace = now
        // At another speed the position reaches the end sooner than the last piece's frames say.
        let most = Double(2 * frames) + (model.isStretched ? Self.piece : 0)
        return check(now >= before - 0.5 || before + most >= Double(Self.length), "back to \(now) from \(before)")
    }

    private func agrees() -> Bool {
        let place = player.currentTime * 1000
        guard check(place >= 0 && place <= Double(Self.length), "at \(place)") else { return false }
        if model.isStretched {
            let distance = abs(place - model.position)
            let isNear = min(distance, Double(Self.length) - distance) <= 1
            guard check(isNear || model.isSounding, "moved to \(place) from \(model.position)") else { return false }
            model.position = place
        }
        let told = delegate.all(model.events.count)
        return check(abs(place - model.position) < 1e-6, "at \(place) for \(model.position)")
            && check(player.isPlaying == model.isPlaying, "plays \(player.isPlaying)")
            && check(center.isActive == model.isActive, "session active \(center.isActive)")
            && check(told == model.events, "told \(told) for \(model.events)")
    }
}

extension AVAudioPlayer {
    /// Does what the thread that decodes would do when it is next due.
    fileprivate func work() {
        guard player.state.withLock({ $0.job }) != nil else { return }
        while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
    }
}
