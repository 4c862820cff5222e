public import Foundation

// Times, ranges and mappings as dictionaries of numbers, which property lists can hold. The keys are immutable strings.

/// The key of a time's value, a number.
nonisolated(unsafe) public let kCMTimeValueKey: CFString = "value"
/// The key of a time's timescale, a number.
nonisolated(unsafe) public let kCMTimeScaleKey: CFString = "timescale"
/// The key of a time's epoch, a number.
nonisolated(unsafe) public let kCMTimeEpochKey: CFString = "epoch"
/// The key of a time's flags, a number.
nonisolated(unsafe) public let kCMTimeFlagsKey: CFString = "flags"
/// The key of a range's start, the dictionary of a time.
nonisolated(unsafe) public let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration, the dictionary of a time.
nonisolated(unsafe) public let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of a mapping's source, the dictionary of a range.
nonisolated(unsafe) public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target, the dictionary of a range.
nonisolated(unsafe) public let kCMTimeMappingTargetKey: CFString = "target"

/// A time as a dictionary.
///
/// - Parameters:
///   - time: the time.
///   - allocator: nil.
/// - Returns: a dictionary of four numbers.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value), kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeEpochKey: NSNumber(value: time.epoch), kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
    ] as NSDictionary
}

/// Makes a time of what `CMTimeCopyAsDictionary` returns.
///
/// - Parameter dictionaryRepresentation: the dictionary; nil for an invalid time.
/// - Returns: the time. It is invalid if a key is missing, or a value is not an integer that fits its field.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
    func number<Value: BinaryInteger>(_ key: CFString, _: Value.Type) -> Value? {
        guard let number = dictionaryRepresentation?.object(named: key.description) as? NSNumber,
            let integer = Int64(exactly: number)
        else { return nil }
        return Value(exactly: integer)
    }
    guard let value = number(kCMTimeValueKey, Int64.self), let timescale = number(kCMTimeScaleKey, Int32.self),
        let epoch = number(kCMTimeEpochKey, Int64.self), let flags = number(kCMTimeFlagsKey, UInt32.self)
    else { return .invalid }
    let time = CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
    return time.isNumeric && timescale <= 0 ? .invalid : time
}

/// A range as a dictionary.
///
/// - Parameters:
///   - range: the range.
///   - allocator: nil.
/// - Returns: the dictionaries of its start and its duration.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
    pair(
        kCMTimeRangeStartKey, CMTimeCopyAsDictionary(range.start, allocator: nil), kCMTimeRangeDurationKey,
        CMTimeCopyAsDictionary(range.duration, allocator: nil))
}

/// Makes a range of what `CMTimeRangeCopyAsDictionary` returns.
///
/// - Parameter dictionaryRepresentation: the dictionary.
/// - Returns: the range. It is invalid if a time is missing or invalid.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
    CMTimeRange(
        start: CMTimeMakeFromDictionary(dictionary(kCMTimeRangeStartKey, of: dictionaryRepresentation)),
        duration: CMTimeMakeFromDictionary(dictionary(kCMTimeRangeDurationKey, of: dictionaryRepresentation)))
}

/// A mapping as a dictionary.
///
/// - Parameters:
///   - mapping: the mapping.
///   - allocator: nil.
/// - Returns: the dictionaries of its source and its target.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
    pair(
        kCMTimeMappingSourceKey, CMTimeRangeCopyAsDictionary(mapping.source, allocator: nil), kCMTimeMappingTargetKey,
        CMTimeRangeCopyAsDictionary(mapping.target, allocator: nil))
}

/// Makes a mapping of what `CMTimeMappingCopyAsDictionary` returns.
///
/// - Parameter dictionaryRepresentation: the dictionary.
/// - Returns: the mapping. It is invalid if a range is missing or invalid.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
    func range(_ key: CFString) -> CMTimeRange {
        dictionary(key, of: dictionaryRepresentation).map { CMTimeRangeMakeFromDictionary($0) } ?? .invalid
    }
    return CMTimeMapping(source: range(kCMTimeMappingSourceKey), target: range(kCMTimeMappingTargetKey))
}

private func pair(_ key: CFString, _ value: CFDictionary?, _ other: CFString, _ otherValue: CFDictionary?)
    -> CFDictionary
{
    let pair = NSMutableDictionary()
    if let value, let otherValue {
        pair.setObject(value, forKey: key)
        pair.setObject(otherValue, forKey: other)
    }
    return pair
}

private func dictionary(_ key: CFString, of dictionary: CFDictionary) -> CFDictionary? {
    dictionary.object(named: key.description) as? NSDictionary
}
