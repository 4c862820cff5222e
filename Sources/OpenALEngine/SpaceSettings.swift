import AudioCore

/// What Apple's extensions set for all devices of the process.
package struct SpaceSettings: Equatable, Sendable {
    /// 'rqhi', 'rdlo' or 'hdph'.
    package var quality: FourCC = "rdlo"
    /// 'rcst' or 'rcmc'.
    package var channels: FourCC = "rcmc"
    /// Sources of a context that does not ask for a number.
    package var sources: Int32 = 64
    /// Frames per second; nil for those of the output.
    package var sampleRate: Double?

    /// Whether sources are placed by a measured head.
    var usesHead: Bool { quality != "rdlo" }
}
