internal import COSSupport

/// The text of a message while it is made.
///
/// The first 1,024 bytes are in the value itself and allocate nothing. A longer text moves to the heap, except on a thread of
/// real-time priority, which cuts it there. A text of 64 KiB is cut on every thread.
struct LogText {
    static let inlineSize = 1024
    static let longest = 65536

    private var bytes = InlineArray<1024, UInt8>(repeating: 0)
    private var longer: [UInt8]?
    private var used = 0
    private var isCut = false

    var count: Int { longer?.count ?? used }

    mutating func append(_ byte: UInt8) {
        if isCut { return }
        if longer == nil && used < Self.inlineSize {
            bytes[used] = byte
            used += 1
        } else {
            withUnsafePointer(to: byte) { append(UnsafeBufferPointer(start: $0, count: 1)) }
        }
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        if isCut { return }
        if longer == nil && used + more.count > Self.inlineSize {
            if os_support_thread_is_realtime() { return cut(more, to: Self.inlineSize - used) }
            var moved: [UInt8] = []
            moved.reserveCapacity(2 * (used + more.count))
            for index in 0..<used { moved.append(bytes[index]) }
            longer = moved
        }
        if let count = longer?.count {
            if count + more.count > Self.longest { return cut(more, to: Self.longest - count) }
            longer?.append(contentsOf: more)
        } else {
            for byte in more {
                bytes[used] = byte
                used += 1
            }
        }
    }

    /// Appends what fits, up to the end of a character, and nothing after it.
    private mutating func cut(_ more: UnsafeBufferPointer<UInt8>, to space: Int) {
        var end = min(space, more.count)
        while end > 0 && end < more.count && more[end] & 0xc0 == 0x80 { end -= 1 }
        let start = UnsafeBufferPointer(rebasing: more[..<end])
        append(start)
        isCut = true
    }

    mutating func append(_ text: String) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        if isWritten == nil { for byte in text.utf8 { append(byte) } }
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append($0) }
    }

    mutating func append(string: UnsafePointer<CChar>) {
        var count = 0
        while string[count] != 0 { count += 1 }
        string.withMemoryRebound(to: UInt8.self, capacity: count) {
            append(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    mutating func append(_ byte: UInt8, times: Int) {
        for _ in 0..<max(times, 0) { append(byte) }
    }

    /// Moves what has been appended since `mark` to the right or fills it up with spaces, so that it has `columns` characters.
    mutating func align(from mark: Int, columns: Int, toTheRight: Bool) {
        let end = count
        var characters = 0
        withBytes { for byte in $0[mark..<end] where byte & 0xc0 != 0x80 { characters += 1 } }
        let missing = min(columns, Self.longest) - characters
        guard missing > 0 else { return }
        append(UInt8(ascii: " "), times: missing)
        let added = count - end
        guard toTheRight && added > 0 else { return }
        withMutableBytes { bytes in
            var index = end - 1
            while index >= mark {
                bytes[index + added] = bytes[index]
                index -= 1
            }
            for index in mark..<mark + added { bytes[index] = UInt8(ascii: " ") }
        }
    }

    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let longer { return longer.withUnsafeBufferPointer(body) }
        return bytes.span.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<used])) }
    }

    private mutating func withMutableBytes(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        if longer != nil {
            longer?.withUnsafeMutableBufferPointer { body($0) }
        } else {
            var span = bytes.mutableSpan
            span.withUnsafeMutableBufferPointer { body($0) }
        }
    }
}
