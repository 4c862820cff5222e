import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Objects that hold themselves, which C programs can make.
@Suite struct CyclicObjectTests {
    private static func cycle(_ entries: [String: NSObject] = [:]) -> NSMutableDictionary {
        let dictionary = NSMutableDictionary()
        for (key, value) in entries { dictionary.setObject(value, forKey: key as NSString) }
        let list = NSMutableArray(object: dictionary)
        dictionary.setObject(dictionary, forKey: kAudioAggregateDeviceMainSubDeviceKey as NSString)
        dictionary.setObject(list, forKey: kAudioAggregateDeviceSubDeviceListKey as NSString)
        return dictionary
    }

    /// Breaks the cycle when the test is over.
    private func with(_ dictionary: NSMutableDictionary, _ body: (NSMutableDictionary) throws -> Void) rethrows {
        defer { dictionary.removeAllObjects() }
        try body(dictionary)
    }

    @Test func anAggregateOfItself() {
        with(Self.cycle()) { dictionary in
            var device = AudioObjectID(99)
            #expect(AudioHardwareCreateAggregateDevice(dictionary, &device) == kAudio_ParamError)
            #expect(device == AudioObjectID(kAudioObjectUnknown))
        }
    }

    @Test func anInfoDictionaryInItself() throws {
        let folder = ScratchFolder()
        try PublicFile.create(folder.url("a.caf"), kAudioFileCAFType, .int(16), [1, 2]) { id in
            with(Self.cycle(["title": "Sound" as NSString])) { dictionary in
                var reference: Unmanaged<NSDictionary>? = .passUnretained(dictionary)
                #expect(
                    AudioFileSetProperty(id, kAudioFilePropertyInfoDictionary, 8, &reference) == kAudio_ParamError)
            }
        }
    }

    /// What is no number, data or text, is as if it were not there.
    @Test func aUnitsStateInItself() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        func restore(_ state: NSDictionary) -> OSStatus {
            var reference: Unmanaged<NSDictionary>? = .passUnretained(state)
            return withExtendedLifetime(state) {
                AudioUnitSetProperty(unit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &reference, 8)
            }
        }
        let numbers: [String: NSObject] = [
            "version": NSNumber(value: Int32(0)), "type": NSNumber(value: Int32(bitPattern: kAudioUnitType_Effect)),
            "subtype": NSNumber(value: Int32(bitPattern: kAudioUnitSubType_LowPassFilter)),
            "manufacturer": NSNumber(value: Int32(bitPattern: kAudioUnitManufacturer_Apple)),
        ]
        with(Self.cycle(numbers)) { state in
            for key in ["data", "name", "type", "preset-number"] { state.setObject(state, forKey: key as NSString) }
            #expect(restore(state) == noErr)
            state.setObject(state, forKey: "subtype" as NSString)
            #expect(restore(state) == kAudioUnitErr_InvalidPropertyValue)
        }
    }
}
