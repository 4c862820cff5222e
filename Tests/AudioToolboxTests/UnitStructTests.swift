import AudioToolbox
import Foundation
import Testing

/// Names of audio units as Swift programs write them: structs with references, selectors, and closures of listeners.
@Suite struct UnitStructTests {
    @Test func textsAndValuesOfAParameter() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ)
        defer { AudioComponentInstanceDispose(unit) }
        let type = AudioUnitParameterID(kAUNBandEQParam_FilterType)

        let text = "Band Stop" as CFString
        var value = AudioUnitParameterValueFromString(
            inParamID: type, inString: .passUnretained(text), outValue: 0)
        #expect(value.inString.takeUnretainedValue() === text)
        var size = UInt32(MemoryLayout<AudioUnitParameterValueFromString>.size)
        let global = kAudioUnitScope_Global
        #expect(
            withExtendedLifetime(text) {
                AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterValueFromString, global, 0, &value, &size)
            } == noErr)
        #expect(value.outValue == Float(kAUNBandEQFilterType_BandStop))

        var shelf = Float(kAUNBandEQFilterType_HighShelf)
        size = UInt32(MemoryLayout<AudioUnitParameterStringFromValue>.size)
        withUnsafePointer(to: &shelf) { shelf in
            var name = AudioUnitParameterStringFromValue(inParamID: type, inValue: shelf, outString: nil)
            #expect(
                AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterStringFromValue, global, 0, &name, &size)
                    == noErr)
            #expect(name.outString?.takeRetainedValue() == "High Shelf")
        }

        let length = Int32(kAudioUnitParameterName_Full)
        var name = AudioUnitParameterNameInfo(inID: type, inDesiredLength: length, outName: nil)
        size = UInt32(MemoryLayout<AudioUnitParameterNameInfo>.size)
        #expect(AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterIDName, global, 0, &name, &size) == noErr)
        #expect(try #require(name.outName?.takeRetainedValue()).length > 0)
    }

    @Test func referencesAreKept() {
        let (host, url) = ("Host" as CFString, URL(fileURLWithPath: "/strings.sf2") as CFURL)
        var identifier = AUHostVersionIdentifier(hostName: .passUnretained("" as CFString), hostVersion: 0x10200)
        identifier.hostName = .passUnretained(host)
        #expect(identifier.hostName.takeUnretainedValue() === host && identifier.hostVersion == 0x10200)
        let instrument = AUSamplerInstrumentData(
            fileURL: .passUnretained(url), instrumentType: UInt8(kInstrumentType_SF2Preset),
            bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: UInt8(kAUSampler_DefaultBankLSB), presetID: 3)
        #expect(instrument.fileURL.takeUnretainedValue() === url && instrument.presetID == 3)
        let preset = AUSamplerBankPresetData(
            bankURL: .passUnretained(url), bankMSB: 121, bankLSB: 0, presetID: 4, reserved: 0)
        #expect(preset.bankURL.takeUnretainedValue() === url && preset.presetID == 4)
    }

    @Test func aParametersDescriptionIsMadeOfItsParts() throws {
        let (name, unit) = ("Depth" as CFString, "fathoms" as CFString)
        let info = AudioUnitParameterInfo(
            name: AudioUnitParameterInfo().name, unitName: .passUnretained(unit), clumpID: 3,
            cfNameString: .passUnretained(name), unit: .customUnit, minValue: -1, maxValue: 2, defaultValue: 0.5,
            flags: [.flag_HasCFNameString, .flag_HasClump])
        #expect(info.unitName?.takeUnretainedValue() === unit && info.cfNameString?.takeUnretainedValue() === name)
        #expect(info.clumpID == 3 && info.unit == .customUnit && info.defaultValue == 0.5)
        #expect(info.minValue == -1 && info.maxValue == 2 && info.flags.contains(.flag_HasClump))
    }

    @Test func constantsWithoutATypeAreInt() {
        // As a component's lookup function is written: with a selector of 16 bits.
        func name(_ selector: Int16) -> String {
            switch Int(selector) {
            case kAudioUnitInitializeSelect: "initialize"
            case kAudioOutputUnitStartSelect: "start"
            case kMusicDeviceMIDIEventSelect: "event"
            default: "other"
            }
        }
        #expect([1, 0x201, 0x101, 99].map(name) == ["initialize", "start", "event", "other"])
        // The one that is an int.
        #expect(AudioObjectID(bitPattern: kAudioObjectSystemObject) == AudioObjectID(kAudioObjectSystemObject))
        let quality: Int = kRenderQuality_High
        #expect(quality == 96)
        #expect(AudioHardwarePowerHint(rawValue: 1) == .favorSavingPower)
        #expect(AudioHardwarePowerHint(rawValue: 0) == AudioHardwarePowerHint.none)
        #expect(AudioLevelControlTransferFunction(rawValue: 0) == .tranferFunctionLinear)
    }

    /// A parameter of one value has no places on a control. Its name is released all the same.
    @Test func aParameterOfOneValueLeavesNoName() throws {
        let unit = try Instrument.make()
        defer { AudioComponentInstanceDispose(unit) }
        var parameter = AudioUnitParameter(mAudioUnit: unit, mParameterID: 8, mScope: 0, mElement: 0)
        #expect(AUParameterValueFromLinear(0.5, &parameter) == 0)
        #expect(Instrument.calls(of: unit) == ["describe 8"])
        #expect(Instrument.lastName == nil)
    }

    @Test func anInstanceGivesItsComponentWithoutUnwrapping() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        var description = AudioComponentDescription()
        let component = AudioComponentInstanceGetComponent(unit)
        #expect(AudioComponentGetDescription(component, &description) == noErr)
        #expect(description.componentSubType == kAudioUnitSubType_LowPassFilter)
        let missing = AudioComponentInstanceGetComponent(try #require(AudioUnit(bitPattern: 1)))
        #expect(AudioComponentGetDescription(missing, &description) == kAudio_ParamError)
    }

    @Test func listenersAreStoredInConstants() {
        nonisolated(unsafe) let parameters: AUParameterListenerBlock = { _, _, _ in }
        nonisolated(unsafe) let events: AUEventListenerBlock = { _, _, _, _ in }
        var listener: AUParameterListenerRef?
        #expect(AUListenerCreateWithDispatchQueue(&listener, 0.1, .main) { parameters($0, $1, $2) } == noErr)
        #expect(listener.map { AUListenerDispose($0) } == noErr)
        #expect(AUEventListenerCreateWithDispatchQueue(&listener, 0.1, 0.1, .main) { events($0, $1, $2, $3) } == noErr)
        #expect(listener.map { AUListenerDispose($0) } == noErr)
    }
}
