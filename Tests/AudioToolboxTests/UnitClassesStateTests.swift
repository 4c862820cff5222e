import Foundation
import Testing

@testable import AudioToolbox

/// Buses, state, presets, observation and what a unit has by default.
@Suite(.serialized) struct UnitClassesStateTests {
    @Test func busesKnowTheirPlace() throws {
        let unit = try TestedUnit.make()
        let buses = try (0..<3).map { _ in try AUAudioUnitBus(format: TestedUnit.format) }
        let array = AUAudioUnitBusArray(audioUnit: unit, busType: .output, busses: [buses[0]])
        #expect(array.count == 1 && array.busType == .output && array.ownerAudioUnit === unit)
        array.replaceBusses(buses)
        var iterator = array.makeIterator()
        #expect(iterator.next() === buses[0])
        #expect(array.map(\.index) == [0, 1, 2] && array[2] === buses[2] && buses[2].busType == .output)
        #expect(buses[1].ownerAudioUnit === unit && buses[1].isEnabled && !array.isCountChangeable)
        #expect(unitStatus { try array.setBusCount(4) } == kAudioUnitErr_PropertyNotWritable)
        try array.setBusCount(3)
        let inputs = AUAudioUnitBusArray(audioUnit: unit, busType: .input)
        #expect(inputs.count == 0)
        inputs.replaceBusses(try (0..<2).map { _ in try AUAudioUnitBus(format: TestedUnit.format) })
        #expect(inputs[0].isEnabled && !inputs[1].isEnabled && inputs[1].shouldAllocateBuffer)
        inputs[1].isEnabled = true
        (inputs[1].name, inputs[1].shouldAllocateBuffer, inputs[1].contextPresentationLatency) = ("Side", false, 0.5)
        #expect(inputs[1].isEnabled && inputs[1].name == "Side" && !inputs[1].shouldAllocateBuffer)
        #expect(inputs[1].contextPresentationLatency == 0.5 && inputs[1].supportedChannelLayoutTags == nil)
    }

    @Test func aBusTakesTheFormatsOfItsUnit() throws {
        let unit = try TestedUnit.make()
        let bus = unit.inputBusses[0]
        let stereo = AVAudioFormat(standardFormatWithSampleRate: 96_000, channels: 2)!
        bus.supportedChannelCounts = [1]
        #expect(unitStatus { try bus.setFormat(stereo) } == kAudioUnitErr_FormatNotSupported)
        bus.supportedChannelCounts = [1, 2]
        bus.maximumChannelCount = 1
        #expect(unitStatus { try bus.setFormat(stereo) } == kAudioUnitErr_FormatNotSupported)
        bus.maximumChannelCount = 2
        try bus.setFormat(stereo)
        #expect(bus.format == stereo && bus.supportedChannelCounts == [1, 2])
        #expect(unitStatus { try bus.setFormat(AVAudioFormat()) } == kAudioUnitErr_FormatNotSupported)
        #expect(unitStatus { _ = try AUAudioUnitBus(format: AVAudioFormat()) } == kAudioUnitErr_FormatNotSupported)
        try unit.allocateRenderResources()
        #expect(!unit.shouldChange(to: stereo, for: bus))
        #expect(unitStatus { try bus.setFormat(stereo) } == kAudioUnitErr_Initialized)
    }

    @Test func channelsAreCheckedByTheCapabilities() throws {
        let unit = try CapableUnit(componentDescription: TestedUnit.description())
        unit.capabilities = [2, 2]
        #expect(unitStatus { try unit.allocateRenderResources() } == kAudioUnitErr_FormatNotSupported)
        for capabilities in [[2, 2, 1, 1], [-1, -1], [1, -2], [-1, 1]] {
            unit.capabilities = capabilities.map { NSNumber(value: $0) }
            try unit.allocateRenderResources()
            unit.deallocateRenderResources()
        }
    }

    @Test func observersHearOfBuses() throws {
        let unit = try TestedUnit.make()
        let (observer, heard) = (BusObserver(), Heard())
        let buses = unit.inputBusses
        buses.addObserver(toAllBusses: observer, forKeyPath: "format", options: [.new], context: nil)
        let observation = buses[0].observe(\.format, options: [.old, .new]) { _, change in
            heard.add("\(change.oldValue?.sampleRate ?? 0) \(change.newValue?.sampleRate ?? 0)")
        }
        try buses[0].setFormat(AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 1)!)
        buses[0].name = "x"
        #expect(observer.heard.all == ["format 22050.0"] && heard.all == ["44100.0 22050.0"])
        buses.removeObserver(fromAllBusses: observer, forKeyPath: "format", context: nil)
        observation.invalidate()
        try buses[0].setFormat(TestedUnit.format)
        #expect(observer.heard.all.count == 1 && heard.all.count == 1)
    }

    @Test func aStateRestoresTheParameters() throws {
        let unit = try TestedUnit.make()
        let tree = try #require(unit.parameterTree)
        tree.parameter(withAddress: 0)?.value = 2.5
        tree.parameter(withAddress: 1)?.value = -0.5
        let state = try #require(unit.fullState)
        #expect(state["type"] as? Int == Int(kAudioUnitType_Effect) && state["version"] as? Int == 0)
        #expect(state["manufacturer"] as? Int == 0x4F75_7273 && state["name"] as? String == "Untitled")
        #expect((state["data"] as? Data)?.count == 4 * (3 + 4))
        tree.parameter(withAddress: 0)?.value = 1
        tree.parameter(withAddress: 1)?.value = 0
        let heard = Heard()
        let observation = unit.observe(\.allParameterValues, options: [.new]) { _, change in
            heard.add("\(change.newValue ?? false)")
        }
        unit.fullState = state
        #expect(tree.parameter(withAddress: 0)?.value == 2.5 && unit.code.offset == -0.5 && heard.all == ["true"])
        observation.invalidate()
        // That of another unit, and none, change nothing.
        var other = state
        (other["subtype"], unit.code.gain) = (5, 1)
        unit.fullState = other
        unit.fullState = nil
        #expect(unit.code.gain == 1)
        other["subtype"] = state["subtype"]
        other["data"] = Data((state["data"] as? Data)?.prefix(17) ?? Data())
        unit.fullStateForDocument = other
        #expect(unit.code.gain == 1)
        #expect(try PropertyListSerialization.data(fromPropertyList: state, format: .xml, options: 0).count > 100)
    }

    @Test func presetsOfTheUserAreFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "presets-\(UInt64.random(in: 0 ... .max))")
        let before = getenv("XDG_DATA_HOME").map { String(cString: $0) }
        setenv("XDG_DATA_HOME", folder.path, 1)
        defer {
            if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") }
            try? FileManager.default.removeItem(at: folder)
        }
        let unit = try TestedUnit.make()
        #expect(unit.userPresets.isEmpty && unit.supportsUserPresets)
        let heard = Heard()
        let observation = unit.observe(\.userPresets, options: [.new]) { _, change in
            heard.add((change.newValue ?? []).map { "\($0.number) \($0.name)" }.joined(separator: ","))
        }
        unit.parameterTree?.parameter(withAddress: 0)?.value = 3
        try unit.saveUserPreset(AUAudioUnitPreset(number: -2, name: "Wide/../Open"))
        try unit.saveUserPreset(AUAudioUnitPreset(number: -1, name: "Another"))
        #expect(unit.userPresets.map(\.name) == ["Another", "Wide/../Open"])
        #expect(heard.all == ["-2 Wide/../Open", "-1 Another,-2 Wide/../Open"])
        observation.invalidate()
        let path = folder.appendingPathComponent("audio/presets/Ours/Tested Unit/Wide_.._Open.aupreset").path
        #expect(FileManager.default.fileExists(atPath: path))
        unit.parameterTree?.parameter(withAddress: 0)?.value = 1
        let saved = try #require(unit.userPresets.last)
        #expect(try unit.presetState(for: saved)["name"] as? String == "Wide/../Open")
        unit.currentPreset = saved
        #expect(unit.code.gain == 3 && unit.currentPreset == saved)
        try unit.deleteUserPreset(saved)
        #expect(unit.userPresets.count == 1)
        #expect(throws: (any Error).self) { try unit.deleteUserPreset(saved) }
        #expect(throws: (any Error).self) { try unit.presetState(for: saved) }
        #expect(
            unitStatus { try unit.saveUserPreset(AUAudioUnitPreset(number: 1, name: "x")) }
                == kAudioUnitErr_InvalidPropertyValue)
        let filter = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        filter.parameterTree?.parameter(withAddress: 0)?.value = 123
        let preset = AUAudioUnitPreset(number: -1, name: "Dark")
        try filter.saveUserPreset(preset)
        filter.parameterTree?.parameter(withAddress: 0)?.value = 1000
        filter.currentPreset = preset
        #expect(filter.parameterTree?.parameter(withAddress: 0)?.value == 123 && filter.currentPreset == preset)
    }

    @Test func presetsCanBeArchived() throws {
        let preset = AUAudioUnitPreset(number: 4, name: "Four")
        let data = try NSKeyedArchiver.archivedData(withRootObject: preset, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AUAudioUnitPreset.self, from: data))
        #expect(read == preset && read.number == 4 && read.name == "Four" && read.hash == preset.hash)
        let plain = AUAudioUnitPreset()
        (plain.number, plain.name) = (1, "One")
        #expect(plain != preset)
    }

    @Test func propertiesAreObservedInASubclassToo() throws {
        let unit = try TestedUnit.make()
        let heard = Heard()
        var observations = [
            unit.observe(\.currentPreset, options: [.initial, .new, .old]) { unit, change in
                heard.add("\((change.oldValue ?? nil)?.number ?? -9) \((change.newValue ?? nil)?.number ?? -9)")
            },
            (unit as AUAudioUnit).observe(\.contextName, options: [.new]) { _, change in
                heard.add("name \((change.newValue ?? nil) ?? "none")")
            },
        ]
        observations.append(
            unit.observe(\.renderResourcesAllocated, options: [.new]) { _, change in
                heard.add("allocated \(change.newValue ?? false)")
            })
        unit.currentPreset = AUAudioUnitPreset(number: 2, name: "Two")
        unit.contextName = "drums"
        try unit.allocateRenderResources()
        unit.deallocateRenderResources()
        #expect(heard.all == ["-9 -9", "-9 2", "name drums", "allocated true", "allocated false"])
        observations = []
        unit.contextName = nil
        #expect(heard.all.count == 5)
    }

    @Test func aUnitHasDefaults() throws {
        let unit = try AUAudioUnitDefaults(componentDescription: TestedUnit.description())
        #expect(unit.inputBusses.count == 0 && unit.inputBusses === unit.inputBusses && unit.outputBusses.count == 0)
        #expect(unit.parameterTree == nil && unit.parametersForOverview(withCount: 3).isEmpty)
        #expect(unit.latency == 0 && unit.tailTime == 0 && unit.renderQuality == 127 && !unit.canProcessInPlace)
        #expect(unit.factoryPresets == nil && !unit.supportsUserPresets && unit.currentPreset == nil)
        #expect(unit.channelCapabilities == nil && unit.channelMap == nil && unit.migrateFromPlugin.isEmpty)
        #expect(!unit.providesUserInterface && unit.midiOutputBufferSizeHint == 0 && unit.allParameterValues)
        #expect(unit.midiOutputEventBlock == nil && unit.midiOutputEventListBlock == nil)
        #expect(unit.hostMIDIProtocol == ._1_0 && !unit.isRenderingOffline && unit.contextName == nil)
        #expect(!unit.isInputEnabled && !unit.isOutputEnabled && unit.outputProvider == nil)
        unit.parameterTree = AUParameterTree.createTree(withChildren: [])
        (unit.renderQuality, unit.isRenderingOffline, unit.hostMIDIProtocol) = (3, true, ._2_0)
        (unit.midiOutputBufferSizeHint, unit.channelMap) = (77, [1, 0])
        unit.midiOutputEventBlock = { _, _, length, _ in OSStatus(length) }
        #expect(unit.parameterTree != nil && unit.renderQuality == 3 && unit.isRenderingOffline)
        #expect(unit.hostMIDIProtocol == ._2_0 && unit.midiOutputBufferSizeHint == 77 && unit.channelMap == [1, 0])
        #expect(unit.midiOutputEventBlock?(0, 0, 2, [0x90, 1]) == 2)
        #expect(unitStatus { try unit.saveUserPreset(AUAudioUnitPreset(number: -1, name: "x")) } != noErr)
        #expect(unitStatus { try unit.startHardware() } == kAudio_UnimplementedError)
        unit.stopHardware()
        var channel = unit.messageChannel(for: "any")
        #expect(channel.callAudioUnit(["a": 1]).isEmpty)
        channel.callHostBlock = { $0 }
        #expect(channel.callHostBlock == nil)
        try unit.allocateRenderResources()
        #expect(unitStatus { _ = try unit.rendered(4, input: nil) } == kAudio_UnimplementedError)
    }
}

private final class AUAudioUnitDefaults: AUAudioUnit {}

private final class CapableUnit: TestedUnit {
    var capabilities: [NSNumber] = []
    override var channelCapabilities: [NSNumber]? { capabilities }
}

private final class BusObserver: NSObject, AUKeyValueObserver {
    let heard = Heard()

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        heard.add("\(keyPath ?? "") \((change?[.newKey] as? AVAudioFormat)?.sampleRate ?? 0)")
    }
}
