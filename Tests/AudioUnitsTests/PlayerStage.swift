import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// A player node's unit, which a test renders by hand, with the reports of its sounds.
final class PlayerStage: @unchecked Sendable {
    let client: Client
    let unit: PlayerNodeUnit
    let rate: Double
    let channels: Int
    private let list: BufferList
    private let reported = LockedValue<[(name: String, report: PlayerReport)]>([])
    /// The sample time of the next cycle.
    var time = 0.0
    /// The host time of the next cycle; nil for none.
    var hostTime: UInt64?

    init(rate: Double = 48_000, channels: Int = 1, isOffline: Bool = true, maximumFrames: UInt32 = 4096) throws {
        client = try Client(PlayerNodeUnit.blueprint)
        try client.setFormats(rate: rate, channels: channels)
        try client.set(kAudioUnitProperty_MaximumFramesPerSlice, to: maximumFrames)
        unit = try #require(client.unit as? PlayerNodeUnit)
        (self.rate, self.channels) = (rate, channels)
        list = .allocate(count: channels)
        unit.isOffline = isOffline
        try unit.initialize()
    }

    deinit { list.deallocate() }

    /// Renders frames in cycles of a length.
    ///
    /// - Returns: the samples of each channel.
    func renderAll(_ frames: Int, cycle: Int = 512) throws -> [[Float]] {
        var result = [[Float]](repeating: [], count: channels)
        var done = 0
        while done < frames {
            let part = min(cycle, frames - done)
            for channel in 0..<channels { list.buffers[channel] = AudioBuffer() }
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = time
            stamp.mFlags = .sampleTimeValid
            if let hostTime {
                stamp.mHostTime = hostTime
                stamp.mFlags.formUnion(.hostTimeValid)
                self.hostTime = hostTime + HostTime.duration(of: Int64(part), at: rate)
            }
            var flags: UInt32 = 0
            // An offline render may wait.
            let watch: (() -> Int32) -> Int32 = unit.isOffline ? { $0() } : { Sanitizer.watch($0) }
            let status = watch { client.instance.render(&flags, &stamp, bus: 0, frames: UInt32(part), list.list) }
            guard status == 0 else { throw AudioError(status: status, reason: "rendering failed") }
            for channel in 0..<channels {
                result[channel] += UnsafeBufferPointer(start: list.samples(channel), count: part)
            }
            time += Double(part)
            done += part
        }
        return result
    }

    /// The first channel of the same.
    func render(_ frames: Int, cycle: Int = 512) throws -> [Float] { try renderAll(frames, cycle: cycle)[0] }

    // MARK: Sounds

    /// A sound of frames that count up from a value, in memory that only the sound keeps. Each further channel is negated.
    func sound(
        _ frames: Int, from first: Float, named name: String = "", onReport: (@Sendable (PlayerReport) -> Void)? = nil
    ) throws -> PlayerSound {
        let memory = Memory(
            (0..<channels).map { channel in
                (0..<frames).map { (first + Float($0)) * (channel % 2 == 0 ? 1 : -1) }
            })
        return try PlayerSound(
            memory.list, .float32(sampleRate: rate, channels: channels, interleaved: false), frames: frames,
            owner: memory,
            report: report(name, onReport))
    }

    func report(
        _ name: String, _ onReport: (@Sendable (PlayerReport) -> Void)? = nil
    ) -> @Sendable (PlayerReport) -> Void {
        { [reported] report in
            reported.withLock { $0.append((name, report)) }
            onReport?(report)
        }
    }

    func schedule(
        _ frames: Int, from first: Float, named name: String = "", at moment: PlayerMoment = .next,
        _ options: PlayerOptions = []
    ) throws {
        try unit.schedule(sound(frames, from: first, named: name), at: moment, options)
    }

    // MARK: Reports

    /// The reports so far, each as its sound's name and itself.
    var reports: [String] {
        unit.settle()
        return reported.withLock { $0.map { "\($0.name) \($0.report)" } }
    }

    /// The last reports of the sounds, by their names.
    var ends: [String] {
        unit.settle()
        return reported.withLock { all in all.filter { $0.report.isLast }.map { "\($0.name) \($0.report)" } }
    }

    /// Float32 samples without interleaving.
    private final class Memory {
        let list: BufferList
        private let frames: Int

        init(_ channels: [[Float]]) {
            frames = channels.first?.count ?? 0
            list = .allocate(count: channels.count)
            for (index, samples) in channels.enumerated() {
                let place = UnsafeMutablePointer<Float>.allocate(capacity: max(1, samples.count))
                place.initialize(from: samples, count: samples.count)
                list.buffers[index] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(samples.count * 4), mData: UnsafeMutableRawPointer(place))
            }
        }

        deinit {
            for index in 0..<list.count {
                // What is played after it is freed would be seen.
                list.samples(index)?.update(repeating: .nan, count: frames)
                list.samples(index)?.deallocate()
            }
            list.deallocate()
        }
    }
}

/// Values that count up.
func counting(_ first: Int, _ count: Int) -> [Float] { (0..<count).map { Float(first + $0) } }

/// Silence.
func silence(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }
