public import CoreAudio
import CoreAudioTypes
import Foundation

// The members that sample buffers have in Swift.

extension CMSampleBuffer {
    /// Makes a buffer of samples whose data is there.
    ///
    /// - Parameters:
    ///   - dataBuffer: the data; nil for none.
    ///   - formatDescription: the format; nil for none.
    ///   - numSamples: how many samples there are; for linear PCM, frames.
    ///   - sampleTimings: their times: none, one for each, or one for all.
    ///   - sampleSizes: their sizes in bytes: none, one for each, or one for all.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
    ) throws {
        try self.init(
            dataBuffer, true, formatDescription,
            { () throws(Refusal) in
                try SampleTiming(count: numSamples, timings: sampleTimings, sizes: sampleSizes)
            }, nil, nil)
    }

    /// Makes a buffer of samples whose data comes later.
    ///
    /// - Parameters:
    ///   - dataBuffer: the data; nil for none so far.
    ///   - dataReady: whether it is there.
    ///   - formatDescription: the format; nil for none.
    ///   - numSamples: how many samples there are; for linear PCM, frames.
    ///   - sampleTimings: their times: none, one for each, or one for all.
    ///   - sampleSizes: their sizes in bytes: none, one for each, or one for all.
    ///   - makeDataReadyHandler: makes the data ready.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?,
        numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
        makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        try self.init(
            dataBuffer, dataReady, formatDescription,
            { () throws(Refusal) in
                try SampleTiming(count: numSamples, timings: sampleTimings, sizes: sampleSizes)
            }, nil, makeDataReadyHandler)
    }

    /// Makes a buffer of sound whose data is there, with times and sizes from its format.
    ///
    /// - Parameters:
    ///   - dataBuffer: the data; nil for none.
    ///   - formatDescription: the format, of sound.
    ///   - numSamples: how many frames of linear PCM, or packets.
    ///   - presentationTimeStamp: when the first of them is heard.
    ///   - packetDescriptions: a description of each packet; none for packets of one size.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription, numSamples: CMItemCount,
        presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
    ) throws {
        let packets = packetDescriptions.isEmpty ? nil : SamplePackets(packetDescriptions)
        try self.init(
            dataBuffer, true, formatDescription,
            { () throws(Refusal) in
                try .audio(formatDescription, count: numSamples, at: presentationTimeStamp, packets)
            }, packets, nil)
    }

    /// Makes a buffer of sound whose data comes later, with times and sizes from its format.
    ///
    /// - Parameters:
    ///   - dataBuffer: the data; nil for none so far.
    ///   - dataReady: whether it is there.
    ///   - formatDescription: the format, of sound.
    ///   - numSamples: how many frames of linear PCM, or packets.
    ///   - presentationTimeStamp: when the first of them is heard.
    ///   - packetDescriptions: a description of each packet; none for packets of one size.
    ///   - makeDataReadyHandler: makes the data ready.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription,
        numSamples: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription],
        makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws {
        let packets = packetDescriptions.isEmpty ? nil : SamplePackets(packetDescriptions)
        try self.init(
            dataBuffer, dataReady, formatDescription,
            { () throws(Refusal) in
                try .audio(formatDescription, count: numSamples, at: presentationTimeStamp, packets)
            }, packets, makeDataReadyHandler)
    }

    private convenience init(
        _ data: CMBlockBuffer?, _ isReady: Bool, _ format: CMFormatDescription?,
        _ timing: () throws(Refusal) -> SampleTiming, _ packets: SamplePackets?,
        _ makeReady: CMSampleBufferMakeDataReadyHandler?
    ) throws {
        do throws(Refusal) {
            try self.init(data, isReady: isReady, format, timing(), packets, makeReady: makeReady)
        } catch { throw failure(error.status) }
    }

    // MARK: Data

    /// The data; nil where it has not come so far, and for a buffer that is not valid any more.
    public var dataBuffer: CMBlockBuffer? { CMSampleBufferGetDataBuffer(self) }

    /// Sets the data of a buffer that has none.
    ///
    /// - Parameter dataBuffer: the data.
    /// - Throws: an error of `CMSampleBuffer.Error`: `alreadyHasDataBuffer`, `invalidated`.
    public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
        try check(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
    }

    /// Sets the data of a buffer that has none: a copy of what is in a list of audio buffers. The data is ready then.
    ///
    /// - Parameters:
    ///   - bufferList: the audio buffers.
    ///   - blockBufferMemoryAllocator: ignored.
    ///   - flags: whether the memory begins at a multiple of 16 bytes.
    /// - Throws: an error of `CMSampleBuffer.Error`, as `CMSampleBufferSetDataBufferFromAudioBufferList` returns it.
    public func setDataBuffer(
        fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>, blockBufferMemoryAllocator: CFAllocator? = nil,
        flags: Flags = []
    ) throws {
        try check(
            CMSampleBufferSetDataBufferFromAudioBufferList(
                self, blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator,
                flags: flags.rawValue, bufferList: bufferList))
    }

    /// Calls `body` with the data as a list of audio buffers.
    ///
    /// - Parameters:
    ///   - blockBufferMemoryAllocator: ignored.
    ///   - flags: whether the memory begins at a multiple of 16 bytes.
    ///   - body: gets the list, which is there until it returns, and the block buffer that the list points into.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, or an error of `CMSampleBuffer.Error`.
    public func withAudioBufferList<R>(
        blockBufferMemoryAllocator: CFAllocator? = nil, flags: Flags = [],
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
    ) throws -> R {
        var (size, block) = (0, CMBlockBuffer?.none)
        try check(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                self, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
                blockBufferMemoryAllocator: nil, flags: flags.rawValue, blockBufferOut: nil))
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        try check(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                self, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: size,
                blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator,
                flags: flags.rawValue, blockBufferOut: &block))
        return try withExtendedLifetime(block) { try body(UnsafeMutableAudioBufferListPointer(list), $0!) }
    }

    /// Copies frames of linear PCM into a list of audio buffers.
    ///
    /// - Parameters:
    ///   - range: the numbers of the frames.
    ///   - bufferList: the audio buffers, as many as the format has. Each has memory for the frames.
    /// - Throws: an error of `CMSampleBuffer.Error`, as `CMSampleBufferCopyPCMDataIntoAudioBufferList` returns it.
    public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws
    {
        guard let start = Int32(exactly: range.lowerBound), let count = Int32(exactly: range.boundedCount) else {
            throw Error.sampleIndexOutOfRange
        }
        try check(CMSampleBufferCopyPCMDataIntoAudioBufferList(self, at: start, frameCount: count, into: bufferList))
    }

    /// The descriptions of the packets.
    ///
    /// - Returns: the descriptions; none where the packets have none.
    /// - Throws: `invalidMediaTypeForOperation` for what is not sound.
    public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
        try withUnsafeAudioStreamPacketDescriptions { Array($0) }
    }

    /// Calls `body` with the descriptions of the packets.
    ///
    /// - Parameter body: gets the descriptions, which are there until it returns.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, or `invalidMediaTypeForOperation` for what is not sound.
    public func withUnsafeAudioStreamPacketDescriptions<R>(
        _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
    ) throws -> R {
        var (start, size) = (UnsafePointer<AudioStreamPacketDescription>?.none, 0)
        try check(
            CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
                self, packetDescriptionsPointerOut: &start, sizeOut: &size))
        defer { withExtendedLifetime(self) {} }
        return try body(
            UnsafeBufferPointer(start: start, count: size / MemoryLayout<AudioStreamPacketDescription>.stride))
    }

    // MARK: Readiness

    /// Says whether the data is there.
    ///
    /// - Parameter newValue: whether it is.
    /// - Throws: `invalidated` for a buffer that is not valid any more.
    public func setDataReadiness(_ newValue: DataReadiness) throws {
        switch newValue {
        case .ready: try check(CMSampleBufferSetDataReady(self))
        case .failed(let status): try check(CMSampleBufferSetDataFailed(self, status: status))
        case .notReady:
            guard isValid else { throw Error.invalidated }
            state.withLock { $0.readiness = .notReady }
        }
    }

    /// Has the buffer's own function make the data ready.
    ///
    /// - Throws: an error of the function's status, or one of `CMSampleBuffer.Error`.
    public func makeDataReady() throws { try check(CMSampleBufferMakeDataReady(self)) }

    /// Has the buffer be ready when another is.
    ///
    /// - Parameter sampleBufferToTrack: the other.
    /// - Throws: `invalidated` for a buffer that is not valid any more.
    public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
        try check(CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
    }

    /// Whether the buffer has not been invalidated.
    public var isValid: Bool { CMSampleBufferIsValid(self) }

    /// Makes the buffer invalid: its function for that is called, and its data goes away.
    ///
    /// - Throws: `invalidated` for a buffer that is not valid any more.
    public func invalidate() throws { try check(CMSampleBufferInvalidate(self)) }

    /// Sets what is called when the buffer is invalidated, in place of what was set before.
    ///
    /// - Parameter body: called once with the buffer, on the thread that invalidates it. What it throws is ignored.
    /// - Throws: `invalidated` for a buffer that is not valid any more.
    public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
        try check(CMSampleBufferSetInvalidateHandler(self) { try? body($0) })
    }
}
