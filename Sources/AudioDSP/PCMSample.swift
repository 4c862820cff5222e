import AudioCore

/// How one sample of linear PCM lies in memory, and the plain code that reads and writes it.
///
/// This is the truth that the fast loops are tested against. An integer of `bits` bits stands for itself divided by
/// 2^`fractionBits`, which is `bits - 1` for the usual integers between -1 and 1.
struct PCMSample: Hashable, Sendable {
    enum Kind { case float32, float64, integer }

    let kind: Kind
    let bytes: Int
    let bits: Int
    let isSigned: Bool
    private(set) var isBigEndian: Bool
    /// Whether the bits stand at the top of the bytes; matters where they do not fill them.
    let isHigh: Bool
    let fractionBits: Int

    /// The sample of a valid format of linear PCM.
    init(_ format: StreamFormat) {
        bytes = format.bytesPerSample
        bits = format.bitsPerChannel
        isBigEndian = format.isBigEndian && bytes > 1
        switch format.sampleKind {
        case .float:
            kind = bytes == 4 ? .float32 : .float64
            isSigned = true
            isHigh = false
            fractionBits = 0
        case .signed, .unsigned:
            kind = .integer
            isSigned = format.sampleKind == .signed
            isHigh = format.flags.contains(.alignedHigh) && bits < bytes * 8
            fractionBits = format.flags.fractionBits > 0 ? format.flags.fractionBits : bits - 1
        }
    }

    /// Reads all bits of a sample that is aligned high, the ones below the valid bits too. Some headers state fewer valid
    /// bits than the samples use, and no sound is to be lost for that.
    init(wholeOf format: StreamFormat) {
        let declared = PCMSample(format)
        guard declared.isHigh else {
            self = declared
            return
        }
        var whole = format
        whole.bitsPerChannel = declared.bytes * 8
        whole.flags.remove(.alignedHigh)
        if format.flags.fractionBits > 0 {
            let below = UInt32(declared.bytes * 8 - declared.bits)
            whole.flags.rawValue += below << StreamFormat.Flags.fractionShift
        }
        self.init(whole)
    }

    /// The same sample with its bytes in the other order.
    var inOtherOrder: PCMSample {
        var other = self
        other.isBigEndian = bytes > 1 && !isBigEndian
        return other
    }

    private var mask: UInt64 { bits == 64 ? .max : 1 << UInt64(bits) - 1 }
    private var most: Int64 { Int64(bitPattern: mask >> 1) }
    /// 2^-`fractionBits`.
    private var unit: Double { Double(sign: .plus, exponent: -fractionBits, significand: 1) }
    private var scale: Double { Double(sign: .plus, exponent: fractionBits, significand: 1) }

    @_noLocks private func raw(_ place: UnsafeRawPointer) -> UInt64 {
        var raw: UInt64 = 0
        for i in 0..<bytes {
            let byte = UInt64(place.load(fromByteOffset: isBigEndian ? i : bytes - 1 - i, as: UInt8.self))
            raw = raw << 8 | byte
        }
        return raw
    }

    @_noLocks private func store(raw: UInt64, _ place: UnsafeMutableRawPointer) {
        var rest = raw
        for i in 0..<bytes {
            let offset = isBigEndian ? bytes - 1 - i : i
            place.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
            rest >>= 8
        }
    }

    /// The integer at `place`, of `bits` bits with its sign.
    @_noLocks func integer(_ place: UnsafeRawPointer) -> Int64 {
        var value = raw(place) << UInt64(isHigh ? 64 - 8 * bytes : 64 - bits)
        if !isSigned { value ^= 1 << 63 }
        return Int64(bitPattern: value) >> Int64(64 - bits)
    }

    /// Writes an integer, with the nearest that fits in the place of one that does not.
    @_noLocks func store(integer: Int64, _ place: UnsafeMutableRawPointer) {
        let value = max(-most - 1, min(most, integer))
        var raw = UInt64(bitPattern: value)
        if !isSigned { raw = (raw ^ (1 << UInt64(bits - 1))) & mask }
        if isHigh { raw <<= UInt64(8 * bytes - bits) }
        store(raw: raw, place)
    }

    @_noLocks func double(_ place: UnsafeRawPointer) -> Double {
        switch kind {
        case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw(place))))
        case .float64: Double(bitPattern: raw(place))
        case .integer: Double(integer(place)) * unit
        }
    }

    @_noLocks func float(_ place: UnsafeRawPointer) -> Float {
        switch kind {
        case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: raw(place)))
        case .float64: Float(Double(bitPattern: raw(place)))
        case .integer: Float(integer(place)) * Float(unit)
        }
    }

    /// Writes a number: an integer is rounded half to even and clamped, and what is not a number becomes 0.
    @_noLocks func store(_ value: Double, _ place: UnsafeMutableRawPointer) {
        switch kind {
        case .float32: store(raw: UInt64(Float(value).bitPattern), place)
        case .float64: store(raw: value.bitPattern, place)
        case .integer: store(integer: Self.rounded(value * scale), place)
        }
    }

    @_noLocks func store(_ value: Float, _ place: UnsafeMutableRawPointer) {
        if kind == .float32 { store(raw: UInt64(value.bitPattern), place) } else { store(Double(value), place) }
    }

    /// The nearest integer, the even one of two; the nearest that there is for what is too large; 0 for no number.
    @_noLocks static func rounded(_ value: Double) -> Int64 {
        guard value == value else { return 0 }
        guard abs(value) < 0x1p52 else {
            return value >= 0x1p63 ? .max : value < -0x1p63 ? .min : Int64(value)
        }
        // Adding this leaves no room for a fraction, and the addition rounds half to even.
        let shifter = 0x1.8p52
        return Int64((value + shifter) - shifter)
    }
}

extension PCMSample {
    /// Converts one sample by the plain rules.
    ///
    /// Integers become integers by shifting: wider ones exactly, narrower ones by dropping bits, as libswresample does.
    @_noLocks func convert(_ place: UnsafeRawPointer, to other: PCMSample, _ target: UnsafeMutableRawPointer) {
        if kind == .integer, other.kind == .integer {
            other.store(integer: Self.shifted(integer(place), by: other.fractionBits - fractionBits), target)
        } else if kind == .float64 || other.kind != .float32 {
            other.store(double(place), target)
        } else {
            other.store(float(place), target)
        }
    }

    /// `value` times 2^`shift`, rounded down, or the nearest that an `Int64` holds.
    @_noLocks static func shifted(_ value: Int64, by shift: Int) -> Int64 {
        guard shift > 0 else { return value >> Int64(min(63, -shift)) }
        guard value != 0 else { return 0 }
        let room = (value < 0 ? ~value : value).leadingZeroBitCount - 1
        return shift <= room ? value << Int64(shift) : value < 0 ? .min : .max
    }
}
