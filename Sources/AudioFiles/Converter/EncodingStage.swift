import AudioCodecs
import AudioCore
import CAudioToolbox

/// Collects frames of linear PCM until they make whole packets, and encodes them: here, or on threads.
final class EncodingStage {
    let encoder: any PacketEncoder
    private let parallel: (any SharedEncoding)?
    private let framesPerPacket: Int
    private let frameSize: Int
    private let capacity: Int
    private let storage: UnsafeMutableRawPointer
    private var count = 0
    private var sizes: [PacketDescription] = []

    /// Packets that came out at the very end, waiting to be fetched.
    private var held: UnsafeMutableRawBufferPointer
    private var heldSizes: [PacketDescription] = []
    private var heldCount = 0
    private var heldPosition = 0
    private var heldOffset = 0

    private var isFinished = false
    private var framesIn = 0
    private var packetsOut = 0

    /// Packets that an encoder may hold back until its end.
    private static let maximumDelay = 16

    /// - Parameters:
    ///   - encoder: for this thread.
    ///   - parallel: encoders alike on other threads, where they can share a stream.
    init(_ encoder: any PacketEncoder, _ parallel: (any SharedEncoding)?) {
        self.encoder = encoder
        self.parallel = parallel
        framesPerPacket = max(encoder.outputFormat.framesPerPacket, 1)
        frameSize = encoder.inputFormat.bytesPerFrame
        capacity = max(PCMPipeline.runLength / framesPerPacket, 1) * framesPerPacket + encoder.leadingSilence
        storage = .allocate(byteCount: capacity * frameSize, alignment: 64)
        held = .allocate(byteCount: encoder.maximumPacketSize * Self.maximumDelay, alignment: 16)
        sizes.reserveCapacity(capacity / framesPerPacket + Self.maximumDelay)
        addSilence()
    }

    deinit {
        storage.deallocate()
        held.deallocate()
    }

    func reset() {
        encoder.reset()
        parallel?.reset()
        (count, heldCount, heldPosition, heldOffset) = (0, 0, 0, 0)
        (isFinished, framesIn, packetsOut) = (false, 0, 0)
        heldSizes.removeAll(keepingCapacity: true)
        addSilence()
    }

    /// Adds the silence before the first input frame.
    private func addSilence() {
        let silence = encoder.leadingSilence
        guard silence > 0 else { return }
        if let parallel {
            guard parallel.framesWanted >= silence, let room = parallel.room else { return }
            room.initializeMemory(as: UInt8.self, repeating: 0, count: silence * frameSize)
            parallel.add(frames: silence)
        } else {
            count = silence
            storage.initializeMemory(as: UInt8.self, repeating: 0, count: count * frameSize)
        }
    }

    /// Frames still missing before `packets` packets can be made, as far as there is room for them.
    func framesMissing(for packets: Int) -> Int {
        if let parallel { return parallel.framesWanted }
        let (wanted, overflow) = packets.multipliedReportingOverflow(by: framesPerPacket)
        // Requests whole packets: frames of silence beyond a whole packet remain in the buffer. A client that gives one
        // packet's frames per call would lose frames that were not requested.
        let most = min(overflow ? capacity : wanted, capacity - surplus) + surplus
        // The silence alone makes no packet: the client must first give some sound.
        return max(most - count, framesIn == 0 ? framesPerPacket : 0)
    }

    private var surplus: Int { encoder.leadingSilence % framesPerPacket }

    /// Where the next frames go.
    var room: UnsafeMutableRawPointer { parallel?.room ?? storage + count * frameSize }

    func add(frames: Int) {
        framesIn += frames
        if let parallel { parallel.add(frames: frames) } else { count += frames }
    }

    /// Frames that stand in the packets before and behind those that went in. The latter are known at the end.
    var primeInfo: ConverterPrimeInfo {
        let leading = encoder.primingFrames + encoder.leadingSilence
        guard isFinished else { return ConverterPrimeInfo(leading: leading) }
        return ConverterPrimeInfo(
            leading: leading, trailing: max(0, packetsOut * framesPerPacket - framesIn - leading))
    }

    /// Encodes what makes whole packets.
    func encode(into output: inout PacketRoom) throws(AudioError) {
        if let parallel {
            packetsOut += try parallel.moveOut(to: &output, all: false)
            return
        }
        try encode(frames: min(count / framesPerPacket, output.packetsLeft) * framesPerPacket, into: &output)
    }

    /// Encodes what is left, the last packet filled with silence, and what the encoder held back.
    func finish(into output: inout PacketRoom) throws(AudioError) {
        if let parallel, framesIn > 0 {
            parallel.flush()
            packetsOut += try parallel.moveOut(to: &output, all: true)
            guard parallel.isEmpty else { return }
            parallel.moveNotes(to: encoder)
        }
        if framesIn == 0 { count = 0 }
        while count > 0, output.packetsLeft > 0 {
            try encode(frames: min(count, output.packetsLeft * framesPerPacket), into: &output)
        }
        guard count == 0 else { return }
        if !isFinished {
            isFinished = true
            heldSizes.removeAll(keepingCapacity: true)
            heldCount = try encoder.finish(into: held, sizes: &heldSizes)
            packetsOut += heldCount
        }
        while heldPosition < heldCount, output.packetsLeft > 0 {
            let size = heldSizes.isEmpty ? encoder.maximumPacketSize : Int(heldSizes[heldPosition].size)
            output.append(UnsafeRawBufferPointer(rebasing: held[heldOffset..<heldOffset + size]), frames: 0)
            heldOffset += size
            heldPosition += 1
        }
    }

    private func encode(frames: Int, into output: inout PacketRoom) throws(AudioError) {
        guard frames > 0, framesIn > 0 else { return }
        sizes.removeAll(keepingCapacity: true)
        let packets = try encoder.encode(
            UnsafeRawBufferPointer(start: storage, count: count * frameSize), frames: frames, into: output.free,
            sizes: &sizes)
        packetsOut += packets
        output.noteWritten(packets, sizes: sizes)
        count -= frames
        storage.copyMemory(from: storage + frames * frameSize, byteCount: count * frameSize)
    }
}

/// The client's memory for packets, and how far it is filled.
struct PacketRoom {
    private let bytes: UnsafeMutableRawBufferPointer
    private let descriptions: UnsafeMutablePointer<PacketDescription>?
    private let wanted: Int
    private let maximumPacketSize: Int
    private(set) var packets = 0
    private(set) var byteCount = 0

    init(
        _ buffer: AudioBuffer, descriptions: UnsafeMutablePointer<PacketDescription>?, packets: Int,
        _ maximumPacketSize: Int
    ) {
        bytes = UnsafeMutableRawBufferPointer(
            start: buffer.mData, count: buffer.mData == nil ? 0 : Int(buffer.mDataByteSize))
        self.descriptions = descriptions
        self.wanted = packets
        self.maximumPacketSize = maximumPacketSize
    }

    var free: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: bytes[byteCount...]) }

    /// Packets that can still be taken whatever their size.
    var packetsLeft: Int { min(wanted - packets, (bytes.count - byteCount) / maximumPacketSize) }

    /// Records packets an encoder put at the start of `free`; without sizes all have the largest.
    mutating func noteWritten(_ count: Int, sizes: [PacketDescription]) {
        for index in 0..<count {
            note(
                size: sizes.isEmpty ? maximumPacketSize : Int(sizes[index].size),
                frames: sizes.isEmpty ? 0 : sizes[index].frames)
        }
    }

    mutating func append(_ packet: UnsafeRawBufferPointer, frames: UInt32) {
        free.copyMemory(from: packet)
        note(size: packet.count, frames: frames)
    }

    /// Appends packets that all have the largest size.
    mutating func append(_ packets: UnsafeRawBufferPointer, count: Int) {
        free.copyMemory(from: packets)
        noteWritten(count, sizes: [])
    }

    private mutating func note(size: Int, frames: UInt32) {
        descriptions?[packets] = PacketDescription(offset: Int64(byteCount), frames: frames, size: UInt32(size))
        packets += 1
        byteCount += size
    }
}
