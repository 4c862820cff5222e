import AudioCore
import CAudioToolbox

/// A unit's property on its way out: plain bytes, or what a face turns into CoreFoundation objects.
package enum UnitValue {
    case bytes([UInt8])
    case text(String)
    case texts([String])
    case preset(UnitPreset)
    case presets([UnitPreset])
    case classInfo(ClassInfo)
    /// An object of the face's kind.
    case object(AnyObject)
    /// The URL of a file.
    case file(FilePath)
    case parameter(ParameterSpec, maximum: Float)
    /// Fields of a struct that the client hands in with its question.
    case shortName(String)
    case valueText(String)
    case value(Float)

    package static func one<T: BitwiseCopyable>(_ value: T) -> UnitValue {
        .bytes(withUnsafeBytes(of: value) { Array($0) })
    }

    package static func many<T: BitwiseCopyable>(_ values: [T]) -> UnitValue {
        .bytes(values.withUnsafeBytes { Array($0) })
    }

    package static func flag(_ value: Bool) -> UnitValue { .one(UInt32(value ? 1 : 0)) }

    /// Bytes that the client needs for it.
    package var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .text, .texts, .presets, .classInfo, .object, .file: MemoryLayout<UnsafeRawPointer>.size
        case .preset: MemoryLayout<AUPreset>.size
        case .parameter: MemoryLayout<AudioUnitParameterInfo>.size
        case .shortName: MemoryLayout<AudioUnitParameterNameInfo>.size
        case .valueText: MemoryLayout<AudioUnitParameterStringFromValue>.size
        case .value: MemoryLayout<AudioUnitParameterValueFromString>.size
        }
    }
}

/// A preset by its number and its name.
package struct UnitPreset: Hashable, Sendable {
    package var number: Int32
    package var name: String

    package init(number: Int32, name: String) { (self.number, self.name) = (number, name) }
}

/// The state of a unit as a host keeps it: the dictionary of `kAudioUnitProperty_ClassInfo`.
package struct ClassInfo: Equatable, Sendable {
    package var version: Int32 = 0
    package var type: UInt32 = 0
    package var subtype: UInt32 = 0
    package var manufacturer: UInt32 = 0
    package var data: [UInt8] = []
    package var name: String?
    package var presetNumber: Int32?
    package var renderQuality: Int32?
    /// For one part of a unit only, which no unit of ours has.
    package var hasPart = false
    /// The instrument that a sampler plays.
    package var instrument: InstrumentChoice?
    /// The instrument in the form of Apple's sampler: a dictionary with what a preset of it has for that.
    package var samplerPreset: PresetValue?

    package init() {}
}

/// An instrument in files, as a client chooses it.
package struct InstrumentChoice: Equatable, Sendable {
    /// `kInstrumentType_…`
    package var kind: UInt8
    /// Several for an instrument of sound files.
    package var files: [FilePath]
    /// Which preset of a bank it is.
    package var bankMSB: UInt8 = 0
    package var bankLSB: UInt8 = 0
    package var program: UInt8 = 0

    package init(kind: UInt8, files: [FilePath]) { (self.kind, self.files) = (kind, files) }
}

/// A client's request for a property: its address, and the value that the client passes. Valid only during the call.
package struct UnitRequest {
    package var id: AudioUnitPropertyID
    package var scope: AudioUnitScope
    package var element: AudioUnitElement
    /// The content of the caller's buffer. Its address is nil if only the size of the value is requested.
    package var input: UnsafeRawBufferPointer
    /// Reads the text of a reference at an address; nil where there is none.
    package var text: (UnsafeRawPointer) -> String?
    /// Likewise for the dictionary of a class info.
    package var classInfo: (UnsafeRawPointer) -> ClassInfo?
    /// Gets the object of a reference at an address; nil where there is none.
    package var object: (UnsafeRawPointer) -> AnyObject?
    /// Likewise for a client's listener of speech, which is called with an `AUVoiceIOSpeechActivityEvent`.
    package var speechListener: (UnsafeRawPointer) -> SpeechListener?
    /// Likewise for the paths of a URL, or of an array of URLs.
    package var files: (UnsafeRawPointer) throws(AudioError) -> [FilePath] = { (_) throws(AudioError) in [] }
    /// Reads a file with a property list; nil for any other file.
    package var propertyList: (FilePath) -> PresetValue? = { _ in nil }

    package typealias SpeechListener = @Sendable (UInt32) -> Void

    package init(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = 0, _ element: AudioUnitElement = 0,
        input: UnsafeRawBufferPointer = .init(start: nil, count: 0),
        text: @escaping (UnsafeRawPointer) -> String? = { _ in nil },
        classInfo: @escaping (UnsafeRawPointer) -> ClassInfo? = { _ in nil },
        object: @escaping (UnsafeRawPointer) -> AnyObject? = { _ in nil },
        speechListener: @escaping (UnsafeRawPointer) -> SpeechListener? = { _ in nil }
    ) {
        self.object = object
        (self.id, self.scope, self.element, self.input) = (id, scope, element, input)
        (self.text, self.classInfo, self.speechListener) = (text, classInfo, speechListener)
    }

    /// Whether the client removes the value.
    package var isRemoval: Bool { input.baseAddress == nil && input.count == 0 }

    /// The value, where the client passed at least as many bytes as `T` has.
    package func load<T: BitwiseCopyable>(_: T.Type = T.self) throws(AudioError) -> T {
        guard input.baseAddress != nil, input.count >= MemoryLayout<T>.size else { throw .unitValue }
        return input.loadUnaligned(as: T.self)
    }

    package func flag() throws(AudioError) -> Bool { try load(UInt32.self) != 0 }

    /// A stream format, of which the last field may be missing.
    package func format() throws(AudioError) -> StreamFormat {
        guard let start = input.baseAddress, input.count >= 36 else { throw .unitValue }
        var description = AudioStreamBasicDescription()
        withUnsafeMutableBytes(of: &description) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: start, count: 36))
        }
        return StreamFormat(description)
    }

    package func textValue() throws(AudioError) -> String {
        guard let start = input.baseAddress, input.count >= 8, let text = text(start) else { throw .unitValue }
        return text
    }
}
