import AVFAudio
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// The audio units that are there.
@Suite struct UnitComponentTests {
    private let manager = AVAudioUnitComponentManager.shared()

    private func components(_ type: OSType, _ subtype: OSType = 0) -> [AVAudioUnitComponent] {
        var wanted = AudioComponentDescription()
        (wanted.componentType, wanted.componentSubType) = (type, subtype)
        return manager.components(matching: wanted)
    }

    @Test func aComponentTellsWhatItIs() throws {
        let component = try #require(components(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2).first)
        #expect(component.name == "AUReverb2" && component.manufacturerName == AVAudioUnitManufacturerNameApple)
        #expect(component.typeName == AVAudioUnitTypeEffect && component.localizedTypeName == "Effect")
        #expect(component.version == 0x10000 && component.versionString == "1.0.0" && component.isSandboxSafe)
        #expect(!component.hasMIDIInput && !component.hasMIDIOutput && component.allTagNames == ["Reverb"])
        #expect(component.audioComponentDescription.componentSubType == kAudioUnitSubType_Reverb2)
        #expect(component.passesAUVal && component.passesAUVal)
        let configuration = component.configurationDictionary
        #expect((configuration[kAudioUnitConfigurationInfo_InitialInputs] as? NSNumber)?.intValue == 1)
        var name: Unmanaged<CFString>?
        #expect(AudioComponentCopyName(component.audioComponent, &name) == noErr)
        #expect(name.map { String(describing: $0.takeRetainedValue()) } == "Apple: AUReverb2")
        let same = try #require(components(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2).first)
        #expect(same == component && same.hash == component.hash && same !== component)
        #expect(component != components(kAudioUnitType_Effect, kAudioUnitSubType_Delay).first)
        #expect(!component.isEqual("component"))
    }

    @Test func aSearchFindsUnits() {
        let all = manager.components(matching: AudioComponentDescription())
        #expect(Set(all).count == all.count && all.count > 30)
        #expect(AVAudioUnitComponentManager.shared() === manager)
        let effects = components(kAudioUnitType_Effect)
        #expect(effects.count > 10 && effects.allSatisfy { $0.typeName == "Effect" })
        #expect(components(kAudioUnitType_Output).first?.typeName == AVAudioUnitTypeOutput)
        #expect(components(kAudioUnitType_Mixer).first?.typeName == AVAudioUnitTypeMixer)
        #expect(components(kAudioUnitType_Generator).first?.typeName == AVAudioUnitTypeGenerator)
        #expect(components(kAudioUnitType_FormatConverter).first?.typeName == AVAudioUnitTypeFormatConverter)
        #expect(components(kAudioUnitType_Effect, 0x6E6F_6E65).isEmpty)
        // Decoders and encoders are no units.
        #expect(components(kAudioDecoderComponentType).isEmpty)
        #expect(manager.tagNames.contains("Delay") && manager.tagNames == manager.tagNames.sorted())
        #expect(Set(manager.tagNames).isSubset(of: manager.standardLocalizedTagNames))
    }

    @Test func aTestEndsASearch() {
        var seen: [AVAudioUnitComponent] = []
        let found = manager.components { component, stop in
            seen.append(component)
            if seen.count == 5 { stop.pointee = true }
            return seen.count % 2 == 1
        }
        #expect(seen.count == 5 && found == [seen[0], seen[2], seen[4]])
        #expect(manager.components(passingTest: { _, _ in false }).isEmpty)
    }

    @Test func aPredicateFindsUnits() {
        // Other tests may register units of their own meanwhile.
        let isEffect = NSPredicate { object, _ in
            guard let component = object as? AVAudioUnitComponent else { return false }
            return component.typeName == "Effect" && component.manufacturerName == "Apple"
        }
        let effects = components(kAudioUnitType_Effect).filter { $0.manufacturerName == "Apple" }
        #expect(manager.components(matching: isEffect) == effects)
        let isReverb = NSPredicate { object, _ in (object as? AVAudioUnitComponent)?.allTagNames == ["Reverb"] }
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [isEffect, isReverb])
        #expect(manager.components(matching: both).map(\.name) == ["AUReverb2"])
        let neither = NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(value: true))
        #expect(manager.components(matching: neither).isEmpty)
    }

    /// A component of the program's own is found, and whoever wants to know is told.
    @Test func aRegistrationIsToldOf() throws {
        var description = NoteKeeper.description
        (description.componentSubType, description.componentType) = (0x6E65_7721, kAudioUnitType_MusicEffect)
        let count = LockedValue(0)
        let center = NotificationCenter.default
        let observer = center.addObserver(
            forName: AVAudioUnitComponentManager.registrationsChangedNotification, object: nil, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { center.removeObserver(observer) }
        NoteKeeper.register(description, "No Maker")
        #expect(count.withLock { $0 } >= 1)
        let found = manager.components(matching: description)
        let component = try #require(found.first)
        #expect(found.count == 1 && component.name == "No Maker" && component.manufacturerName.isEmpty)
        #expect(component.typeName == AVAudioUnitTypeMusicEffect && component.hasMIDIInput && !component.hasMIDIOutput)
        #expect(component.versionString == "258.3.4" && !component.isSandboxSafe && component.allTagNames.isEmpty)
    }

    @Test func namesAreThoseOfApple() {
        #expect(
            NSNotification.Name.AVAudioUnitComponentTagsDidChange.rawValue
                == "AVAudioUnitComponentTagsDidChangeNotification")
        #expect(AVAUDIOUNITCOMPONENT_HAVE_AUDIOCOMPONENT == 1 && AVAUDIOUNIT_HAVE_AUDIOUNIT == 1)
        #expect(AVAUDIOIONODE_HAVE_AUDIOUNIT == 1)
    }
}
