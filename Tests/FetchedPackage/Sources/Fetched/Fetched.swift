import CFetched

#if canImport(Accelerate) || canImport(os)
    private let swift = "with"
#else
    private let swift = "without"
#endif

/// What this package sees of the neighbours of Core Audio.
public let fetched = "C \(CFetchedSeesAccelerate() == 1 ? "with" : "without"), Swift \(swift)"
