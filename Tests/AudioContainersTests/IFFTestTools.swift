import AudioContainers
import AudioCore
import Foundation
import TestSupport
import Testing

/// A file as the engine would put it together: head, `dataSize` bytes of sound, tail.
struct EnclosedFile {
    var bytes: [UInt8]
    var description: FileDescription

    init(
        _ file: FileDescription, _ container: any Container.Type, data: [UInt8], dataOffset: Int64? = nil
    ) throws {
        var file = file
        file.dataSize = Int64(data.count)
        if file.packets.isConstant { file.packets.setConstantCount(Int64(data.count / file.packets.constantSize)) }
        let enclosure = try container.enclose(file, dataOffset: dataOffset)
        file.dataOffset = Int64(enclosure.head.count)
        bytes = enclosure.head + data + enclosure.tail
        description = file
    }
}

/// An empty description of a new file.
func newFile(_ type: FourCC, _ format: StreamFormat) -> FileDescription {
    FileDescription(
        fileType: type, format: format,
        packets: PacketIndex(constantSize: format.bytesPerPacket, frames: format.framesPerPacket, count: 0))
}

/// Bytes that look like no chunk.
func soundBytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 129) | 0x80 } }

/// A row of the corpus' manifest.
struct CorpusFile {
    var path: String
    var codec: String
    var sampleRate: Double?
    var channels: Int?
    var frames: Int64?
    var hash16: String

    /// The files in the given folders of the corpus.
    static func all(in folders: [String], extensions: [String]) throws -> [CorpusFile] {
        let text = try String(contentsOfFile: #require(Corpus.root) + "/MANIFEST.tsv", encoding: .utf8)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 19 else { return nil }
            let path = String(fields[0].dropFirst("corpus/".count))
            guard folders.contains(where: { path.hasPrefix($0 + "/") }),
                extensions.contains(where: { path.lowercased().hasSuffix("." + $0) })
            else { return nil }
            return CorpusFile(
                path: path, codec: fields[4], sampleRate: Double(fields[6]), channels: Int(fields[7]),
                frames: fields[9].contains(" ") ? nil : Int64(fields[9]), hash16: fields[19])
        }
    }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: #require(Corpus.root) + "/" + path))) }
    }
}

/// A chunk as a file holds it, with a size of its own where the tests want it to lie.
func iffChunk(_ id: FourCC, _ body: [UInt8], size: UInt32? = nil, bigEndian: Bool = false) -> [UInt8] {
    var writer = ByteWriter()
    writer.fourCC(id)
    if bigEndian { writer.big(size ?? UInt32(body.count)) } else { writer.little(size ?? UInt32(body.count)) }
    writer.append(body)
    writer.zeros(body.count % 2)
    return writer.bytes
}

func iffForm(_ form: FourCC, _ type: FourCC, _ chunks: [[UInt8]], size: UInt32? = nil) -> [UInt8] {
    iffChunk(form, type.bytes + chunks.joined(), size: size, bigEndian: form == "FORM" || form == "RIFX")
}

/// The status with which a container refuses a description; nil where it does not.
func encloseStatus(_ container: any Container.Type, _ file: FileDescription, dataOffset: Int64?) -> Int32? {
    do throws(AudioError) {
        _ = try container.enclose(file, dataOffset: dataOffset)
        return nil
    } catch { return error.status }
}

/// The status with which a container refuses a file; nil where it does not.
func readStatus(_ container: any Container.Type, _ bytes: [UInt8]) -> Int32? {
    do throws(AudioError) {
        _ = try container.read(MemoryBytes(bytes))
        return nil
    } catch { return error.status }
}
