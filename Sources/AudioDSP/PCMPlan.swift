import AudioCore
import CKernels

/// How a converter does its work: the fastest way that gives the plain code's results.
enum PCMPlan {
    /// Sample by sample, by `PCMSample`.
    case plain
    /// Input and output are the same.
    case copy
    /// All in one pass, from one buffer to several or back.
    case split(CKDeinterleave)
    case join(CKInterleave)
    /// Steps in C, with a change of arrangement between two of them.
    case steps(CKConversion)

    /// The first of these that applies, best first.
    init(_ converter: PCMConverter, kernels: Kernels?) {
        let (from, to) = (converter.from, converter.to)
        guard let kernels else {
            self = .plain
            return
        }
        let keepsArrangement = converter.isInputInterleaved == converter.isOutputInterleaved || converter.channels == 1
        let builder = PCMSteps(kernels.table, from, to, converter.quantum)
        let isExact = converter.quantum == nil
        let isRearranged = isExact && !keepsArrangement
        let isStereo = isRearranged && converter.channels == 2
        if isExact, keepsArrangement, from == to {
            self = .copy
        } else if isStereo, from == .int16, to == .float32, converter.isInputInterleaved {
            self = .split(kernels.table.pointee.s16ToF32Stereo)
        } else if isStereo, from == .int32, to == .float32, converter.isInputInterleaved {
            self = .split(kernels.table.pointee.s32ToF32Stereo)
        } else if isStereo, from == .float32, to == .int16, converter.isOutputInterleaved {
            self = .join(kernels.table.pointee.f32ToS16Stereo)
        } else if isRearranged, from == .int16, to == .float32, converter.isInputInterleaved {
            self = .split(kernels.table.pointee.s16ToF32Planes)
        } else if isRearranged, from == .float32, to == .int16, converter.isOutputInterleaved {
            self = .join(kernels.table.pointee.f32ToS16Planes)
        } else if let operations = builder.operations, let place = builder.place(operations, keepsArrangement) {
            self = .steps(Self.conversion(converter, kernels, operations, arrangeAt: place))
        } else {
            self = .plain
        }
    }

    private static func conversion(
        _ converter: PCMConverter, _ kernels: Kernels, _ operations: [CKOperation], arrangeAt: Int
    ) -> CKConversion {
        let none = CKOperation()
        var conversion = CKConversion(
            kernels: kernels.table, channels: Int64(converter.channels), inBytes: Int32(converter.from.bytes),
            outBytes: Int32(converter.to.bytes), inInterleaved: converter.isInputInterleaved ? 1 : 0,
            outInterleaved: converter.isOutputInterleaved ? 1 : 0, operationCount: Int32(operations.count),
            arrangeAt: Int32(arrangeAt), operations: (none, none, none, none))
        withUnsafeMutableBytes(of: &conversion.operations) { target in
            operations.withUnsafeBytes { target.copyMemory(from: $0) }
        }
        return conversion
    }
}

/// Finds the steps in C from one kind of sample to another.
struct PCMSteps {
    private let table: UnsafePointer<CKKernels>
    private let from: PCMSample
    private let to: PCMSample
    private let quantum: PCMQuantum?

    init(_ table: UnsafePointer<CKKernels>, _ from: PCMSample, _ to: PCMSample, _ quantum: PCMQuantum?) {
        self.table = table
        self.from = from
        self.to = to
        self.quantum = quantum
    }

    /// The steps, or nil where only the plain code will do.
    var operations: [CKOperation]? {
        if let quantum { return dithered(quantum) }
        if from == to { return [] }
        if let single { return [single] }
        guard let input = opening, let output = closing else { return nil }
        switch (from.kind, to.kind) {
        case (.integer, .integer):
            guard from.bits - from.fractionBits == to.bits - to.fractionBits else { return nil }
            return input + output
        case (.integer, .float32): return input + [scaling(CKOperationScale32, bytes: 4)] + output
        case (.integer, .float64): return input + [scaling(CKOperationScale64, bytes: 8)] + output
        case (.float32, .integer): return input + [rounding(CKOperationRound32)] + output
        case (.float64, .integer): return input + [rounding(CKOperationRound64)] + output
        case (.float32, .float64): return input + [Self.convert(table.pointee.f32ToF64, bytes: 8)] + output
        case (.float64, .float32): return input + [Self.convert(table.pointee.f64ToF32, bytes: 4)] + output
        case (.float32, .float32), (.float64, .float64): return input + output
        }
    }

    /// Before how many of the steps the arrangement changes: at the smallest size of sample that has a loop for it.
    func place(_ operations: [CKOperation], _ keepsArrangement: Bool) -> Int? {
        if keepsArrangement { return operations.count }
        let sizes = [from.bytes] + operations.map { Int($0.bytes) }
        if sizes.contains(4) { return sizes.lastIndex(of: 4) }
        return sizes.firstIndex { [1, 2, 3, 8].contains($0) }
    }

    /// Pairs that have a loop of their own.
    private var single: CKOperation? {
        let loops = table.pointee
        let pairs: [(PCMSample, PCMSample, CKConvert)] = [
            (.int16, .float32, loops.s16ToF32), (.float32, .int16, loops.f32ToS16), (.int24, .float32, loops.s24ToF32),
            (.float32, .int24, loops.f32ToS24), (.int32, .float32, loops.s32ToF32), (.float32, .int32, loops.f32ToS32),
            (.uint8, .float32, loops.u8ToF32), (.float32, .uint8, loops.f32ToU8), (.int16, .int32, loops.s16ToS32),
            (PCMSample.int16.inOtherOrder, .float32, loops.swapped16ToF32),
        ]
        if let pair = pairs.first(where: { $0.0 == from && $0.1 == to }) {
            return Self.convert(pair.2, bytes: to.bytes)
        }
        return from.inOtherOrder == to ? swapping(bytes: to.bytes) : nil
    }

    /// From memory to native floats, or to 32-bit integers filled from the top; nil where there is no loop.
    private var opening: [CKOperation]? {
        guard from.kind == .integer else { return from.isBigEndian ? swapping(bytes: from.bytes).map { [$0] } : [] }
        guard
            let unpack = loop(
                from.bytes,
                [
                    table.pointee.unpack8, table.pointee.unpack16, table.pointee.unpack24,
                    table.pointee.unpack32,
                ]), from.bits <= 32
        else { return nil }
        var operation = CKOperation()
        operation.kind = CKOperationUnpack
        operation.bytes = 4
        operation.unpack = unpack
        operation.integer = from.packing
        return [operation]
    }

    private var closing: [CKOperation]? {
        guard to.kind == .integer else { return to.isBigEndian ? swapping(bytes: to.bytes).map { [$0] } : [] }
        guard
            let pack = loop(
                to.bytes,
                [
                    table.pointee.pack8, table.pointee.pack16, table.pointee.pack24,
                    table.pointee.pack32,
                ]), to.bits <= 32
        else { return nil }
        var operation = CKOperation()
        operation.kind = CKOperationPack
        operation.bytes = Int32(to.bytes)
        operation.pack = pack
        operation.integer = to.packing
        return [operation]
    }

    /// Noise in single precision, where the input's bits fit in it.
    private func dithered(_ quantum: PCMQuantum) -> [CKOperation]? {
        guard quantum.isSingle, !quantum.isShaped, let input = opening, let output = closing else { return nil }
        var operation = rounding(CKOperationDither32)
        operation.quantum.scale = quantum.scale
        operation.quantum.bits = Int32(quantum.bits)
        let floats = from.kind == .integer ? [scaling(CKOperationScale32, bytes: 4)] : []
        return input + floats + [operation] + output
    }

    private func loop<Loop>(_ bytes: Int, _ loops: [Loop]) -> Loop? {
        bytes <= loops.count ? loops[bytes - 1] : nil
    }

    private func swapping(bytes: Int) -> CKOperation? {
        let loops = [
            2: table.pointee.swap16, 3: table.pointee.swap24, 4: table.pointee.swap32, 8: table.pointee.swap64,
        ]
        return loops[bytes].map { Self.convert($0, bytes: bytes) }
    }

    private static func convert(_ loop: @escaping CKConvert, bytes: Int) -> CKOperation {
        var operation = CKOperation()
        operation.kind = CKOperationConvert
        operation.bytes = Int32(bytes)
        operation.convert = loop
        return operation
    }

    private func scaling(_ kind: CKOperationKind, bytes: Int32) -> CKOperation {
        var operation = CKOperation()
        operation.kind = kind
        operation.bytes = bytes
        operation.quantum.scale = Double(sign: .plus, exponent: from.bits - 32 - from.fractionBits, significand: 1)
        return operation
    }

    private func rounding(_ kind: CKOperationKind) -> CKOperation {
        var operation = CKOperation()
        operation.kind = kind
        operation.bytes = 4
        operation.quantum.scale = Double(sign: .plus, exponent: to.fractionBits, significand: 1)
        operation.quantum.bits = Int32(to.bits)
        return operation
    }
}

extension PCMSample {
    static let int16 = PCMSample(.int16(sampleRate: 0, channels: 1))
    static let int24 = PCMSample(.pcm(.signed, bits: 24, sampleRate: 0, channels: 1))
    static let int32 = PCMSample(.pcm(.signed, bits: 32, sampleRate: 0, channels: 1))
    static let uint8 = PCMSample(.pcm(.unsigned, bits: 8, sampleRate: 0, channels: 1))
    static let float32 = PCMSample(.float32(sampleRate: 0, channels: 1))

    /// How the loops in C find and place this integer of up to 32 bits.
    fileprivate var packing: CKInteger {
        let room = bits < bytes * 8
        return CKInteger(
            shift: Int32(isHigh ? 32 - 8 * bytes : 32 - bits),
            mask: ~UInt32(truncatingIfNeeded: (1 << (32 - bits)) - 1),
            flip: isSigned ? 0 : 0x8000_0000, swapped: isBigEndian ? 1 : 0,
            extendsSign: isSigned && room && !isHigh ? 1 : 0)
    }
}
