import AudioCodecs
import AudioCore

/// What a decoder knows before a packet, for one that remembers all packets of a file.
///
/// Such a decoder has its exact samples only behind all that comes before. So that not every seek decodes that, a second
/// decoder goes through the file as far as seeks go, once, and notes where it stands every so many packets.
final class DecoderHistory {
    private let decoder: any PacketDecoder
    private let feeder: PacketFeeder
    /// Packets decoded at a time, and room for their frames.
    private let run: Int
    private let room: UnsafeMutableRawBufferPointer
    /// The states before packets 0, `interval`, 2 · `interval` and so on, one after the other.
    private var states: [Int32]
    private let stateSize: Int

    /// Packets from one note to the next: what a seek decodes at most, once the file is known up to there.
    private static let interval: Int64 = 1024

    /// Nil for a decoder that does not remember all packets. Packets must have one size and one number of frames.
    init?(_ file: OpenFile, decoder: any PacketDecoder, bufferSize: Int) {
        guard let state = decoder.state, !state.isEmpty, file.description.packets.isConstant else { return nil }
        self.decoder = decoder
        feeder = PacketFeeder(file, bufferSize: bufferSize)
        states = state
        stateSize = state.count
        run = max(1, min(Int(Self.interval), bufferSize / file.description.packets.constantSize))
        room = .allocate(
            byteCount: run * file.description.packets.constantFrames * decoder.outputFormat.bytesPerFrame,
            alignment: 64)
    }

    deinit { room.deallocate() }

    /// The decoder's state before `packet`, exactly as behind all packets before it.
    func state(before packet: Int64) throws(AudioError) -> [Int32] {
        let known = min(packet / Self.interval, Int64(states.count / stateSize - 1))
        decoder.state = Array(states[Int(known) * stateSize..<Int(known + 1) * stateSize])
        feeder.seek(to: known * Self.interval)
        while feeder.nextPacket < packet {
            let note = (feeder.nextPacket / Self.interval + 1) * Self.interval
            let (bytes, packets) = try feeder.next(min(run, Int(min(packet, note) - feeder.nextPacket)))
            guard packets > 0 else { throw .endOfFile }
            _ = try decoder.decode(bytes, nil, count: packets, into: room)
            if feeder.nextPacket == note, Int64(states.count / stateSize) == note / Self.interval {
                states += decoder.state ?? []
            }
        }
        return decoder.state ?? []
    }
}
