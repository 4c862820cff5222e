import AudioCore

/// Decodes AMR frames to 16-bit integers.
///
/// Frames whose quality bit says that they are damaged, frames without data, and frames of a type that is not this codec's
/// become what the library makes up from the frames before, so that time continues. A frame that is cut short throws.
final class AMRDecoder: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    /// Five and ten seconds. Frames depend on all earlier ones; with speech and with noise, the integers were those of the
    /// whole stream after at most 150 packets in narrow band and 260 in wide band; with a buzz that never pauses, the
    /// difference was 49 dB below it.
    var preRollPackets: Int { band.preRollPackets }
    var packetsPerCycle: Int { band.packetsPerCycle }
    private let band: AMRBand
    private let constantSize: Int
    private let library: AMRDecoding
    /// A frame with room behind it: the libraries look at a byte more than some frames have.
    private let frame: UnsafeMutablePointer<UInt8>
    private static let frameRoom = AMRBand.largestFrame + 3

    init(_ format: StreamFormat, _ band: AMRBand, _ library: AMRDecoding) {
        self.band = band
        self.library = library
        constantSize = format.bytesPerPacket
        outputFormat = .int16(sampleRate: band.sampleRate, channels: 1)
        frame = .allocate(capacity: Self.frameRoom)
    }

    deinit { frame.deallocate() }

    func reset() { library.state.reset() }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard count >= 0 else { throw .converterInputSize }
        guard count <= output.count / (2 * band.framesPerPacket) else { throw .converterOutputSize }
        guard count > 0, let room = output.baseAddress?.assumingMemoryBound(to: Int16.self) else { return 0 }
        guard constantSize > 0 || (descriptions?.count ?? 0) >= count else { throw .requiresPacketDescriptions }
        // Looked through first, so that a damaged packet leaves the history as it was.
        for index in 0..<count { _ = try packet(index, packets, descriptions) }
        let state = try library.state.pointer()
        for index in 0..<count {
            let isBad = load(try packet(index, packets, descriptions))
            library.decode(state, frame, room + index * band.framesPerPacket, isBad ? 1 : 0)
        }
        return count * band.framesPerPacket
    }

    /// The bytes of one packet, at least as many as its type has.
    private func packet(
        _ index: Int, _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioError) -> UnsafeRawBufferPointer {
        var (offset, size) = (index * constantSize, constantSize)
        if let descriptions, constantSize == 0 {
            (offset, size) = (Int(descriptions[index].offset), Int(descriptions[index].size))
        }
        guard offset >= 0, offset <= packets.count, size <= packets.count - offset else { throw .converterInputSize }
        guard size > 0, band.frameSizes[AMRBand.type(packets[offset])] <= size else {
            throw .converterUnspecified.because("a frame of AMR is cut short")
        }
        return UnsafeRawBufferPointer(rebasing: packets[offset..<offset + size])
    }

    /// Takes a packet to where the library reads it. Returns whether its bits are worth nothing.
    private func load(_ packet: UnsafeRawBufferPointer) -> Bool {
        let room = UnsafeMutableRawBufferPointer(start: frame, count: Self.frameRoom)
        let type = AMRBand.type(packet[0])
        room.initializeMemory(as: UInt8.self, repeating: 0)
        room.copyBytes(from: packet[..<band.frameSizes[type]])
        return !AMRBand.isGood(packet[0]) || type >= band.firstForeignType
    }
}
