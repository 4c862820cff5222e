import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A wrong call and the status it must give.
struct WrongUse: Sendable, CustomStringConvertible {
    let description: String
    let expected: OSStatus
    let call: @Sendable (WrongUseTools) throws -> OSStatus

    init(_ description: String, _ expected: OSStatus, _ call: @escaping @Sendable (WrongUseTools) throws -> OSStatus) {
        self.description = description
        self.expected = expected
        self.call = call
    }

    init(_ description: String, _ code: String, _ call: @escaping @Sendable (WrongUseTools) throws -> OSStatus) {
        self.init(description, OSStatus(code: code), call)
    }
}

/// Null where a header says that it must not be, as a C program passes it.
func null<T>() -> UnsafeMutablePointer<T> { unsafeBitCast(UnsafeRawPointer?.none, to: UnsafeMutablePointer<T>.self) }
func null() -> UnsafeMutableRawPointer { unsafeBitCast(UnsafeRawPointer?.none, to: UnsafeMutableRawPointer.self) }
func null() -> UnsafeRawPointer { unsafeBitCast(UnsafeRawPointer?.none, to: UnsafeRawPointer.self) }
func nullReference() -> OpaquePointer { unsafeBitCast(UnsafeRawPointer?.none, to: OpaquePointer.self) }

/// Files and references for wrong calls. The files are closed when this goes.
final class WrongUseTools {
    let folder = ScratchFolder()
    /// A file in a folder that does not exist.
    var absent: CFURL { folder.url("absent/a.wav") }
    private var files: [AudioFileID] = []
    private var extended: [ExtAudioFileRef] = []
    private var converters: [AudioConverterRef] = []

    deinit {
        for file in extended { ExtAudioFileDispose(file) }
        for file in files { AudioFileClose(file) }
        for converter in converters { AudioConverterDispose(converter) }
    }

    /// A WAVE file of ten frames of 16 bits.
    func url() throws -> CFURL {
        let url = folder.url("a.wav")
        try PublicFile.create(url, kAudioFileWAVEType, .int(16), Signal.bytes(20, seed: 1))
        return url
    }

    func reading(_ permissions: AudioFilePermissions = .readPermission) throws -> AudioFileID {
        var id: AudioFileID?
        try must("AudioFileOpenURL", AudioFileOpenURL(try url(), permissions, 0, &id))
        files.append(id!)
        return id!
    }

    func writing() throws -> AudioFileID { try reading(.readWritePermission) }

    func closed() throws -> AudioFileID {
        let id = try reading()
        files.removeLast()
        try must("AudioFileClose", AudioFileClose(id))
        return id
    }

    func extendedReading() throws -> ExtAudioFileRef {
        var file: ExtAudioFileRef?
        try must("ExtAudioFileOpenURL", ExtAudioFileOpenURL(try url(), &file))
        extended.append(file!)
        return file!
    }

    func extendedWriting(_ format: AudioStreamBasicDescription = .int(16)) throws -> ExtAudioFileRef {
        var file: ExtAudioFileRef?
        var format = format
        try must(
            "ExtAudioFileCreateWithURL",
            ExtAudioFileCreateWithURL(folder.url("b.caf"), kAudioFileCAFType, &format, nil, 1, &file))
        extended.append(file!)
        return file!
    }

    func disposed() throws -> ExtAudioFileRef {
        let file = try extendedReading()
        extended.removeLast()
        try must("ExtAudioFileDispose", ExtAudioFileDispose(file))
        return file
    }

    func converter(
        _ from: AudioStreamBasicDescription = .int(16), _ to: AudioStreamBasicDescription = .float()
    ) throws -> AudioConverterRef {
        let (status, made) = new(from, to)
        try must("AudioConverterNew", status)
        converters.append(made!)
        return made!
    }

    func new(
        _ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription
    ) -> (OSStatus, AudioConverterRef?) {
        var (from, to) = (from, to)
        var made: AudioConverterRef?
        return (AudioConverterNew(&from, &to, &made), made)
    }

    /// Creating a file that must not come to be; the status, or 0 where one was left behind.
    func create(
        _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ name: String = "new"
    ) -> OSStatus {
        var (format, id): (AudioStreamBasicDescription, AudioFileID?) = (format, nil)
        let status = AudioFileCreateWithURL(folder.url(name), type, &format, .eraseFile, &id)
        if let id { AudioFileClose(id) }
        return FileManager.default.fileExists(atPath: folder.file("new")) ? noErr : status
    }

    /// One call of FillComplexBuffer for `packets` into a buffer of `bytes`.
    func fill(_ converter: AudioConverterRef, packets: UInt32, bytes: UInt32, buffers: UInt32 = 1) -> OSStatus {
        var packets = packets
        var room = [UInt8](repeating: 0, count: 64)
        return room.withUnsafeMutableBytes { room in
            var list = AudioBufferList(
                mNumberBuffers: buffers,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: bytes, mData: room.baseAddress))
            return AudioConverterFillComplexBuffer(converter, supplySilence, nil, &packets, &list, nil)
        }
    }
}

private nonisolated(unsafe) let silence = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)

func supplySilence(
    _ converter: AudioConverterRef, _ packets: UnsafeMutablePointer<UInt32>,
    _ data: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    _ context: UnsafeMutableRawPointer?
) -> OSStatus {
    packets.pointee = 16
    data.pointee.mBuffers.mData = silence
    data.pointee.mBuffers.mDataByteSize = 32
    return noErr
}

@Suite struct WrongUseTests {
    @Test func thereAreMany() { #expect(WrongUse.all.count >= 60) }

    @Test(arguments: WrongUse.all) func hasItsStatus(use: WrongUse) throws {
        let status = try use.call(WrongUseTools())
        #expect(status == use.expected, "\(statusText(status)), not \(statusText(use.expected))")
    }
}
