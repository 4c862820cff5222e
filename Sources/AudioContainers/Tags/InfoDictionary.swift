import AudioCore

/// Text about the sound under the keys of `kAFInfoDictionary_…` ("title", "artist", …), in the order of the file.
package struct InfoDictionary: Hashable, Sendable {
    package private(set) var entries: [Entry] = []

    /// What stands between the values of a key that has several: two artists, for instance.
    ///
    /// Core Audio's dictionary has one text for each key. Microsoft's "Multimedia Programming Interface and Data
    /// Specifications" has this between the names in a RIFF file; there is no document about a Mac.
    package static let separator = "; "

    package struct Entry: Hashable, Sendable {
        package var key: String
        /// The values in the order of the file, at least one. Formats that can store several store each on its own.
        package private(set) var values: [String]
        /// All values as one text.
        package private(set) var value: String

        package init(key: String, value: String) { (self.key, values, self.value) = (key, [value], value) }

        /// - Parameter values: one or more.
        package init(key: String, values: [String]) {
            (self.key, self.values, value) = (key, values, values.joined(separator: separator))
        }
    }

    package init() {}

    /// The entries of a file; of several for one key the first counts. Linear, however many there are.
    package init(_ entries: some Sequence<Entry>) {
        var keys: Set<String> = []
        self.entries = entries.filter { keys.insert($0.key).inserted }
    }

    /// The entries of a file in which a key may occur several times, each time with another value. A value counts once.
    package init(joining entries: some Sequence<Entry>) {
        var order: [String] = []
        var values: [String: (list: [String], seen: Set<String>)] = [:]
        for entry in entries {
            if values[entry.key] == nil { order.append(entry.key) }
            for value in entry.values where values[entry.key, default: ([], [])].seen.insert(value).inserted {
                values[entry.key]!.list.append(value)
            }
        }
        self.entries = order.map { Entry(key: $0, values: values[$0]!.list) }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// The value of a key; setting nil removes it, setting a new key puts it last. Setting the text of several values leaves
    /// them what they are.
    package subscript(key: String) -> String? {
        get { entries.first { $0.key == key }?.value }
        set {
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?):
                if entries[index].value != value { entries[index] = Entry(key: key, value: value) }
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds an entry, with all its values, unless there is one for its key.
    package mutating func add(_ entry: Entry) {
        if self[entry.key] == nil { entries.append(entry) }
    }

    /// Adds the entries whose keys are not there yet. Linear, however many there are: a hostile tag has hundreds of thousands.
    package mutating func add(_ others: [Entry]) { self = InfoDictionary(entries + others) }

    /// Puts an entry in the place of the one for its key, or last.
    package mutating func replace(by entry: Entry) {
        if let index = entries.firstIndex(where: { $0.key == entry.key }) {
            entries[index] = entry
        } else {
            entries.append(entry)
        }
    }

    /// Takes over the single values of each key whose text is the same in `other`, and has more of them there.
    package mutating func keepValues(of other: InfoDictionary) {
        let known = Dictionary(other.entries.map { ($0.key, $0) }) { first, _ in first }
        for index in entries.indices {
            guard let entry = known[entries[index].key], entry.value == entries[index].value,
                entry.values.count > entries[index].values.count
            else { continue }
            entries[index] = entry
        }
    }
}
