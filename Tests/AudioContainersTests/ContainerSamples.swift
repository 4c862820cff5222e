import AudioContainers
import AudioCore
import TestSupport

/// A little sound in one format: what the sweep over all containers puts into each of them.
struct ContainerSample: Sendable {
    var format: StreamFormat
    var magicCookie: [UInt8] = []
    var packets: PacketIndex
    var data: [UInt8]

    func description(_ fileType: FourCC) -> FileDescription {
        var file = FileDescription(fileType: fileType, format: format, packets: packets)
        file.magicCookie = magicCookie
        file.dataSize = Int64(data.count)
        file.alignsAudioData = false
        return file
    }

    /// A file of this sound alone.
    func file(_ container: any Container.Type, _ type: FourCC) throws(AudioError) -> [UInt8] {
        var file = description(type)
        var data = try framed(container, &file)
        if let page = try container.revisedPage(of: &file) {
            data.replaceSubrange(Int(page.offset)..<Int(page.offset) + page.bytes.count, with: page.bytes)
        }
        let enclosure = try container.enclose(file, dataOffset: nil)
        return enclosure.head + data + enclosure.tail
    }

    /// The audio data as it stands in a file: packets behind the headers that the container gives them.
    func framed(_ container: any Container.Type, _ file: inout FileDescription) throws(AudioError) -> [UInt8] {
        guard !packets.isConstant else { return data }
        var result: [UInt8] = []
        file.packets = PacketIndex(variableSizesWithFrames: packets.constantFrames)
        for (position, bytes) in contents.enumerated() {
            var failure: AudioError?
            bytes.withUnsafeBytes { packet in
                do throws(AudioError) {
                    result += try container.packetHeaders([packet], in: &file).joined()
                } catch { failure = error }
            }
            if let failure { throw failure }
            file.packets.append(
                PacketDescription(
                    offset: Int64(result.count), frames: packets[Int64(position)].frames, size: UInt32(bytes.count)))
            result += bytes
        }
        file.dataSize = Int64(result.count)
        return result
    }

    /// The bytes of each packet.
    var contents: [[UInt8]] {
        (0..<packets.count).map { position in
            let packet = packets[position]
            return Array(data[Int(packet.offset)..<Int(packet.offset) + Int(packet.size)])
        }
    }
}

/// Samples by format. A container whose packets must be real, because they carry its headers, gives a row in `real`.
enum ContainerSamples {
    /// The sample of a format that a file type says it can hold.
    static func sample(_ writable: FileType.WritableFormat) -> ContainerSample {
        switch writable {
        case .pcm(let kind, let bits, let bigEndian):
            constant(.pcm(kind, bits: bits, sampleRate: 22_050, channels: 2, bigEndian: bigEndian))
        case .encoded(let id): encoded(id)
        }
    }

    /// Bytes and frames of a packet, per channel, of the formats whose packets have one size.
    private static let constantPackets: [FourCC: (bytes: Int, frames: Int, bits: Int)] = [
        .ulaw: (1, 1, 8), .alaw: (1, 1, 8), .ima4: (34, 64, 0), "MAC3": (2, 6, 0), "MAC6": (1, 6, 0),
        "ilbc": (38, 160, 0),
        FourCC(0x6D73_0002): (256, 500, 4), FourCC(0x6D73_0011): (256, 505, 4), "dvi8": (256, 505, 0),
    ]

    private static func encoded(_ id: FourCC) -> ContainerSample {
        if let real = real[id] { return real }
        if let packet = constantPackets[id] {
            return constant(
                StreamFormat(
                    sampleRate: 8000, formatID: id, bytesPerPacket: packet.bytes * 2, framesPerPacket: packet.frames,
                    bytesPerFrame: packet.frames == 1 ? packet.bytes * 2 : 0, channels: 2, bitsPerChannel: packet.bits))
        }
        var packets = PacketIndex(variableSizesWithFrames: 1024)
        for size: UInt32 in [20, 1, 130, 7] { packets.append(size: size) }
        return ContainerSample(
            format: StreamFormat(sampleRate: 44_100, formatID: id, framesPerPacket: 1024, channels: 2),
            packets: packets,
            data: soundBytes(158))
    }

    private static func constant(_ format: StreamFormat) -> ContainerSample {
        let count = 6
        return ContainerSample(
            format: format,
            packets: PacketIndex(
                constantSize: format.bytesPerPacket, frames: format.framesPerPacket, count: Int64(count)),
            data: soundBytes(count * format.bytesPerPacket))
    }

    /// Formats whose packets and cookies a container looks into, from files of other programs.
    private static let real: [FourCC: ContainerSample] = [
        .aac: taken(from: "CAF/aac-stereo.caf"), .alac: taken(from: "CAF/alac-stereo.caf"),
        "ac-3": taken(from: "AC3/ac3-stereo.ac3"), "ec-3": taken(from: "AC3/eac3-stereo.ec3"),
        // Its last packet is shorter than the others, which only a packet table could state.
        "flac": taken(from: "FLAC/s24-mono.flac").withoutLastPacket,
        "opus": opus(),
        "aach": extended("aach", [0x2B, 0x92, 0x08, 0x00], frames: 2048),
        "aacp": extended("aacp", [0xEB, 0x8A, 0x08, 0x00], frames: 2048),
        "aacl": extended("aacl", [0xBA, 0x10, 0x00], frames: 512),
        "aace": extended("aace", [0xF8, 0xE8, 0x40, 0x00], frames: 512),
        "agsm": mono("agsm", bytes: 33, frames: 160),
        FourCC(0x6D73_0031): mono(FourCC(0x6D73_0031), bytes: 65, frames: 320),
        "samr": speech("samr", rate: 8000, frames: 160, mode: 7, size: 32),
        "sawb": speech("sawb", rate: 16_000, frames: 320, mode: 8, size: 61),
    ]

    /// Packets of one size that have one channel.
    private static func mono(_ id: FourCC, bytes: Int, frames: Int) -> ContainerSample {
        constant(
            StreamFormat(
                sampleRate: 8000, formatID: id, bytesPerPacket: bytes, framesPerPacket: frames, channels: 1))
    }

    /// Packets of AAC under another configuration.
    private static func extended(_ id: FourCC, _ config: [UInt8], frames: Int) -> ContainerSample {
        var sample = taken(from: "CAF/aac-stereo.caf")
        sample.format.formatID = id
        sample.format.framesPerPacket = frames
        sample.magicCookie = ESDescriptor(specificInfo: config).bytes
        var packets = PacketIndex(variableSizesWithFrames: frames)
        for bytes in sample.contents { packets.append(size: UInt32(bytes.count)) }
        sample.packets = packets
        return sample
    }

    /// Packets of 20 ms in stereo, after RFC 6716: their first byte states it.
    private static func opus() -> ContainerSample {
        var packets = PacketIndex(variableSizesWithFrames: 960)
        let sizes: [UInt32] = [60, 3, 130]
        for size in sizes { packets.append(size: size) }
        let head: [UInt8] = [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
        return ContainerSample(
            format: StreamFormat(sampleRate: 48_000, formatID: "opus", framesPerPacket: 960, channels: 2),
            magicCookie: Array("OpusHead".utf8) + head, packets: packets,
            data: sizes.flatMap { [0xFC] + soundBytes(Int($0) - 1) })
    }

    /// Three frames of AMR, which begin with their mode.
    private static func speech(_ id: FourCC, rate: Double, frames: Int, mode: UInt8, size: Int) -> ContainerSample {
        var packets = PacketIndex(variableSizesWithFrames: frames)
        for _ in 0..<3 { packets.append(size: UInt32(size)) }
        return ContainerSample(
            format: StreamFormat(sampleRate: rate, formatID: id, framesPerPacket: frames, channels: 1),
            packets: packets, data: (0..<3).flatMap { _ in [mode << 3 | 4] + soundBytes(size - 1) })
    }

    private static func taken(from path: String) -> ContainerSample {
        do throws(AudioError) {
            let source = MemoryBytes(try Fixture.named(path).bytes())
            guard let container = try Containers.claiming(source) else { preconditionFailure(path) }
            let file = try container.read(source)
            let data = try source.bytes(at: file.dataOffset, count: Int(file.dataSize))
            return ContainerSample(
                format: file.format, magicCookie: file.magicCookie, packets: file.packets, data: data)
        } catch { preconditionFailure("\(path): \(error.reason)") }
    }
}

extension FileDescription {
    /// The same with all carried chunks in memory, as an engine has them before it lays a file out.
    func holdingChunks(of source: any ByteSource) throws(AudioError) -> FileDescription {
        var file = self
        for index in userChunks.indices {
            guard case .inFile(let offset, let size) = userChunks[index].body else { continue }
            file.userChunks[index].body = .bytes(try source.bytes(at: offset, count: Int(size)))
        }
        if case .inFile(let offset, let size)? = leadingTags?.body {
            file.leadingTags?.body = .bytes(try source.bytes(at: offset, count: Int(size)))
        }
        return file
    }

    /// The file this describes, with its audio data from another.
    func laidOut(_ container: any Container.Type, data source: any ByteSource) throws(AudioError) -> [UInt8] {
        let enclosure = try container.enclose(self, dataOffset: nil)
        return enclosure.head + (try source.bytes(at: dataOffset, count: Int(dataSize))) + enclosure.tail
    }
}

extension ContainerSample {
    /// The same with packets that all have as many frames.
    fileprivate var withoutLastPacket: ContainerSample {
        var index = PacketIndex(variableSizesWithFrames: packets.constantFrames)
        for position in 0..<max(0, packets.count - 1) { index.append(packets[position]) }
        return ContainerSample(
            format: format, magicCookie: magicCookie, packets: index, data: Array(data.prefix(Int(index.totalBytes))))
    }
}
