import CoreMIDI
import Testing

/// The numbers and structures of MIDI-CI, which programs put into system exclusive messages.
@Suite struct InquiryTests {
    @Test func messagesHaveTheNumbersOfTheSpecification() {
        #expect(MIDICIManagementMessageType.discovery.rawValue == 0x70)
        #expect(
            MIDICIManagementMessageType.MIDICIACK.rawValue == 0x7D
                && MIDICIManagementMessageType.MIDICINAK.rawValue == 0x7F)
        #expect(MIDICIProfileMessageType.setProfileOn.rawValue == 0x22)
        #expect(MIDICIProfileMessageType.profileSpecificData.rawValue == 0x2F)
        #expect(MIDICIPropertyExchangeMessageType.inquiryGetPropertyData.rawValue == 0x34)
        #expect(MIDICIPropertyExchangeMessageType.notify.rawValue == 0x3F)
        #expect(MIDICIProcessInquiryMessageType.endOfMIDIMessageReport.rawValue == 0x44)
        let all: MIDICICategoryOptions = [
            .protocolNegotiation, .profileConfigurationSupported, .propertyExchangeSupported, .processInquirySupported,
        ]
        #expect(all.rawValue == 0x1E)
        let protocols: MIDIUMPProtocolOptions = [.MIDI1, .MIDI2]
        #expect(protocols.rawValue == 3)
        #expect(MIDICIDeviceType.USBMIDI.rawValue == 3 && MIDICIProfileType.multichannel.rawValue == 4)
        #expect(MIDIUMPCIObjectBackingType.driverDevice.rawValue == 2)
    }

    @Test func oldNamesHaveTheSameNumbers() {
        let numbers = [
            kMIDINoteAttributeNone, kMIDINoteAttributeManufacturerSpecific, kMIDINoteAttributeProfileSpecific,
            kMIDINoteAttributePitch,
        ]
        #expect(
            numbers.map { MIDINoteAttribute(rawValue: UInt8($0)) }.allSatisfy { $0 != nil } && numbers == [0, 1, 2, 3])
    }

    @Test func structuresAreTheBytesOfMessages() {
        let standard = MIDICIProfileIDStandard(
            profileIDByte1: 0x7E, profileBank: 1, profileNumber: 2, profileVersion: 3, profileLevel: 4)
        let profile = MIDICIProfileID(standard: standard)
        #expect(withUnsafeBytes(of: profile) { Array($0) } == [0x7E, 1, 2, 3, 4])
        #expect(profile.manufacturerSpecific.sysExID1 == 0x7E && profile.manufacturerSpecific.info2 == 4)
        #expect(MemoryLayout<MIDI2DeviceManufacturer>.size == 3 && MemoryLayout<MIDI2DeviceRevisionLevel>.size == 4)
        let numbers: (MIDIUMPFunctionBlockID, MIDICIPropertyExchangeRequestID) = (0x7F, 0xFF)
        #expect(numbers.0 == 0x7F && numbers.1 == 0xFF)
    }
}
