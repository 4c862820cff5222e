import AudioCore

/// Samples of a track as they arrive: those that the movie atom lists, then those of fragments.
struct MPEG4StreamPackets: PacketScanner {
    /// The format of the samples. Packets of constant size are kept as runs.
    var format: StreamFormat
    private var atoms: MPEG4Atoms
    private let timescale: Double
    /// What the atoms have listed so far, by offsets in the file: runs of packets of constant size, or packets.
    private var runs: [PacketPlace] = []
    private var packets = PacketIndex(variableSizesWithFrames: 0)
    private var index: Int64 = 0
    /// The packets before those, which were returned and then removed to limit memory: their number, and where the last
    /// one ended.
    private var forgotten: (packets: Int64, end: Int64) = (0, 0)
    /// The position in the run at `index` at which the stream resumed.
    private var resumed: Int64?
    /// What reads fragments, and where the next top-level atom stands; nil where there are none.
    private var fragments: MPEG4Fragments?
    private var nextAtom = Int64.max

    /// Samples that may be waiting for their bytes.
    private static let maximumWaiting = 1 << 20
    /// Runs that are kept, more than may be waiting.
    private static let maximumRuns = 1 << 21

    init(_ samples: MPEG4Samples, _ atoms: MPEG4Atoms, timescale: Double) {
        format = samples.format
        self.atoms = atoms
        self.timescale = timescale
        add(samples)
    }

    /// Lets fragments follow from `position` on.
    mutating func expect(_ fragments: MPEG4Fragments, from position: Int64) {
        self.fragments = fragments
        nextAtom = position
    }

    private mutating func add(_ samples: MPEG4Samples) {
        guard !samples.isConstant else {
            runs += samples.runs.map { PacketPlace(offset: $0.start, size: $0.size) }
            return
        }
        let scale = format.sampleRate / timescale
        for position in 0..<samples.packets.count {
            var packet = samples.packets[position]
            packet.frames = format.framesPerPacket > 0 ? 0 : MPEG4Samples.frames(packet.frames, scale)
            packets.append(packet)
        }
    }

    private var isConstant: Bool { format.bytesPerPacket > 0 }

    private var count: Int64 { isConstant ? Int64(runs.count) : packets.count }

    private func place(_ index: Int64) -> PacketPlace {
        guard !isConstant else { return runs[Int(index)] }
        let packet = packets[index]
        return PacketPlace(offset: packet.offset, size: Int64(packet.size), frames: packet.frames)
    }

    var isInOrder: Bool {
        var end = Int64.min
        return (0..<count).allSatisfy { index in
            let place = place(index)
            defer { end = place.end }
            return place.offset >= end
        }
    }

    /// Packets of constant size in the stretches.
    var constantPackets: Int64 {
        isConstant ? runs.reduce(0) { $0 + $1.size / Int64(format.bytesPerPacket) } : 0
    }

    // MARK: Scanning

    var position: Int64 {
        let waiting = index < count ? resumed ?? place(index).offset : .max
        let next = min(waiting, nextAtom)
        guard next == .max else { return next }
        return count > 0 ? place(count - 1).end : 0
    }

    mutating func next() throws(AudioError) -> PacketPlace? {
        // A packet is certain when the atoms have been seen up to it: others could come before.
        while fragments != nil, index == count || place(index).offset >= nextAtom {
            guard try readAtom() else { break }
        }
        guard index < count, place(index).offset < nextAtom else { return nil }
        var next = place(index)
        if let start = resumed { next = PacketPlace(offset: start, size: next.end - start, frames: next.frames) }
        (index, resumed) = (index + 1, nil)
        return next
    }

    /// Reads the next top-level atom; false at the end.
    private mutating func readAtom() throws(AudioError) -> Bool {
        guard let fragments, nextAtom < atoms.fileSize,
            let atom = try atoms.atom(at: nextAtom, end: atoms.fileSize)
        else { return false }
        if atom.id == "moof" {
            try atoms.source.expect(atom.size, at: atom.body)
            var samples = MPEG4Samples(format: format, fileSize: atoms.fileSize)
            _ = try fragments.read(atom, into: &samples)
            add(samples)
            guard count - index <= Self.maximumWaiting else {
                throw .invalidFile.because("the fragments list \(count - index) samples that are not there")
            }
            if isFull { forgetHandedOut() }
            guard !isFull else { throw .invalidFile.because("there are more samples than can be indexed") }
        }
        nextAtom = atom.end
        return true
    }

    private var isFull: Bool { packets.isFull || runs.count > Self.maximumRuns }

    /// Removes packets that have been returned, to limit memory in a stream without an end. Seeks no longer find them.
    private mutating func forgetHandedOut() {
        guard index > 0 else { return }
        forgotten.end = place(index - 1).end
        if isConstant {
            let handedOut = runs[..<Int(index)]
            forgotten.packets += handedOut.reduce(0) { $0 + $1.size / Int64(format.bytesPerPacket) }
            runs.removeFirst(handedOut.count)
        } else {
            var kept = PacketIndex(variableSizesWithFrames: 0)
            for position in index..<count { kept.append(packets[position]) }
            forgotten.packets += index
            packets = kept
        }
        index = 0
    }

    /// Finds packets that the atoms have listed so far, and only up to the next atom that has not been read: after a
    /// jump over that one, the atoms could not be followed.
    func offset(ofPacket packet: Int64) -> Int64? {
        var left = packet - forgotten.packets
        guard left >= 0 else { return nil }
        guard isConstant else { return left < count ? beforeNextAtom(packets[left].offset) : nil }
        for run in runs {
            let count = run.size / Int64(format.bytesPerPacket)
            guard left >= count else { return beforeNextAtom(run.offset + left * Int64(format.bytesPerPacket)) }
            left -= count
        }
        return nil
    }

    private func beforeNextAtom(_ offset: Int64) -> Int64? { offset < nextAtom ? offset : nil }

    var findsPackets: Bool { false }

    private func firstIndex(endingBehind position: Int64) -> Int64 {
        var (low, high): (Int64, Int64) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if place(middle).end > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Continues within the known samples. Atoms that have been read are not read again.
    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) {
        guard isExact, position >= forgotten.end else { throw .discontinuityCantRecover }
        index = firstIndex(endingBehind: position)
        // Within a stretch, or a sample of several packets, scanning continues at `position` itself.
        resumed = index < count && place(index).offset < position ? position : nil
    }

    mutating func finish(at end: Int64) { atoms.fileSize = end }
}

/// AMR of a track: samples as `MPEG4StreamPackets` finds them, taken apart into frames.
struct MPEG4AMRPackets: PacketScanner {
    private var samples: MPEG4StreamPackets
    private let source: any ByteSource
    /// A sample that has not arrived, then its frames, the last first.
    private var sample: PacketPlace?
    private var frames: [PacketPlace] = []

    init(_ samples: MPEG4StreamPackets, _ source: any ByteSource) {
        self.samples = samples
        self.source = source
    }

    var position: Int64 { frames.last?.offset ?? sample?.offset ?? samples.position }

    mutating func next() throws(AudioError) -> PacketPlace? {
        while frames.isEmpty {
            if sample == nil { sample = try samples.next() }
            guard let found = sample else { return nil }
            let isWide = samples.format.formatID != "samr"
            frames = try MPEG4AMR.frames(found.offset, size: found.size, isWide: isWide, source).reversed()
            sample = nil
        }
        return frames.popLast()
    }

    var findsPackets: Bool { false }

    /// Continues with a frame of a known sample.
    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) {
        (sample, frames) = (nil, [])
        try samples.resume(at: position, isExact: isExact)
    }

    mutating func finish(at end: Int64) { samples.finish(at: end) }
}
