import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// Hosts of version 2 and the tree of a unit of version 3 hear of each other's changes; the MIDI that such a unit gives reaches a
/// host's function.
@Suite struct UnitClassesListenerTests {
    private typealias Kind = AudioUnitEventType

    private static func event(_ kind: AudioUnitEventType, _ unit: AudioUnit, _ id: AudioUnitParameterID)
        -> AudioUnitEvent
    {
        var event = AudioUnitEvent()
        event.mEventType = kind
        event.mArgument.mParameter = AudioUnitParameter(
            mAudioUnit: unit, mParameterID: id, mScope: kAudioUnitScope_Global, mElement: 0)
        return event
    }

    /// Listens to values and gestures of the parameters 0 and 1, and is called at once.
    private func listen(_ unit: AudioUnit, _ heard: Heard) throws -> AUEventListenerRef {
        var made: AUEventListenerRef?
        #expect(
            AUEventListenerCreate(
                { context, _, event, _, value in
                    let id = event.pointee.mArgument.mParameter.mParameterID
                    let kind =
                        switch event.pointee.mEventType {
                        case .parameterValueChange: "value"
                        case .beginParameterChangeGesture: "begin"
                        case .endParameterChangeGesture: "end"
                        default: "other"
                        }
                    Unmanaged<Heard>.fromOpaque(context!).takeUnretainedValue().add("\(kind) \(id) \(value)")
                }, Unmanaged.passUnretained(heard).toOpaque(), nil, nil, 0, 0, &made) == noErr)
        let listener = try #require(made)
        for kind in [Kind.parameterValueChange, .beginParameterChangeGesture, .endParameterChangeGesture] {
            for id in 0..<2 {
                var event = Self.event(kind, unit, UInt32(id))
                #expect(AUEventListenerAddEventType(listener, nil, &event) == noErr)
            }
        }
        return listener
    }

    @Test func listenersHearOfTheTree() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        let heard = Heard()
        let listener = try listen(unit, heard)
        defer { AUListenerDispose(listener) }
        let tree = try #require(object.parameterTree)
        let (gain, offset) = (
            try #require(tree.parameter(withAddress: 0)), try #require(tree.parameter(withAddress: 1))
        )
        gain.value = 2
        offset.setValue(0.5, originator: nil)
        gain.setValue(3, originator: nil, atHostTime: 1, eventType: .touch)
        gain.setValue(3, originator: nil, atHostTime: 2, eventType: .value)
        gain.setValue(3, originator: nil, atHostTime: 3, eventType: .release)
        #expect(heard.all == ["value 0 2.0", "value 1 0.5", "begin 0 3.0", "value 0 3.0", "value 0 3.0", "end 0 3.0"])
        // Who sets a value by the C API tells the listeners by another call.
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 1, 0) == noErr)
        #expect(heard.all.count == 6 && gain.value == 1)
        var parameter = AudioUnitParameter(
            mAudioUnit: unit, mParameterID: 0, mScope: kAudioUnitScope_Global, mElement: 0)
        #expect(AUParameterSet(nil, nil, &parameter, 1.5, 0) == noErr)
        #expect(heard.all.suffix(1) == ["value 0 1.5"] && heard.all.count == 7)
        #expect(AUParameterSet(listener, nil, &parameter, 2.5, 0) == noErr)
        #expect(heard.all.count == 7 && gain.value == 2.5)
    }

    @Test func listenersHearOfATreeThatIsSetLater() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        let heard = Heard()
        let listener = try listen(unit, heard)
        defer { AUListenerDispose(listener) }
        let old = try #require(object.parameterTree?.parameter(withAddress: 0))
        let new = AUParameterTree.createParameter(
            withIdentifier: "other", name: "Other", address: 1, min: 0, max: 9, unit: .generic, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
        object.parameterTree = AUParameterTree.createTree(withChildren: [new])
        // The class keeps its tree by itself: it counts from here on.
        #expect(AudioUnitInitialize(unit) == noErr)
        old.value = 4
        new.value = 7
        #expect(heard.all == ["value 1 7.0"])
    }

    @Test func observersOfTheTreeHearOfHosts() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        let (heard, tree) = (Heard(), try #require(object.parameterTree))
        let token = tree.token(byAddingParameterAutomationObserver: { count, events in
            for event in UnsafeBufferPointer(start: events, count: count) {
                heard.add("\(event.eventType.rawValue) \(event.address) \(event.value)")
            }
        })
        defer { tree.removeParameterObserver(token) }
        var begin = Self.event(.beginParameterChangeGesture, unit, 0)
        var end = Self.event(.endParameterChangeGesture, unit, 0)
        var parameter = begin.mArgument.mParameter
        #expect(AUParameterSet(nil, nil, &parameter, 2, 0) == noErr)
        #expect(AUEventListenerNotify(nil, nil, &begin) == noErr)
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 3, 0) == noErr)
        #expect(AUEventListenerNotify(nil, nil, &end) == noErr)
        ParameterReportsWaiting.finish()
        let (value, touch, release) = (
            AUParameterAutomationEventType.value.rawValue, AUParameterAutomationEventType.touch.rawValue,
            AUParameterAutomationEventType.release.rawValue
        )
        #expect(heard.all == ["\(value) 0 2.0", "\(touch) 0 2.0", "\(value) 0 3.0", "\(release) 0 3.0"])
    }

    /// The same for a unit of version 2 behind a tree.
    @Test func listenersOfAUnitOfTheSystemHearOfGestures() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        let heard = Heard()
        let listener = try listen(unit, heard)
        defer { AUListenerDispose(listener) }
        let object = try AUAudioUnit.bridging(unit)
        defer { withExtendedLifetime(object) {} }
        let tree = try #require(object.parameterTree)
        let cutoff = try #require(tree.parameter(withAddress: 0))
        let before = cutoff.value
        cutoff.setValue(500, originator: nil, atHostTime: 1, eventType: .touch)
        cutoff.setValue(600, originator: nil, atHostTime: 2, eventType: .value)
        cutoff.setValue(600, originator: nil, atHostTime: 3, eventType: .release)
        #expect(
            heard.all == ["begin 0 \(before)", "value 0 500.0", "value 0 600.0", "value 0 600.0", "end 0 600.0"])
    }

    /// Observers of the tree of a unit of version 2 hear of what is set in the unit itself, in the order of all changes and on a thread of
    /// the library. Who sets a value in the tree with an observer's token does not reach that observer.
    @Test func observersOfTheTreeHearOfAUnitOfTheSystem() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        let object = try AUAudioUnit.bridging(unit)
        let tree = try #require(object.parameterTree)
        let cutoff = try #require(tree.parameter(withAddress: 0))
        let (heard, last, own) = (Heard(), Heard(), pthread_self())
        let recorder = tree.token(byAddingParameterRecordingObserver: { count, events in
            #expect(pthread_equal(pthread_self(), own) == 0)
            for event in UnsafeBufferPointer(start: events, count: count) {
                #expect(event.hostTime != 0 || event.value == 600)
                heard.add("\(event.address) \(event.value)")
            }
        })
        let values = cutoff.token(byAddingParameterObserver: { last.add("\($0) \($1)") })
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 500, 0) == noErr)
        cutoff.value = 600
        var parameter = AudioUnitParameter(
            mAudioUnit: unit, mParameterID: 1, mScope: kAudioUnitScope_Global, mElement: 0)
        #expect(AUParameterSet(nil, nil, &parameter, 3, 0) == noErr)
        cutoff.setValue(700, originator: recorder)
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, .infinity, 0) != noErr)
        // The unit's own limit.
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 1e9, 0) == noErr)
        let wanted = ["0 500.0", "0 600.0", "1 3.0", "0 \(cutoff.maxValue)"]
        #expect(eventually { heard.all.count >= wanted.count })
        #expect(heard.all == wanted && cutoff.value == cutoff.maxValue)
        // One of values hears at least of the last one.
        #expect(eventually { last.all.last == wanted.last })
        #expect(last.all.allSatisfy { $0.hasPrefix("0 ") })
        tree.removeParameterObserver(values)
        tree.removeParameterObserver(recorder)
        withExtendedLifetime(object) {}
    }

    // MARK: MIDI

    private static let outputType = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x6D69_6469, componentManufacturer: 0x4F75_7273,
        componentFlags: 0, componentFlagsMask: 0)

    private static let registered: Void = AUAudioUnit.registerSubclass(
        EmittingUnit.self, as: outputType, name: "Ours: Emitting Unit", version: 1)

    @Test func aHostsFunctionGetsTheMIDIOfTheUnit() throws {
        _ = Self.registered
        var (wanted, made) = (Self.outputType, AudioUnit?.none)
        let component = try #require(AudioComponentFindNext(nil, &wanted))
        #expect(AudioComponentInstanceNew(component, &made) == noErr)
        let unit = try #require(made)
        defer { AudioComponentInstanceDispose(unit) }
        let (info, property) = (kAudioUnitProperty_MIDIOutputCallbackInfo, kAudioUnitProperty_MIDIOutputCallback)
        var (names, size) = (Unmanaged<CFArray>?.none, UInt32(8))
        #expect(AudioUnitGetProperty(unit, info, kAudioUnitScope_Global, 0, &names, &size) == noErr)
        #expect((names?.takeRetainedValue() as [AnyObject]?)?.map { "\($0)" } == ["Out", "Thru"])
        var isWritable: DarwinBoolean = true
        #expect(AudioUnitGetPropertyInfo(unit, info, kAudioUnitScope_Global, 0, &size, &isWritable) == noErr)
        #expect(!isWritable.boolValue)
        #expect(AudioUnitGetPropertyInfo(unit, property, kAudioUnitScope_Global, 0, &size, &isWritable) == noErr)
        #expect(size == 16 && isWritable.boolValue)
        let heard = Heard()
        var callback = AUMIDIOutputCallbackStruct(
            midiOutputCallback: { context, time, output, list in
                let bytes = UnsafeRawPointer(list)
                let offset = bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)
                let length = bytes.loadUnaligned(fromByteOffset: 12, as: UInt16.self)
                let data = (0..<Int(length)).map { bytes.load(fromByteOffset: 14 + $0, as: UInt8.self) }
                Unmanaged<Heard>.fromOpaque(context!).takeUnretainedValue()
                    .add("\(bytes.load(as: UInt32.self)) \(time.pointee.mSampleTime) \(output) \(offset) \(data)")
                return noErr
            }, userData: Unmanaged.passUnretained(heard).toOpaque())
        #expect(AudioUnitSetProperty(unit, property, kAudioUnitScope_Global, 0, &callback, 16) == noErr)
        #expect(AudioUnitSetProperty(unit, property, kAudioUnitScope_Global, 0, &callback, 8) != noErr)
        #expect(AudioUnitSetProperty(unit, property, kAudioUnitScope_Input, 0, &callback, 16) != noErr)
        #expect(AudioUnitInitialize(unit) == noErr)
        let buffers = RenderBuffers(channels: 1, capacity: 64)
        func render(at sample: Double) {
            buffers.prepare(64)
            var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
            (stamp.mSampleTime, stamp.mFlags) = (sample, .sampleTimeValid)
            #expect(AudioUnitRender(unit, &flags, &stamp, 0, 64, buffers.list.unsafeMutablePointer) == noErr)
        }
        render(at: 1024)
        #expect(heard.all == ["1 1024.0 1 3 [144, 60, 100]", "1 1024.0 0 2 [248]"])
        #expect(AudioUnitUninitialize(unit) == noErr)
        #expect(AudioUnitSetProperty(unit, property, kAudioUnitScope_Global, 0, nil, 0) == noErr)
        #expect(AudioUnitInitialize(unit) == noErr)
        render(at: 2048)
        #expect(heard.all.count == 2)
        // A unit without outputs of MIDI has no such property.
        let (plain, _) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(plain) }
        #expect(
            AudioUnitSetProperty(plain, property, kAudioUnitScope_Global, 0, &callback, 16)
                == kAudioUnitErr_InvalidProperty)
    }
}

/// Gives two messages in each cycle.
private final class EmittingUnit: AUAudioUnit {
    private final class Code: @unchecked Sendable { var emit: AUMIDIOutputEventBlock? }

    private let code = Code()
    private var outputs: AUAudioUnitBusArray!

    override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
        let bus = try AUAudioUnitBus(format: TestedUnit.format)
        outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [bus])
    }

    override var outputBusses: AUAudioUnitBusArray { outputs }
    override var midiOutputNames: [String] { ["Out", "Thru"] }

    override func allocateRenderResources() throws {
        try super.allocateRenderResources()
        code.emit = midiOutputEventBlock
    }

    override var internalRenderBlock: AUInternalRenderBlock {
        let code = code
        return { _, time, _, _, _, _, _ in
            _ = code.emit?(Int64(time.pointee.mSampleTime) + 3, 1, 3, [0x90, 60, 100])
            _ = code.emit?(AUEventSampleTimeImmediate + 2, 0, 1, [0xF8])
            return noErr
        }
    }
}
