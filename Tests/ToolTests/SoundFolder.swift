import AudioContainers
import AudioCore
import AudioFiles
import TestSupport
import Testing

extension TemporaryFolder {
    /// Runs afconvert, which must succeed without a word.
    func convert(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let arguments = words.split(separator: " ").map(String.init)
        let result = try run("/usr/bin/env", ["afconvert"] + arguments)
        #expect(result.status == 0 && result.errors == "", "\(words): \(result.errors)", sourceLocation: sourceLocation)
        #expect(result.output == "", sourceLocation: sourceLocation)
    }

    /// Runs afconvert, which must fail with this line and leave the folder as it was.
    func refuse(_ words: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try files
        let result = try run("/usr/bin/env", ["afconvert"] + words.split(separator: " ").map(String.init))
        #expect(result.status == 1, sourceLocation: sourceLocation)
        #expect(result.errors == "Error: \(line)\n", sourceLocation: sourceLocation)
        #expect(result.output == "", sourceLocation: sourceLocation)
        #expect(try files == before, sourceLocation: sourceLocation)
    }

    /// What a file states of itself.
    func description(_ name: String) throws -> FileDescription {
        try OpenFile.open(path + "/" + name, .read, hint: FourCC(0)).description
    }

    /// The file's format, as afinfo spells it.
    func format(_ name: String) throws -> String { try description(name).format.text }

    /// The bytes of the audio data.
    func payload(_ name: String) throws -> [UInt8] {
        let file = try OpenFile.open(path + "/" + name, .read, hint: FourCC(0))
        let count = file.description.packets.count
        let size = Int(count) * file.format.bytesPerPacket
        let start = Int(file.description.dataOffset)
        return Array(try bytes(name)[start..<start + size])
    }

    /// The samples of any file we read, as 16-bit integers.
    func samples(_ name: String) throws -> [Int16] {
        let words = ["afconvert", name, "-f", "WAVE", "-d", "LEI16", "-o", ".samples.wav"]
        let result = try run("/usr/bin/env", words)
        #expect(result.status == 0 && result.errors == "", "\(name): \(result.errors)")
        defer { _ = try? run("/usr/bin/env", ["rm", ".samples.wav"]) }
        let bytes = try payload(".samples.wav")
        return stride(from: 0, to: bytes.count - 1, by: 2).map { i in
            Int16(bitPattern: UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8)
        }
    }

    func sha256(_ name: String) throws -> String { String(try tool("sha256sum", name).output.prefix(64)) }
}

/// What afconvert says of a file of a type that does not hold the data format.
func notHeld(_ file: String, _ type: String) -> String {
    "\(file): files of type '\(type)' do not hold this data format, or nothing here encodes it; afconvert -hf lists what they "
        + "hold"
}
