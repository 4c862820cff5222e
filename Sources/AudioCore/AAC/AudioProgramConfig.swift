/// Where channels belong when no channel configuration says it: AAC's program_config_element (ISO/IEC 14496-3, 4.4.1.1).
package struct AudioProgramConfig: Hashable, Sendable {
    /// One element of the stream: a channel, or a pair of them.
    package struct Element: Hashable, Sendable {
        package var isPair: Bool
        package var tag: Int

        package init(isPair: Bool, tag: Int) {
            self.isPair = isPair
            self.tag = tag
        }
    }

    package var tag = 0
    package var objectType = 0
    package var rateIndex = 0
    package var front: [Element] = []
    package var side: [Element] = []
    package var back: [Element] = []
    package var lowFrequency: [Int] = []
    /// The tags of elements that hold no sound.
    package var data: [Int] = []
    /// Elements that add to others, each with its tag and whether it is switched on its own.
    package var coupling: [Element] = []

    package init() {}

    /// - Parameter bits: behind the element's name. On return behind its comment.
    init(_ bits: inout ConfigBits) throws(AudioError) {
        tag = try bits.read(4)
        objectType = try bits.read(2)
        rateIndex = try bits.read(4)
        let counts = [try bits.read(4), try bits.read(4), try bits.read(4)]
        let lowFrequencyCount = try bits.read(2)
        let dataCount = try bits.read(3)
        let couplingCount = try bits.read(4)
        // Which elements are a mix for fewer loudspeakers, and how to mix one.
        if try bits.read(1) == 1 { _ = try bits.read(4) }
        if try bits.read(1) == 1 { _ = try bits.read(4) }
        if try bits.read(1) == 1 { _ = try bits.read(3) }
        front = try Self.elements(counts[0], &bits)
        side = try Self.elements(counts[1], &bits)
        back = try Self.elements(counts[2], &bits)
        for _ in 0..<lowFrequencyCount { lowFrequency.append(try bits.read(4)) }
        for _ in 0..<dataCount { data.append(try bits.read(4)) }
        coupling = try Self.elements(couplingCount, &bits)
        bits.align()
        let comment = try bits.read(8)
        for _ in 0..<comment { _ = try bits.read(8) }
    }

    /// The element that a raw data block begins with.
    ///
    /// - Throws: `converterFormat` where it begins with another, `endOfFile` where it is cut short.
    package init(rawDataBlock block: [UInt8]) throws(AudioError) {
        var bits = ConfigBits(block)
        guard try bits.read(3) == 5 else { throw .converterFormat.because("the block begins with another element") }
        try self.init(&bits)
    }

    private static func elements(_ count: Int, _ bits: inout ConfigBits) throws(AudioError) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<count { elements.append(Element(isPair: try bits.read(1) == 1, tag: try bits.read(4))) }
        return elements
    }

    func write(to bits: inout ConfigBitWriter) {
        bits.write(tag, 4)
        bits.write(objectType, 2)
        bits.write(rateIndex, 4)
        for group in [front, side, back] { bits.write(group.count, 4) }
        bits.write(lowFrequency.count, 2)
        bits.write(data.count, 3)
        bits.write(coupling.count, 4)
        bits.write(0, 3)
        func write(_ elements: [Element]) {
            for element in elements {
                bits.write(element.isPair ? 1 : 0, 1)
                bits.write(element.tag, 4)
            }
        }
        for group in [front, side, back] { write(group) }
        for tag in lowFrequency + data { bits.write(tag, 4) }
        write(coupling)
        bits.align()
        bits.write(0, 8)
    }

    package var channels: Int {
        (front + side + back).reduce(lowFrequency.count) { $0 + ($1.isPair ? 2 : 1) }
    }

    /// The channels in the order of their elements; discrete ones where the elements say no places.
    package var layout: ChannelLayout? {
        guard channels > 0 else { return nil }
        guard let labels = placed else {
            return ChannelLayout(tag: ChannelLayout.discreteInOrder | UInt32(channels))
        }
        if labels == [ChannelLabel.center] { return ChannelLayout(tag: ChannelLayout.mono) }
        let layout = ChannelLayout(
            tag: ChannelLayout.useDescriptions, descriptions: labels.map { ChannelLayout.Channel(label: $0) })
        return layout.asTag.map { ChannelLayout(tag: $0) } ?? layout
    }

    /// The labels, from the middle out; nil where there are more loudspeakers than have names.
    private var placed: [UInt32]? {
        var frontPairs: [[UInt32]]
        switch front.count(where: \.isPair) {
        case 0: frontPairs = []
        case 1: frontPairs = [[ChannelLabel.left, ChannelLabel.right]]
        case 2:
            frontPairs = [
                [ChannelLabel.leftCenter, ChannelLabel.rightCenter], [ChannelLabel.left, ChannelLabel.right],
            ]
        default: return nil
        }
        let surround = [ChannelLabel.leftSurround, ChannelLabel.rightSurround]
        let rear = [ChannelLabel.rearSurroundLeft, ChannelLabel.rearSurroundRight]
        var (sidePairs, backPairs): ([[UInt32]], [[UInt32]])
        switch (side.count(where: \.isPair), back.count(where: \.isPair)) {
        case (0, 0): (sidePairs, backPairs) = ([], [])
        case (1, 0): (sidePairs, backPairs) = ([surround], [])
        case (0, 1): (sidePairs, backPairs) = ([], [surround])
        case (1, 1): (sidePairs, backPairs) = ([surround], [rear])
        default: return nil
        }
        guard !side.contains(where: { !$0.isPair }), lowFrequency.count <= 2 else { return nil }
        func labels(_ elements: [Element], _ pairs: inout [[UInt32]], middle: UInt32) -> [UInt32] {
            elements.flatMap { $0.isPair ? pairs.removeFirst() : [middle] }
        }
        let placed =
            labels(front, &frontPairs, middle: ChannelLabel.center)
            + labels(side, &sidePairs, middle: ChannelLabel.unknown)
            + labels(back, &backPairs, middle: ChannelLabel.centerSurround)
            + [ChannelLabel.lfe, ChannelLabel.lfe2].prefix(lowFrequency.count)
        return Set(placed).count == placed.count ? placed : nil
    }
}
