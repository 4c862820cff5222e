import AudioCore
import CCoreAudio

/// A property's value on its way out of the hardware layer.
package enum HardwareValue {
    /// Plain bytes; of a list as many whole elements are given as there is room for.
    case bytes([UInt8], element: Int?)
    case text(String)
    /// An answer to an `AudioValueTranslation`: a text for the number that was asked about.
    case translation(String)
    case dictionary([(key: String, value: String)])

    static func one<T: BitwiseCopyable>(_ value: T) -> Self {
        .bytes(withUnsafeBytes(of: value) { Array($0) }, element: nil)
    }

    static func many<T: BitwiseCopyable>(_ values: [T]) -> Self {
        .bytes(values.withUnsafeBytes { Array($0) }, element: MemoryLayout<T>.stride)
    }

    static func flag(_ value: Bool) -> Self { .one(UInt32(value ? 1 : 0)) }

    /// Bytes that the caller needs for it; an object is one pointer.
    package var size: Int {
        switch self {
        case .bytes(let bytes, _): bytes.count
        case .text, .dictionary: MemoryLayout<UnsafeRawPointer>.size
        case .translation: MemoryLayout<AudioValueTranslation>.size
        }
    }
}

/// What a client asks for: an address, and what it hands in with it. Good only during the call.
package struct HardwareRequest {
    package var address: AudioObjectPropertyAddress
    /// The qualifier as a text, where the property takes one.
    package var text: () throws(AudioError) -> String
    /// What stands in the caller's buffer: the value to set, or the question of a property that answers one.
    package var input: UnsafeRawBufferPointer

    package init(
        _ address: AudioObjectPropertyAddress, input: UnsafeRawBufferPointer = .init(start: nil, count: 0),
        text: @escaping () throws(AudioError) -> String = { () throws(AudioError) in throw .badPropertySize }
    ) {
        self.address = address
        self.input = input
        self.text = text
    }

    func load<T: BitwiseCopyable>(_: T.Type) throws(AudioError) -> T {
        guard input.count >= MemoryLayout<T>.size else { throw .badPropertySize }
        return input.loadUnaligned(as: T.self)
    }

    var selector: AudioObjectPropertySelector { address.mSelector }
    var isInput: Bool { address.mScope == AudioObjectPropertyScope(kAudioObjectPropertyScopeInput) }
}

/// Something that has an ID and answers to properties.
protocol HardwareObject: AnyObject, Sendable {
    var id: AudioObjectID { get }
    /// - Throws: `unknownProperty` where there is no such property now.
    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue
    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool
    func set(_ request: HardwareRequest) throws(AudioError)
}

extension HardwareObject {
    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool { false }
    func set(_ request: HardwareRequest) throws(AudioError) { throw .unsupportedOperation }
}

extension AudioError {
    package static let unknownProperty = Self("who?", "the object has no such property")
    package static let badObject = Self("!obj", "there is no such object")
    package static let unsupportedOperation = Self("unop", "the object cannot do this")
    package static let deviceNotRunning = Self("stop", "the device does not run")
}
