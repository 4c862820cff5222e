import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// The tree of a unit of version 2, and values that are set in the unit by other ways than the tree.
@Suite struct UnitClassesFollowingTests {
    private func lowPass() throws -> (face: AUAudioUnit, bridge: UnitBridge, cutoff: AUParameter) {
        let face = try AUAudioUnit(
            componentDescription: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_LowPassFilter,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
        return (face, try #require(face.bridge), try #require(face.parameterTree?.parameter(withAddress: 0)))
    }

    /// What the unit was set to before arrives at the tree after it.
    @Test func aValueOfTheTreeIsNotReplacedByAnOlderOne() throws {
        let (face, bridge, cutoff) = try lowPass()
        let heard = LockedValue<[Float]>([])
        let token = cutoff.token(byAddingParameterRecordingObserver: { count, events in
            for index in 0..<count {
                let value = events[index].value
                heard.withLock { $0.append(value) }
            }
        })
        var expected: [Float] = []
        for round in 0..<200 {
            let (old, new) = (Float(1000 + round), Float(5000 + round))
            #expect(AudioUnitSetParameter(bridge.reference, 0, kAudioUnitScope_Global, 0, old, 0) == noErr)
            cutoff.value = new
            #expect(cutoff.storedValue == new && cutoff.value == new)
            expected += [old, new]
        }
        ParameterReports.shared.finish()
        #expect(heard.withLock { $0 } == expected)
        // A value that is set in the unit later counts.
        #expect(AudioUnitSetParameter(bridge.reference, 0, kAudioUnitScope_Global, 0, 300, 0) == noErr)
        bridge.reportValuesOfUnit()
        #expect(cutoff.storedValue == 300)
        cutoff.removeParameterObserver(token)
        withExtendedLifetime(face) {}
    }

    @Test func theNewerOfTwoValuesStays() {
        let value = StoredValue(1)
        value.write(2, setInTreeAt: 10)
        value.write(3, setInUnitAt: 10)
        #expect(value.read() == 2)
        value.write(4, setInUnitAt: 11)
        #expect(value.read() == 4)
        value.write(5, setInTreeAt: 12)
        value.write(6)
        #expect(value.read() == 6)
    }

    /// A unit whose parameters nobody observes has no thread for them.
    @Test func theFollowerEndsWithTheLastObserver() throws {
        let (face, bridge, cutoff) = try lowPass()
        #expect(bridge.parameterFollower == nil)
        let tree = try #require(face.parameterTree)
        let (first, second) = (
            cutoff.token(byAddingParameterObserver: { _, _ in }), tree.token(byAddingParameterObserver: { _, _ in })
        )
        weak let follower = bridge.parameterFollower
        #expect(follower != nil)
        // A program may remove an observer by another node.
        tree.removeParameterObserver(first)
        #expect(bridge.parameterFollower != nil)
        cutoff.removeParameterObserver(UnsafeMutableRawPointer(bitPattern: 1)!)
        tree.removeParameterObserver(second)
        #expect(bridge.parameterFollower == nil)
        // Its thread has it as long as it runs.
        #expect(eventually { follower == nil })
        let heard = LockedValue<[Float]>([])
        let third = cutoff.token(byAddingParameterObserver: { _, value in heard.withLock { $0.append(value) } })
        #expect(AudioUnitSetParameter(bridge.reference, 0, kAudioUnitScope_Global, 0, 700, 0) == noErr)
        #expect(eventually { heard.withLock { $0 } == [700] })
        tree.removeParameterObserver(third)
    }

    /// Observers come and go on several threads: whoever observes is told, and nothing stays at the end.
    @Test func observersComeAndGoOnThreads() throws {
        let (face, bridge, cutoff) = try lowPass()
        nonisolated(unsafe) let parameter = cutoff
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 {
                parameter.removeParameterObserver(parameter.token(byAddingParameterObserver: { _, _ in }))
            }
        }
        #expect(bridge.parameterFollower == nil)
        let token = cutoff.token(byAddingParameterObserver: { _, _ in })
        #expect(bridge.parameterFollower != nil)
        cutoff.removeParameterObserver(token)
        withExtendedLifetime(face) {}
    }
}
