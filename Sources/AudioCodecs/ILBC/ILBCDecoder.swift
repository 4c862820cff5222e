import AudioCore

/// Decodes iLBC to 16-bit integers, in fixed point. `decode` is real-time safe but for the error it may throw.
///
/// A packet that says that it is empty, or whose numbers describe no sound, counts as lost: the decoder continues with
/// something like what went before, and fades.
final class ILBCDecoder: PacketDecoder {
    let outputFormat = ILBC.pcmFormat
    /// What the enhancer holds back is known to the encoder and counted there.
    let primingFrames = 0
    /// Five seconds. The enhancer looks back by 80 ms; rounding errors in the integers of the filters live on for longer.
    let preRollPackets: Int
    private let mode: ILBCMode
    private let layout: ILBCLayout
    private let excitation: ILBCExcitation
    private let concealment: ILBCConcealment
    private let enhancer: ILBCEnhancer
    private let synthesis = ILBCSynthesis()
    /// The spectrum that stood last, and behind it those of a packet.
    private let spectra = UnsafeMutablePointer<Int16>.zeros(3 * ILBCMode.order)
    /// Predictors of the subframes that the enhancer holds back, and of a packet.
    private let predictors = UnsafeMutablePointer<Int16>.zeros(8 * ILBCMode.filterLength)
    private let numbers = UnsafeMutablePointer<Int16>.zeros(128)
    private let decoded = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)
    private let enhanced = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)
    /// The period at the end of the last packet.
    private var lag = 0
    private var isAfterLoss = false

    init(_ mode: ILBCMode) {
        self.mode = mode
        layout = .of(mode)
        excitation = ILBCExcitation(mode)
        concealment = ILBCConcealment(mode)
        enhancer = ILBCEnhancer(mode)
        preRollPackets = 40_000 / mode.frames + 1
        reset()
    }

    deinit {
        for memory in [spectra, predictors, numbers, decoded, enhanced] { memory.deallocate() }
    }

    func reset() {
        spectra.update(from: ILBCTables.meanSpectrum, count: ILBCMode.order)
        predictors.update(repeating: 0, count: 8 * ILBCMode.filterLength)
        for subframe in 0..<8 { predictors[subframe * ILBCMode.filterLength] = 4096 }
        concealment.reset()
        enhancer.reset()
        synthesis.reset()
        (lag, isAfterLoss) = (20, false)
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard count >= 0, count <= packets.count / mode.packetSize else { throw .converterInputSize }
        guard count <= output.count / 2 / mode.frames else { throw .converterOutputSize }
        guard count > 0, let room = output.baseAddress else { return 0 }
        let samples = room.assumingMemoryBound(to: Int16.self)
        for packet in 0..<count {
            var start = packet * mode.packetSize
            if let descriptions, packet < descriptions.count {
                guard descriptions[packet].size == mode.packetSize,
                    (0...Int64(packets.count - mode.packetSize)).contains(descriptions[packet].offset)
                else { throw .converterInputSize.because("packets of iLBC have \(mode.packetSize) bytes") }
                start = Int(descriptions[packet].offset)
            }
            decode(
                UnsafeRawBufferPointer(rebasing: packets[start..<start + mode.packetSize]),
                into: samples + packet * mode.frames)
        }
        return count * mode.frames
    }

    private func decode(_ packet: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<Int16>) {
        let isSound = layout.unpack(packet, into: numbers) && layout.isSound(numbers)
        let held = mode.delay / ILBCMode.subframe
        let own = predictors + held * ILBCMode.filterLength
        if isSound {
            decodeSpectra(into: own)
            excitation.decode(numbers, predictors: own, into: decoded)
            concealment.keep(decoded, predictor: own + (mode.subframes - 1) * ILBCMode.filterLength)
        } else {
            concealment.conceal(pitch: lag, into: decoded)
            for place in 0..<mode.subframes * ILBCMode.filterLength {
                own[place] = concealment.predictor[place % ILBCMode.filterLength]
            }
        }
        lag = enhancer.enhance(decoded, afterLoss: isAfterLoss, into: enhanced)
        isAfterLoss = !isSound
        synthesis.synthesize(enhanced, predictors: predictors, frames: mode.frames, into: output)
        predictors.update(
            from: predictors + mode.subframes * ILBCMode.filterLength, count: held * ILBCMode.filterLength)
    }

    private func decodeSpectra(into predictors: UnsafeMutablePointer<Int16>) {
        let order = ILBCMode.order
        for index in 1...mode.spectra {
            ILBCSpectrum.dequantize(numbers + 3 * (index - 1), into: spectra + index * order)
            ILBCSpectrum.stabilize(spectra + index * order)
        }
        ILBCSpectrum.predictors(spectra, mode, into: predictors)
        spectra.update(from: spectra + mode.spectra * order, count: order)
    }
}
