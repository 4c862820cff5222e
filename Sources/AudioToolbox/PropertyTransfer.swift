import AudioCore
import AudioFiles
import CAudioToolbox
import CoreAudioTypes
import Foundation

// Between a client's property buffer and the engine's values: plain bytes are copied, texts and dictionaries become
// Core Foundation objects that the client owns, as the Create Rule has it.

extension PropertyValue {
    /// Copies the value to `data` and its size to `size`, which says how large the buffer is.
    ///
    /// - Throws: `tooSmall` where the buffer does not hold the value; nothing is then written.
    func copy(
        to data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>, tooSmall: AudioError = .badPropertySize
    ) throws(AudioError) {
        _ = try nonnull(size)
        guard Int(size.pointee) >= self.size else { throw tooSmall }
        _ = try nonnull(data)
        size.pointee = UInt32(self.size)
        switch self {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(data), byteCount: $0.count)
            }
        case .string(let text): give(text.coreFoundation, to: data)
        case .strings(let texts): give(texts.map(\.coreFoundation) as NSArray, to: data)
        case .data(nil): data.storeBytes(of: nil, as: UnsafeRawPointer?.self)
        case .data(let bytes?):
            give(bytes.withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) }, to: data)
        case .dictionary(let entries):
            let dictionary = NSMutableDictionary()
            for (key, value) in entries { dictionary.setObject(value.coreFoundation, forKey: key.coreFoundation) }
            give(dictionary, to: data)
        case .settings(let settings): give(SettingsTransfer.object(settings), to: data)
        case .markers(let markers, let type): MarkerTransfer.write(markers, smpteTimeType: type, to: data)
        case .regions(let regions, let type): MarkerTransfer.write(regions, smpteTimeType: type, to: data)
        }
    }

    /// Returns an object that the client releases.
    private func give(_ object: AnyObject, to data: UnsafeMutableRawPointer) {
        data.storeBytes(of: UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()), as: UnsafeRawPointer.self)
    }
}

extension PropertyInput {
    /// A property that is a text, from a client's `CFStringRef`.
    init(text data: UnsafeRawPointer, size: UInt32) throws(AudioError) {
        self = .text(String(describing: try object(NSString.self, data, size)))
    }

    /// A property that is a dictionary, from a client's `CFDictionaryRef`; values that are no text are described.
    ///
    /// - Throws: `parameter` where a value is itself a container.
    init(dictionary data: UnsafeRawPointer, size: UInt32) throws(AudioError) {
        var entries: [(key: String, value: String)] = []
        for (key, value) in try object(NSDictionary.self, data, size).pairs {
            guard !(value is NSDictionary), !(value is NSArray), !(value is NSSet) else {
                throw .parameter.because("a value of the dictionary is a container")
            }
            entries.append(("\(key)", "\(value)"))
        }
        self = .dictionary(entries.sorted { $0.key < $1.key })
    }

    /// A property that is data, from a client's `CFDataRef`; a null reference is no data.
    init(data reference: UnsafeRawPointer, size: UInt32) throws(AudioError) {
        if Int(size) == MemoryLayout<UnsafeRawPointer>.size, reference.loadUnaligned(as: UnsafeRawPointer?.self) == nil
        {
            self = .data([])
        } else {
            self = .data(Array(try object(NSData.self, reference, size) as Data))
        }
    }

    /// A property that is bytes.
    init(bytes data: UnsafeRawPointer, size: UInt32) throws(AudioError) {
        if size > 0 { _ = try nonnull(data) }
        self = .bytes(UnsafeRawBufferPointer(start: data, count: Int(size)))
    }
}

/// The Foundation object whose reference stands at `data`.
func object<T: AnyObject>(_: T.Type, _ data: UnsafeRawPointer, _ size: UInt32) throws(AudioError) -> T {
    guard Int(size) == MemoryLayout<UnsafeRawPointer>.size else { throw .badPropertySize }
    _ = try nonnull(data)
    guard let reference = data.loadUnaligned(as: UnsafeRawPointer?.self) else {
        throw .parameter.because("a reference is null")
    }
    guard let object = Unmanaged<AnyObject>.fromOpaque(reference).takeUnretainedValue() as? T else {
        throw .parameter.because("a reference is of another class")
    }
    return object
}
