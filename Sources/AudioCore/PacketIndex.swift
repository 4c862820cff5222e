/// Where each packet of a file's audio data stands.
///
/// Packets of one size need no memory; packets of varying size take two to four bytes each, in the order of the file, so
/// that a day of sound fits into a few megabytes. Positions are found by adding up at most 63 sizes.
package struct PacketIndex: Hashable, Sendable {
    /// Bytes per packet where constant, else 0.
    package private(set) var constantSize: Int
    /// Frames per packet where constant, else 0.
    package private(set) var constantFrames: Int
    private var constantCount: Int64
    private var blocks: [PacketBlock] = []
    private var variableCount: Int64 = 0
    private var variableFrameTotal: Int64 = 0
    private var largest: UInt32 = 0
    private var smallest: UInt32 = .max
    /// Bytes of memory in the blocks before the last.
    private var memory = 0

    /// What the memory of an index may come to: days of sound, and no more than a hostile file may cost.
    private static let maximumMemory = 32 << 20

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

    package var count: Int64 { constantSize > 0 ? constantCount : variableCount }
    package var isConstant: Bool { constantSize > 0 }

    /// Whether more packets would take more memory than a file's index is given.
    package var isFull: Bool { memory > Self.maximumMemory }

    /// About as many bytes of memory as the index takes.
    package var memoryUse: Int { memory + (blocks.last?.memory ?? 0) }

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
        return blocks.last?.end ?? 0
    }

    /// The largest packet in bytes, 0 where there is none.
    package var maximumSize: Int { isConstant ? constantSize : Int(largest) }

    /// The sizes of the smallest and the largest packet; nil where there is no packet.
    package var sizes: ClosedRange<Int>? {
        guard count > 0 else { return nil }
        return isConstant ? constantSize...constantSize : Int(smallest)...Int(largest)
    }

    /// Changes how many packets of constant size there are, as writing continues.
    package mutating func setConstantCount(_ count: Int64) {
        precondition(isConstant)
        constantCount = count
    }
}

// MARK: Building

extension PacketIndex {
    /// Adds a packet right after the last one.
    package mutating func append(size: UInt32, frames: UInt32 = 0) {
        append(PacketDescription(offset: totalBytes, frames: frames, size: size))
    }

    /// Adds a packet at an offset of its own.
    package mutating func append(_ packet: PacketDescription) {
        precondition(!isConstant)
        let frames = constantFrames == 0 ? packet.frames : 0
        if blocks.isEmpty || !blocks[blocks.count - 1].append(packet, frames: frames) {
            memory += blocks.last?.memory ?? 0
            blocks.append(
                PacketBlock(firstPacket: variableCount, firstFrame: variableFrameTotal, packet, frames: frames))
        }
        variableCount += 1
        variableFrameTotal &+= Int64(frames)
        largest = max(largest, packet.size)
        smallest = min(smallest, packet.size)
    }

    /// Lets the packets so far keep their frames, and those to come have others.
    package mutating func letFramesVary() {
        guard !isConstant, constantFrames > 0 else { return }
        let frames = UInt32(clamping: constantFrames)
        for index in blocks.indices { blocks[index].setFrames(frames, each: Int64(frames)) }
        variableFrameTotal = variableCount * Int64(frames)
        constantFrames = 0
    }

    /// Gives every packet the same frames.
    package mutating func setConstantFrames(_ frames: Int) {
        precondition(!isConstant && frames > 0)
        for index in blocks.indices { blocks[index].setFrames(0, each: 0) }
        variableFrameTotal = 0
        constantFrames = frames
    }

    /// Counts offsets from another place: `distance` is added to each.
    package mutating func move(by distance: Int64) {
        for index in blocks.indices { blocks[index].move(by: distance) }
    }

    /// The same packets with their varying frames changed.
    package func mappingFrames(_ change: (UInt32) -> UInt32) -> PacketIndex {
        var result = PacketIndex(variableSizesWithFrames: 0)
        for position in 0..<count {
            var packet = self[position]
            packet.frames = change(packet.frames)
            result.append(packet)
        }
        return result
    }
}

// MARK: Asking

extension PacketIndex {
    /// The packet at `position`, which must be within `0 ..< count`.
    package subscript(position: Int64) -> PacketDescription {
        guard !isConstant else {
            return PacketDescription(offset: position * Int64(constantSize), size: UInt32(constantSize))
        }
        let block = blocks[block(holding: position)]
        return block.packet(Int(position - block.firstPacket))
    }

    /// The first frame of a packet within `0 ..< count`.
    package func firstFrame(of packet: Int64) -> Int64 {
        guard constantFrames == 0 else { return packet * Int64(constantFrames) }
        let block = blocks[block(holding: packet)]
        return block.firstFrame(of: Int(packet - block.firstPacket))
    }

    private func block(holding packet: Int64) -> Int {
        // Most blocks are full, so the first guess is mostly right.
        let guess = Int(packet / Int64(PacketBlock.capacity))
        if guess < blocks.count, blocks[guess].firstPacket <= packet,
            guess + 1 == blocks.count || blocks[guess + 1].firstPacket > packet
        {
            return guess
        }
        return blocks.partitioningIndex { $0.firstPacket > packet } - 1
    }

    /// The packet that holds a frame at or after 0, or nil past the last one. Logarithmic where frames vary.
    package func packet(holdingFrame frame: Int64) -> Int64? {
        guard frame >= 0, frame < totalFrames else { return nil }
        if constantFrames > 0 { return frame / Int64(constantFrames) }
        return lastPacket { firstFrame(of: $0) <= frame }
    }

    /// The packet that holds a byte of the audio data, or nil past the last one. Logarithmic where sizes vary.
    package func packet(holdingByte byte: Int64) -> Int64? {
        guard byte >= 0, byte < totalBytes else { return nil }
        if isConstant { return byte / Int64(constantSize) }
        return lastPacket { self[$0].offset <= byte }
    }

    /// The last packet that meets the predicate, where those that do all come before those that do not.
    private func lastPacket(_ predicate: (Int64) -> Bool) -> Int64? {
        var low: Int64 = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if predicate(middle) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}

/// A run of up to 4096 packets, none of which begins before the one before it ends.
private struct PacketBlock: Hashable, Sendable {
    let firstPacket: Int64
    private(set) var end: Int64
    private var count = 0
    private var sizes = PacketColumn()
    private var frames = PacketColumn()
    /// Bytes between a packet and the one before; none for the first.
    private var gaps = PacketColumn()
    private var marks: [Mark] = []

    /// Where every 64th packet begins.
    private struct Mark: Hashable {
        var offset: Int64
        var frame: Int64
    }

    static let capacity = 4096
    private static let stride = 64

    init(firstPacket: Int64, firstFrame: Int64, _ packet: PacketDescription, frames packetFrames: UInt32) {
        self.firstPacket = firstPacket
        marks = [Mark(offset: packet.offset, frame: firstFrame)]
        end = packet.offset &+ Int64(packet.size)
        sizes.append(packet.size)
        frames.append(packetFrames)
        count = 1
    }

    var memory: Int {
        MemoryLayout<Self>.size + 32 + marks.count * MemoryLayout<Mark>.size + sizes.memory + frames.memory
            + gaps.memory
    }

    /// False where the packet needs a block of its own: this one is full, or the distance has no place in it.
    mutating func append(_ packet: PacketDescription, frames packetFrames: UInt32) -> Bool {
        guard count < Self.capacity, let gap = UInt32(exactly: packet.offset &- end) else { return false }
        if count % Self.stride == 0 {
            marks.append(Mark(offset: packet.offset, frame: firstFrame(of: count)))
        }
        gaps.append(gap)
        sizes.append(packet.size)
        frames.append(packetFrames)
        end = packet.offset &+ Int64(packet.size)
        count += 1
        return true
    }

    func packet(_ index: Int) -> PacketDescription {
        let mark = index / Self.stride
        let before = mark * Self.stride..<index
        return PacketDescription(
            offset: marks[mark].offset &+ sizes.sum(before) &+ gaps.sum(before), frames: frames[index],
            size: sizes[index])
    }

    /// Also of the packet right after the last.
    func firstFrame(of index: Int) -> Int64 {
        let mark = min(index / Self.stride, marks.count - 1)
        return marks[mark].frame &+ frames.sum(mark * Self.stride..<index)
    }

    /// Gives each packet `value` frames as its own, and counts `each` for it.
    mutating func setFrames(_ value: UInt32, each: Int64) {
        frames = PacketColumn(repeating: value, count: count)
        for mark in marks.indices { marks[mark].frame = (firstPacket + Int64(mark * Self.stride)) &* each }
    }

    mutating func move(by distance: Int64) {
        end &+= distance
        for mark in marks.indices { marks[mark].offset &+= distance }
    }
}

/// Numbers in as few bytes as they need: none where all are equal, two, or four.
private struct PacketColumn: Hashable, Sendable {
    private var count = 0
    private var constant: UInt32 = 0
    private var narrow: [UInt16] = []
    private var wide: [UInt32] = []

    init() {}

    init(repeating value: UInt32, count: Int) {
        constant = value
        self.count = count
    }

    private var isConstant: Bool { narrow.isEmpty && wide.isEmpty }

    /// Where a column has grown this long it gets room for a whole block, and not twice that.
    private static let longEnough = 512

    var memory: Int { narrow.count * 2 + wide.count * 4 + (isConstant ? 0 : 32) }

    mutating func append(_ value: UInt32) {
        if count == 0 { constant = value }
        if isConstant, value != constant {
            narrow = Array(repeating: UInt16(truncatingIfNeeded: constant), count: count)
        }
        if !narrow.isEmpty, value > UInt16.max || constant > UInt16.max { widen() }
        count += 1
        if !wide.isEmpty {
            if wide.count == Self.longEnough { wide.reserveCapacity(PacketBlock.capacity) }
            wide.append(value)
        } else if !narrow.isEmpty {
            if narrow.count == Self.longEnough { narrow.reserveCapacity(PacketBlock.capacity) }
            narrow.append(UInt16(value))
        }
    }

    private mutating func widen() {
        wide = constant > UInt16.max ? Array(repeating: constant, count: count) : narrow.map { UInt32($0) }
        narrow = []
    }

    subscript(index: Int) -> UInt32 {
        if isConstant { return constant }
        return wide.isEmpty ? UInt32(narrow[index]) : wide[index]
    }

    func sum(_ range: Range<Int>) -> Int64 {
        if isConstant { return Int64(range.count) * Int64(constant) }
        var total: Int64 = 0
        if wide.isEmpty {
            for index in range { total += Int64(narrow[index]) }
        } else {
            for index in range { total += Int64(wide[index]) }
        }
        return total
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
