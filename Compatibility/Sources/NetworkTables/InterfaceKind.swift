import Glibc

extension Link.Kind {
    /// Finds out what an interface is connected to.
    ///
    /// - Parameters:
    ///   - name: the interface's name.
    ///   - hardware: the kernel's number for its kind of hardware.
    ///   - isLoopback: whether the kernel calls it a loopback.
    package init(name: String, hardware: UInt16, isLoopback: Bool) {
        switch (isLoopback, Self.deviceType(of: name)) {
        case (true, _): self = .loopback
        case (_, "wlan"): self = .wifi
        case (_, "wwan"): self = .cellular
        default: self = hardware == Self.ethernetHardware ? .ethernet : .other
        }
    }

    private static let ethernetHardware: UInt16 = 1

    /// What the driver says that the device is, such as "wlan" or "wwan"; nil for plain ones.
    private static func deviceType(of name: String) -> String? {
        guard !name.contains("/"), let file = fopen("/sys/class/net/\(name)/uevent", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            if text.hasPrefix("DEVTYPE=") { return String(text.dropFirst(8).prefix { $0 != "\n" }) }
        }
        return nil
    }
}
