package import CCoreMedia
import Foundation

// CMTime.h for programs in C: each function calls that of Swift.

@c(CMTimeMake)
package func cTimeMake(_ value: Int64, _ timescale: Int32) -> CCoreMedia.CMTime {
    CMTimeMake(value: value, timescale: timescale).c
}

@c(CMTimeMakeWithEpoch)
package func cTimeMakeWithEpoch(_ value: Int64, _ timescale: Int32, _ epoch: Int64) -> CCoreMedia.CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch).c
}

@c(CMTimeMakeWithSeconds)
package func cTimeMakeWithSeconds(_ seconds: Float64, _ preferredTimescale: Int32) -> CCoreMedia.CMTime {
    CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale).c
}

@c(CMTimeGetSeconds)
package func cTimeGetSeconds(_ time: CCoreMedia.CMTime) -> Float64 {
    CMTimeGetSeconds(CMTime(time))
}

@c(CMTimeConvertScale)
package func cTimeConvertScale(_ time: CCoreMedia.CMTime, _ timescale: Int32, _ method: UInt32) -> CCoreMedia.CMTime {
    CMTimeConvertScale(CMTime(time), timescale: timescale, method: CMTimeRoundingMethod(rawValue: method) ?? .default).c
}

@c(CMTimeAdd)
package func cTimeAdd(_ lhs: CCoreMedia.CMTime, _ rhs: CCoreMedia.CMTime) -> CCoreMedia.CMTime {
    CMTimeAdd(CMTime(lhs), CMTime(rhs)).c
}

@c(CMTimeSubtract)
package func cTimeSubtract(_ lhs: CCoreMedia.CMTime, _ rhs: CCoreMedia.CMTime) -> CCoreMedia.CMTime {
    CMTimeSubtract(CMTime(lhs), CMTime(rhs)).c
}

@c(CMTimeMultiply)
package func cTimeMultiply(_ time: CCoreMedia.CMTime, _ multiplier: Int32) -> CCoreMedia.CMTime {
    CMTimeMultiply(CMTime(time), multiplier: multiplier).c
}

@c(CMTimeMultiplyByFloat64)
package func cTimeMultiplyByFloat64(_ time: CCoreMedia.CMTime, _ multiplier: Float64) -> CCoreMedia.CMTime {
    CMTimeMultiplyByFloat64(CMTime(time), multiplier: multiplier).c
}

@c(CMTimeMultiplyByRatio)
package func cTimeMultiplyByRatio(
    _ time: CCoreMedia.CMTime, _ multiplier: Int32, _ divisor: Int32
) -> CCoreMedia.CMTime {
    CMTimeMultiplyByRatio(CMTime(time), multiplier: multiplier, divisor: divisor).c
}

@c(CMTimeCompare)
package func cTimeCompare(_ time1: CCoreMedia.CMTime, _ time2: CCoreMedia.CMTime) -> Int32 {
    CMTimeCompare(CMTime(time1), CMTime(time2))
}

@c(CMTimeMinimum)
package func cTimeMinimum(_ time1: CCoreMedia.CMTime, _ time2: CCoreMedia.CMTime) -> CCoreMedia.CMTime {
    CMTimeMinimum(CMTime(time1), CMTime(time2)).c
}

@c(CMTimeMaximum)
package func cTimeMaximum(_ time1: CCoreMedia.CMTime, _ time2: CCoreMedia.CMTime) -> CCoreMedia.CMTime {
    CMTimeMaximum(CMTime(time1), CMTime(time2)).c
}

@c(CMTimeAbsoluteValue)
package func cTimeAbsoluteValue(_ time: CCoreMedia.CMTime) -> CCoreMedia.CMTime {
    CMTimeAbsoluteValue(CMTime(time)).c
}

@c(CMTimeCopyAsDictionary)
package func cTimeCopyAsDictionary(_ time: CCoreMedia.CMTime, _ allocator: UnsafeRawPointer?) -> UnsafeRawPointer? {
    CMTimeCopyAsDictionary(CMTime(time), allocator: object(allocator)).map { retained($0) }
}

@c(CMTimeMakeFromDictionary)
package func cTimeMakeFromDictionary(_ dictionaryRepresentation: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    CMTimeMakeFromDictionary(object(dictionaryRepresentation)).c
}

@c(CMTimeCopyDescription)
package func cTimeCopyDescription(_ allocator: UnsafeRawPointer?, _ time: CCoreMedia.CMTime) -> UnsafeRawPointer? {
    CMTimeCopyDescription(allocator: object(allocator), time: CMTime(time)).map { retained($0) }
}

@c(CMTimeShow)
package func cTimeShow(_ time: CCoreMedia.CMTime) {
    CMTimeShow(CMTime(time))
}
