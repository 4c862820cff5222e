import AVFAudio
import TestSupport

/// Buffers and formats as the tests use them.
enum Sample {
    static func format(
        _ rate: Double = 44_100, _ channels: AVAudioChannelCount = 1, _ common: AVAudioCommonFormat = .pcmFormatFloat32,
        interleaved: Bool = false
    ) -> AVAudioFormat {
        AVAudioFormat(commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved)!
    }

    /// A full buffer with one array of samples for each channel.
    static func buffer(_ channels: [[Float]], rate: Double = 44_100) -> AVAudioPCMBuffer {
        let format = format(rate, AVAudioChannelCount(channels.count))
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(channels[0].count))!
        buffer.frameLength = buffer.frameCapacity
        for (index, samples) in channels.enumerated() {
            buffer.floatChannelData![index].update(from: samples, count: samples.count)
        }
        return buffer
    }

    /// The frames of a Float32 buffer, one array for each channel.
    static func channels(_ buffer: AVAudioPCMBuffer) -> [[Float]] {
        (0..<Int(buffer.format.channelCount)).map { channel in
            (0..<Int(buffer.frameLength)).map { buffer.floatChannelData![channel][$0 * buffer.stride] }
        }
    }

    /// The sizes of a list's buffers.
    static func sizes(_ list: UnsafePointer<AudioBufferList>) -> [UInt32] {
        UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list)).map(\.mDataByteSize)
    }
}

extension ScratchFolder {
    func place(_ name: String) -> URL { URL(fileURLWithPath: file(name)) }
}

extension AVAudioFile {
    /// All frames from the present position on, read in blocks.
    func rest(block: AVAudioFrameCount = 1000) throws -> [[Float]] {
        let buffer = AVAudioPCMBuffer(pcmFormat: processingFormat, frameCapacity: block)!
        var all = [[Float]](repeating: [], count: Int(processingFormat.channelCount))
        while framePosition < length {
            try read(into: buffer)
            for (index, samples) in Sample.channels(buffer).enumerated() { all[index] += samples }
        }
        return all
    }
}

/// The queue on which delegates are called. It need not be served by the main thread.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
