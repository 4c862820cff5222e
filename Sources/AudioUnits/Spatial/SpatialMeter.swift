/// The meters of an input of a spatial mixer, where it has some. Audio thread.
struct SpatialMeter {
    private let cell: MeterCell?
    private let link: Unmanaged<MeterCell>?
    private let channels: Int
    /// What the meters after the volume add up.
    private let levels: UnsafeMutablePointer<MixerLevel>
    private var isOn = false

    init(_ cell: MeterCell?, channels: Int) {
        (self.cell, self.channels) = (cell, channels)
        link = cell.map { .passUnretained($0) }
        levels = .allocate(capacity: max(1, channels))
        levels.initialize(repeating: MixerLevel(), count: max(1, channels))
    }

    func deallocate() { levels.deallocate() }

    /// Notes a cycle without sound.
    func noteSilence() { link?._withUnsafeGuaranteedRef { if $0.isOn { $0.noteSilence() } } }

    /// Notes the frames of a cycle before the volume.
    mutating func begin(_ samples: UnsafeMutablePointer<UnsafePointer<Float>>, _ frames: Int) {
        isOn = link?._withUnsafeGuaranteedRef { $0.isOn } ?? false
        guard isOn, let link else { return }
        for channel in 0..<channels {
            levels[channel] = MixerLevel()
            let samples = samples[channel]
            link._withUnsafeGuaranteedRef { $0.note(samples, frames, kind: 0, channel) }
        }
    }

    /// Adds the frames of a slice after the volume.
    func note(
        _ samples: UnsafeMutablePointer<UnsafePointer<Float>>, from first: Int, to last: Int, gain: Float, step: Float
    ) {
        guard isOn else { return }
        for channel in 0..<channels {
            levels[channel].add(samples[channel], from: first, to: last, gain: gain, step: step)
        }
    }

    /// Notes the frames of the cycle after the volume.
    func finish(_ frames: Int) {
        guard isOn, let link else { return }
        for channel in 0..<channels {
            let level = levels[channel]
            link._withUnsafeGuaranteedRef { $0.note(level, frames, kind: 2, channel) }
        }
    }
}
