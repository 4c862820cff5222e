/// What programs have set and what lasts, within limits: by the object that it belongs to.
///
/// Where there is no room, what belongs to objects that are not there gives way, and then what was set by programs that have gone: that
/// which was set longest ago first. Where that does not help, nothing more is taken.
struct LastingStore<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var size: Int
        var author: UInt32
        /// When it was set, counted.
        var number: UInt64
    }

    private var entries: [Key: Entry] = [:]
    private var sizes: [UInt32: Int] = [:]
    private(set) var size = 0
    private var lastNumber: UInt64 = 0
    /// Whether an object has gone since nothing was found to give way.
    private var mayMakeRoom = true

    var count: Int { entries.count }

    subscript(key: Key) -> Value? { entries[key]?.value }

    /// What there is, that which was set longest ago first.
    var inOrder: [(key: Key, value: Value)] {
        entries.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.value) }
    }

    /// Sets a value. False where there is no room: nothing changes then.
    ///
    /// - Parameters:
    ///   - change: by how many bytes the value grows.
    ///   - author: the number of the program that sets it.
    ///   - needed: returns whether the object of a key is there. Asked only where room has to be made.
    mutating func set(
        _ value: Value, for key: Key, growth change: Int, by author: UInt32, needed: () -> (Key) -> Bool
    ) -> Bool {
        let previous = entries[key]
        let newSize = max(0, (previous?.size ?? 0) + change)
        let own = (sizes[author] ?? 0) - (previous?.author == author ? previous?.size ?? 0 : 0)
        guard author == 0 || own + newSize <= SharingLimits.mostLastingBytesOfProgram || change <= 0 else {
            return false
        }
        if !hasRoom(for: change, isNew: previous == nil) {
            makeRoom(for: change, except: key, needed)
            guard hasRoom(for: change, isNew: previous == nil) else { return false }
        }
        if let previous { count(-previous.size, previous.author) }
        count(newSize, author)
        lastNumber += 1
        entries[key] = Entry(value: value, size: newSize, author: author, number: lastNumber)
        return true
    }

    mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        count(-entry.size, entry.author)
    }

    /// A program has gone. What it has set stays, and is nobody's.
    mutating func forget(author: UInt32) {
        if sizes.removeValue(forKey: author) != nil { mayMakeRoom = true }
    }

    /// An object has gone, so that what belongs to it may give way.
    mutating func objectHasGone() { mayMakeRoom = true }

    /// Whether the program that has set something is there.
    private func isOfProgram(_ author: UInt32) -> Bool { author != 0 && sizes[author] != nil }

    private func hasRoom(for change: Int, isNew: Bool) -> Bool {
        (change <= 0 || size + change <= SharingLimits.mostLastingBytes)
            && (!isNew || entries.count < SharingLimits.mostLasting)
    }

    private mutating func count(_ change: Int, _ author: UInt32) {
        size += change
        if change > 0 || sizes[author] != nil { sizes[author, default: 0] += change }
    }

    /// Makes more room than is needed now, so that it is not looked for each time.
    private mutating func makeRoom(for change: Int, except kept: Key, _ needed: () -> (Key) -> Bool) {
        guard mayMakeRoom else { return }
        let isNeeded = needed()
        let (mostBytes, mostEntries) = (
            SharingLimits.mostLastingBytes / 8 * 7 - change, SharingLimits.mostLasting / 8 * 7
        )
        let inOrder = entries.sorted { $0.value.number < $1.value.number }
        let unneeded = inOrder.filter { !isNeeded($0.key) }
        let nobodys = inOrder.filter { isNeeded($0.key) && !isOfProgram($0.value.author) }
        for (key, _) in unneeded + nobodys where key != kept {
            guard size > mostBytes || entries.count > mostEntries else { return }
            remove(key)
        }
        mayMakeRoom = false
    }
}
