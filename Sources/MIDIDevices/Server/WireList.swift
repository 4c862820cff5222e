internal import AudioCore
internal import MIDIEvents

/// A message of a channel that goes by the server, as the channel has no room for it: a head, and the message.
enum WireRelay {
    /// No kind of `WireMessage`.
    private static let code: UInt32 = 0x4D49_5252
    private static let size = 8

    /// What comes before the message.
    ///
    /// - Parameter number: on the way to the server, the process that receives the message; after the server, the process that sent it.
    static func head(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: code.littleEndian) { Array($0) } + withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// The process and the message; nil where the bytes are no such message.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> (number: UInt32, message: UnsafeRawBufferPointer)? {
        guard bytes.count > size, UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) == code else { return nil }
        let number = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        return (number, UnsafeRawBufferPointer(rebasing: bytes[size...]))
    }
}

/// The head of a message of the socket that has a list of MIDI messages, which follows it.
struct WireList {
    /// No kind of `WireMessage`.
    static let code: UInt32 = 0x4D49_5349
    static let size = 24
    /// Bytes of a list in one message, unless a single packet has more.
    static let mostBytes = 32 << 10

    var code = Self.code
    var form: UInt32
    /// The source or destination.
    var target: UInt64
    var stream: UInt32
    var reserved: UInt32 = 0

    init(form: ListForm, target: UInt64, stream: UInt32) {
        self.form = form.rawValue
        self.target = target
        self.stream = stream
    }

    /// The head of a message; nil where it has another kind.
    init?(_ message: UnsafeRawBufferPointer) {
        guard message.count >= Self.size, message.loadUnaligned(as: UInt32.self) == Self.code else { return nil }
        self = message.loadUnaligned(as: Self.self)
    }

    /// The list behind the head, if it is one and has the size of the message. The memory is readable for 16 bytes beyond it.
    static func list(in message: UnsafeRawBufferPointer, _ form: ListForm) -> UnsafeRawPointer? {
        guard let start = message.baseAddress, message.count >= size + form.header else { return nil }
        let list = start + size
        let limit = message.count - size
        let found =
            form == .bytes ? PacketLists.size(of: list, limit: limit) : EventLists.size(of: list, limit: limit)
        guard found == limit, form == .bytes || ListForm(list) == form else { return nil }
        return list
    }

    /// Calls `body` with a list, or with the parts of a list that is too long for one message, each with its size.
    static func forEachPart(
        of list: UnsafeRawPointer, _ form: ListForm, size: Int, _ body: (UnsafeRawPointer, Int) -> Void
    ) {
        guard size > mostBytes else { return body(list, size) }
        var part: [UInt8] = []
        var count: UInt32 = 0
        func end() {
            guard count > 0 else { return }
            part.withUnsafeMutableBytes { part in
                part.storeBytes(of: count, toByteOffset: form.header - 4, as: UInt32.self)
                body(UnsafeRawPointer(part.baseAddress.unsafelyUnwrapped), part.count)
            }
            (part, count) = ([], 0)
        }
        func add(_ head: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer) {
            if part.count + head.count + data.count > mostBytes { end() }
            if count == 0 { part += UnsafeRawBufferPointer(start: list, count: form.header) }
            // On ARM, packets of bytes begin at multiples of 4.
            #if arch(arm) || arch(arm64)
                while part.count % 4 != 0 { part.append(0) }
            #endif
            part += head
            part += data
            count += 1
        }
        if form == .bytes {
            PacketLists.forEach(list) { packet in
                add(UnsafeRawBufferPointer(start: packet, count: PacketLists.packetHeader), PacketLists.data(packet))
            }
        } else {
            EventLists.forEach(list) { addWords($0, add) }
        }
        end()
    }

    /// Adds a packet of words, or the parts of one that is too long, between its messages.
    private static func addWords(
        _ packet: UnsafeRawPointer, _ add: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
    ) {
        let most = mostBytes / 8
        func addPart(_ start: Int, _ end: Int) {
            withUnsafeTemporaryAllocation(byteCount: EventLists.packetHeader, alignment: 8) { head in
                head.storeBytes(of: EventLists.time(packet), as: UInt64.self)
                head.storeBytes(of: UInt32(end - start), toByteOffset: 8, as: UInt32.self)
                let words = UnsafeRawBufferPointer(
                    start: packet + EventLists.packetHeader + 4 * start, count: 4 * (end - start))
                add(UnsafeRawBufferPointer(head), words)
            }
        }
        var begin = 0
        EventLists.forEachMessage(packet) { place, count in
            guard place + count - begin > most else { return }
            addPart(begin, place)
            begin = place
        }
        addPart(begin, EventLists.wordCount(packet))
    }
}
