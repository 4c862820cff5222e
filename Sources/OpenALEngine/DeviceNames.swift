import AudioCore
import AudioDevices
import AudioIO
import Glibc

/// The devices by the names that programs see, and texts that stay valid.
package final class DeviceNames: Sendable {
    /// One device as a program sees it.
    struct Named: Equatable {
        let id: String
        let name: String
    }

    /// Texts are few, and programs may keep them: none is freed.
    private let texts = LockedValue<[[UInt8]: UInt]>([:])

    package init() {}

    /// The devices of a direction, the default one first. Devices with the same name have their identifiers in it, too.
    static func all(_ devices: [DeviceDescription], _ direction: DeviceDirection) -> [Named] {
        let devices = devices.filter { $0.direction == direction }
        let sorted = devices.filter(\.isDefault) + devices.filter { !$0.isDefault }
        return sorted.map { device in
            let isUnique = devices.count { $0.name == device.name } == 1
            return Named(id: device.id, name: isUnique ? device.name : "\(device.name) (\(device.id))")
        }
    }

    /// A C string that is never freed.
    package func text(_ text: String) -> UnsafePointer<CChar> { keep(Array(text.utf8) + [0]) }

    /// A list of C strings with an empty one at the end.
    package func list(_ names: [String]) -> UnsafePointer<CChar> {
        var bytes: [UInt8] = []
        for name in names { bytes += Array(name.utf8) + [0] }
        // The empty list has two zeroes, as programs look for both.
        return keep(bytes.isEmpty ? [0, 0] : bytes + [0])
    }

    private func keep(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
        let address = texts.withLock { texts in
            if let address = texts[bytes] { return address }
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
            memory.initialize(from: bytes, count: bytes.count)
            texts[bytes] = UInt(bitPattern: memory)
            return UInt(bitPattern: memory)
        }
        return UnsafePointer(bitPattern: address)!
    }
}
