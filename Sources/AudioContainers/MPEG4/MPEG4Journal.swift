import AudioCore

/// Movie fragments behind the audio data while it is written, so that a killed writer loses no more than it wrote since the
/// last one.
///
/// Each closes the `mdat` that its packets stand in and opens the next, so that the file is a fragmented movie at any time.
/// When the file is finished one `mdat` spans them all, and the tables of the movie atom pass over them.
struct MPEG4Journal {
    private let file: FileDescription
    private let first: Int64

    private static let trackID: UInt32 = 1
    private static let mdatHeader = 8

    /// - Parameter first: the first packet that no fragment tells yet.
    init(_ file: FileDescription, from first: Int64) {
        self.file = file
        self.first = first
    }

    /// - Parameter mark: where the open `mdat` begins, counted from the first byte of audio data; nil for the head's.
    func entry(mark: Int64?) -> Journal? {
        let start = mark ?? -Int64(Self.mdatHeader)
        guard first < file.packets.count, let size = UInt32(exactly: file.dataSize - start),
            let sequence = UInt32(exactly: first + 1)
        else { return nil }
        var output = ByteWriter()
        output.atom("moof") {
            $0.fullAtom("mfhd") { $0.big(sequence) }
            for run in runs() { write(run, to: &$0) }
        }
        let next = file.dataSize + Int64(output.count)
        // The last one reaches to the end of the file.
        output.big(UInt32(0))
        output.fourCC("mdat")
        return Journal(
            behind: output.bytes, patch: FourCC(size).bytes, patchOffset: file.dataOffset + start, mark: next)
    }

    /// Packets that follow each other without a gap.
    private func runs() -> [Range<Int64>] {
        var runs: [Range<Int64>] = []
        var end: Int64 = -1
        for position in first..<file.packets.count {
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

    private func write(_ run: Range<Int64>, to output: inout ByteWriter) {
        let packets = file.packets
        let tellsFrames = packets.constantFrames == 0
        output.atom("traf") {
            // The place of the data counts from the file's start.
            $0.fullAtom("tfhd", flags: 1) {
                $0.big(Self.trackID)
                $0.big(file.dataOffset + packets[run.lowerBound].offset)
            }
            $0.fullAtom("tfdt", version: 1) { $0.big(packets.firstFrame(of: run.lowerBound)) }
            // Offset of the data, durations where they vary, sizes.
            $0.fullAtom("trun", flags: 0x201 | (tellsFrames ? 0x100 : 0)) {
                $0.big(UInt32(run.count))
                $0.big(UInt32(0))
                for position in run {
                    if tellsFrames { $0.big(packets[position].frames) }
                    $0.big(packets[position].size)
                }
            }
        }
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
