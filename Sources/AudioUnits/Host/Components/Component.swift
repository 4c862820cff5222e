import AudioCodecs
import AudioCore
import CAudioToolbox

/// Makes the interface of an instance of a client's component; nil where it cannot.
package typealias ComponentFactory =
    @Sendable (UnsafePointer<AudioComponentDescription>) -> UnsafeMutablePointer<AudioComponentPlugInInterface>?

/// Makes an object of version 3 for an instance of a component.
package typealias HostedFactory = @Sendable (AudioComponentDescription) throws(AudioError) -> any HostedObject

/// A kind of unit, of which instances can be made: the object of an `AudioComponent`.
package final class Component: @unchecked Sendable {
    enum Maker {
        case unit(UnitBlueprint)
        case factory(ComponentFactory)
        case codec(any Codec.Type, encodes: Bool)
        case hosted(HostedFactory)
    }

    package let description: AudioComponentDescription
    package let name: String
    package let version: UInt32
    let maker: Maker

    init(_ blueprint: UnitBlueprint) {
        description = blueprint.description
        name = blueprint.name
        version = blueprint.version
        maker = .unit(blueprint)
    }

    init(_ codec: any Codec.Type, encodes: Bool) {
        description = AudioComponentDescription(
            componentType: encodes ? kAudioEncoderComponentType : kAudioDecoderComponentType,
            componentSubType: codec.formatID.rawValue, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
        name = codec.name + (encodes ? " Encoder" : " Decoder")
        version = 0x10000
        maker = .codec(codec, encodes: encodes)
    }

    init(_ description: AudioComponentDescription, name: String, version: UInt32, _ maker: Maker) {
        (self.description, self.name, self.version, self.maker) = (description, name, version, maker)
    }

    /// What makes the objects of version 3 of a program's own class; nil for other components.
    package var hosted: HostedFactory? { if case .hosted(let factory) = maker { factory } else { nil } }

    /// Whether a search finds the component. A field of the search that is 0 matches all, but a search of any type finds units alone: to
    /// find the codecs that are installed takes loading their libraries.
    package func matches(_ wanted: AudioComponentDescription) -> Bool {
        let isNamed =
            wanted.componentType != 0 && wanted.componentSubType != 0 && wanted.componentManufacturer != 0
        let isHidden = description.componentFlags & AudioComponentFlags.unsearchable.rawValue != 0
        guard isNamed || !isHidden else { return false }
        func agrees(_ wanted: UInt32, _ own: UInt32) -> Bool { wanted == 0 || wanted == own }
        let mask = wanted.componentFlagsMask
        if case .codec(let codec, let encodes) = maker {
            guard wanted.componentType == description.componentType,
                agrees(wanted.componentSubType, description.componentSubType), codec.isInstalled(encoding: encodes)
            else { return false }
        }
        return agrees(wanted.componentType, description.componentType)
            && agrees(wanted.componentSubType, description.componentSubType)
            && agrees(wanted.componentManufacturer, description.componentManufacturer)
            && description.componentFlags & mask == wanted.componentFlags & mask
    }
}

extension AudioComponentDescription {
    /// Whether this is a decoder, an encoder or both: its instances have the functions of AudioCodec.h.
    package var isCodec: Bool { ["adec", "aenc", "acdc"].contains(FourCC(componentType)) }
}

/// The components of the process: the system's, then those that the program has registered.
///
/// A component is never freed, so that its reference stays valid.
package final class ComponentRegistry: Sendable {
    private let components: LockedValue<[Component]>

    package init(_ units: [UnitBlueprint]) {
        let codecs = Codecs.all.flatMap { codec in
            [false, true].filter { $0 ? codec.abilities.encodes : codec.abilities.decodes }
                .map { Component(codec, encodes: $0) }
        }
        components = LockedValue(units.map { Component($0) } + codecs)
    }

    /// The component after another one, or the first; nil where no more match, and for an invalid reference.
    package func next(after reference: OpaquePointer?, _ wanted: AudioComponentDescription) -> OpaquePointer? {
        let all = components.withLock { $0 }
        var rest = all[...]
        if let reference {
            guard let place = all.firstIndex(where: { Self.reference($0) == reference }) else { return nil }
            rest = all[(place + 1)...]
        }
        return rest.first { $0.matches(wanted) }.map(Self.reference)
    }

    package func count(_ wanted: AudioComponentDescription) -> Int {
        components.withLock { $0 }.count { $0.matches(wanted) }
    }

    package func component(_ reference: OpaquePointer?) throws(AudioError) -> Component {
        guard let reference,
            let found = components.withLock({ $0 }).first(where: { Self.reference($0) == reference })
        else { throw .parameter }
        return found
    }

    /// Adds a component of the program's own.
    ///
    /// - Throws: `parameter` for a description with a type, subtype or manufacturer of 0.
    package func register(
        _ description: AudioComponentDescription, name: String, version: UInt32, factory: @escaping ComponentFactory
    ) throws(AudioError) -> OpaquePointer {
        try register(description, name: name, version: version, .factory(factory))
    }

    /// Adds a component whose instances are objects of version 3.
    ///
    /// - Throws: `parameter` for a description with a type, subtype or manufacturer of 0.
    package func register(
        _ description: AudioComponentDescription, name: String, version: UInt32, hosted: @escaping HostedFactory
    ) throws(AudioError) -> OpaquePointer {
        try register(description, name: name, version: version, .hosted(hosted))
    }

    private func register(
        _ description: AudioComponentDescription, name: String, version: UInt32, _ maker: Component.Maker
    ) throws(AudioError) -> OpaquePointer {
        guard description.componentType != 0, description.componentSubType != 0,
            description.componentManufacturer != 0
        else { throw .parameter }
        let component = Component(description, name: name, version: version, maker)
        components.withLock { $0.append(component) }
        return Self.reference(component)
    }

    /// Lets searches find a component before all others.
    ///
    /// - Throws: `parameter` if there is no such component.
    package func putFirst(_ reference: OpaquePointer?) throws(AudioError) {
        let component = try component(reference)
        components.withLock { all in
            all.removeAll { $0 === component }
            all.insert(component, at: 0)
        }
    }

    package static func reference(_ component: Component) -> OpaquePointer {
        OpaquePointer(Unmanaged.passUnretained(component).toOpaque())
    }
}
