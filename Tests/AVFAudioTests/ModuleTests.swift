import AVFoundation
import Testing

/// What `import AVFoundation` alone brings.
@Suite struct ModuleTests {
    @Test func theModuleBringsFilesAndFoundation() {
        let url: URL = FileManager.default.temporaryDirectory
        #expect(url.isFileURL)
        #expect(kAudioFormatMPEG4AAC == 0x6161_6320)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1) != nil)
    }

    @Test func valuesAreThoseOfTheHeaders() {
        #expect(AVAudioQuality.high.rawValue == 96)
        #expect(AVAudioContentSource.unspecified.rawValue == -1)
        #expect(AVAudioContentSource.passthrough.rawValue == 42)
        #expect(AVAudioDynamicRangeControlConfiguration.capture.rawValue == 4)
        #expect(AVAudioConverterOutputStatus.error.rawValue == 3)
        #expect(AVAudioConverterInputStatus.endOfStream.rawValue == 2)
        #expect(AVAudioConverterPrimeMethod.none.rawValue == 2)
        #expect(AVAudioCommonFormat.pcmFormatInt32.rawValue == 4)
    }
}
