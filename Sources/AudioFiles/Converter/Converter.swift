import AudioCodecs
import AudioCore
import AudioDSP

/// Converts audio from one format to another, for an `AudioConverterRef`.
///
/// Decodes, changes form, channels and sample rate of linear PCM, and encodes: as much of that as the two formats ask for.
/// One thread at a time uses a converter. Everything is made when the first conversion (or `prepare`) asks for it, or when
/// a property changed; afterwards conversions between linear PCM allocate nothing and take no lock.
package final class Converter: @unchecked Sendable {
    package let inputFormat: StreamFormat
    package let outputFormat: StreamFormat
    package private(set) var settings = ConverterSettings()
    let input: ConverterInput
    /// The client's buffers, in calls that are given whole ones.
    let inputPointers: UnsafeMutablePointer<UnsafeRawPointer>
    /// Where the next frame of each output buffer goes.
    let outputPointers: UnsafeMutablePointer<UnsafeMutableRawPointer>
    /// The callback said that there is no more; it is not called again until `reset`.
    package internal(set) var isAtEnd = false
    private var plan: ConverterPlan?
    /// Whether a conversion is in progress, so that a call comes from its callback, and whether the callback asked for
    /// a reset.
    private(set) var isFilling = false
    private var isResetDue = false
    /// Whether the input is linear PCM whose samples have no size, of which nothing can be converted.
    private let isWithoutSamples: Bool

    /// - Throws: `converterFormat` for formats that contradict themselves or have no codec, and for compressed ones whose rate
    ///   has more than 32 bits; `inputSampleRate` and `outputSampleRate` for rates that are not positive numbers, or too far
    ///   apart.
    /// - Parameter allowsNoSamples: whether linear PCM of 0 bits may go in. Programs make a converter before they know their
    ///   format, and then another. The first conversion fails.
    package init(
        from source: StreamFormat, to destination: StreamFormat, allowsNoSamples: Bool = false
    ) throws(AudioError) {
        guard source.sampleRate.isFinite, source.sampleRate > 0 else { throw .inputSampleRate }
        var destination = destination
        // An encoder without a rate of its own takes the input's.
        if !destination.isPCM, destination.sampleRate == 0 { destination.sampleRate = source.sampleRate }
        guard destination.sampleRate.isFinite, destination.sampleRate > 0 else { throw .outputSampleRate }
        isWithoutSamples = allowsNoSamples && source.isWithoutSamples
        inputFormat = isWithoutSamples ? source : try Self.complete(source)
        outputFormat = try Self.complete(destination, encoding: true)
        input = ConverterInput(inputFormat)
        inputPointers = .allocate(capacity: max(inputFormat.bufferCount, 1))
        outputPointers = .allocate(capacity: max(outputFormat.bufferCount, 1))
        _ = try ResamplerRatio(inputRate: inputFormat.sampleRate, outputRate: outputFormat.sampleRate)
        if !outputFormat.isPCM { _ = try makeEncoder() }
    }

    deinit {
        inputPointers.deallocate()
        outputPointers.deallocate()
    }

    /// Restricts which codecs may be used: `AudioConverterNewSpecific`.
    ///
    /// - Throws: `converterFormat` where none of `classes` names the codec that a compressed format needs.
    package convenience init(
        from source: StreamFormat, to destination: StreamFormat, classes: [CodecClass]
    ) throws(AudioError) {
        try self.init(from: source, to: destination, allowsNoSamples: true)
        for (format, type) in [(source, CodecClass.decoder), (destination, CodecClass.encoder)] where !format.isPCM {
            guard classes.contains(where: { $0.stands(for: format.formatID, type) }) else {
                throw .converterFormat.because("none of the codecs asked for is there")
            }
        }
    }

    private static func complete(
        _ format: StreamFormat, encoding: Bool = false
    ) throws(AudioError) -> StreamFormat {
        guard !format.isPCM else {
            guard format.isValidPCM else {
                throw .converterFormat.because("the fields of a linear PCM format contradict each other")
            }
            return format
        }
        guard let codec = Codecs.named(format.formatID) else {
            throw .converterFormat.because("there is no codec for '\(format.formatID)'")
        }
        return try encoding ? codec.completeForEncoding(format) : codec.complete(format, magicCookie: [])
    }

    /// Changes settings. What had been taken in but not given out is lost where they differ from before.
    package func change(_ body: (inout ConverterSettings) -> Void) {
        var changed = settings
        body(&changed)
        guard changed != settings else { return }
        settings = changed
        plan = nil
    }

    /// Has other frames dropped of what is decoded, from the next `reset` on. The stages stay where they can.
    func trim(_ info: ConverterPrimeInfo) {
        guard plan?.decoding?.retrim(info) == true else { return change { $0.primeInfo = info } }
        settings.primeInfo = info
    }

    /// Discards all input, as before the first conversion. A reset in a conversion's callback takes effect when that
    /// conversion ends.
    package func reset() {
        guard !isFilling else {
            isResetDue = true
            return
        }
        input.reset()
        isAtEnd = false
        plan?.reset()
    }

    /// Marks a conversion as in progress.
    ///
    /// - Throws: `converterOperation` for a conversion within the callback of another one of the same converter.
    func beginFilling() throws(AudioError) {
        guard !isFilling else { throw .converterOperation.because("the callback of a conversion began another one") }
        isFilling = true
    }

    func endFilling() {
        isFilling = false
        guard isResetDue else { return }
        isResetDue = false
        reset()
    }

    /// Makes what conversions need, now rather than at the first one.
    package func prepare() throws(AudioError) { _ = try prepared() }

    /// What a decoder needs besides the encoder's packets; empty where there is no encoder, or it has none.
    package func magicCookie() throws(AudioError) -> [UInt8] { try prepared().encoding?.encoder.magicCookie ?? [] }

    func prepared() throws(AudioError) -> ConverterPlan {
        if let plan { return plan }
        let made = try makePlan()
        plan = made
        return made
    }

    private func makePlan() throws(AudioError) -> ConverterPlan {
        guard !isWithoutSamples else {
            throw .converterFormat.because("the samples of the input have 0 bits")
        }
        let options = try placedSettings.pipelineOptions(from: inputFormat, to: outputFormat)
        let decoding = try makeDecodingStage(options)
        let encoding = try outputFormat.isPCM ? nil : makeEncodingStage()
        let inner = decoding?.outputFormat ?? inputFormat
        let outer = encoding?.encoder.inputFormat ?? outputFormat
        let pipeline = try PCMPipeline(inner, outer, options)
        return ConverterPlan(decoding: decoding, pipeline: pipeline, encoding: encoding)
    }

    /// Another decoder for the input; nil where that is linear PCM.
    func makeDecoder() throws(AudioError) -> ConcealingDecoder? {
        guard !inputFormat.isPCM, let codec = Codecs.named(inputFormat.formatID) else { return nil }
        return ConcealingDecoder(
            try codec.makeDecoder(inputFormat, magicCookie: settings.decompressionCookie), inputFormat)
    }

    /// Threads that decode convert frames to the output's form, too, where that is all that happens to them.
    private func makeDecodingStage(_ options: PCMPipeline.Options) throws(AudioError) -> DecodingStage? {
        guard let decoder = try makeDecoder() else { return nil }
        var decoders = [decoder]
        while settings.threads > 1, decoders.count <= settings.threads, decoder.memory(of: PacketRun()) != nil,
            let another = try makeDecoder()
        {
            decoders.append(another)
        }
        let own = decoder.outputFormat
        let isDone =
            outputFormat.isPCM && outputFormat.bufferCount == 1 && options.routing == .straight
            && options.dither == .none
            && own.sampleRate == outputFormat.sampleRate && own.channels == outputFormat.channels
            && outputFormat.bytesPerFrame <= own.bytesPerFrame
        return try DecodingStage(
            decoders, inputFormat, to: isDone ? outputFormat : nil, trim: settings.primeInfo ?? ConverterPrimeInfo())
    }

    private func layout(of format: StreamFormat) -> ChannelLayout? {
        Codecs.named(format.formatID)?.layout(
            format, magicCookie: format == inputFormat ? settings.decompressionCookie : [])
    }

    /// The codec's order of channels, if no layout is set and the channels keep their positions.
    var codedLayout: ChannelLayout? {
        guard settings.inputLayout == nil, settings.outputLayout == nil, settings.channelMap == nil,
            !settings.performsDownmix, inputFormat.channels == outputFormat.channels
        else { return nil }
        return layout(of: inputFormat.isPCM ? outputFormat : inputFormat)
    }

    /// The settings, with the codec's order of channels if the client set only that of the linear PCM.
    var placedSettings: ConverterSettings {
        var placed = settings
        if placed.inputLayout == nil, placed.outputLayout != nil { placed.inputLayout = layout(of: inputFormat) }
        if placed.outputLayout == nil, placed.inputLayout != nil { placed.outputLayout = layout(of: outputFormat) }
        return placed
    }

    /// With an encoder for this thread, and where several can share a stream, one for each other.
    private func makeEncodingStage() throws(AudioError) -> EncodingStage {
        let encoder = try makeEncoder()
        guard settings.threads > 1 else { return EncodingStage(encoder, nil) }
        if let (plan, lanes) = try encoder.makeLanes() {
            return EncodingStage(encoder, ParallelLanes(plan, lanes, encoder))
        }
        guard encoder.makesIndependentPackets || encoder.settlingFrames != nil else {
            return EncodingStage(encoder, nil)
        }
        var others: [any PacketEncoder] = []
        while others.count < settings.threads { others.append(try makeEncoder()) }
        return EncodingStage(encoder, ParallelEncoder(others, spare: encoder))
    }

    /// Sets what a decoder needs to know besides the format, and judges it by making the decoder.
    func setDecompressionCookie(_ cookie: [UInt8]) throws(AudioError) {
        guard let codec = Codecs.named(inputFormat.formatID) else { throw .converterProperty }
        _ = try codec.makeDecoder(inputFormat, magicCookie: cookie)
        change { $0.decompressionCookie = cookie }
    }

    private func makeEncoder() throws(AudioError) -> any PacketEncoder {
        guard let codec = Codecs.named(outputFormat.formatID) else { throw .converterFormat }
        guard let encoder = try codec.makeEncoder(outputFormat, settings.encoderOptions(for: inputFormat)) else {
            throw .converterFormat.because("\(codec.name) is decoded but not encoded")
        }
        return encoder
    }
}

/// The stages of one conversion.
final class ConverterPlan {
    let decoding: DecodingStage?
    let pipeline: PCMPipeline
    let encoding: EncodingStage?

    init(decoding: DecodingStage?, pipeline: PCMPipeline, encoding: EncodingStage?) {
        self.decoding = decoding
        self.pipeline = pipeline
        self.encoding = encoding
    }

    func reset() {
        decoding?.reset()
        pipeline.reset()
        encoding?.reset()
    }
}

/// A codec by its component's codes: `AudioClassDescription`.
package struct CodecClass: Hashable, Sendable {
    package var type: FourCC
    package var subtype: FourCC
    package var manufacturer: FourCC

    package static let decoder: FourCC = "adec"
    package static let encoder: FourCC = "aenc"
    /// All codecs are software; this is what clients of the API call it.
    package static let software: FourCC = "appl"

    package init(type: FourCC, subtype: FourCC, manufacturer: FourCC) {
        self.type = type
        self.subtype = subtype
        self.manufacturer = manufacturer
    }

    /// Zero as a manufacturer stands for any.
    func stands(for format: FourCC, _ type: FourCC) -> Bool {
        self.type == type && subtype == format && (manufacturer == Self.software || manufacturer.rawValue == 0)
    }
}
