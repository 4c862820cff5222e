import ArgumentParser
import ToolSupport

/// What can be said of one output: before the first `-o` for all of them, after an `-o` for that one.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "The file type: caff, WAVE, AIFF, AIFC, NeXT; -hf lists them all.",
            discussion: "Without this option the extension of the output decides, or else the data format.",
            valueName: "type"), completion: .custom(fileTypeChoices))
    var file: String?

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "The data format: fmt[@rate][/hexflags][#frames], for instance LEI16@44100, BEF32, ima4, ulaw.",
            discussion: """
                Linear PCM is [BE|LE]{F|[U]I}{8|16|24|32|64}. 0 copies the packets of the source, N takes \
                the native form of a lossless source. Without this option the file type decides.
                """, valueName: "format"), completion: .custom(dataFormatChoices))
    var data: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The number of channels.", valueName: "channels"))
    var channels: UInt32?

    @Option(
        name: [.customShort("l"), .customLong("channellayout")],
        help: ArgumentHelp(
            "The channel layout of the output, by name. Given twice, the first is that of the input.",
            valueName: "layout"), completion: .custom(channelLayoutChoices))
    var layouts: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Bits per second of the encoded sound, over all channels.", valueName: "bps"))
    var bitrate: UInt32?

    @Option(name: .shortAndLong, help: ArgumentHelp("The quality of the encoder, 0 to 127.", valueName: "quality"))
    var quality: UInt32?

    @Option(
        name: [.customShort("r"), .long],
        help: ArgumentHelp(
            "The quality of sample-rate conversion, 0 to 127; 127 without this option.", valueName: "quality"))
    var srcQuality: UInt32?

    @Option(
        help: ArgumentHelp("The algorithm of sample-rate conversion: line, norm, bats or minp.", valueName: "kind"),
        completion: .list(["line", "norm", "bats", "minp"]))
    var srcComplexity: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Bit rate strategy: 0 constant, 1 average, 2 constrained variable, 3 variable.", valueName: "strategy"),
        completion: .list(["0", "1", "2", "3"]))
    var strategy: UInt32?

    @Option(
        help: ArgumentHelp("How conversion is primed: 0 pre, 1 normal, 2 none.", valueName: "method"),
        completion: .list(["0", "1", "2"]))
    var primeMethod: UInt32?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The priming and remainder frames to write into the file, as two numbers; -1 keeps the counted one.",
            valueName: "priming remainder"))
    var primeOverride: [PairArgument] = []

    @Option(
        help: ArgumentHelp(
            "The kind of media, for players: Audiobook, Music, Podcast, or any other words.",
            discussion: "It is written into the text of the file, and in MPEG-4 files into the item 'stik' too.",
            valueName: "kind"), completion: .list(["Audiobook", "Music", "Podcast"]))
    var mediaKind: String?

    @Option(
        help: ArgumentHelp("The maker of the codec: appl is the only one.", valueName: "code"),
        completion: .list(["appl"]))
    var codecManuf: String?

    @Flag(
        help: ArgumentHelp(
            "Measure the loudness and write it as sound check data: in CAF, M4A, WAVE and AIFF files.",
            discussion: "The loudness is measured by ITU-R BS.1770. Players that use it play at -16 LUFS."))
    var soundcheckGenerate = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The anchor loudness to write into the file.", valueName: "LUFS"))
    var anchorLoudness: Float?

    @Flag(help: "Measure the loudness of the whole sound and write it as the anchor loudness.")
    var anchorGenerate = false

    @Flag(
        help: ArgumentHelp(
            "Write the SHA-1 of the input's audio data into the file.",
            discussion: "The chunk 'SHA1' of CAF, WAVE and AIFF files holds its 20 bytes."))
    var generateHash = false

    @Option(
        help: ArgumentHelp(
            "The number of bits that state the size of a packet: 16, for AAC in MPEG-4 files.", valueName: "bits"),
        completion: .list(["16"]))
    var condensedFraming: UInt32?

    @Flag(help: "Do not begin the audio data at a page boundary.")
    var noFiller = false

    @Option(
        help: ArgumentHelp(
            "The dither where bits are dropped: 0 none, 1 triangular, 2 noise-shaped.", valueName: "algorithm"),
        completion: .list(["0", "1", "2"]))
    var dither: UInt32?

    @Flag(help: "Mix down to fewer channels instead of dropping some.")
    var mix = false

    @Option(
        name: [.customShort("u"), .long], parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set a property of the AudioConverter, as two words: its code and an integer or decimal value.",
            discussion: "Properties that only Apple's codecs have, such as pgcm, have no effect; -v reports them.",
            valueName: "property value"))
    var userproperty: [PairArgument] = []

    @Option(
        name: .customLong("ud", withSingleDash: true), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Like -u, for the decoder alone.", valueName: "property value"))
    var decoderProperty: [PairArgument] = []

    @Option(
        name: .customLong("ue", withSingleDash: true), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Like -u, for the encoder alone.", valueName: "property value"))
    var encoderProperty: [PairArgument] = []

    func validate() throws {
        if let dither { guard dither <= 2 else { throw ValidationError("--dither needs 0, 1 or 2") } }
    }

    /// These options where they are given, else those of `base`.
    func merged(over base: OutputOptions) -> OutputOptions {
        var merged = self
        merged.file = file ?? base.file
        merged.data = data ?? base.data
        merged.channels = channels ?? base.channels
        merged.layouts = layouts.isEmpty ? base.layouts : layouts
        merged.bitrate = bitrate ?? base.bitrate
        merged.quality = quality ?? base.quality
        merged.srcQuality = srcQuality ?? base.srcQuality
        merged.srcComplexity = srcComplexity ?? base.srcComplexity
        merged.strategy = strategy ?? base.strategy
        merged.primeMethod = primeMethod ?? base.primeMethod
        merged.primeOverride = primeOverride.isEmpty ? base.primeOverride : primeOverride
        merged.mediaKind = mediaKind ?? base.mediaKind
        merged.codecManuf = codecManuf ?? base.codecManuf
        merged.noFiller = noFiller || base.noFiller
        merged.soundcheckGenerate = soundcheckGenerate || base.soundcheckGenerate
        merged.anchorLoudness = anchorLoudness ?? base.anchorLoudness
        merged.anchorGenerate = anchorGenerate || base.anchorGenerate
        merged.generateHash = generateHash || base.generateHash
        merged.condensedFraming = condensedFraming ?? base.condensedFraming
        merged.dither = dither ?? base.dither
        merged.mix = mix || base.mix
        merged.userproperty = base.userproperty + userproperty
        merged.decoderProperty = base.decoderProperty + decoderProperty
        merged.encoderProperty = base.encoderProperty + encoderProperty
        return merged
    }

    /// The options that are given, in words that are the same whatever their order on the command line.
    var settings: String {
        var words: [String] = []
        func add(_ name: String, _ value: (some Any)?) { if let value { words.append("\(name)=\(value)") } }
        func add(_ name: String, _ pairs: [PairArgument]) {
            words += pairs.map { "\(name)=\($0.first) \($0.second)" }
        }
        func add(_ name: String, _ flag: Bool) { if flag { words.append(name) } }
        add("file", file)
        add("data", data)
        add("channels", channels)
        for layout in layouts { add("layout", layout) }
        add("bitrate", bitrate)
        add("quality", quality)
        add("src-quality", srcQuality)
        add("src-complexity", srcComplexity)
        add("strategy", strategy)
        add("prime-method", primeMethod)
        add("prime-override", primeOverride)
        add("media-kind", mediaKind)
        add("codec-manuf", codecManuf)
        add("no-filler", noFiller)
        add("soundcheck-generate", soundcheckGenerate)
        add("anchor-loudness", anchorLoudness)
        add("anchor-generate", anchorGenerate)
        add("generate-hash", generateHash)
        add("condensed-framing", condensedFraming)
        add("dither", dither)
        add("mix", mix)
        add("userproperty", userproperty)
        add("decoder-property", decoderProperty)
        add("encoder-property", encoderProperty)
        return words.joined(separator: "; ")
    }

    /// How many channels the layout that was named for the output has, nil where it leaves that open.
    var layoutChannels: UInt32? {
        guard let tag = layouts.last.flatMap(ChannelLayoutNames.tag) else { return nil }
        return ChannelLayoutNames.channels(tag)
    }

    /// The options that are given and only encoders heed.
    var namesForEncoders: [String] {
        [("-b", bitrate), ("-q", quality), ("-s", strategy)].filter { $0.1 != nil }.map { $0.0 }
    }

    /// Whether properties are named that a converter would have to take.
    var setsProperties: Bool { !userproperty.isEmpty || !encoderProperty.isEmpty }
}

/// An `-o`, and the options that apply to its output alone.
struct OutputSection: ParsableArguments {
    @Option(
        name: .customShort("o"), parsing: .unconditional,
        help: ArgumentHelp("An output; options after it apply to it alone.", valueName: "path"), completion: .file())
    var path: String

    @OptionGroup var options: OutputOptions
}

/// Two words of the command line that belong together; `CommandLineSections` joins them for the parser.
struct PairArgument: ExpressibleByArgument, Equatable {
    static let separator: Character = "\u{1F}"

    let first: String
    let second: String

    init?(argument: String) {
        let words = argument.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard words.count == 2 else { return nil }
        (first, second) = (String(words[0]), String(words[1]))
    }
}
