import ToolSupport

/// One of the parts that a list of files is divided into, `K/N`: K counts from 0.
///
/// A file's part follows from its place in the tree, not from its position in the list. It stays the same when other files are
/// added or removed.
package struct Shard: Sendable, Equatable {
    package let index: UInt64
    package let count: UInt64

    /// All files.
    package static let whole = Shard(index: 0, count: 1)

    private init(index: UInt64, count: UInt64) { (self.index, self.count) = (index, count) }

    /// Nil where the text is not two numbers `K/N` with K below N.
    package init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, words.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let index = UInt64(words[0]), let count = UInt64(words[1]), index < count
        else { return nil }
        self.init(index: index, count: count)
    }

    package var text: String { "\(index)/\(count)" }

    package func contains(_ file: ListedFile) -> Bool {
        count == 1 || SHA256.hash(file.place.fileSystemBytes).number % count == index
    }
}

extension SHA256.Hash {
    /// The first eight bytes.
    fileprivate var number: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
