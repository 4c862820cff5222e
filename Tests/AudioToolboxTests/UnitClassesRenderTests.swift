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
        #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -10867)) { try unit.rendered(4) }
        try unit.allocateRenderResources()
        #expect(unit.renderResourcesAllocated)
        #expect(try unit.rendered(4) == [1, 1, 1, 1])
        #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -10874)) { try unit.rendered(513) }
        unit.maximumFramesToRender = 64
        #expect(unit.maximumFramesToRender == 512)
        unit.deallocateRenderResources()
        #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -10867)) { try unit.rendered(4) }
        unit.maximumFramesToRender = 64
        try unit.allocateRenderResources()
        #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -10874)) { try unit.rendered(65) }
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
}
