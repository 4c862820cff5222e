import AudioCore

/// `stbl`: the tables of a track whose samples are not in fragments.
///
/// Every count is compared with the bytes its table really has before it is believed, and the tables are read in
/// pieces, in step with each other.
struct MPEG4SampleTable {
    private let atoms: MPEG4Atoms
    private let children: [MPEG4Atom]

    init(_ stbl: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) {
        self.atoms = atoms
        children = try atoms.children(of: stbl)
    }

    func child(_ id: FourCC) -> MPEG4Atom? { children.first { $0.id == id } }

    /// A table behind version, flags and a count: its rows as numbers, and how many rows it has.
    private func table(
        _ atom: MPEG4Atom, header: Int64 = 8, countAt: Int64 = 4, bitsPerRow: Int64
    ) throws(AudioError) -> (rows: MPEG4Table, count: Int64) {
        guard atom.size >= header else { throw .invalidFile.because("the table \(atom.id) is cut off") }
        var fields = try atoms.reader(of: atom, upTo: Int(header))
        try fields.skip(Int(countAt))
        let count = Int64(try fields.big(UInt32.self))
        let (needed, overflow) = count.multipliedReportingOverflow(by: bitsPerRow)
        guard !overflow, (needed + 7) / 8 <= atom.size - header else {
            throw .invalidFile.because("the table \(atom.id) claims \(count) rows in \(atom.size) bytes")
        }
        return (MPEG4Table(atoms.source, from: atom.body + header, to: atom.end), count)
    }

    /// Adds the track's samples, in the order in which they are decoded.
    func read<List: MPEG4SampleList>(into samples: inout List) throws(AudioError) {
        guard let offsetsAtom = child("stco") ?? child("co64"), let stsc = child("stsc") else {
            guard child("stsz") == nil && child("stz2") == nil else {
                throw .invalidFile.because("the track does not state where its samples are")
            }
            return
        }
        var sizes = try sizes()
        var times = try Times(self)
        var chunks = try ChunkLengths(self, stsc)
        var order = List.isOfPictures ? try PictureOrder(self) : nil
        let width = offsetsAtom.id == "stco" ? 4 : 8
        var (offsets, count) = try table(offsetsAtom, bitsPerRow: Int64(width * 8))
        while count > 0, sizes.remaining > 0 {
            count -= 1
            let offset = Int64(clamping: try offsets.next(width))
            let chunk = try chunks.next()
            let length = min(Int64(chunk.length), sizes.remaining)
            guard try readChunk(at: offset, length, chunk.description, &sizes, &times, &order, &samples) else { return }
        }
    }

    private func readChunk(
        at offset: Int64, _ count: Int64, _ description: UInt32, _ sizes: inout Sizes, _ times: inout Times,
        _ order: inout PictureOrder?, _ samples: inout some MPEG4SampleList
    ) throws(AudioError) -> Bool {
        if let format = samples.constantFormat, sizes.constant > 0 {
            let size = try constantChunkSize(count, sizes.constant, format)
            sizes.remaining -= count
            return try samples.addRun(offset: offset, size: size, ticks: count)
        }
        var position = offset
        if sizes.constant > 0 { try samples.expectUnlisted(count) }
        for _ in 0..<count {
            var sample = MPEG4Sample(offset: position, size: try sizes.next(), ticks: try times.next())
            sample.description = description
            try order?.complete(&sample)
            guard try samples.add(sample) else { return false }
            position += Int64(sample.size)
        }
        return true
    }

    /// Bytes of a chunk whose samples have one size.
    ///
    /// QuickTime counts frames, whatever the table says of their size; the size of a packet or of several is believed.
    private func constantChunkSize(
        _ count: Int64, _ size: UInt32, _ format: StreamFormat
    ) throws(AudioError) -> Int64 {
        let packet = Int64(format.bytesPerPacket)
        let isFrames = Int64(size) < packet
        let (bytes, overflow) =
            isFrames
            ? (count / Int64(max(1, format.framesPerPacket))).multipliedReportingOverflow(by: packet)
            : count.multipliedReportingOverflow(by: Int64(size))
        guard !overflow else { throw .invalidFile.because("a chunk has more samples than any file") }
        return bytes
    }

    /// The numbers of the sample descriptions that chunks have, counted from 1, without those of chunks without samples.
    ///
    /// - Parameter most: how many are looked for at most.
    func descriptions(upTo most: Int) throws(AudioError) -> [UInt32] {
        guard let stsc = child("stsc") else { return [] }
        var (rows, left) = try table(stsc, bitsPerRow: 96)
        var found: [UInt32] = []
        while left > 0, found.count < most {
            left -= 1
            _ = try rows.next32()
            let (length, description) = (try rows.next32(), try rows.next32())
            if length > 0, !found.contains(description) { found.append(description) }
        }
        return found
    }

    // MARK: Columns

    /// The sizes of samples, from `stsz` or `stz2`.
    private struct Sizes {
        var constant: UInt32 = 0
        var remaining: Int64 = 0
        var rows: MPEG4Table?
        var bits = 32
        /// The other half of a byte that holds two sizes.
        var held: UInt32?

        mutating func next() throws(AudioError) -> UInt32 {
            remaining -= 1
            guard constant == 0 else { return constant }
            if bits == 4 {
                if let low = held {
                    held = nil
                    return low
                }
                let byte = UInt32(truncatingIfNeeded: try rows?.next(1) ?? 0)
                held = byte & 15
                return byte >> 4
            }
            return UInt32(truncatingIfNeeded: try rows?.next(bits / 8) ?? 0)
        }
    }

    private func sizes() throws(AudioError) -> Sizes {
        var sizes = Sizes()
        if let atom = child("stsz") {
            var fields = try atoms.reader(of: atom, upTo: 12)
            try fields.skip(4)
            sizes.constant = try fields.big()
            sizes.remaining = Int64(try fields.big(UInt32.self))
            if sizes.constant == 0 {
                let (rows, count) = try table(atom, header: 12, countAt: 8, bitsPerRow: 32)
                sizes.rows = rows
                sizes.remaining = count
            }
        } else if let atom = child("stz2") {
            var fields = try atoms.reader(of: atom, upTo: 12)
            try fields.skip(7)
            let bits = Int64(try fields.big(UInt8.self))
            guard [4, 8, 16].contains(bits) else { throw .invalidFile.because("sample sizes of \(bits) bits") }
            let (rows, count) = try table(atom, header: 12, countAt: 8, bitsPerRow: bits)
            sizes.rows = rows
            sizes.remaining = count
            sizes.bits = Int(bits)
        }
        return sizes
    }

    /// How long samples last, from `stts`; 0 past its last row.
    private struct Times {
        private var rows: MPEG4Table?
        private var left: Int64 = 0
        private var repeats: UInt32 = 0
        private var ticks: UInt32 = 0

        init(_ table: MPEG4SampleTable) throws(AudioError) {
            guard let atom = table.child("stts") else { return }
            let (rows, count) = try table.table(atom, bitsPerRow: 64)
            self.rows = rows
            left = count
        }

        mutating func next() throws(AudioError) -> UInt32 {
            while repeats == 0 {
                guard left > 0 else { return 0 }
                left -= 1
                repeats = try rows?.next32() ?? 0
                ticks = try rows?.next32() ?? 0
            }
            repeats -= 1
            return ticks
        }
    }

    /// When pictures are shown, from `ctts`, and which of them a decoder can begin with, from `stss`.
    private struct PictureOrder {
        private var shifts: MPEG4Table?
        private var leftShifts: Int64 = 0
        private var repeats: UInt32 = 0
        private var shift: Int32 = 0
        private var syncs: MPEG4Table?
        private var leftSyncs: Int64 = 0
        private var nextSync: UInt32 = 0
        private var number: UInt32 = 0

        init(_ table: MPEG4SampleTable) throws(AudioError) {
            if let atom = table.child("ctts") {
                let (rows, count) = try table.table(atom, bitsPerRow: 64)
                (shifts, leftShifts) = (rows, count)
            }
            if let atom = table.child("stss") {
                let (rows, count) = try table.table(atom, bitsPerRow: 32)
                (syncs, leftSyncs) = (rows, count)
            }
        }

        mutating func complete(_ sample: inout MPEG4Sample) throws(AudioError) {
            number &+= 1
            while repeats == 0, leftShifts > 0 {
                leftShifts -= 1
                repeats = try shifts?.next32() ?? 0
                shift = Int32(bitPattern: try shifts?.next32() ?? 0)
            }
            if repeats > 0 {
                repeats -= 1
                sample.shift = shift
            }
            // Without the table each sample is one.
            guard syncs != nil else { return }
            while nextSync < number, leftSyncs > 0 {
                leftSyncs -= 1
                nextSync = try syncs?.next32() ?? 0
            }
            sample.isSync = nextSync == number
        }
    }

    /// How many samples each chunk has, and the number of their description, from `stsc`.
    private struct ChunkLengths {
        private var rows: MPEG4Table
        private var left: Int64
        private var chunk: UInt32 = 0
        private var current = Row(first: 0, length: 0, description: 1)
        /// The row ahead.
        private var ahead: Row?

        struct Row {
            var first: UInt32
            var length: UInt32
            var description: UInt32
        }

        init(_ table: MPEG4SampleTable, _ stsc: MPEG4Atom) throws(AudioError) {
            (rows, left) = try table.table(stsc, bitsPerRow: 96)
            ahead = try row()
        }

        private mutating func row() throws(AudioError) -> Row? {
            guard left > 0 else { return nil }
            left -= 1
            return Row(first: try rows.next32(), length: try rows.next32(), description: try rows.next32())
        }

        mutating func next() throws(AudioError) -> Row {
            chunk &+= 1
            while let row = ahead, row.first <= chunk {
                current = row
                ahead = try self.row()
            }
            return current
        }
    }
}
