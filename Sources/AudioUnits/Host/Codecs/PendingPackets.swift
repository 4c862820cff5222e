import AudioCore
import CAudioToolbox

/// Packets that a client has handed to a codec and the codec's converter has not asked for.
///
/// The converter keeps pointers to what it was given until it asks again, so there are two memories: one that grows while the client passes
/// packets in, and one that the converter has.
final class PendingPackets {
    /// What the converter is given when there is nothing for now. It is no status of the library.
    static let nothingNow: Int32 = 0x6D6F_7265  // 'more'

    /// Bytes of packets that are taken before the converter has asked for some.
    var capacity = 65_536
    private(set) var isAtEnd = false
    private var format = StreamFormat.int16(sampleRate: 0, channels: 1)
    private var bytes: [UInt8] = []
    private var packets = 0
    private var descriptions: [AudioStreamPacketDescription] = []
    private var given = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 16)
    private var givenDescriptions = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: 0)

    deinit {
        given.deallocate()
        givenDescriptions.deallocate()
    }

    var byteCount: Int { bytes.count }
    var isEmpty: Bool { packets == 0 }

    func begin(_ format: StreamFormat) {
        reset()
        self.format = format
    }

    func reset() {
        isAtEnd = false
        clear()
    }

    private func clear() {
        bytes.removeAll(keepingCapacity: true)
        descriptions.removeAll(keepingCapacity: true)
        packets = 0
    }

    /// Takes as many whole packets as there is room for; a packet that is larger than all of the room where there is no other.
    ///
    /// - Returns: the bytes and packets that were taken.
    /// - Throws: `codecState` after the end, `codecBadData` for descriptions outside of the data or packets without any.
    func append(
        _ data: UnsafeRawBufferPointer, _ count: Int, _ given: UnsafePointer<AudioStreamPacketDescription>?
    ) throws(AudioError) -> (bytes: UInt32, packets: UInt32) {
        guard !isAtEnd else { throw .codecState.because("the input has ended; reset the codec") }
        guard count > 0, !data.isEmpty else {
            isAtEnd = true
            return (0, 0)
        }
        return try format.hasConstantPacketSize ? appendConstant(data, count) : appendVarying(data, count, given)
    }

    private func appendConstant(
        _ data: UnsafeRawBufferPointer, _ count: Int
    ) throws(AudioError) -> (bytes: UInt32, packets: UInt32) {
        let size = format.bytesPerPacket
        let room = max(capacity - bytes.count, bytes.isEmpty ? size : 0)
        let taken = min(count, data.count / size, room / size)
        guard taken > 0 || data.count >= size else { throw .codecBadData.because("there is less than one packet") }
        bytes.append(contentsOf: data[..<(taken * size)])
        packets += taken
        return (UInt32(taken * size), UInt32(taken))
    }

    private func appendVarying(
        _ data: UnsafeRawBufferPointer, _ count: Int, _ given: UnsafePointer<AudioStreamPacketDescription>?
    ) throws(AudioError) -> (bytes: UInt32, packets: UInt32) {
        // One packet may stand alone, without a description.
        guard given != nil || count == 1 else { throw .codecBadData.because("the packets have no descriptions") }
        var end: Int64 = 0
        var taken = 0
        for index in 0..<count {
            var packet =
                given?[index]
                ?? AudioStreamPacketDescription(
                    mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(data.count))
            let size = Int64(packet.mDataByteSize)
            guard packet.mStartOffset >= 0, packet.mStartOffset <= Int64(data.count),
                size <= Int64(data.count) - packet.mStartOffset
            else {
                // The packets before it are taken, and the client learns how many.
                if taken > 0 { break }
                throw .codecBadData.because("a packet description points outside of the data")
            }
            guard bytes.isEmpty || bytes.count + Int(size) <= capacity else { break }
            let start = Int(packet.mStartOffset)
            end = max(end, packet.mStartOffset + size)
            packet.mStartOffset = Int64(bytes.count)
            bytes.append(contentsOf: data[start..<start + Int(size)])
            descriptions.append(packet)
            packets += 1
            taken += 1
        }
        return (UInt32(clamping: end), UInt32(taken))
    }

    /// Gives the converter all that is here, as its input callback.
    func give(
        _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ described: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> Int32 {
        count.pointee = 0
        guard packets > 0 else { return isAtEnd ? 0 : Self.nothingNow }
        if given.count < bytes.count {
            given.deallocate()
            given = .allocate(byteCount: bytes.count, alignment: 16)
        }
        given.copyBytes(from: bytes)
        list.pointee.mBuffers.mData = given.baseAddress
        list.pointee.mBuffers.mDataByteSize = UInt32(bytes.count)
        count.pointee = UInt32(packets)
        if let described, !descriptions.isEmpty {
            if givenDescriptions.count < descriptions.count {
                givenDescriptions.deallocate()
                givenDescriptions = .allocate(capacity: descriptions.count)
            }
            _ = givenDescriptions.update(fromContentsOf: descriptions)
            described.pointee = givenDescriptions.baseAddress
        }
        clear()
        return 0
    }
}
