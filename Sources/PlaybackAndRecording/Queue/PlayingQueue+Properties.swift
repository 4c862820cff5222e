import AudioCore
import AudioDSP
import AudioFiles
import AudioIO
import CAudioToolbox

// Parameters and properties of a playing queue.
extension PlayingQueue {
    // MARK: Parameters

    package func parameter(_ id: UInt32) throws(AudioError) -> Float {
        let parameters = state.withLock { $0.parameters }
        switch id {
        case kAudioQueueParam_Volume: return parameters.volume
        case kAudioQueueParam_VolumeRampTime: return parameters.rampTime
        case kAudioQueueParam_Pan: return parameters.pan
        case kAudioQueueParam_PlayRate: return parameters.rate
        case kAudioQueueParam_Pitch: return parameters.pitch
        default: throw .queueParameter
        }
    }

    package func setParameter(_ id: UInt32, _ value: Float) throws(AudioError) {
        try check(id, value)
        let job = state.withLock { state in
            switch id {
            case kAudioQueueParam_Volume: state.parameters.volume = value
            case kAudioQueueParam_VolumeRampTime: state.parameters.rampTime = value
            case kAudioQueueParam_Pan: state.parameters.pan = value
            case kAudioQueueParam_PlayRate: state.parameters.rate = value
            default: state.parameters.pitch = value
            }
            return state.job
        }
        guard let voice = sound.withLock({ $0.voice }) else { return }
        switch id {
        case kAudioQueueParam_Volume: voice.volume.write(value)
        case kAudioQueueParam_VolumeRampTime: voice.rampTime.write(value)
        case kAudioQueueParam_Pan: voice.pan.write(value)
        default: job?.wake()
        }
    }

    /// Whether a parameter exists and takes a value.
    ///
    /// - Throws: `queueParameter`; `queuePropertyValue` out of its range; `queueRunState` for rate and pitch where they
    ///   have not been made changeable.
    func check(_ id: UInt32, _ value: Float) throws(AudioError) {
        let range: ClosedRange<Float>
        switch id {
        case kAudioQueueParam_Volume: range = 0...1
        case kAudioQueueParam_VolumeRampTime: range = 0...86_400
        case kAudioQueueParam_Pan: range = -1...1
        case kAudioQueueParam_PlayRate: range = 0.5...2
        case kAudioQueueParam_Pitch: range = -2400...2400
        default: throw .queueParameter
        }
        guard range.contains(value) else { throw .queuePropertyValue }
        let isTimePitch = id == kAudioQueueParam_PlayRate || id == kAudioQueueParam_Pitch
        guard !isTimePitch || state.withLock({ $0.timePitch.isEnabled }) else { throw .queueRunState }
    }

    // MARK: Properties

    package func property(_ id: UInt32) throws(AudioError) -> PropertyValue {
        if let shared = sharedProperty(id) { return shared }
        let settings = state.withLock { $0 }
        switch id {
        case kAudioQueueDeviceProperty_SampleRate: return .raw(try device().sampleRate)
        case kAudioQueueDeviceProperty_NumberChannels: return .uint32(UInt32(try device().channels))
        case kAudioQueueProperty_MagicCookie: return .bytes(settings.cookie)
        case kAudioQueueProperty_CurrentLevelMeter: return .raws(levels())
        case kAudioQueueProperty_CurrentLevelMeterDB: return .raws(levels().map(\.inDecibels))
        case kAudioQueueProperty_DecodeBufferSizeFrames:
            return .uint32(UInt32(settings.readAhead ?? Int(format.sampleRate * 0.2)))
        case kAudioQueueProperty_EnableTimePitch: return .uint32(settings.timePitch.isEnabled ? 1 : 0)
        case kAudioQueueProperty_TimePitchAlgorithm: return .uint32(settings.timePitch.algorithm.rawValue)
        case kAudioQueueProperty_TimePitchBypass: return .uint32(settings.timePitch.isBypassed ? 1 : 0)
        default:
            guard Converter.queueProperties.contains(id) else { throw .queueProperty }
            return try converter(settings).propertyOfQueue(id)
        }
    }

    /// A converter with the queue's formats and settings, to read properties from.
    private func converter(_ state: State) throws(AudioError) -> Converter {
        let device = try device()
        let output = StreamFormat.float32(sampleRate: device.sampleRate, channels: device.channels)
        let converter = try Converter(from: format, to: output)
        converter.change {
            $0.decompressionCookie = state.cookie
            $0.rateQuality = UInt32(clamping: state.rate.quality)
            $0.rateComplexity = state.rate.complexity
        }
        return converter
    }

    private func device() throws(AudioError) -> StreamFormat {
        // Without waiting for decoding, so that a tap may ask.
        if let offline = state.withLock({ $0.offlineFormat }) { return offline }
        if let device = sound.withLock({ $0.device }) { return device.format }
        guard !DeferredWork.isNeeded else {
            throw .queueDevice.because("a callback cannot wait for the device to open")
        }
        // Where a tap is being called the device is open.
        try pipelineState.withLockUnlessCalling { pipelineState throws(AudioError) in try connect(&pipelineState) }
        guard let device = sound.withLock({ $0.device }) else { throw .queueDevice }
        return device.format
    }

    private func levels() -> [AudioQueueLevelMeterState] {
        let isMetering = registration.withLock { $0.isMetering }
        let voice = sound.withLock { $0.voice }
        return (0..<format.channels).map { channel in
            guard isMetering, let voice else { return AudioQueueLevelMeterState() }
            let (average, peak) = voice.meters.level(channel)
            return AudioQueueLevelMeterState(mAveragePower: average, mPeakPower: peak)
        }
    }

    package func setProperty(_ id: UInt32, _ input: PropertyInput) throws(AudioError) {
        if try setSharedProperty(id, input, isStopped: state.withLock { $0.run } == .stopped) {
            if id == kAudioQueueProperty_EnableLevelMetering { return applyMetering() }
            return discardPipeline()
        }
        switch id {
        case kAudioQueueProperty_MagicCookie: try setCookie(input.bytes())
        case kAudioQueueProperty_DecodeBufferSizeFrames:
            let frames = try number(input)
            guard (1...1 << 24).contains(frames) else { throw .queuePropertyValue }
            try requireStopped()
            state.withLock { $0.readAhead = Int(frames) }
            discardPipeline()
        case kAudioQueueProperty_EnableTimePitch:
            let isEnabled = try number(input) != 0
            try requireStopped()
            state.withLock { $0.timePitch.isEnabled = isEnabled }
            discardPipeline()
        case kAudioQueueProperty_TimePitchAlgorithm:
            let algorithm = FourCC(try number(input))
            guard TimePitch.Algorithm.all.contains(algorithm) else { throw .queuePropertyValue }
            try requireStopped()
            state.withLock { $0.timePitch.algorithm = algorithm }
            discardPipeline()
        case kAudioQueueProperty_TimePitchBypass:
            let isBypassed = try number(input) != 0
            guard state.withLock({ $0.timePitch.isEnabled }) else { throw .queueRunState }
            let job = state.withLock { state in
                state.timePitch.isBypassed = isBypassed
                return state.job
            }
            job?.wake()
        case kAudioConverterDecompressionMagicCookie: try setCookie(input.bytes())
        case kAudioConverterSampleRateConverterQuality, kAudioConverterSampleRateConverterComplexity:
            let converter = try converter(state.withLock { $0 })
            try converter.setPropertyOfQueue(id, input)
            try requireStopped()
            state.withLock { state in
                state.rate.quality = Int(converter.settings.rateQuality)
                state.rate.complexity = converter.settings.rateComplexity
            }
            discardPipeline()
        default: throw .queueProperty
        }
    }

    private func setCookie(_ cookie: [UInt8]) throws(AudioError) {
        guard !format.isPCM else { throw .queueProperty }
        try requireStopped()
        // Judged by making the decoder.
        _ = try QueueDecoder(format, magicCookie: cookie)
        state.withLock { $0.cookie = cookie }
        discardPipeline()
    }

    /// Sends each channel to a channel of the device; `channel` counts from 1, 0 is none.
    package func setAssignments(_ assignments: [(device: String, channel: Int)]) throws(AudioError) {
        guard assignments.count == format.channels else { throw .queuePropertySize }
        guard Set(assignments.map(\.device)).count == 1 else {
            throw .queuePropertyValue.because("a queue plays to one device")
        }
        try requireStopped()
        state.withLock { $0.assignments = assignments }
        registration.withLock { $0.device = assignments[0].device }
        discardPipeline()
    }

    package var assignments: [(device: String, channel: Int)] { state.withLock { $0.assignments } }

    private func applyMetering() {
        let isMetering = registration.withLock { $0.isMetering }
        let voice = sound.withLock { $0.voice }
        voice?.isMetering.store(isMetering, ordering: .relaxed)
        if !isMetering { voice?.meters.reset() }
    }

    private func requireStopped() throws(AudioError) {
        guard state.withLock({ $0.run }) == .stopped else { throw .queueRunState }
    }

    // MARK: Taps

    /// Puts a client's function into the sound.
    ///
    /// - Throws: `queueTapType`, `queueTooManyTaps`, `queueRunState`.
    package func addTap(
        _ flags: AudioQueueProcessingTapFlags, call: @escaping QueueTap.Call
    ) throws(AudioError) -> QueueTap {
        guard flags.contains(.preEffects) != flags.contains(.postEffects) else { throw .queueTapType }
        try requireStopped()
        guard state.withLock({ $0.tap }) == nil else { throw .queueTooManyTaps }
        let tap = QueueTap(self, flags: flags, call: call)
        state.withLock { $0.tap = tap }
        discardPipeline()
        return tap
    }

    func remove(_ tap: QueueTap) throws(AudioError) {
        try requireStopped()
        // The caller keeps the tap, so that the client's function is released without the lock.
        state.withLock { if $0.tap === tap { $0.tap = nil } }
        discardPipeline()
    }
}
