/// How many of a file's frames are sound, and how many the codec put before and after it.
///
/// `AudioFilePacketTableInfo` of AudioFile.h. The sum of the three is the number of frames that all packets decode to.
package struct PacketTableInfo: Hashable, Sendable {
    package var validFrames: Int64
    package var primingFrames: Int32
    package var remainderFrames: Int32

    package init(validFrames: Int64, primingFrames: Int32 = 0, remainderFrames: Int32 = 0) {
        self.validFrames = validFrames
        self.primingFrames = primingFrames
        self.remainderFrames = remainderFrames
    }

    /// All frames, audible or not. Saturates: a header may claim anything.
    package var totalFrames: Int64 {
        let (sum, overflow) = validFrames.addingReportingOverflow(Int64(primingFrames) + Int64(remainderFrames))
        return overflow ? .max : sum
    }
}

/// Where one packet stands: the Swift side of `AudioStreamPacketDescription`.
package struct PacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer, or of the audio data where it describes a file.
    package var offset: Int64
    /// Frames in this packet where they vary; 0 where the format says how many.
    package var frames: UInt32
    package var size: UInt32

    package init(offset: Int64, frames: UInt32 = 0, size: UInt32) {
        self.offset = offset
        self.frames = frames
        self.size = size
    }
}

/// Where each packet of a file's audio data stands.
///
/// Packets of one size need no memory; packets of varying size take 16 bytes each, in the order of the file, without gaps
/// unless the reader added them one by one with offsets of its own.
package struct PacketIndex: Hashable, Sendable {
    /// Bytes per packet where constant, else 0.
    package private(set) var constantSize: Int
    /// Frames per packet where constant, else 0.
    package private(set) var constantFrames: Int
    private var constantCount: Int64
    private var packets: [PacketDescription] = []
    /// First frame of each packet, kept only where frames vary.
    private var firstFrames: [Int64] = []
    private var variableFrameTotal: Int64 = 0

    /// `count` packets that all have `size` bytes and `frames` frames.
    package init(constantSize size: Int, frames: Int, count: Int64) {
        constantSize = size
        constantFrames = frames
        constantCount = count
    }

    /// An empty index of packets of varying size, with `frames` frames each or, where 0, varying too.
    package init(variableSizesWithFrames frames: Int) {
        constantSize = 0
        constantFrames = frames
        constantCount = 0
    }

    package var count: Int64 { constantSize > 0 ? constantCount : Int64(packets.count) }
    package var isConstant: Bool { constantSize > 0 }

    /// Frames that all packets decode to.
    package var totalFrames: Int64 {
        guard constantFrames > 0 else { return variableFrameTotal }
        let (product, overflow) = count.multipliedReportingOverflow(by: Int64(constantFrames))
        return overflow ? .max : product
    }

    /// Bytes from the first packet's start to the last packet's end.
    package var totalBytes: Int64 {
        if isConstant {
            let (product, overflow) = constantCount.multipliedReportingOverflow(by: Int64(constantSize))
            return overflow ? .max : product
        }
        return packets.last.map { $0.offset + Int64($0.size) } ?? 0
    }

    /// The largest packet in bytes, 0 where there is none.
    package var maximumSize: Int { isConstant ? constantSize : Int(packets.lazy.map(\.size).max() ?? 0) }

    /// Changes how many packets of constant size there are, as writing goes on.
    package mutating func setConstantCount(_ count: Int64) {
        precondition(isConstant)
        constantCount = count
    }

    /// Adds a packet right after the last one.
    package mutating func append(size: UInt32, frames: UInt32 = 0) {
        append(PacketDescription(offset: totalBytes, frames: frames, size: size))
    }

    /// Adds a packet at an offset of its own.
    package mutating func append(_ packet: PacketDescription) {
        precondition(!isConstant)
        packets.append(packet)
        if constantFrames == 0 {
            firstFrames.append(variableFrameTotal)
            variableFrameTotal += Int64(packet.frames)
        }
    }

    package mutating func reserveCapacity(_ count: Int) {
        if !isConstant { packets.reserveCapacity(count) }
    }

    /// The packet at `position`, which must be within `0 ..< count`.
    package subscript(position: Int64) -> PacketDescription {
        isConstant
            ? PacketDescription(offset: position * Int64(constantSize), size: UInt32(constantSize))
            : packets[Int(position)]
    }

    /// The first frame of a packet within `0 ..< count`.
    package func firstFrame(of packet: Int64) -> Int64 {
        constantFrames > 0 ? packet * Int64(constantFrames) : firstFrames[Int(packet)]
    }

    /// The packet that holds a frame at or after 0, or nil past the last one. Logarithmic where frames vary.
    package func packet(holdingFrame frame: Int64) -> Int64? {
        guard frame >= 0, frame < totalFrames else { return nil }
        if constantFrames > 0 { return frame / Int64(constantFrames) }
        return Int64(firstFrames.partitioningIndex { $0 > frame }) - 1
    }

    /// The packet that holds a byte of the audio data, or nil past the last one. Logarithmic where sizes vary.
    package func packet(holdingByte byte: Int64) -> Int64? {
        guard byte >= 0, byte < totalBytes else { return nil }
        if isConstant { return byte / Int64(constantSize) }
        let index = packets.partitioningIndex { $0.offset > byte } - 1
        return index >= 0 ? Int64(index) : nil
    }
}

extension Array {
    /// The first index whose element meets the predicate, where those that do not all come before those that do.
    package func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
