import CoreAudioTypes
import Foundation

/// A plane of a buffer: where its rows are.
struct PixelPlane {
    let width: Int
    let height: Int
    let bytesPerRow: Int
    /// Bytes from the start of the memory.
    let offset: Int
}

/// The size and format of buffers, and where their planes are in one piece of memory.
struct PixelArrangement {
    let width: Int
    let height: Int
    let format: OSType
    let isPlanar: Bool
    let planes: [PixelPlane]
    /// Bytes of all planes.
    let size: Int

    /// What the start of a plane is a multiple of, and a row unless the attributes say otherwise.
    static let alignment = 64
    /// More than a picture has, and few enough for all sums of sizes.
    private static let mostPixels = 1 << 20

    init(_ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary?) throws(Refusal) {
        guard let layout = PixelLayout(format) else { throw Refusal(kCVReturnInvalidPixelFormat) }
        guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else {
            throw Refusal(kCVReturnInvalidSize)
        }
        let alignment = try Self.rowAlignment(attributes)
        var planes: [PixelPlane] = []
        var size = 0
        for plane in layout.planes {
            let (across, down) = ((width - 1) / plane.across + 1, (height - 1) / plane.down + 1)
            let row = ((across - 1) / plane.pixels + 1) * plane.bytes
            let bytesPerRow = row.roundedUp(to: plane.alignment).roundedUp(to: alignment)
            size = size.roundedUp(to: Self.alignment)
            planes.append(PixelPlane(width: across, height: down, bytesPerRow: bytesPerRow, offset: size))
            size += bytesPerRow * down
        }
        (self.width, self.height, self.format) = (width, height, format)
        (isPlanar, self.planes, self.size) = (layout.isPlanar, planes, size)
    }

    /// That of memory that a program gives.
    init(_ width: Int, _ height: Int, _ format: OSType, isPlanar: Bool, planes: [PixelPlane], size: Int) {
        (self.width, self.height, self.format) = (width, height, format)
        (self.isPlanar, self.planes, self.size) = (isPlanar, planes, size)
    }

    private static func rowAlignment(_ attributes: CFDictionary?) throws(Refusal) -> Int {
        guard let value = attributes?.object(forKey: kCVPixelBufferBytesPerRowAlignmentKey) else { return alignment }
        guard let number = (value as? NSNumber)?.intValue, number >= 1, number <= 1 << 16, number & (number - 1) == 0
        else { throw Refusal(kCVReturnInvalidPixelBufferAttributes) }
        return number
    }
}

/// The memory of a buffer, which is freed, or goes back to its owner, with the last reference.
final class PixelMemory: @unchecked Sendable {
    /// Nil where each plane has memory of its own.
    let base: UnsafeMutableRawPointer?
    let planes: [UnsafeMutableRawPointer?]
    private let end: @Sendable () -> Void

    init(
        _ base: UnsafeMutableRawPointer?, _ planes: [UnsafeMutableRawPointer?], end: @escaping @Sendable () -> Void
    ) { (self.base, self.planes, self.end) = (base, planes, end) }

    /// Allocates memory of zeros.
    ///
    /// - Throws: `kCVReturnAllocationFailed`.
    init(_ arrangement: PixelArrangement) throws(Refusal) {
        var made: UnsafeMutableRawPointer?
        let size = arrangement.size.roundedUp(to: PixelArrangement.alignment)
        guard posix_memalign(&made, PixelArrangement.alignment, size) == 0, let made else {
            throw Refusal(kCVReturnAllocationFailed)
        }
        memset(made, 0, size)
        let memory = Sent(pointer: made)
        base = made
        planes = arrangement.planes.map { made + $0.offset }
        end = { free(memory.pointer) }
    }

    deinit { end() }
}

struct Sent: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
}

/// What a function of Core Video stops with.
struct Refusal: Error {
    let status: CVReturn
    init(_ status: CVReturn) { self.status = status }
}

/// What `body` returns as a status: success, or that of the refusal it throws.
func status(_ body: () throws(Refusal) -> Void) -> CVReturn {
    do throws(Refusal) {
        try body()
        return kCVReturnSuccess
    } catch { return error.status }
}

extension Int {
    func roundedUp(to step: Int) -> Int { (self + step - 1) / step * step }
}
