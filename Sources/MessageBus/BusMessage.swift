import CDBus
import Glibc

/// A message, sent or received. One thread uses it, and the link that it belongs to.
package final class BusMessage {
    package enum Kind: UInt8 {
        case call = 1
        case reply, failure, signal
    }

    let handle: OpaquePointer
    let library: UnsafePointer<DBusLibrary>

    /// Takes over a reference.
    init(owning handle: OpaquePointer, _ library: UnsafePointer<DBusLibrary>) {
        self.handle = handle
        self.library = library
    }

    deinit { _ = library.pointee.sd_bus_message_unref(handle) }

    /// Nil for a kind that is not known.
    package var kind: Kind? {
        var type: UInt8 = 0
        return library.pointee.sd_bus_message_get_type(handle, &type) < 0 ? nil : Kind(rawValue: type)
    }

    /// The unique name of the connection that sent it, which the bus vouches for.
    package var sender: String { text(library.pointee.sd_bus_message_get_sender) }
    package var path: String { text(library.pointee.sd_bus_message_get_path) }
    package var interface: String { text(library.pointee.sd_bus_message_get_interface) }
    package var member: String { text(library.pointee.sd_bus_message_get_member) }

    package var wantsReply: Bool { library.pointee.sd_bus_message_get_expect_reply(handle) > 0 }

    /// The cookie of the call that this one replies to.
    package var replyCookie: UInt64? {
        var cookie: UInt64 = 0
        return library.pointee.sd_bus_message_get_reply_cookie(handle, &cookie) < 0 ? nil : cookie
    }

    /// The name of the error, of a failure.
    package var errorName: String {
        library.pointee.sd_bus_message_get_error(handle)?.pointee.name.map { String(cString: $0) } ?? ""
    }

    /// The values of the message. To be read once.
    ///
    /// - Parameters:
    ///   - signature: the types that all of them are to have.
    ///   - count: how many of them are read, from the first on.
    ///   - limits: how much of anything is read.
    /// - Returns: nil where they have other types, or are more than the limits.
    package func values(_ signature: String, first count: Int = .max, _ limits: BusLimits = .usual) -> [BusValue]? {
        guard library.pointee.sd_bus_message_has_signature(handle, signature) > 0 else { return nil }
        var reader = BusReader(message: handle, library: library, limits)
        return reader.values(first: count)
    }

    private func text(_ get: (OpaquePointer?) -> UnsafePointer<CChar>?) -> String {
        get(handle).map { String(cString: $0) } ?? ""
    }
}

/// How much is read of one message.
package struct BusLimits: Sendable {
    /// Values, each of an array's too.
    package let values: Int
    /// Bytes of text.
    package let bytes: Int

    package static let usual = BusLimits(values: 16_384, bytes: 1 << 20)
    /// What the description of a track needs, words and all.
    package static let track = BusLimits(values: 4096, bytes: 1 << 18)
    /// What a call of a small object needs, and what it may cost.
    package static let small = BusLimits(values: 1024, bytes: 1 << 16)
}

/// Takes values out of a message that anyone may have made.
struct BusReader {
    let message: OpaquePointer
    let library: UnsafePointer<DBusLibrary>
    /// How many more values it takes, and how many more bytes of text.
    private var valuesLeft: Int
    private var bytesLeft: Int
    private var depthLeft = 16

    init(message: OpaquePointer, library: UnsafePointer<DBusLibrary>, _ limits: BusLimits = .usual) {
        self.message = message
        self.library = library
        (valuesLeft, bytesLeft) = (limits.values, limits.bytes)
    }

    /// All values of the message, or of the container that has been entered; nil where they are too many or too large.
    mutating func values(first count: Int = .max) -> [BusValue]? {
        var result: [BusValue] = []
        while result.count < count {
            var type = CChar(0)
            var contents: UnsafePointer<CChar>?
            let state = library.pointee.sd_bus_message_peek_type(message, &type, &contents)
            if state == 0 { return result }
            guard state > 0, valuesLeft > 0, let value = value(type, contents) else { return nil }
            valuesLeft -= 1
            result.append(value)
        }
        return result
    }

    private mutating func value(_ type: CChar, _ contents: UnsafePointer<CChar>?) -> BusValue? {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "y"): return number(type, UInt8(0)).map(BusValue.byte)
        // D-Bus gives flags four bytes.
        case UInt8(ascii: "b"): return number(type, Int32(0)).map { .flag($0 != 0) }
        case UInt8(ascii: "n"): return number(type, Int16(0)).map(BusValue.int16)
        case UInt8(ascii: "q"): return number(type, UInt16(0)).map(BusValue.uint16)
        case UInt8(ascii: "i"): return number(type, Int32(0)).map(BusValue.int32)
        case UInt8(ascii: "u"): return number(type, UInt32(0)).map(BusValue.uint32)
        case UInt8(ascii: "x"): return number(type, Int64(0)).map(BusValue.int64)
        case UInt8(ascii: "t"): return number(type, UInt64(0)).map(BusValue.uint64)
        case UInt8(ascii: "d"): return number(type, 0.0).map(BusValue.double)
        case UInt8(ascii: "s"): return text(type).map(BusValue.text)
        case UInt8(ascii: "o"): return text(type).map(BusValue.path)
        case UInt8(ascii: "g"): return text(type).map(BusValue.signature)
        case UInt8(ascii: "h"): return number(type, Int32(0)).flatMap(descriptor)
        default: return container(type, contents)
        }
    }

    private func number<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) -> Number? {
        var value = zero
        return library.pointee.sd_bus_message_read_basic(message, type, &value) > 0 ? value : nil
    }

    private mutating func text(_ type: CChar) -> String? {
        var start: UnsafePointer<CChar>?
        guard library.pointee.sd_bus_message_read_basic(message, type, &start) > 0, let start else { return nil }
        let count = strnlen(start, bytesLeft + 1)
        guard count <= bytesLeft else { return nil }
        bytesLeft -= count
        return String(cString: start)
    }

    /// The message keeps its own one.
    private func descriptor(_ number: Int32) -> BusValue? {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : .descriptor(BusDescriptor(owning: copy))
    }

    private mutating func container(_ type: CChar, _ contents: UnsafePointer<CChar>?) -> BusValue? {
        guard depthLeft > 0, let contents else { return nil }
        let element = String(cString: contents)
        guard library.pointee.sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
        depthLeft -= 1
        guard let values = values() else { return nil }
        depthLeft += 1
        guard library.pointee.sd_bus_message_exit_container(message) > 0 else { return nil }
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "a"): return .array(of: element, values)
        case UInt8(ascii: "v"): return values.first.map(BusValue.variant)
        case UInt8(ascii: "r"): return .structure(values)
        case UInt8(ascii: "e"): return values.count == 2 ? .entry(values[0], values[1]) : nil
        default: return nil
        }
    }
}

/// Puts values into a message.
struct BusWriter {
    let message: OpaquePointer
    let library: UnsafePointer<DBusLibrary>

    /// - Returns: false where the library takes one of them for none that D-Bus has.
    func append(_ values: [BusValue]) -> Bool { values.allSatisfy(append) }

    private func append(_ value: BusValue) -> Bool {
        switch value {
        case .byte(let value): basic("y", value)
        case .flag(let value): basic("b", Int32(value ? 1 : 0))
        case .int16(let value): basic("n", value)
        case .uint16(let value): basic("q", value)
        case .int32(let value): basic("i", value)
        case .uint32(let value): basic("u", value)
        case .int64(let value): basic("x", value)
        case .uint64(let value): basic("t", value)
        case .double(let value): basic("d", value)
        case .text(let value): library.pointee.sd_bus_message_append_basic(message, code("s"), value) >= 0
        case .path(let value): library.pointee.sd_bus_message_append_basic(message, code("o"), value) >= 0
        case .signature(let value): library.pointee.sd_bus_message_append_basic(message, code("g"), value) >= 0
        case .descriptor(let value): basic("h", value.number)
        case .array(let element, let values): container("a", element, values)
        case .structure(let values): container("r", values.map(\.signature).joined(), values)
        case .entry(let key, let value): container("e", key.signature + value.signature, [key, value])
        case .variant(let value): container("v", value.signature, [value])
        }
    }

    private func basic<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ value: Number) -> Bool {
        withUnsafeBytes(of: value) {
            library.pointee.sd_bus_message_append_basic(message, code(type), $0.baseAddress) >= 0
        }
    }

    private func container(_ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]) -> Bool {
        library.pointee.sd_bus_message_open_container(message, code(type), contents) >= 0 && append(values)
            && library.pointee.sd_bus_message_close_container(message) >= 0
    }

    private func code(_ type: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: type)) }
}
