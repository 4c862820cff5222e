import AVFoundation
import Foundation

/// Writes the bytes of a PNG file: red, green and blue of 8 bits. The rows are stored as they are, not made smaller.
enum PNGFile {
    /// - Returns: nil for an image without pixels.
    static func data(of image: CGImage) -> Data? {
        guard image.width > 0, image.height > 0, let pixels = image.dataProvider?.data.map({ Data(referencing: $0) })
        else { return nil }
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let header = big(image.width) + big(image.height) + [8, 2, 0, 0, 0]
        append("IHDR", header, to: &file)
        append("IDAT", stored(rows(of: pixels, image)), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// The rows, each after the number of its filter, which is none.
    private static func rows(of pixels: Data, _ image: CGImage) -> [UInt8] {
        let (width, height, stride) = (image.width, image.height, image.bytesPerRow)
        return [UInt8](pixels).withUnsafeBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: height * (3 * width + 1)) { rows, count in
                for row in 0..<height {
                    rows[count] = 0
                    count += 1
                    for place in Swift.stride(from: row * stride, to: row * stride + 4 * width, by: 4) {
                        rows[count] = source[place + 2]
                        rows[count + 1] = source[place + 1]
                        rows[count + 2] = source[place]
                        count += 3
                    }
                }
            }
        }
    }

    /// A stream of zlib whose blocks hold the bytes as they are.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        stream.reserveCapacity(bytes.count + bytes.count / 1000 + 16)
        var place = 0
        while place < bytes.count {
            let count = min(65_535, bytes.count - place)
            stream.append(place + count == bytes.count ? 1 : 0)
            for number in [count, ~count] {
                stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            }
            stream += bytes[place..<place + count]
            place += count
        }
        return stream + big(Int(adler(bytes)))
    }

    private static func append(_ name: String, _ bytes: [UInt8], to file: inout Data) {
        let chunk = Array(name.utf8) + bytes
        file.append(contentsOf: big(bytes.count))
        file.append(contentsOf: chunk)
        file.append(contentsOf: big(Int(crc(chunk))))
    }

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                low = (low &+ UInt32(byte)) % 65_521
                high = (high &+ low) % 65_521
            }
        }
        return high << 16 | low
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
            }
        }
        return ~value
    }
}
