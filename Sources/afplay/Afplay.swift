import ArgumentParser
import AudioToolbox
import CoreAudioAdditions
import Glibc
import RemoteMedia
import TerminalScreen
import ToolSupport

@main
struct Afplay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "afplay", abstract: "Plays an audio file.",
        usage: """
            afplay [option ...] audio_file
            afplay --tui [option ...] audio_file_or_folder ...
            afplay --library [--device name] [--backend name] [search ...]
            afplay --list-devices [--json]
            """,
        discussion: """
            Plays the file to its end on the user's default device, through PipeWire, PulseAudio or ALSA, whichever \
            answers first, and moves along when the default device changes. Without a sound server the file plays \
            silently at its real speed. Sound from the network or from a pipe plays as it arrives, at a rate of 0.5 to \
            2; a pipe of a file type that can only be read whole is read to its end first. A file on a server that \
            does not play as it arrives, such as an M4A file whose tables are at its end, is read in parts, if the \
            server sends parts of files. An address may be that of a playlist in M3U or PLS: its first entry that can \
            be played is played. The titles of radio stations are shown. A connection that breaks, or that brings \
            nothing for 15 seconds, is made again; the progress line counts how often. The certificates of servers are \
            checked by the file that CURL_CA_BUNDLE or SSL_CERT_FILE names, or else by the system's. If an alert of a \
            Mac such as /System/Library/Sounds/Glass.aiff does not exist, the nearest sound of the desktop's sound \
            theme plays. A file that is a playlist in M3U or PLS plays entry after entry. On a terminal the command \
            shows the title and the time, and takes keys: space pauses and plays on, left and right go 5 seconds back \
            or on in a file, also in one that is read in parts, and q ends the command. On a desktop the command is one of \
            the players that the desktop shows, by MPRIS: media keys, headsets and programs such as playerctl pause it, \
            seek, choose the next or the previous entry of a playlist, set the volume, and end it. A single sound of less \
            than 5 seconds is not shown there.
            """, version: toolVersion("afplay"))

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The volume, 0 to 16: 1 plays as recorded, more amplifies.", valueName: "volume"))
    var volume: Float = 1

    @Option(name: .shortAndLong, help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
    var time: Double?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Play faster or slower at the same pitch, 0.125 to 8.", valueName: "rate"))
    var rate: Double = 1

    @Option(
        name: [.customShort("q"), .customLong("rQuality")],
        help: ArgumentHelp(
            "The quality at a rate other than 1: 0 for less work, 1 for better sound.", valueName: "quality"),
        completion: .list(["0", "1"]))
    var rateQuality: Int = 0

    @Option(help: ArgumentHelp("Skip this many seconds at the start.", valueName: "seconds"))
    var start: Double = 0

    @Option(
        help: ArgumentHelp("Play it this many times in a row; 0 for no end.", valueName: "times"))
    var loop: Int = 1

    @Option(
        help: ArgumentHelp(
            "The device to play on, by the name that desktops show, or by its UID; --list-devices shows both.",
            valueName: "name"),
        completion: .custom(outputDeviceChoices))
    var device: String?

    @Flag(help: "List the devices that play: UID, name, channels and rate. A star marks the default one.")
    var listDevices = false

    @Flag(help: "Print the list of --list-devices as a JSON array, on one line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Report what is done.")
    var debug = false

    @Flag(help: "Show time and levels even if standard error is not a terminal: a line, four times a second.")
    var meter = false

    @Flag(help: "Show and play files and folders on the whole screen of the terminal; ? lists its keys.")
    var tui = false

    @Flag(
        help: "Show the music library on the whole screen of the terminal and play from it; the words are looked for.")
    var library = false

    @Flag(help: "Has no effect; scripts for a Mac pass it.")
    var leaks = false

    @Option(
        help: ArgumentHelp(
            "The sound system to play through: pipewire, pulseaudio, alsa, or null for silence.", valueName: "name"),
        completion: .list(["pipewire", "pulseaudio", "alsa", "null"]))
    var backend: String?

    @Argument(
        help: ArgumentHelp(
            """
            The file, a playlist, a pipe, - for standard input, or an address that begins with http:// or https://; with \
            --tui files and folders, with --library words to look for.
            """,
            valueName: "audio_file"),
        completion: .file())
    var files: [String] = []

    /// What is played; with --tui the first of it.
    var file: String { files[0] }

    /// Throws where the options contradict each other. The parser would do this before it looks for unknown options.
    private func checkOptions() throws {
        guard listDevices || !json else { throw ValidationError("--json is for --list-devices.") }
        if library { return try validateLibrary() }
        guard listDevices != !files.isEmpty else {
            throw ValidationError(
                listDevices ? "--list-devices plays no file." : "Missing expected argument '<audio_file> ...'")
        }
        if !listDevices { try validateSound() }
    }

    private func validateSound() throws {
        guard (0...16).contains(volume) else { throw ValidationError("The volume is a number from 0 to 16.") }
        guard (0.125...8).contains(rate) else { throw ValidationError("The rate is a number from 0.125 to 8.") }
        guard (0...1).contains(rateQuality) else { throw ValidationError("The rate quality is 0 or 1.") }
        guard !isStream || Self.streamRates.contains(rate) else {
            throw ValidationError("What plays as it arrives has a rate of 0.5 to 2.")
        }
        guard start.isFinite, start >= 0 else { throw ValidationError("The start is a number from 0 up.") }
        guard loop >= 0 else { throw ValidationError("The number of times is 0 or more.") }
        guard !HTTPSource.isAddress(file) || passes.areOne else {
            throw ValidationError("--start and --loop are not for what comes over the network.")
        }
        if let time { guard time.isFinite, time >= 0 else { throw ValidationError("The time is a number from 0 up.") } }
        guard tui else {
            guard files.count == 1 else { throw ValidationError("More than one file is for --tui, or in a playlist.") }
            return
        }
        try validateScreen()
    }

    private func validateLibrary() throws {
        guard !listDevices, !tui, volume == 1, rate == 1, time == nil, start == 0, loop == 1, rateQuality == 0, !meter,
            !debug
        else { throw ValidationError("--library goes with --device and --backend alone.") }
        try validateTerminal("--library")
    }

    private func validateScreen() throws {
        guard !files.contains(where: { $0 == "-" || HTTPSource.isAddress($0) }) else {
            throw ValidationError("--tui is for files and folders.")
        }
        guard time == nil, start == 0, loop <= 1, rateQuality == 0, !meter, !debug else {
            throw ValidationError("--tui goes with --volume, --rate, --loop 0, --device and --backend alone.")
        }
        guard Self.streamRates.contains(rate) else { throw ValidationError("With --tui the rate is 0.5 to 2.") }
        try validateTerminal("--tui")
    }

    private func validateTerminal(_ option: String) throws {
        guard Terminal.isThere else {
            throw ValidationError("\(option) needs a terminal as standard input and standard output.")
        }
        guard terminalKind.movesCursor else {
            throw ValidationError("\(option) needs a terminal that moves its cursor, and TERM names none.")
        }
    }

    private var terminalKind: TerminalKind { .ofEnvironment }

    /// The rates of what plays as it arrives, and of players.
    static let streamRates = 0.5...2.0

    /// Whether the sound plays as it arrives, and is no file.
    var isStream: Bool { file == "-" || HTTPSource.isAddress(file) }

    var passes: Passes { Passes(start: start, count: loop) }

    static func main() {
        let words = commandLineWords()
        answerShell(words)
        do {
            let command = try parse(words)
            try command.checkOptions()
            Glibc.exit(command.perform())
        } catch {
            leave(error, words)
        }
    }

    /// Plays, or lists devices, and returns the exit status.
    private func perform() -> Int32 {
        SoundSystem.choose(backend)
        do {
            if listDevices { return try SoundSystem.listDevices(recording: false, isJSON: json) }
            let device = try device.map { (name: String) throws(ToolError) in
                try DeviceList(recording: false).uid(of: name)
            }
            if library {
                try MainActor.assumeIsolated {
                    try LibraryScreen(search: files.joined(separator: " "), device: device, terminalKind).run()
                }
                return 0
            }
            if tui {
                try MainActor.assumeIsolated { try TerminalPlayer(self, device: device, terminalKind).run() }
                return 0
            }
            return try play(on: device)
        } catch {
            complain("Error: " + Self.text(of: error, about: files.first ?? ""))
            return 1
        }
    }

    /// Plays the file, or what a playlist names, and returns the exit status: 1 where something of it could not be played.
    private func play(on device: String?) throws -> Int32 {
        let list = isStream ? nil : try Playlist.entries(ofFile: file)
        if list != nil, !passes.areOne { throw ValidationError("--start and --loop are not for playlists.") }
        // Keys are for the terminal of standard input, unless that is what plays.
        let keys = file == "-" ? nil : PlaybackKeys()
        defer { keys?.close() }
        let desktop = PlaybackDesktop(list ?? [file], volume: min(volume, 1))
        var (left, status) = (time, Int32(0))
        while desktop.entries.indices.contains(desktop.index) {
            // What is left of the time may be less than a frame.
            if list != nil, let left, left < 0.001 { break }
            let entry = desktop.entries[desktop.index]
            var next = desktop.index + 1
            do {
                let end = try Playback(entry, self, device: device, time: left, keys: keys, desktop).run()
                left = left.map { max(0, $0 - end.seconds) }
                if let place = end.next { next = place }
                if end.isUsers { break }
            } catch {
                complain("Error: " + Self.text(of: error, about: entry))
                status = 1
            }
            desktop.index = next
        }
        return status
    }

    private static func text(of error: any Error, about file: String) -> String {
        switch error {
        case let error as ToolError: error.text
        case let error as HTTPSource.Failure: "\(file): \(error.reason)"
        case let error as PlaybackOutput.Failure: error.reason
        default: "\(error)"
        }
    }
}
