/// What the headers of a Vorbis stream state: its format, and how many frames each of its packets decodes to.
///
/// After the Vorbis I specification, sections 4.2 and 4.3. The magic cookie has the three headers as Matroska and MPEG-4 have
/// them: the number 2, the sizes of the first two headers, each as bytes of 255 and a last one below, and the headers. Its
/// comments are empty, whatever those of the stream say: they are in the file's dictionary.
package struct VorbisHeaders: Hashable, Sendable {
    package let channels: Int
    package let sampleRate: Int
    /// The identification and the setup.
    private let identification: [UInt8]
    private let setup: [UInt8]
    /// Frames of a short block and of a long one.
    private let blocks: (short: Int, long: Int)
    private let modes: [Bool]

    package static let magic = Array("vorbis".utf8)
    private static let identificationSize = 30
    /// An empty vendor, no comments, and the bit that ends the header.
    private static let comments = [3] + magic + [0, 0, 0, 0, 0, 0, 0, 0, 1]

    package static func == (left: Self, right: Self) -> Bool {
        left.identification == right.identification && left.setup == right.setup
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(identification)
        hasher.combine(setup)
    }

    /// Whether a packet is the header of a kind: 1 the identification, 3 the comments, 5 the setup.
    package static func isHeader(_ packet: some Sequence<UInt8>, kind: UInt8) -> Bool {
        packet.starts(with: [kind] + magic)
    }

    /// - Throws: `converterFormat` for headers that are broken or ask for too much memory.
    package init(identification first: [UInt8], setup: [UInt8]) throws(AudioError) {
        guard Self.isHeader(first, kind: 1), first.count >= Self.identificationSize else { throw Self.broken }
        identification = Array(first[..<Self.identificationSize])
        self.setup = setup
        channels = Int(first[11])
        sampleRate = first[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        let (short, long) = (first[28] & 15, first[28] >> 4)
        guard first[7..<11].allSatisfy({ $0 == 0 }), channels > 0, (1...768_000).contains(sampleRate), short <= long,
            short >= 6, long <= 13, first[29] & 1 == 1
        else { throw Self.broken }
        guard channels <= 8 else {
            throw .converterFormat.because("Vorbis of \(channels) channels does not say which is which")
        }
        blocks = (1 << Int(short), 1 << Int(long))
        modes = try VorbisSetup(setup, channels: channels).modes
    }

    /// - Throws: `converterFormat` for anything but three headers.
    package init(cookie: [UInt8]) throws(AudioError) {
        guard cookie.first == 2 else { throw Self.broken }
        var position = 1
        func size() -> Int? {
            var size = 0
            while position < cookie.count {
                size += Int(cookie[position])
                position += 1
                if cookie[position - 1] < 255 { return size }
            }
            return nil
        }
        guard let first = size(), let second = size(), first + second <= cookie.count - position else {
            throw Self.broken
        }
        try self.init(
            identification: Array(cookie[position..<position + first]),
            setup: Array(cookie[(position + first + second)...]))
    }

    private static var broken: AudioError { .converterFormat.because("the headers of the Vorbis stream are broken") }

    package var cookie: [UInt8] {
        let parts = [identification, Self.comments]
        let sizes = parts.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
        return [2] + sizes + parts.joined() + setup
    }

    /// Whether one decoder takes the packets of both.
    package func decodesLike(_ other: Self) -> Bool {
        channels == other.channels && sampleRate == other.sampleRate && blocks == other.blocks && setup == other.setup
    }

    /// The most frames that a packet gives.
    package var maximumFrames: Int { blocks.long / 2 }

    /// Frames of the block in a packet that begins with `first`; nil for what is no packet of sound.
    package func block(_ first: UInt8) -> Int? {
        let mode = Int(first >> 1) & (1 << VorbisSetup.bits(for: modes.count - 1) - 1)
        guard first & 1 == 0, mode < modes.count else { return nil }
        return modes[mode] ? blocks.long : blocks.short
    }

    /// Frames that a packet gives behind another: from the middle of one block to the middle of the next. The first packet of
    /// a stream gives none.
    package static func frames(_ block: Int, behind previous: Int?) -> Int {
        previous.map { ($0 + block) / 4 } ?? 0
    }

    /// Vorbis has an order of channels for each of their numbers, which Opus shares.
    package static func layout(channels: Int) -> ChannelLayout? {
        let tags: [Int: UInt32] = [1: 100, 2: 101, 3: 150, 4: 185, 5: 212, 6: 213, 7: 214, 8: 215]
        return tags[channels].map { ChannelLayout(tag: $0 << 16 | UInt32(channels)) }
    }
}
