import AudioCore
import AudioDevices
import CCoreAudio

// What a device answers, by groups: identity, clock and cycles, streams; its settings are in a file of their own.

extension HardwareDevice {
    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        let facts = self.facts.withLock { $0 }
        if let value = identity(request, facts) { return value }
        if let value = timing(request, facts) { return value }
        if let value = try streaming(request, facts) { return value }
        if let value = channelNames(request, facts) { return value }
        if let composition = facts.composition, let value = aggregateValue(request, composition) { return value }
        return try setting(request, facts)
    }

    private func identity(_ request: HardwareRequest, _ facts: Facts) -> HardwareValue? {
        let name = facts.composition?.name ?? facts.any?.name ?? uid
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyName): return .text(name)
        case Int(kAudioObjectPropertyManufacturer): return .text(facts.any?.maker ?? "")
        case Int(kAudioDevicePropertyDeviceName): return .characters(name)
        case Int(kAudioDevicePropertyDeviceManufacturer): return .characters(facts.any?.maker ?? "")
        case Int(kAudioDevicePropertyDeviceUID), Int(kAudioDevicePropertyModelUID): return .text(uid)
        case Int(kAudioDevicePropertyTransportType): return .one(transport(facts))
        case Int(kAudioDevicePropertyRelatedDevices): return .many([id])
        case Int(kAudioDevicePropertyPlugIn): return .one(system.plugIn.id)
        case Int(kAudioObjectPropertyControlList): return .many(controls.map(\.id))
        case Int(kAudioDevicePropertyDeviceIsAlive): return .flag(facts.isAlive)
        case Int(kAudioDevicePropertyIsHidden): return .flag(false)
        case Int(kAudioDevicePropertyDeviceCanBeDefaultDevice):
            return .flag(facts.side(of: request.scope) != nil)
        case Int(kAudioDevicePropertyDeviceCanBeDefaultSystemDevice):
            return .flag(facts.output != nil && !request.isInput)
        case Int(kAudioDevicePropertyConfigurationApplication): return system.mixer.map { .text($0) }
        // These exist for their listeners; their values have no meaning.
        case Int(kAudioDevicePropertyDeviceHasChanged), Int(kAudioDevicePropertyIOStoppedAbnormally),
            Int(kAudioDeviceProcessorOverload):
            return .one(UInt32(0))
        default: return nil
        }
    }

    private func transport(_ facts: Facts) -> UInt32 {
        guard !isAggregate else { return UInt32(kAudioDeviceTransportTypeAggregate) }
        return switch facts.any?.transport ?? .unknown {
        case .unknown: UInt32(kAudioDeviceTransportTypeUnknown)
        case .builtIn: UInt32(kAudioDeviceTransportTypeBuiltIn)
        case .virtual: UInt32(kAudioDeviceTransportTypeVirtual)
        case .pci: UInt32(kAudioDeviceTransportTypePCI)
        case .usb: UInt32(kAudioDeviceTransportTypeUSB)
        case .bluetooth: UInt32(kAudioDeviceTransportTypeBluetooth)
        case .hdmi: UInt32(kAudioDeviceTransportTypeHDMI)
        case .airPlay: UInt32(kAudioDeviceTransportTypeAirPlay)
        case .fireWire: UInt32(kAudioDeviceTransportTypeFireWire)
        }
    }

    private func timing(_ request: HardwareRequest, _ facts: Facts) -> HardwareValue? {
        let range = facts.any?.cycleRange ?? 16...8192
        let limits = AudioValueRange(mMinimum: Double(range.lowerBound), mMaximum: Double(range.upperBound))
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyNominalSampleRate), Int(kAudioDevicePropertyActualSampleRate):
            return .one(facts.sampleRate)
        case Int(kAudioDevicePropertyAvailableNominalSampleRates):
            let rates = facts.any?.rates ?? []
            return .many(rates.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
        // The server may ask for fewer frames in a cycle, never for more.
        case Int(kAudioDevicePropertyBufferFrameSize):
            return .one(UInt32(facts.framesPerCycle))
        case Int(kAudioDevicePropertyBufferFrameSizeRange): return .one(limits)
        case Int(kAudioDevicePropertyBufferSize):
            return facts.side(of: request.scope).map { .one(UInt32(facts.framesPerCycle * $0.channels * 4)) }
        case Int(kAudioDevicePropertyBufferSizeRange):
            return facts.side(of: request.scope).map {
                let bytes = Double($0.channels * 4)
                return .one(AudioValueRange(mMinimum: limits.mMinimum * bytes, mMaximum: limits.mMaximum * bytes))
            }
        case Int(kAudioDevicePropertyLatency):
            return .one(
                UInt32(
                    facts.side(of: request.scope).map {
                        // Some servers report it of devices, others of their streams.
                        max(0, $0.latency, io.deviceLatency(isInput: $0.direction == .input))
                    } ?? 0))
        case Int(kAudioDevicePropertySafetyOffset), Int(kAudioDevicePropertyClockDomain): return .one(UInt32(0))
        case Int(kAudioDevicePropertyDeviceIsRunning): return .flag(isRunning)
        case Int(kAudioDevicePropertyDeviceIsRunningSomewhere): return .flag(isRunning || facts.isRunningSomewhere)
        case Int(kAudioDevicePropertyIOCycleUsage): return .one(Float32(1))
        case Int(kAudioDevicePropertySupportsMixing): return .flag(true)
        case Int(kAudioDevicePropertyHogMode): return .one(hog.owner ?? -1)
        default: return nil
        }
    }

    private func streaming(_ request: HardwareRequest, _ facts: Facts) throws(AudioError) -> HardwareValue? {
        let isEither = request.scope == UInt32(kAudioObjectPropertyScopeGlobal)
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyStreams):
            return .many(streams.filter { isEither || $0.isInput == request.isInput }.map(\.id))
        case Int(kAudioDevicePropertyStreamConfiguration):
            let side = facts.side(request.isInput)
            let list = AudioBufferList(
                mNumberBuffers: side == nil ? 0 : 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(side?.channels ?? 0),
                    mDataByteSize: UInt32((side?.channels ?? 0) * facts.framesPerCycle * 4), mData: nil))
            return .one(list)
        case Int(kAudioDevicePropertyPreferredChannelsForStereo):
            return facts.side(of: request.scope).map { .many(facts.stereoChannels($0)) }
        case Int(kAudioDevicePropertyPreferredChannelLayout):
            return facts.side(of: request.scope).map { HardwareStream.layout($0) }
        default:
            // The first systems asked a device for its streams' formats, and some programs still do.
            guard let side = facts.side(of: request.scope) ?? facts.any else { return nil }
            return try HardwareStream.format(request, side, rate: facts.sampleRate)
        }
    }

    private func channelNames(_ request: HardwareRequest, _ facts: Facts) -> HardwareValue? {
        let channel = Int(request.element)
        guard let side = facts.side(of: request.scope), channel <= side.channels else { return nil }
        // Element 0 is the device as a whole.
        let name = channel == 0 ? "Master" : side.channels == 2 ? ["Left", "Right"][channel - 1] : "Channel \(channel)"
        return switch Int(request.selector) {
        case Int(kAudioObjectPropertyElementName): .text(name)
        case Int(kAudioDevicePropertyChannelName): .characters(name)
        case Int(kAudioObjectPropertyElementNumberName): .text("\(channel)")
        case Int(kAudioDevicePropertyChannelNumberName): .characters("\(channel)")
        default: nil
        }
    }
}
