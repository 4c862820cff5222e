public import Foundation

extension URL {
    /// Makes a URL with a name appended that has an extension of a type.
    ///
    /// - Parameters:
    ///   - partialName: the name. If its extension is not one of the type, the preferred extension of the type is appended.
    ///   - contentType: the type.
    /// - Returns: the URL.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(Self.name(partialName, contentType))
    }

    /// Appends a name that has an extension of a type.
    ///
    /// - Parameters:
    ///   - partialName: the name. If its extension is not one of the type, the preferred extension of the type is appended.
    ///   - contentType: the type.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        appendPathComponent(Self.name(partialName, contentType))
    }

    /// Makes a URL with the preferred extension of a type appended.
    ///
    /// - Parameter contentType: the type. The URL stays as it is if its extension is one of the type, or if the type has none.
    /// - Returns: the URL.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        Self.missingExtension(lastPathComponent, contentType).map(appendingPathExtension) ?? self
    }

    /// Appends the preferred extension of a type.
    ///
    /// - Parameter contentType: the type. The URL stays as it is if its extension is one of the type, or if the type has none.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }

    private static func name(_ partialName: String, _ type: UTType) -> String {
        missingExtension(partialName, type).map { "\(partialName).\($0)" } ?? partialName
    }

    /// The extension that a name needs to be one of a type.
    private static func missingExtension(_ name: String, _ type: UTType) -> String? {
        let present = (name as NSString).pathExtension.lowercased()
        if type.tags[.filenameExtension]?.contains(present) ?? false { return nil }
        return type.preferredFilenameExtension
    }
}
