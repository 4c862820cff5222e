import AudioCore

/// Encodes 16-bit integers to iLBC. Analysis and searches in floating point, everything that a decoder will compute in
/// its own arithmetic. `encode` is real-time safe but for the error it may throw.
final class ILBCEncoder: PacketEncoder {
    let inputFormat = ILBC.pcmFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8] = []
    let maximumPacketSize: Int
    /// What a decoder's enhancer holds back.
    let primingFrames: Int
    private let mode: ILBCMode
    private let layout: ILBCLayout
    private let analysis: ILBCAnalysis
    private let startState = ILBCStartStateSearch()
    private let search: ILBCCodebookSearch
    private let excitation: ILBCExcitation
    private var highPass = ILBCInputFilter()
    /// Ten samples of the packet before, and a packet's, at half their size.
    private let speech = UnsafeMutablePointer<Float>.zeros(ILBCMode.order + ILBCMode.maximumFrames)
    /// The last spectrum, and behind it a packet's: in radians, and quantized.
    private let frequencies = UnsafeMutablePointer<Float>.zeros(3 * ILBCMode.order)
    private let spectra = UnsafeMutablePointer<Int16>.zeros(3 * ILBCMode.order)
    private let predictors = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumSubframes * ILBCMode.filterLength)
    private let numbers = UnsafeMutablePointer<Int16>.zeros(128)
    private let decoded = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)
    private let lastPacket = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)
    private let packed = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    private var framesIn = 0
    private var packetsOut = 0

    init(_ mode: ILBCMode, _ format: StreamFormat) {
        self.mode = mode
        outputFormat = format
        maximumPacketSize = mode.packetSize
        primingFrames = mode.delay
        layout = .of(mode)
        analysis = ILBCAnalysis(mode)
        search = ILBCCodebookSearch(mode)
        excitation = ILBCExcitation(mode, search)
        reset()
    }

    deinit {
        for memory in [spectra, predictors, numbers, decoded, lastPacket] { memory.deallocate() }
        speech.deallocate()
        frequencies.deallocate()
        packed.deallocate()
    }

    func reset() {
        analysis.reset()
        highPass = ILBCInputFilter()
        speech.update(repeating: 0, count: ILBCMode.order + ILBCMode.maximumFrames)
        for index in 0..<ILBCMode.order {
            spectra[index] = ILBCTables.meanSpectrum[index]
            frequencies[index] = Float(spectra[index]) / 8192
        }
        (framesIn, packetsOut) = (0, 0)
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard frames >= 0, frames <= input.count / 2 else { throw .converterInputSize }
        let packets = (frames + mode.frames - 1) / mode.frames
        guard packets <= output.count / mode.packetSize else { throw .converterOutputSize }
        guard packets > 0, let samples = input.baseAddress, let room = output.baseAddress else { return 0 }
        for packet in 0..<packets {
            let first = packet * mode.frames
            var source = (samples + 2 * first).assumingMemoryBound(to: Int16.self)
            if frames - first < mode.frames {
                lastPacket.update(repeating: 0, count: mode.frames)
                lastPacket.update(from: source, count: frames - first)
                source = UnsafePointer(lastPacket)
            }
            encode(source, into: room + packet * mode.packetSize)
        }
        framesIn += frames
        packetsOut += packets
        return packets
    }

    /// One more packet of silence, where a decoder would otherwise still hold back frames that went in.
    func finish(into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) -> Int
    {
        guard framesIn > 0, packetsOut * mode.frames < framesIn + mode.delay else { return 0 }
        guard output.count >= mode.packetSize, let room = output.baseAddress else { throw .converterOutputSize }
        lastPacket.update(repeating: 0, count: mode.frames)
        encode(lastPacket, into: room)
        packetsOut += 1
        return 1
    }

    private func encode(_ samples: UnsafePointer<Int16>, into packet: UnsafeMutableRawPointer) {
        let order = ILBCMode.order
        for frame in 0..<mode.frames { speech[order + frame] = highPass.filter(Float(samples[frame])) / 2 }
        encodeSpectra()
        filterInversely()
        speech.update(from: speech + mode.frames, count: order)
        encodeStartState()
        excitation.decode(numbers, predictors: predictors, into: decoded)
        layout.pack(numbers, into: packed)
        packet.copyMemory(from: packed, byteCount: mode.packetSize)
    }

    private func encodeSpectra() {
        let order = ILBCMode.order
        analysis.analyze(speech + order, into: frequencies)
        for index in 1...mode.spectra {
            ILBCSpectrum.quantize(frequencies + index * order, into: numbers + 3 * (index - 1))
            ILBCSpectrum.dequantize(numbers + 3 * (index - 1), into: spectra + index * order)
            ILBCSpectrum.stabilize(spectra + index * order)
        }
        ILBCSpectrum.predictors(spectra, mode, into: predictors)
        ILBCAnalysis.weightingFilters(frequencies, mode, into: search.filters)
        spectra.update(from: spectra + mode.spectra * order, count: order)
        frequencies.update(from: frequencies + mode.spectra * order, count: order)
    }

    /// Subtracts the predicted samples: what remains is the excitation.
    private func filterInversely() {
        for frame in 0..<mode.frames {
            let predictor = predictors + frame / ILBCMode.subframe * ILBCMode.filterLength
            var sum: Float = 0
            for tap in 0...ILBCMode.order {
                sum += Float(predictor[tap]) * speech[ILBCMode.order + frame - tap]
            }
            search.residual[frame] = sum / 4096
        }
    }

    /// Finds where the residual is strongest, and describes it there.
    private func encodeStartState() {
        let length = mode.stateLength
        let subframe = strongest()
        let residual = search.residual + subframe * ILBCMode.subframe
        let rest = ILBCMode.startState - length
        let isFirst = SIMDMath.dot(residual, residual, length) > SIMDMath.dot(residual + rest, residual + rest, length)
        numbers[layout.start] = Int16(subframe + 1)
        numbers[layout.isFirst] = isFirst ? 1 : 0
        let scale = startState.encode(
            residual + (isFirst ? 0 : rest), length: length, predictor: predictors + subframe * ILBCMode.filterLength,
            filters: search.filters + subframe * ILBCMode.filterLength,
            border: ILBCMode.subframe - (isFirst ? 0 : rest), into: numbers + layout.samples)
        numbers[layout.scale] = Int16(scale)
    }

    /// The pair of subframes with the most energy, those in the middle preferred, counted from 0.
    private func strongest() -> Int {
        var (best, most) = (0, -Float.infinity)
        for subframe in 0..<mode.blocks {
            let start = search.residual + subframe * ILBCMode.subframe
            var energy: Float = 0
            for index in 0..<ILBCMode.startState {
                let edge = min(index, ILBCMode.startState - 1 - index)
                let share = edge < 4 ? Float(edge + 1) / 5 : 1
                energy += share * start[index] * start[index]
            }
            let distance = abs(Float(subframe) - Float(mode.blocks - 1) / 2)
            energy *= 1 - 0.1 * distance
            if energy > most { (best, most) = (subframe, energy) }
        }
        return best
    }
}

/// A high-pass filter that takes away what lies below 90 Hz.
private struct ILBCInputFilter {
    private var inputs: (Float, Float) = (0, 0)
    private var outputs: (Float, Float) = (0, 0)

    mutating func filter(_ sample: Float) -> Float {
        var output = 0.927_274_36 * (sample + inputs.1) - 1.854_494_1 * inputs.0
        output += 1.905_946_5 * outputs.0 - 0.911_402_4 * outputs.1
        // The processor computes slowly with numbers so near to 0.
        if abs(output) < 1e-15 { output = 0 }
        inputs = (sample, inputs.0)
        outputs = (output, outputs.0)
        return output
    }
}
