import AudioCodecs
import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import AudioSession
import CAudioToolbox
import Glibc
import TestSupport

@testable import PlaybackAndRecording

/// A player on a Manual device, with its notifications.
final class PlayerRunner: @unchecked Sendable {
    let server: ManualServer
    let output: Output
    let player: Player
    private let notified = LockedValue<[String]>([])
    private let relay: LockedValue<Player?>
    private let onEvent = LockedValue<(@Sendable (Player) -> Void)?>(nil)

    init(
        _ file: OpenFile, rate: Double = 1000, channels: Int = 1, server: ManualServer = ManualServer(),
        output: Output? = nil, timeline: PlayerTimeline = PlayerTimeline(), session: SessionCenter = SessionCenter()
    ) throws {
        self.server = server
        let output = try output ?? server.output(rate: rate, channels: channels)
        self.output = output
        let (notified, onEvent) = (notified, onEvent)
        let relay = LockedValue<Player?>(nil)
        self.relay = relay
        let provider: Player.OutputProvider = { (_) throws(AudioError) in output }
        player = try Player(file, timeline: timeline, session: session, output: provider) { event in
            // What comes before the end is tested where it is used.
            switch event {
            case .nearsEnd, .endIsKnown, .ranDry: return
            default: break
            }
            notified.withLock { notified in
                switch event {
                case .finished(let successfully): notified.append("finished \(successfully)")
                case .nearsEnd, .endIsKnown, .ranDry: break
                case .failed: notified.append("failed")
                case .interruptionBegan: notified.append("began")
                case .interruptionEnded(let resumes): notified.append("ended \(resumes)")
                }
            }
            let body = onEvent.withLock { $0 }
            if let player = relay.withLock({ $0 }) { body?(player) }
        }
        relay.withLock { [player] in $0 = player }
    }

    /// Frames of one channel at 1000 frames a second.
    convenience init(_ samples: [Float], server: ManualServer = ManualServer(), output: Output? = nil) throws {
        try self.init(Self.file(samples), server: server, output: output)
    }

    deinit {
        relay.withLock { $0 = nil }
        player.close()
    }

    /// A file in memory of interleaved samples.
    static func file(
        _ samples: [Float], rate: Double = 1000, channels: Int = 1, _ id: FourCC = .linearPCM, type: FourCC = "caff"
    ) throws -> OpenFile {
        try open(bytes(samples, rate: rate, channels: channels, id, type: type))
    }

    static func bytes(
        _ samples: [Float], rate: Double = 1000, channels: Int = 1, _ id: FourCC = .linearPCM, type: FourCC = "caff"
    ) throws -> [UInt8] {
        let folder = ScratchFolder()
        let path = folder.file("sound")
        let client = StreamFormat.float32(sampleRate: rate, channels: channels)
        let format = id == .linearPCM ? client : StreamFormat(sampleRate: rate, formatID: id, channels: channels)
        let file = try ExtendedFile.create(
            path, type: type, format: format, layout: nil, erasing: true, alignsAudioData: false)
        try file.setClientFormat(client)
        let frames = samples.count / channels
        var samples = samples
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList.interleaved(UInt32(channels), bytes)
            try file.write(frames, &list)
        }
        try file.dispose()
        return folder.bytes("sound") ?? []
    }

    /// Of players that are made and dropped: `make check-long` asks for more.
    static let rounds = getenv("COREAUDIO_PLAYER_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 300

    static func open(_ bytes: [UInt8]) throws -> OpenFile {
        try OpenFile.open(MemoryBytes(bytes), sink: nil, .read, hint: FourCC(0))
    }

    /// Calls `body` with each event, on the thread that reports it.
    func whenTold(_ body: @escaping @Sendable (Player) -> Void) { onEvent.withLock { $0 = body } }

    var events: [String] { notified.withLock { $0.unshared } }

    @discardableResult func play(at time: UInt64? = nil) -> Bool {
        player.play(at: time) && eventually { self.server.runningStreams == 1 }
    }

    /// Lets time pass, and has the player decode as it goes.
    func hear(_ frames: Int, step: Int = 32) -> [Float] {
        var heard: [Float] = []
        var left = frames
        while left > 0 {
            work()
            heard += server.advance(min(step, left))
            left -= min(step, left)
        }
        work()
        return heard
    }

    /// Does what the player's thread would do when it is next due.
    func work() {
        guard player.state.withLock({ $0.job }) != nil else { return }
        while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
    }

    var frame: Int { Int(player.position.rounded()) }
}
