import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// What compositions sound like.
@Suite struct CompositionSoundTests {
    private func time(_ value: Int64, _ scale: Int32 = 8000) -> CMTime { CMTime(value: value, timescale: scale) }

    private func range(_ start: Int64, _ duration: Int64, _ scale: Int32 = 8000) -> CMTimeRange {
        CompositionEditingTests.range(start, duration, scale)
    }

    private func newTrack(_ composition: AVMutableComposition) throws -> AVMutableCompositionTrack {
        try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    }

    private func samples(
        _ asset: AVAsset, _ output: AVAssetReaderOutput, _ range: CMTimeRange? = nil
    ) throws -> [Int16] {
        let reader = try AVAssetReader(asset: asset)
        #expect(reader.canAdd(output))
        reader.add(output)
        if let range { reader.timeRange = range }
        #expect(reader.startReading())
        let samples = try AssetStage.samples(reader, output)
        #expect(reader.status == .completed && reader.error == nil)
        return samples
    }

    private func samples(_ track: AVAssetTrack, _ range: CMTimeRange? = nil) throws -> [Int16] {
        try samples(
            #require(track.asset), AVAssetReaderTrackOutput(track: track, outputSettings: AssetStage.settings), range)
    }

    /// A hundred parts of files are what one puts together by hand, sample for sample, and so is each part of it.
    @Test(arguments: ["WAVE/s16-mono.wav", "MPEG4/alac-mono.m4a", "CAF/ima4-mono.caf"])
    func partsAreConcatenated(other: String) throws {
        var random = SeededRandom(5)
        let composition = AVMutableComposition()
        let track = try newTrack(composition)
        let assets = [AssetStage.asset("WAVE/speech.wav"), AssetStage.asset(other)]
        let whole = try assets.map { try AssetStage.read($0.url) }
        var expected: [Int16] = []
        for _ in 0..<100 {
            let index = Int.random(in: 0...1, using: &random)
            let start = Int.random(in: 0..<whole[index].count - 1, using: &random)
            let count = Int.random(in: 1...min(300, whole[index].count - start), using: &random)
            if Int.random(in: 0..<10, using: &random) == 0 {
                let place = expected.count / 2
                track.insertEmptyTimeRange(range(Int64(place), Int64(count)))
                if !expected.isEmpty { expected.insert(contentsOf: [Int16](repeating: 0, count: count), at: place) }
            } else {
                let place = Int.random(in: 0...expected.count, using: &random)
                try track.insertTimeRange(
                    range(Int64(start), Int64(count)), of: assets[index].tracks[0], at: time(Int64(place)))
                expected.insert(contentsOf: whole[index][start..<start + count], at: place)
            }
        }
        #expect(try samples(track) == expected)
        let frozen = try #require(composition.copy() as? AVComposition)
        for _ in 0..<20 {
            let start = Int.random(in: 0..<expected.count, using: &random)
            let count = Int.random(in: 1...expected.count - start, using: &random)
            let part = try samples(frozen.tracks[0], range(Int64(start), Int64(count)))
            #expect(part == Array(expected[start..<start + count]))
        }
    }

    /// Parts that continue each other sound like the whole, also where the rate is converted.
    @Test func partsWithoutACutHaveNoSeam() throws {
        let asset = AssetStage.asset("CAF/alac-stereo.caf")
        var settings = AssetStage.settings
        settings[AVSampleRateKey] = 48_000
        let whole = try AssetStage.read(asset.url, settings)
        let composition = AVMutableComposition()
        let track = try newTrack(composition)
        for start in stride(from: Int64(0), to: 4999, by: 500) {
            try track.insertTimeRange(range(start, 500, 44_100), of: asset.tracks[0], at: .invalid)
        }
        let parts = try samples(composition, AVAssetReaderTrackOutput(track: track, outputSettings: settings))
        let same = zip(parts, whole).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        #expect(same && abs(parts.count - whole.count) <= 2)
        // From a later time on it is the same too: what was before is heard by the filter.
        let later = try samples(
            composition, AVAssetReaderTrackOutput(track: track, outputSettings: settings), range(2400, 480, 48_000))
        let isSame = zip(later, whole[4800...]).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        #expect(isSame && later.count == 960)
    }

    /// Tracks of other rates and channels are summed, each with its volume.
    @Test func tracksAreMixed() throws {
        let composition = AVMutableComposition()
        let (mono, stereo) = (AssetStage.asset("WAVE/s16-mono.wav"), AssetStage.asset("WAVE/s16-stereo.wav"))
        let (one, two) = (try newTrack(composition), try newTrack(composition))
        try one.insertTimeRange(mono.tracks[0].timeRange, of: mono.tracks[0], at: .zero)
        try two.insertTimeRange(stereo.tracks[0].timeRange, of: stereo.tracks[0], at: time(220, 22_050))
        let part = AVMutableAudioMixInputParameters(track: two)
        part.setVolume(0.25, at: .zero)
        let half = AVMutableAudioMixInputParameters(track: one)
        half.setVolume(0.5, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [part, half]
        let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: AssetStage.settings)
        output.audioMix = mix
        let mixed = try samples(composition, output)
        var settings = AssetStage.settings
        settings[AVSampleRateKey] = 22_050
        let first = try AssetStage.read(mono.url, settings)
        let second = try AssetStage.read(stereo.url)
        #expect(mixed.count == max(2 * (220 + 661), 2 * first.count))
        for index in 0..<mixed.count {
            let (frame, delayed) = (index / 2, index - 440)
            let from = frame < first.count ? Double(first[frame]) / 2 : 0
            let other = second.indices.contains(delayed) ? Double(second[delayed]) / 4 : 0
            #expect(abs(Double(mixed[index]) - from - other) <= 2, "sample \(index)")
        }
    }

    /// A scaled part has the length that was asked for, to the sample, and its pitch or another, by the algorithm.
    @Test(arguments: [AVAudioTimePitchAlgorithm.spectral, .timeDomain, .varispeed], [0.5, 1.5])
    func scaledPartsHaveTheirLength(algorithm: AVAudioTimePitchAlgorithm, factor: Double) async throws {
        try await AssetStage.temporary("tone.wav") { url in
            let frequency = 500.0
            try Self.writeTone(url, frequency: frequency, frames: 16_000)
            let asset = AVURLAsset(url: url)
            let composition = AVMutableComposition()
            let track = try newTrack(composition)
            try track.insertTimeRange(range(0, 16_000), of: asset.tracks[0], at: .zero)
            let length = Int64(8000 * factor)
            track.scaleTimeRange(range(4000, 8000), toDuration: time(length))
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: AssetStage.settings)
            output.audioTimePitchAlgorithm = algorithm
            let scaled = try samples(composition, output)
            let whole = try AssetStage.read(url)
            #expect(scaled.count == 8000 + Int(length))
            #expect(scaled[..<4000] == whole[..<4000] && scaled[(4000 + Int(length))...] == whole[12_000...])
            let middle = scaled[4500..<4000 + Int(length) - 500].map { Float($0) / 32768 }
            let expected = algorithm == .varispeed ? frequency / factor : frequency
            let level = Measure.level(middle[...], at: expected / 8000)
            #expect(level > 0.2, "\(level) at \(expected) Hz")
        }
    }

    /// 1/32 and 32 times are the limits.
    @Test func partsScaledBeyondTheLimitsAreSilent() throws {
        let composition = AVMutableComposition()
        let track = try newTrack(composition)
        let speech = AssetStage.asset("WAVE/speech.wav")
        try track.insertTimeRange(range(0, 2000), of: speech.tracks[0], at: .zero)
        track.scaleTimeRange(range(0, 2000), toDuration: time(40))
        #expect(try samples(track) == [Int16](repeating: 0, count: 40))
    }

    /// What an item plays is what a reader of the mixed tracks gives, also after a seek.
    @Test func itemsPlayTheMix() throws {
        let composition = AVMutableComposition()
        let (one, two) = (try newTrack(composition), try newTrack(composition))
        let (speech, stereo) = (AssetStage.asset("WAVE/speech.wav"), AssetStage.asset("WAVE/s16-stereo.wav"))
        try one.insertTimeRange(range(0, 1000), of: speech.tracks[0], at: .zero)
        try two.insertTimeRange(stereo.tracks[0].timeRange, of: stereo.tracks[0], at: time(100, 22_050))
        let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: AssetStage.settings)
        let expected = try samples(composition, output)
        let source = try composition.makePlayableSource()
        #expect(source.format.channels == 2 && source.format.sampleRate == 22_050)
        #expect(Int(source.length) == expected.count / 2 && source.seekableRanges == [0..<source.length])
        for start in [0, 500] {
            try source.seek(to: Int64(start))
            var room = [Float](repeating: 0, count: 2 * 4096)
            let count = try source.read(&room, frames: 4096)
            let played = room.prefix(2 * count).map { Int(($0 * 32768).rounded()) }
            #expect(zip(played, expected[(2 * start)...]).allSatisfy { abs($0 - Int($1)) <= 1 })
            #expect(2 * count == expected.count - 2 * start)
        }
        one.isEnabled = false
        two.isEnabled = false
        #expect(throws: AVError.self) { try composition.makePlayableSource() }
    }

    @Test func packetsOfPartsAreTheirs() throws {
        let composition = AVMutableComposition()
        let track = try newTrack(composition)
        let (mono, speech) = (AssetStage.asset("WAVE/s16-mono.wav"), AssetStage.asset("WAVE/speech.wav"))
        try track.insertTimeRange(range(10, 100), of: mono.tracks[0], at: .zero)
        try track.insertTimeRange(range(50, 20), of: speech.tracks[0], at: time(150))
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        let reader = try AVAssetReader(asset: composition)
        reader.add(output)
        #expect(reader.startReading())
        var times: [CMTime] = []
        var bytes: [UInt8] = []
        while let buffer = output.copyNextSampleBuffer() {
            times.append(buffer.presentationTimeStamp)
            bytes += Array(try buffer.dataBuffer?.dataBytes() ?? Data())
        }
        let (first, second) = (try AssetStage.read(mono.url), try AssetStage.read(speech.url))
        let expected = Array(first[10..<110] + second[50..<70])
        #expect(times == [.zero, time(150)] && bytes == expected.withUnsafeBytes { Array($0) })
        // The packets of a scaled part are not its sound.
        track.scaleTimeRange(range(0, 50), toDuration: time(60))
        let other = try AVAssetReader(asset: composition)
        other.add(AVAssetReaderTrackOutput(track: track, outputSettings: nil))
        #expect(!other.startReading() && other.status == .failed && other.error is AVError)
    }

    @Test func compositionsAreExported() async throws {
        try await AssetStage.temporary("sound.m4a") { url in
            let composition = AVMutableComposition()
            let speech = AssetStage.asset("WAVE/speech.wav")
            try await composition.insertTimeRange(range(0, 2000), of: speech, at: .zero)
            try await composition.insertTimeRange(range(1000, 1000), of: speech, at: .zero)
            let session = try #require(
                AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A))
            session.outputURL = url
            await session.export()
            #expect(session.status == .completed && session.error == nil)
            #expect(AVURLAsset(url: url).duration == time(3000))
        }
        // There is nothing to be read of one without tracks, or whose file is gone.
        let empty = AVMutableComposition()
        #expect(!empty.isExportable)
        let track = try newTrack(empty)
        track.segments = [
            AVCompositionTrackSegment(
                url: URL(fileURLWithPath: "/nowhere/sound.wav"), trackID: 1, sourceTimeRange: range(0, 10),
                targetTimeRange: range(0, 10))
        ]
        #expect(!empty.isReadable && empty.duration == time(10))
        #expect(throws: (any Error).self) { try AVAssetReader(asset: empty) }
    }

    private static func writeTone(_ url: URL, frequency: Double, frames: Int) throws {
        var format = AudioStreamBasicDescription(
            mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        var file: ExtAudioFileRef?
        let status = ExtAudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, nil, 1, &file)
        try #require(status == noErr)
        let opened = try #require(file)
        var samples = Signal.sine(frequency / 8000, frames: frames).map { Int16($0 * 32767) }
        let written = samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            return ExtAudioFileWrite(opened, UInt32(frames), &list)
        }
        #expect(written == noErr && ExtAudioFileDispose(opened) == noErr)
    }
}
