/// Follows the bits of a FLAC frame to where they end: an end that is known before anything follows it.
///
/// After RFC 9639, section 9.2. No samples are made: their sizes alone count. Bytes may come in pieces; what was followed is
/// not looked at again.
struct FLACFrameBits {
    enum Outcome: Equatable {
        /// Bytes of the frame, its checksum among them.
        case whole(Int)
        /// So many bytes from the frame's start are needed to go on.
        case needs(Int)
        /// No frame looks like this.
        case damaged
    }

    private enum Step {
        case subframe
        /// The bits that the samples lack, of a subframe of this kind.
        case wasted(kind: Int)
        case coefficients
        case method
        case partition
        case residual
    }

    private let frames: Int
    private let channels: Int
    private let bitsPerSample: Int
    private let sideChannel: Int?
    /// Bits from the frame's start; what is passed over may still be to come.
    private var position: Int
    private var step = Step.subframe
    private var channel = 0
    /// Bits of a sample of the subframe.
    private var width = 0
    /// Samples before the residual.
    private var order = 0
    private var partitions = 0
    private var partitionSize = 0
    private var parameterBits = 0
    /// Of the partition: samples still to come, and bits of each behind its unary part.
    private var samplesLeft = 0
    private var parameter = 0

    init(_ header: FLACFrameHeader, _ stream: FLACStreamInfo) {
        (frames, channels, bitsPerSample) = (header.frames, stream.channels, header.bitsPerSample)
        sideChannel = header.sideChannel
        position = header.size * 8
    }

    /// Continues with the bytes from the frame's start that are there.
    mutating func follow(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
        while channel < channels {
            let isSound: Bool
            switch step {
            case .subframe: isSound = beginSubframe(bytes)
            case .wasted(let kind): isSound = readWasted(bytes, kind)
            case .coefficients: isSound = passCoefficients(bytes)
            case .method: isSound = readMethod(bytes)
            case .partition: isSound = beginPartition(bytes)
            case .residual: isSound = passResidual(bytes)
            }
            guard isSound else { return .damaged }
            if let needed { return .needs(needed) }
        }
        let size = (position + 7) / 8 + 2
        return size <= bytes.count ? .whole(size) : .needs(size)
    }

    /// Bytes that a step lacked. It left everything as it was.
    private var needed: Int?

    /// The next bits; nil where they are not all there.
    private mutating func peek(_ count: Int, _ bytes: UnsafeBufferPointer<UInt8>, skipping skipped: Int = 0) -> Int? {
        let start = position + skipped
        let end = start + count
        needed = end > bytes.count * 8 ? (end + 7) / 8 : nil
        guard needed == nil else { return nil }
        // In small steps: as one expression in a closure it takes the compiler five seconds.
        var value = 0
        for bit in start..<end {
            let isSet = bytes[bit >> 3] >> UInt8(7 - bit & 7) & 1
            value = value << 1 | Int(isSet)
        }
        return value
    }

    /// Moves behind the next 1. False where all bits that are there are 0, which are then passed.
    private mutating func passUnary(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while position >> 3 < bytes.count {
            let rest = bytes[position >> 3] << UInt8(position & 7)
            guard rest == 0 else {
                position += rest.leadingZeroBitCount + 1
                needed = nil
                return true
            }
            position = (position | 7) + 1
        }
        needed = (position >> 3) + 1
        return false
    }

    private mutating func beginSubframe(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let head = peek(8, bytes) else { return true }
        guard head & 0x80 == 0 else { return false }
        position += 8
        width = bitsPerSample + (channel == sideChannel ? 1 : 0)
        guard head & 1 == 0 else {
            step = .wasted(kind: head >> 1)
            return true
        }
        return begin(head >> 1)
    }

    private mutating func readWasted(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Int) -> Bool {
        guard let bit = peek(1, bytes) else { return true }
        position += 1
        width -= 1
        guard width > 0 else { return false }
        return bit == 0 || begin(kind)
    }

    private mutating func begin(_ kind: Int) -> Bool {
        switch kind {
        case 0, 1:
            position += kind == 0 ? width : width * frames
            endSubframe()
            return true
        case 8...12: (order, step) = (kind - 8, .method)
        case 32...63: (order, step) = (kind - 31, .coefficients)
        default: return false
        }
        position += order * width
        return order <= frames
    }

    private mutating func endSubframe() {
        channel += 1
        step = .subframe
    }

    private mutating func passCoefficients(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let precision = peek(4, bytes) else { return true }
        position += 4 + 5 + order * (precision + 1)
        step = .method
        return precision < 15
    }

    private mutating func readMethod(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let method = peek(2, bytes), let partitionOrder = peek(4, bytes, skipping: 2) else { return true }
        position += 6
        parameterBits = method == 0 ? 4 : 5
        partitions = 1 << partitionOrder
        partitionSize = frames / partitions
        samplesLeft = partitionSize - order
        step = .partition
        return method < 2 && partitionSize * partitions == frames && samplesLeft >= 0
    }

    private mutating func beginPartition(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let read = peek(parameterBits, bytes) else { return true }
        guard read == 1 << parameterBits - 1 else {
            position += parameterBits
            (parameter, step) = (read, .residual)
            return true
        }
        // The samples of this partition stand there plainly, in so many bits each.
        guard let plain = peek(5, bytes, skipping: parameterBits) else { return true }
        position += parameterBits + 5 + plain * samplesLeft
        endPartition()
        return true
    }

    private mutating func passResidual(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while samplesLeft > 0 {
            guard passUnary(bytes) else { return true }
            position += parameter
            samplesLeft -= 1
        }
        endPartition()
        return true
    }

    private mutating func endPartition() {
        partitions -= 1
        samplesLeft = partitionSize
        step = .partition
        if partitions == 0 { endSubframe() }
    }
}
