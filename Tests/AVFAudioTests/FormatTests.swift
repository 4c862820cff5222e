import AVFAudio
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite struct AudioFormatClassTests {
    @Test func standardFormatIsDeinterleavedFloat() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        #expect(format.isStandard)
        #expect(!format.isInterleaved)
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(format.sampleRate == 48_000)
        #expect(format.channelCount == 2)
        #expect(format.channelLayout == nil)
        let asbd = format.streamDescription.pointee
        #expect(asbd.mFormatFlags == 41)
        #expect(asbd.mBytesPerFrame == 4)
        #expect(asbd.mBitsPerChannel == 32)
    }

    @Test func aFormatCanBeReadWhereNothingElseRefersToIt() throws {
        for rate in 1...100 {
            let asbd = Sample.format(Double(rate), 2).streamDescription.pointee
            #expect(asbd.mSampleRate == Double(rate))
            #expect(asbd.mFormatID == kAudioFormatLinearPCM)
            let layout = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)?.layout.pointee
            #expect(layout?.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        }
    }

    @Test(arguments: [
        (AVAudioCommonFormat.pcmFormatFloat32, 4, 9), (.pcmFormatFloat64, 8, 9), (.pcmFormatInt16, 2, 12),
        (.pcmFormatInt32, 4, 12),
    ])
    func commonFormatsHaveTheirForms(common: AVAudioCommonFormat, bytes: UInt32, flags: UInt32) {
        let format = Sample.format(8000, 2, common, interleaved: true)
        #expect(format.commonFormat == common)
        #expect(format.isInterleaved)
        #expect(format.streamDescription.pointee.mFormatFlags == flags)
        #expect(format.streamDescription.pointee.mBytesPerFrame == bytes * 2)
        #expect(!format.isStandard)
    }

    @Test func whatNoFormatIsGivesNil() {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 3) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 0) == nil)
        #expect(
            AVAudioFormat(commonFormat: .otherFormat, sampleRate: 44_100, channels: 1, interleaved: false) == nil)
        var six = AudioStreamBasicDescription.float(channels: 6)
        #expect(AVAudioFormat(streamDescription: &six) == nil)
        let five = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_0_A)
        #expect(AVAudioFormat(streamDescription: &six, channelLayout: five) == nil)
        let layout = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(AVAudioFormat(streamDescription: &six, channelLayout: layout)?.channelLayout == layout)
    }

    /// Core Media's description and this one say the same of a stream.
    @Test func aFormatIsACoreMediaDescription() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        format.magicCookie = Data([4, 5])
        let description = format.formatDescription
        #expect(description.mediaSubType == .linearPCM && description.magicCookie == Data([4, 5]))
        #expect(
            CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: nil)?.pointee.mChannelLayoutTag
                == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(format.formatDescription === description)
        format.magicCookie = nil
        #expect(format.formatDescription.magicCookie == nil)
        let again = AVAudioFormat(cmAudioFormatDescription: description)
        #expect(again == format && again.channelLayout == layout && again.magicCookie == Data([4, 5]))
        let six = try CMAudioFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription.float(channels: 6))
        let discrete = AVAudioFormat(cmAudioFormatDescription: six)
        #expect(discrete.channelCount == 6 && discrete.channelLayout?.layoutTag == 147 << 16 | 6)
    }

    @Test func aLayoutGivesTheChannels() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let standard = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        #expect(standard.channelCount == 6)
        #expect(standard.isStandard)
        let ints = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: layout)
        #expect(ints.streamDescription.pointee.mBytesPerFrame == 12)
    }

    @Test func bigEndianAndPaddedSamplesAreOther() throws {
        var asbd = Sample.format(44_100, 1, .pcmFormatInt16).streamDescription.pointee
        asbd.mFormatFlags |= kAudioFormatFlagIsBigEndian
        #expect(try #require(AVAudioFormat(streamDescription: &asbd)).commonFormat == .otherFormat)
    }

    @Test func equalFormatsHaveEqualHashes() throws {
        let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        let (plain, laidOut) = (
            Sample.format(44_100, 2),
            AVAudioFormat(
                standardFormatWithSampleRate: 44_100, channelLayout: stereo)
        )
        #expect(plain == laidOut)
        #expect(plain.hash == laidOut.hash)
        let (mono, interleavedMono) = (Sample.format(), Sample.format(interleaved: true))
        #expect(mono.isEqual(interleavedMono))
        #expect(mono.hash == interleavedMono.hash)
        #expect(Sample.format(44_100, 2) != Sample.format(44_100, 2, interleaved: true))
        #expect(mono != Sample.format(48_000))
        #expect(mono != Sample.format(44_100, 1, .pcmFormatInt16))
        let binaural = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Binaural))
        #expect(plain != AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: binaural))
        #expect(!mono.isEqual("mono"))
        #expect(Set([plain, laidOut, mono, interleavedMono]).count == 2)
    }

    @Test func settingsTellTheFormat() throws {
        let settings = Sample.format(22_050, 2, .pcmFormatInt16, interleaved: true).settings
        #expect(settings.count == 7)
        #expect(settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
        #expect(settings[AVSampleRateKey] as? Double == 22_050)
        #expect(settings[AVNumberOfChannelsKey] as? Int == 2)
        #expect(settings[AVLinearPCMBitDepthKey] as? Int == 16)
        #expect(settings[AVLinearPCMIsFloatKey] as? Bool == false)
        #expect(settings[AVLinearPCMIsBigEndianKey] as? Bool == false)
        #expect(settings[AVLinearPCMIsNonInterleaved] as? Bool == false)
        #expect(AVAudioFormat(settings: settings) == Sample.format(22_050, 2, .pcmFormatInt16, interleaved: true))
        #expect(AVLinearPCMIsNonInterleaved == "AVLinearPCMIsNonInterleaved")
    }

    @Test func settingsTakeNumbersOfAnyType() throws {
        let aac = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 44_100, AVNumberOfChannelsKey: UInt8(2),
                AVEncoderBitRateKey: 128_000,
            ]))
        #expect(aac.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
        #expect(aac.streamDescription.pointee.mFramesPerPacket == 1024)
        #expect(aac.commonFormat == .otherFormat)
        let float = AVAudioFormat(settings: [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Float(8000), AVNumberOfChannelsKey: 1,
            AVLinearPCMIsFloatKey: 1, AVLinearPCMBitDepthKey: 32,
        ])
        #expect(float?.commonFormat == .pcmFormatFloat32)
    }

    @Test(arguments: [8, 16, 24]) func floatingPointOfFewBitsHasThirtyTwo(bits: Int) throws {
        let format = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
                AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: bits, AVLinearPCMIsNonInterleaved: false,
            ]))
        #expect(format == Sample.format(48_000, 2, .pcmFormatFloat32, interleaved: true))
    }

    @Test(arguments: [
        [AVFormatIDKey: "lpcm", AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1] as [String: any Sendable],
        [AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 1],
        [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 6],
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 4,
        ],
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 64, AVLinearPCMIsFloatKey: true,
        ],
        [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Double.nan, AVNumberOfChannelsKey: 1],
        [AVFormatIDKey: -1, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1],
        [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1, AVChannelLayoutKey: 5],
    ])
    func settingsThatAreNoFormatGiveNil(settings: [String: any Sendable]) {
        #expect(AVAudioFormat(settings: settings) == nil)
    }

    @Test func theLayoutIsAmongTheSettings() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_D))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        #expect(format.settings[AVChannelLayoutKey] is Data)
        #expect(AVAudioFormat(settings: format.settings) == format)
    }

    @Test func formatsAreArchived() throws {
        #expect(AVAudioFormat.supportsSecureCoding && AVAudioChannelLayout.supportsSecureCoding)
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_D))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        format.magicCookie = Data([1, 2, 3])
        let data = try NSKeyedArchiver.archivedData(withRootObject: format, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: data))
        #expect(back == format)
        #expect(back.channelLayout == layout)
        #expect(back.magicCookie == Data([1, 2, 3]))
        let layoutData = try NSKeyedArchiver.archivedData(withRootObject: layout, requiringSecureCoding: true)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioChannelLayout.self, from: layoutData) == layout)
    }

    @Test func descriptionNamesTheForm() {
        let text = Sample.format(44_100, 2).description
        #expect(text.hasPrefix("<AVAudioFormat 0x"))
        #expect(text.hasSuffix(":  2 ch,  44100 Hz, Float32, non-inter>"))
    }
}

@Suite struct AudioChannelLayoutClassTests {
    @Test func aTagGivesTheChannels() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        #expect(layout.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(layout.channelCount == 6)
        #expect(layout.layout.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap) == nil)
    }

    @Test func descriptionsBecomeTheTagThatStandsForThem() {
        func channel(_ label: AudioChannelLabel) -> AudioChannelDescription {
            AudioChannelDescription(mChannelLabel: label, mChannelFlags: [], mCoordinates: (0, 0, 0))
        }
        let stereo = ManagedAudioChannelLayout(channelDescriptions: [
            channel(kAudioChannelLabel_Left), channel(kAudioChannelLabel_Right),
        ])
        let layout = stereo.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
        #expect(layout.layoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(layout.channelCount == 2)
        let odd = ManagedAudioChannelLayout(channelDescriptions: [
            channel(kAudioChannelLabel_TopCenterSurround), channel(kAudioChannelLabel_Left),
        ])
        let kept = odd.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
        #expect(kept.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions)
        #expect(kept.layout.pointee.mNumberChannelDescriptions == 2)
        #expect(kept != layout)
        #expect(kept == odd.withUnsafePointer { AVAudioChannelLayout(layout: $0) })
    }

    /// Coordinates that are no number are compared by their bits; both zeros are one.
    @Test func aLayoutEqualsItsCopyWhateverItsCoordinates() throws {
        func layout(_ x: Float) -> AVAudioChannelLayout {
            let managed = ManagedAudioChannelLayout(channelDescriptions: [
                AudioChannelDescription(
                    mChannelLabel: kAudioChannelLabel_UseCoordinates, mChannelFlags: .rectangularCoordinates,
                    mCoordinates: (x, 0, .infinity))
            ])
            return managed.withUnsafePointer { AVAudioChannelLayout(layout: $0) }
        }
        let strange = layout(.nan)
        let copy = AVAudioChannelLayout(layout: strange.layout)
        #expect(copy == strange && copy.hash == strange.hash)
        #expect(Set([strange, copy, layout(1), layout(-.nan)]).count == 3)
        #expect(layout(0) == layout(-0.0) && layout(0).hash == layout(-0.0).hash && layout(0) != strange)
        let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: strange)
        let other = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: copy)
        #expect(format == other && format.hash == other.hash)
    }
}
