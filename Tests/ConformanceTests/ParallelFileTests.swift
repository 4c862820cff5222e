import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files read and written on several threads are those of one thread, byte for byte.
@Suite struct ParallelFileTests {
    private static func music(_ channels: Int, frames: Int, seed: UInt64) -> [UInt8] {
        let noise = Signal.noise(frames: frames * channels, seed: seed, amplitude: 0.02)
        let tone = Signal.sweep(from: 0.001, to: 0.2, frames: frames, amplitude: 0.4)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * frames * channels)
        for index in 0..<frames * channels {
            let sample = Int16((tone[index / channels] + noise[index]) * 30_000)
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }

    @Test(arguments: [1, 2, 6])
    func losslessFilesAreTheSame(channels: Int) throws {
        let folder = ScratchFolder()
        let client = AudioStreamBasicDescription.int(16, channels: UInt32(channels))
        let format = AudioStreamBasicDescription.encoded(kAudioFormatAppleLossless, channels: UInt32(channels))
        var random = SeededRandom(UInt64(channels))
        // A frame, less than a packet, and more segments than there is memory for, with a rest.
        for frames in [1, 1000, 65_536, 1_000_003] {
            let data = Self.music(channels, frames: frames, seed: 3)
            try PublicFile.encode(folder.url("one.caf"), kAudioFileCAFType, format, from: client, data)
            let block = Int.random(in: 500...200_000, using: &random)
            try PublicFile.encode(
                folder.url("many.caf"), kAudioFileCAFType, format, from: client, data, block: block, threads: 3)
            #expect(folder.bytes("one.caf") == folder.bytes("many.caf"), "\(frames) frames")
            let read = try PublicFile.decode(
                folder.url("one.caf"), to: client, block: .random(in: 100...100_000, using: &random), threads: 3)
            #expect(read == data, "\(frames) frames")
        }
    }

    /// Seeks, and reads of any length, at any place.
    @Test func randomCutsAreTheSame() throws {
        let folder = ScratchFolder()
        let client = AudioStreamBasicDescription.int(16, channels: 2)
        let frames = 600_000
        let data = Self.music(2, frames: frames, seed: 4)
        try PublicFile.encode(
            folder.url("a.caf"), kAudioFileCAFType, .encoded(kAudioFormatAppleLossless, channels: 2), from: client, data
        )
        var random = SeededRandom(9)
        try PublicFile.withReader(folder.url("a.caf"), to: client, threads: 4) { file in
            for _ in 0..<60 {
                let start = Int.random(in: 0..<frames, using: &random)
                let count = Int.random(in: 1...50_000, using: &random)
                try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(start)))
                let read = try PublicFile.rest(file, block: .random(in: 1...20_000, using: &random), limit: count)
                #expect(read == Array(data[start * 4..<min(frames, start + count) * 4]), "\(count) from \(start)")
                let position = try tell(file)
                #expect(position == Int64(min(frames, start + count)))
            }
        }
    }

    private func tell(_ file: ExtAudioFileRef) throws -> Int64 {
        var position: Int64 = 0
        try must("ExtAudioFileTell", ExtAudioFileTell(file, &position))
        return position
    }

    @Test func theNumberOfThreadsIsWithinBounds() throws {
        let folder = ScratchFolder()
        try PublicFile.create(folder.url("a.caf"), kAudioFileCAFType, .int(16), [0, 0])
        try PublicFile.withReader(folder.url("a.caf")) { file in
            #expect(try PublicFile.extProperty(file, kExtAudioFileProperty_ThreadCount, UInt32(0)) == 1)
            #expect(throws: Failure.self) { try PublicFile.set(file, kExtAudioFileProperty_ThreadCount, UInt32(0)) }
            #expect(throws: Failure.self) { try PublicFile.set(file, kExtAudioFileProperty_ThreadCount, UInt32(65)) }
            try PublicFile.set(file, kExtAudioFileProperty_ThreadCount, UInt32(64))
            #expect(try PublicFile.extProperty(file, kExtAudioFileProperty_ThreadCount, UInt32(0)) == 64)
        }
    }

    /// Every file of the corpus that a codec is needed for, whole and damaged.
    @Test func theCorpusIsTheSame() throws {
        guard let root = CorpusRow.root else { return print("skipped: there is no corpus") }
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
            let url = URL(fileURLWithPath: root + "/" + path) as CFURL
            guard let one = Self.outcome(url, threads: 1) else { continue }
            #expect(Self.outcome(url, threads: 3) == one, "\(path)")
            count += 1
        }
        #expect(count > 20)
        print("parallel: \(count) files of the corpus")
    }

    private enum Outcome: Equatable {
        case sound([UInt8])
        case failure(OSStatus)
    }

    /// The first half minute, or what kept it from being read; nil for linear PCM and what does not open.
    private static func outcome(_ url: CFURL, threads: UInt32) -> Outcome? {
        let found: Outcome?? = try? PublicFile.withReader(url, threads: threads) { file -> Outcome? in
            let format = try PublicFile.extProperty(
                file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
            guard format.mFormatID != kAudioFormatLinearPCM else { return nil }
            let client = AudioStreamBasicDescription.float(
                32, rate: format.mSampleRate, channels: format.mChannelsPerFrame)
            do {
                try PublicFile.set(file, kExtAudioFileProperty_ClientDataFormat, client)
                return .sound(try PublicFile.rest(file, limit: Int(format.mSampleRate) * 30))
            } catch let failure as Failure { return .failure(failure.status) }
        }
        return found ?? nil
    }
}
