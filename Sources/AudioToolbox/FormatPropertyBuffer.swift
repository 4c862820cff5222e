import AudioCore
import AudioEngine
import Foundation

/// A client's buffer for one format property, and the number that says how large it is.
struct FormatPropertyBuffer {
    private let size: UnsafeMutablePointer<UInt32>
    private let data: UnsafeMutableRawPointer

    /// - Throws: `parameter` where either is null.
    init(_ size: UnsafeMutablePointer<UInt32>?, _ data: UnsafeMutableRawPointer?) throws(AudioError) {
        guard let size, let data else { throw .parameter.because("there is no buffer or no size") }
        (self.size, self.data) = (size, data)
    }

    /// What the client put there.
    var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: data, count: Int(size.pointee)) }

    /// Copies bytes, or hands over a reference that the client releases, and stores the size of either.
    ///
    /// - Throws: `badPropertySize` where the buffer is too small; nothing is then written.
    func fill(_ value: PropertyValue) throws(AudioError) {
        guard Int(size.pointee) >= value.size else { throw .badPropertySize }
        switch value {
        case .bytes(let bytes):
            UnsafeMutableRawBufferPointer(start: data, count: bytes.count).copyBytes(from: bytes)
        case .string(let text): give(NSString(string: text))
        case .strings(let texts): give(NSArray(array: texts.map { NSString(string: $0) }))
        case .dictionary(let entries):
            let dictionary = NSMutableDictionary()
            for (key, value) in entries { dictionary.setObject(NSString(string: value), forKey: NSString(string: key)) }
            give(dictionary)
        case .markers, .regions: throw .formatProperty.because("formats have no markers")
        }
        size.pointee = UInt32(value.size)
    }

    private func give(_ object: AnyObject) {
        data.storeBytes(of: UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque()), as: UnsafeRawPointer.self)
    }
}

/// The bytes of a specifier; none for a null pointer, whatever its size says.
func specifier(_ pointer: UnsafeRawPointer?, _ size: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : Int(size))
}
