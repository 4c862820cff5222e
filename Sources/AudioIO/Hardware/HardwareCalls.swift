import AudioCore
import CCoreAudio

// What the faces call: objects by their IDs, callbacks by their numbers, times by a device's clock.

extension HardwareSystem {
    package func has(_ object: AudioObjectID, _ address: AudioObjectPropertyAddress) -> Bool {
        // A property that wants a qualifier is there although none was given.
        do throws(AudioError) { _ = try self.object(object).value(HardwareRequest(address.resolved)) } catch {
            return error == .badPropertySize
        }
        return true
    }

    package func isSettable(
        _ object: AudioObjectID, _ address: AudioObjectPropertyAddress
    ) throws(AudioError) -> Bool {
        let found = try self.object(object)
        guard has(object, address) else { throw .unknownProperty }
        return found.isSettable(address.resolved)
    }

    package func value(_ object: AudioObjectID, _ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        try self.object(object).value(request.resolved)
    }

    package func set(_ object: AudioObjectID, _ request: HardwareRequest) throws(AudioError) {
        let found = try self.object(object)
        guard has(object, request.address) else { throw .unknownProperty }
        guard found.isSettable(request.address.resolved) else { throw .unsupportedOperation }
        try found.set(request.resolved)
    }

    // MARK: Callbacks

    package func createProc(
        _ device: AudioObjectID, _ function: @escaping HardwareFunction, _ clientData: UnsafeMutableRawPointer?
    ) throws(AudioError) -> UInt {
        let device = try self.device(device)
        let number = newProc()
        device.io.add(number, .function(function, clientData), at: unsafeBitCast(function, to: UInt.self))
        return number
    }

    /// - Parameter isVoice: whether what the block plays is part of a conversation (`duckOthers`).
    package func createProc(
        _ device: AudioObjectID, isVoice: Bool = false, _ block: @escaping HardwareBlock
    ) throws(AudioError) -> UInt {
        let device = try self.device(device)
        let number = newProc()
        device.io.add(number, .block(block), isVoice: isVoice)
        return number
    }

    /// A callback under a number of the client's own, as the first systems had it: the function's address.
    package func addProc(
        _ device: AudioObjectID, _ number: UInt, _ function: @escaping HardwareFunction,
        _ clientData: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        try self.device(device).io.addOnce(number, .function(function, clientData))
    }

    package func destroyProc(_ device: AudioObjectID, _ number: UInt) throws(AudioError) {
        try self.device(device).io.remove(number)
    }

    package func start(_ device: AudioObjectID, _ number: UInt) throws(AudioError) {
        try self.device(device).io.start(number)
    }

    package func stop(_ device: AudioObjectID, _ number: UInt) throws(AudioError) {
        try self.device(device).io.stop(number)
    }

    /// Starts in the cycle that holds a moment, and gives back the moment in both times, or as it was given on a device that
    /// is stopped.
    package func start(
        _ device: AudioObjectID, _ number: UInt, at time: AudioTimeStamp
    ) throws(AudioError) -> AudioTimeStamp {
        let device = try self.device(device)
        if let anchor = try? device.io.anchor() {
            let sample = try Self.sampleTime(time, anchor).rounded(.up)
            guard sample.magnitude < 1e15 else { throw .parameter }
            try device.io.start(number, at: StartMoment(sampleTime: Int64(sample)))
            return Self.stamp(sample, anchor)
        }
        var moment = StartMoment()
        if time.mFlags.contains(.sampleTimeValid), time.mSampleTime.magnitude < 1e15 {
            moment.sampleTime = Int64(time.mSampleTime)
        } else if time.mFlags.contains(.hostTimeValid) {
            moment.hostTime = time.mHostTime
        } else {
            throw .parameter.because("no time is valid")
        }
        try device.io.start(number, at: moment)
        return time
    }

    /// Whether a callback is started, and has neither been stopped nor ended with its device.
    package func isStarted(_ device: AudioObjectID, _ number: UInt) -> Bool {
        (try? self.device(device))?.io.isStarted(number) ?? false
    }

    // MARK: Times

    /// The seconds between a cycle of a device and the sound of its first frame: as its stream measures them, and without a stream
    /// those of the device alone.
    package func latency(_ device: AudioObjectID, isInput: Bool) -> Double {
        guard let device = try? self.device(device) else { return 0 }
        if let measured = device.io.latency(isInput: isInput) { return measured }
        guard let side = device.facts.withLock({ $0.side(isInput) }), side.sampleRate > 0 else { return 0 }
        return Double(max(0, side.latency)) / side.sampleRate
    }

    package func currentTime(_ device: AudioObjectID) throws(AudioError) -> AudioTimeStamp {
        let device = try self.device(device)
        let anchor = try device.io.anchor()
        let now = self.now
        var time = Self.stamp(anchor.sampleTime(at: now), anchor)
        time.mHostTime = now
        return time
    }

    /// The same moment with everything that `wanted` marks as valid.
    package func translate(
        _ device: AudioObjectID, _ time: AudioTimeStamp, wanted: AudioTimeStampFlags
    ) throws(AudioError) -> AudioTimeStamp {
        let anchor = try self.device(device).io.anchor()
        var result = AudioTimeStamp()
        if wanted.contains(.sampleTimeValid) { result.mSampleTime = try Self.sampleTime(time, anchor) }
        if wanted.contains(.hostTimeValid) {
            let isGiven = time.mFlags.contains(.hostTimeValid)
            result.mHostTime = isGiven ? time.mHostTime : anchor.hostTime(of: try Self.sampleTime(time, anchor))
        }
        if wanted.contains(.rateScalarValid) { result.mRateScalar = anchor.rateScalar }
        result.mFlags = wanted.intersection([.sampleTimeValid, .hostTimeValid, .rateScalarValid])
        return result
    }

    /// The given moment or, where that has passed, the start of the next cycle.
    package func nearestStart(_ device: AudioObjectID, _ time: AudioTimeStamp) throws(AudioError) -> AudioTimeStamp {
        let device = try self.device(device)
        let anchor = try device.io.anchor()
        let cycle = device.facts.withLock { $0.framesPerCycle }
        let sample = try Self.sampleTime(time, anchor).rounded(.up)
        return Self.stamp(max(sample, Double(anchor.sampleTime) + Double(cycle)), anchor)
    }

    private static func sampleTime(_ time: AudioTimeStamp, _ anchor: ClockAnchor) throws(AudioError) -> Double {
        if time.mFlags.contains(.sampleTimeValid), time.mSampleTime.isFinite { return time.mSampleTime }
        guard time.mFlags.contains(.hostTimeValid) else { throw .parameter }
        return anchor.sampleTime(at: time.mHostTime)
    }

    private static func stamp(_ sampleTime: Double, _ anchor: ClockAnchor) -> AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mSampleTime = sampleTime
        time.mHostTime = anchor.hostTime(of: sampleTime)
        time.mRateScalar = anchor.rateScalar
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return time
    }
}
