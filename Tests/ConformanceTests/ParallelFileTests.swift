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

    /// Encoders that settle within the stretch they are given first, and such as do not: noise keeps them apart for long.
    @Test(arguments: [1, 2, 3])
    func adaptiveFilesAreTheSame(channels: Int) throws {
        let folder = ScratchFolder()
        let client = AudioStreamBasicDescription.int(16, channels: UInt32(channels))
        let format = AudioStreamBasicDescription.constant(kAudioFormatAppleIMA4, channels: UInt32(channels))
        var random = SeededRandom(UInt64(channels))
        let sounds = [
            Self.music(channels, frames: 1_000_003, seed: 8), Signal.bytes(2 * channels * 700_000, seed: 4),
            [UInt8](repeating: 0, count: 2 * channels * 400_000),
        ]
        for (number, data) in sounds.enumerated() {
            try PublicFile.encode(folder.url("one.caf"), kAudioFileCAFType, format, from: client, data)
            for threads: UInt32 in [2, 4] {
                try PublicFile.encode(
                    folder.url("many.caf"), kAudioFileCAFType, format, from: client, data,
                    block: .random(in: 500...200_000, using: &random), threads: threads)
                #expect(folder.bytes("one.caf") == folder.bytes("many.caf"), "sound \(number), \(threads) threads")
            }
        }
    }

    /// Encoders that control their bit rate, each with segments of its own: lengths about the first segment's, and more
    /// segments than there is memory for.
    @Test(
        .needs("ffmpeg"), arguments: [(1, 2_200_000), (2, 1_047_000), (2, 1_048_576 - 1088), (2, 3_500_000)])
    func filesOfControlledRatesAreTheSame(channels: Int, frames: Int) throws {
        let folder = ScratchFolder()
        let client = AudioStreamBasicDescription.int(16, channels: UInt32(channels))
        let format = AudioStreamBasicDescription.encoded(kAudioFormatMPEG4AAC, channels: UInt32(channels))
        let data = Self.music(channels, frames: frames, seed: 5)
        try PublicFile.encode(folder.url("one.m4a"), kAudioFileM4AType, format, from: client, data)
        var random = SeededRandom(UInt64(frames))
        for threads: UInt32 in [2, 5] {
            try PublicFile.encode(
                folder.url("many.m4a"), kAudioFileM4AType, format, from: client, data,
                block: .random(in: 500...200_000, using: &random), threads: threads)
            let (one, many) = (
                try PublicFile.packets(folder.url("one.m4a")), try PublicFile.packets(folder.url("many.m4a"))
            )
            #expect(many.difference(from: one) == nil, "\(many.difference(from: one) ?? "")")
        }
        #expect(try PublicFile.decode(folder.url("many.m4a"), to: client).count == data.count)
    }

    /// How ffmpeg makes files whose packets need others: the reservoirs of MPEG audio, short and long, and AAC with and
    /// without noise substitution, whose noise needs all earlier packets of a segment.
    static let makings = [
        "-c:a libmp3lame -b:a 320k a.mp3", "-c:a libmp3lame -b:a 128k b.mp3", "-c:a libmp3lame -q:a 2 c.mp3",
        "-c:a libmp3lame -b:a 32k -ac 1 d.mp3", "-c:a libmp3lame -b:a 8k -ac 1 -ar 16000 e.mp3",
        "-c:a libmp3lame -b:a 64k -ar 22050 f.mp3", "-c:a mp2 -b:a 192k g.mp2", "-c:a flac h.flac",
        "-c:a aac -b:a 96k i.m4a", "-c:a aac -aac_pns 0 -b:a 96k l.m4a",
        "-c:a aac -b:a 48k -ac 1 m.m4a", "-c:a aac -b:a 200k -ac 6 n.m4a", "-c:a ac3 -b:a 192k j.ac3",
        "-c:a libopus -b:a 64k -ar 48000 k.opus", "-c:a libvorbis -q:a 3 o.ogg",
        "-c:a aac -aac_pns 0 -b:a 96k -f latm p.loas",
    ]

    /// Packets with other bytes than their encoder gave them, here and there.
    @Test(
        .needs("ffmpeg"),
        arguments: [
            "-c:a libmp3lame -b:a 128k a.mp3", "-c:a aac -aac_pns 0 -b:a 96k b.m4a", "-c:a aac -b:a 96k c.aac",
            "-c:a libvorbis -q:a 5 d.ogg", "-c:a aac -aac_pns 0 -b:a 96k -f latm e.loas",
        ])
    func damagedFilesAreTheSame(making: String) throws {
        let folder = ScratchFolder()
        try PublicFile.create(
            folder.url("in.wav"), kAudioFileWAVEType, .int(16, channels: 2), Self.music(2, frames: 900_000, seed: 7))
        let name = String(try #require(making.split(separator: " ").last))
        guard OtherProgram.run("cd '\(folder.path)' && ffmpeg -nostdin -v error -y -i in.wav \(making)") == 0 else {
            try Test.cancel("ffmpeg cannot \(making)")
        }
        var bytes = try #require(folder.bytes(name))
        var random = SeededRandom(3)
        for _ in 0..<12 {
            // Behind the head and, where the tables of a file's packets stand at its end, before those.
            let place = Int.random(in: bytes.count / 10..<bytes.count * 8 / 10, using: &random)
            for offset in 0..<6 { bytes[place + offset] = UInt8.random(in: 0...255, using: &random) }
        }
        let url = folder.url("damaged-" + name)
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/damaged-" + name))
        let one = try Self.soundAndErrors(url, threads: 1)
        #expect(one.count > 1_000_000)
        for threads: UInt32 in [2, 3] { #expect(try Self.soundAndErrors(url, threads: threads) == one) }
    }

    /// What can be read of a file, a mark in it where a packet is damaged.
    private static func soundAndErrors(_ url: CFURL, threads: UInt32) throws -> [UInt8] {
        try PublicFile.withReader(url, to: .float(32, channels: 2), threads: threads) { file in
            var sound: [UInt8] = []
            for _ in 0..<1000 {
                do {
                    let read = try PublicFile.rest(file, limit: 4096)
                    if read.isEmpty { break }
                    sound += read
                } catch is Failure { sound += [0xDA, 0x3A, 0x6E] }
            }
            return sound
        }
    }

    @Test(.needs("ffmpeg"), arguments: makings)
    func packetsThatNeedOthersGiveTheSame(making: String) throws {
        let folder = ScratchFolder()
        try PublicFile.create(
            folder.url("in.wav"), kAudioFileWAVEType, .int(16, channels: 2), Self.music(2, frames: 1_200_000, seed: 6))
        let name = String(try #require(making.split(separator: " ").last))
        guard OtherProgram.run("cd '\(folder.path)' && ffmpeg -nostdin -v error -y -i in.wav \(making)") == 0 else {
            try Test.cancel("ffmpeg cannot \(making)")
        }
        let url = folder.url(name)
        let format = try PublicFile.withReader(url) {
            try PublicFile.extProperty($0, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        }
        let client = AudioStreamBasicDescription.float(
            32, rate: format.mSampleRate, channels: format.mChannelsPerFrame)
        let one = try PublicFile.decode(url, to: client)
        #expect(one.count > 1_000_000)
        var random = SeededRandom(12)
        for threads: UInt32 in [2, 5] {
            let many = try PublicFile.decode(
                url, to: client, block: .random(in: 1000...100_000, using: &random), threads: threads)
            #expect(many == one, "\(threads) threads")
        }
        // Where it is all that is left to do, the threads convert, too.
        let narrow = AudioStreamBasicDescription.int(16, rate: format.mSampleRate, channels: format.mChannelsPerFrame)
        #expect(try PublicFile.decode(url, to: narrow, threads: 3) == PublicFile.decode(url, to: narrow))
        let frames = one.count / Int(client.mBytesPerFrame)
        for _ in 0..<5 {
            let start = Int.random(in: 0..<frames, using: &random)
            let count = Int.random(in: 1...600_000, using: &random)
            let cuts = try [1, 3].map { threads in
                try PublicFile.withReader(url, to: client, threads: threads) { file in
                    try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(start)))
                    return try PublicFile.rest(file, block: 16_384, limit: count)
                }
            }
            #expect(cuts[0] == cuts[1], "\(count) from \(start)")
        }
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
    @Test(.needsCorpus) func theCorpusIsTheSame() throws {
        let root = try #require(Corpus.root)
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
