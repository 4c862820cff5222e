import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Seeks in whole files give the samples of the linear decode, and cost little.
@Suite struct FileSeekTests {
    /// A file in memory that counts the bytes which are read of it.
    private final class CountedFile {
        var bytes: [UInt8] = []
        var read = 0

        static func at(_ context: UnsafeMutableRawPointer) -> CountedFile {
            Unmanaged.fromOpaque(context).takeUnretainedValue()
        }

        func with(_ client: AudioStreamBasicDescription, _ body: (ExtAudioFileRef) throws -> Void) throws {
            var (id, file): (AudioFileID?, ExtAudioFileRef?)
            try must(
                "AudioFileOpenWithCallbacks",
                AudioFileOpenWithCallbacks(
                    Unmanaged.passUnretained(self).toOpaque(),
                    { context, position, count, buffer, actual in
                        let file = CountedFile.at(context)
                        let part = file.bytes.dropFirst(Int(position)).prefix(Int(count))
                        part.withUnsafeBytes { bytes in
                            if let start = bytes.baseAddress {
                                buffer.copyMemory(from: start, byteCount: bytes.count)
                            }
                        }
                        actual.pointee = UInt32(part.count)
                        file.read += part.count
                        return noErr
                    }, nil, { Int64(CountedFile.at($0).bytes.count) }, nil, 0, &id))
            defer { AudioFileClose(id!) }
            try must("ExtAudioFileWrapAudioFileID", ExtAudioFileWrapAudioFileID(id!, false, &file))
            defer { ExtAudioFileDispose(file!) }
            try PublicFile.set(file!, kExtAudioFileProperty_ClientDataFormat, client)
            try body(file!)
        }
    }

    /// The packets before those of a seek are decoded once, not for each seek.
    @Test func seeksInIMA4AreExactAndReadLittle() throws {
        let (channels, frames) = (2, 64 * 20_000)
        let folder = ScratchFolder()
        let noise = Signal.noise(frames: frames * channels, seed: 3)
        let samples = noise.indices.map { index in
            Int16(noise[index] * 9000 * abs(sin(Float(index) * 1e-5)) + 9000 * sin(Float(index / 2) * 0.02))
        }
        let client = AudioStreamBasicDescription.int(16, channels: 2)
        try PublicFile.encode(
            folder.url("a.caf"), kAudioFileCAFType, .encoded(kAudioFormatAppleIMA4, channels: 2), from: client,
            littleEndianBytes(samples))
        let counted = CountedFile()
        counted.bytes = try #require(folder.bytes("a.caf"))
        try counted.with(client) { file in
            let linear = try PublicFile.rest(file)
            #expect(linear.count == frames * 4)
            counted.read = 0
            var random = SeededRandom(9)
            let turns = 60
            for turn in 0..<turns {
                // Far ahead, near ahead, back, at a packet's edge.
                let place =
                    turn % 4 == 3
                    ? 64 * Int.random(in: 0..<19_000, using: &random)
                    : Int.random(in: 0..<frames - 3000, using: &random)
                try must("seek", ExtAudioFileSeek(file, Int64(place)))
                let read = try PublicFile.rest(file, block: 1000, limit: 2500)
                #expect(read.elementsEqual(linear[place * 4..<(place + 2500) * 4]), "at \(place)")
            }
            // Once all of it, and then what lies between two notes and what is read ahead.
            #expect(counted.read < counted.bytes.count + turns * (1024 * 68 + 3 * 32_768), "\(counted.read)")
        }
    }

    private static let mp3 = [
        "mp3/androidx_media/bear-vbr-xing-header.mp3", "mp3/androidx_media/bear-vbr-vbri-header.mp3",
        "mp3/androidx_media/bear-cbr-variable-frame-size-no-seek-table.mp3", "mp3/androidx_media/bear-id3.mp3",
        "mp3/GStreamer_gst-plugins-good/vbr_stream.mp3", "mp3/GStreamer_gst-plugins-good/cbr_stream.mp3",
        "mp3/beetbox_mediafile/full.mp3", "mp3/Serial-ATA_lofty-rs/full_test.mp3",
        "mp3/firefox-esr/half-a-second-2ch-48000-libmp3lame.mp3",
    ]

    /// The fixtures, of which some have low rates, and files of others.
    private static var mpegAudio: [String] {
        Fixture.of("MPEGAudio").map(\.file) + (Corpus.root.map { root in mp3.map { root + "/" + $0 } } ?? [])
    }

    @Test(arguments: mpegAudio, [UInt32(1), 3])
    func seeksInMPEGAudioGiveTheSamplesOfTheLinearDecode(path: String, threads: UInt32) throws {
        try check(path, seeks: 40, threads: threads)
    }

    /// At the lowest rates, a frame's own bytes may begin many frames before it.
    @Test(
        .needs("ffmpeg"),
        arguments: [
            "-b:a 8k -ar 24000", "-b:a 8k -ac 1 -ar 16000", "-b:a 32k -ar 48000", "-b:a 48k -joint_stereo 0", "-q:a 9",
            "-q:a 4", "-abr 1 -b:a 40k -ar 22050", "-b:a 320k",
        ])
    func seeksInWhatLameMakes(options: String) throws {
        let folder = ScratchFolder()
        let noise = Signal.noise(frames: 400_000, seed: 4)
        let samples = noise.indices.map { index in
            let time = Float(index / 2) / 44_100
            return Int16(noise[index] * 6000 * abs(sin(3 * time)) + 12_000 * sin(6.28 * 500 * time) * abs(sin(time)))
        }
        try PublicFile.create(
            folder.url("in.wav"), kAudioFileWAVEType, .int(16, channels: 2), littleEndianBytes(samples))
        let making = "ffmpeg -nostdin -v error -y -i in.wav -c:a libmp3lame \(options) a.mp3"
        guard OtherProgram.run("cd '\(folder.path)' && \(making)") == 0 else {
            try Test.cancel("ffmpeg cannot \(options)")
        }
        for threads in [UInt32(1), 3] { try check(folder.file("a.mp3"), seeks: 40, threads: threads) }
    }

    private static let others = [
        "mp3/lieff_minimp3/l1-fl1.bit", "mp3/Serial-ATA_lofty-rs/full_test.mp2",
        "mp3/GStreamer_gst-plugins-good/stream.mp2",
        "produced/ilbc/front_center_20ms.caf", "produced/ilbc/front_center_30ms.caf",
        "mp4/firefox-esr/whitenoise-he-aac-5s.mp4", "mp4/taglib_taglib/zero-length-mdat.m4a",
        "mp4/androidx_media/bbb_mono_16kHz_23.05kbps_amrwb.3gp",
        "mp4/androidx_media/bbb_mono_8kHz_12.2kbps_amrnb.3gp", "mp4/saecki_mp4ameta/sample-multi-track.3gp",
        "amr/androidx_media/sine-nb.amr", "amr/androidx_media/sample_nb.amr",
        "amr/androidx_media/sample_nb_with_silence_frames.amr", "amr/androidx_media/sample_wb.amr",
        "amr/androidx_media/sample_wb_with_silence_frames.amr",
    ]

    @Test(.needsCorpus, arguments: others)
    func seeksInOtherFilesGiveTheSamplesOfTheLinearDecode(path: String) throws {
        try check(Corpus.root! + "/" + path, seeks: 40, threads: 1)
    }

    /// A stream with parametric stereo in which every 23rd packet has a header.
    private static let replicated = "mp4/firefox-esr/whitenoise-he-aac-5s.mp4"

    /// Writes packets of the stream above, by their numbers, to a file.
    private func write(_ numbers: [Int], to url: CFURL) throws {
        try PublicFile.with(URL(fileURLWithPath: Corpus.root! + "/" + Self.replicated) as CFURL) { source in
            var format = try PublicFile.property(source, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(format.mFormatID == kAudioFormatMPEG4AAC_HE_V2)
            var size: UInt32 = 0
            try must(
                "AudioFileGetPropertyInfo",
                AudioFileGetPropertyInfo(source, kAudioFilePropertyMagicCookieData, &size, nil))
            var cookie = [UInt8](repeating: 0, count: Int(size))
            try must(
                "AudioFileGetProperty",
                AudioFileGetProperty(source, kAudioFilePropertyMagicCookieData, &size, &cookie))
            var made: AudioFileID?
            try must(
                "AudioFileCreateWithURL", AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &made))
            defer { AudioFileClose(made!) }
            try must(
                "AudioFileSetProperty", AudioFileSetProperty(made!, kAudioFilePropertyMagicCookieData, size, cookie))
            var packet = [UInt8](repeating: 0, count: 8192)
            for (place, number) in numbers.enumerated() {
                var description = AudioStreamPacketDescription()
                var (bytes, count) = (UInt32(packet.count), UInt32(1))
                try must(
                    "AudioFileReadPacketData",
                    AudioFileReadPacketData(source, false, &bytes, &description, Int64(number), &count, &packet))
                try must(
                    "AudioFileWritePackets",
                    AudioFileWritePackets(made!, false, bytes, &description, Int64(place), &count, packet))
            }
        }
    }

    /// In a stream of several segments, with threads and without.
    @Test(.needsCorpus, arguments: [UInt32(1), 3])
    func seeksInLongHEAAC(threads: UInt32) throws {
        let folder = ScratchFolder()
        try write((0..<800).map { $0 % 121 }, to: folder.url("a.caf"))
        try check(folder.file("a.caf"), seeks: 40, threads: threads)
    }

    /// Where no header is near, decoding goes on as it is, and seeks go back to where it last began.
    @Test(.needsCorpus) func seeksInHEAACWithOneHeader() throws {
        let folder = ScratchFolder()
        try write(Array(0..<24) + (0..<600).map { 24 + $0 % 22 }, to: folder.url("a.caf"))
        try check(folder.file("a.caf"), seeks: 10, threads: 1)
    }

    /// A decoder that takes over behind a header is where the one before it was.
    @Test(.needsCorpus) func segmentsOfHEAACAreNotHeard() throws {
        let folder = ScratchFolder()
        let turns = 6
        try write((0..<turns * 121).map { $0 % 121 }, to: folder.url("a.caf"))
        let samples = values(
            try PublicFile.decode(folder.url("a.caf"), to: .float(rate: 48_000, channels: 2)), of: Float.self)
        let turn = 121 * 2048 * 2
        #expect(samples.count == turns * turn)
        for start in stride(from: 2 * turn, to: samples.count, by: turn) {
            let difference = zip(samples[start..<start + turn], samples[start - turn..<start])
                .reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
            #expect(difference < 0x1p-15, "from sample \(start)")
        }
    }

    private func check(_ path: String, seeks: Int, threads: UInt32) throws {
        let url = URL(fileURLWithPath: path) as CFURL
        try PublicFile.withReader(url, threads: threads) { file in
            let own = try PublicFile.extProperty(
                file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
            let client = AudioStreamBasicDescription.float(rate: own.mSampleRate, channels: own.mChannelsPerFrame)
            try PublicFile.set(file, kExtAudioFileProperty_ClientDataFormat, client)
            let frameSize = Int(client.mBytesPerFrame)
            let linear = try PublicFile.rest(file)
            let frames = linear.count / frameSize
            try #require(frames > 1000)
            var random = SeededRandom(UInt64(frames))
            for _ in 0..<seeks {
                let place = Int.random(in: 0..<frames, using: &random)
                let count = min(3000, frames - place)
                try must("seek", ExtAudioFileSeek(file, Int64(place)))
                let read = try PublicFile.rest(file, block: 1000, limit: count)
                #expect(read.elementsEqual(linear[place * frameSize..<(place + count) * frameSize]), "at \(place)")
            }
        }
    }
}
