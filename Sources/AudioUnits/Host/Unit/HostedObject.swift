import AudioCore
import CAudioToolbox

/// Gives the frames of an input: `AURenderPullInputBlock`.
package typealias HostedPull = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// Renders an output: `AURenderBlock`.
package typealias HostedRender = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
    UnsafeMutablePointer<AudioBufferList>, HostedPull?
) -> OSStatus

/// What the audio thread has to know of a parameter of an object.
package struct HostedParameter: Sendable {
    package let address: UInt64
    let canRamp: Bool

    package init(address: UInt64, canRamp: Bool) { (self.address, self.canRamp) = (address, canRamp) }
}

/// What a `HostedUnit` asks of the object of version 3 that it stands for: an `AUAudioUnit`.
///
/// No lock of ours is held during a call, unless a member says so.
package protocol HostedObject: AnyObject, Sendable {
    /// The formats of the buses of a side.
    func hostedFormats(isInput: Bool) -> [StreamFormat]
    /// Sets the format of a bus.
    func setHostedFormat(_ format: StreamFormat, isInput: Bool, _ index: Int) throws(AudioError)
    func setHostedCount(_ count: Int, isInput: Bool) throws(AudioError)
    func mayChangeHostedCount(isInput: Bool) -> Bool
    /// Pairs of numbers of channels that go together, as in `kAudioUnitProperty_SupportedNumChannels`.
    var hostedChannels: [(inputs: Int16, outputs: Int16)] { get }

    /// Prepares for rendering, unless the object is prepared.
    func allocateHosted(maximumFrames: Int) throws(AudioError)
    func deallocateHosted()
    func resetHosted()
    var hostedRender: HostedRender { get }
    /// Where events for the object go.
    var hostedLine: UnitEventLine { get }
    /// Whether the object takes MIDI.
    var takesHostedMIDI: Bool { get }

    /// In seconds.
    var hostedLatency: Double { get }
    var hostedTailTime: Double { get }
    var isHostedBypassed: Bool { get set }
    var hostedRenderQuality: Int { get set }
    func setHostedOffline(_ isOffline: Bool)
    func setHostedContextName(_ name: String?)
    /// The host's functions as `HostCallbackInfo`; nil for none.
    func setHostedCallbacks(_ bytes: [UInt8]?)
    /// The names of the outputs of MIDI.
    var hostedMIDIOutputs: [String] { get }
    /// The host's function for MIDI as `AUMIDIOutputCallbackStruct`; nil for none.
    func setHostedMIDIOutput(_ bytes: [UInt8]?)

    /// The parameters, in the global scope. Called under the lock of the unit's state, too: it runs no code of a client.
    var hostedSpecs: [ParameterSpec] { get }
    /// The parameter that has an id; nil where there is none. Real-time safe.
    func hostedParameter(_ id: UInt32) -> HostedParameter?
    func hostedValue(_ id: UInt32) -> Float?
    func setHostedValue(_ id: UInt32, _ value: Float)
    /// The text of a value, or of the present one.
    func hostedText(_ id: UInt32, of value: Float?) -> String?
    func hostedValue(_ id: UInt32, from text: String) -> Float?
    /// A host says that its user touches or releases the control of a parameter.
    func takeHostedGesture(_ id: UInt32, begins: Bool)

    var hostedPresets: [UnitPreset] { get }
    /// The preset that was chosen last; nil for none.
    var hostedPreset: UnitPreset? { get set }
    /// The state as a dictionary of the face's kind.
    var hostedState: AnyObject { get }
    /// - Returns: the name that the state has.
    func setHostedState(_ state: AnyObject) throws(AudioError) -> String?

    /// The unit that stands for the object, so that it is notified of changes.
    func setHost(_ link: HostLink?)
}

/// How an object reports what has changed to the unit that stands for it. It does not keep the unit.
package final class HostLink: Sendable {
    private let state: LockedValue<UnitState>
    private let listeners: PropertyListeners

    init(_ state: LockedValue<UnitState>, _ listeners: PropertyListeners) {
        (self.state, self.listeners) = (state, listeners)
    }

    /// Takes the formats of a side, which have changed.
    package func take(_ formats: [StreamFormat], isInput: Bool) {
        let scope = isInput ? kAudioUnitScope_Input : kAudioUnitScope_Output
        // The old elements have clients' callbacks, which are freed without the lock.
        let (changed, old) = state.withLock { state -> ([(Int, Bool)], [UnitElement]) in
            let old = isInput ? state.inputs : state.outputs
            var elements = old
            var changed: [(Int, Bool)] = []
            while elements.count < formats.count { elements.append(UnitElement(format: formats[elements.count])) }
            elements.removeLast(elements.count - formats.count)
            for (index, format) in formats.enumerated() where elements[index].format != format {
                changed.append((index, elements[index].format.sampleRate != format.sampleRate))
                (elements[index].format, elements[index].layout) = (format, nil)
            }
            if isInput { state.inputs = elements } else { state.outputs = elements }
            // A plan that is being made has the old formats.
            if !changed.isEmpty || old.count != elements.count { state.plansBegun += 1 }
            return (changed, old)
        }
        withExtendedLifetime(old) {}
        for (index, isRate) in changed {
            listeners.notify(kAudioUnitProperty_StreamFormat, scope, UInt32(index))
            if isRate { listeners.notify(kAudioUnitProperty_SampleRate, scope, UInt32(index)) }
        }
    }

    package func notify(_ id: AudioUnitPropertyID) { listeners.notify(id, kAudioUnitScope_Global, 0) }

    /// Reports what has happened to a parameter to the listeners of AudioUnitUtilities.h.
    package func tell(_ type: AudioUnitEventType, _ id: AudioUnitParameterID, value: Float) {
        let event = ParameterListeners.Event(
            type: type.rawValue, unit: listeners.reference, id: id, scope: kAudioUnitScope_Global, element: 0)
        ParameterListeners.shared.send(event, value: value, from: nil, object: nil)
    }
}
