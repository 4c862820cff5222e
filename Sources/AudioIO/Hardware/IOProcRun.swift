import AudioCore
import CCoreAudio
import CRealtime
import Synchronization

/// A client's callback as a C function.
package typealias HardwareFunction =
    @convention(c) (
        AudioObjectID, UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
        UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>, UnsafeMutableRawPointer?
    ) -> Int32

/// A client's callback as a block.
package typealias HardwareBlock =
    @Sendable (
        UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
        UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>
    ) -> Void

/// One callback from its start to its stop: what the audio thread calls, with all memory that the calls need.
final class IOProcRun: @unchecked Sendable {
    /// A client's callback.
    enum Call: @unchecked Sendable {
        /// No callback: the clock runs alone.
        case none
        case function(HardwareFunction, UnsafeMutableRawPointer?)
        case block(HardwareBlock)
    }

    private final class Block: Sendable {
        let call: HardwareBlock
        init(_ call: @escaping HardwareBlock) { self.call = call }
    }

    /// How an output calls it; nil where the device only records.
    private(set) var source: OutputSource?
    /// How an input calls it.
    private(set) var sink: InputSink?

    private let device: AudioObjectID
    private let function: HardwareFunction?
    private let clientData: UnsafeMutableRawPointer?
    private let block: Block?
    /// The same, to be called without counting references.
    private let blockLink: Unmanaged<Block>?
    private let framesPerCycle: Int
    private let startTime: Int64
    private let outputChannels: Int
    private let inputChannels: Int
    private let sampleRate: Double

    // The audio thread's own.
    private let times = UnsafeMutablePointer<AudioTimeStamp>.allocate(capacity: 3)
    private let lists = UnsafeMutablePointer<AudioBufferList>.allocate(capacity: 2)

    /// From the input's cycles to the output's, on a device of both directions.
    private let ring: Ring?
    private let ringLink: Unmanaged<Ring>?
    private let heard: UnsafeMutablePointer<Float>
    private let inputEnd = Atomic<Int64>(0)
    private let inputEndTime = Atomic<UInt64>(0)

    init(
        _ device: AudioObjectID, _ call: Call, output: StreamFormat?, input: StreamFormat?, framesPerCycle: Int,
        startingAt startTime: Int64
    ) {
        self.device = device
        if case .function(let function, let data) = call {
            self.function = function
            clientData = data
        } else {
            function = nil
            clientData = nil
        }
        if case .block(let call) = call { block = Block(call) } else { block = nil }
        blockLink = block.map { .passUnretained($0) }
        self.framesPerCycle = framesPerCycle
        self.startTime = startTime
        outputChannels = output?.channels ?? 0
        inputChannels = input?.channels ?? 0
        sampleRate = output?.sampleRate ?? input?.sampleRate ?? 48_000
        let isDuplex = output != nil && input != nil
        ring = isDuplex ? Ring(frames: 4 * framesPerCycle, channels: max(1, inputChannels)) : nil
        ringLink = ring.map { .passUnretained($0) }
        heard = .allocate(capacity: framesPerCycle * max(1, inputChannels))
        var time = AudioTimeStamp()
        time.mRateScalar = 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        times.initialize(repeating: time, count: 3)
        lists.initialize(repeating: AudioBufferList(), count: 2)
        let context = Unmanaged.passUnretained(self).toOpaque()
        if output != nil {
            source = OutputSource(context: context, owner: self) { context, cycle in
                Unmanaged<IOProcRun>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.play(cycle.pointee) }
            }
        }
        if isDuplex {
            sink = InputSink(context: context, owner: self) { context, cycle in
                Unmanaged<IOProcRun>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.keep(cycle.pointee) }
                return 0
            }
        } else if input != nil {
            sink = InputSink(context: context, owner: self) { context, cycle in
                Unmanaged<IOProcRun>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(cycle.pointee) }
                return 0
            }
        }
    }

    deinit {
        times.deallocate()
        lists.deallocate()
        heard.deallocate()
    }

    /// After the source and the sink have been taken out. They keep each other no longer.
    func end() {
        source = nil
        sink = nil
    }

    // MARK: Audio thread

    /// One cycle of an output, with what an input has brought meanwhile.
    @_noLocks private func play(_ cycle: RenderCycle) -> Int32 {
        let frames = Int(cycle.frames)
        guard cycle.sampleTime + Int64(frames) > startTime else { return 0 }
        _ = realtime_fill(cycle.samples, 0, frames * outputChannels * MemoryLayout<Float>.stride)
        set(0, cycle.sampleTime, cycle.hostTime)
        set(2, cycle.sampleTime + Int64(framesPerCycle), cycle.hostTime &+ duration(framesPerCycle))
        setList(1, cycle.samples, frames, outputChannels)
        if inputChannels > 0 {
            readRing(frames, cycle)
        } else {
            set(1, cycle.sampleTime, cycle.hostTime)
            setList(0, heard, 0, 0)
        }
        callClient()
        return Int32(frames)
    }

    /// One cycle of an input alone.
    @_noLocks private func hear(_ cycle: RenderCycle) {
        let frames = Int(cycle.frames)
        guard cycle.sampleTime + Int64(frames) > startTime else { return }
        set(1, cycle.sampleTime, cycle.hostTime)
        let end = (cycle.sampleTime + Int64(frames), cycle.hostTime &+ duration(frames))
        set(0, end.0, end.1)
        set(2, end.0, end.1)
        setList(0, cycle.samples, frames, inputChannels)
        setList(1, heard, 0, 0)
        callClient()
    }

    /// One cycle of the input of a device that plays as well.
    @_noLocks private func keep(_ cycle: RenderCycle) {
        guard let ringLink else { return }
        _ = ringLink._withUnsafeGuaranteedRef { $0.write(cycle.samples, frames: Int(cycle.frames)) }
        inputEnd.store(cycle.sampleTime + Int64(cycle.frames), ordering: .relaxed)
        inputEndTime.store(cycle.hostTime &+ duration(Int(cycle.frames)), ordering: .releasing)
    }

    /// The frames that have come in, and silence for those that have not. What lies longer than two cycles is skipped.
    @_noLocks private func readRing(_ frames: Int, _ cycle: RenderCycle) {
        guard let ringLink else { return }
        let endTime = inputEndTime.load(ordering: .acquiring)
        let end = inputEnd.load(ordering: .relaxed)
        let (heard, most) = (self.heard, framesPerCycle)
        var filled = ringLink._withUnsafeGuaranteedRef { $0.filled() }
        while filled > 2 * most {
            let spare = min(most, filled - most)
            filled -= ringLink._withUnsafeGuaranteedRef { $0.read(heard, frames: spare) }
        }
        let wanted = min(frames, most)
        let count = ringLink._withUnsafeGuaranteedRef { $0.read(heard, frames: wanted) }
        let rest = (frames - count) * inputChannels * MemoryLayout<Float>.stride
        if rest > 0 { _ = realtime_fill(heard + count * inputChannels, 0, rest) }
        if endTime > 0 {
            set(1, end - Int64(filled), endTime &- duration(filled))
        } else {
            set(1, cycle.sampleTime, cycle.hostTime)
        }
        setList(0, heard, frames, inputChannels)
    }

    @_noLocks private func duration(_ frames: Int) -> UInt64 { HostTime.duration(of: Int64(frames), at: sampleRate) }

    @_noLocks private func set(_ index: Int, _ sampleTime: Int64, _ hostTime: UInt64) {
        times[index].mSampleTime = Double(sampleTime)
        times[index].mHostTime = hostTime
    }

    @_noLocks private func setList(
        _ index: Int, _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int
    ) {
        lists[index].mNumberBuffers = channels > 0 ? 1 : 0
        lists[index].mBuffers.mNumberChannels = UInt32(channels)
        lists[index].mBuffers.mDataByteSize = UInt32(frames * channels * MemoryLayout<Float>.stride)
        lists[index].mBuffers.mData = UnsafeMutableRawPointer(samples)
    }

    @_noLocks private func callClient() {
        let (device, times, lists, clientData) = (self.device, self.times, self.lists, self.clientData)
        if let function {
            // The client has promised real-time safety.
            realtimeTrusted { _ = function(device, times, lists, times + 1, lists + 1, times + 2, clientData) }
        } else if let blockLink {
            // The client has promised real-time safety.
            realtimeTrusted {
                blockLink._withUnsafeGuaranteedRef { $0.call(times, lists, times + 1, lists + 1, times + 2) }
            }
        }
    }
}
