import AudioCore
import CAudioToolbox

/// What a client's callback passed and the converter has not used up yet.
///
/// The packets stay where the client has them. They count as valid until the callback is called again, so this may be
/// kept from one conversion call to the next, and the callback is only called once everything is used up.
final class ConverterInput {
    /// What asking came to.
    enum Outcome {
        case packets
        case endOfStream
        case status(Int32)
    }

    private let format: StreamFormat
    private let list: AudioBuffers
    /// Where the unused part of each buffer begins.
    let buffers: UnsafeMutablePointer<UnsafeRawPointer>
    /// Packets not used yet; for linear PCM these are frames.
    private(set) var packets = 0
    /// Descriptions of the unused packets, offsets from `buffers[0]`'s first byte; nil for packets of one size.
    private var descriptions: UnsafePointer<PacketDescription>?
    private var byteCount = 0

    init(_ format: StreamFormat) {
        self.format = format
        list = .allocate(count: format.bufferCount)
        buffers = .allocate(capacity: format.bufferCount)
        buffers.initialize(repeating: UnsafeRawPointer(list.list), count: format.bufferCount)
    }

    deinit {
        list.deallocate()
        buffers.deallocate()
    }

    func reset() {
        packets = 0
        descriptions = nil
    }

    /// Calls the client. Everything that it gave before must be used up.
    func ask(for wanted: Int, _ supply: Converter.Supply) throws(AudioError) -> Outcome {
        // Ignores another number that the client may have written.
        list.list.pointee.mNumberBuffers = UInt32(format.bufferCount)
        for index in 0..<format.bufferCount {
            list[index] = AudioBuffer(
                mNumberChannels: format.isInterleaved ? UInt32(format.channels) : 1, mDataByteSize: 0, mData: nil)
        }
        var count = UInt32(clamping: max(wanted, 1))
        var given: UnsafeMutablePointer<AudioStreamPacketDescription>?
        // Packets of constant size need no descriptions. If a client gives some, one description may span several
        // packets.
        let status = format.isPCM ? supply(&count, list.list, nil) : supply(&count, list.list, &given)
        guard status == 0 else { return .status(status) }
        guard count > 0 else { return .endOfStream }
        try format.hasConstantPacketSize ? takeConstant(Int(count), given) : takeVarying(Int(count), given)
        return packets > 0 ? .packets : .endOfStream
    }

    /// Takes as many whole packets as the data have, where these are fewer than the client's number: at the end of their sound, clients
    /// leave that number as it was asked for.
    private func takeConstant(
        _ count: Int, _ given: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws(AudioError) {
        var whole = given.map { packets(describedBy: $0, count: count) } ?? count
        for index in 0..<format.bufferCount {
            let size = Int(list[index].mDataByteSize)
            whole = min(whole, size / format.bytesPerPacket)
            guard whole > 0 || size == 0 else { throw .converterInputSize.because("the data are less than a packet") }
            guard whole > 0 else { break }
            guard let data = list[index].mData else { throw .converterInputSize.because("the callback gave no data") }
            buffers[index] = UnsafeRawPointer(data)
        }
        packets = whole
    }

    /// The number of constant-size packets in those that a client describes; the client's own number if the
    /// descriptions are not contiguous from the data's start.
    private func packets(describedBy given: UnsafePointer<AudioStreamPacketDescription>, count: Int) -> Int {
        var end: Int64 = 0
        // Ignores descriptions beyond the packets in the data.
        guard count <= Int(list[0].mDataByteSize) / format.bytesPerPacket else { return count }
        for index in 0..<count {
            // The client may have described all of its data with fewer descriptions than packets.
            guard end < Int64(list[0].mDataByteSize) else { break }
            guard given[index].mStartOffset == end else { return count }
            end += Int64(given[index].mDataByteSize)
        }
        let (packets, rest) = Int(end).quotientAndRemainder(dividingBy: format.bytesPerPacket)
        return rest == 0 ? max(packets, count) : count
    }

    private func takeVarying(
        _ count: Int, _ given: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) throws(AudioError) {
        guard let given else { throw .requiresPacketDescriptions }
        guard let data = list[0].mData else { throw .converterInputSize.because("the callback gave no data") }
        let size = Int64(list[0].mDataByteSize)
        // The two structs have the same fields in the same places.
        let converted = UnsafeRawPointer(given).assumingMemoryBound(to: PacketDescription.self)
        for index in 0..<count {
            let packet = converted[index]
            guard packet.offset >= 0, packet.offset <= size, Int64(packet.size) <= size - packet.offset else {
                throw .converterInputSize.because("a packet description points outside of the data")
            }
        }
        buffers[0] = UnsafeRawPointer(data)
        byteCount = Int(size)
        descriptions = converted
        packets = count
    }

    /// The unused packets, for a decoder.
    var encoded: (bytes: UnsafeRawBufferPointer, descriptions: UnsafeBufferPointer<PacketDescription>?) {
        guard let descriptions else {
            return (UnsafeRawBufferPointer(start: buffers[0], count: packets * format.bytesPerPacket), nil)
        }
        return (
            UnsafeRawBufferPointer(start: buffers[0], count: byteCount),
            UnsafeBufferPointer(start: descriptions, count: packets)
        )
    }

    /// Drops the first `count` packets.
    func consume(_ count: Int) {
        packets -= count
        if descriptions != nil {
            descriptions? += count
        } else {
            for index in 0..<format.bufferCount { buffers[index] += count * format.bytesPerPacket }
        }
    }
}
