import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Files that lie, break off or were damaged: WAVE and AIFF refuse them or read what is there.
@Suite struct IFFRobustnessTests {
    static let files: [(String, any Container.Type, [UInt8])] = [
        ("WAVE", WAVE.self, WAVEChunkTests.rich), ("AIFF", AIFF.self, AIFFChunkTests.rich),
    ]

    /// Reads, and holds what comes out to the promises that later arithmetic relies on.
    static func check(_ container: any Container.Type, _ bytes: [UInt8]) {
        do throws(AudioError) {
            let file = try container.read(MemoryBytes(bytes))
            #expect(file.dataOffset >= 12)
            #expect(file.dataSize >= 0)
            #expect(file.dataOffset + file.dataSize <= Int64(bytes.count))
            let cut = WAVEBlocks.Kind(file.format.formatID) == nil ? 0 : Int64(file.packets.constantSize) - 1
            #expect(!file.packets.isConstant || file.packets.totalBytes <= file.dataSize + cut)
            #expect((1...1024).contains(file.format.channels))
            #expect(file.format.sampleRate >= 1 && file.format.sampleRate.isFinite)
            #expect(!file.format.isPCM || file.format.isValidPCM)
            do throws(AudioError) {
                _ = try container.enclose(file, dataOffset: nil)
                _ = try container.enclose(file, dataOffset: file.dataOffset)
            } catch { #expect(error.status != 0) }
        } catch {
            #expect([AudioError.invalidFile.status, AudioError.unsupportedDataFormat.status].contains(error.status))
        }
    }

    @Test(arguments: files.indices) func everyPrefixIsRefusedOrRead(index: Int) {
        let (_, container, bytes) = Self.files[index]
        for length in 0...bytes.count { Self.check(container, Array(bytes.prefix(length))) }
        #expect(readStatus(container, Array(bytes.prefix(11))) == AudioError.invalidFile.status)
    }

    @Test(arguments: files.indices) func damageIsRefusedOrRead(index: Int) {
        let (_, container, original) = Self.files[index]
        var random = CodecSignals.Random(seed: 20 + UInt64(index))
        let limits: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
        for _ in 0..<6000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 12..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = limits.randomElement(using: &random)!
                case 2:
                    for i in place..<min(place + 4, bytes.count) { bytes[i] = 0xFF }
                default: bytes.remove(at: place)
                }
            }
            Self.check(container, bytes)
        }
    }

    @Test(arguments: [0, 0xFFFF_FFFF, 0xFFFF_FFF0, 0x7FFF_FFFF, 4097] as [UInt32])
    func dataWithoutATrueSizeRunsToTheEnd(size: UInt32) throws {
        let data = soundBytes(402)
        let wave = iffForm("RIFF", "WAVE", [WAVEChunkTests.format, iffChunk("data", data, size: size)], size: size)
        let aiff = iffForm(
            "FORM", "AIFF",
            [
                AIFFChunkTests.common(frames: size, bits: 16),
                AIFFChunkTests.chunk("SSND", AIFFChunkTests.big(0, 0) + data, size: size),
            ], size: size)
        for (container, bytes) in [(WAVE.self, wave), (AIFF.self, aiff)] as [(any Container.Type, [UInt8])] {
            let file = try container.read(MemoryBytes(bytes))
            #expect(file.dataSize == 402)
            #expect(file.packets.count == 100)
            #expect(!file.isComplete)
        }
    }

    @Test func noDataIsNotUnfinishedData() throws {
        let list = iffChunk("LIST", FourCC("INFO").bytes + iffChunk("INAM", Array("x\0".utf8)))
        let wave = try WAVE.read(MemoryBytes(WAVEChunkTests.wave([iffChunk("data", []), list])))
        #expect(wave.packets.count == 0)
        #expect(wave.isComplete)
        #expect(wave.info["title"] == "x")
    }

    @Test func aMissingPadByteIsForgiven() throws {
        let odd = iffChunk("odd ", [1, 2, 3]).dropLast()
        let bytes = WAVEChunkTests.wave([Array(odd), iffChunk("data", soundBytes(8))])
        #expect(try WAVE.read(MemoryBytes(bytes)).packets.count == 2)
        let data = Array(iffChunk("data", soundBytes(7)).dropLast())
        #expect(try WAVE.read(MemoryBytes(WAVEChunkTests.wave([data]))).dataSize == 7)
    }

    @Test func senselessFormatsAreRefused() {
        func format(
            tag: UInt16 = 1, channels: UInt16 = 2, rate: UInt32 = 44_100, block: UInt16 = 4, bits: UInt16 = 16,
            size: UInt32? = nil, extra: [UInt8] = []
        ) -> [UInt8] {
            var writer = ByteWriter()
            writer.little(tag)
            writer.little(channels)
            writer.little(rate)
            writer.little(rate)
            writer.little(block)
            writer.little(bits)
            writer.append(extra)
            return iffForm(
                "RIFF", "WAVE",
                [
                    iffChunk("fmt ", writer.bytes, size: size), iffChunk("data", soundBytes(64)),
                ])
        }
        let invalid = AudioError.invalidFile.status
        let unsupported = AudioError.unsupportedDataFormat.status
        #expect(readStatus(WAVE.self, format()) == nil)
        #expect(readStatus(WAVE.self, format(channels: 0)) == invalid)
        #expect(readStatus(WAVE.self, format(channels: 65_535)) == invalid)
        #expect(readStatus(WAVE.self, format(rate: 0)) == invalid)
        #expect(readStatus(WAVE.self, format(rate: .max)) == nil)
        #expect(readStatus(WAVE.self, format(block: 0)) == nil)
        #expect(readStatus(WAVE.self, format(bits: 0)) == unsupported)
        #expect(readStatus(WAVE.self, format(bits: 100)) == unsupported)
        #expect(readStatus(WAVE.self, format(tag: 3, bits: 16)) == unsupported)
        #expect(readStatus(WAVE.self, format(tag: 0x2222)) == unsupported)
        #expect(readStatus(WAVE.self, format(tag: 0x11, block: 0, bits: 4)) == invalid)
        #expect(readStatus(WAVE.self, format(tag: 2, block: 3, bits: 4)) == invalid)
        #expect(readStatus(WAVE.self, format(size: 1 << 31)) == invalid)
        #expect(readStatus(WAVE.self, format(tag: 0xFFFE, extra: [22, 0, 16])) == invalid)
    }

    @Test func senselessRatesAreRefused() {
        let rates: [[UInt8]] = [
            [0x7F, 0xFF, 0xC0, 0, 0, 0, 0, 0, 0, 0], [0x7F, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0],
            [0xC0, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0x7F, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
        ]
        for rate in rates {
            let common = AIFFChunkTests.chunk("COMM", [0, 1, 0, 0, 0, 4, 0, 16] + rate)
            let bytes = iffForm("FORM", "AIFF", [common, AIFFChunkTests.sound(soundBytes(8))])
            #expect(readStatus(AIFF.self, bytes) == AudioError.invalidFile.status)
        }
    }

    @Test func listsThatOverrunAreReadToTheirEnd() throws {
        let info =
            FourCC("INFO").bytes + iffChunk("INAM", Array("Song".utf8)) + iffChunk("IART", Array("Me".utf8), size: .max)
        let bytes = WAVEChunkTests.wave([
            iffChunk("LIST", info), iffChunk("cue ", WAVEChunkTests.little(.max, 1, 2, 3)),
            iffChunk("smpl", [UInt8](repeating: 0xFF, count: 40)), iffChunk("data", soundBytes(8)),
        ])
        let file = try WAVE.read(MemoryBytes(bytes))
        #expect(file.info["title"] == "Song")
        #expect(file.info["artist"] == "Me")
        #expect(file.markers.isEmpty && file.regions.isEmpty)
    }

    /// A million empty chunks, an INFO list of as many entries, cues by the ten thousand: all in well under a second.
    @Test func floodsOfChunksDoNotHang() throws {
        var chunks: [UInt8] = []
        for _ in 0..<1_000_000 { chunks += [97, 98, 99, 100, 0, 0, 0, 0] }
        var entries = FourCC("INFO").bytes
        for n in UInt32(0)..<80_000 {
            entries += iffChunk(FourCC(0x4141_2020 | n / 300 << 8 & 0x7F00 | 0x30 + n % 70), [65, 66])
        }
        var cues = WAVEChunkTests.little(40_000)
        for n in UInt32(0)..<40_000 { cues += WAVEChunkTests.little(n, n, 0, 0, 0, n) }
        let floods: [[UInt8]] = [
            WAVEChunkTests.wave([iffChunk("data", [1, 2]), chunks]),
            WAVEChunkTests.wave([iffChunk("LIST", entries), iffChunk("data", [1, 2])]),
            WAVEChunkTests.wave([iffChunk("cue ", cues), iffChunk("data", [1, 2])]),
        ]
        for flood in floods {
            let source = MemoryBytes(flood)
            var file: FileDescription?
            let time = try ThreadClock.measure { file = try WAVE.read(source) }
            #expect(time < .seconds(3))
            #expect(file?.dataSize == 2)
        }
    }
}
