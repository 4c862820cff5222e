import AudioToolbox
import Foundation
import Testing

/// The structs and blocks of units of version 3, and protocols that programs conform to.
@Suite struct UnitClassesTypeTests {
    /// The structs have the sizes that they have on a Mac, so that code in C finds their fields.
    @Test func structsHaveTheirSizes() {
        #expect(MemoryLayout<AURenderEventHeader>.size == 20 && MemoryLayout<AUParameterEvent>.size == 36)
        #expect(MemoryLayout<AUMIDIEvent>.size == 24 && MemoryLayout<AUMIDIEventList>.size == 296)
        #expect(MemoryLayout<AURenderEvent>.size == 296 && MemoryLayout<MIDIEventList>.size == 276)
        #expect(MemoryLayout<MIDIEventPacket>.size == 268 && MemoryLayout<MIDIPacketList>.size == 272)
        #expect(MemoryLayout<AURecordedParameterEvent>.size == 24)
        #expect(MemoryLayout<AUParameterAutomationEvent>.size == 32)
        #expect(AUEventSampleTimeImmediate == -4_294_967_296)
        #expect(AURenderEventType.MIDI.rawValue == 8 && AURenderEventType.midiSysEx.rawValue == 9)
        #expect(AURenderEventType.parameterRamp.rawValue == 2 && AURenderEventType.midiEventList.rawValue == 10)
        #expect(AUAudioUnitBusType.input.rawValue == 1 && AUAudioUnitBusType.output.rawValue == 2)
        #expect(AUHostTransportStateFlags([.recording, .cycling]).rawValue == 12)
        var event = AURenderEvent(parameter: AUParameterEvent())
        event.parameter.eventType = .parameterRamp
        #expect(event.head.eventType == .parameterRamp)
    }

    /// Each block has the type that its member has on a Mac.
    @Test func blocksHaveTheirTypes() throws {
        let unit = try TestedUnit.make(kAudioUnitType_MusicDevice)
        let render: AURenderBlock = unit.renderBlock
        let parameter: AUScheduleParameterBlock = unit.scheduleParameterBlock
        let midi: AUScheduleMIDIEventBlock = try #require(unit.scheduleMIDIEventBlock)
        let list: AUMIDIEventListBlock = try #require(unit.scheduleMIDIEventListBlock)
        try unit.allocateRenderResources()
        parameter(AUEventSampleTimeImmediate, 0, 1, 0.25)
        midi(2, 0, 3, [0x90, 60, 32])
        var words = MIDIEventList()
        #expect(list(0, 0, &words) == noErr)
        let buffers = RenderBuffers(channels: 1, capacity: 4)
        buffers.prepare(4)
        var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
        #expect(render(&flags, &stamp, 4, 0, buffers.list.unsafeMutablePointer, nil) == noErr)
        #expect(buffers.samples(0, 4) == [0.25, 0.25, 0.25, 0.25] && unit.code.events.count == 3)
        let output: AUMIDIOutputEventBlock = { time, cable, length, bytes in
            OSStatus(time) + OSStatus(cable) + OSStatus(length) + OSStatus(bytes[0])
        }
        unit.midiOutputEventBlock = output
        unit.midiOutputEventListBlock = list
        #expect(unit.midiOutputEventBlock?(1, 2, 3, [4]) == 10 && unit.midiOutputEventListBlock != nil)
        let musical: AUHostMusicalContextBlock = { tempo, _, _, _, _, _ in
            tempo?.pointee = 77
            return true
        }
        let transport: AUHostTransportStateBlock = { flags, _, _, _ in
            flags?.pointee = [.moving]
            return true
        }
        (unit.musicalContextBlock, unit.transportStateBlock) = (musical, transport)
        var (tempo, state) = (0.0, AUHostTransportStateFlags())
        #expect(unit.musicalContextBlock?(&tempo, nil, nil, nil, nil, nil) == true && tempo == 77)
        #expect(unit.transportStateBlock?(&state, nil, nil, nil) == true && state == .moving)
    }

    @Test func implementorsBlocksHaveTheirTypes() {
        let parameter = AUParameterTree.createParameter(
            withIdentifier: "a", name: "A", address: 1, min: 0, max: 1, unit: .generic, unitName: nil,
            valueStrings: nil, dependentParameters: nil)
        let node: AUParameterNode = parameter
        let heard = Heard()
        let observer: AUImplementorValueObserver = { heard.add("\($0.address) \($1)") }
        let provider: AUImplementorValueProvider = { _ in 0.75 }
        let texts: AUImplementorStringFromValueCallback = { _, value in value == nil ? "now" : "then" }
        let values: AUImplementorValueFromStringCallback = { _, text in AUValue(text.count) }
        let names: AUImplementorDisplayNameWithLengthCallback = { node, length in "\(node.identifier)\(length)" }
        node.implementorValueObserver = observer
        node.implementorValueProvider = provider
        node.implementorStringFromValueCallback = texts
        node.implementorValueFromStringCallback = values
        node.implementorDisplayNameWithLengthCallback = names
        parameter.value = 0.5
        #expect(heard.all == ["1 0.5"] && parameter.value == 0.75 && parameter.string(fromValue: nil) == "now")
        #expect(parameter.value(from: "four") == 4 && node.displayName(withLength: 9) == "a9")
        let value: AUParameterObserver = { _, _ in }
        let recording: AUParameterRecordingObserver = { _, _ in }
        let automation: AUParameterAutomationObserver = { _, _ in }
        let tokens: Set<AUParameterObserverToken> = [
            node.token(byAddingParameterObserver: value), node.token(byAddingParameterRecordingObserver: recording),
            node.token(byAddingParameterAutomationObserver: automation),
        ]
        #expect(tokens.count == 3)
        for token in tokens { node.removeParameterObserver(token) }
        #expect(AUParameterTree().children.isEmpty)
    }

    /// GenericOutput plays what its provider gives, without a device.
    @Test func anOutputUnitPlaysWhatItsProviderGives() throws {
        let unit = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_GenericOutput,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        let provider: AURenderPullInputBlock = { _, time, frames, bus, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let data = buffer.mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frames) { data[frame] = Float(time.pointee.mSampleTime) + Float(frame + bus) }
            }
            return noErr
        }
        let handler: AUInputHandler = { _, _, _, _ in }
        (unit.outputProvider, unit.inputHandler) = (provider, handler)
        try unit.allocateRenderResources()
        #expect(try unit.rendered(4, at: 8, channels: 2) == [8, 9, 10, 11])
        #expect(unit.outputProvider != nil && unit.inputHandler != nil)
        unit.outputProvider = nil
        #expect(unitStatus { _ = try unit.rendered(4, at: 12, channels: 2) } == kAudioUnitErr_NoConnection)
    }

    @Test func programsConformToTheProtocols() throws {
        _ = TestedUnit.registered
        let type: any AUAudioUnitMaking.Type = AUAudioUnit.self
        #expect(try type.init(componentDescription: TestedUnit.description()) is TestedUnit)
        let factory: any AUAudioUnitFactory = Factory()
        #expect(try factory.createAudioUnit(with: TestedUnit.description()) is TestedUnit)
        var channel: any AUMessageChannel = Channel()
        #expect(channel.callAudioUnit(["a": 1])["a"] as? Int == 1)
        let block: CallHostBlock = { message in message.merging(["host": true]) { first, _ in first } }
        channel.callHostBlock = block
        #expect(channel.callHostBlock?(["a": 2])["host"] as? Bool == true)
    }

    /// A class of the program's own may be observed with the library's means.
    @Test func aClassOfTheProgramIsObserved() {
        let model = Model()
        let heard = Heard()
        let observation = model.observe(\.level, options: [.old, .new]) { _, change in
            heard.add("\(change.oldValue ?? -1) \(change.newValue ?? -1)")
        }
        model.willChangeValue(forKey: "level")
        model.level = 2
        model.didChangeValue(forKey: "level")
        #expect(heard.all == ["0 2"])
        observation.invalidate()
        model.level = 3
        model.didChangeValue(forKey: "level")
        #expect(heard.all.count == 1)
    }
}

private final class Factory: NSObject, AUAudioUnitFactory {
    func createAudioUnit(with desc: AudioComponentDescription) throws -> AUAudioUnit {
        try TestedUnit(componentDescription: desc, options: [])
    }
}

private final class Channel: AUMessageChannel {
    var callHostBlock: CallHostBlock?
    func callAudioUnit(_ message: [AnyHashable: Any]) -> [AnyHashable: Any] { message }
}

private final class Model: NSObject, AUKeyValueObservable {
    let keyValueObservers = AUKeyValueObservers()
    var level = 0
}
