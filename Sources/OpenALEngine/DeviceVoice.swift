import AudioCore
import AudioIO
import COpenALSoft
import CRealtime

/// How a device of OpenAL Soft is mixed, and where its channels go in a frame of the output.
struct DeviceShape: Equatable, Sendable {
    var sampleRate: Int32
    /// Channels of the output's frames.
    var channels: Int
    /// Channels that OpenAL Soft mixes: the first ones of a frame. The others are silent.
    var mixed: Int

    /// - Parameter isStereo: whether two channels are mixed, where the output has more.
    init(sampleRate: Double, channels: Int, isStereo: Bool) {
        // OpenAL Soft's reverb reads outside its memory at 8001 frames a second and fewer.
        self.sampleRate = Int32(max(11_025, min(192_000, sampleRate.rounded())))
        self.channels = channels
        mixed = Self.layouts[channels] != nil && !(isStereo && channels > 2) ? channels : min(channels, 2)
    }

    /// ALC_MONO_SOFT and its like, by the number of channels.
    private static let layouts: [Int: Int32] = [
        1: 0x1500, 2: 0x1501, 4: 0x1503, 6: 0x1504, 7: 0x1505, 8: 0x1506,
    ]

    /// The attributes that ask OpenAL Soft for the shape.
    var attributes: [Int32] {
        [
            SoftConstant.frequency, sampleRate, SoftConstant.formatChannels, Self.layouts[mixed] ?? 0x1501,
            SoftConstant.formatType, SoftConstant.float,
        ]
    }
}

/// The audio half of a device: has OpenAL Soft mix each cycle into the output's memory.
final class DeviceVoice: @unchecked Sendable {
    let shape: DeviceShape
    private let device: OpaquePointer
    private let render: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Void
    /// Where OpenAL Soft mixes fewer channels than a frame has.
    private let scratch: UnsafeMutablePointer<Float>
    private static let scratchFrames = 512
    /// What the program captures of the device; nil where it does not.
    let capture: FrameCapture?
    private let captureLink: Unmanaged<FrameCapture>?
    private let watch: SourceWatch
    private let watchLink: Unmanaged<SourceWatch>

    init(
        _ device: OpaquePointer, _ library: UnsafePointer<SoftFunctions>, _ shape: DeviceShape, capture: FrameCapture?,
        watch: SourceWatch
    ) {
        self.device = device
        self.shape = shape
        self.capture = capture
        self.watch = watch
        render = library.pointee.alcRenderSamplesSOFT
        captureLink = capture.map { .passUnretained($0) }
        watchLink = .passUnretained(watch)
        scratch = .allocate(capacity: Self.scratchFrames * max(1, shape.mixed))
    }

    deinit { scratch.deallocate() }

    /// A source that plays the device, from its next cycle on.
    func source() -> OutputSource {
        OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
            Unmanaged<DeviceVoice>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.play(cycle.pointee) }
        }
    }

    /// Mixes one cycle.
    @_noLocks private func play(_ cycle: RenderCycle) -> Int32 {
        let frames = Int(cycle.frames)
        if shape.mixed == shape.channels {
            mix(cycle.samples, frames)
        } else {
            mixIntoFirstChannels(cycle.samples, frames)
        }
        captureLink?._withUnsafeGuaranteedRef { $0.take(cycle.samples, frames) }
        watchLink._withUnsafeGuaranteedRef { $0.cycleEnded() }
        return Int32(frames)
    }

    @_noLocks private func mix(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) {
        let (device, render) = (device, render)
        let size = frames * shape.mixed * MemoryLayout<Float>.stride
        // OpenAL Soft's mixer allocates nothing. It takes the lock of its device, which calls of the program hold for the time
        // that a source needs to start or a queue to change, and its work is bounded by the number of sources.
        realtimeTrusted {
            if SoftEnter() != 0 {
                render(device, samples, Int32(frames))
                SoftLeave()
            } else {
                _ = realtime_fill(samples, 0, size)
            }
        }
    }

    @_noLocks private func mixIntoFirstChannels(_ samples: UnsafeMutablePointer<Float>, _ frames: Int) {
        _ = realtime_fill(samples, 0, frames * shape.channels * MemoryLayout<Float>.stride)
        let (mixed, channels) = (shape.mixed, shape.channels)
        var done = 0
        while done < frames {
            let count = min(frames - done, Self.scratchFrames)
            mix(scratch, count)
            for frame in 0..<count {
                for channel in 0..<mixed {
                    samples[(done + frame) * channels + channel] = scratch[frame * mixed + channel]
                }
            }
            done += count
        }
    }
}
