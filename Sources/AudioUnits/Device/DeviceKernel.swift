import AudioCore
import AudioFiles
import AudioIO
import CAudioToolbox
import CRealtime
import Synchronization

/// The audio half of a unit on a device: what each of the device's cycles runs, and the unit's renders in it.
final class DeviceKernel: Kernel, @unchecked Sendable {
    /// The formats and the maps of both directions; nil where one is not enabled.
    struct Shape {
        var maximumFrames = 0
        var output: StreamFormat?
        var played: StreamFormat?
        var outputMap: [Int32]?
        var input: StreamFormat?
        var recorded: StreamFormat?
        var inputMap: [Int32]?
        var convertsInput = false
        var startsAtZero = true
        var volume: Int?
        /// How well the sample rate of what is played is converted.
        var quality = UInt32(kRenderQuality_Max)
        var complexity: FourCC = "norm"
    }

    /// The most frames of a device's cycle.
    private static let mostFrames = 16_384

    private let renderer: UnitRenderer
    private let player: PullConverter?
    private let playerLink: Unmanaged<PullConverter>?
    private let volume: Int?
    private let maximumFrames: Int
    private let startsAtZero: Bool

    /// What makes a voice of what the device brings.
    let voice: VoiceStage?
    private let recorder: Converter?
    private let inputCallback: InputSource?
    /// What the device brought in this cycle, in the client's format.
    let recorded: RenderBus?
    private let isOtherRate: Bool
    /// Frames of the client's for each of the device's that is recorded, and the sample times of the frames that come next.
    private let recordedStep: Double
    private var recordedTime = Double.nan
    private var deviceTime = 0.0
    private let inputBytesPerFrame: Int
    private let (playedRate, recordedRate): (Double, Double)
    /// The part of `recorded` that the client reads now.
    private var offset = 0
    private var count = 0

    /// Whether there has been a cycle.
    private let begun = Atomic<Bool>(false)
    var hasBegun: Bool { begun.load(ordering: .acquiring) }
    /// The sample times of the first cycle, which clients see as 0.
    private var firstOutput = Double.nan
    private var firstInput = Double.nan
    private let slice: BufferList

    override var rendersAllOutputs: Bool { false }
    override var processStatus: Int32 { AudioError.unitUnimplemented.status }

    /// - Parameter makeVoice: makes what processes the frames of a format in cycles of so many frames at most.
    init(
        _ shape: Shape, _ inputCallback: InputSource?, _ renderer: UnitRenderer,
        makeVoice: (StreamFormat, Int) -> VoiceStage? = { _, _ in nil }
    ) throws(AudioError) {
        slice = .allocate(count: 1)
        self.renderer = renderer
        self.inputCallback = inputCallback
        maximumFrames = max(1, shape.maximumFrames)
        startsAtZero = shape.startsAtZero
        (playedRate, recordedRate) = (shape.output?.sampleRate ?? 0, shape.recorded?.sampleRate ?? 0)
        volume = shape.volume
        if let output = shape.output, let played = shape.played {
            player = try PullConverter(from: played, to: output) {
                $0.channelMap = shape.outputMap
                ($0.rateQuality, $0.rateComplexity) = (shape.quality, shape.complexity)
            }
        } else {
            player = nil
        }
        playerLink = player.map { .passUnretained($0) }
        if let input = shape.input, let wanted = shape.recorded {
            isOtherRate = input.sampleRate != wanted.sampleRate && !shape.convertsInput
            var source = input
            if isOtherRate { source.sampleRate = wanted.sampleRate }
            guard (1.0 / 1024...1024).contains(wanted.sampleRate / source.sampleRate) else {
                throw .unitFormat.because("the rates are too far apart")
            }
            do throws(AudioError) {
                let converter = try Converter(from: source, to: wanted)
                converter.change { settings in
                    settings.channelMap = shape.inputMap
                    (settings.rateQuality, settings.rateComplexity) = (shape.quality, shape.complexity)
                }
                try converter.prepare()
                recorder = converter
            } catch { throw .unitFormat.because(error.reason) }
            recordedStep = wanted.sampleRate / source.sampleRate
            let most = Double(Self.mostFrames) * recordedStep
            recorded = RenderBus(wanted, maximumFrames: Int(most) + 64)
            inputBytesPerFrame = input.bytesPerFrame
            voice = makeVoice(input, Self.mostFrames)
        } else {
            (recorder, recorded, isOtherRate, recordedStep, inputBytesPerFrame, voice) = (nil, nil, false, 1, 0, nil)
        }
        super.init()
    }

    /// A kernel without a shape does not exist.
    @available(*, unavailable) override init() { fatalError("a kernel of a device has a shape") }

    deinit {
        recorded?.deallocate()
        slice.deallocate()
    }

    // MARK: A cycle of the device

    /// What the device's callback does. Audio thread: allocates nothing, takes no lock.
    func cycle(
        _ input: UnsafePointer<AudioBufferList>, _ inputTime: UnsafePointer<AudioTimeStamp>,
        _ output: UnsafeMutablePointer<AudioBufferList>, _ outputTime: UnsafePointer<AudioTimeStamp>
    ) {
        begun.store(true, ordering: .releasing)
        if let recorder, let recorded, input.pointee.mNumberBuffers > 0 {
            record(BufferList(UnsafeMutablePointer(mutating: input)), inputTime.pointee, recorder, recorded)
        }
        if player != nil, output.pointee.mNumberBuffers > 0 { play(BufferList(output), outputTime.pointee) }
    }

    private func play(_ output: BufferList, _ time: AudioTimeStamp) {
        guard let data = output.buffers[0].mData else { return }
        let width = Int(output.buffers[0].mNumberChannels) * MemoryLayout<Float>.size
        guard width > 0 else { return }
        if firstOutput.isNaN { firstOutput = startsAtZero ? time.mSampleTime : 0 }
        let frames = Int(output.buffers[0].mDataByteSize) / width
        var done = 0
        let slice = self.slice
        while done < frames {
            let part = min(frames - done, maximumFrames)
            slice.buffers[0] = AudioBuffer(
                mNumberChannels: output.buffers[0].mNumberChannels, mDataByteSize: UInt32(part * width),
                mData: data + done * width)
            var stamp = time
            stamp.mSampleTime = time.mSampleTime - firstOutput + Double(done)
            if done > 0 { stamp.delay(by: Double(done), rate: playedRate) }
            var flags: UInt32 = 0
            let status = renderer.render(&flags, &stamp, bus: 0, frames: UInt32(part), slice.list)
            if status != 0 { _ = realtime_fill(data + done * width, 0, part * width) }
            done += part
        }
    }

    private func record(
        _ input: BufferList, _ time: AudioTimeStamp, _ recorder: Converter, _ recorded: RenderBus
    ) {
        let frames = Int(input.buffers[0].mDataByteSize) / max(1, inputBytesPerFrame)
        guard frames > 0, frames <= Self.mostFrames else { return }
        if firstInput.isNaN { firstInput = startsAtZero ? time.mSampleTime : 0 }
        if let voice, let samples = input.samples(0) {
            // The list is the run's own, made for this call alone.
            input.buffers[0].mData = UnsafeMutableRawPointer(
                voice.process(samples, frames: frames, capturedAt: time.mHostTime))
        }
        let first = sampleTime(of: time.mSampleTime - firstInput, frames)
        let total = convert(input, frames, recorder, recorded)
        if recordedStep != 1 { recordedTime += Double(total) }
        guard let inputCallback else {
            (offset, count) = (0, total)
            return
        }
        // A cycle may be too short for a frame of the client's rate.
        (offset, count) = (0, 0)
        while offset < total {
            count = min(total - offset, maximumFrames)
            var stamp = time
            stamp.mSampleTime = first + Double(offset)
            if offset > 0 { stamp.delay(by: Double(offset), rate: recordedRate) }
            var flags: UInt32 = 0
            inputCallback.call(&flags, &stamp, element: 1, frames: UInt32(count))
            offset += count
        }
        // What plays in this cycle may ask for the last slice too.
        offset -= count
    }

    /// The sample time of what a cycle of the device brings, in frames of the client's: as many as it has got, and what the device
    /// has lost in between.
    private func sampleTime(of start: Double, _ frames: Int) -> Double {
        guard recordedStep != 1 else { return start }
        let gap = recordedTime.isNaN ? start : start - deviceTime
        recordedTime = (recordedTime.isNaN ? 0 : recordedTime) + (gap * recordedStep).rounded()
        deviceTime = start + Double(frames)
        return recordedTime
    }

    /// Brings a cycle of the device to the client's format.
    ///
    /// - Returns: how many frames that makes.
    private func convert(_ input: BufferList, _ frames: Int, _ recorder: Converter, _ recorded: RenderBus) -> Int {
        let room = recorded.stride / max(1, recorded.bytesPerFrame)
        recorded.prepare(frames: room, withMemory: true)
        var packets = UInt32(room)
        var isGiven = false
        _ = try? recorder.fillAsSupplied(&packets, into: recorded.list.list, descriptions: nil) { count, data, _ in
            // There is no more in this cycle, and no end.
            guard !isGiven else { return 1 }
            isGiven = true
            count.pointee = UInt32(frames)
            BufferList(data).buffers[0] = input.buffers[0]
            return 0
        }
        return Int(packets)
    }

    // MARK: The unit's renders

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        if pass.pointee.bus == 1 { return renderRecorded(plan.outputs + 1, pass.pointee.frames) }
        guard let playerLink else { return kAudioUnitErr_NoConnection }
        let output = plan.outputs
        let (time, frames) = (pass.pointee.time, pass.pointee.frames)
        output.pointee.prepare(frames: frames, withMemory: true)
        let status = playerLink._withUnsafeGuaranteedRef {
            $0.render(plan, 0, at: time, frames: frames, into: output.pointee.list)
        }
        guard status == 0 else { return status }
        output.pointee.isSilent = plan.inputs.pointee.isSilent
        guard let volume else { return 0 }
        let gain = plan.values[volume].end
        guard gain != 1 else { return 0 }
        let samples = output.pointee.samples(0)
        for index in 0..<frames * output.pointee.channelsPerBuffer { samples[index] *= gain }
        return 0
    }

    /// Gives what the device brought in this cycle; what is missing is silent.
    @_noLocks private func renderRecorded(_ output: UnsafeMutablePointer<RenderBus>, _ frames: Int) -> Int32 {
        guard !isOtherRate else { return kAudioUnitErr_CannotDoInCurrentContext }
        guard let recorded else { return kAudioUnitErr_NoConnection }
        // A thread of the client's may ask while the device brings more.
        let (offset, count) = (self.offset, self.count)
        let room = recorded.stride / max(1, recorded.bytesPerFrame)
        let given = max(0, min(min(frames, count), room - offset))
        let (size, valid) = (frames * recorded.bytesPerFrame, given * recorded.bytesPerFrame)
        for index in 0..<recorded.bufferCount {
            let place = output.pointee.place(index)
            _ = realtime_copy(place, recorded.place(index) + offset * recorded.bytesPerFrame, valid)
            if valid < size { _ = realtime_fill(place + valid, 0, size - valid) }
        }
        return 0
    }

    @_noLocks override func reset() {
        guard let playerLink else { return }
        // Nothing is allocated.
        realtimeTrusted { playerLink._withUnsafeGuaranteedRef { $0.reset() } }
    }
}

extension AudioTimeStamp {
    /// Moves the host time on by frames.
    fileprivate mutating func delay(by frames: Double, rate: Double) {
        guard mFlags.contains(.hostTimeValid), rate > 0 else { return }
        let scalar = mFlags.contains(.rateScalarValid) && mRateScalar > 0 ? mRateScalar : 1
        mHostTime &+= UInt64(min(frames / rate * scalar, 1e6) * Double(HostTime.ticksPerSecond))
    }
}
