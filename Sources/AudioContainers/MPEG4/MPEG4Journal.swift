import AudioCore

/// A movie fragment ahead of the audio data while it is written, so that a killed writer loses no more than it wrote since
/// the fragment was last added to.
///
/// The one `mdat` reaches up to it, with room to grow. When the file is finished the tables of the movie atom list all
/// packets, and the fragment is cut off.
struct MPEG4Journal {
    private let file: FileDescription

    private static let trackID: UInt32 = 1

    init(_ file: FileDescription) { self.file = file }

    private var statesFrames: Bool { file.packets.constantFrames == 0 }
    private var rowSize: Int64 { statesFrames ? 8 : 4 }

    func entry(after progress: JournalEntry.Progress?) -> JournalEntry? {
        let packets = file.packets
        let first = progress?.packets ?? 0
        guard !packets.isConstant, first < packets.count else { return nil }
        guard let progress else { return newTable() }
        let rows = self.rows(first..<packets.count)
        return JournalEntry(
            head: head(from: progress.firstRow), rows: rows,
            progress: JournalEntry.Progress(
                packets: packets.count, rowBytes: progress.rowBytes + Int64(rows.count), firstRow: progress.firstRow))
    }

    /// Packets are added to the last run. Those of runs before it, which a file that is continued may have, stay in a
    /// fragment of their own.
    private func newTable() -> JournalEntry? {
        let runs = runs()
        guard let last = runs.last else { return nil }
        var preface = ByteWriter()
        if runs.count > 1 {
            preface.atom("moof") {
                $0.fullAtom("mfhd") { $0.big(UInt32(1)) }
                for run in runs.dropLast() {
                    $0.append(trackHead(of: run))
                    $0.append(self.rows(run))
                }
            }
        }
        let rows = self.rows(last)
        return JournalEntry(
            preface: preface.bytes, head: head(from: last.lowerBound), rows: rows,
            progress: JournalEntry.Progress(
                packets: file.packets.count, rowBytes: Int64(rows.count), firstRow: last.lowerBound))
    }

    /// Packets that follow each other without a gap.
    private func runs() -> [Range<Int64>] {
        var runs: [Range<Int64>] = []
        var end: Int64 = -1
        for position in 0..<file.packets.count {
            let packet = file.packets[position]
            if packet.offset == end, let last = runs.popLast() {
                runs.append(last.lowerBound..<position + 1)
            } else {
                runs.append(position..<position + 1)
            }
            end = packet.offset + Int64(packet.size)
        }
        return runs
    }

    /// The fragment of the packets from `first` on, up to its rows.
    private func head(from first: Int64) -> [UInt8] {
        let run = first..<file.packets.count
        let track = trackHead(of: run)
        var output = ByteWriter()
        output.atom("moof") {
            $0.fullAtom("mfhd") { $0.big(UInt32(2)) }
            $0.append(track)
        }
        output.overwrite(at: 0, with: size(output.count, and: run))
        return output.bytes
    }

    private func size(_ bytes: Int, and run: Range<Int64>) -> [UInt8] {
        FourCC(UInt32(clamping: Int64(bytes) + Int64(run.count) * rowSize)).bytes
    }

    /// `traf` up to the rows of its `trun`.
    private func trackHead(of run: Range<Int64>) -> [UInt8] {
        var body = ByteWriter()
        // The place of the data counts from the file's start.
        body.fullAtom("tfhd", flags: 1) {
            $0.big(Self.trackID)
            $0.big(file.dataOffset + file.packets[run.lowerBound].offset)
        }
        body.fullAtom("tfdt", version: 1) { $0.big(file.packets.firstFrame(of: run.lowerBound)) }
        let trun = body.count
        // Offset of the data, durations where they vary, sizes.
        body.fullAtom("trun", flags: 0x201 | (statesFrames ? 0x100 : 0)) {
            $0.big(UInt32(clamping: run.count))
            $0.big(UInt32(0))
        }
        body.overwrite(at: trun, with: size(body.count - trun, and: run))
        var output = ByteWriter()
        output.atom("traf") { $0.append(body.bytes) }
        output.overwrite(at: 0, with: size(output.count, and: run))
        return output.bytes
    }

    private func rows(_ run: Range<Int64>) -> [UInt8] {
        var output = ByteWriter()
        for position in run {
            let packet = file.packets[position]
            if statesFrames { output.big(packet.frames) }
            output.big(packet.size)
        }
        return output.bytes
    }

    /// `mvex`, which announces the fragments in the movie atom.
    static func announce(_ file: FileDescription, to output: inout ByteWriter) {
        output.atom("mvex") {
            $0.fullAtom("trex") {
                $0.big(trackID)
                $0.big(UInt32(1))
                $0.big(UInt32(file.packets.constantFrames))
                $0.zeros(8)
            }
        }
    }
}
