import CoreMIDI
import Foundation

/// Where messages go. A message has the host time at which it is due.
protocol MIDIOutput {
    func send(_ bytes: [UInt8], at time: UInt64) throws
    /// Drops what is not due yet, and ends all notes.
    func stop()
    /// Waits for the sound after the last message.
    func finish()
}

/// What failed, in words.
struct OutputFault: Error, CustomStringConvertible {
    let description: String
}

/// Minutes and seconds.
func minutes(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    return "\(whole / 60):" + String(format: "%02d", whole % 60)
}

/// Hands the messages of a song over, each some time before it is due.
final class SongPlayer: @unchecked Sendable {
    /// How long before, in seconds: longer than a busy machine keeps this program waiting, and short enough to end at once.
    private static let ahead = 0.25
    private let song: Song
    private let output: any MIDIOutput
    private let loops: Bool
    private let stopped = DispatchSemaphore(value: 0)

    init(_ song: Song, _ output: any MIDIOutput, loops: Bool) {
        (self.song, self.output, self.loops) = (song, output, loops)
    }

    /// Ends `play`, from any thread.
    func stop() { stopped.signal() }

    func play() {
        var begin = mach_absolute_time() + Self.nanoseconds(Self.ahead)
        repeat {
            guard pass(from: begin) else { return }
            begin += Self.nanoseconds(song.seconds)
        } while loops && song.seconds > 0
        output.finish()
        showProgress(song.seconds, isLast: true)
    }

    private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    /// Plays the song once; false if it is stopped.
    private func pass(from begin: UInt64) -> Bool {
        for event in song.events {
            let due = begin + Self.nanoseconds(event.seconds)
            guard wait(until: due - Self.nanoseconds(Self.ahead), from: begin) else { return false }
            do { try output.send(event.bytes, at: due) } catch { fail("\(error)") }
        }
        return wait(
            until: begin + Self.nanoseconds(song.seconds) - (loops ? Self.nanoseconds(Self.ahead) : 0), from: begin)
    }

    /// Waits, and shows how far the song is; false if it is stopped.
    private func wait(until time: UInt64, from begin: UInt64) -> Bool {
        while true {
            let now = mach_absolute_time()
            if now >= time { return true }
            // Ten times a second is often enough to look smooth.
            let pause = min(time - now, 100_000_000)
            if stopped.wait(timeout: .now() + .nanoseconds(Int(pause))) == .success {
                output.stop()
                showProgress(Double(mach_absolute_time() - min(begin, now)) / 1e9, isLast: true)
                return false
            }
            if now > begin { showProgress(Double(now - begin) / 1e9, isLast: false) }
        }
    }

    private func showProgress(_ seconds: Double, isLast: Bool) {
        guard isatty(2) == 1 else { return }
        let line = "\r\(minutes(min(seconds, song.seconds))) / \(minutes(song.seconds))\(isLast ? "\n" : " ")"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
