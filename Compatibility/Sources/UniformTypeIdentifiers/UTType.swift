public import Foundation

/// A type of data: what a file contains, or what is on a pasteboard.
///
/// The types that the system declares are in tables of this module. A type that a program declares conforms to what
/// `init(exportedAs:conformingTo:)` says. A type for an extension or a MIME type that no type has is dynamic: its identifier
/// contains the tag. Types may be used on all threads.
public struct UTType: Sendable {
    /// The identifier, for example `public.mp3`, in small letters as it was declared.
    public let identifier: String

    init(known identifier: String) { self.identifier = identifier }

    /// Makes the type of an identifier.
    ///
    /// - Parameter identifier: the identifier. The case of its letters does not matter.
    /// - Returns: nil if no type of this identifier is declared.
    public init?(_ identifier: String) {
        if let type = Registry.type(identifier) {
            self.identifier = type.identifier
        } else if DynamicType(identifier: identifier) != nil {
            self.identifier = identifier
        } else {
            return nil
        }
    }

    /// Makes the type of files with an extension.
    ///
    /// - Parameters:
    ///   - filenameExtension: the extension, without the point. The case of its letters does not matter.
    ///   - supertype: a type that it must conform to.
    /// - Returns: a dynamic type if no type has the extension; nil for an empty extension.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Makes the type of a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: the MIME type. The case of its letters does not matter.
    ///   - supertype: a type that it must conform to.
    /// - Returns: a dynamic type if no type has the MIME type; nil for an empty one.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Makes the type of a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag. The case of its letters does not matter.
    ///   - tagClass: the kind of tag.
    ///   - supertype: a type that it must conform to, or nil.
    /// - Returns: a dynamic type if no type has the tag; nil for an empty tag.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let first = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = first
    }

    /// Makes the type of an identifier that the program declares and owns.
    ///
    /// - Parameters:
    ///   - identifier: the identifier.
    ///   - parentType: the type that it conforms to; nil is `data`.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = Registry.declare(identifier, parentType)
    }

    /// Makes the type of an identifier that the program uses and another one owns.
    ///
    /// - Parameters:
    ///   - identifier: the identifier.
    ///   - parentType: the type that it conforms to; nil is `data`.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = Registry.declare(identifier, parentType)
    }

    /// The types that have a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag. The case of its letters does not matter.
    ///   - tagClass: the kind of tag.
    ///   - supertype: a type that they must conform to, or nil.
    /// - Returns: the types, the one that `init(tag:tagClass:conformingTo:)` makes first. A dynamic type if no type has the tag.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        if tag.isEmpty { return [] }
        let found = Registry.types(tag: tag.lowercased(), tagClass)
            .map { UTType(known: $0) }
            .filter { type in supertype.map { type.conforms(to: $0) } ?? true }
        if !found.isEmpty { return found }
        let parent = supertype?.identifier ?? "public.data"
        return [
            UTType(known: DynamicType(parent: parent, tagClass: tagClass.rawValue, tag: tag.lowercased()).identifier)
        ]
    }

    /// The tags of the type, by their kinds. The first of each kind is preferred.
    public var tags: [UTTagClass: [String]] {
        if let type = DynamicType(identifier: identifier) { return [UTTagClass(rawValue: type.tagClass): [type.tag]] }
        guard let type = Registry.type(identifier) else { return [:] }
        var tags: [UTTagClass: [String]] = [:]
        if !type.extensions.isEmpty { tags[.filenameExtension] = type.extensions }
        if !type.mimeTypes.isEmpty { tags[.mimeType] = type.mimeTypes }
        return tags
    }

    /// The extension that new files of the type have, without the point; nil if there is none.
    public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

    /// The MIME type; nil if there is none.
    public var preferredMIMEType: String? { tags[.mimeType]?.first }

    /// A description for people, in English; nil if there is none.
    public var localizedDescription: String? { Registry.type(identifier)?.description }

    /// The version of the declaration. No type has one here.
    public var version: Int? { nil }

    /// Where the type is described. No type has such a place here.
    public var referenceURL: URL? { nil }

    /// Whether the type stands for a tag that no type has.
    public var isDynamic: Bool { DynamicType(identifier: identifier) != nil }

    /// Whether the type is declared, by the system or by the program.
    public var isDeclared: Bool { Registry.type(identifier) != nil }

    /// Whether the type belongs to no company: its identifier begins with `public.`.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// The types that this one conforms to, directly or through others.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var next = parents
        while let type = next.popLast() {
            if found.insert(type).inserted { next += type.parents }
        }
        return found
    }

    private var parents: [UTType] {
        if let type = DynamicType(identifier: identifier) { return [UTType(known: type.parent)] }
        return Registry.type(identifier)?.parents.map { UTType(known: $0) } ?? []
    }

    /// Whether this is another type, or conforms to it.
    ///
    /// - Parameter type: the other type.
    /// - Returns: true for the type itself.
    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

    /// Whether another type conforms to this one and is not it.
    ///
    /// - Parameter type: the other type.
    /// - Returns: false for the type itself.
    public func isSupertype(of type: UTType) -> Bool { self != type && type.conforms(to: self) }

    /// Whether this type conforms to another one and is not it.
    ///
    /// - Parameter type: the other type.
    /// - Returns: false for the type itself.
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }
}

extension UTType: Hashable {
    /// Whether two types have the same identifier. The case of its letters does not matter.
    ///
    /// - Parameters:
    ///   - a: the one.
    ///   - b: the other.
    /// - Returns: whether they are the same.
    public static func == (a: UTType, b: UTType) -> Bool {
        a.identifier == b.identifier || a.identifier.lowercased() == b.identifier.lowercased()
    }

    /// Feeds the identifier to a hasher.
    ///
    /// - Parameter hasher: the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier.lowercased()) }
}

extension UTType: Codable {
    /// Decodes a type from its identifier.
    ///
    /// - Parameter decoder: where it is read from.
    /// - Throws: the decoder's error. An identifier that is not declared is none.
    public init(from decoder: any Decoder) throws {
        identifier = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the identifier.
    ///
    /// - Parameter encoder: where it is written.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }
    /// The identifier.
    public var debugDescription: String { identifier }
}
