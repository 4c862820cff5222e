import AudioCore

/// Every container, in the order in which they are asked whether a file is theirs.
package enum Containers {
    package static let all: [any Container.Type] = [
        CAF.self,
        WAVE.self,
        AIFF.self,
        NeXT.self,
    ]

    /// How many leading bytes `claiming` wants to see.
    package static let headSize = 4096

    /// The container whose signature the first bytes of a file carry.
    package static func claiming(_ head: [UInt8]) -> (any Container.Type)? {
        all.first { $0.signatures.contains { $0.allSatisfy { $0.matches(head) } } }
    }

    /// The container and type entry of a file type.
    package static func type(_ id: FourCC) -> (container: any Container.Type, type: FileType)? {
        for container in all {
            if let type = container.types.first(where: { $0.id == id }) { return (container, type) }
        }
        return nil
    }
}
