import AudioCore

/// Samples of a track as they arrive: those that the movie atom lists, then those of fragments.
struct MPEG4StreamPackets: PacketScanner {
    /// Of the samples; a constant packet size makes stretches of them.
    var format: StreamFormat
    private var atoms: MPEG4Atoms
    private let timescale: Double
    private var places: [PacketPlace]
    private var index = 0
    /// What reads fragments, and where the next top-level atom stands; nil where there are none.
    private var fragments: MPEG4Fragments?
    private var nextAtom = Int64.max

    /// Samples that may be waiting for their bytes.
    private static let maximumWaiting = 1 << 20

    init(_ samples: MPEG4Samples, _ atoms: MPEG4Atoms, timescale: Double) {
        format = samples.format
        self.atoms = atoms
        self.timescale = timescale
        places = []
        places = places(samples)
    }

    /// Lets fragments follow from `position` on.
    mutating func expect(_ fragments: MPEG4Fragments, from position: Int64) {
        self.fragments = fragments
        nextAtom = position
    }

    private func places(_ samples: MPEG4Samples) -> [PacketPlace] {
        if samples.isConstant { return samples.runs.map { PacketPlace(offset: $0.start, size: $0.size) } }
        let scale = format.sampleRate / timescale
        return (0..<samples.packets.count).map {
            let packet = samples.packets[$0]
            let frames = format.framesPerPacket > 0 ? 0 : MPEG4Samples.frames(packet.frames, scale)
            return PacketPlace(offset: packet.offset, size: Int64(packet.size), frames: frames)
        }
    }

    var isInOrder: Bool { zip(places, places.dropFirst()).allSatisfy { $0.end <= $1.offset } }

    /// Packets of constant size in the stretches.
    var constantPackets: Int64 {
        format.bytesPerPacket > 0 ? places.reduce(0) { $0 + $1.size / Int64(format.bytesPerPacket) } : 0
    }

    // MARK: Scanning

    var position: Int64 {
        let waiting = index < places.count ? places[index].offset : .max
        let place = min(waiting, nextAtom)
        return place == .max ? places.last?.end ?? 0 : place
    }

    mutating func next() throws(AudioError) -> PacketPlace? {
        // A packet is certain when the atoms have been seen up to it: others could come before.
        while fragments != nil, index == places.count || places[index].offset >= nextAtom {
            guard try readAtom() else { break }
        }
        guard index < places.count else { return nil }
        index += 1
        return places[index - 1]
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
            places.removeFirst(index)
            index = 0
            places += places(samples)
            guard places.count <= Self.maximumWaiting else {
                throw .invalidFile.because("the fragments tell of \(places.count) samples that are not there")
            }
        }
        nextAtom = atom.end
        return true
    }

    func offset(ofPacket packet: Int64) -> Int64? {
        guard fragments == nil, packet >= 0 else { return nil }
        guard format.bytesPerPacket > 0 else {
            return packet < Int64(places.count) ? places[Int(packet)].offset : nil
        }
        var left = packet
        for place in places {
            let count = place.size / Int64(format.bytesPerPacket)
            guard left >= count else { return place.offset + left * Int64(format.bytesPerPacket) }
            left -= count
        }
        return nil
    }

    /// Goes on within the samples that are listed.
    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) {
        guard fragments == nil, isExact else { throw .discontinuityCantRecover }
        index = places.partitioningIndex { $0.end > position }
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

    mutating func resume(at position: Int64, isExact: Bool) throws(AudioError) { throw .discontinuityCantRecover }

    mutating func finish(at end: Int64) { samples.finish(at: end) }
}
