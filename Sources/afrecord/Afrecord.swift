import ArgumentParser
import AudioToolbox
import Glibc
import ToolSupport

@main
struct Afrecord: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "afrecord", abstract: "Records an audio file.",
        usage: "afrecord [option ...] audio_file\nafrecord --list-devices [--json]",
        discussion: """
            Records from the user's default microphone, through PipeWire, PulseAudio or ALSA, until a key is pressed, \
            the time of -t is over, or the command is interrupted. Without a sound server nothing is recorded, and the \
            command fails, unless the sound system named is null, which gives silence. The file then holds all that was \
            recorded, with -t to the frame if its type can say so. As a file, - is standard output: sound of a fixed size \
            in WAVE and CAF files, and files of frames such as ADTS, go there as they are recorded, and all other files \
            when they are complete. If the \
            command is killed, at most the last fifth of a second is missing. If the disk is full, the recording ends \
            with an error, and the file holds what was written. Where the disk is slow, up to 256 MiB wait in memory: \
            a command that is killed loses them, and where more would have to wait, the recording has a gap and ends with \
            an error. While the command waits for the disk at its end, another signal ends it without the rest.
            """, version: toolVersion("afrecord"))

    @Option(
        name: [.customShort("f"), .customLong("file")],
        help: ArgumentHelp(
            "The file type; without this option that of the name's extension, or AIFF.", valueName: "type"),
        completion: .custom(fileTypeChoices))
    var type: String?

    @Option(
        name: [.customShort("d"), .customLong("data")],
        help: ArgumentHelp(
            "The data format, as afconvert spells it: BEI16, LEF32@48000, aac, alac, ima4.", valueName: "format"),
        completion: .custom(dataFormatChoices))
    var data: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The number of channels; 2 without this option.", valueName: "count"))
    var channels: UInt32?

    @Option(
        name: [.customShort("l"), .customLong("channellayout")],
        help: ArgumentHelp("The channel layout, by the name of its tag.", valueName: "layout"),
        completion: .custom(channelLayoutChoices))
    var layout: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Bits per second, for encoders.", valueName: "rate"))
    var bitrate: UInt32?

    @Option(name: .shortAndLong, help: ArgumentHelp("The encoder's quality, 0 to 127.", valueName: "quality"))
    var quality: UInt32?

    @Option(name: .shortAndLong, help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
    var time: Double?

    @Option(
        name: .customLong("device"),
        help: ArgumentHelp(
            "The microphone, by the name that desktops show, or by its UID; --list-devices shows both.",
            valueName: "name"),
        completion: .custom(inputDeviceChoices))
    var device: String?

    @Flag(help: "List the microphones: UID, name, channels and rate. A star marks the default one.")
    var listDevices = false

    @Flag(help: "Print the list of --list-devices as a JSON array, on one line.")
    var json = false

    @Flag(help: "Show time and levels even if standard error is not a terminal: a line, four times a second.")
    var meter = false

    @Flag(name: .shortAndLong, help: "Report what is done.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Report how long the processor was busy.")
    var profile = false

    @Option(
        help: ArgumentHelp(
            "The sound system to record from: pipewire, pulseaudio, alsa, or null for silence.", valueName: "name"),
        completion: .list(["pipewire", "pulseaudio", "alsa", "null"]))
    var backend: String?

    @Argument(
        help: ArgumentHelp(
            "The file, or - for standard output. A file that exists is replaced.", valueName: "audio_file"),
        completion: .file())
    var path: String?

    var file: String { path ?? "" }

    /// Throws where the options contradict each other. The parser would do this before it looks for unknown options.
    private func checkOptions() throws {
        guard listDevices || !json else { throw ValidationError("--json is for --list-devices.") }
        guard listDevices != (path != nil) else {
            throw ValidationError(
                listDevices ? "--list-devices records no file." : "Missing expected argument '<audio_file>'")
        }
        if let time { guard time.isFinite, time > 0 else { throw ValidationError("The time is a number above 0.") } }
        if let quality { guard quality <= 127 else { throw ValidationError("The quality is a number from 0 to 127.") } }
        if let channels {
            guard (1...64).contains(channels) else { throw ValidationError("There are 1 to 64 channels.") }
        }
    }

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

    /// Records, or lists devices, and returns the exit status.
    private func perform() -> Int32 {
        SoundSystem.choose(backend)
        do {
            if listDevices { return try SoundSystem.listDevices(recording: true, isJSON: json) }
            try Recording(self, RecordingPlan(self)).run()
            return 0
        } catch let error as ToolError {
            complain("Error: \(error.text)")
        } catch {
            complain("Error: \(error)")
        }
        return 1
    }
}
