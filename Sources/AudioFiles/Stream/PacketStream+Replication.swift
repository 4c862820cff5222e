import AudioCodecs
import AudioContainers
import AudioCore

extension PacketStream {
    /// As with a file, describes low-rate AAC and mono HE-AAC by what the first packets contain.
    ///
    /// Where one of them has not arrived, the source notes it as missing, and the head is read again when it has.
    mutating func detectReplication(in source: any ByteSource) {
        guard let config = file.replicableConfig else { return }
        // A copy, because the scanner has yet to return these packets.
        var ahead = scanner
        var first: [[UInt8]] = []
        var start: Int64?
        for _ in 0..<ImplicitReplication.packetsToLookAt(config) {
            do throws(AudioError) {
                guard let place = try ahead.next() else { break }
                // Another track's data stand between, for which the stream does not wait.
                guard place.end - (start ?? place.offset) <= Self.farthest else { break }
                start = start ?? place.offset
                guard (1...Int64(FileDescription.largestPacket)).contains(place.size) else { continue }
                first.append(try place.bytes(of: source))
            } catch {
                // Where a packet has not arrived, the head is read again later. A damaged one contains nothing of use.
                if error.status == AudioError.dataUnavailable.status { return }
                break
            }
        }
        file.applyReplication(in: first, config)
        hasFoundReplication = !config.hasReplication && file.format.formatID != .aac
    }

    /// How far from the first packet others may end that are looked at.
    private static let farthest: Int64 = 1 << 20
}
