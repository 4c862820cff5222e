import AudioCore
import CAudioToolbox

/// The object of an `AudioUnit`: one of our units, or an instance of a client's component.
package final class ComponentInstance: @unchecked Sendable {
    package static let handles = InstanceTable()

    package enum Body {
        case unit(Unit)
        case plugIn(PlugIn)
    }

    package let component: Component
    package let body: Body
    /// The codec; nil for a unit or a client's component.
    package let codec: CodecUnit?
    /// Those who are notified of each value that a client sets.
    package let parameterFollowers = ParameterFollowers()

    /// The unit; nil for a client's component.
    package var unit: Unit? {
        if case .unit(let unit) = body { unit } else { nil }
    }

    /// What the unit's own functions take first: a client's data, or the reference to a unit of ours.
    package var storage: UnsafeMutableRawPointer? {
        switch body {
        case .unit(let unit): unit.reference.map { UnsafeMutableRawPointer($0) }
        case .plugIn(let plugIn): plugIn.own
        }
    }

    /// Makes an instance and gives it a reference.
    ///
    /// - Throws: what making the unit threw; the status of a client's `Open`.
    package static func make(_ component: Component) throws(AudioError) -> AudioComponentInstance {
        switch component.maker {
        case .unit(let blueprint):
            let unit = blueprint.make(blueprint)
            let reference = try handles.insert(ComponentInstance(component, .unit(unit)))
            unit.reference = reference
            return reference
        case .hosted(let factory):
            return try make(component, of: factory(component.description))
        case .factory(let factory):
            let plugIn = try PlugIn(component.description, factory)
            let reference = try handles.insert(ComponentInstance(component, .plugIn(plugIn)))
            do throws(AudioError) { try plugIn.open(reference) } catch {
                _ = try? handles.remove(reference)
                throw error
            }
            return reference
        case .codec(let codec, let encodes):
            let unit = try CodecUnit(codec, encodes: encodes)
            let nothing = try PlugIn(component.description)
            return try handles.insert(ComponentInstance(component, .plugIn(nothing), unit))
        }
    }

    /// Makes an instance of an object of version 3.
    package static func make(
        _ component: Component, of object: any HostedObject
    ) throws(AudioError) -> AudioComponentInstance {
        let unit = HostedUnit(object, component)
        let reference = try handles.insert(ComponentInstance(component, .unit(unit)))
        unit.reference = reference
        return reference
    }

    /// The object of version 3 that does the work of the instance; nil where there is none.
    package var hostedObject: (any HostedObject)? { (unit as? HostedUnit)?.object }

    private init(_ component: Component, _ body: Body, _ codec: CodecUnit? = nil) {
        self.component = component
        self.body = body
        self.codec = codec
    }

    /// For an instance without a component in a registry.
    package convenience init(_ unit: Unit) { self.init(Component(unit.blueprint), .unit(unit)) }

    /// Ends an instance. A render that is in progress on another thread ends as usual.
    package static func dispose(_ reference: AudioComponentInstance?) throws(AudioError) {
        let instance = try handles.remove(reference)
        switch instance.body {
        case .unit(let unit): unit.dispose()
        case .plugIn(let plugIn): plugIn.close()
        }
    }

    /// Renders an output: `AudioUnitRender`. Real-time safe, but for a client's own component.
    package func render(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, bus: UInt32, frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        switch body {
        case .unit(let unit): unit.renderer.render(flags, time, bus: bus, frames: frames, list)
        case .plugIn(let plugIn): plugIn.render(flags, time, bus, frames, list)
        }
    }

    /// The format of one of the unit's elements.
    package func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) throws(AudioError) -> StreamFormat {
        switch body {
        case .unit(let unit): return try unit.format(scope, element)
        case .plugIn(let plugIn):
            var description = AudioStreamBasicDescription()
            var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let status = withUnsafeMutableBytes(of: &description) {
                plugIn.getProperty(kAudioUnitProperty_StreamFormat, scope, element, $0.baseAddress, &size)
            }
            guard status == 0 else { throw AudioError(status: status, reason: "the unit has no such format") }
            return StreamFormat(description)
        }
    }
}
