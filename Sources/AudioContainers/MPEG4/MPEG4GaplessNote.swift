import AudioCore

/// iTunes' note on priming, valid and remaining frames, for AAC with spectral band replication.
///
/// There its numbers count frames of the core, at half the sample rate: their sum is 1024 for each packet. The sound begins
/// later than twice the priming by what replication delays it, but for files of Nero's encoder, whose priming contains the delay.
enum MPEG4GaplessNote {
    /// Frames at the full rate by which a decoder's replication delays the sound: 481 of the core.
    static let replicationDelay: Int32 = 962

    private static let formats: [FourCC] = ["aach", "aacp"]

    static func isOfReplication(_ format: StreamFormat) -> Bool { formats.contains(format.formatID) }

    /// How much later than twice the priming the sound of a file begins.
    static func delay(_ info: InfoDictionary) -> Int32 {
        let encoder = info.entries.first { $0.key == "encoding application" }?.value
        return encoder?.hasPrefix("Nero") == true ? 0 : replicationDelay
    }

    /// A note in frames of the sound. One that counts frames at the full rate, as its sum shows, stays as it is.
    ///
    /// - Parameter total: frames of all packets.
    static func atFullRate(_ note: PacketTableInfo, total: Int64, delay: Int32) -> PacketTableInfo {
        let sum = note.totalFrames
        guard sum < total, total - sum > abs(total - 2 * sum), let table = note.replicated(delay: delay, total: total)
        else { return note }
        return table
    }

    /// The table of a sound with replication in frames of the core; nil where it begins earlier than such a note can say.
    static func ofCore(_ table: PacketTableInfo) -> PacketTableInfo? {
        guard table.primingFrames >= replicationDelay, table.validFrames >= 0, table.remainderFrames >= 0 else {
            return nil
        }
        let priming = (table.primingFrames - replicationDelay) / 2
        let valid = table.validFrames / 2 + table.validFrames % 2
        guard let remainder = Int32(exactly: table.totalFrames / 2 - Int64(priming) - valid), remainder >= 0 else {
            return nil
        }
        return PacketTableInfo(validFrames: valid, primingFrames: priming, remainderFrames: remainder)
    }
}

extension PacketTableInfo {
    /// The frames of a core as frames of the sound with spectral band replication, at twice the rate; nil where the numbers have
    /// no room for it.
    ///
    /// - Parameters:
    ///   - delay: frames by which the sound begins later than twice the priming.
    ///   - total: frames of all packets with replication; nil for twice the frames of this table.
    package func replicated(delay: Int32, total: Int64? = nil) -> PacketTableInfo? {
        let (twice, overflows) = validFrames.multipliedReportingOverflow(by: 2)
        let (sum, isTooLong) = twice.addingReportingOverflow(2 * (Int64(primingFrames) + Int64(remainderFrames)))
        guard !overflows, !isTooLong, validFrames >= 0, primingFrames >= 0, remainderFrames >= 0 else { return nil }
        let all = total ?? sum
        let priming = min(2 * Int64(primingFrames) + Int64(delay), all)
        let valid = min(twice, all - priming)
        guard let first = Int32(exactly: priming), let last = Int32(exactly: all - priming - valid) else { return nil }
        return PacketTableInfo(validFrames: valid, primingFrames: first, remainderFrames: last)
    }
}
