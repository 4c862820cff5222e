import AudioToolbox
import Foundation
import TestSupport

extension WrongUse {
    static let all = opening + data + properties + extendedFiles + converters + formats

    private static let param = OSStatus(kAudio_ParamError)

    private static func bad(_ change: (inout AudioStreamBasicDescription) -> Void) -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription.int(16)
        change(&format)
        return format
    }

    private static let opening: [WrongUse] = [
        WrongUse("open: no such file", -43) {
            var id: AudioFileID?
            return AudioFileOpenURL($0.absent, .readPermission, 0, &id)
        },
        WrongUse("open: null for the result", param) { AudioFileOpenURL(try $0.url(), .readPermission, 0, null()) },
        WrongUse("open: a folder", "wht?") {
            var id: AudioFileID?
            return AudioFileOpenURL(URL(fileURLWithPath: $0.folder.path) as CFURL, .readPermission, 0, &id)
        },
        WrongUse("open: no permission named", param) {
            var id: AudioFileID?
            return AudioFileOpenURL(try $0.url(), AudioFilePermissions(rawValue: 0)!, 0, &id)
        },
        WrongUse("open: an empty file", "typ?") {
            var id: AudioFileID?
            return AudioFileOpenURL($0.folder.write([], "e.wav"), .readPermission, 0, &id)
        },
        WrongUse("open: text", "typ?") {
            var id: AudioFileID?
            return AudioFileOpenURL($0.folder.write(Array("Hello, world".utf8), "t.wav"), .readPermission, 0, &id)
        },
        WrongUse("open: a WAVE file that ends in its header", "dta?") {
            var id: AudioFileID?
            return AudioFileOpenURL($0.folder.write(Array("RIFF\0\0\0\0WAVE".utf8), "t"), .readPermission, 0, &id)
        },
        WrongUse("create: a file that exists", -48) {
            var (format, id): (AudioStreamBasicDescription, AudioFileID?) = (.int(16), nil)
            return AudioFileCreateWithURL(try $0.url(), kAudioFileWAVEType, &format, [], &id)
        },
        WrongUse("create: in a folder that is not there", -43) {
            var (format, id): (AudioStreamBasicDescription, AudioFileID?) = (.int(16), nil)
            return AudioFileCreateWithURL($0.absent, kAudioFileWAVEType, &format, .eraseFile, &id)
        },
        WrongUse("create: below a file", -43) {
            _ = try $0.url()
            return $0.create(kAudioFileWAVEType, .int(16), "a.wav/new")
        },
        WrongUse("create: no format", param) {
            var id: AudioFileID?
            return AudioFileCreateWithURL($0.folder.url("n"), kAudioFileWAVEType, null(), [], &id)
        },
        WrongUse("create: null for the result", param) {
            var format = AudioStreamBasicDescription.int(16)
            return AudioFileCreateWithURL($0.folder.url("n"), kAudioFileWAVEType, &format, [], null())
        },
        WrongUse("create: an unknown type", "typ?") { $0.create(UInt32(code: "nope"), .int(16)) },
        WrongUse("create: big-endian WAVE", "fmt?") { $0.create(kAudioFileWAVEType, .int(16, bigEndian: true)) },
        WrongUse("create: little-endian AIFF", "fmt?") { $0.create(kAudioFileAIFFType, .int(16)) },
        WrongUse("create: µ-law in AIFF", "fmt?") { $0.create(kAudioFileAIFFType, .constant(kAudioFormatULaw)) },
        WrongUse("create: ALAC in WAVE", "fmt?") { $0.create(kAudioFileWAVEType, .encoded(kAudioFormatAppleLossless)) },
        WrongUse("create: 12 bits", "fmt?") { $0.create(kAudioFileWAVEType, .int(12)) },
        WrongUse("create: not interleaved", "fmt?") {
            $0.create(kAudioFileCAFType, .int(16, channels: 2, interleaved: false))
        },
        WrongUse("create: no channels", "fmt?") { $0.create(kAudioFileCAFType, bad { $0.mChannelsPerFrame = 0 }) },
        WrongUse("create: a million channels", "fmt?") { $0.create(kAudioFileCAFType, .int(16, channels: 1_000_000)) },
        WrongUse("create: rate 0", "fmt?") { $0.create(kAudioFileCAFType, .int(16, rate: 0)) },
        WrongUse("create: rate not a number", "fmt?") { $0.create(kAudioFileCAFType, .int(16, rate: .nan)) },
        WrongUse("create: frames of another size", "fmt?") {
            $0.create(kAudioFileCAFType, bad { $0.mBytesPerFrame = 3 })
        },
        WrongUse("close: null", -38) { _ in AudioFileClose(nullReference()) },
        WrongUse("close: twice", -38) { AudioFileClose(try $0.closed()) },
        WrongUse("close: a number", -38) { _ in AudioFileClose(OpaquePointer(bitPattern: 0x1234_5670)!) },
        WrongUse("close: a reference to an extended file", -38) { AudioFileClose(try $0.extendedReading()) },
        WrongUse("optimize: read only", "prm?") { AudioFileOptimize(try $0.reading()) },
        WrongUse("optimize: closed", -38) { AudioFileOptimize(try $0.closed()) },
    ]

    private static let data: [WrongUse] = [
        WrongUse("read bytes: closed", -38) {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileReadBytes(try $0.closed(), false, 0, &size, &room)
        },
        WrongUse("read bytes: no buffer", param) {
            var size: UInt32 = 8
            return AudioFileReadBytes(try $0.reading(), false, 0, &size, null())
        },
        WrongUse("read bytes: no size", param) {
            var room: UInt64 = 0
            return AudioFileReadBytes(try $0.reading(), false, 0, null(), &room)
        },
        WrongUse("read bytes: before the start", -40) {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileReadBytes(try $0.reading(), false, .min, &size, &room)
        },
        WrongUse("read bytes: at the end of all numbers", -39) {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileReadBytes(try $0.reading(), false, .max, &size, &room)
        },
        WrongUse("read bytes: opened for writing alone", "prm?") {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileReadBytes(try $0.reading(.writePermission), false, 0, &size, &room)
        },
        WrongUse("read packets: no buffer", param) {
            var (size, packets): (UInt32, UInt32) = (8, 4)
            return AudioFileReadPacketData(try $0.reading(), false, &size, nil, 0, &packets, nil)
        },
        WrongUse("read packets: no count", param) {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileReadPacketData(try $0.reading(), false, &size, nil, 0, null(), &room)
        },
        WrongUse("read packets: before the start", -40) {
            var (size, packets, room): (UInt32, UInt32, UInt64) = (8, 4, 0)
            return AudioFileReadPacketData(try $0.reading(), false, &size, nil, -1, &packets, &room)
        },
        WrongUse("write bytes: read only", "prm?") {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileWriteBytes(try $0.reading(), false, 0, &size, &room)
        },
        WrongUse("write bytes: leaving a gap", -40) {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileWriteBytes(try $0.writing(), false, 22, &size, &room)
        },
        WrongUse("write bytes: no buffer", param) {
            var size: UInt32 = 8
            return AudioFileWriteBytes(try $0.writing(), false, 0, &size, null())
        },
        WrongUse("write packets: leaving a gap", "pck?") {
            var (packets, room): (UInt32, UInt64) = (4, 0)
            return AudioFileWritePackets(try $0.writing(), false, 8, nil, 11, &packets, &room)
        },
        WrongUse("write packets: read only", "prm?") {
            var (packets, room): (UInt32, UInt64) = (4, 0)
            return AudioFileWritePackets(try $0.reading(), false, 8, nil, 0, &packets, &room)
        },
        WrongUse("write packets: no count", param) {
            var room: UInt64 = 0
            return AudioFileWritePackets(try $0.writing(), false, 8, nil, 0, null(), &room)
        },
        WrongUse("user data: the file's own chunk", "chk?") {
            AudioFileSetUserData(try $0.writing(), UInt32(code: "fmt "), 0, 4, [1, 2, 3, 4] as [UInt8])
        },
        WrongUse("user data: read only", "prm?") {
            AudioFileSetUserData(try $0.reading(), UInt32(code: "mine"), 0, 4, [1, 2, 3, 4] as [UInt8])
        },
        WrongUse("user data: none there", "chk?") {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioFileGetUserData(try $0.reading(), UInt32(code: "mine"), 0, &size, &room)
        },
        WrongUse("user data: no bytes", param) {
            AudioFileSetUserData(try $0.writing(), UInt32(code: "mine"), 0, 4, null())
        },
        WrongUse("user data: null for the count", param) {
            AudioFileCountUserData(try $0.reading(), UInt32(code: "mine"), null())
        },
        WrongUse("user data: removing what is not there", "chk?") {
            AudioFileRemoveUserData(try $0.writing(), UInt32(code: "mine"), 0)
        },
    ]

    private static let properties: [WrongUse] = [
        WrongUse("property: no size", param) {
            var room: UInt32 = 0
            return AudioFileGetProperty(try $0.reading(), kAudioFilePropertyFileFormat, null(), &room)
        },
        WrongUse("property: no room", param) {
            var size: UInt32 = 4
            return AudioFileGetProperty(try $0.reading(), kAudioFilePropertyFileFormat, &size, null())
        },
        WrongUse("property: too small", "!siz") {
            var (size, room): (UInt32, UInt32) = (3, 0)
            return AudioFileGetProperty(try $0.reading(), kAudioFilePropertyFileFormat, &size, &room)
        },
        WrongUse("property: closed", -38) {
            AudioFileGetPropertyInfo(try $0.closed(), kAudioFilePropertyFileFormat, nil, nil)
        },
        WrongUse("property: none such", "pty?") { AudioFileGetPropertyInfo(try $0.reading(), 1, nil, nil) },
        WrongUse("set property: read only", "prm?") {
            var value: UInt32 = 0
            return AudioFileSetProperty(try $0.reading(), kAudioFilePropertyDeferSizeUpdates, 4, &value)
        },
        WrongUse("set property: no value", param) {
            AudioFileSetProperty(try $0.writing(), kAudioFilePropertyDeferSizeUpdates, 4, null())
        },
        WrongUse("set property: a null dictionary", param) {
            var value: UInt64 = 0
            return AudioFileSetProperty(try $0.writing(), kAudioFilePropertyInfoDictionary, 8, &value)
        },
        WrongUse("set property: an array for a dictionary", param) {
            var value: Unmanaged<CFArray>? = .passRetained([] as NSArray)
            defer { value?.release() }
            return AudioFileSetProperty(try $0.writing(), kAudioFilePropertyInfoDictionary, 8, &value)
        },
        WrongUse("set property: more markers than bytes", "!siz") {
            var value: (UInt32, UInt32) = (0, .max)
            return AudioFileSetProperty(try $0.writing(), kAudioFilePropertyMarkerList, 8, &value)
        },
        WrongUse("set property: more regions than bytes", "!siz") {
            var value: (UInt32, UInt32) = (0, 1)
            return AudioFileSetProperty(try $0.writing(), kAudioFilePropertyRegionList, 8, &value)
        },
        WrongUse("set property: a layout of more channels than bytes", "!siz") {
            var value: (UInt32, UInt32, UInt32) = (0, 0, .max)
            return AudioFileSetProperty(try $0.writing(), kAudioFilePropertyChannelLayout, 12, &value)
        },
        WrongUse("global info: no size", param) { _ in
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nil, null())
        },
        WrongUse("global info: an extension that is no text", "!siz") { _ in
            var (size, text): (UInt32, UInt32) = (0, 0)
            return AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_TypesForExtension, 4, &text, &size)
        },
    ]

    private static let extendedFiles: [WrongUse] = [
        WrongUse("extended open: no such file", -43) {
            var file: ExtAudioFileRef?
            return ExtAudioFileOpenURL($0.absent, &file)
        },
        WrongUse("extended open: null for the result", param) { ExtAudioFileOpenURL(try $0.url(), null()) },
        WrongUse("extended create: a file that exists", -48) {
            var (format, file): (AudioStreamBasicDescription, ExtAudioFileRef?) = (.int(16), nil)
            return ExtAudioFileCreateWithURL(try $0.url(), kAudioFileWAVEType, &format, nil, 0, &file)
        },
        WrongUse("extended create: a codec the type cannot hold", "fmt?") {
            var (format, file): (AudioStreamBasicDescription, ExtAudioFileRef?) = (.encoded(kAudioFormatAppleIMA4), nil)
            return ExtAudioFileCreateWithURL($0.folder.url("n"), kAudioFileWAVEType, &format, nil, 1, &file)
        },
        WrongUse("extended: disposed twice", param) { ExtAudioFileDispose(try $0.disposed()) },
        WrongUse("extended: a reference to an audio file", param) { ExtAudioFileDispose(try $0.reading()) },
        WrongUse("extended wrap: a closed file", -38) {
            var file: ExtAudioFileRef?
            return ExtAudioFileWrapAudioFileID(try $0.closed(), false, &file)
        },
        WrongUse("extended wrap: reading, to write", "prm?") {
            var file: ExtAudioFileRef?
            return ExtAudioFileWrapAudioFileID(try $0.reading(), true, &file)
        },
        WrongUse("extended read: no list", param) {
            var frames: UInt32 = 1
            return ExtAudioFileRead(try $0.extendedReading(), &frames, null())
        },
        WrongUse("extended read: no count", param) {
            var list = AudioBufferList()
            return ExtAudioFileRead(try $0.extendedReading(), null(), &list)
        },
        WrongUse("extended read: a list without memory", param) {
            var (frames, list): (UInt32, AudioBufferList) = (1, AudioBufferList())
            list.mNumberBuffers = 1
            return ExtAudioFileRead(try $0.extendedReading(), &frames, &list)
        },
        WrongUse("extended read: of a file being written", -66565) {
            var (frames, list): (UInt32, AudioBufferList) = (1, AudioBufferList())
            return ExtAudioFileRead(try $0.extendedWriting(), &frames, &list)
        },
        WrongUse("extended write: to a file being read", -66565) {
            var list = AudioBufferList()
            return ExtAudioFileWrite(try $0.extendedReading(), 0, &list)
        },
        WrongUse("extended write: two buffers for one", param) {
            var list = AudioBufferList()
            list.mNumberBuffers = 2
            return ExtAudioFileWrite(try $0.extendedWriting(), 1, &list)
        },
        WrongUse("extended write: of IMA4 without a client format", -66563) {
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            return ExtAudioFileWrite(try $0.extendedWriting(.encoded(kAudioFormatAppleIMA4)), 1, &list)
        },
        WrongUse("extended seek: past the end", -66568) { ExtAudioFileSeek(try $0.extendedReading(), 11) },
        WrongUse("extended seek: before the start", -66568) { ExtAudioFileSeek(try $0.extendedReading(), .min) },
        WrongUse("extended seek: while writing", -66568) { ExtAudioFileSeek(try $0.extendedWriting(), 0) },
        WrongUse("extended tell: null", param) { ExtAudioFileTell(try $0.extendedReading(), null()) },
        WrongUse("extended property: too small", -66562) {
            var (size, room): (UInt32, UInt64) = (7, 0)
            return ExtAudioFileGetProperty(
                try $0.extendedReading(), kExtAudioFileProperty_FileLengthFrames, &size, &room)
        },
        WrongUse("extended property: none such", -66561) {
            ExtAudioFileGetPropertyInfo(try $0.extendedReading(), 1, nil, nil)
        },
        WrongUse("extended property: the length of a file being read", -66561) {
            var length: Int64 = 5
            return ExtAudioFileSetProperty(
                try $0.extendedReading(), kExtAudioFileProperty_FileLengthFrames, 8, &length)
        },
        WrongUse("extended property: a client format that is not linear PCM", -66563) {
            var format = AudioStreamBasicDescription.encoded(kAudioFormatMPEG4AAC)
            return ExtAudioFileSetProperty(
                try $0.extendedReading(), kExtAudioFileProperty_ClientDataFormat, 40, &format)
        },
        WrongUse("extended property: a client rate of 0", -66566) {
            var format = AudioStreamBasicDescription.int(16, rate: 0)
            return ExtAudioFileSetProperty(
                try $0.extendedReading(), kExtAudioFileProperty_ClientDataFormat, 40, &format)
        },
    ]

    private static let converters: [WrongUse] = [
        WrongUse("converter: no format", param) { _ in
            var (format, made): (AudioStreamBasicDescription, AudioConverterRef?) = (.int(16), nil)
            return AudioConverterNew(null(), &format, &made)
        },
        WrongUse("converter: null for the result", param) { _ in
            var (one, two): (AudioStreamBasicDescription, AudioStreamBasicDescription) = (.int(16), .int(24))
            return AudioConverterNew(&one, &two, null())
        },
        WrongUse("converter: an unknown codec", "fmt?") { $0.new(.int(16), .encoded(UInt32(code: "nope"))).0 },
        WrongUse("converter: nothing at all", "!isr") { $0.new(.init(), .init()).0 },
        WrongUse("converter: frames too small for the channels", "fmt?") {
            $0.new(bad { $0.mChannelsPerFrame = 2 }, .float()).0
        },
        WrongUse("converter: no channels", "fmt?") { $0.new(bad { $0.mChannelsPerFrame = 0 }, .float()).0 },
        WrongUse("converter: 2⁶⁴ samples a second", "!isr") { $0.new(.int(16, rate: .infinity), .float()).0 },
        WrongUse("converter: disposed of null", param) { _ in AudioConverterDispose(nullReference()) },
        WrongUse("converter: a property it has not", "prop") {
            AudioConverterGetPropertyInfo(try $0.converter(), 1, nil, nil)
        },
        WrongUse("converter: too small for a property", "!siz") {
            var (size, room): (UInt32, UInt64) = (1, 0)
            return AudioConverterGetProperty(
                try $0.converter(), kAudioConverterCurrentInputStreamDescription, &size, &room)
        },
        WrongUse("converter: a channel map of another length", "!siz") {
            AudioConverterSetProperty(try $0.converter(), kAudioConverterChannelMap, 3, [1, 2, 3] as [UInt8])
        },
        WrongUse("fill: room for no packet", "otsz") { $0.fill(try $0.converter(), packets: 1, bytes: 3) },
        WrongUse("fill: one buffer for two channels", "otsz") {
            $0.fill(
                try $0.converter(.int(16), .float(channels: 2, interleaved: false)), packets: 1, bytes: 4)
        },
        WrongUse("fill: no list", param) {
            var packets: UInt32 = 1
            return AudioConverterFillComplexBuffer(try $0.converter(), supplySilence, nil, &packets, null(), nil)
        },
        WrongUse("convert buffer: another rate", "op??") {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioConverterConvertBuffer(
                try $0.converter(.int(16), .int(16, rate: 48_000)), 4, [1, 2, 3, 4] as [UInt8], &size, &room)
        },
        WrongUse("convert buffer: half a frame", "insz") {
            var (size, room): (UInt32, UInt64) = (8, 0)
            return AudioConverterConvertBuffer(try $0.converter(), 3, [1, 2, 3] as [UInt8], &size, &room)
        },
        WrongUse("convert buffer: no room", "otsz") {
            var (size, room): (UInt32, UInt64) = (4, 0)
            return AudioConverterConvertBuffer(try $0.converter(), 4, [1, 2, 3, 4] as [UInt8], &size, &room)
        },
    ]

    private static let formats: [WrongUse] = [
        WrongUse("format: no such property", "prop") { _ in
            var size: UInt32 = 0
            return AudioFormatGetPropertyInfo(1, 0, nil, &size)
        },
        WrongUse("format: a specifier of the wrong size", "!spc") { _ in
            var (size, specifier): (UInt32, UInt32) = (0, 0)
            return AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatName, 4, &specifier, &size)
        },
        WrongUse("format: no specifier", "!spc") { _ in
            var (size, channels): (UInt32, UInt32) = (4, 0)
            return AudioFormatGetProperty(kAudioFormatProperty_NumberOfChannelsForLayout, 0, nil, &size, &channels)
        },
        WrongUse("format: an unknown codec to complete", "!fmt") { _ in
            var (size, format): (UInt32, AudioStreamBasicDescription) = (40, .encoded(UInt32(code: "nope")))
            return AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
        },
        WrongUse("format: no room for a description", "!siz") { _ in
            var (size, format): (UInt32, AudioStreamBasicDescription) = (39, .encoded(kAudioFormatAppleIMA4))
            return AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
        },
    ]
}
