import AudioContainers
import AudioCore
import AudioFiles
import RemoteMedia

/// Packets of a stream, in order.
struct StreamPackets: Sendable {
    var format: StreamFormat
    var cookie: [UInt8]
    var layout: ChannelLayout?
    var bytes: [UInt8]
    /// Where the packets are in `bytes`.
    var packets: [PacketDescription]
    /// Frames at the start that are not heard.
    var priming = 0
    /// Whether the decoder begins anew: the packets do not follow those before.
    var isDiscontinuous = false

    /// Frames of all packets.
    var frames: Int64 {
        packets.reduce(0) { $0 + Int64($1.frames > 0 ? $1.frames : UInt32(clamping: format.framesPerPacket)) }
    }

    /// Hertz, and channels. Buffers are sized by them.
    private static let (sampleRates, channelCounts) = (1.0...768_000.0, 1...64)

    /// Checks that a player can play the format, as it does for files.
    ///
    /// - Throws: a failure for another sample rate or number of channels. A header may state any.
    func requirePlayable() throws(HTTPSource.Failure) {
        guard Self.sampleRates.contains(format.sampleRate) else {
            throw HTTPSource.Failure("a stream has a sample rate from 1 to 768,000 Hz", .content)
        }
        guard Self.channelCounts.contains(format.channels) else {
            throw HTTPSource.Failure("a stream has 1 to 64 channels", .content)
        }
    }

    /// Whether one decoder decodes both.
    func continues(_ other: StreamPackets) -> Bool {
        !isDiscontinuous && format == other.format && cookie == other.cookie
    }
}

extension StreamPackets {
    /// Bytes of a segment's packets; an honest segment has a fiftieth of it.
    private static let mostBytes = 64 << 20
    private static let mostPackets = 1 << 20

    /// Reads the packets of bytes that are a file, or a piece of one.
    ///
    /// - Parameter hint: the file type that they are, or 0.
    init(_ bytes: [UInt8], hint: FourCC) throws(AudioError) {
        let file = try OpenFile.open(MemoryBytes(bytes), sink: nil, .read, hint: hint)
        let description = file.description
        let index = description.packets
        let size = Int(clamping: index.totalBytes)
        guard size <= Self.mostBytes, index.count <= Self.mostPackets else {
            throw .invalidFile.because("a segment is too large")
        }
        var packets: [PacketDescription] = []
        var failure: AudioError?
        let content = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
            do throws(AudioError) {
                var place: Int64 = 0
                while place < index.count {
                    let offset = Int64(count)
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    let read = try file.readPackets(from: place, count: Int(index.count - place), into: rest) {
                        _, found in
                        var found = found
                        found.offset += offset
                        packets.append(found)
                    }
                    guard read.packets > 0 else { break }
                    count += read.bytes
                    place += Int64(read.packets)
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
        guard !packets.isEmpty else { throw .invalidFile.because("a segment has no packet") }
        self.init(
            format: file.format, cookie: description.magicCookie, layout: description.layout, bytes: content,
            packets: packets, priming: description.packetTable.map { Int($0.primingFrames) } ?? 0)
    }
}

/// The sound of a segment of an HTTP Live Stream, and the metadata in it.
struct SegmentSound: Sendable {
    var packets: StreamPackets
    /// Tags, and the seconds after the segment's start from which they hold.
    var tags: [(seconds: Double, tag: ID3Stamp)] = []

    /// Packets of MPEG audio and AC-3 have no file type in a transport stream: the types of their streams stand for them.
    private static let types: [TransportStream.Kind: FourCC] = [
        .adts: "adts", .loas: "loas", .mpeg: "MPG3", .ac3: "ac-3", .eac3: "ec-3",
    ]

    /// - Parameters:
    ///   - bytes: of the segment, decrypted.
    ///   - map: what comes before them.
    init(_ bytes: [UInt8], map: [UInt8]) throws(AudioError) {
        guard map.isEmpty else {
            packets = try StreamPackets(map + bytes, hint: "m4af")
            return
        }
        guard TransportStream.isMeant(by: bytes) else {
            let stamp = ID3Stamp(parsing: bytes[...])
            packets = try StreamPackets(stamp.size > 0 ? Array(bytes[stamp.size...]) : bytes, hint: FourCC(0))
            packets.priming = 0
            if !stamp.texts.isEmpty { tags = [(0, stamp)] }
            return
        }
        let stream = TransportStream(parsing: bytes)
        guard let kind = stream.kind, let hint = Self.types[kind], !stream.sound.isEmpty else {
            throw .invalidFile.because("a segment of the transport stream has no sound")
        }
        packets = try StreamPackets(stream.sound, hint: hint)
        packets.priming = 0
        for timed in stream.tags {
            let ticks = (timed.time ?? 0) - (stream.start ?? 0)
            // The times have 33 bits.
            let wrap: Int64 = 1 << 33
            let later = timed.time == nil || stream.start == nil ? 0 : (ticks % wrap + wrap) % wrap
            let stamp = ID3Stamp(parsing: timed.bytes[...])
            if stamp.size > 0 { tags.append((later > 1 << 32 ? 0 : Double(later) / 90_000, stamp)) }
        }
    }
}
