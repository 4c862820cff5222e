import AudioToolbox
import TestSupport
import Testing

/// Additions of ours to Apple's API, by the names that programs use, and names without an effect here.
@Suite(.serialized) struct AdditionTests {
    private var stereo: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
    }

    /// 1 thread at first, and 1 to 64.
    @Test func aConverterHasThreads() throws {
        var (source, target) = (stereo, stereo)
        target.mSampleRate = 48_000
        var made: AudioConverterRef?
        try #require(AudioConverterNew(&source, &target, &made) == noErr)
        let converter = try #require(made)
        defer { AudioConverterDispose(converter) }
        func threads() -> UInt32 {
            var (count, size): (UInt32, UInt32) = (0, 4)
            #expect(
                AudioConverterGetProperty(converter, kAudioConverterPropertyThreadCount, &size, &count) == noErr)
            return count
        }
        #expect(threads() == 1)
        var count: UInt32 = 2
        #expect(AudioConverterSetProperty(converter, kAudioConverterPropertyThreadCount, 4, &count) == noErr)
        count = 65
        #expect(AudioConverterSetProperty(converter, kAudioConverterPropertyThreadCount, 4, &count) != noErr)
        #expect(threads() == 2)
    }

    /// One of Apple's hardware codecs counts as usable where a telephone is simulated, and none elsewhere.
    @Test func aHardwareCodecIsSimulated() {
        let codec = AudioClassDescription(
            mType: kAudioDecoderComponentType, mSubType: kAudioFormatMPEG4AAC,
            mManufacturer: kAppleHardwareAudioCodecManufacturer)
        func usable() -> UInt32? {
            var (codec, count, size): (AudioClassDescription, UInt32, UInt32) = (codec, 9, 4)
            let status = AudioFormatGetProperty(
                kAudioFormatProperty_HardwareCodecCapabilities, UInt32(MemoryLayout.size(ofValue: codec)), &codec,
                &size,
                &count)
            return status == noErr ? count : nil
        }
        #expect(!audioFormatSimulatesHardwareCodec && usable() == 0)
        audioFormatSimulatesHardwareCodec = true
        defer { audioFormatSimulatesHardwareCodec = false }
        #expect(usable() == 1)
    }

    /// The names of what this system does not do are those of Apple's.
    @Test func namesWithoutAnEffect() {
        #expect(
            kAudioComponentInstanceInvalidationNotification.isEqual(
                to: "kAudioComponentInstanceInvalidationNotification"))
        #expect(
            kAudioServicesDetailIntendedSpatialExperience.isEqual(to: "AudioServicesDetailIntendedSpatialExperience"))
    }
}
