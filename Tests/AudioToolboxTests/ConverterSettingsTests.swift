import AudioToolbox
import Foundation
import TestSupport
import Testing

/// `kAudioConverterPropertySettings` and `kExtAudioFileProperty_ConverterConfig`: what is got can be set.
@Suite struct ConverterSettingsTests {
    private static func settings(_ converter: AudioConverterRef) throws -> NSArray {
        var (size, list): (UInt32, Unmanaged<NSArray>?) = (8, nil)
        try must("get", AudioConverterGetProperty(converter, kAudioConverterPropertySettings, &size, &list))
        #expect(size == 8)
        return try #require(list).takeRetainedValue()
    }

    private static func set(_ converter: AudioConverterRef, _ list: AnyObject?, size: UInt32 = 8) -> OSStatus {
        var reference = list.map { Unmanaged.passUnretained($0) }
        return withExtendedLifetime(list) {
            AudioConverterSetProperty(converter, kAudioConverterPropertySettings, size, &reference)
        }
    }

    private static func number(_ converter: AudioConverterRef, _ property: UInt32) throws -> UInt32 {
        var (size, value): (UInt32, UInt32) = (4, 0)
        try must("get", AudioConverterGetProperty(converter, property, &size, &value))
        return value
    }

    private static func change(_ converter: AudioConverterRef, _ property: UInt32, _ value: UInt32) throws {
        var value = value
        try must("set", AudioConverterSetProperty(converter, property, 4, &value))
    }

    @Test func settingsGoFromConverterToConverter() throws {
        let (from, to) = (AudioConverterTests.pcm16(), AudioConverterTests.float(rate: 48_000))
        try AudioConverterTests.with(from, to) { one throws in
            try Self.change(one, kAudioConverterSampleRateConverterQuality, 127)
            try Self.change(one, kAudioConverterSampleRateConverterComplexity, UInt32(code: "bats"))
            try Self.change(one, kAudioConverterPrimeMethod, 2)
            try Self.change(one, kAudioConverterPropertyDithering, 1)
            let list = try Self.settings(one)
            try AudioConverterTests.with(from, to) { other throws in
                #expect(try Self.settings(other) != list)
                #expect(Self.set(other, list) == noErr)
                #expect(try Self.settings(other) == list)
                #expect(try Self.number(other, kAudioConverterSampleRateConverterQuality) == 127)
                #expect(
                    try Self.number(other, kAudioConverterSampleRateConverterComplexity) == UInt32(code: "bats"))
                #expect(try Self.number(other, kAudioConverterPrimeMethod) == 2)
                #expect(try Self.number(other, kAudioConverterPropertyDithering) == 1)
                #expect(Self.set(other, NSArray()) == noErr)
                #expect(try Self.settings(other) == list)
            }
        }
    }

    @Test func whatAnEncoderIsToDoIsAmongThem() throws {
        let (from, to) = (AudioConverterTests.pcm16(), AudioConverterTests.encoded(kAudioFormatAppleIMA4))
        try AudioConverterTests.with(from, to) { one throws in
            try Self.change(one, kAudioConverterCodecQuality, 96)
            let list = try Self.settings(one)
            try AudioConverterTests.with(from, to) { other throws in
                #expect(Self.set(other, list) == noErr)
                #expect(try Self.number(other, kAudioConverterCodecQuality) == 96)
            }
            // Linear PCM has no codec: all are refused, and none is taken.
            try Self.change(one, kAudioConverterPropertyDithering, 2)
            let more = try Self.settings(one)
            try AudioConverterTests.with(from, AudioConverterTests.float()) { plain throws in
                #expect(Self.set(plain, more) == kAudioConverterErr_PropertyNotSupported)
                #expect(try Self.number(plain, kAudioConverterPropertyDithering) == 0)
            }
        }
    }

    @Test func otherThingsAreRefused() throws {
        func group(_ parameters: Any) -> NSArray { [["parameters": parameters] as NSDictionary] }
        let strange: [AnyObject] = [
            NSDictionary(), "srcq" as NSString, ["srcq"] as NSArray, [NSDictionary()] as NSArray,
            group(["key": "srcq", "current value": 5]), group([["key": "srcq"]]), group([["current value": 5]]),
            group([["key": "srcq", "current value": "5"]]), group([["key": "srcq", "current value": -1]]),
            group([["key": "srcq", "current value": 0.5]]), group([["key": "srcq", "current value": 128]]),
            group([["key": "brat quite long", "current value": 1]]), group([["key": "xyzw", "current value": 1]]),
        ]
        try AudioConverterTests.with(AudioConverterTests.pcm16(), AudioConverterTests.float()) { converter throws in
            let before = try Self.settings(converter)
            for (index, object) in strange.enumerated() {
                #expect(Self.set(converter, object) == kAudio_ParamError, "\(index)")
            }
            #expect(Self.set(converter, nil) == kAudio_ParamError)
            #expect(Self.set(converter, before, size: 4) == kAudioConverterErr_BadPropertySizeError)
            #expect(try Self.settings(converter) == before)
        }
    }

    @Test func anExtendedFileTakesWhatItGave() throws {
        let folder = ScratchFolder()
        try PublicFile.create(folder.url("a.wav"), kAudioFileWAVEType, .int(16), [UInt8](repeating: 1, count: 800))
        try PublicFile.withReader(folder.url("a.wav")) { file throws in
            let property = kExtAudioFileProperty_ConverterConfig
            var (size, list): (UInt32, Unmanaged<NSArray>?) = (8, nil)
            // Nothing is converted yet.
            #expect(ExtAudioFileGetProperty(file, property, &size, &list) == kExtAudioFileError_InvalidProperty)
            try PublicFile.set(file, property, UnsafeRawPointer?.none)
            try PublicFile.set(
                file, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.float(rate: 22_050))
            let converter = try #require(
                try PublicFile.extProperty(file, kExtAudioFileProperty_AudioConverter, AudioConverterRef?.none))
            try Self.change(converter, kAudioConverterSampleRateConverterQuality, 127)
            try PublicFile.set(file, property, UnsafeRawPointer?.none)
            try must("get", ExtAudioFileGetProperty(file, property, &size, &list))
            try Self.change(converter, kAudioConverterSampleRateConverterQuality, 0)
            #expect(ExtAudioFileSetProperty(file, property, 8, &list) == noErr)
            #expect(try Self.number(converter, kAudioConverterSampleRateConverterQuality) == 127)
            #expect(ExtAudioFileSetProperty(file, property, 4, &list) == kExtAudioFileError_InvalidPropertySize)
            list?.release()
            let text = "settings" as NSString
            withExtendedLifetime(text) {
                var other: Unmanaged<NSString>? = .passUnretained(text)
                #expect(ExtAudioFileSetProperty(file, property, 8, &other) == kAudio_ParamError)
            }
            #expect(try PublicFile.rest(file).count == 200 * 4)
        }
    }

    /// Linear PCM that comes out has its packets' size, whatever the decoder still has to be set to.
    @Test(arguments: [kAudioFormatAppleLossless, kAudioFormatMPEG4AAC, kAudioFormatFLAC])
    func sizesOfLinearPCMNeedNoCookie(codec: AudioFormatID) throws {
        try AudioConverterTests.with(AudioConverterTests.encoded(codec), AudioConverterTests.float()) {
            converter throws in
            #expect(try Self.number(converter, kAudioConverterPropertyMaximumOutputPacketSize) == 4)
            #expect(try Self.number(converter, kAudioConverterPropertyMinimumOutputBufferSize) == 4)
            var (size, bytes): (UInt32, UInt32) = (4, 4000)
            let property = kAudioConverterPropertyCalculateInputBufferSize
            #expect(AudioConverterGetProperty(converter, property, &size, &bytes) == noErr && bytes > 0)
        }
    }
}
