import AudioToolbox
import CoreAudioAdditions
import Foundation
import RemoteMedia
import ToolSupport

/// An audio file, read as interleaved Float32: from a place in it, and as often as is wished.
final class SoundReader: SoundBringer, @unchecked Sendable {
    private let file: ExtAudioFileRef
    /// What `file` reads from, where it did not open that itself.
    private let handle: AudioFileHandle?
    private let fileFormat: AudioStreamBasicDescription
    private var client = AudioStreamBasicDescription()
    private let frames: Int64
    private let passes: Passes
    /// Whether some of it was read.
    private var hasBegun = false
    /// What the user calls the file.
    private let name: String

    private static let framesAtOnce = 4096

    /// - Parameter name: what the user calls the file, if not by its path.
    convenience init(_ path: String, _ passes: Passes, name: String? = nil) throws(ToolError) {
        var opened: ExtAudioFileRef?
        let status = ExtAudioFileOpenURL(fileURL(path), &opened)
        guard status == noErr, let opened else {
            let reason = FileFault.reading(name ?? path, at: path, status, folders: "to play a folder: afplay --tui")
            throw ToolError("AudioFileOpen", status, because: reason)
        }
        try self.init(opened, passes, name: name ?? path)
    }

    /// A file that is open, and stays open as long as it is read.
    convenience init(_ handle: AudioFileHandle, name: String) throws(ToolError) {
        var opened: ExtAudioFileRef?
        let status = ExtAudioFileWrapAudioFileID(handle.id, false, &opened)
        guard status == noErr, let opened else {
            throw ToolError("ExtAudioFileWrapAudioFileID", status, because: FileFault.reading(name, status))
        }
        try self.init(opened, Passes(), name: name, handle)
    }

    private init(
        _ file: ExtAudioFileRef, _ passes: Passes, name: String, _ handle: AudioFileHandle? = nil
    ) throws(ToolError) {
        self.file = file
        self.handle = handle
        self.passes = passes
        self.name = name
        fileFormat = try Self.property(file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        frames = try Self.property(file, kExtAudioFileProperty_FileLengthFrames, Int64(0))
        guard passes.start == 0 || passes.start < length else {
            let reason = "\(name): it lasts \(decimal(length, places: 3)) s"
            throw ToolError(saying: "The start is not within the sound", kAudio_ParamError, because: reason)
        }
    }

    deinit { _ = ExtAudioFileDispose(file) }

    private static func property<T: BitwiseCopyable>(
        _ file: ExtAudioFileRef, _ property: ExtAudioFilePropertyID, _ initial: T
    ) throws(ToolError) -> T {
        var (value, size) = (initial, UInt32(MemoryLayout<T>.size))
        try check(
            "ExtAudioFileGetProperty", of: property, ExtAudioFileGetProperty(file, property, &size, &value))
        return value
    }

    /// Seconds of the whole file.
    private var length: Double { fileFormat.mSampleRate > 0 ? Double(frames) / fileFormat.mSampleRate : 0 }

    var duration: Double? { passes.duration(of: length) }

    var canSeek: Bool { true }

    /// The artist and the title that the file states, or its name.
    var title: String? {
        var (id, size) = (AudioFileID?.none, UInt32(MemoryLayout<AudioFileID?>.size))
        let status = ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &id)
        let texts = status == noErr ? id?.infoDictionary ?? [:] : [:]
        guard let title = texts[kAFInfoDictionary_Title], !title.isEmpty else {
            let path = HTTPSource.isAddress(name) ? URL(string: name)?.path ?? name : name
            return path.split(separator: "/").last.map(String.init)
        }
        guard let artist = texts[kAFInfoDictionary_Artist], !artist.isEmpty else { return title }
        return "\(artist) – \(title)"
    }

    /// The frame of the file at which a pass begins.
    ///
    /// - Parameter seconds: of the pass that are left out.
    private func firstFrame(_ seconds: Double) -> Int64 {
        Int64(min(((passes.start + seconds) * fileFormat.mSampleRate).rounded(), Double(frames)))
    }

    /// Chooses what is read: the output's rate, and its channels, mixed where the file has others.
    func convert(to format: AudioStreamBasicDescription) throws(ToolError) {
        client = format
        let status = ExtAudioFileSetProperty(
            file, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout<AudioStreamBasicDescription>.size),
            &client)
        try check(
            "ExtAudioFileSetProperty", of: kExtAudioFileProperty_ClientDataFormat, status,
            because: FileFault.reading(name, status))
        var converter: AudioConverterRef?
        var size = UInt32(MemoryLayout<AudioConverterRef?>.size)
        try check(
            "ExtAudioFileGetProperty", of: kExtAudioFileProperty_AudioConverter,
            ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter))
        guard let converter else { return }
        // Without a mix, a mono file would sound on the left alone, and the surplus of others not at all.
        if fileFormat.mChannelsPerFrame != client.mChannelsPerFrame {
            try Self.set(converter, kAudioConverterPropertyPerformDownmix, 1)
        }
        if fileFormat.mSampleRate != format.mSampleRate {
            try Self.set(converter, kAudioConverterSampleRateConverterQuality, UInt32(kAudioConverterQuality_Max))
        }
    }

    private static func set(
        _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ value: UInt32
    ) throws(ToolError) {
        var value = value
        try check(
            "AudioConverterSetProperty", of: property, AudioConverterSetProperty(converter, property, 4, &value))
    }

    func bring(from start: Double, _ makePlayer: @escaping MakePlayer) throws {
        let player = try makePlayer(QueuePlayer.Sound(client), 0.25)
        let samples = UnsafeMutableRawPointer.allocate(
            byteCount: Self.framesAtOnce * Int(client.mBytesPerFrame), alignment: 64)
        defer { samples.deallocate() }
        let once = length - passes.start
        var (pass, left) = once > 0 ? (Int(start / once), start.truncatingRemainder(dividingBy: once)) : (0, 0)
        while passes.hasPass(pass) {
            let first = firstFrame(left)
            left = 0
            // A file without sound from here on would be begun again without end.
            guard first < frames else { return }
            if first > 0 || hasBegun { try check("ExtAudioFileSeek", ExtAudioFileSeek(file, first)) }
            hasBegun = true
            guard try bringOnce(player, samples) else { return }
            pass += 1
        }
    }

    /// - Returns: false once no more is wanted, or nothing came.
    private func bringOnce(_ player: QueuePlayer, _ samples: UnsafeMutableRawPointer) throws(ToolError) -> Bool {
        var total = 0
        while true {
            var count = UInt32(Self.framesAtOnce)
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: client.mChannelsPerFrame, mDataByteSize: count * client.mBytesPerFrame,
                    mData: samples))
            let status = ExtAudioFileRead(file, &count, &list)
            try check("ExtAudioFileRead", status, because: FileFault.reading(name, status))
            guard count > 0 else { return total > 0 }
            total += Int(count)
            guard try player.append(samples, packets: Int(count)) else { return false }
        }
    }
}
