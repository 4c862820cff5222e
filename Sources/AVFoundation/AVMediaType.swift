/// What a track, a device or a question about a device is about, by its four characters.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Four characters, such as "soun".
    public let rawValue: String

    /// Makes a type of its four characters. It may be any.
    ///
    /// - Parameter rawValue: four characters, such as "soun".
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a type of its four characters. It may be any.
    ///
    /// - Parameter rawValue: four characters, such as "soun".
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Sound: microphones.
    public static let audio = Self("soun")
    /// Pictures that move: cameras.
    public static let video = Self("vide")
    /// Sound and pictures in one stream.
    public static let muxed = Self("muxx")
    /// Text.
    public static let text = Self("text")
    /// Captions for people who do not hear.
    public static let closedCaption = Self("clcp")
    /// Subtitles.
    public static let subtitle = Self("sbtl")
    /// Time codes.
    public static let timecode = Self("tmcd")
    /// Metadata that have times.
    public static let metadata = Self("meta")
}
