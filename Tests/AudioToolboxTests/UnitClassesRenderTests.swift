import AudioToolbox
import Foundation
import Testing

/// `AUAudioUnit` subclasses: making, rendering, and events at their frames.
@Suite struct UnitClassesRenderTests {
    @Test func aDescriptionMakesAnInstanceOfItsClass() throws {
        let unit = try TestedUnit.make()
        #expect(unit.componentName == "Ours: Tested Unit")
        #expect(unit.manufacturerName == "Ours" && unit.audioUnitName == "Tested Unit")
        #expect(unit.componentVersion == 0x0001_0203)
        #expect(unit.audioUnitShortName == nil)
        #expect(unit.componentDescription.componentSubType == 0x7465_7374)
        var found = AudioComponentDescription()
        #expect(AudioComponentGetDescription(unit.component, &found) == noErr)
        #expect(found.componentFlags & AudioComponentFlags.isV3AudioUnit.rawValue != 0)
    }

    @Test func rendersOnlyWhileAllocatedAndWithinTheMaximum() throws {
        let unit = try TestedUnit.make()
        #expect(unit.maximumFramesToRender == 512)
        #expect(unitStatus { _ = try unit.rendered(4) } == -10867)
        try unit.allocateRenderResources()
        #expect(unit.renderResourcesAllocated)
        #expect(try unit.rendered(4) == [1, 1, 1, 1])
        #expect(unitStatus { _ = try unit.rendered(513) } == -10874)
        unit.maximumFramesToRender = 64
        #expect(unit.maximumFramesToRender == 512)
        unit.deallocateRenderResources()
        #expect(unitStatus { _ = try unit.rendered(4) } == -10867)
        unit.maximumFramesToRender = 64
        try unit.allocateRenderResources()
        #expect(unitStatus { _ = try unit.rendered(65) } == -10874)
    }

    @Test func parametersChangeAtTheirFrames() throws {
        let unit = try TestedUnit.make()
        let schedule = unit.scheduleParameterBlock
        try unit.allocateRenderResources()
        schedule(AUEventSampleTimeImmediate + 2, 0, 0, 0.5)
        schedule(105, 0, 0, 0.25)
        schedule(AUEventSampleTimeImmediate, 0, 1, 0.125)
        // What is late counts at once, what is after the cycle waits.
        schedule(3, 0, 0, 2)
        schedule(111, 0, 0, 4)
        #expect(try unit.rendered(8, at: 100) == [2.125, 2.125, 0.625, 0.625, 0.625, 0.375, 0.375, 0.375])
        #expect(try unit.rendered(8, at: 108) == [0.375, 0.375, 0.375, 4.125, 4.125, 4.125, 4.125, 4.125])
        #expect(unit.code.events.map(\.time) == [100, 100, 102, 105, 111])
    }

    @Test func aRampBeginsAtItsFrameAndGoesOnInLaterCycles() throws {
        let unit = try TestedUnit.make()
        let schedule = unit.scheduleParameterBlock
        try unit.allocateRenderResources()
        schedule(2, 8, 0, 0)
        #expect(try unit.rendered(4) == [1, 1, 0.875, 0.75])
        #expect(try unit.rendered(8, at: 4) == [0.625, 0.5, 0.375, 0.25, 0.125, 0, 0, 0])
        #expect(unit.code.events.map(\.type) == [.parameterRamp])
    }

    @Test func messagesCountAtTheirFrames() throws {
        let unit = try TestedUnit.make(kAudioUnitType_MusicDevice)
        #expect(unit.isMusicDeviceOrEffect && unit.virtualMIDICableCount == 1)
        let send = try #require(unit.scheduleMIDIEventBlock)
        try unit.allocateRenderResources()
        send(3, 2, 3, [0x90, 60, 64])
        send(AUEventSampleTimeImmediate + 5, 0, 3, [0x80, 60, 0])
        let long = [UInt8](repeating: 1, count: 1000)
        send(9, 0, 1002, [0xF0] + long + [0xF7])
        #expect(try unit.rendered(8, input: nil) == [0, 0, 0, 0.5, 0.5, 0, 0, 0])
        #expect(unit.code.events.count == 2 && unit.code.events[0].value == 2)
        #expect(try unit.rendered(8, at: 8, input: nil) == [Float](repeating: 0, count: 8))
        let last = try #require(unit.code.events.last)
        #expect(last.type == .midiSysEx && last.time == 9 && last.bytes == [0xF0] + long + [0xF7])
        let list = try #require(unit.scheduleMIDIEventListBlock)
        var words = MIDIEventList()
        (words.`protocol`, words.numPackets) = (._2_0, 1)
        (words.packet.wordCount, words.packet.words.0, words.packet.words.1) = (2, 0x4090_3C2A, 0x8000_0000)
        #expect(list(20, 1, &words) == noErr)
        _ = try unit.rendered(8, at: 16, input: nil)
        let event = try #require(unit.code.events.last)
        #expect(event.type == .midiEventList && event.time == 20 && event.value == 0x2A)
    }

    @Test func anEffectTakesNoMIDI() throws {
        let unit = try TestedUnit.make()
        #expect(unit.scheduleMIDIEventBlock == nil && unit.scheduleMIDIEventListBlock == nil)
        #expect(!unit.isMusicDeviceOrEffect && unit.virtualMIDICableCount == 0)
        #expect(unit.midiOutputNames.isEmpty && !unit.supportsMPE && unit.audioUnitMIDIProtocol == ._1_0)
    }

    @Test func resetDropsWhatWaits() throws {
        let unit = try TestedUnit.make()
        try unit.allocateRenderResources()
        unit.scheduleParameterBlock(10, 0, 0, 3)
        #expect(try unit.rendered(4) == [1, 1, 1, 1])
        unit.scheduleParameterBlock(11, 0, 0, 2)
        unit.reset()
        unit.scheduleParameterBlock(14, 0, 0, 0)
        #expect(try unit.rendered(12, at: 4) == [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    }

    @Test func observersHearOfRendersBeforeAndAfterThem() throws {
        let unit = try TestedUnit.make()
        try unit.allocateRenderResources()
        let heard = Heard()
        let token = unit.token(byAddingRenderObserver: { flags, time, frames, bus in
            heard.add("\(flags.rawValue) \(time.pointee.mSampleTime) \(frames) \(bus)")
        })
        let silent: AURenderObserver = { _, _, _, _ in }
        let other = unit.token(byAddingRenderObserver: silent)
        #expect(token != other)
        _ = try unit.rendered(4, at: 8)
        #expect(heard.all == ["4 8.0 4 0", "8 8.0 4 0"])
        unit.removeRenderObserver(token)
        _ = try unit.rendered(4, at: 12)
        #expect(heard.all.count == 2)
    }

    @Test func aSubclassMayFailToAllocate() throws {
        let unit = try TestedUnit.make()
        unit.failure = kAudioUnitErr_FailedInitialization
        #expect(unitStatus { try unit.allocateRenderResources() } == -10875)
        #expect(!unit.renderResourcesAllocated)
    }

    @Test func descriptionsOfNothingAreRefused() async throws {
        let none = AudioComponentDescription(
            componentType: 1, componentSubType: 2, componentManufacturer: 3, componentFlags: 0, componentFlagsMask: 0)
        let error = #expect(throws: NSError.self) { try AUAudioUnit(componentDescription: none) }
        #expect(error?.domain == NSOSStatusErrorDomain && error?.code == -3000)
        #expect(throws: NSError.self) { try AUAudioUnit(componentDescription: none, options: []) }
        await #expect(throws: NSError.self) { _ = try await AUAudioUnit.instantiate(with: none) }
        // A class makes instances of any description by itself.
        let unit = try TestedUnit(componentDescription: none)
        #expect(unit.componentName == nil && unit.componentVersion == 0 && unit.manufacturerName == nil)
    }

    @Test func instancesAreMadeOnAnotherThread() async throws {
        _ = TestedUnit.registered
        let unit = try await AUAudioUnit.instantiate(with: TestedUnit.description())
        #expect(unit is TestedUnit)
        let made: Bool = await withCheckedContinuation { continuation in
            AUAudioUnit.instantiate(with: TestedUnit.description(), options: .loadOutOfProcess) { unit, error in
                continuation.resume(returning: unit is TestedUnit && error == nil)
            }
        }
        #expect(made)
    }
}

/// What observers have heard, on any thread.
final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [String] = []

    func add(_ text: String) { lock.withLock { list.append(text) } }
    var all: [String] { lock.withLock { list } }
}
