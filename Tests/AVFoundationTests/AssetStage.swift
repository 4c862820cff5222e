import AVFoundation
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files, and what ExtAudioFile reads of them.
enum AssetStage {
    static func asset(_ fixture: String) -> AVURLAsset { AVURLAsset(url: url(fixture)) }

    static func url(_ fixture: String) -> URL { URL(fileURLWithPath: Fixture.named(fixture).file) }

    /// A file in a folder of its own, which goes away with the test.
    static func temporary<Result>(_ name: String, _ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.appendingPathComponent(name))
    }

    /// Linear PCM of 16 bits, interleaved, as programs that draw waveforms ask for it.
    static var settings: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: false,
            AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
        ]
    }

    /// All samples of a file that ExtAudioFile gives from a frame on.
    static func extAudioFile(
        _ url: URL, rate: Double? = nil, from frame: Int64 = 0, frames: Int = .max
    ) throws -> [Int16] {
        var file: ExtAudioFileRef?
        try #require(ExtAudioFileOpenURL(url as CFURL, &file) == noErr)
        let opened = try #require(file)
        defer { ExtAudioFileDispose(opened) }
        var (own, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
        try #require(ExtAudioFileGetProperty(opened, kExtAudioFileProperty_FileDataFormat, &size, &own) == noErr)
        let channels = own.mChannelsPerFrame
        var client = AudioStreamBasicDescription(
            mSampleRate: rate ?? own.mSampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
            mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16,
            mReserved: 0)
        try #require(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        try #require(ExtAudioFileSeek(opened, frame) == noErr)
        var samples: [Int16] = []
        var room = [Int16](repeating: 0, count: 4096 * Int(channels))
        while samples.count / Int(channels) < frames {
            var count = UInt32(min(4096, frames - samples.count / Int(channels)))
            let status = room.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: channels, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                return ExtAudioFileRead(opened, &count, &list)
            }
            try #require(status == noErr)
            if count == 0 { break }
            samples += room.prefix(Int(count * channels))
        }
        return samples
    }

    /// All samples that an output of 16 bits gives, in the way of programs: block buffers, whose bytes are copied.
    static func samples(_ reader: AVAssetReader, _ output: AVAssetReaderOutput) throws -> [Int16] {
        var samples: [Int16] = []
        while let buffer = output.copyNextSampleBuffer() {
            let block = try #require(CMSampleBufferGetDataBuffer(buffer))
            let length = CMBlockBufferGetDataLength(block)
            var part = [Int16](repeating: 0, count: length / 2)
            #expect(CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: length, destination: &part) == 0)
            samples += part
            CMSampleBufferInvalidate(buffer)
        }
        return samples
    }

    /// The samples of a time range.
    static func read(_ url: URL, _ settings: [String: Any]? = settings, _ range: CMTimeRange? = nil) throws -> [Int16] {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: settings)
        reader.add(output)
        if let range { reader.timeRange = range }
        #expect(reader.startReading() && reader.status == .reading)
        let samples = try samples(reader, output)
        #expect(reader.status == .completed && reader.error == nil)
        return samples
    }

    /// An ID3 tag of version 2.3.
    static func id3(_ frames: [(String, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (id, bytes) in frames {
            body += id.utf8
            for shift in [24, 16, 8, 0] { body.append(UInt8(bytes.count >> shift & 255)) }
            body += [0, 0]
            body += bytes
        }
        var tag = Array("ID3".utf8)
        tag += [3, 0, 0]
        for shift in [21, 14, 7, 0] { tag.append(UInt8(body.count >> shift & 127)) }
        return tag + body
    }

    static func text(_ text: String) -> [UInt8] { [0] + Array(text.utf8) }
}
