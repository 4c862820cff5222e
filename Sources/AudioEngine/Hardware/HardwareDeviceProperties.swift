import AudioCore
import AudioDevices
import CCoreAudio

// What a device answers, by groups: identity, clock and cycles, streams, settings.

extension HardwareDevice {
    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        let facts = self.facts.withLock { $0 }
        if let value = identity(request, facts) { return value }
        if let value = timing(request, facts) { return value }
        if let value = streaming(request, facts) { return value }
        return try settings(request, facts)
    }

    private func identity(_ request: HardwareRequest, _ facts: Facts) -> HardwareValue? {
        let isAggregate = composition != nil
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyBaseClass):
            return .one(UInt32(isAggregate ? kAudioDeviceClassID : kAudioObjectClassID))
        case Int(kAudioObjectPropertyClass):
            return .one(UInt32(isAggregate ? kAudioAggregateDeviceClassID : kAudioDeviceClassID))
        case Int(kAudioObjectPropertyOwner): return .one(UInt32(kAudioObjectSystemObject))
        case Int(kAudioObjectPropertyName): return .text(composition?.name ?? facts.any?.name ?? uid)
        case Int(kAudioObjectPropertyManufacturer): return .text(facts.any?.maker ?? "")
        case Int(kAudioDevicePropertyDeviceName): return .bytes(Array((facts.any?.name ?? uid).utf8) + [0], element: 1)
        case Int(kAudioDevicePropertyDeviceManufacturer):
            return .bytes(Array((facts.any?.maker ?? "").utf8) + [0], element: 1)
        case Int(kAudioDevicePropertyDeviceUID), Int(kAudioDevicePropertyModelUID): return .text(uid)
        case Int(kAudioDevicePropertyTransportType): return .one(transport(facts))
        case Int(kAudioDevicePropertyRelatedDevices): return .many([id])
        case Int(kAudioDevicePropertyPlugIn): return .one(system.plugIn.id)
        case Int(kAudioObjectPropertyOwnedObjects): return .many(streams.map(\.id) + controls.map(\.id))
        case Int(kAudioObjectPropertyControlList): return .many(controls.map(\.id))
        case Int(kAudioDevicePropertyDeviceIsAlive): return .flag(facts.isAlive)
        case Int(kAudioDevicePropertyIsHidden): return .flag(false)
        case Int(kAudioDevicePropertyDeviceCanBeDefaultDevice):
            return .flag(!isAggregate && facts.side(request.isInput) != nil)
        case Int(kAudioDevicePropertyDeviceCanBeDefaultSystemDevice):
            return .flag(!isAggregate && facts.output != nil && !request.isInput)
        case Int(kAudioAggregateDevicePropertyFullSubDeviceList):
            return composition.map { .text($0.parts.joined(separator: "\n")) }
        case Int(kAudioAggregateDevicePropertyActiveSubDeviceList):
            return composition.map { .many($0.parts.compactMap { system.device(uid: $0)?.id }) }
        case Int(kAudioAggregateDevicePropertyMainSubDevice):
            return composition.map { .text($0.main ?? $0.parts.first ?? "") }
        case Int(kAudioAggregateDevicePropertyComposition):
            return composition.map { .dictionary([("uid", uid), ("name", $0.name)]) }
        default: return nil
        }
    }

    private func transport(_ facts: Facts) -> UInt32 {
        guard composition == nil else { return UInt32(kAudioDeviceTransportTypeAggregate) }
        return switch facts.any?.transport ?? .unknown {
        case .unknown: UInt32(kAudioDeviceTransportTypeUnknown)
        case .builtIn: UInt32(kAudioDeviceTransportTypeBuiltIn)
        case .virtual: UInt32(kAudioDeviceTransportTypeVirtual)
        case .pci: UInt32(kAudioDeviceTransportTypePCI)
        case .usb: UInt32(kAudioDeviceTransportTypeUSB)
        case .bluetooth: UInt32(kAudioDeviceTransportTypeBluetooth)
        case .hdmi: UInt32(kAudioDeviceTransportTypeHDMI)
        }
    }

    private func timing(_ request: HardwareRequest, _ facts: Facts) -> HardwareValue? {
        let range = facts.any?.cycleRange ?? 16...8192
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyNominalSampleRate), Int(kAudioDevicePropertyActualSampleRate):
            return .one(facts.sampleRate)
        case Int(kAudioDevicePropertyAvailableNominalSampleRates):
            let rates = facts.any?.rates ?? []
            return .many(rates.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
        case Int(kAudioDevicePropertyBufferFrameSize): return .one(UInt32(facts.framesPerCycle))
        case Int(kAudioDevicePropertyBufferFrameSizeRange):
            return .one(AudioValueRange(mMinimum: Double(range.lowerBound), mMaximum: Double(range.upperBound)))
        case Int(kAudioDevicePropertyBufferSize):
            return facts.side(request.isInput).map { .one(UInt32(facts.framesPerCycle * $0.channels * 4)) }
        case Int(kAudioDevicePropertyLatency): return .one(UInt32(max(0, facts.side(request.isInput)?.latency ?? 0)))
        case Int(kAudioDevicePropertySafetyOffset), Int(kAudioDevicePropertyClockDomain): return .one(UInt32(0))
        case Int(kAudioDevicePropertyDeviceIsRunning): return .flag(io.isRunning)
        case Int(kAudioDevicePropertyDeviceIsRunningSomewhere): return .flag(io.isRunning || facts.isRunningSomewhere)
        case Int(kAudioDevicePropertyIOCycleUsage): return .one(Float32(1))
        case Int(kAudioDevicePropertyHogMode): return .one(Int32(-1))
        default: return nil
        }
    }

    private func streaming(_ request: HardwareRequest, _ facts: Facts) -> HardwareValue? {
        let isEither = request.address.mScope == UInt32(kAudioObjectPropertyScopeGlobal)
        let side = facts.side(request.isInput)
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyStreams):
            return .many(streams.filter { isEither || $0.isInput == request.isInput }.map(\.id))
        case Int(kAudioDevicePropertyStreamConfiguration):
            let list = AudioBufferList(
                mNumberBuffers: side == nil ? 0 : 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(side?.channels ?? 0),
                    mDataByteSize: UInt32((side?.channels ?? 0) * facts.framesPerCycle * 4), mData: nil))
            return .one(list)
        case Int(kAudioDevicePropertyStreamFormat):
            return (side ?? facts.any).map { .one(HardwareStream.format($0)) }
        case Int(kAudioDevicePropertyStreamFormats):
            return (side ?? facts.any).map { .many(HardwareStream.formats($0).map(\.mFormat)) }
        case Int(kAudioDevicePropertyPreferredChannelsForStereo):
            return side.map { .many([1, UInt32(min(2, $0.channels))]) }
        case Int(kAudioDevicePropertyPreferredChannelLayout):
            return side.map { .one(HardwareStream.layout($0)) }
        case Int(kAudioObjectPropertyElementName):
            let channel = Int(request.address.mElement)
            guard let side, channel > 0, channel <= side.channels else { return nil }
            return .text(side.channels == 2 ? ["Left", "Right"][channel - 1] : "Channel \(channel)")
        default: return nil
        }
    }

    private func settings(_ request: HardwareRequest, _ facts: Facts) throws(AudioError) -> HardwareValue {
        guard composition == nil, let side = facts.side(request.isInput) else { throw .unknownProperty }
        let volume = HardwareVolume.read(side.volume, element: request.address.mElement)
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyVolumeScalar):
            if let volume { return .one(volume) }
        case Int(kAudioDevicePropertyVolumeDecibels):
            if let volume { return .one(HardwareVolume.decibels(volume)) }
        case Int(kAudioDevicePropertyVolumeRangeDecibels):
            if volume != nil { return .one(HardwareVolume.range) }
        case Int(kAudioDevicePropertyVolumeScalarToDecibels):
            if volume != nil {
                return .one(HardwareVolume.decibels(request.input.isEmpty ? 0 : try request.load(Float32.self)))
            }
        case Int(kAudioDevicePropertyVolumeDecibelsToScalar):
            if volume != nil {
                return .one(HardwareVolume.scalar(request.input.isEmpty ? 0 : try request.load(Float32.self)))
            }
        case Int(kAudioDevicePropertyMute):
            if let muted = side.isMuted, request.address.mElement == 0 { return .flag(muted) }
        case Int(kAudioDevicePropertyDataSource):
            if let index = side.ports.firstIndex(where: { $0.id == side.port }) { return .one(UInt32(index + 1)) }
        case Int(kAudioDevicePropertyDataSources):
            if !side.ports.isEmpty { return .many((1...side.ports.count).map { UInt32($0) }) }
        case Int(kAudioDevicePropertyDataSourceNameForIDCFString):
            guard !side.ports.isEmpty else { break }
            guard !request.input.isEmpty else { return .translation("") }
            let asked = try request.load(AudioValueTranslation.self)
            guard asked.mInputDataSize >= 4, UInt(bitPattern: asked.mInputData) != 0 else { throw .badPropertySize }
            let index = Int(asked.mInputData.loadUnaligned(as: UInt32.self)) - 1
            guard side.ports.indices.contains(index) else { throw .parameter }
            return .translation(side.ports[index].name)
        default: break
        }
        throw .unknownProperty
    }

    // MARK: Setting

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool {
        switch Int(address.mSelector) {
        case Int(kAudioDevicePropertyNominalSampleRate): return facts.withLock { ($0.any?.rates.count ?? 0) > 1 }
        case Int(kAudioDevicePropertyBufferFrameSize): return true
        case Int(kAudioDevicePropertyVolumeScalar), Int(kAudioDevicePropertyVolumeDecibels),
            Int(kAudioDevicePropertyMute), Int(kAudioDevicePropertyDataSource):
            return (try? value(HardwareRequest(address))) != nil
        default: return false
        }
    }

    func set(_ request: HardwareRequest) throws(AudioError) {
        _ = try value(HardwareRequest(request.address))
        let facts = self.facts.withLock { $0 }
        switch Int(request.selector) {
        case Int(kAudioDevicePropertyNominalSampleRate):
            let rate = try request.load(Float64.self)
            guard rate != facts.sampleRate else { return }
            guard facts.any?.rates.contains(rate) == true else { throw .deviceFormat }
            try apply(.sampleRate(rate), isInput: facts.output == nil)
        case Int(kAudioDevicePropertyBufferFrameSize):
            let frames = Int(try request.load(UInt32.self))
            guard (facts.any?.cycleRange ?? 16...8192).contains(frames) else { throw .illegalOperation }
            guard frames != facts.framesPerCycle else { return }
            self.facts.withLock { $0.framesPerCycle = frames }
            try io.reopen()
            system.notify(id, [.init(kAudioDevicePropertyBufferFrameSize)])
        case Int(kAudioDevicePropertyVolumeScalar):
            try setVolume(try request.load(Float32.self), request, facts)
        case Int(kAudioDevicePropertyVolumeDecibels):
            try setVolume(HardwareVolume.scalar(try request.load(Float32.self)), request, facts)
        case Int(kAudioDevicePropertyMute):
            try apply(.muted(try request.load(UInt32.self) != 0), isInput: request.isInput)
        case Int(kAudioDevicePropertyDataSource):
            let ports = facts.side(request.isInput)?.ports ?? []
            let index = Int(try request.load(UInt32.self)) - 1
            guard ports.indices.contains(index) else { throw .parameter }
            try apply(.port(ports[index].id), isInput: request.isInput)
        default: throw .unsupportedOperation
        }
    }

    private func setVolume(_ volume: Float, _ request: HardwareRequest, _ facts: Facts) throws(AudioError) {
        guard volume.isFinite, let side = facts.side(request.isInput) else { throw .parameter }
        let all = HardwareVolume.write(max(0, min(1, volume)), side.volume, element: request.address.mElement)
        try apply(.volume(all), isInput: request.isInput)
    }
}
