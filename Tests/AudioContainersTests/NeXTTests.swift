import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct NeXTTests {
    /// A header of any numbers, then a text, then `count` bytes.
    private func file(
        offset: UInt32 = 28, size: UInt32 = 8, encoding: UInt32 = 3, rate: UInt32 = 8000, channels: UInt32 = 2,
        text: [UInt8] = [0, 0, 0, 0], _ count: Int = 8, little: Bool = false
    ) -> MemoryBytes {
        var output = ByteWriter()
        output.append((little ? "dns." : ".snd").utf8)
        for number in [offset, size, encoding, rate, channels] {
            if little { output.little(number) } else { output.big(number) }
        }
        output.append(text)
        output.append(soundBytes(count))
        return MemoryBytes(output.bytes)
    }

    private func status(_ source: MemoryBytes) -> Int32? {
        do throws(AudioError) {
            _ = try NeXT.read(source)
            return nil
        } catch { return error.status }
    }

    @Test(arguments: Fixture.of("AU")) func readsTheFixture(fixture: Fixture) throws {
        let file = try NeXT.read(MemoryBytes(try fixture.bytes()))
        #expect(file.format.sampleRate == fixture.sampleRate)
        #expect(file.format.channels == fixture.channels)
        #expect(file.packets.totalFrames == Int64(fixture.frames))
        #expect(file.isComplete)
    }

    @Test func readsTheTextAsComments() throws {
        let file = try NeXT.read(MemoryBytes(Fixture.named("AU/s16-text.au").bytes()))
        #expect(file.info["comments"] == "A.remark.of.some.length")
    }

    @Test func severalTextsAreLines() throws {
        #expect(try NeXT.read(file(offset: 31, text: Array("a\0bc\0\0\0".utf8) + [0])).info["comments"] == "a\nbc")
        #expect(try NeXT.read(file()).info.isEmpty)
    }

    @Test(arguments: NeXT.types[0].formats) func everyFormatComesBack(writable: FileType.WritableFormat) throws {
        let format = ContainerSamples.sample(writable).format
        var description = ContainerFiles.pcm(format, frames: 9, fileType: "NeXT")
        description.info["comments"] = "über"
        let file = try NeXT.read(ContainerFiles.file(NeXT.self, description))
        #expect(file.format == format)
        #expect(file.packets.count == 9)
        #expect(file.info == description.info)
        #expect(file.dataOffset == 32)
        #expect(file.isComplete)
    }

    @Test func writesTheBytesOfTheManualPage() throws {
        let format = StreamFormat.pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true)
        let enclosure = try NeXT.enclose(ContainerFiles.pcm(format, frames: 3, fileType: "NeXT"), dataOffset: nil)
        let head: [UInt8] = Array(".snd".utf8) + [0, 0, 0, 28, 0, 0, 0, 12, 0, 0, 0, 3, 0, 0, 0xAC, 0x44, 0, 0, 0, 2]
        #expect(enclosure == Enclosure(head: head + [0, 0, 0, 0]))
    }

    @Test func sizesThatAreUnknownOrLie() throws {
        #expect(try NeXT.read(file(size: .max)).dataSize == 8)
        #expect(!(try NeXT.read(file(size: .max)).isComplete))
        #expect(try NeXT.read(file(size: 0)).packets.count == 2)
        #expect(!(try NeXT.read(file(size: 0)).isComplete))
        #expect(try NeXT.read(file(size: 0, 0)).isComplete)
        #expect(try NeXT.read(file(size: 7)).packets.count == 1)
        #expect(try NeXT.read(file(size: 1 << 31)).dataSize == 8)
        #expect(!(try NeXT.read(file(size: 1 << 31)).isComplete))
        for offset: UInt32 in [0, 4, 23, 37, .max] {
            #expect(status(file(offset: offset)) == AudioError.invalidFile.status)
        }
        #expect(try NeXT.read(file(offset: 36)).dataSize == 0)
        #expect(try NeXT.read(file(offset: 24)).dataSize == 8)
    }

    @Test func formatsThatCannotBe() {
        for channels: UInt32 in [0, 1025, .max] {
            #expect(status(file(channels: channels)) == AudioError.invalidFile.status)
        }
        #expect(status(file(rate: 0)) == AudioError.invalidFile.status)
        for encoding: UInt32 in [0, 8, 23, 26, 28, .max] {
            #expect(status(file(encoding: encoding)) == AudioError.unsupportedDataFormat.status)
        }
        #expect(status(MemoryBytes(Array(file().contents.prefix(23)))) == AudioError.invalidFile.status)
        #expect(
            status(MemoryBytes(Array("RIFF".utf8) + [UInt8](repeating: 0, count: 40))) == AudioError.invalidFile.status)
    }

    @Test func readsTheLittleEndianVariant() throws {
        let file = try NeXT.read(file(little: true))
        #expect(file.format == .pcm(.signed, bits: 16, sampleRate: 8000, channels: 2))
        #expect(throws: AudioError.self) { try NeXT.enclose(file, dataOffset: nil) }
    }

    @Test func theHeadHasTheLengthAskedFor() throws {
        let format = StreamFormat.pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true)
        var description = ContainerFiles.pcm(format, frames: 3, fileType: "NeXT")
        #expect(try NeXT.enclose(description, dataOffset: 24).head.count == 24)
        description.info["comments"] = "four"
        for offset: Int64 in [29, 30, 4096] {
            #expect(try NeXT.enclose(description, dataOffset: offset).head.count == Int(offset))
        }
        for offset: Int64 in [-1, 0, 24, 28, 1 << 40] {
            let error = #expect(throws: AudioError.self) { try NeXT.enclose(description, dataOffset: offset) }
            #expect(error?.status == AudioError.operationNotSupported.status)
        }
    }

    @Test func anUnfinishedOrVeryLargeFileGoesToItsEnd() throws {
        let format = StreamFormat.pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true)
        var description = ContainerFiles.pcm(format, frames: 3, fileType: "NeXT")
        description.isComplete = false
        #expect(!(try NeXT.read(ContainerFiles.file(NeXT.self, description)).isComplete))
        description = ContainerFiles.pcm(format, frames: 5 << 30, fileType: "NeXT")
        let head = try NeXT.enclose(description, dataOffset: nil).head
        let file = try NeXT.read(HollowBytes(start: head, size: description.dataSize + Int64(head.count)))
        #expect(file.dataSize == description.dataSize)
        #expect(file.isComplete)
    }
}
