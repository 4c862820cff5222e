/// Puts the excitation of a packet together: the start state first, from there to the end, and then back to the start.
///
/// The codebook grows with what has been made. On the way back everything is mirrored in time. An encoder goes the same
/// way, and chooses the numbers of each block before it is made.
final class ILBCExcitation {
    private static let subframe = ILBCMode.subframe
    private let mode: ILBCMode
    private let layout: ILBCLayout
    private let search: ILBCCodebookSearch?
    private let startState = ILBCStartState()
    /// The codebook's memory between its margins of zeros.
    private let storage = UnsafeMutablePointer<Int16>.zeros(ILBCCodebook.memory + 2 * ILBCCodebook.margin)
    /// What was made backwards in time, the latest sample first.
    private let mirrored = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)

    init(_ mode: ILBCMode, _ search: ILBCCodebookSearch? = nil) {
        self.mode = mode
        self.search = search
        layout = .of(mode)
    }

    deinit {
        storage.deallocate()
        mirrored.deallocate()
    }

    private var memory: UnsafeMutablePointer<Int16> { storage + ILBCCodebook.margin }
    private var memoryEnd: UnsafeMutablePointer<Int16> { memory + ILBCCodebook.memory }

    /// The excitation of a sound packet, a frame a sample.
    ///
    /// - Parameters:
    ///   - numbers: the packet's; with a search, those of the codebook are written.
    ///   - predictors: one for each subframe.
    func decode(
        _ numbers: UnsafeMutablePointer<Int16>, predictors: UnsafePointer<Int16>,
        into output: UnsafeMutablePointer<Int16>
    ) {
        let start = (Int(numbers[layout.start]) - 1) * Self.subframe
        decodeStartState(numbers, at: start, predictors, output + start)
        var block = 1
        var place = start + ILBCMode.startState
        if place < mode.frames { remember(output + start, ILBCMode.startState) }
        while place < mode.frames {
            decodeBlock(block, numbers, at: place, isMirrored: false, into: output + place)
            shift(in: output + place)
            (block, place) = (block + 1, place + Self.subframe)
        }
        guard start > 0 else { return }
        rememberMirrored(output + start, min(mode.frames - start, ILBCCodebook.memory))
        for made in stride(from: 0, to: start, by: Self.subframe) {
            decodeBlock(block, numbers, at: start - 1 - made, isMirrored: true, into: mirrored + made)
            shift(in: mirrored + made)
            block += 1
        }
        Self.mirror(mirrored, start, into: output)
    }

    /// The samples that were sent, and the codebook's before or behind them.
    private func decodeStartState(
        _ numbers: UnsafeMutablePointer<Int16>, at start: Int, _ predictors: UnsafePointer<Int16>,
        _ output: UnsafeMutablePointer<Int16>
    ) {
        let predictor = predictors + start / Self.subframe * ILBCMode.filterLength
        let isFirst = numbers[layout.isFirst] == 1
        let (length, rest) = (mode.stateLength, ILBCMode.startState - mode.stateLength)
        let samples = isFirst ? output : output + rest
        startState.decode(
            scale: Int(numbers[layout.scale]), numbers + layout.samples, length: length, predictor: predictor,
            into: samples)
        if isFirst { remember(samples, length) } else { rememberMirrored(samples, length) }
        search?.choose(
            .init(
                number: 0, frame: isFirst ? start + length : start + rest - 1, isMirrored: !isFirst, length: rest,
                memory: ILBCCodebook.startMemory, memoryEnd: memoryEnd), into: numbers)
        ILBCCodebook.construct(
            numbers + layout.vector(0), numbers + layout.gain(0), memory: ILBCCodebook.startMemory,
            before: memoryEnd, length: rest, into: isFirst ? samples + length : mirrored)
        if !isFirst { Self.mirror(mirrored, rest, into: output) }
    }

    private func decodeBlock(
        _ block: Int, _ numbers: UnsafeMutablePointer<Int16>, at frame: Int, isMirrored: Bool,
        into output: UnsafeMutablePointer<Int16>
    ) {
        search?.choose(
            .init(
                number: block, frame: frame, isMirrored: isMirrored, length: Self.subframe,
                memory: ILBCCodebook.memory, memoryEnd: memoryEnd), into: numbers)
        let packed = numbers + layout.vector(block)
        var indices = (packed[0], packed[1], packed[2])
        if block == 1 { (indices.1, indices.2) = (Self.widen(indices.1), Self.widen(indices.2)) }
        withUnsafePointer(to: &indices) { pointer in
            pointer.withMemoryRebound(to: Int16.self, capacity: 3) { indices in
                ILBCCodebook.construct(
                    indices, numbers + layout.gain(block), memory: ILBCCodebook.memory, before: memoryEnd,
                    length: Self.subframe, into: output)
            }
        }
    }

    /// The vector that a short index of the first block stands for.
    ///
    /// That block's second and third stage choose among half of the vectors: those near the memory's end, plain or
    /// repeated or filtered.
    static func widen(_ index: Int16) -> Int16 { index < 44 ? index : index < 108 ? index + 64 : index + 128 }

    /// Makes the memory end with these samples, zeros before them.
    private func remember(_ samples: UnsafePointer<Int16>, _ count: Int) {
        memory.update(repeating: 0, count: ILBCCodebook.memory - count)
        (memoryEnd - count).update(from: samples, count: count)
    }

    /// Makes the memory end with these samples in reverse, zeros before them.
    private func rememberMirrored(_ samples: UnsafePointer<Int16>, _ count: Int) {
        memory.update(repeating: 0, count: ILBCCodebook.memory - count)
        Self.mirror(samples, count, into: memoryEnd - count)
    }

    /// Appends a subframe to the memory.
    private func shift(in samples: UnsafePointer<Int16>) {
        let kept = ILBCCodebook.memory - Self.subframe
        memory.update(from: memory + Self.subframe, count: kept)
        (memory + kept).update(from: samples, count: Self.subframe)
    }

    private static func mirror(
        _ samples: UnsafePointer<Int16>, _ count: Int, into output: UnsafeMutablePointer<Int16>
    ) {
        for index in 0..<count { output[index] = samples[count - 1 - index] }
    }
}
