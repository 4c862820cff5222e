import AudioCore
import AudioDevices
import CCoreAudio
import Glibc
import TestSupport
import Testing

@testable import AudioIO

/// Properties that programs commonly use, on a Manual device.
@Suite struct HardwarePropertyTests {
    private let server = ManualServer()

    private func system() -> HardwareSystem {
        let server = self.server
        return HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func output(_ system: HardwareSystem) throws -> AudioObjectID {
        try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
    }

    // MARK: Every property of every object

    @Test func whatIsThereHasASizeAndAValue() throws {
        let system = system()
        _ = try output(system)
        server.setDevices(
            ManualServer.firstDevices + [DeviceDescription(id: "b", name: "B", direction: .input)])
        #expect(eventually { system.device(uid: "b") != nil })
        _ = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["manual", "b"]))
        try sweepHardware(system)
    }

    @Test func nullDevicesAnswerThemselvesToo() throws {
        let system = HardwareSystem { (events) throws(AudioError) in try Null(events: events) }
        try sweepHardware(system)
    }

    /// The channels for stereo are kept in the process, of each side; a channel that is not there is refused.
    @Test func theChannelsForStereoAreKept() throws {
        let system = system()
        let device = try output(system)
        let selector = kAudioDevicePropertyPreferredChannelsForStereo
        let (speakers, microphone) = (kAudioObjectPropertyScopeOutput, kAudioObjectPropertyScopeInput)
        func channels(_ scope: some BinaryInteger) throws -> [UInt32] {
            try numbers(system.value(device, HardwareRequest(.init(selector, scope))))
        }
        #expect(try system.isSettable(device, .init(selector, speakers)))
        let news = try HardwareNews(system, device)
        for wanted in [[1, 1], [2, 2], [2, 1]] as [[UInt32]] {
            try set(system, device, selector, speakers, to: UInt64(wanted[0]) | UInt64(wanted[1]) << 32)
            #expect(try channels(speakers) == wanted && channels(microphone) == [1, 2])
        }
        #expect(eventually { news.count(selector) == 3 })
        for wanted in [1 << 32, 3 << 32 | 1, 1 << 32 | 0xFFFF_FFFF] as [UInt64] {
            #expect { try set(system, device, selector, speakers, to: wanted) } throws: {
                ($0 as? AudioError)?.status == AudioError.parameter.status
            }
        }
        #expect(try channels(speakers) == [2, 1])
        // A device that has lost the channel.
        var devices = server.devices
        devices[0].channels = 1
        server.setDevices(devices)
        #expect(eventually { (try? channels(speakers)) == [1, 1] })
    }

    /// A description of each channel, and a name of the device as a whole.
    @Test(
        arguments: [
            (1, [42]), (2, [1, 2]), (4, [1, 2, 5, 6]), (6, [1, 2, 3, 4, 5, 6]), (3, [0x10000, 0x10001, 0x10002]),
        ] as [(Int, [UInt32])])
    func channelsHaveDescriptions(channels: Int, labels: [UInt32]) throws {
        let system = system()
        let device = try output(system)
        var devices = server.devices
        devices[0].channels = channels
        server.setDevices(devices)
        let layout = AudioObjectPropertyAddress(
            kAudioDevicePropertyPreferredChannelLayout, kAudioObjectPropertyScopeOutput)
        let size = 12 + 20 * channels
        #expect(eventually { (try? system.value(device, HardwareRequest(layout)).size) == size })
        let words: [UInt32] = try numbers(system.value(device, HardwareRequest(layout)))
        #expect(words.prefix(3) == [UInt32(kAudioChannelLayoutTag_UseChannelDescriptions), 0, UInt32(channels)])
        #expect((0..<channels).map { words[3 + 5 * $0] } == labels)
        let name = try system.value(
            device, HardwareRequest(.init(kAudioObjectPropertyElementName, kAudioObjectPropertyScopeOutput, 0)))
        guard case .text("Master") = name else {
            Issue.record("the name is \(name)")
            return
        }
    }

    @Test func adeviceHasWhatProgramsAskFor() throws {
        let system = system()
        let device = try output(system)
        let selectors: [Int] = [
            Int(kAudioDevicePropertyDeviceHasChanged), Int(kAudioDevicePropertyIOStoppedAbnormally),
            Int(kAudioDeviceProcessorOverload), Int(kAudioDevicePropertyBufferSizeRange),
            Int(kAudioDevicePropertySupportsMixing),
            Int(kAudioObjectPropertyCreator), Int(kAudioDevicePropertyStereoPan),
            Int(kAudioDevicePropertyStereoPanChannels), Int(kAudioDevicePropertyDataSourceNameForID),
            Int(kAudioDevicePropertyDataSourceKindForID),
        ]
        for selector in selectors { #expect(system.has(device, .init(selector)), "\(FourCC(UInt32(selector)))") }
        // Every call of a callback has the same number of frames.
        #expect(!system.has(device, .init(kAudioDevicePropertyUsesVariableBufferFrameSizes)))
        let channel = [
            Int(kAudioObjectPropertyElementName), Int(kAudioDevicePropertyChannelName),
            Int(kAudioObjectPropertyElementNumberName), Int(kAudioDevicePropertyChannelNumberName),
        ]
        for selector in channel {
            #expect(system.has(device, .init(selector, kAudioObjectPropertyScopeInput, 2)))
            #expect(!system.has(device, .init(selector, kAudioObjectPropertyScopeInput, 3)))
            #expect(!system.has(device, .init(selector, kAudioObjectPropertyScopePlayThrough, 1)))
        }
        for selector in [
            Int(kAudioHardwarePropertyUserIDChanged), Int(kAudioHardwarePropertyServiceRestarted),
            Int(kAudioHardwarePropertyProcessIsMaster), Int(kAudioHardwarePropertyHogModeIsAllowed),
            Int(kAudioHardwarePropertyRunLoop),
        ] { #expect(system.has(1, .init(selector))) }
        // Programs that set all defaults set this one too. System sounds have no separate device.
        try set(system, 1, kAudioHardwarePropertyDefaultSystemOutputDevice, to: device)
        server.setDevices(ManualServer.firstDevices + [DeviceDescription(id: "b", name: "B", direction: .output)])
        #expect(eventually { system.device(uid: "b") != nil })
        #expect(throws: AudioError.unsupportedOperation) {
            try set(
                system, 1, kAudioHardwarePropertyDefaultSystemOutputDevice, to: system.device(uid: "b")?.id ?? 0)
        }
        // Programs set a null run loop for the hardware layer; another is refused.
        try set(system, 1, kAudioHardwarePropertyRunLoop, to: UInt(0))
        #expect(throws: AudioError.unsupportedOperation) {
            try set(system, 1, kAudioHardwarePropertyRunLoop, to: UInt(16))
        }
    }

    // MARK: Formats on a device's ID

    @Test func aDeviceAnswersForItsStreams() throws {
        let system = system()
        let device = try output(system)
        for scope in [kAudioObjectPropertyScopeOutput, kAudioObjectPropertyScopeInput] {
            let stream = try number(system, device, kAudioDevicePropertyStreams, scope)
            for selector in [
                Int(kAudioStreamPropertyPhysicalFormat), Int(kAudioStreamPropertyVirtualFormat),
                Int(kAudioStreamPropertyAvailablePhysicalFormats), Int(kAudioStreamPropertyAvailableVirtualFormats),
                Int(kAudioStreamPropertyPhysicalFormats), Int(kAudioDevicePropertyStreamFormats),
            ] {
                let own = try numbers(system.value(stream, HardwareRequest(.init(selector))), as: UInt8.self)
                let asked = try numbers(
                    system.value(device, HardwareRequest(.init(selector, scope, 0))), as: UInt8.self)
                #expect(own == asked && !own.isEmpty)
            }
        }
    }

    /// Setting a format with another rate sets the device's rate, with the device's ID and with the stream's; other
    /// formats are refused.
    @Test func aFormatOfAnotherRateSetsTheDevices() throws {
        let system = system()
        let device = try output(system)
        let stream = try number(system, device, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeOutput)
        let physical = Int(kAudioStreamPropertyPhysicalFormat)
        for (object, rate) in [(device, 44_100.0), (stream, 96_000)] {
            #expect(try system.isSettable(object, .init(physical)))
            var format = try number(system, object, physical, as: AudioStreamBasicDescription.self)
            format.mSampleRate = rate
            try set(system, object, physical, to: format)
            #expect(try number(system, device, kAudioDevicePropertyNominalSampleRate, as: Double.self) == rate)
            format.mSampleRate = 12_345
            #expect(throws: AudioError.deviceFormat) { try set(system, object, physical, to: format) }
            format.mSampleRate = rate
            format.mChannelsPerFrame = 7
            #expect(throws: AudioError.deviceFormat) { try set(system, object, physical, to: format) }
            #expect(throws: AudioError.deviceFormat) {
                try withUnsafeBytes(of: format) {
                    try system.value(
                        object, HardwareRequest(.init(kAudioStreamPropertyPhysicalFormatSupported), input: $0))
                }
            }
            let match = try withUnsafeBytes(of: format) {
                try system.value(object, HardwareRequest(.init(kAudioStreamPropertyPhysicalFormatMatch), input: $0))
            }
            #expect(try numbers(match, as: AudioStreamBasicDescription.self).first?.mChannelsPerFrame == 2)
        }
    }

    // MARK: Names

    @Test func objectsAreFoundByNamesInATranslation() throws {
        let system = system()
        let device = try output(system)
        func find(_ selector: some BinaryInteger, _ name: String) throws -> UInt32 {
            let value = try withReference { reference in
                let asked = AudioValueTranslation(
                    mInputData: UnsafeMutableRawPointer(mutating: reference.baseAddress!), mInputDataSize: 8,
                    mOutputData: UnsafeMutableRawPointer(mutating: reference.baseAddress!), mOutputDataSize: 4)
                return try withUnsafeBytes(of: asked) {
                    try system.value(
                        1,
                        HardwareRequest(.init(selector), input: $0, objects: ClientObjects(text: { _ in name })))
                }
            }
            guard case .translation(let answer) = value else { throw AudioError.unspecified }
            return try numbers(answer)[0]
        }
        #expect(try find(kAudioHardwarePropertyDeviceForUID, "manual") == device)
        #expect(try find(kAudioHardwarePropertyDeviceForUID, "gramophone") == 0)
        let plugIn = try number(system, 1, kAudioHardwarePropertyPlugInList)
        let name = try text(system, plugIn, kAudioPlugInPropertyBundleID)
        #expect(try find(kAudioHardwarePropertyPlugInForBundleID, name) == plugIn)
        #expect(try find(kAudioHardwarePropertyPlugInForBundleID, "com.apple.audio.CoreAudio") == plugIn)
        #expect(try find(kAudioHardwarePropertyPlugInForBundleID, "other") == 0)
    }

    @Test func ownedObjectsAreThoseOfTheClassesThatAreAskedFor() throws {
        let system = system()
        let device = try output(system)
        #expect(try owned(system, 1, of: [kAudioDeviceClassID]) == [device])
        #expect(try owned(system, 1, of: [kAudioPlugInClassID]) == [system.plugIn.id])
        #expect(try owned(system, 1, of: [kAudioObjectClassIDWildcard]) == owned(system, 1))
        #expect(try owned(system, device, of: [kAudioStreamClassID]).count == 2)
        #expect(try owned(system, device, of: [kAudioControlClassID]).count == 6)
        #expect(try owned(system, device, of: [kAudioVolumeControlClassID, kAudioMuteControlClassID]).count == 4)
        #expect(try owned(system, device, of: [kAudioBoxClassID]).isEmpty)
        #expect(throws: AudioError.badPropertySize) {
            try withUnsafeBytes(of: UInt16(1)) {
                try system.value(1, HardwareRequest(.init(kAudioObjectPropertyOwnedObjects), qualifier: $0))
            }
        }
    }

    // MARK: Settings

    @Test func balanceIsTheVolumeOfTwoChannels() throws {
        let system = system()
        let device = try output(system)
        let scope = kAudioObjectPropertyScopeOutput
        let pan = { try number(system, device, kAudioDevicePropertyStereoPan, scope, as: Float32.self) }
        #expect(try pan() == 0.5)
        try set(system, device, kAudioDevicePropertyStereoPan, scope, to: Float32(0.25))
        #expect(server.devices[0].volume == [1, 0.5])
        #expect(try pan() == 0.25)
        try set(system, device, kAudioDevicePropertyStereoPan, scope, to: Float32(1))
        #expect(server.devices[0].volume == [0, 1])
        for wrong in [Float32.nan, -0.5, 2] {
            #expect(throws: AudioError.parameter) {
                try set(system, device, kAudioDevicePropertyStereoPan, scope, to: wrong)
            }
        }
    }

    /// A server may report a device before its volume.
    @Test func controlsComeWithTheirSettings() throws {
        let system = system()
        var bare = DeviceDescription(id: "b", name: "B", direction: .output, isDefault: true)
        server.setDevices([bare])
        let device = try output(system)
        #expect(try owned(system, device, of: [kAudioControlClassID]).isEmpty)
        let news = try HardwareNews(system, device)
        let stream = try owned(system, device)
        bare.volume = [1, 1]
        server.setDevices([bare])
        #expect(eventually { news.has(kAudioObjectPropertyControlList) && news.has(kAudioObjectPropertyOwnedObjects) })
        let volume = try #require(owned(system, device, of: [kAudioVolumeControlClassID]).first)
        #expect(try number(system, volume, kAudioLevelControlPropertyScalarValue, as: Float32.self) == 1)
        #expect(try owned(system, device, of: [kAudioStreamClassID]) == stream)
    }

    @Test func controlsTellWhatTheirDeviceTells() throws {
        let system = system()
        let device = try output(system)
        let volume = try owned(system, device, of: [kAudioVolumeControlClassID])[0]
        let source = try owned(system, device, of: [kAudioDataSourceControlClassID])[0]
        let news = try HardwareNews(system, volume)
        try set(system, volume, kAudioLevelControlPropertyScalarValue, to: Float32(0.5))
        #expect(try number(system, volume, kAudioLevelControlPropertyScalarValue, as: Float32.self) == 0.5)
        #expect(eventually { news.has(kAudioLevelControlPropertyScalarValue) })
        let name = try withUnsafeBytes(of: UInt32(2)) {
            try system.value(source, HardwareRequest(.init(kAudioSelectorControlPropertyItemName), qualifier: $0))
        }
        guard case .text("Back") = name else {
            Issue.record("\(name)")
            return
        }
    }

    /// Setting the property hogs or releases the device, whatever value is set. No other process can hog it meanwhile.
    @Test func hogModeIsTakenAndGivenBack() throws {
        let system = system()
        server.setDevices([DeviceDescription(id: "hog\(getpid())", name: "Hog", direction: .output, isDefault: true)])
        let device = try output(system)
        let news = try HardwareNews(system, device)
        let owner = { try number(system, device, kAudioDevicePropertyHogMode, as: pid_t.self) }
        #expect(try owner() == -1)
        #expect(try system.isSettable(device, .init(kAudioDevicePropertyHogMode)))
        try set(system, device, kAudioDevicePropertyHogMode, to: getpid())
        #expect(try owner() == getpid())
        #expect(eventually { news.count(kAudioDevicePropertyHogMode) == 1 })
        try set(system, device, kAudioDevicePropertyHogMode, to: pid_t(-1))
        #expect(try owner() == -1)
        #expect(eventually { news.count(kAudioDevicePropertyHogMode) == 2 })
        #expect(throws: AudioError.badPropertySize) {
            try set(system, device, kAudioDevicePropertyHogMode, to: UInt8(0))
        }
    }
}
