import AudioCore
public import AudioToolbox
import Foundation

/// Memory for packets of an encoded format.
open class AVAudioCompressedBuffer: AVAudioBuffer {
    private let capacity: AVAudioPacketCount
    private let packetSize: Int
    private var packets: AVAudioPacketCount = 0
    private var bytes: UInt32 = 0
    private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

    // MARK: Making a buffer

    /// Memory for packets of at most so many bytes each. Ends the program for linear PCM, and for more memory than there is.
    ///
    /// - Parameters:
    ///   - format: the encoded format of the packets.
    ///   - packetCapacity: how many packets there is room for.
    ///   - maximumPacketSize: bytes of the largest packet.
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        let form = format.engineFormat
        require(!form.isPCM, "!isPCMFormat")
        require(maximumPacketSize > 0, "maximumPacketSize > 0")
        let (size, isTooLarge) = maximumPacketSize.multipliedReportingOverflow(by: Int(packetCapacity))
        let memory = isTooLarge ? nil : BufferMemory(count: 1, channels: form.channels, capacity: size)
        require(memory != nil, "packetCapacity * maximumPacketSize <= UINT_MAX")
        capacity = packetCapacity
        packetSize = maximumPacketSize
        if form.hasConstantPacketSize {
            descriptions = nil
        } else {
            // The system gives pages of zeros when they are used first, so that a large capacity costs nothing yet.
            let count = max(Int(packetCapacity), 1)
            let zeros = calloc(count, MemoryLayout<AudioStreamPacketDescription>.stride)
            require(zeros != nil, "memory for packetCapacity descriptions")
            descriptions = zeros!.bindMemory(to: AudioStreamPacketDescription.self, capacity: count)
        }
        super.init(format: format, memory: memory!)
    }

    /// Memory for packets of one size. Ends the program for a format whose packets vary in size.
    ///
    /// - Parameters:
    ///   - format: an encoded format whose packets have one size.
    ///   - packetCapacity: how many packets there is room for.
    public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
        let size = Int(format.streamDescription.pointee.mBytesPerPacket)
        require(size > 0, "format.streamDescription->mBytesPerPacket > 0")
        self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: size)
    }

    deinit { free(descriptions) }

    // MARK: Packets

    /// How many packets the memory holds.
    open var packetCapacity: AVAudioPacketCount { capacity }

    /// How many packets are in the memory, 0 at first. Ends the program for more than `packetCapacity`.
    ///
    /// Where packets have one size, `byteLength` follows.
    open var packetCount: AVAudioPacketCount {
        get { packets }
        set {
            require(newValue <= capacity, "packetCount <= packetCapacity")
            packets = newValue
            let form = format.engineFormat
            guard form.hasConstantPacketSize else { return }
            // Packets may be larger than the client said, and then fewer have room.
            let (bytes, overflows) = Int(newValue).multipliedReportingOverflow(by: form.bytesPerPacket)
            byteLength = UInt32(overflows ? memory.capacity : min(bytes, memory.capacity))
        }
    }

    /// Bytes of the largest packet that has room.
    open var maximumPacketSize: Int { packetSize }

    // MARK: Bytes and descriptions

    /// The packets' bytes.
    open var data: UnsafeMutableRawPointer { memory.data(0) }

    /// How many bytes the memory holds.
    open var byteCapacity: UInt32 { UInt32(memory.capacity) }

    /// How many bytes of the memory hold packets, 0 at first. Ends the program for more than `byteCapacity`.
    open var byteLength: UInt32 {
        get { bytes }
        set {
            require(newValue <= byteCapacity, "byteLength <= byteCapacity")
            bytes = newValue
            memory.fill(Int(newValue))
        }
    }

    /// Where each packet is; nil if packets have one size.
    open var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? { descriptions }

    /// On which packet each depends; nil, as in no format that is encoded here packets depend on others far away.
    open var packetDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>? { nil }

    override func duplicate() -> AVAudioBuffer {
        let copy = AVAudioCompressedBuffer(
            format: format, packetCapacity: capacity, maximumPacketSize: packetSize)
        copy.memory.copy(Int(bytes), from: memory)
        copy.packetCount = packets
        copy.byteLength = bytes
        if let descriptions, let target = copy.descriptions { target.update(from: descriptions, count: Int(packets)) }
        return copy
    }
}
