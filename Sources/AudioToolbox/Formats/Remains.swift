import Foundation
import Synchronization

/// Memory of objects that are gone, kept a while.
///
/// On Apple's systems `format.streamDescription.pointee` can be read where nothing else refers to the format. Here the object
/// goes away first. Its memory is freed when so many others have gone after it.
enum Remains {
    private static let count = 1024
    /// Addresses, 0 for none, the oldest at `next`.
    private static let ring = Mutex((addresses: [UInt](repeating: 0, count: count), next: 0))

    static func free(_ memory: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: memory)
        let oldest = ring.withLock { ring in
            let oldest = ring.addresses[ring.next]
            ring.addresses[ring.next] = address
            ring.next = (ring.next + 1) % count
            return oldest
        }
        Foundation.free(UnsafeMutableRawPointer(bitPattern: oldest))
    }
}
