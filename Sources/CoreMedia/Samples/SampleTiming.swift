import CoreAudioTypes
import Foundation

/// When one sample, or each of several, is decoded and heard or shown.
@frozen
public struct CMSampleTimingInfo: Sendable {
    /// How long a sample lasts.
    public var duration: CMTime
    /// When it is heard or shown.
    public var presentationTimeStamp: CMTime
    /// When it is decoded; invalid where that is in the order of presentation.
    public var decodeTimeStamp: CMTime

    /// Creates times.
    ///
    /// - Parameters:
    ///   - duration: how long a sample lasts.
    ///   - presentationTimeStamp: when it is heard or shown.
    ///   - decodeTimeStamp: when it is decoded.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Creates times of 0, none of which is valid.
    public init() { self = Self.invalid }

    /// No times at all.
    public static var invalid: Self {
        Self(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }
}

/// No times at all: `CMSampleTimingInfo.invalid`.
public var kCMTimingInfoInvalid: CMSampleTimingInfo { .invalid }

/// The times and the sizes of the samples of a buffer.
///
/// There are none, one of each sample, or one for all of them: then the times are those of the first, and each other one follows the
/// one before it.
struct SampleTiming {
    let count: Int
    var timings: [CMSampleTimingInfo]
    var sizes: [Int]

    init(count: Int, timings: [CMSampleTimingInfo], sizes: [Int]) throws(Refusal) {
        guard count >= 0 else { throw Refusal(status: kCMSampleBufferError_InvalidEntryCount) }
        guard timings.count <= 1 || timings.count == count, sizes.count <= 1 || sizes.count == count else {
            throw Refusal(status: kCMSampleBufferError_InvalidEntryCount)
        }
        var total = 0
        for size in sizes {
            let (sum, isTooLarge) = total.addingReportingOverflow(size)
            guard size >= 0, !isTooLarge else { throw Refusal(status: kCMSampleBufferError_InvalidSampleData) }
            total = sum
        }
        if let size = sizes.first, sizes.count == 1, size.multipliedReportingOverflow(by: count).overflow {
            throw Refusal(status: kCMSampleBufferError_InvalidSampleData)
        }
        (self.count, self.timings, self.sizes) = (count, timings, sizes)
    }

    func timing(of index: Int) throws(Refusal) -> CMSampleTimingInfo {
        guard let first = timings.first else { throw Refusal(status: kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
        guard index >= 0, index < count else { throw Refusal(status: kCMSampleBufferError_SampleIndexOutOfRange) }
        guard timings.count == 1 else { return timings[index] }
        guard index > 0 else { return first }
        let passed = first.duration.times(index)
        var timing = first
        if first.presentationTimeStamp.isValid { timing.presentationTimeStamp = first.presentationTimeStamp + passed }
        if first.decodeTimeStamp.isValid { timing.decodeTimeStamp = first.decodeTimeStamp + passed }
        return timing
    }

    /// The earliest time at which a sample is heard or shown.
    var presentationTimeStamp: CMTime {
        timings.lazy.map(\.presentationTimeStamp).filter(\.isValid).min() ?? .invalid
    }

    /// When the first sample is decoded.
    var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

    /// From the earliest time to the end of the last sample.
    var duration: CMTime {
        guard let first = timings.first else { return .invalid }
        if timings.count == 1 { return first.duration.times(count) }
        let ends = timings.lazy.filter(\.presentationTimeStamp.isValid).map { $0.presentationTimeStamp + $0.duration }
        if let end = ends.max(), end.isValid { return end - presentationTimeStamp }
        return timings.dropFirst().reduce(first.duration) { $0 + $1.duration }
    }

    func size(of index: Int) -> Int {
        guard index >= 0, index < count, let first = sizes.first else { return 0 }
        return sizes.count == 1 ? first : sizes[index]
    }

    var totalSize: Int { sizes.count == 1 ? sizes[0] * count : sizes.reduce(0, +) }

    /// Bytes before a sample. Linear where sizes differ.
    func offset(of index: Int) -> Int {
        sizes.count == 1 ? sizes[0] * index : sizes.prefix(index).reduce(0, +)
    }

    /// The times and sizes of some of the samples.
    func part(_ range: Range<Int>) throws(Refusal) -> SampleTiming {
        var part: [CMSampleTimingInfo] = []
        if timings.count == 1 { part = [try timing(of: range.lowerBound)] }
        if timings.count > 1 { part = Array(timings[range]) }
        return try SampleTiming(
            count: range.count, timings: part, sizes: sizes.count > 1 ? Array(sizes[range]) : sizes)
    }
}

extension CMTime {
    /// The time taken so many times, exactly where it fits.
    func times(_ count: Int) -> CMTime {
        guard isNumeric else { return self }
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: Int64(count))
        guard !isTooLarge else { return CMTimeMultiplyByFloat64(self, multiplier: Float64(count)) }
        var time = self
        time.value = product
        return time
    }
}
