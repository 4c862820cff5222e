import CoreMIDI
import MIDIEvents
import Testing

/// Bytes, words of MIDI 1.0 and words of MIDI 2.0.
struct TranslationTests {
    private func words(_ packets: [[UInt8]]) -> [UInt32] {
        var translation = BytesToWords()
        let writer = EventListWriter()
        writer.begin(1)
        withPackets(packets.map { (1, $0) }) { translation.translate($0, to: writer) }
        return words(writer)
    }

    private func words(_ writer: EventListWriter) -> [UInt32] {
        let list = UnsafePointer(writer.list.assumingMemoryBound(to: MIDIEventList.self))
        return list.unsafeSequence().flatMap { Array($0.words()) }
    }

    private func bytes(_ words: [UInt32]) -> [[UInt8]] {
        let writer = PacketListWriter()
        writer.begin()
        withEvents(._1_0, [(1, words)]) { WordsToBytes.translate($0, to: writer) }
        let list = UnsafePointer(writer.list.assumingMemoryBound(to: MIDIPacketList.self))
        return list.unsafeSequence().map { Array($0.bytes()) }
    }

    private func up(_ words: [UInt32]) -> [UInt32] {
        var translation = ProtocolUp()
        let writer = EventListWriter()
        writer.begin(2)
        withEvents(._1_0, words.map { (1, [$0]) }) { translation.translate($0, to: writer) }
        return self.words(writer)
    }

    private func down(_ words: [UInt32]) -> [UInt32] {
        let writer = EventListWriter()
        writer.begin(1)
        withEvents(._2_0, [(1, words)]) { ProtocolDown.translate($0, to: writer) }
        return self.words(writer)
    }

    @Test func everyMessageOfBytesComesBack() {
        let messages: [[UInt8]] = [
            [0x81, 60, 5], [0x92, 60, 0], [0xA3, 1, 2], [0xB4, 7, 100], [0xC5, 9], [0xD6, 10], [0xE7, 1, 64],
            [0xF1, 3],
            [0xF2, 1, 2], [0xF3, 4], [0xF6], [0xF8], [0xFA], [0xFB], [0xFC], [0xFE], [0xFF],
        ]
        for message in messages { #expect(bytes(words([message])) == [message], "\(message)") }
        #expect(words([[0x90, 60, 100]]) == [0x2090_3C64] && words([[0xF2, 1, 2]]) == [0x10F2_0102])
        #expect(words([[0xC5, 9]]) == [0x20C5_0900])
    }

    @Test(arguments: 0..<40) func exclusiveMessagesComeBackWhole(count: Int) {
        let message = [0xF0] + (0..<count).map { UInt8($0) } + [0xF7]
        #expect(bytes(words([message])) == [message])
        // In pieces of every size, too.
        for size in 1...7 {
            let pieces = stride(from: 0, to: message.count, by: size).map {
                Array(message[$0..<min($0 + size, message.count)])
            }
            #expect(bytes(words(pieces)).flatMap(\.self) == message)
        }
    }

    @Test func realTimeMessagesMayStandWithinExclusiveOnes() {
        let result = words([[0xF0, 1, 0xF8, 2, 0xF7]])
        #expect(result == [0x10F8_0000, 0x3002_0102, 0])
        #expect(words([[0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7]]) == [0x3016_0102, 0x0304_0506, 0x3031_0700, 0])
    }

    @Test func malformedBytesAreLeftOut() {
        #expect(words([[1, 2, 3]]).isEmpty && words([[0x90, 1]]).isEmpty && words([[0xF7]]).isEmpty)
        // One that another message ends is ended.
        #expect(words([[0xF0, 1], [0x90, 1, 2]]) == [0x3001_0100, 0, 0x2090_0102])
        // Running status is understood within a packet.
        #expect(words([[0x90, 1, 2, 3, 4]]) == [0x2090_0102, 0x2090_0304])
        #expect(bytes([0x2010_0102, 0x10F0_0000, 0x3040_0000, 0, 0xF000_0000]).isEmpty)
    }

    @Test func valuesRoundTrip() {
        for value in UInt32(0)..<128 {
            #expect(Scale.from7to16(value) >> 9 == value && Scale.from7to32(value) >> 25 == value)
        }
        for value in UInt32(0)..<16384 { #expect(Scale.from14to32(value) >> 18 == value) }
        #expect(Scale.from7to16(127) == 0xFFFF && Scale.from7to32(127) == .max && Scale.from14to32(16383) == .max)
        #expect(Scale.from7to16(64) == 0x8000 && Scale.from14to32(8192) == 0x8000_0000)
    }

    @Test func channelMessagesGoUpAndDown() {
        let messages: [UInt32] = [
            0x2380_3C05, 0x2391_3C64, 0x20A2_0102, 0x20B3_0764, 0x20C4_0900, 0x20D5_0A00, 0x20E6_0140, 0x10F8_0000,
        ]
        for message in messages { #expect(down(up([message])) == [message], "\(String(message, radix: 16))") }
        #expect(up([0x2090_3C00]) == [0x4080_3C00, 0x8000_0000])
        #expect(down([0x4090_3C00, 0x0001_0000]) == [0x2090_3C01])
        #expect(up([0x20E0_0040]) == [0x40E0_0000, 0x8000_0000])
    }

    @Test func banksAndParameters() {
        #expect(up([0x20B0_0003, 0x20B0_2004, 0x20C0_0500]) == [0x40C0_0001, 0x0500_0304])
        #expect(down([0x40C0_0001, 0x0500_0304]) == [0x20B0_0003, 0x20B0_2004, 0x20C0_0500])
        let bend: [UInt32] = [0x20B0_6500, 0x20B0_6400, 0x20B0_0602, 0x20B0_2603]
        #expect(up(bend) == [0x4020_0000, Scale.from14to32(2 << 7 | 3)])
        #expect(down(up(bend)) == bend)
        let other: [UInt32] = [0x20B0_6301, 0x20B0_6202, 0x20B0_0602, 0x20B0_0603, 0x20B0_637F]
        #expect(up(other) == [0x4030_0102, Scale.from14to32(2 << 7), 0x4030_0102, Scale.from14to32(3 << 7)])
        #expect(up([0x20B0_0602]) == [0x40B0_0600, Scale.from7to32(2)], "no parameter is chosen")
        #expect(down([0x4000_0000, 1, 0x4060_0000, 1, 0x4040_0000, 1]).isEmpty)
    }

    @Test func fieldsOfMessages() {
        final class Seen {
            var messages: [MIDIUniversalMessage] = []
            var times: [UInt64] = []
        }
        let seen = Seen()
        let all: [UInt32] = [
            0x0010_0007, 0x12F2_0102, 0x2390_3C64, 0x3416_0102, 0x0304_0506, 0x4590_3C03, 0xFFFF_1234, 0x40C0_0001,
            0x0500_0304, 0x4020_0102, 9, 0x5023_0708, 0x0900_0000, 0, 0, 0xD010_0000, 1, 2, 3, 0x4090_0000,
        ]
        withEvents(._2_0, [(44, all)]) {
            MIDIEventListForEachEvent(
                $0,
                { context, time, message in
                    let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
                    seen.messages.append(message)
                    seen.times.append(time)
                }, Unmanaged.passUnretained(seen).toOpaque())
        }
        let m = seen.messages
        // The last message is cut off.
        guard m.count == 9 else { return #expect(Bool(false), "\(m.count) messages") }
        #expect(
            m.map(\.type) == [
                .utility, .system, .channelVoice1, .sysEx, .channelVoice2, .channelVoice2, .channelVoice2, .data128,
                .flexData,
            ])
        #expect(seen.times.allSatisfy { $0 == 44 })
        #expect(m[0].utility.status == .jitterReductionClock && m[0].utility.jitterReductionClock == 7)
        #expect(
            m[1].group == 2 && m[1].system.status == .statusSongPosPointer
                && m[1].system.songPositionPointer == 2 << 7 | 1)
        #expect(
            m[2].channelVoice1.status == .noteOn && m[2].channelVoice1.note.number == 60
                && m[2].channelVoice1.note.velocity == 100)
        #expect(m[3].group == 4 && m[3].sysEx.status == .start && m[3].sysEx.data.0 == 1 && m[3].sysEx.data.5 == 6)
        #expect(m[4].channelVoice2.note.velocity == 0xFFFF && m[4].channelVoice2.note.attribute == 0x1234)
        #expect(m[4].channelVoice2.note.attributeType == .pitch)
        #expect(
            m[5].channelVoice2.programChange.options == .bankValid
                && m[5].channelVoice2.programChange.bank == 3 << 7 | 4)
        #expect(
            m[6].channelVoice2.controller.bank == 1 && m[6].channelVoice2.controller.index == 2
                && m[6].channelVoice2.controller.data == 9)
        #expect(
            m[7].data128.sysex8.byteCount == 3 && m[7].data128.sysex8.streamID == 7 && m[7].data128.sysex8.data.1 == 9)
        #expect(m[8].unknown.words.3 == 3)
        MIDIEventListForEachEvent(nil, nil, nil)
    }

    @Test func composedMessages() {
        #expect(MIDI1UPNoteOn(1, 2, 60, 100) == 0x2192_3C64 && MIDI1UPNoteOff(0, 0, 60, 0) == 0x2080_3C00)
        #expect(MIDI1UPSystemCommon(0, 0xF2, 1, 2) == 0x10F2_0102 && MIDI1UPPitchBend(0, 0, 1, 64) == 0x20E0_0140)
        #expect(MIDI1UPProgramChange(0, 1, 5) == 0x20C1_0500 && MIDI1UPChannelPressure(0, 1, 5) == 0x20D1_0500)
        #expect(MIDI1UPPolyPressure(0, 1, 5, 6) == 0x20A1_0506 && MIDI1UPControlChange(0, 1, 7, 8) == 0x20B1_0708)
        #expect(MIDI1UPChannelVoiceMessage(0, 9, 0, 1, 2) == 0x2090_0102)
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
        bytes.withUnsafeBufferPointer {
            let start = $0.baseAddress!
            let six = MIDI1UPSysExArray(0, 1, start, start + 7)
            #expect(six.word0 == 0x3016_0102 && six.word1 == 0x0304_0506)
            #expect(MIDI1UPSysExArray(0, 3, start, start + 1).word0 == 0x3031_0100)
        }
        #expect(MIDI1UPSysEx(0, 0, 2, 1, 2, 0, 0, 0, 0).word0 == 0x3002_0102)
        let note = MIDI2NoteOn(8, 8, 0x5E, 3, 0x8D0A, 0x6A14)
        #expect(
            note.word0 == 0x4898_5E03 && note.word1 == 0x6A14_8D0A
                && MIDI2NoteOff(8, 8, 0x5E, 3, 0x8D0A, 0x6A14).word0 == 0x4888_5E03)
        #expect(
            MIDI2ProgramChange(0, 0, true, 5, 3, 4).word1 == 0x0500_0304
                && MIDI2ProgramChange(0, 0, false, 5, 3, 4).word1 == 0x0500_0000)
        #expect(MIDI2PerNoteManagment(0, 0, 1, true, true).word0 == 0x40F0_0103 && MIDI2PitchBend(0, 0, 5).word1 == 5)
        #expect(
            MIDI2RegisteredControl(0, 0, 1, 2, 3).word0 == 0x4020_0102
                && MIDI2AssignableControl(0, 0, 1, 2, 3).word0 == 0x4030_0102)
        #expect(
            MIDI2RelRegisteredControl(0, 0, 1, 2, 3).word0 == 0x4040_0102
                && MIDI2RelAssignableControl(0, 0, 1, 2, 3).word0 == 0x4050_0102)
        #expect(
            MIDI2RegisteredPNC(0, 0, 1, 2, 3).word0 == 0x4000_0102
                && MIDI2AssignablePNC(0, 0, 1, 2, 3).word0 == 0x4010_0102)
        #expect(
            MIDI2PolyPressure(0, 0, 1, 2).word0 == 0x40A0_0100 && MIDI2ChannelPressure(0, 0, 2).word0 == 0x40D0_0000)
        #expect(
            MIDI2PerNotePitchBend(0, 0, 1, 2).word0 == 0x4060_0100
                && MIDI2ControlChange(0, 0, 1, 2).word0 == 0x40B0_0100)
        #expect(
            MIDI2ChannelVoiceMessage(0, 9, 0, 1, 2).word1 == 2
                && MIDIMessageTypeForUPWord(0x4000_0000) == .channelVoice2)
        #expect(MIDI2FlexDataMessage(1, 0, 1, 2, 3, 4, 5, 6, 7).word0 == 0xD112_0304)
        #expect(MIDINoOpMessage() == 0 && MIDIJitterReductionClockMessage(5) == 0x0010_0005)
        #expect(
            MIDIJitterReductionTimestampMessage(5) == 0x0020_0005
                && MIDIDeltaClockstampTicksPerQuarterNoteMessage(480) == 0x0030_01E0)
        #expect(MIDITicksSinceLastEventMessage(0x12_3456) == 0x0042_3456)
    }

    @Test func streamMessages() {
        #expect(MIDI2StreamMessage(.start, .endpointNameNotification, 1, 2, 3, 4).word0 == 0xF403_0001)
        #expect(MIDI2StreamMessageFromData(.complete, .startOfClip, [1, 2, 3], 3).word1 == 0x0300_0000)
        #expect(MIDI2EndpointDiscoveryMessage(1, 1, true, true, true, true, true).word1 == 0x1F)
        #expect(MIDI2EndpointInfoNotificationMessage(1, 1, true, 2, true, true, false, true).word1 == 0x8200_0301)
        #expect(MIDI2EndpointDeviceIdentityNotificationMessage(1, 2, 3, 0x81, 0x82, 1).word2 == 0x0101_0201)
        #expect(MIDI2EndpointNameNotificationMessage(.complete, "abc", 3).word0 == 0xF003_6162)
        #expect(MIDI2EndpointProductInstanceIDNotificationMessage(.complete, "abc", 3).word1 == 0x6300_0000)
        #expect(MIDI2StreamConfigurationRequestMessage(2, true, false).word0 == 0xF005_0202)
        #expect(MIDI2StreamConfigurationNotificationMessage(1, false, true).word0 == 0xF006_0101)
        #expect(MIDI2FunctionBlockDiscoveryMessage(0xFF, true, true).word0 == 0xF010_FF03)
        #expect(
            MIDI2FunctionBlockInfoNotificationMessage(true, 1, .sender, .notMIDI1, .bidirectional, 2, 3, 4, 5).word0
                == 0xF011_8123)
        #expect(MIDI2FunctionBlockNameNotificationMessage(.complete, 7, "ab", 2).word0 == 0xF012_0761)
        #expect(MIDI2StartOfClipMessage().word0 == 0xF020_0000 && MIDI2EndOfClipMessage().word0 == 0xF021_0000)
        #expect(
            kMIDI1UPMaxSysexSize == 6 && kMIDIUInteger2Max == 3 && kMIDIUInteger4Max == 15 && kMIDIUInteger7Max == 127)
        #expect(kMIDIUInteger14Max == 16383 && kMIDIUInteger28Max == 0xFFF_FFFF)
        #expect(kMIDIDeviceIDUMPGroup == 0x7E && kMIDIDeviceIDFunctionBlock == 0x7F)
    }
}
