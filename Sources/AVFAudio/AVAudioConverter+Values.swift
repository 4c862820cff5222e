import AudioCore
import AudioFiles
import AudioToolbox
import Foundation

// The engine's values of properties, as numbers.
extension AVAudioConverter {

    func bytes(_ id: UInt32) -> [UInt8]? {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        guard case .bytes(let bytes) = turns.use({ try? converter.property(id, input: none) }) else { return nil }
        return bytes
    }

    func values<T: BitwiseCopyable>(_ id: UInt32, of type: T.Type) -> [T] {
        (bytes(id) ?? []).withUnsafeBytes { raw in
            (0..<raw.count / MemoryLayout<T>.stride).map {
                raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: type)
            }
        }
    }

    func value<T: BitwiseCopyable>(_ id: UInt32, of type: T.Type) -> T? { values(id, of: type).first }

    func set<T: BitwiseCopyable>(_ id: UInt32, _ values: [T]) {
        turns.use { values.withUnsafeBytes { try? converter.setProperty(id, .bytes($0)) } }
    }

    /// The ends of ranges of numbers, each number once.
    func ranges(_ id: UInt32) -> [NSNumber]? {
        guard bytes(id) != nil else { return nil }
        var numbers: [Double] = []
        for range in values(id, of: AudioValueRange.self) {
            for end in [range.mMinimum, range.mMaximum] where !numbers.contains(end) { numbers.append(end) }
        }
        return numbers.map { NSNumber(value: $0) }
    }
}
