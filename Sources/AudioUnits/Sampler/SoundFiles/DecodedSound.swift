import AudioCore
import AudioFiles
import CAudioToolbox

/// Decodes a whole audio file into a sample.
enum DecodedSound {
    /// - Parameters:
    ///   - file: closed afterwards.
    ///   - channels: 1 or 2, of which the file has at least as many. More of the file's are left out.
    ///   - rate: the sample's, where it is not the file's.
    ///   - loop: the frames to repeat, of so many.
    /// - Throws: what decoding throws before the first frame. What cannot be decoded later ends the sample.
    static func sample(
        _ file: OpenFile, channels: Int, rate: Double? = nil, loop: (Int) -> Range<Int>, rootKey: UInt8,
        correction: Int8
    ) throws(AudioError) -> SamplerSample {
        let reader = ExtendedFile.reading(file)
        defer { try? reader.dispose() }
        let ownRate = file.format.sampleRate
        try reader.setClientFormat(.float32(sampleRate: ownRate, channels: channels, interleaved: false))
        let capacity = Int(clamping: file.validFrames)
        let list = BufferList.allocate(count: channels)
        defer { list.deallocate() }
        return try SamplerSample(
            channels: channels, capacity: capacity, rate: rate ?? ownRate, loop: loop(capacity), rootKey: rootKey,
            correction: correction
        ) { buffers throws(AudioError) in
            var done = 0
            while done < capacity {
                let wanted = min(StoredFrames.framesAtATime, capacity - done)
                for channel in 0..<channels {
                    list.buffers[channel] = AudioBuffer(
                        mNumberChannels: 1, mDataByteSize: UInt32(wanted * 4),
                        mData: UnsafeMutableRawPointer(buffers[channel].baseAddress! + done))
                }
                do throws(AudioError) {
                    let frames = try reader.read(wanted, into: list.list)
                    if frames == 0 { break }
                    done += frames
                } catch {
                    guard done > 0 else { throw error }
                    break
                }
            }
            if !file.format.isPCM || file.format.sampleKind == .float { buffers.forEach(StoredFrames.silence) }
            return done
        }
    }
}
