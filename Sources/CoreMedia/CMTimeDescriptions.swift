public import Foundation

// Times, ranges and mappings in words, for debugging.

/// A time in words. `CMTime` has no `description`, as on Apple's systems: programs give it one.
///
/// - Parameters:
///   - allocator: nil.
///   - time: the time.
/// - Returns: the text, such as "{1/2 = 0.500}".
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
    NSString(string: time.text)
}

/// A range in words: its start and its duration.
///
/// - Parameters:
///   - allocator: nil.
///   - range: the range.
/// - Returns: the text, such as "{{0/1 = 0.000}, {1/2 = 0.500}}".
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
    NSString(string: range.text)
}

/// A mapping in words: its source and its target.
///
/// - Parameters:
///   - allocator: nil.
///   - mapping: the mapping.
/// - Returns: the text.
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
    NSString(string: mapping.text)
}

/// Prints a time to standard error.
///
/// - Parameter time: the time.
public func CMTimeShow(_ time: CMTime) { show(time.text) }

/// Prints a range to standard error.
///
/// - Parameter range: the range.
public func CMTimeRangeShow(_ range: CMTimeRange) { show(range.text) }

/// Prints a mapping to standard error.
///
/// - Parameter mapping: the mapping.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) { show(mapping.text) }

private func show(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

extension CMTime {
    fileprivate var text: String {
        guard isValid else { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let number = String(format: "%.3f", seconds)
        let ending = (epoch == 0 ? "" : ", epoch = \(epoch)") + (hasBeenRounded ? ", rounded" : "")
        return "{\(value)/\(timescale) = \(number)\(ending)}"
    }
}

extension CMTimeRange {
    fileprivate var text: String { "{\(start.text), \(duration.text)}" }
}

extension CMTimeMapping {
    fileprivate var text: String { "{\(source.text), \(target.text)}" }
}
