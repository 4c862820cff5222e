import AudioToolbox
import Foundation
import Testing

@Suite struct AudioFormatTests {
    private func text(_ id: AudioFormatPropertyID, of format: AudioStreamBasicDescription) -> (OSStatus, String?) {
        var format = format
        var name: Unmanaged<NSString>?
        var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        let result = AudioFormatGetProperty(id, 40, &format, &size, &name)
        return (result, name?.takeRetainedValue() as String?)
    }

    @Test func infoCompletesADescription() {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = 44100
        format.mFormatID = kAudioFormatAppleIMA4
        format.mChannelsPerFrame = 2
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
        #expect(format.mFramesPerPacket == 64)
        #expect(format.mBytesPerPacket == 68)
        size = 39
        let short = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
        #expect(short == kAudioFormatBadPropertySizeError)
        #expect(size == 39)
    }

    @Test func namesAreStringsTheCallerOwns() {
        var format = AudioStreamBasicDescription()
        format.mFormatID = kAudioFormatULaw
        format.mChannelsPerFrame = 1
        #expect(text(kAudioFormatProperty_FormatName, of: format).0 == noErr)
        #expect(text(kAudioFormatProperty_FormatName, of: format).1?.isEmpty == false)
        format.mFormatID = 1
        #expect(text(kAudioFormatProperty_FormatName, of: format) == (kAudioFormatUnknownFormatError, nil))
    }

    @Test func sizeThenDataGivesALayout() {
        var tag = kAudioChannelLayoutTag_MPEG_5_1_A
        var size: UInt32 = 0
        let id = kAudioFormatProperty_ChannelLayoutForTag
        #expect(AudioFormatGetPropertyInfo(id, 4, &tag, &size) == noErr)
        #expect(size == 132)
        let data = UnsafeMutableRawPointer.allocate(byteCount: 200, alignment: 8)
        defer { data.deallocate() }
        size = 131
        #expect(AudioFormatGetProperty(id, 4, &tag, &size, data) == kAudioFormatBadPropertySizeError)
        size = 200
        #expect(AudioFormatGetProperty(id, 4, &tag, &size, data) == noErr)
        #expect(size == 132)
        #expect(data.load(fromByteOffset: 8, as: UInt32.self) == 6)
        #expect(data.load(fromByteOffset: 12 + 3 * 20, as: UInt32.self) == kAudioChannelLabel_LFEScreen)
    }

    @Test func badCallsGetTheirStatus() {
        var size: UInt32 = 4
        var word: UInt32 = 0
        #expect(AudioFormatGetPropertyInfo(1, 0, nil, &size) == kAudioFormatUnsupportedPropertyError)
        #expect(AudioFormatGetProperty(1, 0, nil, &size, &word) == kAudioFormatUnsupportedPropertyError)
        let tags = kAudioFormatProperty_TagsForNumberOfChannels
        #expect(AudioFormatGetPropertyInfo(tags, 3, &word, &size) == kAudioFormatBadSpecifierSizeError)
        #expect(AudioFormatGetPropertyInfo(tags, 4, nil, &size) == kAudioFormatBadSpecifierSizeError)
        #expect(AudioFormatGetProperty(kAudioFormatProperty_EncodeFormatIDs, 0, nil, nil, &word) == kAudio_ParamError)
        #expect(AudioFormatGetProperty(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size, nil) == kAudio_ParamError)
    }
}
