import AudioToolbox
import TestSupport
import Testing

/// AudioFileGetGlobalInfo and its size: every question of AudioFile.h.
@Suite struct AudioFileGlobalInfoTests {
    private func numbers(_ property: AudioFilePropertyID, _ specifier: UInt32? = nil) -> [UInt32] {
        guard var specifier else { return numbers(property, 0, nil) }
        return withUnsafeMutableBytes(of: &specifier) { numbers(property, 4, $0.baseAddress) }
    }

    private func numbers(
        _ property: AudioFilePropertyID, _ count: UInt32, _ question: UnsafeMutableRawPointer?
    ) -> [UInt32] {
        var size: UInt32 = 0
        #expect(AudioFileGetGlobalInfoSize(property, count, question, &size) == noErr)
        var result = [UInt32](repeating: 0, count: Int(size) / 4)
        #expect(AudioFileGetGlobalInfo(property, count, question, &size, &result) == noErr)
        return result
    }

    private func object(_ property: AudioFilePropertyID, _ specifier: UInt32? = nil) -> AnyObject? {
        var (result, size): (Unmanaged<AnyObject>?, UInt32) = (nil, 8)
        var question = specifier ?? 0
        let status = withUnsafeMutableBytes(of: &result) { result in
            withUnsafeMutableBytes(of: &question) { question in
                AudioFileGetGlobalInfo(
                    property, specifier == nil ? 0 : 4, specifier == nil ? nil : question.baseAddress, &size,
                    result.baseAddress!)
            }
        }
        #expect(status == noErr && size == 8)
        return result?.takeRetainedValue()
    }

    private func types(_ property: AudioFilePropertyID, named text: String) -> [UInt32] {
        var name: Unmanaged<CFString>? = .passRetained(text as CFString)
        defer { name?.release() }
        return withUnsafeMutableBytes(of: &name) { numbers(property, 8, $0.baseAddress) }
    }

    @Test func typesAreListed() {
        let readable = numbers(kAudioFileGlobalInfo_ReadableTypes)
        let writable = numbers(kAudioFileGlobalInfo_WritableTypes)
        for type in [
            kAudioFileCAFType, kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileAIFFType, kAudioFileAIFCType,
            kAudioFileNextType, kAudioFileWave64Type,
        ] {
            #expect(readable.contains(type) && writable.contains(type))
        }
        #expect(Set(writable).isSubset(of: readable))
        #expect(Set(readable).count == readable.count)
        #expect(object(kAudioFileGlobalInfo_FileTypeName, kAudioFileCAFType) as? String == "CAF")
    }

    @Test func everyWritableFormatHasDescriptions() {
        for type in numbers(kAudioFileGlobalInfo_WritableTypes) {
            let formats = numbers(kAudioFileGlobalInfo_AvailableFormatIDs, type)
            #expect(!formats.isEmpty)
            for format in formats {
                var question = AudioFileTypeAndFormatID(mFileType: type, mFormatID: format)
                var size: UInt32 = 0
                let property = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
                #expect(AudioFileGetGlobalInfoSize(property, 8, &question, &size) == noErr)
                #expect(size >= 40 && size % 40 == 0)
                var list = [AudioStreamBasicDescription](repeating: .init(), count: Int(size) / 40)
                #expect(AudioFileGetGlobalInfo(property, 8, &question, &size, &list) == noErr)
                #expect(list.allSatisfy { $0.mFormatID == format })
            }
        }
        #expect(numbers(kAudioFileGlobalInfo_AvailableFormatIDs, kAudioFileWAVEType).contains(kAudioFormatULaw))
    }

    /// A Mac calls single bytes big-endian in AIFF, and not in AIFC: 'BEI8' and 'I8' in its list of formats.
    @Test(arguments: [(kAudioFileAIFFType, 14), (kAudioFileAIFCType, 12)] as [(UInt32, UInt32)])
    func bytesOfAIFF(type: AudioFileTypeID, flags: UInt32) throws {
        var question = AudioFileTypeAndFormatID(mFileType: type, mFormatID: kAudioFormatLinearPCM)
        var size: UInt32 = 400
        var list = [AudioStreamBasicDescription](repeating: .init(), count: 10)
        let property = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
        #expect(AudioFileGetGlobalInfo(property, 8, &question, &size, &list) == noErr)
        let bytes = list[..<(Int(size) / 40)].filter {
            $0.mBitsPerChannel == 8 && $0.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        }
        #expect(bytes.map(\.mFormatFlags) == [flags])

        let folder = ScratchFolder()
        let (url, samples) = (folder.url("a"), [0, 1, 127, 128, 255] as [UInt8])
        // With either flags: the order of a single byte is no matter.
        for bigEndian in [false, true] {
            try PublicFile.create(url, type, .int(8, bigEndian: bigEndian), samples)
            try PublicFile.with(url) { id in
                let format = try PublicFile.property(
                    id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
                #expect(format.mFormatFlags == flags && format.mBitsPerChannel == 8)
                #expect(try PublicFile.data(id) == samples)
            }
            let client = try StreamClient()
            #expect(client.parse(try #require(folder.bytes("a"))) == noErr)
            #expect(client.record.format.mFormatFlags == flags)
        }
    }

    @Test func namesLeadToTypesAndBack() {
        let extensions = object(kAudioFileGlobalInfo_ExtensionsForType, kAudioFileWAVEType) as? [String]
        #expect(extensions?.first == "wav")
        #expect(types(kAudioFileGlobalInfo_TypesForExtension, named: "CAF") == [kAudioFileCAFType])
        #expect(types(kAudioFileGlobalInfo_TypesForExtension, named: "wav").contains(kAudioFileWAVEType))
        #expect(types(kAudioFileGlobalInfo_TypesForExtension, named: "nope") == [])
        #expect(types(kAudioFileGlobalInfo_TypesForMIMEType, named: "audio/basic") == [kAudioFileNextType])
        #expect(types(kAudioFileGlobalInfo_TypesForUTI, named: "public.aifc-audio") == [kAudioFileAIFCType])
        #expect(numbers(kAudioFileGlobalInfo_TypesForHFSTypeCode, UInt32(code: "caff")) == [kAudioFileCAFType])
        #expect(numbers(kAudioFileGlobalInfo_HFSTypeCodesForType, kAudioFileCAFType) == [UInt32(code: "caff")])
        let mime = object(kAudioFileGlobalInfo_MIMETypesForType, kAudioFileCAFType) as? [String]
        #expect(mime == ["audio/x-caf"])
        let uti = object(kAudioFileGlobalInfo_UTIsForType, kAudioFileCAFType) as? [String]
        #expect(uti == ["com.apple.coreaudio-format"])
        #expect((object(kAudioFileGlobalInfo_AllExtensions) as? [String])?.contains("aiff") == true)
        #expect((object(kAudioFileGlobalInfo_AllUTIs) as? [String])?.contains("public.aifc-audio") == true)
        #expect((object(kAudioFileGlobalInfo_AllMIMETypes) as? [String])?.contains("audio/x-caf") == true)
        #expect(numbers(kAudioFileGlobalInfo_AllHFSTypeCodes).contains(UInt32(code: "AIFC")))
    }

    @Test func wrongQuestionsAreRefused() {
        var size: UInt32 = 0
        var type = UInt32(code: "nope")
        let formats = kAudioFileGlobalInfo_AvailableFormatIDs
        #expect(AudioFileGetGlobalInfoSize(UInt32(code: "zzzz"), 0, nil, &size) == OSStatus(code: "pty?"))
        #expect(AudioFileGetGlobalInfoSize(formats, 4, &type, &size) == OSStatus(code: "typ?"))
        #expect(AudioFileGetGlobalInfoSize(formats, 3, &type, &size) == OSStatus(code: "!siz"))
        #expect(AudioFileGetGlobalInfoSize(formats, 0, nil, &size) == OSStatus(code: "!siz"))
        var question = AudioFileTypeAndFormatID(mFileType: kAudioFileWAVEType, mFormatID: kAudioFormatAppleLossless)
        let descriptions = kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat
        #expect(AudioFileGetGlobalInfoSize(descriptions, 8, &question, &size) == OSStatus(code: "fmt?"))
        var room: [UInt32] = [0]
        size = 3
        let readable = kAudioFileGlobalInfo_ReadableTypes
        #expect(AudioFileGetGlobalInfo(readable, 0, nil, &size, &room) == OSStatus(code: "!siz"))
    }
}
