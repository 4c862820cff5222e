import AudioToolbox
import ToolSupport

// How many frames of a recording count. Encoders put some of their own before the sound, and fill up the last packet.
extension Recording {
    /// Frames that the time of `-t` takes; nil without it.
    private var wantedFrames: Int64? {
        options.time.map { Int64(min(max(1, ($0 * plan.format.mSampleRate).rounded()), 1e15)) }
    }

    /// Works out how many packets the time takes, once the encoder is known.
    func setLimit(_ queue: AudioQueueRef) {
        packetLimit = wantedFrames.map { frames in
            Int64((Double(frames + Int64(primeInfo(queue).leadingFrames)) / framesPerPacket).rounded(.up))
        }
    }

    /// Says in the file which of its frames count, if its type can. After the queue has stopped.
    func setPacketTable(_ queue: AudioQueueRef) {
        guard plan.format.mFormatID != kAudioFormatLinearPCM, let file else { return }
        let total = Int64(Double(nextPacket) * framesPerPacket)
        let info = primeInfo(queue)
        let priming = min(Int64(info.leadingFrames), total)
        // Packets after the limit are not written, so none is filled up.
        let isCut = packetLimit.map { nextPacket >= $0 } ?? false
        let sound = max(0, total - priming - (isCut ? 0 : Int64(info.trailingFrames)))
        let valid = min(wantedFrames ?? sound, sound)
        guard total > 0, total - priming - valid <= Int64(Int32.max) else { return }
        var table = AudioFilePacketTableInfo(
            mNumberValidFrames: valid, mPrimingFrames: Int32(priming), mRemainderFrames: Int32(total - priming - valid))
        // A type without a table keeps all frames.
        let size = UInt32(MemoryLayout<AudioFilePacketTableInfo>.size)
        _ = AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, size, &table)
    }

    private func primeInfo(_ queue: AudioQueueRef) -> AudioConverterPrimeInfo {
        // Linear PCM has the frames of its time and no others, whatever a converter of rates begins with.
        guard plan.format.mFormatID != kAudioFormatLinearPCM else { return AudioConverterPrimeInfo() }
        var (info, size) = (AudioConverterPrimeInfo(), UInt32(MemoryLayout<AudioConverterPrimeInfo>.size))
        let status = AudioQueueGetProperty(queue, kAudioConverterPrimeInfo, &info, &size)
        return status == noErr ? info : AudioConverterPrimeInfo()
    }
}
