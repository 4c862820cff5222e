/// What differs between packets of 20 ms and of 30 ms.
struct ILBCMode: Hashable, Sendable {
    /// Frames of a packet.
    let frames: Int
    /// Bytes of a packet.
    let packetSize: Int
    /// Spectra that are sent in a packet.
    let spectra: Int
    /// Samples of the start state whose values are sent one by one; the codebook makes the rest of its 80.
    let stateLength: Int

    static let short = ILBCMode(frames: 160, packetSize: 38, spectra: 1, stateLength: 57)
    static let long = ILBCMode(frames: 240, packetSize: 50, spectra: 2, stateLength: 58)

    /// Runs of 40 frames; each has a filter of its own.
    var subframes: Int { frames / Self.subframe }

    /// Vectors that the codebook makes: the rest of the start state, and the subframes outside it.
    var blocks: Int { subframes - 1 }

    /// Frames by which the enhancer is late.
    var delay: Int { spectra * Self.subframe }

    /// Frames of a subframe.
    static let subframe = 40
    /// Coefficients of a linear predictor, without the first, which is one.
    static let order = 10
    /// Coefficients of a linear predictor with the first.
    static let filterLength = order + 1
    /// Samples of the start state: two subframes.
    static let startState = 80
    /// Searches whose sum makes a vector.
    static let stages = 3
    /// The most frames of a packet.
    static let maximumFrames = 240
    /// The most subframes of a packet.
    static let maximumSubframes = 6
}
