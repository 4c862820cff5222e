import AVFoundation
import Foundation
import MediaToolbox
import Synchronization
import TestSupport
import Testing

@Suite struct MixTests {
    private func read(_ mix: AVAudioMix?, settings: [String: Any]? = AssetStage.settings) throws -> [Int16] {
        let asset = AssetStage.asset("WAVE/s16-mono.wav")
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: settings)
        output.audioMix = mix
        output.audioTimePitchAlgorithm = .timeDomain
        #expect(output.audioTracks == asset.tracks && output.audioTimePitchAlgorithm == .timeDomain)
        #expect((output.audioMix == nil) == (mix == nil) && output.audioSettings?.count == settings?.count)
        reader.add(output)
        #expect(reader.startReading())
        return try AssetStage.samples(reader, output)
    }

    private var parameters: AVMutableAudioMixInputParameters {
        AVMutableAudioMixInputParameters(track: AssetStage.asset("WAVE/s16-mono.wav").tracks[0])
    }

    @Test func withoutAMixNothingChanges() throws {
        let plain = try AssetStage.read(AssetStage.url("WAVE/s16-mono.wav"))
        #expect(try read(nil) == plain && plain.contains { $0 != 0 })
        #expect(try read(AVAudioMix()) == plain)
        // Float32 without settings: four bytes a frame.
        #expect(try read(nil, settings: nil).count == 2 * plain.count)
    }

    @Test func volumesAreRamps() throws {
        let rate = Fixture.named("WAVE/s16-mono.wav").sampleRate
        let scale = Int32(rate)
        let plain = try AssetStage.read(AssetStage.url("WAVE/s16-mono.wav"))
        let part = parameters
        part.setVolume(0.5, at: CMTime(value: 100, timescale: scale))
        part.setVolumeRamp(
            fromStartVolume: 0.5, toEndVolume: 0,
            timeRange: CMTimeRange(
                start: CMTime(value: 200, timescale: scale), duration: CMTime(value: 100, timescale: scale)))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [part]
        let mixed = try read(mix)
        #expect(mixed.count == plain.count)
        for index in 0..<400 {
            let gain: Double =
                index < 100 ? 1 : index < 200 ? 0.5 : index < 300 ? 0.5 - 0.5 * Double(index - 200) / 100 : 0
            #expect(abs(Double(mixed[index]) - Double(plain[index]) * gain) <= 1, "frame \(index)")
        }
        #expect(mixed[300...].allSatisfy { $0 == 0 })
    }

    @Test func rampsCanBeAskedFor() {
        let part = parameters
        var (start, end, range) = (Float(9), Float(9), CMTimeRange.invalid)
        func ramp(_ seconds: Int64) -> Bool {
            part.getVolumeRamp(
                for: CMTime(value: seconds, timescale: 1), startVolume: &start, endVolume: &end, timeRange: &range)
        }
        #expect(!ramp(0) && start == 9)
        part.setVolumeRamp(
            fromStartVolume: 0, toEndVolume: 1,
            timeRange: CMTimeRange(start: CMTime(value: 2, timescale: 1), end: CMTime(value: 4, timescale: 1)))
        part.setVolumeRamp(
            fromStartVolume: 1, toEndVolume: 0.25,
            timeRange: CMTimeRange(start: CMTime(value: 6, timescale: 1), end: CMTime(value: 8, timescale: 1)))
        #expect(ramp(1) && start == 1 && end == 1 && range.end.seconds == 2)
        #expect(ramp(3) && start == 0 && end == 1 && range.start.seconds == 2)
        #expect(ramp(5) && start == 1 && end == 1 && range.start.seconds == 4 && range.end.seconds == 6)
        #expect(ramp(7) && end == 0.25 && !ramp(9))
        let copy = part.copy() as? AVAudioMixInputParameters
        part.setVolume(0.75, at: CMTime(value: 20, timescale: 1))
        #expect(ramp(20) && start == 0.75)
        #expect(
            copy?.getVolumeRamp(for: CMTime(value: 20, timescale: 1), startVolume: nil, endVolume: nil, timeRange: nil)
                == false)
        let mutable = copy?.mutableCopy() as? AVMutableAudioMixInputParameters
        mutable?.trackID = 7
        mutable?.audioTimePitchAlgorithm = .lowQualityZeroLatency
        #expect(
            mutable?.trackID == 7 && copy?.trackID == 1 && mutable?.audioTimePitchAlgorithm == .lowQualityZeroLatency)
        #expect(copy?.audioTimePitchAlgorithm == nil && copy?.audioTapProcessor == nil)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [part]
        let frozen = mix.copy() as? AVAudioMix
        mix.inputParameters = []
        #expect(
            frozen?.inputParameters.count == 1
                && (frozen?.mutableCopy() as? AVMutableAudioMix)?.inputParameters.count == 1)
        #expect(AVAudioTimePitchAlgorithm.spectral != AVAudioTimePitchAlgorithm(rawValue: "x"))
    }

    /// A tap sees each frame, before or behind the volume, and what it makes of them is read.
    @Test(arguments: [kMTAudioProcessingTapCreationFlag_PreEffects, kMTAudioProcessingTapCreationFlag_PostEffects])
    func tapsChangeTheSound(place: MTAudioProcessingTapCreationFlags) throws {
        let plain = try AssetStage.read(AssetStage.url("WAVE/s16-mono.wav"))
        var callbacks = MTAudioProcessingTapCallbacks(
            version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: nil, init: nil, finalize: nil, prepare: nil,
            unprepare: nil
        ) { tap, frames, _, list, framesOut, flagsOut in
            MTAudioProcessingTapGetSourceAudio(tap, frames, list, flagsOut, nil, framesOut)
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                for index in 0..<framesOut.pointee {
                    let samples = buffer.mData!.assumingMemoryBound(to: Float.self)
                    samples[index] = samples[index] / 2 + 0.25
                }
            }
        }
        var tap: MTAudioProcessingTap?
        #expect(MTAudioProcessingTapCreate(nil, &callbacks, place, &tap) == noErr)
        let part = parameters
        part.audioTapProcessor = tap
        part.setVolume(0.5, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [part]
        let mixed = try read(mix)
        #expect(mixed.count == plain.count)
        let isBefore = place == kMTAudioProcessingTapCreationFlag_PreEffects
        for (sample, original) in zip(mixed, plain) {
            let expected = isBefore ? (Double(original) / 2 + 8192) / 2 : Double(original) / 4 + 8192
            #expect(abs(Double(sample) - expected) <= 1)
        }
        // It stays with an output that reads again.
        let asset = AssetStage.asset("WAVE/s16-mono.wav")
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: AssetStage.settings)
        output.audioMix = mix
        output.supportsRandomAccess = true
        reader.add(output)
        #expect(reader.startReading())
        #expect(try AssetStage.samples(reader, output) == mixed)
        let scale = asset.tracks[0].naturalTimeScale
        let ranges = [(10, 20), (50, 30)].map {
            CMTimeRange(
                start: CMTime(value: CMTimeValue($0.0), timescale: scale),
                duration: CMTime(value: CMTimeValue($0.1), timescale: scale))
        }
        output.reset(forReadingTimeRanges: ranges)
        #expect(try AssetStage.samples(reader, output) == Array(mixed[10..<30]) + Array(mixed[50..<80]))
        output.markConfigurationAsFinal()
        #expect(output.copyNextSampleBuffer() == nil && reader.status == .completed && reader.error == nil)
        // The tap is free for another reader, though this one is still there.
        #expect(try read(mix).count == plain.count)
        withExtendedLifetime((reader, output)) {}
    }
}
