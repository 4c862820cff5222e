import Glibc

/// Whether the system knows a server that has the addresses of names.
package enum NameServers {
    /// Returns whether `/etc/resolv.conf` names a server. Without the file, the C library asks this machine.
    ///
    /// - Parameter path: the file's path.
    package static func areKnown(path: String = "/etc/resolv.conf") -> Bool {
        guard let file = fopen(path, "re") else { return true }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, CInt(line.count), file) != nil {
            let words = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(
                whereSeparator: \.isWhitespace)
            if words.count > 1, words[0] == "nameserver" { return true }
        }
        return false
    }
}
