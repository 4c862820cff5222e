import AVFoundation
import Testing

/// What `import AVFoundation` alone brings.
@Suite struct ModuleTests {
    @Test func theModuleBringsFilesAndFoundation() {
        let url: URL = FileManager.default.temporaryDirectory
        #expect(url.isFileURL)
        #expect(kAudioFormatMPEG4AAC == 0x6161_6320)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1) != nil)
        #expect(CMTimeGetSeconds(CMTime(value: 300, timescale: 600)) == 0.5)
    }

    /// Ticks of the system's clock are those of `AVAudioTime`, and a buffer's memory may be nil.
    @Test func theModuleBringsTheClockAndMemory() {
        var info = mach_timebase_info_data_t()
        #expect(mach_timebase_info(&info) == KERN_SUCCESS)
        let ticks = AVAudioTime.hostTime(forSeconds: 1.5)
        #expect(ticks * UInt64(info.numer) / UInt64(info.denom) == 1_500_000_000)
        let before = AVAudioTime.seconds(forHostTime: AudioGetCurrentHostTime())
        #expect(AVAudioTime(hostTime: mach_absolute_time()).hostTime > 0)
        #expect(AVAudioTime.seconds(forHostTime: mach_absolute_time()) >= before)
        let buffer = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
        #expect(memset(buffer.mData, 0, 4) == nil)
    }

    /// A player's hint: each type of sound is one that opens files.
    @Test(arguments: [
        AVFileType.ac3, .aifc, .aiff, .amr, .au, .caf, .eac3, .m4a, .mp3, .wav, .mobile3GPP, .mobile3GPP2, .mp4,
    ])
    func fileTypesAreKnown(type: AVFileType) throws {
        let identifier = type.rawValue as CFString
        var text = Unmanaged.passUnretained(identifier)
        var size: UInt32 = 0
        let status = withExtendedLifetime(identifier) {
            AudioFileGetGlobalInfoSize(
                kAudioFileGlobalInfo_TypesForUTI, UInt32(MemoryLayout.size(ofValue: text)), &text, &size)
        }
        #expect(status == noErr && size >= 4)
        #expect(AVFileType(type.rawValue) == type && AVFileType.mp3.rawValue == "public.mp3")
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

    /// Types of pictures have their identifiers, and no reader of sound.
    @Test(arguments: [
        (AVFileType.avci, "public.avci"), (.dng, "com.adobe.raw-image"), (.heic, "public.heic"), (.heif, "public.heif"),
        (.jpg, "public.jpeg"), (.tif, "public.tiff"),
    ])
    func picturesHoldNoSound(type: AVFileType, identifier: String) throws {
        #expect(type.rawValue == identifier)
        let object = identifier as CFString
        var text = Unmanaged.passUnretained(object)
        var size: UInt32 = 9
        let status = withExtendedLifetime(object) {
            AudioFileGetGlobalInfoSize(
                kAudioFileGlobalInfo_TypesForUTI, UInt32(MemoryLayout.size(ofValue: text)), &text, &size)
        }
        #expect(status != noErr || size == 0)
    }

    /// What tells of an error without throwing it has a place for it, or none.
    @Test func errorsHaveAPlace() {
        var error: NSError?
        let fill: (NSErrorPointer) -> Void = { $0?.pointee = NSError(domain: NSOSStatusErrorDomain, code: -50) }
        fill(nil)
        #expect(error == nil)
        fill(&error)
        #expect(error?.code == -50)
    }
}
