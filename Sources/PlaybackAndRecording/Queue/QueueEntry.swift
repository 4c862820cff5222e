import AudioCore
import AudioFiles
import CAudioToolbox

/// One thing a client has put in a playing queue's line.
struct QueueEntry {
    enum Kind {
        case buffer(QueueBuffer)
        /// What came before is to come out of the decoder and the converters before what follows.
        case flush
        /// The sound ends here: a stop that waits for everything before it.
        case end
    }

    var kind: Kind
    /// Which entry of the queue it is, counted from 1.
    var number = 0
    /// Packets of varying size; empty where they are constant.
    var descriptions: [PacketDescription] = []
    /// Decoded frames to leave out.
    var trimAtStart = 0
    var trimAtEnd = 0
    var events: [AudioQueueParameterEvent] = []
    /// Where on the queue's time line, in its sample rate, to start; nil: after what is before.
    var startFrame: Double?
}

/// A buffer of a queue: the C struct that the client sees, the memory behind it, and where it is.
final class QueueBuffer: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AudioQueueBuffer>
    let capacity: Int
    let descriptionCapacity: Int
    private let data: UnsafeMutableRawPointer
    private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    /// Whether it is in the queue's line, from the call that puts it there until its callback begins. Changed under the
    /// queue's lock.
    var isEnqueued = false

    init(byteCount: Int, descriptionCount: Int) {
        capacity = byteCount
        descriptionCapacity = descriptionCount
        data = .allocate(byteCount: max(byteCount, 1), alignment: 64)
        data.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        if descriptionCount > 0 {
            let room = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: descriptionCount)
            room.initialize(repeating: AudioStreamPacketDescription(), count: descriptionCount)
            descriptions = room
        } else {
            descriptions = nil
        }
        pointer = .allocate(capacity: 1)
        pointer.initialize(
            to: AudioQueueBuffer(
                mAudioDataBytesCapacity: UInt32(byteCount), mAudioData: data, mAudioDataByteSize: 0, mUserData: nil,
                mPacketDescriptionCapacity: UInt32(descriptionCount), mPacketDescriptions: descriptions,
                mPacketDescriptionCount: 0))
    }

    deinit {
        pointer.deallocate()
        descriptions?.deallocate()
        data.deallocate()
    }

    /// The bytes that count; what a client claims beyond the capacity does not.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: data, count: min(Int(pointer.pointee.mAudioDataByteSize), capacity))
    }

    /// The descriptions that the client has written into the buffer.
    var describedPackets: UnsafeBufferPointer<AudioStreamPacketDescription> {
        UnsafeBufferPointer(
            start: descriptions, count: min(Int(pointer.pointee.mPacketDescriptionCount), descriptionCapacity))
    }

    var room: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: data, count: capacity) }

    /// Puts down what a recording queue has written.
    func setContent(byteCount: Int, packets: [PacketDescription]) {
        pointer.pointee.mAudioDataByteSize = UInt32(byteCount)
        guard let descriptions else { return }
        let count = min(packets.count, descriptionCapacity)
        for index in 0..<count { descriptions[index] = AudioStreamPacketDescription(packets[index]) }
        pointer.pointee.mPacketDescriptionCount = UInt32(count)
    }
}
