import CoreFoundation
import Foundation

// The members that sample buffers have in Swift: copies, times and sizes.

extension CMSampleBuffer {
    private convenience init(_ make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus) throws {
        var made: CMSampleBuffer?
        try check(make(&made))
        let other = made!
        let state = other.state.withLock { $0 }
        do throws(Refusal) {
            try self.init(state.data, isReady: false, other.format, other.timing, other.packets)
        } catch { throw failure(error.status) }
        self.state.withLock { $0 = state }
        CMPropagateAttachments(other, destination: self)
    }

    /// Makes a buffer with the samples of another.
    ///
    /// - Parameter sampleBuffer: the other.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
        try self.init { CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: sampleBuffer, sampleBufferOut: $0) }
    }

    /// Makes a buffer with the samples of another at other times.
    ///
    /// - Parameters:
    ///   - sampleBuffer: the other.
    ///   - sampleTimings: the times: none, one for each sample, or one for all.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo])
        throws
    {
        try self.init {
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil, sampleBuffer: sampleBuffer, sampleTimingEntryCount: sampleTimings.count,
                sampleTimingArray: sampleTimings, sampleBufferOut: $0)
        }
    }

    /// Makes a buffer with some of the samples of another.
    ///
    /// - Parameters:
    ///   - sampleBuffer: the other.
    ///   - range: the numbers of the samples.
    /// - Throws: an error of `CMSampleBuffer.Error`.
    public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
        try self.init {
            CMSampleBufferCopySampleBufferForRange(
                allocator: nil, sampleBuffer: sampleBuffer,
                sampleRange: CFRange(location: range.lowerBound, length: range.boundedCount), sampleBufferOut: $0)
        }
    }

    /// How many samples there are; of linear PCM, frames.
    public var numSamples: Int { timing.count }
    /// The format; nil for none.
    public var formatDescription: CMFormatDescription? { format }
    /// From the earliest presentation time to the end of the last sample; invalid without times.
    public var duration: CMTime { CMSampleBufferGetDuration(self) }
    /// The earliest presentation time; invalid without times.
    public var presentationTimeStamp: CMTime { CMSampleBufferGetPresentationTimeStamp(self) }
    /// The decode time of the first sample; invalid where that is in the order of presentation.
    public var decodeTimeStamp: CMTime { CMSampleBufferGetDecodeTimeStamp(self) }
    /// How long the buffer lasts without what is trimmed, at its speed.
    public var outputDuration: CMTime { CMSampleBufferGetOutputDuration(self) }
    /// When the buffer without what is trimmed begins to be heard or shown.
    public var outputPresentationTimeStamp: CMTime { CMSampleBufferGetOutputPresentationTimeStamp(self) }
    /// When the buffer is decoded for its output time.
    public var outputDecodeTimeStamp: CMTime { CMSampleBufferGetOutputDecodeTimeStamp(self) }
    /// The size of all samples in bytes; 0 without sizes.
    public var totalSampleSize: Int { timing.totalSize }

    /// Sets when the buffer without what is trimmed begins to be heard or shown.
    ///
    /// - Parameter pts: the time; invalid for what follows from the other times.
    /// - Throws: nothing.
    public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
        try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
    }

    /// The times of the samples.
    ///
    /// - Returns: one for each sample, or one for all.
    /// - Throws: `bufferHasNoSampleTimingInfo` for no times.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard !timing.timings.isEmpty else { throw Error.bufferHasNoSampleTimingInfo }
        return timing.timings
    }

    /// The times of the samples at the output time and speed.
    ///
    /// - Returns: one for each sample, or one for all.
    /// - Throws: `bufferHasNoSampleTimingInfo` for no times.
    public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
        var infos = [CMSampleTimingInfo](repeating: .invalid, count: timing.timings.count)
        try check(
            CMSampleBufferGetOutputSampleTimingInfoArray(
                self, entryCount: infos.count, arrayToFill: &infos, entriesNeededOut: nil))
        return infos
    }

    /// The times of a sample.
    ///
    /// - Parameter sampleIndex: the number of the sample.
    /// - Returns: its times.
    /// - Throws: `sampleIndexOutOfRange`, `bufferHasNoSampleTimingInfo`.
    public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
        var info = CMSampleTimingInfo.invalid
        try check(CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &info))
        return info
    }

    /// The sizes of the samples.
    ///
    /// - Returns: bytes: one number for each sample, or one for all.
    /// - Throws: `bufferHasNoSampleSizes` for no sizes.
    public func sampleSizes() throws -> [Int] {
        guard !timing.sizes.isEmpty else { throw Error.bufferHasNoSampleSizes }
        return timing.sizes
    }

    /// The size of a sample.
    ///
    /// - Parameter sampleIndex: the number of the sample.
    /// - Returns: its size in bytes; 0 for no such sample, and without sizes.
    public func sampleSize(at sampleIndex: Int) -> Int { timing.size(of: sampleIndex) }

    /// A buffer of each sample.
    ///
    /// - Returns: the buffers, made one by one.
    /// - Throws: an error of `CMSampleBuffer.Error` where the data is not there.
    public func singleSampleBuffers() throws -> SingleSampleBuffers {
        do throws(Refusal) { _ = try readyData } catch { throw failure(error.status) }
        return SingleSampleBuffers(buffer: self)
    }

    /// A buffer of each sample of another, made one by one.
    public struct SingleSampleBuffers: Sequence {
        let buffer: CMSampleBuffer

        /// The buffers in their order.
        ///
        /// - Returns: an iterator.
        public func makeIterator() -> Iterator { Iterator(buffer: buffer) }

        /// Makes a buffer of one sample after the other.
        public struct Iterator: IteratorProtocol {
            let buffer: CMSampleBuffer
            private var place = 0

            init(buffer: CMSampleBuffer) { self.buffer = buffer }

            /// Makes the buffer of the next sample.
            ///
            /// - Returns: the buffer; nil after the last.
            public mutating func next() -> CMSampleBuffer? {
                guard place < buffer.numSamples else { return nil }
                defer { place += 1 }
                return try? CMSampleBuffer(copying: buffer, forRange: place..<place + 1)
            }
        }
    }

    // MARK: Attachments of each sample

    /// The attachments of each sample. They are made when they are first asked for.
    public var sampleAttachments: SampleAttachmentsArray {
        SampleAttachmentsArray(dictionaries: perSampleAttachments(creating: true) ?? [])
    }

    /// The attachments of each sample of a buffer.
    public struct SampleAttachmentsArray: Collection {
        let dictionaries: [NSMutableDictionary]

        /// 0.
        public var startIndex: Int { 0 }
        /// The number of samples.
        public var endIndex: Int { dictionaries.count }

        /// The number that follows.
        ///
        /// - Parameter i: a number.
        /// - Returns: the next.
        public func index(after i: Int) -> Int { i + 1 }

        /// The attachments of a sample, whose changes are the buffer's.
        ///
        /// - Parameter sample: the number of the sample, which must be there.
        public subscript(sample: Int) -> PerSampleAttachmentsDictionary {
            get { PerSampleAttachmentsDictionary(dictionary: dictionaries[sample]) }
            nonmutating set {
                guard newValue.dictionary !== dictionaries[sample] else { return }
                dictionaries[sample].setDictionary(newValue.dictionary as! [AnyHashable: Any])
            }
        }
    }

    /// The attachments of a sample.
    public struct PerSampleAttachmentsDictionary: Sequence {
        let dictionary: NSMutableDictionary

        /// An attachment; setting nil removes it.
        ///
        /// - Parameter key: its name.
        public subscript(key: Key) -> Any? {
            get { dictionary.object(forKey: key.rawValue) }
            nonmutating set {
                if let newValue {
                    dictionary.setObject(newValue, forKey: key.rawValue)
                } else {
                    dictionary.removeObject(forKey: key.rawValue)
                }
            }
        }

        /// The attachments, in no order.
        ///
        /// - Returns: an iterator.
        public func makeIterator() -> Iterator {
            Iterator(
                rest: dictionary.allKeys.compactMap { key in
                    (key as? String).map { (Key(rawValue: $0 as NSString), dictionary.object(forKey: key) as Any) }
                })
        }

        /// Gives one attachment after the other.
        public struct Iterator: IteratorProtocol {
            var rest: [(key: Key, value: Any)]

            /// The next attachment.
            ///
            /// - Returns: its name and value; nil after the last.
            public mutating func next() -> (key: Key, value: Any)? { rest.popLast() }
        }
    }
}
