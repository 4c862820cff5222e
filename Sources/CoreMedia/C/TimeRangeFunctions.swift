package import CCoreMedia
import Foundation

// CMTimeRange.h for programs in C: each function calls that of Swift.

@c(CMTimeRangeMake)
package func cTimeRangeMake(_ start: CCoreMedia.CMTime, _ duration: CCoreMedia.CMTime) -> CCoreMedia.CMTimeRange {
    CMTimeRangeMake(start: CMTime(start), duration: CMTime(duration)).c
}

@c(CMTimeRangeGetUnion)
package func cTimeRangeGetUnion(
    _ range: CCoreMedia.CMTimeRange, _ otherRange: CCoreMedia.CMTimeRange
) -> CCoreMedia.CMTimeRange {
    CMTimeRangeGetUnion(CMTimeRange(range), otherRange: CMTimeRange(otherRange)).c
}

@c(CMTimeRangeGetIntersection)
package func cTimeRangeGetIntersection(
    _ range: CCoreMedia.CMTimeRange, _ otherRange: CCoreMedia.CMTimeRange
) -> CCoreMedia.CMTimeRange {
    CMTimeRangeGetIntersection(CMTimeRange(range), otherRange: CMTimeRange(otherRange)).c
}

@c(CMTimeRangeEqual)
package func cTimeRangeEqual(_ range1: CCoreMedia.CMTimeRange, _ range2: CCoreMedia.CMTimeRange) -> UInt8 {
    CMTimeRangeEqual(CMTimeRange(range1), CMTimeRange(range2)) ? 1 : 0
}

@c(CMTimeRangeContainsTime)
package func cTimeRangeContainsTime(_ range: CCoreMedia.CMTimeRange, _ time: CCoreMedia.CMTime) -> UInt8 {
    CMTimeRangeContainsTime(CMTimeRange(range), time: CMTime(time)) ? 1 : 0
}

@c(CMTimeRangeContainsTimeRange)
package func cTimeRangeContainsTimeRange(
    _ range: CCoreMedia.CMTimeRange, _ otherRange: CCoreMedia.CMTimeRange
) -> UInt8 {
    CMTimeRangeContainsTimeRange(CMTimeRange(range), otherRange: CMTimeRange(otherRange)) ? 1 : 0
}

@c(CMTimeRangeGetEnd)
package func cTimeRangeGetEnd(_ range: CCoreMedia.CMTimeRange) -> CCoreMedia.CMTime {
    CMTimeRangeGetEnd(CMTimeRange(range)).c
}

@c(CMTimeMapTimeFromRangeToRange)
package func cTimeMapTimeFromRangeToRange(
    _ t: CCoreMedia.CMTime, _ fromRange: CCoreMedia.CMTimeRange, _ toRange: CCoreMedia.CMTimeRange
) -> CCoreMedia.CMTime {
    CMTimeMapTimeFromRangeToRange(CMTime(t), fromRange: CMTimeRange(fromRange), toRange: CMTimeRange(toRange)).c
}

@c(CMTimeClampToRange)
package func cTimeClampToRange(_ time: CCoreMedia.CMTime, _ range: CCoreMedia.CMTimeRange) -> CCoreMedia.CMTime {
    CMTimeClampToRange(CMTime(time), range: CMTimeRange(range)).c
}

@c(CMTimeMapDurationFromRangeToRange)
package func cTimeMapDurationFromRangeToRange(
    _ dur: CCoreMedia.CMTime, _ fromRange: CCoreMedia.CMTimeRange, _ toRange: CCoreMedia.CMTimeRange
) -> CCoreMedia.CMTime {
    CMTimeMapDurationFromRangeToRange(CMTime(dur), fromRange: CMTimeRange(fromRange), toRange: CMTimeRange(toRange)).c
}

@c(CMTimeFoldIntoRange)
package func cTimeFoldIntoRange(_ time: CCoreMedia.CMTime, _ foldRange: CCoreMedia.CMTimeRange) -> CCoreMedia.CMTime {
    CMTimeFoldIntoRange(CMTime(time), foldRange: CMTimeRange(foldRange)).c
}

@c(CMTimeRangeFromTimeToTime)
package func cTimeRangeFromTimeToTime(_ start: CCoreMedia.CMTime, _ end: CCoreMedia.CMTime) -> CCoreMedia.CMTimeRange {
    CMTimeRangeFromTimeToTime(start: CMTime(start), end: CMTime(end)).c
}

@c(CMTimeRangeCopyAsDictionary)
package func cTimeRangeCopyAsDictionary(
    _ range: CCoreMedia.CMTimeRange, _ allocator: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    CMTimeRangeCopyAsDictionary(CMTimeRange(range), allocator: object(allocator)).map { retained($0) }
}

@c(CMTimeRangeMakeFromDictionary)
package func cTimeRangeMakeFromDictionary(_ dictionaryRepresentation: UnsafeRawPointer?) -> CCoreMedia.CMTimeRange {
    guard let dictionaryRepresentation: CFDictionary = object(dictionaryRepresentation)
    else { return CMTimeRange.invalid.c }
    return CMTimeRangeMakeFromDictionary(dictionaryRepresentation).c
}

@c(CMTimeRangeCopyDescription)
package func cTimeRangeCopyDescription(
    _ allocator: UnsafeRawPointer?, _ range: CCoreMedia.CMTimeRange
) -> UnsafeRawPointer? {
    CMTimeRangeCopyDescription(allocator: object(allocator), range: CMTimeRange(range)).map { retained($0) }
}

@c(CMTimeRangeShow)
package func cTimeRangeShow(_ range: CCoreMedia.CMTimeRange) {
    CMTimeRangeShow(CMTimeRange(range))
}

@c(CMTimeMappingMake)
package func cTimeMappingMake(
    _ source: CCoreMedia.CMTimeRange, _ target: CCoreMedia.CMTimeRange
) -> CCoreMedia.CMTimeMapping {
    CMTimeMappingMake(source: CMTimeRange(source), target: CMTimeRange(target)).c
}

@c(CMTimeMappingMakeEmpty)
package func cTimeMappingMakeEmpty(_ target: CCoreMedia.CMTimeRange) -> CCoreMedia.CMTimeMapping {
    CMTimeMappingMakeEmpty(target: CMTimeRange(target)).c
}

@c(CMTimeMappingCopyAsDictionary)
package func cTimeMappingCopyAsDictionary(
    _ mapping: CCoreMedia.CMTimeMapping, _ allocator: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    CMTimeMappingCopyAsDictionary(CMTimeMapping(mapping), allocator: object(allocator)).map { retained($0) }
}

@c(CMTimeMappingMakeFromDictionary)
package func cTimeMappingMakeFromDictionary(_ dictionaryRepresentation: UnsafeRawPointer?) -> CCoreMedia.CMTimeMapping {
    guard let dictionaryRepresentation: CFDictionary = object(dictionaryRepresentation)
    else { return CMTimeMapping.invalid.c }
    return CMTimeMappingMakeFromDictionary(dictionaryRepresentation).c
}

@c(CMTimeMappingCopyDescription)
package func cTimeMappingCopyDescription(
    _ allocator: UnsafeRawPointer?, _ mapping: CCoreMedia.CMTimeMapping
) -> UnsafeRawPointer? {
    CMTimeMappingCopyDescription(allocator: object(allocator), mapping: CMTimeMapping(mapping)).map { retained($0) }
}

@c(CMTimeMappingShow)
package func cTimeMappingShow(_ mapping: CCoreMedia.CMTimeMapping) {
    CMTimeMappingShow(CMTimeMapping(mapping))
}
