package import CPipeWire
import Glibc

extension PWDictionary {
    package var asDictionary: [String: String] {
        var result: [String: String] = [:]
        for item in UnsafeBufferPointer(start: items, count: Int(count)) {
            if let key = item.key, let value = item.value { result[String(cString: key)] = String(cString: value) }
        }
        return result
    }
}

extension PipeWireLibrary {
    /// A set of properties, which the function that it is given to will own.
    package func properties(_ pairs: [(String, String)]) -> OpaquePointer? {
        withDictionary(pairs) { pw_properties_new_dict($0) }
    }

    /// Runs `body` with properties that live as long as the call.
    package func withDictionary<Result>(
        _ pairs: [(String, String)], _ body: (UnsafePointer<PWDictionary>) -> Result
    ) -> Result {
        let copies = pairs.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for copy in copies {
                free(copy.0)
                free(copy.1)
            }
        }
        let items = copies.map { PWItem(key: $0.0, value: $0.1) }
        return items.withUnsafeBufferPointer { items in
            var dictionary = PWDictionary(flags: 0, count: UInt32(items.count), items: items.baseAddress)
            return body(&dictionary)
        }
    }

    /// A context whose data thread asks for real-time scheduling, where that configuration is installed.
    ///
    /// From version 1.3.81 on the library's usual configuration does that, and the library warns of the other one's name.
    package func context(_ loop: OpaquePointer, _ identity: ProgramIdentity) -> OpaquePointer? {
        let make = { (more: [(String, String)]) in
            pw_context_new(pw_thread_loop_get_loop(loop), properties(identity.properties + more), 0)
        }
        guard version < PipeWireVersion(1, 3, 81) else { return make([]) }
        return make([("config.name", "client-rt.conf")]) ?? make([])
    }
}

extension UnsafeMutablePointer {
    /// Memory for one value of a C type, all zero.
    package static func allocateZeroed() -> Self {
        let memory = Self.allocate(capacity: 1)
        memset(memory, 0, MemoryLayout<Pointee>.size)
        return memory
    }
}
