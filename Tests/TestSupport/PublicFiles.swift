import AudioToolbox
import Foundation

// Sound files as a program that imports AudioToolbox makes and reads them: for tests of the public calls.

extension AudioStreamBasicDescription {
    /// Linear PCM of whole numbers, packed.
    package static func int(
        _ bits: UInt32, rate: Double = 44_100, channels: UInt32 = 1, bigEndian: Bool = false, unsigned: Bool = false,
        interleaved: Bool = true
    ) -> Self {
        pcm(
            bits, rate, channels, interleaved,
            (unsigned ? 0 : kAudioFormatFlagIsSignedInteger) | (bigEndian ? kAudioFormatFlagIsBigEndian : 0))
    }

    /// Linear PCM of floats, packed.
    package static func float(
        _ bits: UInt32 = 32, rate: Double = 44_100, channels: UInt32 = 1, bigEndian: Bool = false,
        interleaved: Bool = true
    ) -> Self {
        pcm(
            bits, rate, channels, interleaved,
            kAudioFormatFlagIsFloat | (bigEndian ? kAudioFormatFlagIsBigEndian : 0))
    }

    private static func pcm(
        _ bits: UInt32, _ rate: Double, _ channels: UInt32, _ interleaved: Bool, _ flags: AudioFormatFlags
    ) -> Self {
        let size = bits / 8 * (interleaved ? channels : 1)
        return Self(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: flags | kAudioFormatFlagIsPacked
                | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved), mBytesPerPacket: size, mFramesPerPacket: 1,
            mBytesPerFrame: size, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
    }

    /// An encoded format with everything that the codec determines left open.
    package static func encoded(_ id: AudioFormatID, rate: Double = 44_100, channels: UInt32 = 1) -> Self {
        Self(
            mSampleRate: rate, mFormatID: id, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
            mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
    }

    /// What a file of constant packets holds: G.711 and IMA4 with every field set.
    package static func constant(_ id: AudioFormatID, rate: Double = 44_100, channels: UInt32 = 1) -> Self {
        var format = encoded(id, rate: rate, channels: channels)
        let isIMA4 = id == kAudioFormatAppleIMA4
        format.mFramesPerPacket = isIMA4 ? 64 : 1
        format.mBytesPerPacket = (isIMA4 ? 34 : 1) * channels
        if !isIMA4 { (format.mBytesPerFrame, format.mBitsPerChannel) = (channels, 8) }
        return format
    }
}

extension UInt32 {
    /// The number that four characters stand for.
    package init(code text: String) { self = text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension Int32 {
    package init(code text: String) { self.init(bitPattern: UInt32(code: text)) }
}

extension AudioBufferList {
    /// A list of one buffer, whose channels are interleaved in `bytes`.
    package static func interleaved(_ channels: UInt32, _ bytes: UnsafeMutableRawBufferPointer) -> Self {
        Self(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: channels, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
    }
}

/// A folder that is removed when its last user ends.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() {
        path = NSTemporaryDirectory() + "coreaudio-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { path + "/" + name }
    package func url(_ name: String) -> CFURL { URL(fileURLWithPath: file(name)) as CFURL }

    package func write(_ bytes: [UInt8], _ name: String) -> CFURL {
        _ = FileManager.default.createFile(atPath: file(name), contents: Data(bytes))
        return url(name)
    }

    package func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }
}

/// A status that was not `noErr`, from a call that should have worked.
package struct Failure: Error, CustomStringConvertible {
    package let call: String
    package let status: OSStatus
    package var description: String { "\(call): \(statusText(status))" }
}

/// A status as its four characters, where it has four.
package func statusText(_ status: OSStatus) -> String {
    let bytes = withUnsafeBytes(of: status.bigEndian) { Array($0) }
    return bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        ? "'\(String(decoding: bytes, as: UTF8.self))'" : String(status)
}

package func must(_ call: String, _ status: OSStatus) throws(Failure) {
    if status != noErr { throw Failure(call: call, status: status) }
}

/// The whole calls: a file written, a file read.
package enum PublicFile {
    /// Makes a file of constant packets and writes its audio data.
    package static func create(
        _ url: CFURL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ data: [UInt8],
        flags: AudioFileFlags = .eraseFile, before: (AudioFileID) throws -> Void = { _ in }
    ) throws {
        var format = format
        var id: AudioFileID?
        try must("AudioFileCreateWithURL", AudioFileCreateWithURL(url, type, &format, flags, &id))
        do { try before(id!) } catch {
            AudioFileClose(id!)
            throw error
        }
        var size = UInt32(data.count)
        if size > 0 { try must("AudioFileWriteBytes", AudioFileWriteBytes(id!, false, 0, &size, data)) }
        try must("AudioFileClose", AudioFileClose(id!))
    }

    /// Opens a file, hands it over, and closes it.
    package static func with<Result>(
        _ url: CFURL, _ permissions: AudioFilePermissions = .readPermission, hint: AudioFileTypeID = 0,
        _ body: (AudioFileID) throws -> Result
    ) throws -> Result {
        var id: AudioFileID?
        try must("AudioFileOpenURL", AudioFileOpenURL(url, permissions, hint, &id))
        let result: Result
        do { result = try body(id!) } catch {
            AudioFileClose(id!)
            throw error
        }
        try must("AudioFileClose", AudioFileClose(id!))
        return result
    }

    /// A property without references.
    package static func property<T>(_ id: AudioFileID, _ property: AudioFilePropertyID, _ initial: T) throws -> T {
        var value = initial
        var size = UInt32(MemoryLayout<T>.size)
        try must(
            "AudioFileGetProperty",
            withUnsafeMutableBytes(of: &value) { AudioFileGetProperty(id, property, &size, $0.baseAddress!) })
        return value
    }

    /// All audio data.
    package static func data(_ id: AudioFileID) throws -> [UInt8] {
        var size = UInt32(try property(id, kAudioFilePropertyAudioDataByteCount, UInt64(0)))
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try must("AudioFileReadBytes", AudioFileReadBytes(id, false, 0, &size, &bytes))
        return bytes
    }

    package static func data(_ url: CFURL) throws -> [UInt8] { try with(url) { try data($0) } }

    /// Writes sound through a converter: interleaved client frames, `block` at a time.
    package static func encode(
        _ url: CFURL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription,
        from client: AudioStreamBasicDescription, _ data: [UInt8], block: Int = 4096, threads: UInt32 = 1
    ) throws {
        var (format, client) = (format, client)
        var made: ExtAudioFileRef?
        try must(
            "ExtAudioFileCreateWithURL",
            ExtAudioFileCreateWithURL(url, type, &format, nil, AudioFileFlags.eraseFile.rawValue, &made))
        let file = made!
        do {
            try set(file, kExtAudioFileProperty_ThreadCount, threads)
            try set(file, kExtAudioFileProperty_ClientDataFormat, client)
            var data = data
            let frameSize = Int(client.mBytesPerFrame)
            try data.withUnsafeMutableBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: block * frameSize) {
                    let count = min(block * frameSize, bytes.count - start)
                    var list = AudioBufferList(
                        mNumberBuffers: 1,
                        mBuffers: AudioBuffer(
                            mNumberChannels: client.mChannelsPerFrame, mDataByteSize: UInt32(count),
                            mData: bytes.baseAddress! + start))
                    try must("ExtAudioFileWrite", ExtAudioFileWrite(file, UInt32(count / frameSize), &list))
                }
            }
        } catch {
            ExtAudioFileDispose(file)
            throw error
        }
        try must("ExtAudioFileDispose", ExtAudioFileDispose(file))
    }

    /// Reads sound through a converter to interleaved client frames; nil for the file's own format.
    package static func decode(
        _ url: CFURL, to client: AudioStreamBasicDescription? = nil, block: Int = 16_384, threads: UInt32 = 1
    ) throws -> [UInt8] {
        try withReader(url, to: client, threads: threads) { try rest($0, block: block) }
    }

    package static func withReader<Result>(
        _ url: CFURL, to client: AudioStreamBasicDescription? = nil, threads: UInt32 = 1,
        _ body: (ExtAudioFileRef) throws -> Result
    ) throws -> Result {
        var made: ExtAudioFileRef?
        try must("ExtAudioFileOpenURL", ExtAudioFileOpenURL(url, &made))
        let file = made!
        let result: Result
        do {
            try set(file, kExtAudioFileProperty_ThreadCount, threads)
            if let client { try set(file, kExtAudioFileProperty_ClientDataFormat, client) }
            result = try body(file)
        } catch {
            ExtAudioFileDispose(file)
            throw error
        }
        try must("ExtAudioFileDispose", ExtAudioFileDispose(file))
        return result
    }

    /// Up to `limit` frames from the position on, interleaved.
    package static func rest(_ file: ExtAudioFileRef, block: Int = 16_384, limit: Int = .max) throws -> [UInt8] {
        let format = try extProperty(file, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription())
        let frameSize = Int(format.mBytesPerFrame)
        var room = [UInt8](repeating: 0, count: block * frameSize)
        var result: [UInt8] = []
        var left = limit
        while left > 0 {
            var frames = UInt32(min(block, left))
            let status = room.withUnsafeMutableBytes { room in
                var list = AudioBufferList.interleaved(format.mChannelsPerFrame, room)
                return ExtAudioFileRead(file, &frames, &list)
            }
            try must("ExtAudioFileRead", status)
            if frames == 0 { break }
            result += room[..<(Int(frames) * frameSize)]
            left -= Int(frames)
        }
        return result
    }

    package static func extProperty<T>(
        _ file: ExtAudioFileRef, _ property: ExtAudioFilePropertyID, _ initial: T
    ) throws -> T {
        var value = initial
        var size = UInt32(MemoryLayout<T>.size)
        try must(
            "ExtAudioFileGetProperty",
            withUnsafeMutableBytes(of: &value) { ExtAudioFileGetProperty(file, property, &size, $0.baseAddress!) })
        return value
    }

    package static func set<T>(_ file: ExtAudioFileRef, _ property: ExtAudioFilePropertyID, _ value: T) throws {
        try must(
            "ExtAudioFileSetProperty",
            withUnsafeBytes(of: value) { ExtAudioFileSetProperty(file, property, UInt32($0.count), $0.baseAddress!) })
    }
}

/// Numbers between samples and the bytes of a file.
package func littleEndianBytes<T>(_ values: [T]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

package func values<T: BitwiseCopyable>(_ bytes: [UInt8], of _: T.Type) -> [T] {
    bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / MemoryLayout<T>.size).map {
            bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.size, as: T.self)
        }
    }
}
