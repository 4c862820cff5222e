internal import Synchronization

/// What is declared of a type.
struct Declaration {
    let identifier: String
    let parents: [String]
    let extensions: [String]
    let mimeTypes: [String]
    let description: String?
}

/// The declared types: those of the tables, and those of the program.
enum Registry {
    private static let system: [String: Declaration] = Dictionary(
        uniqueKeysWithValues: declarations.map { ($0.identifier.lowercased(), $0) })

    private static let ofProgram = Mutex<[String: Declaration]>([:])

    /// The identifiers of the types with a tag, in the order of the tables.
    private static let byTag: [UTTagClass: [String: [String]]] = {
        var found: [UTTagClass: [String: [String]]] = [:]
        for type in declarations {
            for name in type.extensions {
                found[.filenameExtension, default: [:]][name, default: []].append(type.identifier)
            }
            for name in type.mimeTypes { found[.mimeType, default: [:]][name, default: []].append(type.identifier) }
        }
        return found
    }()

    static func type(_ identifier: String) -> Declaration? {
        let key = identifier.lowercased()
        return system[key] ?? ofProgram.withLock { $0[key] }
    }

    static func types(tag: String, _ tagClass: UTTagClass) -> [String] { byTag[tagClass]?[tag] ?? [] }

    /// Declares a type of the program, unless it is declared already, and returns its identifier.
    static func declare(_ identifier: String, _ parent: UTType?) -> String {
        let key = identifier.lowercased()
        if let known = system[key] { return known.identifier }
        let declaration = Declaration(
            identifier: identifier, parents: [parent?.identifier ?? "public.data"], extensions: [], mimeTypes: [],
            description: nil)
        return ofProgram.withLock { types in
            if let known = types[key] { return known.identifier }
            types[key] = declaration
            return identifier
        }
    }
}
