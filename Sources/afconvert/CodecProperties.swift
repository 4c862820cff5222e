import ToolSupport

/// The properties of codecs that programs set through a converter by their four letters.
enum CodecProperties {
    /// Those that Apple's encoders and decoders have. A script that sets one was written for them, and its sound is the same
    /// sound without.
    static let known: Set<UInt32> = Set(codes.compactMap(fourCharacterCode))

    private static let codes = [
        // Rates and qualities: the mode, the qualities, the bit rates, the most bits of a packet.
        "acbf", "vbrq", "cdqu", "srcq", "vbrb", "brat", "pakl", "^qal", "^pro",
        // Programs for mastering set this one; its name is in no header.
        "pgcm",
        // Delay, priming and padding.
        "dmod", "mdel", "prmm", "pad0",
        // Loudness and dynamic range.
        "pptl", "ptlc", "mdrc", "cdrc", "^ptl", "^tlc",
        // What the sound is, and how it may be changed later.
        "csrc", "aspf",
    ]
}
