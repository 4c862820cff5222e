import CPipeWire
import Glibc

extension PWDictionary {
    var asDictionary: [String: String] {
        var result: [String: String] = [:]
        for item in UnsafeBufferPointer(start: items, count: Int(count)) {
            if let key = item.key, let value = item.value { result[String(cString: key)] = String(cString: value) }
        }
        return result
    }
}

extension PipeWireLibrary {
    /// A set of properties, which the function that it is given to will own.
    func properties(_ pairs: [(String, String)]) -> OpaquePointer? {
        withDictionary(pairs) { pw_properties_new_dict($0) }
    }

    /// Runs `body` with properties that live as long as the call.
    func withDictionary<Result>(
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
}
