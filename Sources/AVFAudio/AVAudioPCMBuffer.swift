import AudioCore
import AudioFiles
public import AudioToolbox

/// Memory for linear PCM.
open class AVAudioPCMBuffer: AVAudioBuffer {
    private let bytesPerFrame: Int
    private let capacity: AVAudioFrameCount
    private var length: AVAudioFrameCount = 0
    /// The first sample of each channel.
    private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>

    // MARK: Making a buffer

    /// Memory for no frame, of mono at 44.1 kHz: a placeholder for another buffer.
    public convenience init() {
        self.init(pcmFormat: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1)!, frameCapacity: 0)!
    }

    /// Memory for frames of a format, all zero.
    ///
    /// Nil for a format without bytes per frame or with more than 1,024 channels, which is the most that samples are converted and
    /// mixed in, and for more than 4 GiB a buffer. Ends the program for an encoded format.
    ///
    /// - Parameters:
    ///   - format: the format of the frames: linear PCM, such as a file's `processingFormat`.
    ///   - frameCapacity: how many frames there is room for.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        require(format.engineFormat.isPCM, "isPCMFormat")
        let form = format.engineFormat
        guard form.isValidPCM,
            let memory = BufferMemory(
                count: form.bufferCount, channels: form.isInterleaved ? form.channels : 1,
                capacity: Int(frameCapacity) * form.bytesPerFrame)
        else { return nil }
        bytesPerFrame = form.bytesPerFrame
        capacity = frameCapacity
        channels = Self.channels(form, memory)
        super.init(format: format, memory: memory)
    }

    /// Uses the memory of a list in place. It is full at first.
    ///
    /// Nil where the list has not the format's number of buffers, or these have no memory, no bytes or different sizes, and for a
    /// format with more than 1,024 channels.
    /// - Parameters:
    ///   - format: of the frames: linear PCM.
    ///   - bufferList: the memory to use. It has to stay until `deallocator` is called, or as long as the buffer.
    ///   - deallocator: called once with a list equal to `bufferList`, when the buffer is freed.
    public init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        require(format.engineFormat.isPCM, "isPCMFormat")
        let form = format.engineFormat
        let given = AudioBuffers(UnsafeMutablePointer(mutating: bufferList))
        guard form.isValidPCM, Int(bufferList.pointee.mNumberBuffers) == form.bufferCount else { return nil }
        let buffers = (0..<form.bufferCount).map { given[$0] }
        let size = buffers[0].mDataByteSize
        let frames = Int(size) / form.bytesPerFrame
        guard frames > 0, buffers.allSatisfy({ $0.mData != nil && $0.mDataByteSize == size }) else { return nil }
        let memory = BufferMemory(buffers) {
            guard let deallocator else { return }
            let list = AudioBuffers.allocate(count: buffers.count)
            for (index, buffer) in buffers.enumerated() { list[index] = buffer }
            deallocator(UnsafePointer(list.list))
            list.deallocate()
        }
        bytesPerFrame = form.bytesPerFrame
        capacity = AVAudioFrameCount(frames)
        channels = Self.channels(form, memory)
        super.init(format: format, memory: memory)
        frameLength = capacity
    }

    deinit { channels.deallocate() }

    private static func channels(
        _ form: StreamFormat, _ memory: BufferMemory
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer> {
        let table = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: form.channels)
        for index in 0..<form.channels {
            let first =
                form.isInterleaved ? memory.data(0) + index * form.bytesPerSample : memory.data(index)
            (table + index).initialize(to: first)
        }
        return table
    }

    /// The buffer in words, for a log.
    open override var description: String {
        "<\(type(of: self)) \(address(of: self)): \(frameLength) of \(frameCapacity) frames, \(format)>"
    }

    // MARK: Frames

    /// How many frames the memory holds.
    open var frameCapacity: AVAudioFrameCount { capacity }

    /// How many frames of the memory hold sound, 0 at first. Ends the program for more than `frameCapacity`.
    open var frameLength: AVAudioFrameCount {
        get { length }
        set {
            require(newValue <= capacity, "frameLength <= frameCapacity")
            length = newValue
            memory.fill(Int(newValue) * bytesPerFrame)
        }
    }

    // MARK: Samples

    /// Samples from one of a channel to the next: the number of channels of an interleaved format, else 1.
    open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    /// The first sample of each channel; nil unless samples are Float32. Steps are `stride` long.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { channelData(.pcmFormatFloat32) }

    /// The first sample of each channel; nil unless samples are Int16.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { channelData(.pcmFormatInt16) }

    /// The first sample of each channel; nil unless samples are Int32.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { channelData(.pcmFormatInt32) }

    private func channelData<Sample>(
        _ common: AVAudioCommonFormat
    ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == common else { return nil }
        // A pointer is as large as any other.
        return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    override func duplicate() -> AVAudioBuffer {
        guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity) else {
            fatalError("there is not enough memory for a copy of the buffer")
        }
        copy.memory.copy(Int(length) * bytesPerFrame, from: memory)
        copy.frameLength = length
        return copy
    }
}
