import AudioCore
public import AudioToolbox
import AudioUnits
import Dispatch
import Foundation

/// A node that an audio unit renders.
///
/// An instance of one of the subclasses, or what `instantiate` makes.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    private let unit: NodeUnit

    init(_ unit: NodeUnit) {
        self.unit = unit
        super.init(unit)
        if outputFollowsInput { SilentInput.connect(to: unit) }
    }

    /// Makes an instance, where a description is one that the class takes.
    ///
    /// - Parameter types: those of the components that the class is for.
    init(_ description: AudioComponentDescription, _ types: Set<OSType>) {
        require(
            types.contains(description.componentType),
            "componentType \(FourCC(description.componentType)) is one of \(types.map { FourCC($0).description }.sorted())"
        )
        do throws(AudioError) { unit = try NodeUnit(description) } catch {
            fatalError(
                "*** Terminating app due to uncaught exception '\(audioErrorDomain)', reason: 'error \(error.status)': "
                    + "\(error.reason), \(FourCC(description.componentSubType))")
        }
        super.init(unit)
        if outputFollowsInput { SilentInput.connect(to: unit) }
    }

    // MARK: Making an instance

    /// Makes a node of the first component that a description finds.
    ///
    /// - Parameters:
    ///   - audioComponentDescription: the component. A field of 0 matches all.
    ///   - options: ignored: units are in the process of the program.
    ///   - completionHandler: called on another thread with an `AVAudioUnitEffect`, `AVAudioUnitTimeEffect`, `AVAudioUnitGenerator` or
    ///     `AVAudioUnitMIDIInstrument`, by the type of the component, or with an `AVAudioUnit` for other types; or with an error.
    @preconcurrency open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
    ) {
        DispatchQueue(label: "AVAudioUnit.instantiate").async {
            let result = Result { try make(audioComponentDescription) }
            ProgramEnd.call {
                switch result {
                case .success(let made): completionHandler(made, nil)
                case .failure(let error): completionHandler(nil, error)
                }
            }
        }
    }

    /// Makes a node of the first component that a description finds.
    ///
    /// - Parameters:
    ///   - audioComponentDescription: the component. A field of 0 matches all.
    ///   - options: ignored: units are in the process of the program.
    /// - Returns: an `AVAudioUnitEffect`, `AVAudioUnitTimeEffect`, `AVAudioUnitGenerator` or `AVAudioUnitMIDIInstrument`, by the type of
    ///   the component, or an `AVAudioUnit` for other types.
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio`, if there is no such component or it gives no instance.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        try await withCheckedThrowingContinuation { continuation in
            instantiate(with: audioComponentDescription, options: options) { unit, error in
                if let unit {
                    continuation.resume(returning: unit)
                } else if let error {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    private static func make(_ description: AudioComponentDescription) throws -> AVAudioUnit {
        try throwingErrors(call: "AVAudioUnit.instantiate") {
            let unit = try NodeUnit(description)
            let type = unit.instance.component.description.componentType
            if AVAudioUnitEffect.types.contains(type) { return AVAudioUnitEffect(unit) }
            if AVAudioUnitTimeEffect.types.contains(type) { return AVAudioUnitTimeEffect(unit) }
            if AVAudioUnitGenerator.types.contains(type) { return AVAudioUnitGenerator(unit) }
            if AVAudioUnitMIDIInstrument.types.contains(type) { return AVAudioUnitMIDIInstrument(unit) }
            return AVAudioUnit(unit)
        }
    }

    // MARK: Presets

    /// Restores what a host has saved of a unit.
    ///
    /// - Parameter url: a file of the type `aupreset`: a property list with the value of `kAudioUnitProperty_ClassInfo`.
    /// - Throws: what reading the file throws; an error of the domain `com.apple.coreaudio.avfaudio` with the code -10851 if the file has
    ///   the state of another unit, or none.
    open func loadPreset(at url: URL) throws {
        let data = try Data(contentsOf: url)
        let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        try throwingErrors(call: "loadPreset") {
            guard let state = list as? [String: Any] else {
                throw AudioError(status: kAudioUnitErr_InvalidPropertyValue, reason: "the file has no state of a unit")
            }
            let dictionary = NSDictionary(
                objects: state.map { $0.value as AnyObject }, forKeys: state.map { $0.key as NSString })
            let reference = Unmanaged.passUnretained(dictionary as AnyObject).toOpaque()
            try withExtendedLifetime(dictionary) {
                try unit.setValue(kAudioUnitProperty_ClassInfo, to: UInt(bitPattern: reference))
            }
        }
    }

    // MARK: About the unit

    /// What the component of the unit is.
    open var audioComponentDescription: AudioComponentDescription { unit.instance.component.description }

    /// The unit. It lives as long as the node.
    open var audioUnit: AudioUnit { unit.reference }

    /// The unit with the interface of version 3. Parameters, presets and states may be set there; formats and connections are the
    /// engine's.
    open override var auAudioUnit: AUAudioUnit { super.auAudioUnit }

    override var detail: String? { "\"\(name)\"" }

    /// The name of the unit, without that of the manufacturer.
    open var name: String { ComponentName(unit.instance.component.name).name }

    /// The manufacturer's name; empty if the component does not say it.
    open var manufacturerName: String { ComponentName(unit.instance.component.name).manufacturer }

    /// The version of the component, 0xMMMMmmdd: major, minor, dot.
    open var version: Int { Int(unit.instance.component.version) }

    // MARK: For subclasses

    /// An input without a source has the format of an output that follows it: the unit takes no others together.
    override func setFormat(_ format: AVAudioFormat, _ scope: AudioUnitScope, _ bus: Int) throws(AudioError) {
        if scope == kAudioUnitScope_Output, outputFollowsInput, engine?.links.into(self, 0) == nil {
            try super.setFormat(format, kAudioUnitScope_Input, 0)
        }
        try super.setFormat(format, scope, bus)
    }

    func parameter(_ id: AudioUnitParameterID) -> Float { unit.parameter(id) }

    /// Sets a parameter. The unit takes the nearest value in its range; what is not a number changes nothing.
    func setParameter(_ id: AudioUnitParameterID, _ value: Float) {
        guard !value.isNaN else { return }
        let most = Float.greatestFiniteMagnitude
        unit.setParameter(id, to: min(max(value, -most), most))
    }

    /// Sets a property of the unit.
    func setProperty<Value: BitwiseCopyable>(_ id: AudioUnitPropertyID, _ value: Value) throws(AudioError) {
        try unit.setValue(id, to: value)
    }

    /// Whether the input passes unchanged, where the unit has such a property.
    var isBypassed: Bool {
        get { unit.value(kAudioUnitProperty_BypassEffect, of: UInt32.self) ?? 0 != 0 }
        set { try? unit.setValue(kAudioUnitProperty_BypassEffect, to: UInt32(newValue ? 1 : 0)) }
    }

    /// Chooses a factory preset of the unit.
    func setPreset(_ number: Int) {
        let preset = AUPreset(presetNumber: Int32(number), presetName: nil)
        try? unit.setValue(kAudioUnitProperty_PresentPreset, to: preset)
    }
}

extension AudioComponentDescription {
    /// A unit of the system.
    static func system(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
    }
}
