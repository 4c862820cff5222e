import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// Properties that every unit has, and those of one kind, one by one: their values, their places and what refuses them.
@Suite struct UnitPropertyTests {
    private let global = kAudioUnitScope_Global
    private let input = kAudioUnitScope_Input
    private let output = kAudioUnitScope_Output

    private func text(_ client: Client, _ id: UInt32, _ scope: UInt32, _ element: UInt32 = 0) throws -> String? {
        guard case .text(let text) = try client.unit.value(UnitRequest(id, scope, element)) else { return nil }
        return text
    }

    /// Sets a text as a client does, by the address of an object; nil for an object that is none.
    private func set(
        _ client: Client, _ id: UInt32, _ scope: UInt32, _ element: UInt32 = 0, to text: String?
    ) throws {
        try withUnsafeBytes(of: UInt(16)) { bytes in
            try client.unit.set(UnitRequest(id, scope, element, input: bytes, text: { _ in text }))
        }
    }

    // MARK: Texts

    /// A name is unset at first, is kept, and is removed by no value. Listeners hear of both.
    @Test(arguments: [
        (kAudioUnitProperty_ElementName, kAudioUnitScope_Input),
        (kAudioUnitProperty_ElementName, kAudioUnitScope_Output),
        (kAudioUnitProperty_ContextName, kAudioUnitScope_Global), (kAudioUnitProperty_NickName, kAudioUnitScope_Global),
    ])
    func namesAreKeptAndRemoved(id: AudioUnitPropertyID, scope: AudioUnitScope) throws {
        let (client, notes) = (try Client(ConverterUnit.converter), Notes())
        notes.listen(to: client.unit, id)
        #expect(status { _ = try text(client, id, scope) } == -10850)
        try set(client, id, scope, to: "Flöte")
        #expect(try text(client, id, scope) == "Flöte")
        let info = try client.unit.info(UnitRequest(id, scope))
        #expect(info.size == 8 && info.isWritable)
        #expect(status { try set(client, id, scope, to: nil) } == -10851)
        #expect(try text(client, id, scope) == "Flöte")
        try client.unit.set(UnitRequest(id, scope))
        #expect(status { _ = try text(client, id, scope) } == -10850)
        let wanted = Notes.Property(id: id, scope: scope, element: 0)
        #expect(notes.properties == [wanted, wanted])
        #expect(status { try set(client, id, scope, 7, to: "x") } == -10877)
        #expect(status { try set(client, id, kAudioUnitScope_Group, to: "x") } == -10866)
    }

    /// The texts of a parameter's values: names where there are some, else numbers.
    @Test func parametersHaveTexts() throws {
        let client = try Client(BandEqualizerUnit.equalizer)
        guard
            case .texts(let names) = try client.unit.value(
                UnitRequest(kAudioUnitProperty_ParameterValueStrings, global, 2000))
        else {
            Issue.record("no names")
            return
        }
        #expect(names.count == 11 && names[5] == "Band Pass")
        let none = UnitRequest(kAudioUnitProperty_ParameterValueStrings, global, 3000)
        #expect(status { _ = try client.unit.value(none) } == -10879)
        let unknown = UnitRequest(kAudioUnitProperty_ParameterValueStrings, global, 77)
        #expect(status { _ = try client.unit.value(unknown) } == -10878)
        // A short name: the parameter, and how long the name may be.
        for (length, wanted) in [(Int32(-1), "Band 1 Frequency"), (6, "Band 1")] {
            let value = try withUnsafeBytes(of: (UInt32(3000), length)) {
                try client.unit.value(UnitRequest(kAudioUnitProperty_ParameterIDName, global, 0, input: $0))
            }
            guard case .shortName(let name) = value else {
                Issue.record("no name")
                continue
            }
            #expect(name == wanted)
        }
        var number: Float = 5
        func text(of id: UInt32) throws -> String {
            try withUnsafePointer(to: number) { place in
                let request = (UInt64(id), UInt(bitPattern: place), UInt(0))
                let value = try withUnsafeBytes(of: request) {
                    try client.unit.value(
                        UnitRequest(kAudioUnitProperty_ParameterStringFromValue, global, 0, input: $0))
                }
                guard case .valueText(let text) = value else { return "" }
                return text
            }
        }
        #expect(try text(of: 2000) == "Band Pass" && text(of: 3000) == "5")
        number = 0.25
        #expect(try text(of: 4000) == "0.25")
        #expect(status { _ = try text(of: 77) } == -10878)
        func value(of text: String, _ id: UInt32) throws -> Float {
            let value = try withUnsafeBytes(of: (UInt64(id), UInt(16), UInt64(0))) {
                try client.unit.value(
                    UnitRequest(
                        kAudioUnitProperty_ParameterValueFromString, global, 0, input: $0, text: { _ in text }))
            }
            guard case .value(let number) = value else { return .nan }
            return number
        }
        #expect(try value(of: "High Shelf", 2000) == 8 && value(of: "440.5 Hz", 3000) == 440.5)
        // What lies outside of the range becomes the nearest value.
        #expect(try value(of: "-1000", 4000) == -96)
        #expect(status { _ = try value(of: "loud", 4000) } == -10851)
    }

    // MARK: Numbers

    @Test func theLastSampleTimeIsThatOfTheRender() throws {
        let client = try Client(FilterUnit.lowPass)
        try client.setFormats(channels: 1)
        try client.feed(Feed(constants: [0]))
        try client.unit.initialize()
        let id = kAudioUnitProperty_LastRenderSampleTime
        #expect(try client.get(id, as: Double.self) == 0)
        _ = try client.render(16, at: 4711)
        #expect(try client.get(id, as: Double.self) == 4711)
        #expect(status { try client.set(id, to: 1.0) } == -10865)
        #expect(status { _ = try client.get(id, input, as: Double.self) } == -10866)
    }

    @Test func aFlagOfRenderingOfflineIsKept() throws {
        let (client, notes) = (try Client(FilterUnit.lowPass), Notes())
        let id = kAudioUnitProperty_OfflineRender
        notes.listen(to: client.unit, id)
        #expect(try client.get(id, as: UInt32.self) == 0)
        try client.set(id, to: UInt32(1))
        #expect(try client.get(id, as: UInt32.self) == 1 && notes.properties.count == 1)
        #expect(status { try client.set(id, to: UInt8(1)) } == -10851)
        #expect(status { try client.set(id, input, to: UInt32(1)) } == -10866)
    }

    @Test func effectsProcessInPlace() throws {
        let client = try Client(FilterUnit.lowPass)
        let id = kAudioUnitProperty_InPlaceProcessing
        #expect(try client.get(id, as: UInt32.self) == 1)
        try client.set(id, to: UInt32(0))
        #expect(try client.get(id, as: UInt32.self) == 1)
        #expect(status { try client.set(id, to: UInt8(0)) } == -10851)
        #expect(status { _ = try client.get(id, output, as: UInt32.self) } == -10866)
        #expect(status { _ = try Client(ConverterUnit.converter).get(id, as: UInt32.self) } == -10879)
    }

    /// What can be set and not read has a size.
    @Test func hostsTellWhatTheyHave() throws {
        let client = try Client(FilterUnit.lowPass)
        let (callbacks, latency) = (kAudioUnitProperty_HostCallbacks, kAudioUnitProperty_PresentationLatency)
        for (id, size) in [(callbacks, MemoryLayout<HostCallbackInfo>.size), (latency, 8)] {
            let info = try client.unit.info(UnitRequest(id))
            #expect(info.size == size && info.isWritable)
            #expect(status { _ = try client.unit.value(UnitRequest(id)) } == -10879)
        }
        let none = (UInt(0), UInt(0), UInt(0), UInt(0), UInt(0))
        try client.set(callbacks, to: none)
        try client.unit.set(UnitRequest(callbacks))
        #expect(status { try client.set(callbacks, input, to: none) } == -10866)
        for scope in [input, output] { try client.set(latency, scope, to: 0.01) }
        #expect(status { try client.set(latency, output, to: Float(0.01)) } == -10851)
    }

    /// The older number of the present preset is the same property.
    @Test func theCurrentPresetIsThePresentOne() throws {
        let (client, notes) = (try Client(PresetEqualizerUnit.equalizer), Notes())
        notes.listen(to: client.unit, kAudioUnitProperty_CurrentPreset, kAudioUnitProperty_PresentPreset)
        try client.set(kAudioUnitProperty_CurrentPreset, to: (Int64(5), UInt(0)))
        let known = PresetEqualizerUnit.equalizer.presets[5]
        for id in [kAudioUnitProperty_CurrentPreset, kAudioUnitProperty_PresentPreset] {
            guard case .preset(let preset) = try client.unit.value(UnitRequest(id)) else {
                Issue.record("no preset")
                return
            }
            #expect(preset == known)
        }
        try client.set(kAudioUnitProperty_PresentPreset, to: (Int64(6), UInt(0)))
        // Each change is told by both numbers.
        let (current, present) = (kAudioUnitProperty_CurrentPreset, kAudioUnitProperty_PresentPreset)
        #expect(notes.properties.map(\.id) == [current, present, present, current])
    }

    // MARK: Formats and rates

    /// The rate is a field of the format, and the global scope's format is that of the first output.
    @Test func theRateIsAFieldOfTheFormat() throws {
        let client = try Client(FilterUnit.lowPass)
        try client.set(kAudioUnitProperty_SampleRate, output, to: 32_000.0)
        #expect(try client.unit.format(output, 0).sampleRate == 32_000)
        #expect(try client.get(kAudioUnitProperty_SampleRate, as: Double.self) == 32_000)
        #expect(try client.unit.format(global, 0) == client.unit.format(output, 0))
        try client.set(kAudioUnitProperty_SampleRate, to: 22_050.0)
        #expect(try client.unit.format(output, 0).sampleRate == 22_050)
        for rate in [0, -1, .nan, .infinity] as [Double] {
            #expect(status { try client.set(kAudioUnitProperty_SampleRate, input, to: rate) } == -10868)
        }
    }

    /// Where the greatest values of parameters follow the rate, a new rate is news of the list.
    @Test(arguments: [
        (FilterUnit.lowPass, true), (BandEqualizerUnit.equalizer, true), (DistortionUnit.distortion, false),
    ])
    func anotherRateIsNewsOfTheParameters(blueprint: UnitBlueprint, follows: Bool) throws {
        let (client, notes) = (try Client(blueprint), Notes())
        notes.listen(to: client.unit, kAudioUnitProperty_ParameterList)
        try client.set(kAudioUnitProperty_SampleRate, output, to: 32_000.0)
        #expect(notes.properties.isEmpty != follows)
    }

    // MARK: AUConverter

    @Test func aConverterHasItsSettings() throws {
        let client = try Client(ConverterUnit.converter)
        let (quality, complexity, zero) = (
            kAudioUnitProperty_RenderQuality, kAudioUnitProperty_SampleRateConverterComplexity,
            kAudioOutputUnitProperty_StartTimestampsAtZero
        )
        #expect(try client.get(quality, as: UInt32.self) == 127)
        #expect(try client.get(complexity, as: UInt32.self) == FourCC("norm").rawValue)
        #expect(try client.get(zero, as: UInt32.self) == 1)
        try client.set(quality, to: UInt32(32))
        try client.set(complexity, to: FourCC("bats").rawValue)
        try client.set(zero, to: UInt32(0))
        #expect(try client.get(zero, as: UInt32.self) == 0)
        #expect(status { try client.set(quality, to: UInt32(128)) } == -10851)
        #expect(status { try client.set(complexity, to: FourCC("best").rawValue) } == -10851)
        #expect(try client.get(quality, as: UInt32.self) == 32)
        #expect(try client.get(complexity, as: UInt32.self) == FourCC("bats").rawValue)
        // A state has the quality.
        let other = try Client(ConverterUnit.converter)
        #expect(client.unit.classInfo.renderQuality == 32)
        try other.unit.restore(client.unit.classInfo)
        #expect(try other.get(quality, as: UInt32.self) == 32)
        #expect(try Client(FilterUnit.lowPass).unit.classInfo.renderQuality == nil)
    }

    /// A map that the formats do not have is refused while the unit renders, which then goes on with the one before.
    @Test func aMapOfAnotherWidthIsRefused() throws {
        let client = try Client(ConverterUnit.converter)
        try client.setFormats(channels: 2)
        try client.feed(Feed(constants: [1, 2]))
        try client.set(kAudioOutputUnitProperty_ChannelMap, to: (Int32(1), Int32(0)))
        try client.unit.initialize()
        let wide = (Int32(0), Int32(1), Int32(1))
        #expect(status { try client.set(kAudioOutputUnitProperty_ChannelMap, to: wide) } == -10868)
        let map: (Int32, Int32) = try client.get(kAudioOutputUnitProperty_ChannelMap)
        #expect(map.0 == 1 && map.1 == 0)
        #expect(try client.unit.info(UnitRequest(kAudioOutputUnitProperty_ChannelMap)).size == 8)
        #expect(try client.render(2) == [[2, 2], [1, 1]])
        // Other settings are not in the way.
        try client.set(kAudioUnitProperty_RenderQuality, to: UInt32(64))
        try client.unit.set(UnitRequest(kAudioOutputUnitProperty_ChannelMap))
        #expect(try client.render(2, at: 2) == [[1, 1], [2, 2]])
    }
}
