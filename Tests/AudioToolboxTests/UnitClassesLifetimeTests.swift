import AudioToolbox
import CoreFoundation
import Foundation
import Synchronization
import Testing

/// What units of version 3 keep, when they free it, and what they ask of a program's class while they render.
@Suite struct UnitClassesLifetimeTests {
    @Test func aFormatThatAClassSetsWhenItIsAllocatedCounts() throws {
        let unit = try ChangingUnit.hosted().reference
        defer { AudioComponentInstanceDispose(unit) }
        #expect(AudioUnitInitialize(unit) == noErr)
        var (format, size) = (AudioStreamBasicDescription(), UInt32(40))
        AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size)
        #expect(format.mChannelsPerFrame == 2)
        let buffers = RenderBuffers(channels: 2, capacity: 16)
        buffers.prepare(16)
        var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
        stamp.mFlags = .sampleTimeValid
        #expect(AudioUnitRender(unit, &flags, &stamp, 0, 16, buffers.list.unsafeMutablePointer) == noErr)
    }

    @Test func messagesDoNotAskTheClassForABlock() throws {
        let (unit, object) = try ChangingUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        #expect(AudioUnitInitialize(unit) == noErr)
        let before = object.asked.load(ordering: .relaxed)
        for note in 0..<10 { #expect(MusicDeviceMIDIEvent(unit, 0x90, UInt32(note), 64, 0) == noErr) }
        #expect(before > 0 && object.asked.load(ordering: .relaxed) == before)
    }

    /// Freeing what a block refers to may call the node again.
    @Test func anOldBlockIsFreedWithoutALock() {
        let gain = AUParameterTree.createParameter(
            withIdentifier: "gain", name: "Gain", address: 0, min: 0, max: 4, unit: .linearGain, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
        let names = Names()
        func ask() -> Asking { Asking(gain, names) }
        gain.implementorValueObserver = { [asking = ask()] _, _ in withExtendedLifetime(asking) {} }
        gain.implementorValueProvider = { [asking = ask()] _ in withExtendedLifetime(asking) { 1 } }
        gain.implementorStringFromValueCallback = { [asking = ask()] _, _ in withExtendedLifetime(asking) { "" } }
        gain.implementorValueFromStringCallback = { [asking = ask()] _, _ in withExtendedLifetime(asking) { 1 } }
        gain.implementorDisplayNameWithLengthCallback = { [asking = ask()] _, _ in
            withExtendedLifetime(asking) { "old" }
        }
        #expect(names.list.isEmpty)
        gain.implementorValueObserver = { _, _ in }
        gain.implementorValueProvider = { _ in 2 }
        gain.implementorStringFromValueCallback = { _, _ in "" }
        gain.implementorValueFromStringCallback = { _, _ in 2 }
        gain.implementorDisplayNameWithLengthCallback = { _, _ in "new" }
        #expect(names.list == ["old", "old", "old", "old", "new"])
    }

    /// While an observer does not return, what waits for it is bounded.
    @Test func whatWaitsForASlowObserverIsBounded() {
        let gain = AUParameterTree.createParameter(
            withIdentifier: "gain", name: "Gain", address: 0, min: 0, max: 1e6, unit: .linearGain, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
        let (entered, open) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let heard = SlowlyHeard()
        let blocking = gain.token(byAddingParameterObserver: { _, value in
            heard.values.append(value)
            guard value == 1 else { return }
            entered.signal()
            open.wait()
        })
        let recording = gain.token(byAddingParameterRecordingObserver: { count, events in
            for index in 0..<count { heard.recorded.append(events[index].value) }
        })
        gain.value = 1
        entered.wait()
        for value in 2...20_000 { gain.value = AUValue(value) }
        open.signal()
        ParameterReports.shared.finish()
        #expect(heard.values == [1, 20_000])
        #expect(heard.recorded.count <= 4097 && heard.recorded.last == 20_000)
        #expect(heard.recorded == heard.recorded.sorted())
        gain.removeParameterObserver(blocking)
        gain.removeParameterObserver(recording)
    }

    @Test func presetsLiveAsLongAsTheirArray() throws {
        let (unit, object) = try ChangingUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        func presets() -> CoreFoundation.CFArray? {
            var (list, size) = (UInt(0), UInt32(8))
            AudioUnitGetProperty(unit, kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, &list, &size)
            return UnsafeRawPointer(bitPattern: list).map {
                Unmanaged<CoreFoundation.CFArray>.fromOpaque($0).takeRetainedValue()
            }
        }
        object.presets = [AUAudioUnitPreset(number: 0, name: "First of all")]
        let first = try #require(presets())
        for number in 0..<1000 {
            object.presets = [AUAudioUnitPreset(number: number, name: "Preset \(number)")]
            #expect(presets() != nil)
        }
        let place = try #require(CFArrayGetValueAtIndex(first, 0))
        let name = place.assumingMemoryBound(to: AUPreset.self).pointee.presetName?.takeUnretainedValue()
        #expect(name.map { String(describing: $0) } == "First of all")
    }
}

private final class Names: @unchecked Sendable { var list: [String] = [] }

private final class SlowlyHeard: @unchecked Sendable {
    var values: [AUValue] = []
    var recorded: [AUValue] = []
}

/// Asks a node for its name at its end.
private final class Asking {
    private let node: AUParameterNode
    private let names: Names

    init(_ node: AUParameterNode, _ names: Names) { (self.node, self.names) = (node, names) }

    deinit { names.list.append(node.displayName(withLength: 8)) }
}

/// An instrument that plays two channels once it is allocated.
private final class ChangingUnit: TestedUnit {
    /// How often it was asked for the block for MIDI.
    let asked = Atomic<Int>(0)

    private static let own = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x6368_616E, componentManufacturer: 0x7465_7374,
        componentFlags: 0, componentFlagsMask: 0)
    private static let isRegistered: Void = AUAudioUnit.registerSubclass(
        ChangingUnit.self, as: own, name: "Ours: Changing Unit", version: 1)

    static func hosted() throws -> (reference: AudioUnit, object: ChangingUnit) {
        isRegistered
        var (wanted, unit) = (own, AudioUnit?.none)
        let component = try #require(AudioComponentFindNext(nil, &wanted))
        #expect(AudioComponentInstanceNew(component, &unit) == noErr)
        let made = try #require(unit)
        return (made, try #require(AUAudioUnit.bridging(made) as? ChangingUnit))
    }

    override func allocateRenderResources() throws {
        try outputBusses[0].setFormat(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!)
        try super.allocateRenderResources()
    }

    override var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? {
        asked.wrappingAdd(1, ordering: .relaxed)
        return super.scheduleMIDIEventBlock
    }
}
