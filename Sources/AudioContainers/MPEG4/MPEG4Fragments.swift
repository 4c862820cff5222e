import AudioCore

/// `moof`: samples that came after the tables were written, a fragment at a time.
struct MPEG4Fragments {
    private let atoms: MPEG4Atoms
    private let trackID: UInt32
    private let defaults: Defaults
    /// The numbers of the sample descriptions that samples may have; nil for any.
    var descriptions: [UInt32]?
    var defaultDescription: UInt32 { defaults.description }

    /// What `trex`, and over it `tfhd`, say of samples that do not say it themselves.
    private struct Defaults {
        var ticks: UInt32 = 0
        var size: UInt32 = 0
        var flags: UInt32 = 0
        var description: UInt32 = 1
    }

    /// - Parameter mvex: the atom that announces fragments, where there is one.
    init(trackID: UInt32, mvex: MPEG4Atom?, _ atoms: MPEG4Atoms) throws(AudioError) {
        self.atoms = atoms
        self.trackID = trackID
        var defaults = Defaults()
        var announced: [MPEG4Atom] = []
        if let mvex { announced = try atoms.children(of: mvex) }
        for trex in announced where trex.id == "trex" && trex.size >= 20 {
            var input = try atoms.reader(of: trex, upTo: 24)
            try input.skip(4)
            guard try input.big(UInt32.self) == trackID else { continue }
            defaults.description = try input.big()
            defaults.ticks = try input.big()
            defaults.size = try input.big()
            if input.remaining >= 4 { defaults.flags = try input.big() }
        }
        self.defaults = defaults
    }

    /// Adds the samples of one fragment. False where the file ends before they do.
    func read(_ moof: MPEG4Atom, into samples: inout some MPEG4SampleList) throws(AudioError) -> Bool {
        // Where the next track's data begins that does not say so: behind that of the track before.
        var next = moof.start
        for traf in try atoms.children(of: moof) where traf.id == "traf" {
            guard try read(traf, moof, &next, &samples) else { return false }
        }
        return true
    }

    private func read(
        _ traf: MPEG4Atom, _ moof: MPEG4Atom, _ next: inout Int64, _ samples: inout some MPEG4SampleList
    ) throws(AudioError) -> Bool {
        let children = try atoms.children(of: traf)
        guard let tfhd = children.first(where: { $0.id == "tfhd" }) else { return true }
        var header = try atoms.reader(of: tfhd, upTo: 40)
        let flags = try header.big(UInt32.self)
        let isOurs = try header.big(UInt32.self) == trackID
        var base = flags & 0x2_0000 != 0 ? moof.start : next
        if flags & 0x1 != 0 { base = Int64(clamping: try header.big(UInt64.self)) }
        var defaults = isOurs ? self.defaults : Defaults()
        if flags & 0x2 != 0 { defaults.description = try header.big() }
        if flags & 0x8 != 0 { defaults.ticks = try header.big() }
        if flags & 0x10 != 0 { defaults.size = try header.big() }
        if flags & 0x20 != 0 { defaults.flags = try header.big() }
        if isOurs, type(of: samples).isOfPictures, let tfdt = children.first(where: { $0.id == "tfdt" }) {
            var fields = try atoms.reader(of: tfdt, upTo: 12)
            let isLong = try fields.big(UInt32.self) >> 24 == 1
            samples.beginFragment(at: isLong ? try fields.big() : UInt64(try fields.big(UInt32.self)))
        }
        var position = base
        for trun in children where trun.id == "trun" {
            let run = try Run(trun, atoms, base: base, continuing: position)
            position = run.start
            if isOurs {
                try check(defaults.description)
                guard try run.read(defaults, &position, &samples) else { return false }
            }
        }
        next = position
        return true
    }

    private func check(_ description: UInt32) throws(AudioError) {
        guard let descriptions, !descriptions.contains(description) else { return }
        throw .unsupportedDataFormat.because("a fragment has sound of another format")
    }

    /// `trun`: samples that follow each other.
    private struct Run {
        /// The flag of a sample that a decoder cannot begin with.
        private static let isNotSync: UInt32 = 0x1_0000
        private var rows: MPEG4Table
        private let count: Int64
        private let flags: UInt32
        /// The flags of the first sample, where it has others than the rest.
        private let firstFlags: UInt32?
        let start: Int64

        init(_ trun: MPEG4Atom, _ atoms: MPEG4Atoms, base: Int64, continuing: Int64) throws(AudioError) {
            var input = try atoms.reader(of: trun, upTo: 16)
            flags = try input.big(UInt32.self) & 0xFFFFFF
            count = Int64(try input.big(UInt32.self))
            start =
                flags & 0x1 != 0
                ? base.addingReportingOverflow(Int64(try input.big(Int32.self))).partialValue : continuing
            firstFlags = flags & 0x4 != 0 ? try input.big() : nil
            let fields = Int64((flags >> 8 & 0xF).nonzeroBitCount * 4)
            guard count * fields <= trun.size - Int64(input.offset) else {
                throw .invalidFile.because("a fragment claims \(count) samples in \(trun.size) bytes")
            }
            rows = MPEG4Table(atoms.source, from: trun.body + Int64(input.offset), to: trun.end)
        }

        func read(
            _ defaults: Defaults, _ position: inout Int64, _ samples: inout some MPEG4SampleList
        ) throws(AudioError) -> Bool {
            var rows = self.rows
            if flags & 0x200 == 0 { try samples.expectUnlisted(count) }
            if samples.constantFormat != nil, flags & 0xF00 == 0 {
                let size = Int64(clamping: UInt64(count) * UInt64(defaults.size))
                defer { position = position.addingReportingOverflow(size).partialValue }
                return try samples.addRun(
                    offset: position, size: size, ticks: Int64(clamping: UInt64(count) * UInt64(defaults.ticks)))
            }
            for number in 0..<count {
                let ticks = flags & 0x100 != 0 ? try rows.next32() : defaults.ticks
                let size = flags & 0x200 != 0 ? try rows.next32() : defaults.size
                var sample = MPEG4Sample(offset: position, size: size, ticks: ticks)
                sample.description = defaults.description
                var own = number == 0 ? firstFlags ?? defaults.flags : defaults.flags
                if flags & 0x400 != 0 { own = try rows.next32() }
                if flags & 0x800 != 0 { sample.shift = Int32(bitPattern: try rows.next32()) }
                sample.isSync = own & Self.isNotSync == 0
                guard try samples.add(sample) else { return false }
                position += Int64(size)
            }
            return true
        }
    }
}
