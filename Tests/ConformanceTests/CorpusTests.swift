import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files that others made, read through the public calls, sample by sample.
@Suite(.needsCorpus) struct CorpusTests {
    /// Files whose sound is not the reference's, and why.
    static let exceptions: [String: String] = [
        "wav/Serial-ATA_lofty-rs/zero.wav": "the data chunk is empty; ffmpeg takes the tags behind it for sound",
        "wav/ruuda_hound/pcmwaveformat-24bit-4byte-48kHz-stereo.wav":
            "24 bits in four bytes: ffmpeg takes them for floats",
        "wav/ruuda_hound/waveformatextensible-24bit-4byte-48kHz-stereo.wav":
            "24 bits in four bytes: ffmpeg takes them for floats",
        "wav/scipy_scipy/test-8000Hz-be-3ch-5S-24bit.wav": "RIFX, whose byte order ffmpeg ignores",
    ]

    @Test func everySampleIsTheReferences() throws {
        let rows = try CorpusRow.all().filter { !$0.isMalformed && $0.isExact }
        #expect(rows.count > 150)
        let folder = ScratchFolder()
        var decoded: [CorpusRow] = []
        for row in rows {
            do {
                let client = try PublicFile.withReader(row.url) {
                    row.client(try PublicFile.extProperty($0, kExtAudioFileProperty_FileDataFormat, .init()))
                }
                let known: AudioStreamBasicDescription = try #require(client, "\(row.path): \(row.decode)")
                let bytes = try PublicFile.decode(row.url, to: known)
                if row.codec == "adpcm_ima_qt" { try checkIMA4(row, values(bytes, of: Int16.self)) }
                _ = folder.write(bytes, String(decoded.count))
                decoded.append(row)
            } catch {
                #expect(Self.exceptions[row.path] != nil, "\(row.path): \(error)")
            }
        }
        let sums = hashes(folder, count: decoded.count)
        try #require(sums.count == decoded.count)
        var counts: [String: Int] = [:]
        for (row, sum) in zip(decoded, sums) where row.codec != "adpcm_ima_qt" {
            #expect((sum == row.hash) == (Self.exceptions[row.path] == nil), "\(row.path) \(row.truth)")
        }
        for row in decoded { counts["\(row.container) \(row.codec)", default: 0] += 1 }
        let table = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("corpus: \(decoded.count) files, \(Self.exceptions.count) exceptions: \(table)")
    }

    /// All packets' samples between priming and remainder, by either reading of the format.
    private func checkIMA4(_ row: CorpusRow, _ samples: [Int16]) throws {
        let (data, channels, table) = try PublicFile.with(row.url) { id throws in
            let format = try PublicFile.property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            let packets = try PublicFile.property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            let all = AudioFilePacketTableInfo(
                mNumberValidFrames: Int64(packets) * 64, mPrimingFrames: 0, mRemainderFrames: 0)
            let table = try? PublicFile.property(id, kAudioFilePropertyPacketTableInfo, all)
            return (try PublicFile.data(id), Int(format.mChannelsPerFrame), table ?? all)
        }
        let first = Int(table.mPrimingFrames) * channels
        let end = first + Int(table.mNumberValidFrames) * channels
        let readings = [true, false].map { PlainIMA4.decode(data, channels: channels, keepsPredictor: $0)[first..<end] }
        #expect(readings.contains(samples[...]), "\(row.path)")
    }

    /// The file in the other byte order says the same.
    @Test func bigEndianWAVEIsReadByItsOwnOrder() throws {
        let rows = try CorpusRow.all()
        let folder = "wav/scipy_scipy/test-8000Hz-"
        let pair = ["be-3ch-5S-24bit.wav", "le-3ch-5S-24bit.wav"].map { name in rows.first { $0.path == folder + name }
        }
        let sounds = try pair.map { row in
            try PublicFile.decode(try #require(row).url, to: .int(24, rate: 8000, channels: 3))
        }
        #expect(sounds[0].count == 5 * 3 * 3 && sounds[0] == sounds[1])
    }

    /// Refused or read, in less than a second each, in little memory.
    @Test func everyFileIsRefusedOrReadWithoutHarm() async throws {
        await #expect(processExitsWith: .success) {
            let rows = try CorpusRow.all().filter { !$0.isMalformed } + CorpusRow.malformed()
            let before = Self.memoryHighWater()
            for row in rows {
                let time = ThreadClock.measure { Self.readEverything(row.url, isMalformed: row.isMalformed) }
                #expect(time < .seconds(1), "\(row.path): \(time)")
            }
            let grown = Self.memoryHighWater() - before
            #expect(grown < 64 << 20, "\(grown) bytes")
            print("corpus: \(rows.count) files were refused or read, memory grew by \(grown >> 20) MiB")
        }
    }

    private static func readEverything(_ url: CFURL, isMalformed: Bool) {
        let others = isMalformed ? [kAudioFileMPEG4Type, kAudioFileMP3Type] : []
        for hint in [AudioFileTypeID(0), kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileCAFType] + others {
            try? PublicFile.with(url, hint: hint) { id throws in
                var room = [UInt8](repeating: 0, count: 1 << 16)
                var place: Int64 = 0
                for _ in 0..<16 {
                    var (size, packets): (UInt32, UInt32) = (1 << 16, 1 << 16)
                    guard AudioFileReadPacketData(id, false, &size, nil, place, &packets, &room) == noErr, packets > 0
                    else { break }
                    place += Int64(packets)
                }
                var size: UInt32 = 0
                for property in [
                    kAudioFilePropertyInfoDictionary, kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
                    kAudioFilePropertyChannelLayout, kAudioFilePropertyChunkIDs, kAudioFilePropertyMagicCookieData,
                ] {
                    _ = AudioFileGetPropertyInfo(id, property, &size, nil)
                }
            }
        }
        try? PublicFile.withReader(url) { file throws in
            let own = try PublicFile.extProperty(
                file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
            let client = AudioStreamBasicDescription.float(rate: own.mSampleRate, channels: own.mChannelsPerFrame)
            try PublicFile.set(file, kExtAudioFileProperty_ClientDataFormat, client)
            _ = try PublicFile.rest(file, block: 1024, limit: 1 << 15)
        }
    }

    /// The most memory this process ever had, in bytes.
    private static func memoryHighWater() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) << 10
    }
}
