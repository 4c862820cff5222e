import AudioCore

/// Chapters, as markers: from QuickTime's track of texts, which a sound track refers to, or from Nero's list `chpl`.
///
/// Written is Nero's list, which needs no track of its own.
enum MPEG4Chapters {
    private static let list: FourCC = "chpl"
    /// Nero counts in 100 ns.
    private static let ticksPerSecond = 1e7
    private static let maximumCount = 4096
    private static let maximumText: UInt32 = 1 << 16

    /// - Parameters:
    ///   - track: the sound track.
    ///   - tracks: all of the file.
    static func read(
        of track: MPEG4Reader.Track, among tracks: [MPEG4Reader.Track], moov: MPEG4Atom, _ atoms: MPEG4Atoms,
        sampleRate: Double
    ) throws(AudioError) -> [Marker] {
        if let text = try textTrack(of: track, among: tracks, atoms) {
            // A track of texts that cannot be read is no reason to refuse the sound.
            if let markers = try? read(text, atoms, sampleRate: sampleRate), !markers.isEmpty { return markers }
        }
        guard let atom = try atoms.first(["udta", list], in: moov) else { return [] }
        var input = try atoms.reader(of: atom, upTo: 1 << 20)
        return read(&input, sampleRate: sampleRate)
    }

    private static func marker(_ seconds: Double, _ name: String, _ index: Int, _ sampleRate: Double) -> Marker {
        Marker(framePosition: (seconds * sampleRate).rounded(), name: name, id: Int32(index + 1))
    }

    // MARK: Nero's list

    /// A list that breaks off ends there.
    private static func read(_ input: inout ByteReader, sampleRate: Double) -> [Marker] {
        var markers: [Marker] = []
        do throws(AudioError) {
            let version = try input.big(UInt32.self) >> 24
            if version > 0 { try input.skip(4) }
            for index in 0..<Int(try input.big(UInt8.self)) {
                let start = Double(try input.big(UInt64.self)) / ticksPerSecond
                let length = Int(try input.big(UInt8.self))
                let name = String(decoding: try input.take(length), as: UTF8.self)
                markers.append(marker(start, name, index, sampleRate))
            }
        } catch { return markers }
        return markers
    }

    /// The list for a file's markers; it has room for 255.
    static func write(_ markers: [Marker], sampleRate: Double, to output: inout ByteWriter) {
        guard !markers.isEmpty, sampleRate > 0 else { return }
        let sorted = markers.sorted { $0.framePosition < $1.framePosition }.prefix(255)
        output.fullAtom(list, version: 1) {
            $0.zeros(4)
            $0.big(UInt8(sorted.count))
            for marker in sorted {
                let seconds = marker.framePosition / sampleRate
                $0.big(seconds.isFinite ? UInt64(max(0, min(seconds * ticksPerSecond, 0x1p62)).rounded()) : 0)
                let name = marker.name.utf8Prefix(255)
                $0.big(UInt8(name.count))
                $0.append(name)
            }
        }
    }

    // MARK: QuickTime's track

    private static func textTrack(
        of track: MPEG4Reader.Track, among tracks: [MPEG4Reader.Track], _ atoms: MPEG4Atoms
    ) throws(AudioError) -> MPEG4Reader.Track? {
        guard let chap = try atoms.first(["tref", "chap"], in: track.trak) else { return nil }
        var input = try atoms.reader(of: chap, upTo: 256)
        while let id = try? input.big(UInt32.self) {
            // A track of pictures may be named too.
            if let found = tracks.first(where: { $0.id == id && $0.isText }) { return found }
        }
        return nil
    }

    private static func read(
        _ track: MPEG4Reader.Track, _ atoms: MPEG4Atoms, sampleRate: Double
    ) throws(AudioError) -> [Marker] {
        guard track.timescale > 0, let stbl = try atoms.first(["minf", "stbl"], in: track.mdia) else { return [] }
        var samples = MPEG4Samples(format: StreamFormat(formatID: "text", channels: 0), fileSize: atoms.fileSize)
        try MPEG4SampleTable(stbl, atoms).read(into: &samples)
        var markers: [Marker] = []
        var ticks: Int64 = 0
        for position in 0..<min(samples.packets.count, Int64(maximumCount)) {
            let packet = samples.packets[position]
            let bytes = try atoms.source.prefix(at: packet.offset, upTo: Int(min(packet.size, maximumText)))
            markers.append(marker(Double(ticks) / track.timescale, text(bytes), markers.count, sampleRate))
            ticks += Int64(packet.frames)
        }
        return markers
    }

    /// A sample's text behind its length: UTF-8, or UTF-16 with a mark. Atoms about its looks may follow.
    private static func text(_ bytes: [UInt8]) -> String {
        var input = ByteReader(bytes)
        guard let length = try? input.big(UInt16.self), let text = try? input.take(min(Int(length), input.remaining))
        else { return "" }
        guard text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) else {
            return String(decoding: text, as: UTF8.self)
        }
        let isBig = text.first == 0xFE
        var units = ByteReader(text.dropFirst(2))
        var wide: [UInt16] = []
        while let unit = isBig ? try? units.big(UInt16.self) : try? units.little(UInt16.self) { wide.append(unit) }
        return String(decoding: wide, as: UTF16.self)
    }
}

extension String {
    /// UTF-8 of at most `count` bytes, cut between characters.
    func utf8Prefix(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in self {
            guard bytes.count + character.utf8.count <= count else { break }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }
}
