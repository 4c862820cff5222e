import AudioToolbox
import Testing

/// The block that hears of muted speech, as programs set it.
@Suite struct SpeechListenerTests {

    private final class Kept: Sendable {}

    private static let id = AudioUnitPropertyID(kAUVoiceIOProperty_MutedSpeechActivityEventListener)

    /// Sets a block that keeps an object.
    private func listen(_ unit: AudioUnit, keeping object: Kept) -> OSStatus {
        var listener: AUVoiceIOMutedSpeechActivityEventListener = { _ in withExtendedLifetime(object) {} }
        let size = UInt32(MemoryLayout<AUVoiceIOMutedSpeechActivityEventListener>.size)
        return withUnsafePointer(to: &listener) {
            AudioUnitSetProperty(unit, Self.id, kAudioUnitScope_Global, 0, UnsafeRawPointer($0), size)
        }
    }

    @Test func aBlockIsKeptUntilItIsRemoved() throws {
        var wanted = AudioComponentDescription()
        wanted.componentType = kAudioUnitType_Output
        wanted.componentSubType = kAudioUnitSubType_VoiceProcessingIO
        let component = try #require(AudioComponentFindNext(nil, &wanted))
        var made: AudioUnit?
        #expect(AudioComponentInstanceNew(component, &made) == noErr)
        let unit = try #require(made)
        defer { AudioComponentInstanceDispose(unit) }
        weak var kept: Kept?
        do {
            let object = Kept()
            kept = object
            #expect(listen(unit, keeping: object) == noErr)
        }
        #expect(kept != nil)
        #expect(AudioUnitSetProperty(unit, Self.id, kAudioUnitScope_Global, 0, nil, 0) == noErr)
        #expect(kept == nil)
    }
}
