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
    private var block: Block?
    /// The same, to be called without counting references.
    private let blockLink: Unmanaged<Block>?
    /// What every call is to get, whatever the lengths of the device's cycles.
    private let wantedFrames: Atomic<Int>
    /// When the client was called that runs now; 0 where none does.
    private let callBegin = Atomic<UInt64>(0)
    /// The most frames that a call may get.
    let capacity: Int
    private let outputChannels: Int
    private let inputChannels: Int
    private let sampleRate: Double

    // The audio thread's own.
    /// When the client is called first. A host time becomes a sample time by the clock of the first cycle.
    private var start: StartMoment
    /// The same as it was given.
    private let wantedStart: StartMoment
    private var hasBegun = false
    /// What every call gets now.
    private var frames: Int
    private let times = UnsafeMutablePointer<AudioTimeStamp>.allocate(capacity: 3)
    private let lists = UnsafeMutablePointer<AudioBufferList>.allocate(capacity: 2)
    /// What the client hears, and what it has played beyond the end of a cycle.
    private let heard: UnsafeMutablePointer<Float>
    private let played: UnsafeMutablePointer<Float>
    /// The frames of `played`, and how many of them are still to be passed on: its last ones.
    private var playedFrames = 0
    private var playedLeft = 0
    /// The frames of `heard` that an input alone has gathered, and the time of the first.
    private var heardFrames = 0
    private var heardTime: (sample: Int64, host: UInt64) = (0, 0)

    /// What the output's cycles hear of the input, on a device of both directions.
    private let duplex: DuplexInput?
    private let duplexLink: Unmanaged<DuplexInput>?

    /// - Parameters:
    ///   - frames: of every call.
    ///   - capacity: the most frames that `setFrames` may ask for.
    ///   - relation: of the output's cycles and the input's.
    ///   - inputStart: where an input that runs already is.
    ///   - isVoice: whether what is played stays as loud as it is while a voice lowers other sources.
    init(
        _ device: AudioObjectID, _ call: Call, output: StreamFormat?, input: StreamFormat?,
        relation: DuplexRelation = .oneClock, frames: Int, capacity: Int, startingAt start: StartMoment,
        inputStart: ClockAnchor? = nil, isVoice: Bool = false
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
        self.frames = frames
        wantedFrames = Atomic(frames)
        self.capacity = max(frames, capacity)
        (self.start, wantedStart) = (start, start)
        outputChannels = output?.channels ?? 0
        inputChannels = input?.channels ?? 0
        sampleRate = output?.sampleRate ?? input?.sampleRate ?? 48_000
        let isDuplex = output != nil && input != nil
        duplex =
            isDuplex
            ? DuplexInput(input!, capacity: self.capacity, relation: relation, start: inputStart) : nil
        duplexLink = duplex.map { .passUnretained($0) }
        heard = .allocate(capacity: self.capacity * max(1, inputChannels))
        played = .allocate(capacity: self.capacity * max(1, outputChannels))
        var time = AudioTimeStamp()
        time.mRateScalar = 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        times.initialize(repeating: time, count: 3)
        lists.initialize(repeating: AudioBufferList(), count: 2)
        let context = Unmanaged.passUnretained(self).toOpaque()
        if output != nil {
            source = OutputSource(context: context, owner: self, isVoice: isVoice) { context, cycle in
                Unmanaged<IOProcRun>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.play(cycle.pointee) }
            }
        }
        if isDuplex {
            sink = InputSink(context: context, owner: self) { context, cycle in
                Unmanaged<IOProcRun>.fromOpaque(context)._withUnsafeGuaranteedRef { run in
                    run.duplexLink?._withUnsafeGuaranteedRef { $0.keep(cycle.pointee) }
                }
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
        played.deallocate()
    }

    /// Begins with what a run that has ended played beyond its last cycle. Before the audio thread has this one.
    func resume(from last: IOProcRun) {
        guard sampleRate == last.sampleRate, outputChannels == last.outputChannels, last.playedLeft <= capacity else {
            return
        }
        let first = (last.playedFrames - last.playedLeft) * outputChannels
        played.update(from: last.played + first, count: last.playedLeft * outputChannels)
        (playedFrames, playedLeft) = (last.playedLeft, last.playedLeft)
    }

    /// After the source and the sink have been taken out and their last cycle is over: they keep each other no longer.
    ///
    /// - Returns: what is the client's, to be released without a lock.
    func end() -> AnyObject? {
        source = nil
        sink = nil
        defer { block = nil }
        return block
    }

    /// When the run that takes the place of this one, which has ended, calls the client first.
    ///
    /// - Parameter clock: that of this run, whose sample times another stream does not have.
    func moment(for clock: ClockAnchor?) -> StartMoment {
        guard !hasBegun else { return StartMoment() }
        guard wantedStart.hostTime == 0, wantedStart.sampleTime > .min, let clock else { return wantedStart }
        return StartMoment(hostTime: clock.hostTime(of: Double(wantedStart.sampleTime)))
    }

    /// For how many nanoseconds the client's present call has lasted; 0 between calls.
    var callTime: UInt64 {
        let begin = callBegin.load(ordering: .relaxed)
        return begin == 0 ? 0 : max(begin, HostTime.now()) - begin
    }

    /// Asks for another number of frames for every call, at most `capacity`, from the next cycle on. What has been played and
    /// heard already is kept.
    func setFrames(_ frames: Int) { wantedFrames.store(frames, ordering: .releasing) }

    // MARK: Audio thread, playing

    /// One cycle of an output: as many calls of the client as it takes. What the last of them plays beyond the cycle's end
    /// opens the next cycle.
    @_noLocks private func play(_ cycle: RenderCycle) -> Int32 {
        frames = wantedFrames.load(ordering: .acquiring)
        start.settle(cycle.sampleTime, cycle.hostTime, sampleRate)
        let startTime = start.sampleTime
        let end = Int(cycle.frames)
        var done = min(playedLeft, end)
        copyPlayed(done, to: cycle.samples)
        while done < end {
            let time = cycle.sampleTime + Int64(done)
            let samples = cycle.samples + done * outputChannels
            let room = end - done
            if time + Int64(frames) <= startTime {
                let silent = min(room, Int(min(startTime - time, Int64(frames))))
                _ = realtime_fill(samples, 0, silent * outputChannels * MemoryLayout<Float>.stride)
                done += silent
                continue
            }
            let hostTime = cycle.hostTime &+ duration(done)
            if room >= frames {
                callClient(playing: samples, time, hostTime, cycle)
                done += frames
            } else {
                callClient(playing: played, time, hostTime, cycle)
                (playedFrames, playedLeft) = (frames, frames)
                copyPlayed(room, to: samples)
                done = end
            }
        }
        return Int32(end)
    }

    @_noLocks private func copyPlayed(_ count: Int, to samples: UnsafeMutablePointer<Float>) {
        guard count > 0 else { return }
        _ = realtime_copy(
            samples, played + (playedFrames - playedLeft) * outputChannels,
            count * outputChannels * MemoryLayout<Float>.stride)
        playedLeft -= count
    }

    /// Calls the client for frames whose first is heard at a time.
    @_noLocks private func callClient(
        playing samples: UnsafeMutablePointer<Float>, _ sampleTime: Int64, _ hostTime: UInt64, _ cycle: RenderCycle
    ) {
        let place = Int(sampleTime - cycle.sampleTime)
        _ = realtime_fill(samples, 0, frames * outputChannels * MemoryLayout<Float>.stride)
        // The present in the output's frames is what is heard now: before the first frame has been, that is less than 0.
        let ahead = hostTime > cycle.requestTime ? Double(hostTime - cycle.requestTime) * sampleRate / 1e9 : 0
        let scalar = cycle.rateScalar
        set(0, sampleTime - Int64(ahead + 0.5), cycle.requestTime, scalar)
        set(2, sampleTime, hostTime, scalar)
        setList(1, samples, frames, outputChannels)
        if let duplexLink {
            let (heard, frames) = (self.heard, self.frames)
            let input = duplexLink._withUnsafeGuaranteedRef { $0.read(heard, frames, cycle, at: place) }
            set(1, input.sampleTime, input.hostTime, duplexLink._withUnsafeGuaranteedRef { $0.rateScalar })
            setList(0, heard, frames, inputChannels)
        } else {
            set(1, sampleTime, hostTime, scalar)
            setList(0, heard, 0, 0)
        }
        callClient()
    }

    // MARK: Audio thread, recording

    /// One cycle of an input alone: calls the client for every full number of frames. Lost frames are silent where they fall
    /// into such a number that has begun.
    @_noLocks private func hear(_ cycle: RenderCycle) {
        frames = wantedFrames.load(ordering: .acquiring)
        start.settle(cycle.sampleTime, cycle.hostTime, sampleRate)
        // More may have been gathered than a call gets now.
        while heardFrames >= frames { passHeard(cycle) }
        let end = Int(cycle.frames)
        if heardFrames > 0, cycle.sampleTime != heardTime.sample + Int64(heardFrames) {
            let lost = min(frames - heardFrames, Int(max(0, cycle.sampleTime - heardTime.sample - Int64(heardFrames))))
            let missing = lost > 0 ? lost : frames - heardFrames
            _ = realtime_fill(
                heard + heardFrames * inputChannels, 0, missing * inputChannels * MemoryLayout<Float>.stride)
            heardFrames += missing
            if heardFrames == frames { passHeard(cycle) }
        }
        var done = 0
        while done < end {
            let samples = cycle.samples + done * inputChannels
            let (time, hostTime) = (cycle.sampleTime + Int64(done), cycle.hostTime &+ duration(done))
            if heardFrames == 0, end - done >= frames {
                callClient(hearing: samples, time, hostTime, cycle)
                done += frames
                continue
            }
            if heardFrames == 0 { heardTime = (time, hostTime) }
            let count = min(frames - heardFrames, end - done)
            _ = realtime_copy(
                heard + heardFrames * inputChannels, samples, count * inputChannels * MemoryLayout<Float>.stride)
            heardFrames += count
            done += count
            if heardFrames == frames { passHeard(cycle) }
        }
    }

    /// Calls the client with the first frames that have been gathered.
    @_noLocks private func passHeard(_ cycle: RenderCycle) {
        callClient(hearing: heard, heardTime.sample, heardTime.host, cycle)
        heardFrames -= frames
        heardTime = (heardTime.sample + Int64(frames), heardTime.host &+ duration(frames))
        for index in 0..<heardFrames * inputChannels { heard[index] = heard[frames * inputChannels + index] }
    }

    /// Calls the client with frames whose first was captured at a time.
    @_noLocks private func callClient(
        hearing samples: UnsafeMutablePointer<Float>, _ sampleTime: Int64, _ hostTime: UInt64, _ cycle: RenderCycle
    ) {
        guard sampleTime + Int64(frames) > start.sampleTime else { return }
        let scalar = cycle.rateScalar
        set(1, sampleTime, hostTime, scalar)
        let now = max(cycle.requestTime, hostTime)
        let age = Int64(Double(now - hostTime) * sampleRate / 1e9 + 0.5)
        set(0, sampleTime + age, now, scalar)
        set(2, sampleTime + age, now, scalar)
        setList(0, samples, frames, inputChannels)
        setList(1, heard, 0, 0)
        callClient()
    }

    @_noLocks private func duration(_ frames: Int) -> UInt64 { HostTime.duration(of: Int64(frames), at: sampleRate) }

    @_noLocks private func set(_ index: Int, _ sampleTime: Int64, _ hostTime: UInt64, _ rateScalar: Double) {
        times[index].mSampleTime = Double(sampleTime)
        times[index].mHostTime = hostTime
        times[index].mRateScalar = rateScalar
    }

    @_noLocks private func setList(
        _ index: Int, _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int
    ) {
        lists[index].mNumberBuffers = channels > 0 ? 1 : 0
        lists[index].mBuffers.mNumberChannels = UInt32(channels)
        lists[index].mBuffers.mDataByteSize = UInt32(frames * channels * MemoryLayout<Float>.stride)
        lists[index].mBuffers.mData = UnsafeMutableRawPointer(samples)
    }

    /// Calls the client. Once the program has begun to exit it is not called, and what it would have played is silent.
    @_noLocks private func callClient() {
        guard realtime_begin_client_call() != 0 else { return }
        LockOrder.willCallClient(under: .cycle)
        hasBegun = true
        callBegin.store(HostTime.now(), ordering: .relaxed)
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
        callBegin.store(0, ordering: .relaxed)
        realtime_end_client_call()
    }
}
