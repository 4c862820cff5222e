import AudioCore

/// Reads a file's packets run by run into a buffer of its own, for a converter to pull.
final class PacketFeeder {
    private let file: OpenFile
    private var buffer: UnsafeMutableRawBufferPointer
    private(set) var descriptions: [PacketDescription] = []
    /// The next packet to return.
    private(set) var nextPacket: Int64 = 0

    /// - Parameter bufferSize: bytes read at a time; more where a packet needs more.
    init(_ file: OpenFile, bufferSize: Int) {
        self.file = file
        buffer = .allocate(byteCount: max(bufferSize, file.description.packets.maximumSize, 1), alignment: 64)
    }

    deinit { buffer.deallocate() }

    func seek(to packet: Int64) { nextPacket = packet }

    /// The next packets, at most `wanted` and at most what fits; none at the end of the file.
    ///
    /// The bytes and `descriptions` are good until the next call.
    func next(_ wanted: Int) throws(AudioError) -> (bytes: UnsafeRawBufferPointer, packets: Int) {
        let varies = !file.description.packets.isConstant
        descriptions.removeAll(keepingCapacity: true)
        let read: OpenFile.PacketRead
        if varies {
            var found: [PacketDescription] = []
            swap(&found, &descriptions)
            read = try file.readPackets(from: nextPacket, count: wanted, into: buffer) { found.append($1) }
            swap(&found, &descriptions)
        } else {
            read = try file.readPackets(from: nextPacket, count: wanted, into: buffer)
        }
        nextPacket += Int64(read.packets)
        return (UnsafeRawBufferPointer(rebasing: buffer[..<read.bytes]), read.packets)
    }
}
