import AudioCore

/// A decoder that gives each damaged packet its length of silence, so that everything after it keeps its position.
///
/// The length is the one that the packet's description states, or the one that all packets of the format have. Where neither
/// is known, it is that of the last packet that was decoded.
package final class ConcealingDecoder: PacketDecoder {
    private let decoder: any PacketDecoder
    /// Frames that each packet has but for a short last one; 0 where they vary.
    private let constantFrames: Int
    /// Bytes of each packet; 0 where they vary.
    private let constantSize: Int
    private let frameSize: Int
    /// Packets that were decoded, and packets that were not, since this was made.
    package private(set) var decodedPackets = 0
    package private(set) var damagedPackets = 0
    /// What was wrong with the last damaged packet.
    package private(set) var damage: AudioError?
    /// Whether the packet before was damaged. A packet of a codec in which packets overlap may then lack frames, too.
    private var isBehindDamage = false
    /// Frames of the last packet that was decoded.
    private var lastFrames = 0

    /// - Parameter format: of the packets.
    package init(_ decoder: any PacketDecoder, _ format: StreamFormat) {
        self.decoder = decoder
        constantFrames = format.framesPerPacket
        constantSize = format.bytesPerPacket
        frameSize = decoder.outputFormat.bytesPerFrame
    }

    package func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var frames = 0
        var first = 0
        // What remembers packets must not decode them twice where one is damaged.
        if decoder.preRollPackets == 0, count > 1, !isBehindDamage {
            first = decodedAtOnce(packets, descriptions, count: count, into: output, &frames)
        }
        for index in first..<count {
            let room = UnsafeMutableRawBufferPointer(rebasing: output[(frames * frameSize)...])
            frames += try decode(packet: index, of: packets, descriptions, into: room)
        }
        return frames
    }

    /// Decodes packets at once where none of them is damaged. Returns how many: all, all but a last one that may be short, or
    /// none.
    private func decodedAtOnce(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer, _ frames: inout Int
    ) -> Int {
        var count = count
        var isStated = false
        if let descriptions, descriptions.count >= count, constantFrames > 0 {
            isStated = Int(descriptions[0].frames) == constantFrames
            if isStated, Int(descriptions[count - 1].frames) != constantFrames { count -= 1 }
        }
        guard let decoded = try? decoder.decode(packets, descriptions, count: count, into: output),
            !isStated || decoded == count * constantFrames
        else { return 0 }
        frames = decoded
        decodedPackets += count
        return count
    }

    private func decode(
        packet index: Int, of packets: UnsafeRawBufferPointer,
        _ descriptions: UnsafeBufferPointer<PacketDescription>?, into room: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let description = descriptions?[index]
        let space = room.count / frameSize
        var frames = 0
        var failure: AudioError?
        do throws(AudioError) {
            if let descriptions {
                let one = UnsafeBufferPointer(rebasing: descriptions[index...index])
                frames = try decoder.decode(packets, one, count: 1, into: room)
            } else {
                let start = min(index * constantSize, packets.count)
                let rest = UnsafeRawBufferPointer(rebasing: packets[start...].prefix(constantSize))
                frames = try decoder.decode(rest, nil, count: 1, into: room)
            }
        } catch {
            guard Self.isDamage(error) else { throw error }
            failure = error
        }
        let stated = Int(description?.frames ?? 0)
        let isStated = constantFrames > 0 ? stated == constantFrames : stated > 0 && isBehindDamage
        // A packet that should have frames and has none is as good as damaged.
        if failure == nil, isStated, constantFrames > 0, frames == 0 { failure = Self.isEmpty }
        isBehindDamage = failure != nil
        guard let failure else {
            decodedPackets += 1
            if frames > 0 { lastFrames = frames }
            return isStated ? fit(frames, to: min(stated, space), room) : frames
        }
        damagedPackets += 1
        damage = failure
        let length = constantFrames > 0 ? constantFrames : stated > 0 ? stated : lastFrames
        return fit(0, to: min(length, space), room)
    }

    /// Appends silence to `frames` frames, or drops the last of them, so that there are `wanted`. Returns `wanted`.
    private func fit(_ frames: Int, to wanted: Int, _ room: UnsafeMutableRawBufferPointer) -> Int {
        if frames < wanted, let start = room.baseAddress {
            (start + frames * frameSize).initializeMemory(
                as: UInt8.self, repeating: 0, count: (wanted - frames) * frameSize)
        }
        return wanted
    }

    /// Whether an error is the packet's fault, and not that of who hands packets over.
    private static func isDamage(_ error: AudioError) -> Bool {
        error.status == AudioError.converterUnspecified.status || error.status == AudioError.converterOutputSize.status
    }

    private static let isEmpty = AudioError.converterUnspecified.because("a packet decodes to nothing")

    // MARK: The decoder's own

    package var outputFormat: StreamFormat { decoder.outputFormat }
    package var primingFrames: Int { decoder.primingFrames }
    package var preRollPackets: Int { decoder.preRollPackets }
    package var packetsPerCycle: Int { decoder.packetsPerCycle }
    package var packetsPerSegment: Int? { decoder.packetsPerSegment }
    package var maximumFramesPerPacket: Int { decoder.maximumFramesPerPacket }

    package func memory(of run: PacketRun) -> Int? { decoder.memory(of: run) }

    package func beginLead(packets: Int) { decoder.beginLead(packets: packets) }

    package func beginSegment() { decoder.beginSegment() }

    package func reset() {
        decoder.reset()
        isBehindDamage = false
    }

    package var state: [Int32]? {
        get { decoder.state }
        set { decoder.state = newValue }
    }
}
