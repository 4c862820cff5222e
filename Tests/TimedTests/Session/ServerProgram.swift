import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import AVFAudio

/// A program on a private server: its session, a player that goes on for ever, and what it has been notified of.
final class ServerProgram: @unchecked Sendable {
    /// A notification of a route change or an interruption, and how things stood when it came.
    struct Note: Sendable {
        var reason: UInt
        var isInterruption: Bool
        var previous: [String] = []
        var previousTypes: [AVAudioSession.Port] = []
        var present: [String]
        var wasPlaying: Bool
        var wasActive: Bool
    }

    let server: PrivateServer
    let connection: Connection
    let output: Output
    let center: SessionCenter
    let session: AVAudioSession
    let player: AVAudioPlayer
    private let notifications = NotificationCenter()
    private let notes = WaitableValue<[Note]>([])
    private var tokens: [any NSObjectProtocol] = []

    /// - Parameters:
    ///   - profileTime: as that of `SessionCenter`.
    init(_ server: PrivateServer, profileTime: UInt64 = 500_000_000) throws {
        self.server = server
        let connection = try Connection(backend: server.kind.backend)
        self.connection = connection
        var configuration = OutputConfiguration()
        configuration.channels = nil
        let output = try Output(configuration, on: connection)
        self.output = output
        center = SessionCenter(profileTime: profileTime) { () throws(AudioError) in connection }
        session = AVAudioSession(center: center, notifications: notifications)
        player = try AVAudioPlayer(
            data: Self.sound(), timeline: PlayerTimeline(), session: center,
            output: { (_) throws(AudioError) in output })
        player.numberOfLoops = -1
        observe()
    }

    deinit { for token in tokens { notifications.removeObserver(token) } }

    private func observe() {
        let (session, center, player, notes) = (session, center, player.player, notes)
        let route = notifications.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { note in
            let old = note.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            let new = Note(
                reason: note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? .max, isInterruption: false,
                previous: (old?.outputs ?? []).map(\.uid), previousTypes: (old?.outputs ?? []).map(\.portType),
                present: session.currentRoute.outputs.map(\.uid), wasPlaying: player.isPlaying,
                wasActive: center.isActive)
            notes.withLock { $0.append(new) }
        }
        let interruption = notifications.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { note in
            let new = Note(
                reason: note.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt ?? .max, isInterruption: true,
                present: session.currentRoute.outputs.map(\.uid), wasPlaying: player.isPlaying,
                wasActive: center.isActive)
            notes.withLock { $0.append(new) }
        }
        tokens = [route, interruption]
    }

    /// Half a second of a constant, as a WAVE file.
    private static func sound() -> Data {
        let frames = 24_000
        var bytes: [UInt8] = Array("RIFF".utf8)
        func number<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        number(UInt32(36 + frames * 2))
        bytes += Array("WAVEfmt ".utf8)
        number(UInt32(16))
        number(UInt16(1))
        number(UInt16(1))
        number(UInt32(48_000))
        number(UInt32(96_000))
        number(UInt16(2))
        number(UInt16(16))
        bytes += Array("data".utf8)
        number(UInt32(frames * 2))
        for _ in 0..<frames { number(Int16(8192)) }
        return Data(bytes)
    }

    // MARK: What it sees

    var outputs: [String] { session.currentRoute.outputs.map(\.uid) }
    var all: [Note] { notes.withLockQuietly(\.self) }
    func forget() { notes.withLock { $0 = [] } }

    /// Waits for so many notifications.
    func notes(_ count: Int) -> [Note] {
        notes.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? $0 : nil } ?? all
    }

    /// Waits until the output is another, and until its program knows that.
    func isOn(_ sink: String) -> Bool {
        let isThere = eventually(seconds: 20) { outputs == [sink] }
        center.settle()
        return isThere
    }

    /// Waits until the player is heard by itself on a sink: its position goes on.
    var plays: Bool {
        let start = player.deviceCurrentTime
        return player.isPlaying && eventually { player.deviceCurrentTime > start + 0.1 } && player.isPlaying
    }
}
