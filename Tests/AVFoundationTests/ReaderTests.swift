import AVFoundation
import AudioToolbox
import Foundation
import MediaToolbox
import TestSupport
import Testing

@Suite struct ReaderTests {
    /// Every sample is that of ExtAudioFile.
    @Test(arguments: Fixture.all) func samplesAreThoseOfExtAudioFile(fixture: Fixture) throws {
        let url = URL(fileURLWithPath: fixture.file)
        let asset = AVURLAsset(url: url)
        guard asset.isReadable else {
            #expect(throws: (any Error).self) { try AssetStage.extAudioFile(url) }
            return
        }
        let samples = try AssetStage.read(url)
        let expected = try AssetStage.extAudioFile(url)
        let isSame = samples == expected
        #expect(isSame, "\(samples.count) samples of \(expected.count)")
        // The last packet of Apple Lossless says how many frames it has, and these CAF files do not.
        let frames = Int64(samples.count / fixture.channels)
        #expect(
            frames == asset.duration.value
                || fixture.format == "alac" && fixture.container == "CAF" && frames < asset.duration.value)
    }

    /// Sounds of other programs.
    @Test(.needsCorpus) func samplesOfTheCorpus() throws {
        let corpus = URL(fileURLWithPath: try #require(Corpus.root))
        let walk = try #require(FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil))
        var files: [URL] = []
        while let url = walk.nextObject() as? URL {
            let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
            if size > 0, size < 400_000,
                ["wav", "mp3", "m4a", "aif", "caf", "flac", "au", "ogg"].contains(url.pathExtension)
            {
                files.append(url)
            }
        }
        var compared = 0
        for url in files.sorted(by: { $0.path < $1.path }).enumerated().filter({ $0.offset % 4 == 0 }).prefix(30).map(
            \.element)
        {
            guard AVURLAsset(url: url).isReadable else {
                // What cannot be opened at all cannot be by ExtAudioFile either.
                var file: ExtAudioFileRef?
                #expect(!AVURLAsset(url: url).tracks.isEmpty || ExtAudioFileOpenURL(url as CFURL, &file) != noErr)
                continue
            }
            let expected = try AssetStage.extAudioFile(url)
            guard let samples = try? AssetStage.read(url) else {
                Issue.record("\(url.path) cannot be read")
                continue
            }
            let isSame = samples == expected
            #expect(isSame, "\(url.lastPathComponent): \(samples.count) samples of \(expected.count)")
            compared += 1
        }
        #expect(compared > 5)
    }

    @Test func timesFollowEachOther() throws {
        let asset = AssetStage.asset("WAVE/s16-stereo.wav")
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: AssetStage.settings)
        #expect(
            reader.canAdd(output) && reader.status == .unknown && reader.asset === asset && output.mediaType == .audio)
        reader.add(output)
        #expect(!reader.canAdd(output) && reader.outputs == [output] && output.track === asset.tracks[0])
        #expect(output.outputSettings?.count == 5 && output.alwaysCopiesSampleData && !output.supportsRandomAccess)
        output.alwaysCopiesSampleData = false
        output.audioTimePitchAlgorithm = .varispeed
        #expect(!output.alwaysCopiesSampleData && output.audioTimePitchAlgorithm == .varispeed)
        #expect(reader.startReading())
        var next = CMTime.zero
        while let buffer = output.copyNextSampleBuffer() {
            #expect(buffer.presentationTimeStamp == next && buffer.dataReadiness == .ready)
            let format = buffer.formatDescription?.audioStreamBasicDescription
            #expect(format?.mBitsPerChannel == 16 && format?.mChannelsPerFrame == 2 && buffer.numSamples > 0)
            next = next + buffer.duration
        }
        #expect(next == asset.duration && reader.status == .completed && output.copyNextSampleBuffer() == nil)
    }

    /// A range begins and ends at its frames, in the file's rate and in another.
    @Test(arguments: [
        "WAVE/s16-stereo.wav", "MPEG4/aac-stereo.m4a", "MPEGAudio/vbr-stereo.mp3", "FLAC/s16-stereo.flac",
    ])
    func timeRanges(path: String) throws {
        let url = AssetStage.url(path)
        let fixture = Fixture.named(path)
        let scale = Int32(fixture.sampleRate)
        let range = CMTimeRange(
            start: CMTime(value: 100, timescale: scale), duration: CMTime(value: 300, timescale: scale))
        let samples = try AssetStage.read(url, AssetStage.settings, range)
        #expect(samples.count == 300 * fixture.channels)
        #expect(samples == (try AssetStage.extAudioFile(url, from: 100, frames: 300)))
        let behind = CMTimeRange(start: CMTime(value: 100, timescale: 1), duration: .positiveInfinity)
        #expect(try AssetStage.read(url, AssetStage.settings, behind).isEmpty)
        var other = AssetStage.settings
        other[AVSampleRateKey] = fixture.sampleRate / 2
        let half = try AssetStage.read(url, other, range)
        #expect(half.count == 150 * fixture.channels)
        #expect(try AssetStage.read(url, other) == AssetStage.extAudioFile(url, rate: fixture.sampleRate / 2))
    }

    /// Without settings, the packets are those that AudioFile reads.
    @Test(arguments: ["MPEG4/aac-stereo.m4a", "CAF/ima4-stereo.caf", "MPEGAudio/cbr-mono.mp3", "CAF/alac-stereo.caf"])
    func storedPackets(path: String) throws {
        let asset = AssetStage.asset(path)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        reader.add(output)
        #expect(reader.startReading())
        var (bytes, packets, first, last) = ([UInt8](), 0, CMTime.invalid, CMTime.invalid)
        while let buffer = output.copyNextSampleBuffer() {
            if !first.isValid { first = buffer.outputPresentationTimeStamp }
            last = buffer.outputPresentationTimeStamp + buffer.outputDuration
            bytes += try #require(buffer.dataBuffer).dataBytes()
            packets += buffer.numSamples
            #expect(buffer.formatDescription == asset.tracks[0].formatDescriptions.first as? CMFormatDescription)
        }
        #expect(reader.status == .completed && first == .zero && last == asset.duration)
        var (file, count, size) = (AudioFileID?.none, UInt64(0), UInt32(8))
        try #require(AudioFileOpenURL(asset.url as CFURL, .readPermission, 0, &file) == noErr)
        let opened = try #require(file)
        defer { AudioFileClose(opened) }
        try #require(AudioFileGetProperty(opened, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr)
        #expect(packets == Int(count))
        var stored = [UInt8](repeating: 0, count: bytes.count + 1000)
        var (read, number) = (UInt32(stored.count), UInt32(count))
        var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(count))
        #expect(AudioFileReadPacketData(opened, false, &read, &descriptions, 0, &number, &stored) == noErr)
        #expect(bytes == Array(stored.prefix(Int(read))))
    }

    @Test func cancellingEndsReading() throws {
        let asset = AssetStage.asset("WAVE/s16-stereo.wav")
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: AssetStage.settings)
        reader.add(output)
        #expect(reader.startReading() && output.copyNextSampleBuffer() != nil)
        reader.cancelReading()
        #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil && reader.error == nil)
        let unstarted = try AVAssetReader(asset: asset)
        unstarted.cancelReading()
        #expect(unstarted.status == .cancelled)
        #expect(
            [AVAssetReader.Status.unknown, .reading, .completed, .failed, .cancelled].map(\.rawValue) == [
                0, 1, 2, 3, 4,
            ])
    }

    /// Settings that are no format of ours fail when reading starts.
    @Test func impossibleSettingsFail() throws {
        let asset = AssetStage.asset("WAVE/s16-stereo.wav")
        let reader = try AVAssetReader(asset: asset)
        var settings = AssetStage.settings
        settings[AVLinearPCMBitDepthKey] = 13
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
        reader.add(output)
        #expect(!reader.startReading() && reader.status == .failed)
        #expect((reader.error as? AVError)?.code == .unsupportedOutputSettings)
        #expect(output.copyNextSampleBuffer() == nil && reader.status == .failed)
    }

    @Test func readingAgain() throws {
        let asset = AssetStage.asset("WAVE/s16-mono.wav")
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: AssetStage.settings)
        output.supportsRandomAccess = true
        reader.add(output)
        #expect(reader.startReading() && output.supportsRandomAccess)
        let all = try AssetStage.samples(reader, output)
        #expect(reader.status == .reading)
        let scale = asset.tracks[0].naturalTimeScale
        let ranges = [(10, 20), (50, 30)].map {
            CMTimeRange(
                start: CMTime(value: CMTimeValue($0.0), timescale: scale),
                duration: CMTime(value: CMTimeValue($0.1), timescale: scale))
        }
        output.reset(forReadingTimeRanges: ranges)
        let again = try AssetStage.samples(reader, output)
        #expect(again == Array(all[10..<30]) + Array(all[50..<80]))
        output.markConfigurationAsFinal()
        #expect(output.copyNextSampleBuffer() == nil && reader.status == .completed)
    }

    /// What ends a program on a Mac ends it here.
    @Test func misuseEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let asset = AssetStage.asset("WAVE/s16-mono.wav")
            _ = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
        }
        await #expect(processExitsWith: .failure) {
            let asset = AssetStage.asset("WAVE/s16-mono.wav")
            _ = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil).copyNextSampleBuffer()
        }
        await #expect(processExitsWith: .failure) {
            let reader = try AVAssetReader(asset: AssetStage.asset("WAVE/s16-mono.wav"))
            reader.startReading()
            reader.startReading()
        }
    }
}
