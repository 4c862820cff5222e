import ArgumentParser
import AudioCore
import AudioToolbox
import Glibc
import ToolSupport

@main
struct Afplay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "afplay", abstract: "Plays an audio file.", usage: "afplay [option ...] audio_file",
        discussion: """
            Plays to the end through PipeWire, PulseAudio or ALSA, whichever answers first, on the user's default \
            device, and follows it when that changes. Without a sound server the file plays silently at its real speed. \
            What comes over the network or on standard input plays as it arrives, at a rate of 0.5 to 2. An address may \
            be that of a playlist in M3U or PLS, whose first entry that can be played is played. Radio stations' titles \
            are shown; a connection that breaks is made again, also where the server sends nothing for 15 seconds, \
            which the progress line counts. Servers' certificates are judged by the file that CURL_CA_BUNDLE or \
            SSL_CERT_FILE names, or else by the system's.
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("The volume: 1 as recorded, more amplifies.", valueName: "volume"))
    var volume: Float = 1

    @Option(name: .shortAndLong, help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
    var time: Double?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Play faster or slower at the same pitch, 0.4 to 3.", valueName: "rate"))
    var rate: Double = 1

    @Option(
        name: [.customShort("q"), .customLong("rQuality")],
        help: ArgumentHelp(
            "How a rate other than 1 is made: 0 quickly, 1 with more care.", valueName: "quality"))
    var rateQuality: Int = 0

    @Flag(name: .shortAndLong, help: "Tell what is done.")
    var debug = false

    @Flag(help: "Show time and levels even where standard error is no terminal, a line four times a second.")
    var meter = false

    @Flag(help: "Accepted because scripts pass it; there is nothing to look for.")
    var leaks = false

    @Option(
        help: ArgumentHelp(
            "The way to the loudspeakers: pipewire, pulseaudio, alsa or null.", valueName: "name"))
    var backend: String?

    @Argument(
        help: ArgumentHelp(
            "The file; - for standard input, or an address that begins with http:// or https://.",
            valueName: "audio_file"))
    var file: String

    func validate() throws {
        guard volume.isFinite, volume >= 0 else { throw ValidationError("The volume is a number from 0 up.") }
        guard (0.4...3).contains(rate) else { throw ValidationError("The rate is a number from 0.4 to 3.") }
        guard (0...1).contains(rateQuality) else { throw ValidationError("The rate quality is 0 or 1.") }
        guard !isStream || (0.5...2).contains(rate) else {
            throw ValidationError("What plays as it arrives has a rate of 0.5 to 2.")
        }
        if let time { guard time.isFinite, time >= 0 else { throw ValidationError("The time is a number from 0 up.") } }
    }

    /// Whether the sound plays as it arrives, and is no file.
    var isStream: Bool { file == "-" || HTTPSource.isAddress(file) }

    static func main() {
        do {
            let command = try parse(commandLineWords())
            Glibc.exit(command.play())
        } catch {
            let text = fullMessage(for: error)
            let isHelp = exitCode(for: error) == .success
            if isHelp { show(text + "\n") } else { complain(text) }
            Glibc.exit(isHelp ? 0 : 1)
        }
    }

    /// Plays and returns the exit status.
    private func play() -> Int32 {
        do {
            try Playback(self).run()
            return 0
        } catch let error as ToolError {
            complain("Error: \(error.operation) failed (\(spelled(error.status)))")
        } catch let error as HTTPSource.Failure {
            complain("Error: \(error.reason)")
        } catch let error as AudioError {
            complain("Error: \(error.reason)")
        } catch {
            complain("Error: \(error)")
        }
        return 1
    }
}
