import AudioToolbox
import Foundation
import Glibc
import ToolSupport

/// One input and all that becomes of it, in one pass over its sound.
struct Conversion: Sendable {
    struct Target: Sendable {
        /// Nil for a name of the tool's choice.
        var path: String?
        var options: OutputOptions
    }

    var input: String
    var targets: [Target]
    var track: UInt32
    /// The first frame to convert.
    var offset: Int64
    /// Whether the source's description goes into the user chunk `srcI`.
    var tagsSource: Bool
    var directory: String?
    /// Threads that convert rates, where this is the only conversion.
    var resamplerThreads: Int

    /// Frames read and written at a time: long enough to keep the disk and the resampler's threads busy.
    private static let blockFrames: UInt32 = 1 << 16

    /// Bytes that go to and from the disk at a time: enough to make system calls cheap, few enough for the cache.
    static let bufferSize: UInt32 = 1 << 18

    func run(_ reporter: Reporter) throws(ToolError) {
        let start = DispatchTime.now().uptimeNanoseconds
        let source = try Source(input, track: track)
        let plans = try targets.map { (target: Target) throws(ToolError) -> OutputPlan in
            try OutputPlan(
                target.options, path: target.path, input: input, directory: directory, source: source.format,
                lossless: source.clientFormat)
        }
        reporter.began(input, source.format, frames: source.frames, outputs: plans.map { ($0.path, $0.format) })
        for plan in plans where plan.copiesPackets { try copyPackets(plan, source) }
        let frames = try convert(plans.filter { !$0.copiesPackets }, source, reporter)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        reporter.finished(input, frames: frames, seconds: seconds)
    }

    private func convert(_ plans: [OutputPlan], _ source: Source, _ reporter: Reporter) throws(ToolError) -> Int64 {
        guard !plans.isEmpty else { return source.frames }
        if offset > 0 { try check("ExtAudioFileSeek", ExtAudioFileSeek(source.file, offset)) }
        let outputs = try plans.map { (plan: OutputPlan) throws(ToolError) -> Output in
            try Output(plan, source, resamplerThreads: resamplerThreads, tagsSource: tagsSource)
        }
        let format = source.clientFormat
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: Int(Self.blockFrames * format.mBytesPerFrame), alignment: 64)
        defer { block.deallocate() }
        var done: Int64 = 0
        while true {
            var frames = Self.blockFrames
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: format.mChannelsPerFrame, mDataByteSize: frames * format.mBytesPerFrame,
                    mData: block))
            try check("ExtAudioFileRead", ExtAudioFileRead(source.file, &frames, &list))
            if frames == 0 { break }
            for output in outputs { try check("ExtAudioFileWrite", ExtAudioFileWrite(output.file, frames, &list)) }
            done += Int64(frames)
            reporter.advanced(input, frame: done, of: source.frames - offset)
        }
        for output in outputs { try output.finish() }
        return done
    }

    /// Copies the sound as it is coded, with what the decoder needs to know of it.
    private func copyPackets(_ plan: OutputPlan, _ source: Source) throws(ToolError) {
        let reader = try AudioFileHandle(reading: input)
        let unfinished = UnfinishedFile(plan.path)
        let writer = try AudioFileWriter(unfinished.temporaryPath, plan)
        for property in [kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout] {
            guard let bytes = reader.bytes(property) else { continue }
            try check("AudioFileSetProperty", AudioFileSetProperty(writer.id, property, UInt32(bytes.count), bytes))
        }
        source.copyInfo(to: writer.id)
        try writer.copyPackets(from: reader)
        try writer.close()
        try unfinished.becomeReal()
    }
}

/// The file that is converted.
final class Source {
    let file: ExtAudioFileRef
    let format: AudioStreamBasicDescription
    /// What is read from it: linear PCM as it is, or what the codec decodes to without loss.
    let clientFormat: AudioStreamBasicDescription
    /// Frames of sound.
    let frames: Int64

    init(_ path: String, track: UInt32) throws(ToolError) {
        var opened: ExtAudioFileRef?
        try check("ExtAudioFileOpenURL", ExtAudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, &opened))
        file = opened!
        format = try file.property(kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        frames = try file.property(kExtAudioFileProperty_FileLengthFrames, Int64(0))
        clientFormat = Self.clientFormat(format)
        try file.setProperty(kExtAudioFileProperty_IOBufferSizeBytes, Conversion.bufferSize)
        if track > 0 {
            let id: AudioFileID? = try file.property(kExtAudioFileProperty_AudioFile, nil)
            var track = track
            try check("AudioFileSetProperty", AudioFileSetProperty(id!, kAudioFilePropertyUseAudioTrack, 4, &track))
        }
        if clientFormat.mFormatID != format.mFormatID {
            try file.setProperty(kExtAudioFileProperty_ClientDataFormat, clientFormat)
        }
    }

    deinit { _ = ExtAudioFileDispose(file) }

    private static func clientFormat(_ format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
        if format.mFormatID == kAudioFormatLinearPCM { return format }
        var pcm = DataFormat.PCM()
        switch format.mFormatID {
        case kAudioFormatAppleIMA4, kAudioFormatULaw, kAudioFormatALaw: pcm.bits = 16
        default: (pcm.isFloat, pcm.bits) = (true, 32)
        }
        return pcm.description(sampleRate: format.mSampleRate, channels: format.mChannelsPerFrame)
    }

    /// Gives the text of this file to another; what its type cannot hold is left out.
    func copyInfo(to target: AudioFileID) {
        guard let id: AudioFileID = try? file.property(kExtAudioFileProperty_AudioFile, nil) else { return }
        var dictionary: Unmanaged<CFDictionary>?
        var size = UInt32(MemoryLayout<Unmanaged<CFDictionary>?>.size)
        guard AudioFileGetProperty(id, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr else { return }
        _ = AudioFileSetProperty(target, kAudioFilePropertyInfoDictionary, size, &dictionary)
        dictionary?.release()
    }

    /// The file's channel layout, as bytes of an `AudioChannelLayout`.
    var layout: [UInt8]? {
        guard let id: AudioFileID = try? file.property(kExtAudioFileProperty_AudioFile, nil) else { return nil }
        var size: UInt32 = 0
        guard AudioFileGetPropertyInfo(id, kAudioFilePropertyChannelLayout, &size, nil) == noErr else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        return AudioFileGetProperty(id, kAudioFilePropertyChannelLayout, &size, &bytes) == noErr ? bytes : nil
    }
}

extension ExtAudioFileRef {
    /// A property of a type without references.
    func property<T>(_ property: ExtAudioFilePropertyID, _ initial: T) throws(ToolError) -> T {
        var value = initial
        var size = UInt32(MemoryLayout<T>.size)
        let status = withUnsafeMutableBytes(of: &value) {
            ExtAudioFileGetProperty(self, property, &size, $0.baseAddress!)
        }
        try check("ExtAudioFileGetProperty", status)
        return value
    }

    func setProperty<T: BitwiseCopyable>(_ property: ExtAudioFilePropertyID, _ value: T) throws(ToolError) {
        let status = withUnsafeBytes(of: value) {
            ExtAudioFileSetProperty(self, property, UInt32($0.count), $0.baseAddress!)
        }
        try check("ExtAudioFileSetProperty", status)
    }
}
