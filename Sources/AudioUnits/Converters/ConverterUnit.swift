import AudioCore
import AudioFiles
import CAudioToolbox

/// AUConverter: converts its input to the format of its output, as an `AudioConverter` does.
///
/// GenericOutput is the same as an output unit, which the client renders by hand.
package class ConverterUnit: Unit, @unchecked Sendable {
    package static let converter = UnitBlueprint("aufc", "conv", "Apple: AUConverter") { ConverterUnit($0) }
    package static let genericOutput = UnitBlueprint("auou", "genr", "Apple: GenericOutput") { GenericOutputUnit($0) }

    private struct Settings {
        var complexity: FourCC = "norm"
        var channelMap: [Int32]?
        /// Kept without an effect. If converters gave times of their own, a unit that several of them share would render a cycle
        /// more than once.
        var startsAtZero = true
        var quality = UInt32(kRenderQuality_Max)
    }

    private let settings = LockedValue(Settings())

    override package var convertsFormats: Bool { true }

    override package func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let settings = self.settings.withLock { $0 }
        let (input, output) = (state.inputs[0].format, state.outputs[0].format)
        if let map = settings.channelMap, map.count != output.channels { throw .unitFormat }
        return ConverterKernel(
            try PullConverter(from: input, to: output) {
                $0.rateComplexity = settings.complexity
                $0.rateQuality = settings.quality
                $0.channelMap = settings.channelMap
            }, keepsFrames: input.sampleRate == output.sampleRate)
    }

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        let settings = self.settings.withLock { $0 }
        switch request.id {
        case kAudioUnitProperty_SampleRateConverterComplexity: return .one(settings.complexity.rawValue)
        case kAudioUnitProperty_RenderQuality: return .one(settings.quality)
        case kAudioOutputUnitProperty_StartTimestampsAtZero: return .flag(settings.startsAtZero)
        case kAudioOutputUnitProperty_ChannelMap:
            let channels = try format(kAudioUnitScope_Output, 0).channels
            return .many(settings.channelMap ?? (0..<Int32(channels)).map { $0 })
        default: return nil
        }
    }

    override package func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAudioUnitProperty_SampleRateConverterComplexity, kAudioUnitProperty_RenderQuality,
            kAudioOutputUnitProperty_StartTimestampsAtZero, kAudioOutputUnitProperty_ChannelMap:
            true
        default: nil
        }
    }

    override package func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        let before = settings.withLock { $0 }
        guard try change(request) else { return false }
        do throws(AudioError) { try rebuild() } catch {
            // What the unit cannot have while it is initialized leaves it as it was.
            settings.withLock { $0 = before }
            throw error
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    /// Keeps the value of one of the unit's own properties.
    ///
    /// - Returns: false for another property.
    private func change(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_SampleRateConverterComplexity:
            let complexity = FourCC(try request.load(UInt32.self))
            guard ["line", "norm", "bats"].contains(complexity) else { throw .unitValue }
            settings.withLock { $0.complexity = complexity }
        case kAudioUnitProperty_RenderQuality:
            let quality = try request.load(UInt32.self)
            guard quality <= kRenderQuality_Max else { throw .unitValue }
            settings.withLock { $0.quality = quality }
        case kAudioOutputUnitProperty_StartTimestampsAtZero:
            let startsAtZero = try request.flag()
            settings.withLock { $0.startsAtZero = startsAtZero }
        case kAudioOutputUnitProperty_ChannelMap:
            let map = request.isRemoval ? nil : try channelMap(request)
            settings.withLock { $0.channelMap = map }
        default: return false
        }
        return true
    }

    private func channelMap(_ request: UnitRequest) throws(AudioError) -> [Int32] {
        let map = Array(request.input.bindMemory(to: Int32.self))
        let inputs = try format(kAudioUnitScope_Input, 0).channels
        guard !map.isEmpty, map.allSatisfy({ $0 >= -1 && $0 < inputs }) else { throw .unitValue }
        return map
    }
}

/// GenericOutput: the client starts and stops it, and renders it.
final class GenericOutputUnit: ConverterUnit, @unchecked Sendable {
    private let isRunning = LockedValue(false)

    override func start() throws(AudioError) {
        guard state.withLock({ $0.isInitialized }) else { throw .unitUninitialized }
        change(to: true)
    }

    override func stop() { change(to: false) }

    override func willUninitialize() { change(to: false) }

    private func change(to running: Bool) {
        let isNews = isRunning.withLock { isRunning in
            defer { isRunning = running }
            return isRunning != running
        }
        if isNews { notify(kAudioOutputUnitProperty_IsRunning) }
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard request.id == kAudioOutputUnitProperty_IsRunning else { return try super.ownValue(request) }
        return .flag(isRunning.withLock { $0 })
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        request.id == kAudioOutputUnitProperty_IsRunning ? false : super.isOwnWritable(request)
    }
}

private final class ConverterKernel: Kernel, @unchecked Sendable {
    private let converter: PullConverter
    private let link: Unmanaged<PullConverter>
    private let keepsFrames: Bool

    override var processStatus: Int32 { keepsFrames ? 0 : AudioError.unitFormat.status }

    init(_ converter: PullConverter, keepsFrames: Bool) {
        self.converter = converter
        link = .passUnretained(converter)
        self.keepsFrames = keepsFrames
    }

    @_noLocks override func render(_ plan: RenderAccess, _ pass: UnsafeMutablePointer<RenderPass>) -> Int32 {
        let (time, frames) = (pass.pointee.time, pass.pointee.frames)
        let output = plan.outputs
        output.pointee.prepare(frames: frames, withMemory: true)
        let status = link._withUnsafeGuaranteedRef {
            $0.render(plan, 0, at: time, frames: frames, into: output.pointee.list)
        }
        if keepsFrames { output.pointee.isSilent = plan.inputs.pointee.isSilent }
        return status
    }

    @_noLocks override func reset() {
        let link = self.link
        // As for converting: nothing is allocated.
        realtimeTrusted { link._withUnsafeGuaranteedRef { $0.reset() } }
    }
}
