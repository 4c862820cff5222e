import AudioCore
import CCoreAudio

/// A property's value on its way out of the hardware layer.
package indirect enum HardwareValue {
    /// Plain bytes; of a list as many whole elements are given as there is room for.
    case bytes([UInt8], element: Int?)
    /// A zero-terminated string, shortened to the room that there is.
    case characters(String)
    case text(String)
    /// A number as an object, within a list or a dictionary.
    case number(UInt32)
    case list([HardwareValue])
    case dictionary([(key: String, value: HardwareValue)])
    /// The result of an `AudioValueTranslation`, which is written to its output buffer.
    case translation(HardwareValue)

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
        case .characters(let text): text.utf8.count + 1
        case .text, .number, .list, .dictionary: MemoryLayout<UnsafeRawPointer>.size
        case .translation: MemoryLayout<AudioValueTranslation>.size
        }
    }
}

/// Functions that read a client's objects, whose types only the faces know. Each takes the address of a reference, and
/// returns nil for an object of another type.
package struct ClientObjects: Sendable {
    package var text: @Sendable (UnsafeRawPointer) -> String?
    package var texts: @Sendable (UnsafeRawPointer) -> [String]?
    package var composition: @Sendable (UnsafeRawPointer) -> AggregateComposition?

    package init(
        text: @escaping @Sendable (UnsafeRawPointer) -> String? = { _ in nil },
        texts: @escaping @Sendable (UnsafeRawPointer) -> [String]? = { _ in nil },
        composition: @escaping @Sendable (UnsafeRawPointer) -> AggregateComposition? = { _ in nil }
    ) {
        self.text = text
        self.texts = texts
        self.composition = composition
    }
}

/// What a client asks for: an address, and what it hands in with it. Good only during the call.
package struct HardwareRequest {
    package var address: AudioObjectPropertyAddress
    package var qualifier: UnsafeRawBufferPointer
    /// The content of the caller's buffer: the value to set, or the input of a translation. Its address is nil if only
    /// the size of the value is requested.
    package var input: UnsafeRawBufferPointer
    package var objects: ClientObjects

    package init(
        _ address: AudioObjectPropertyAddress, qualifier: UnsafeRawBufferPointer = .init(start: nil, count: 0),
        input: UnsafeRawBufferPointer = .init(start: nil, count: 0), objects: ClientObjects = ClientObjects()
    ) {
        self.address = address
        self.qualifier = qualifier
        self.input = input
        self.objects = objects
    }

    var selector: AudioObjectPropertySelector { address.mSelector }
    var scope: AudioObjectPropertyScope { address.mScope }
    var element: AudioObjectPropertyElement { address.mElement }
    var isInput: Bool { scope == AudioObjectPropertyScope(kAudioObjectPropertyScopeInput) }
    /// Whether only the existence or the size of the value is requested.
    var isForSize: Bool { input.baseAddress == nil }

    func load<T: BitwiseCopyable>(_: T.Type) throws(AudioError) -> T {
        guard input.count >= MemoryLayout<T>.size else { throw .badPropertySize }
        return input.loadUnaligned(as: T.self)
    }

    /// The qualifier as a text.
    func text() throws(AudioError) -> String { try object(in: qualifier, objects.text) }

    /// A client's object, from a buffer that contains a reference to it.
    func object<Object>(
        in buffer: UnsafeRawBufferPointer, _ read: (UnsafeRawPointer) -> Object?
    ) throws(AudioError) -> Object {
        guard let start = buffer.baseAddress, buffer.count == MemoryLayout<UnsafeRawPointer>.size,
            let object = read(start)
        else { throw .badPropertySize }
        return object
    }

    /// The input of an `AudioValueTranslation`.
    func question(_ size: Int) throws(AudioError) -> UnsafeRawBufferPointer {
        let asked = try load(AudioValueTranslation.self)
        guard Int(asked.mInputDataSize) >= size, UInt(bitPattern: asked.mInputData) != 0 else {
            throw .badPropertySize
        }
        return UnsafeRawBufferPointer(start: asked.mInputData, count: size)
    }

    /// The classes that the qualifier names; nil where it names none.
    func classes() throws(AudioError) -> [AudioClassID]? {
        let size = MemoryLayout<AudioClassID>.size
        guard qualifier.count > 0 else { return nil }
        guard qualifier.count % size == 0 else { throw .badPropertySize }
        return stride(from: 0, to: qualifier.count, by: size).map {
            qualifier.loadUnaligned(fromByteOffset: $0, as: AudioClassID.self)
        }
    }
}

/// Something that has an ID and answers to properties.
protocol HardwareObject: AnyObject, Sendable {
    var id: AudioObjectID { get }
    /// Its class, then that one's base, up to the class of all objects.
    var classes: [AudioClassID] { get }
    var ownerID: AudioObjectID { get }
    var owned: [any HardwareObject] { get }
    /// - Throws: `unknownProperty` where there is no such property now.
    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue
    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool
    func set(_ request: HardwareRequest) throws(AudioError)
}

extension HardwareObject {
    var owned: [any HardwareObject] { [] }
    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool { false }
    func set(_ request: HardwareRequest) throws(AudioError) { throw .unsupportedOperation }

    /// The properties that every object has, then those of this one.
    func value(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyClass): return .one(classes[0])
        case Int(kAudioObjectPropertyBaseClass): return .one(classes[classes.count > 1 ? 1 : 0])
        case Int(kAudioObjectPropertyOwner): return .one(ownerID)
        case Int(kAudioObjectPropertyCreator): return .text(HardwarePlugIn.name)
        case Int(kAudioObjectPropertyOwnedObjects):
            let wanted = try request.classes()
            let any = AudioClassID(kAudioObjectClassIDWildcard)
            return .many(
                owned.filter { object in wanted?.contains { $0 == any || object.classes.contains($0) } ?? true }
                    .map(\.id))
        default: return try ownValue(request)
        }
    }
}

extension AudioError {
    package static let unknownProperty = Self("who?", "the object has no such property")
    package static let badObject = Self("!obj", "there is no such object")
    package static let unsupportedOperation = Self("unop", "the object cannot do this")
    package static let deviceNotRunning = Self("stop", "the device does not run")
    package static let deviceIsHogged = Self("!hog", "another process hogs the device")
}
