extension Range<Int> {
    /// How many numbers the range has, or the greatest `Int` where these are more, which `count` ends the program for. No buffer has as
    /// many bytes or samples.
    var boundedCount: Int {
        let (count, isTooGreat) = upperBound.subtractingReportingOverflow(lowerBound)
        return isTooGreat ? .max : count
    }
}
