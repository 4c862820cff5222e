import Foundation
import Synchronization
import ToolSupport

/// Standard input, or an address, on its way to the loudspeakers as its bytes arrive.
final class StreamPlayback: @unchecked Sendable {
    private let options: Afplay
    private let state = Mutex(State())

    private struct State {
        var player: StreamPlayer?
        var failure: (any Error)?
        var isOver = false
    }

    /// How long a broadcast may falter unheard.
    private static let headStart = 1.0

    static func plays(_ name: String) -> Bool { name == "-" || HTTPSource.isAddress(name) }

    init(_ options: Afplay) {
        self.options = options
        if let backend = options.backend { setenv("COREAUDIO_BACKEND", backend, 1) }
    }

    /// Plays to the end, or as long as was asked for.
    func run() throws {
        Thread.detachNewThread { [self] in
            do {
                if options.file == "-" { try readInput() } else { try receive() }
                if let player = state.withLock({ $0.player }) { try player.finish() }
            } catch {
                state.withLock { $0.failure = error }
            }
            state.withLock { $0.isOver = true }
        }
        let line = ProgressLine(seconds: options.time, always: options.meter)
        var position = 0.0
        while true {
            let state = state.withLock { ($0.player, $0.failure, $0.isOver) }
            if let failure = state.1 { throw failure }
            let step = options.meter ? 0.25 : 0.1
            guard let player = state.0 else {
                if state.2 { break }
                Thread.sleep(forTimeInterval: step)
                continue
            }
            let left = max(0, (options.time ?? .infinity) - position) / options.rate
            if player.wait(seconds: min(step, max(left, 0.001))) { break }
            position = max(position, player.position)
            line.show(seconds: position, levels: player.levels, waiting: player.isBuffering ? "buffering" : nil)
            if let time = options.time, position >= time {
                player.stop()
                break
            }
        }
        line.finish(at: position)
        if options.debug { complain("frames received: \(state.withLock { $0.player }?.frames ?? 0)") }
    }

    // MARK: The bringing thread

    private func makePlayer(hint: UInt32, headStart: Double) throws(ToolError) -> StreamPlayer {
        var settings = StreamPlayer.Settings()
        settings.typeHint = hint
        settings.volume = options.volume
        settings.rate = Float(options.rate)
        settings.isRateCareful = options.rateQuality == 1
        settings.headStart = headStart
        settings.showsLevels = options.meter || isatty(STDERR_FILENO) == 1
        let player = try StreamPlayer(settings)
        state.withLock { $0.player = player }
        return player
    }

    private func readInput() throws(ToolError) {
        let player = try makePlayer(hint: 0, headStart: 0.25)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            guard try player.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
        }
    }

    private func receive() throws {
        var player: StreamPlayer?
        var failure: ToolError?
        let source = HTTPSource(
            options.file,
            note: { event in
                switch event {
                case .title(let title): complain("Title: \(title)")
                case .lost(let reason): complain("Connecting again: \(reason)")
                }
            },
            take: { [self] bytes, answer, isDiscontinuous in
                do throws(ToolError) {
                    if player == nil { player = try makePlayer(hint: answer.typeHint, headStart: Self.headStart) }
                    return try player?.parse(bytes, isDiscontinuous: isDiscontinuous) ?? false
                } catch {
                    failure = error
                    return false
                }
            })
        try source.run()
        if let failure { throw failure }
    }
}
