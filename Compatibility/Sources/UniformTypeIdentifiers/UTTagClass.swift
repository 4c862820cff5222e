/// A kind of tag that a type has: the extension of a file's name, or a MIME type.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier of the kind.
    public let rawValue: String

    /// Makes a kind of its identifier.
    ///
    /// - Parameter rawValue: the identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The extension of a file's name, without the point.
    public static let filenameExtension = Self(rawValue: "public.filename-extension")
    /// A MIME type.
    public static let mimeType = Self(rawValue: "public.mime-type")

    /// The identifier of the kind.
    public var description: String { rawValue }
}
