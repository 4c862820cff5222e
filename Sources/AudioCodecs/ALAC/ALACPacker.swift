/// Moves samples between 32-bit integers, a channel at a time, and the interleaved bytes outside.
struct ALACPacker {
    let bitDepth: Int
    let channels: Int

    private var bytesPerSample: Int { bitDepth == 16 ? 2 : bitDepth == 32 ? 4 : 3 }

    /// Writes two neighbouring channels.
    func pack(
        _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, frames: Int, into output: UnsafeMutableRawPointer,
        channel: Int
    ) {
        guard bitDepth == 16, channels == 2 else {
            pack(left, frames: frames, into: output, channel: channel)
            pack(right, frames: frames, into: output, channel: channel + 1)
            return
        }
        for frame in 0..<frames {
            let both = left[frame] & 0xFFFF | right[frame] &<< 16
            output.storeBytes(of: both, toByteOffset: 4 &* frame, as: Int32.self)
        }
    }

    /// Writes one channel.
    func pack(_ samples: UnsafePointer<Int32>, frames: Int, into output: UnsafeMutableRawPointer, channel: Int) {
        let stride = bytesPerSample * channels
        var place = output + bytesPerSample * channel
        switch bitDepth {
        case 16:
            for frame in 0..<frames {
                place.storeBytes(of: Int16(truncatingIfNeeded: samples[frame]), as: Int16.self)
                place += stride
            }
        case 32:
            for frame in 0..<frames {
                place.storeBytes(of: samples[frame], as: Int32.self)
                place += stride
            }
        default:
            let shift = Int32(24 - bitDepth)
            for frame in 0..<frames {
                let sample = samples[frame] &<< shift
                place.storeBytes(of: UInt16(truncatingIfNeeded: sample), as: UInt16.self)
                place.storeBytes(of: UInt8(truncatingIfNeeded: sample >> 16), toByteOffset: 2, as: UInt8.self)
                place += stride
            }
        }
    }

    /// Reads one channel.
    func unpack(_ input: UnsafeRawPointer, channel: Int, frames: Int, into samples: UnsafeMutablePointer<Int32>) {
        let stride = bytesPerSample * channels
        var place = input + bytesPerSample * channel
        switch bitDepth {
        case 16:
            for frame in 0..<frames {
                samples[frame] = Int32(place.loadUnaligned(as: Int16.self))
                place += stride
            }
        case 32:
            for frame in 0..<frames {
                samples[frame] = place.loadUnaligned(as: Int32.self)
                place += stride
            }
        default:
            let shift = Int32(24 - bitDepth)
            for frame in 0..<frames {
                let high = Int32(place.load(fromByteOffset: 2, as: Int8.self))
                samples[frame] = (high << 16 | Int32(place.loadUnaligned(as: UInt16.self))) &>> shift
                place += stride
            }
        }
    }
}
