import AudioCore

/// How a stream is divided among encoders that remember all they encoded, such as one that controls its bit rate.
///
/// Each of `count` encoders takes every `count`-th segment, and continues from its last one: what it has learnt of the stream
/// stays with it. It is first given the packets before the segment, whose encoding is dropped, so that it sees the sound
/// go on and makes the decisions that the encoder before it makes there. All of this goes by the place in the stream, so
/// the packets do not depend on the number of threads.
package struct LanePlan: Sendable {
    /// Encoders. The second begins with the second segment, and has seen nothing but the end of the first one then.
    package static let count = 2
    /// Packets of the first segment: what is shorter, one encoder encodes alone.
    let firstPackets: Int
    /// Packets of each other segment.
    let segmentPackets: Int
    /// Packets before a segment that its encoder is given first, when it has encoded a segment before.
    private let runIn: Int
    /// The same for an encoder's first segment.
    private let firstRunIn: Int

    /// - Parameters:
    ///   - runIn: packets before a segment; fewer than the segment has.
    ///   - firstRunIn: packets before the second segment; at most those of the first.
    package init(firstPackets: Int, segmentPackets: Int, runIn: Int, firstRunIn: Int) {
        self.firstPackets = firstPackets
        self.segmentPackets = segmentPackets
        self.runIn = min(runIn, segmentPackets - 1)
        self.firstRunIn = min(firstRunIn, firstPackets)
    }

    func packets(of segment: Int) -> Int { segment == 0 ? firstPackets : segmentPackets }

    /// Packets that the encoder of a segment is given before it.
    private func runIn(of segment: Int) -> Int {
        segment == 0 ? 0 : segment < Self.count ? firstRunIn : runIn
    }

    /// The segment of a packet, and the packet's place in it.
    func place(of packet: Int) -> (segment: Int, place: Int) {
        guard packet >= firstPackets else { return (0, packet) }
        let (segment, place) = (packet - firstPackets).quotientAndRemainder(dividingBy: segmentPackets)
        return (segment + 1, place)
    }

    /// What a lane does with a packet's frames.
    package enum Part {
        case none
        /// It encodes them for what they leave in its encoder.
        case passed
        /// What comes out is the stream's: the packet before, as the encoder gives it when it has these frames.
        case encoded
    }

    package func part(of lane: Int, at packet: Int) -> Part {
        let (segment, place) = place(of: packet)
        if segment % Self.count == lane { return place > 0 ? .encoded : .passed }
        if place == 0, segment > 0, (segment - 1) % Self.count == lane { return .encoded }
        let isNext = (segment + 1) % Self.count == lane
        return isNext && place >= packets(of: segment) - runIn(of: segment + 1) ? .passed : .none
    }

    /// The lane in which a stream of so many packets ends.
    package func lane(endingAt packets: Int) -> Int { place(of: max(packets - 1, 0)).segment % Self.count }

    /// Packets that are read ahead of the one that comes out, so that all lanes have something to encode. When one lane is
    /// in the middle of a segment, the other begins the next one; what is above that evens out that some take longer.
    package var packetsAhead: Int {
        max(segmentPackets / 2, firstPackets - firstRunIn) + max(runIn, segmentPackets / 8)
    }
}

/// One of the encoders among which a stream is divided. Used by one thread at a time.
///
/// Its encoder gives a packet when the next one's frames are there: none for the first, and two at the end.
package final class EncoderLane {
    /// The most packets that come at the end.
    package static let mostHeld = 2
    private let encoder: any PacketEncoder
    private let packetSize: Int
    /// Room for a packet that is encoded and then dropped.
    private let dropped: UnsafeMutableRawBufferPointer
    private var sizes: [PacketDescription] = []

    init(_ encoder: any PacketEncoder) {
        self.encoder = encoder
        packetSize = encoder.outputFormat.framesPerPacket
        dropped = .allocate(byteCount: encoder.maximumPacketSize, alignment: 16)
    }

    deinit { dropped.deallocate() }

    /// Encodes frames, the last packet's filled with silence, and drops what comes out.
    package func pass(_ input: UnsafeRawBufferPointer, frames: Int) throws(AudioError) {
        let frameSize = encoder.inputFormat.bytesPerFrame
        for first in stride(from: 0, to: frames, by: packetSize) {
            sizes.removeAll(keepingCapacity: true)
            let rest = UnsafeRawBufferPointer(rebasing: input[(first * frameSize)...])
            _ = try encoder.encode(rest, frames: min(packetSize, frames - first), into: dropped, sizes: &sizes)
        }
    }

    /// Encodes frames, the last packet's filled with silence: as `PacketEncoder.encode`.
    package func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        try encoder.encode(input, frames: frames, into: output, sizes: &sizes)
    }

    /// The packets held back, where the stream ends in the lane's segment.
    package func finish(
        into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        try encoder.finish(into: output, sizes: &sizes)
    }

    package func reset() { encoder.reset() }
}

/// Encodes a stream that is divided among lanes, on the calling thread.
final class LanedEncoder: PacketEncoder {
    private let first: any PacketEncoder
    private let makeEncoder: () throws(AudioError) -> any PacketEncoder
    private let plan: LanePlan
    private var lanes: [EncoderLane]
    /// Packets' worth of frames that went in.
    private var packetsIn = 0

    /// - Parameter makeEncoder: makes one more encoder, all of them alike: each gives a packet when the next one's frames
    ///   are there.
    init(
        _ plan: LanePlan, _ makeEncoder: @escaping () throws(AudioError) -> any PacketEncoder
    ) throws(AudioError) {
        self.plan = plan
        self.makeEncoder = makeEncoder
        first = try makeEncoder()
        lanes = [EncoderLane(first)]
    }

    var inputFormat: StreamFormat { first.inputFormat }
    var outputFormat: StreamFormat { first.outputFormat }
    var magicCookie: [UInt8] { first.magicCookie }
    var maximumPacketSize: Int { first.maximumPacketSize }
    var primingFrames: Int { first.primingFrames }
    var leadingSilence: Int { first.leadingSilence }
    var bitRate: Int? { first.bitRate }

    func reset() {
        lanes.removeSubrange(1...)
        lanes[0].reset()
        packetsIn = 0
    }

    func makeLanes() throws(AudioError) -> (plan: LanePlan, lanes: [EncoderLane])? {
        var made: [EncoderLane] = []
        for _ in 0..<LanePlan.count { made.append(EncoderLane(try makeEncoder())) }
        return (plan, made)
    }

    /// A lane; made when its first segment comes near.
    private func lane(_ index: Int) throws(AudioError) -> EncoderLane {
        while lanes.count <= index { lanes.append(EncoderLane(try makeEncoder())) }
        return lanes[index]
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard frames >= 0, frames <= input.count / inputFormat.bytesPerFrame else { throw .converterInputSize }
        let whole = outputFormat.framesPerPacket
        var (packets, end) = (0, 0)
        for first in stride(from: 0, to: frames, by: whole) {
            let rest = UnsafeRawBufferPointer(rebasing: input[(first * inputFormat.bytesPerFrame)...])
            let known = sizes.count
            let room = UnsafeMutableRawBufferPointer(rebasing: output[end...])
            packets += try encodeOne(rest, frames: min(whole, frames - first), into: room, sizes: &sizes)
            // Each call counts from where its room begins.
            for index in known..<sizes.count {
                sizes[index].offset += Int64(end)
                end = Int(sizes[index].offset) + Int(sizes[index].size)
            }
        }
        return packets
    }

    /// Gives one packet's frames to all lanes that need them.
    private func encodeOne(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        defer { packetsIn += 1 }
        var packets = 0
        for index in 0..<LanePlan.count {
            switch plan.part(of: index, at: packetsIn) {
            case .none: continue
            case .passed: try lane(index).pass(input, frames: frames)
            case .encoded: packets += try lane(index).encode(input, frames: frames, into: output, sizes: &sizes)
            }
        }
        return packets
    }

    func finish(
        into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard packetsIn > 0 else { return 0 }
        return try lane(plan.lane(endingAt: packetsIn)).finish(into: output, sizes: &sizes)
    }
}
