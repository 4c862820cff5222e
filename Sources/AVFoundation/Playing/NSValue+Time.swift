public import CoreMedia
public import Foundation

// Times of Core Media in objects of Foundation, which takes arrays of bytes alone.
extension NSValue {
    /// Makes an object of a time.
    ///
    /// - Parameter time: the time.
    public convenience init(time: CMTime) {
        var time = time
        self.init(bytes: &time, objCType: "[24C]")
    }

    /// Makes an object of a time range.
    ///
    /// - Parameter timeRange: the time range.
    public convenience init(timeRange: CMTimeRange) {
        var range = timeRange
        self.init(bytes: &range, objCType: "[48C]")
    }

    /// The time; invalid for an object of something else.
    public var timeValue: CMTime { value(CMTime.invalid, "[24C]") }

    /// The time range; invalid for an object of something else.
    public var timeRangeValue: CMTimeRange { value(CMTimeRange.invalid, "[48C]") }

    private func value<Value>(_ start: Value, _ type: String) -> Value {
        guard String(cString: objCType) == type else { return start }
        var value = start
        withUnsafeMutableBytes(of: &value) { bytes in bytes.baseAddress.map { getValue($0) } }
        return value
    }
}
