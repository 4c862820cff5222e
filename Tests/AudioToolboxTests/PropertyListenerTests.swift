import AudioToolbox
import Testing

/// How listeners of a unit's properties are removed.
@Suite struct PropertyListenerTests {
    private typealias Listener =
        @convention(c) @Sendable (UnsafeMutableRawPointer, AudioUnit, UInt32, UInt32, UInt32) -> Void

    private final class Calls { var count = 0 }

    private static let listener: Listener = { context, _, _, _, _ in
        Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().count += 1
    }

    /// The call of old programs removes a function of one property, with each of its pointers.
    @Test func aFunctionIsRemovedWithItsPointers() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        let (one, other, id) = (Calls(), Calls(), kAudioUnitProperty_MaximumFramesPerSlice)
        func set(_ frames: UInt32) {
            var frames = frames
            #expect(AudioUnitSetProperty(unit, id, kAudioUnitScope_Global, 0, &frames, 4) == noErr)
        }
        for calls in [one, other] {
            let context = Unmanaged.passUnretained(calls).toOpaque()
            #expect(AudioUnitAddPropertyListener(unit, id, Self.listener, context) == noErr)
        }
        set(512)
        #expect(one.count == 1 && other.count == 1)
        #expect(AudioUnitRemovePropertyListener(unit, kAudioUnitProperty_StreamFormat, Self.listener) == noErr)
        set(256)
        #expect(one.count == 2 && other.count == 2)
        for _ in 0..<2 { #expect(AudioUnitRemovePropertyListener(unit, id, Self.listener) == noErr) }
        set(128)
        #expect(one.count == 2 && other.count == 2)
        let none = unsafeBitCast(UnsafeRawPointer?.none, to: Listener.self)
        #expect(AudioUnitRemovePropertyListener(unit, id, none) == kAudio_ParamError)
        withExtendedLifetime((one, other)) {}
    }
}
