import CoreMIDI
import MIDIEvents
import Testing

/// Lists of packets in memory: their layout, and the calls that fill and read them.
struct PacketTests {
    @Test func structsAreThoseOfAMac() {
        #expect(MemoryLayout<MIDIPacket>.size == 268 && MemoryLayout<MIDIPacketList>.size == 272)
        #expect(MemoryLayout<MIDIEventPacket>.size == 268 && MemoryLayout<MIDIEventList>.size == 276)
        #expect(MemoryLayout<MIDIPacketList>.offset(of: \.packet) == 4)
        #expect(MemoryLayout<MIDIPacket>.offset(of: \.data) == 10)
        #expect(MemoryLayout<MIDIEventPacket>.offset(of: \.words) == 12)
        #expect(MemoryLayout<MIDISysexSendRequest>.size == 40 && MemoryLayout<MIDISysexSendRequestUMP>.size == 40)
        #expect(MemoryLayout<MIDIThruConnectionParams>.size == 204 && MemoryLayout<MIDIControlTransform>.size == 8)
        #expect(MemoryLayout<MIDITransform>.size == 4 && MemoryLayout<MIDIValueMap>.size == 128)
        #expect(MemoryLayout<MIDIThruConnectionEndpoint>.size == 8)
        #expect(MemoryLayout<MIDINotification>.size == 8 && MemoryLayout<MIDIIOErrorNotification>.size == 16)
        #expect(MemoryLayout<MIDIObjectAddRemoveNotification>.size == 24)
        #expect(MemoryLayout<MIDIObjectPropertyChangeNotification>.size == 24)
        #expect(MemoryLayout<MIDIUniversalMessage>.size == 28 && MemoryLayout<MIDIMessage_96>.size == 12)
    }

    @Test func messagesOfOneTimeShareAPacket() {
        withPackets([(5, [0x90, 60, 1]), (5, [0x80, 60, 1]), (6, [0xB0, 7, 1])]) { list in
            #expect(list.unsafeSequence().map { Array($0.bytes()) } == [[0x90, 60, 1, 0x80, 60, 1], [0xB0, 7, 1]])
            #expect(list.pointee.numPackets == 2 && list.unsafeSequence().count == 2)
            #expect(MIDIPacketList.sizeInBytes(pktList: list) == 4 + 16 + 13)
        }
    }

    @Test func exclusiveMessagesStandAlone() {
        let bytes: [[UInt8]] = [[0xF0, 1, 2], [3, 4], [5, 0xF7], [0x90, 1, 2], [0xF0, 0xF7], [0xF8]]
        withPackets(bytes.map { (9, $0) }) { list in
            #expect(list.unsafeSequence().map { Array($0.sequence()) } == bytes)
        }
    }

    @Test func aListWithoutRoomStaysAsItIs() {
        var memory = [UInt8](repeating: 0, count: 64)
        memory.withUnsafeMutableBytes { memory in
            let list = memory.baseAddress!.assumingMemoryBound(to: MIDIPacketList.self)
            let first = MIDIPacketListInit(list)
            let packet = MIDIPacketListAdd(list, 20, first, 1, 6, [0x90, 1, 2, 0x90, 3, 4])
            #expect(UnsafeRawPointer(packet) == UnsafeRawPointer(list) + 4)
            let before = Array(memory)
            for (time, bytes) in [(UInt64(1), [0x80, 1, 1] as [UInt8]), (2, [0xF8]), (2, [])] {
                let none = MIDIPacketListAdd(list, 20, packet, time, bytes.count, bytes)
                #expect(UInt(bitPattern: none) == (bytes.isEmpty ? UInt(bitPattern: packet) : 0))
            }
            #expect(Array(memory) == before)
            #expect(UInt(bitPattern: MIDIPacketListAdd(list, 20, packet, 2, -1, [0xF8])) == 0)
            #expect(UInt(bitPattern: MIDIPacketListAdd(list, 3, first, 2, 1, [0xF8])) == 0)
        }
    }

    @Test func eventsFillPacketsOf64Words() {
        let words = (0..<70).map { UInt32($0) | 0x2090_0000 }
        withEvents(._1_0, words.map { (7, [$0]) } + [(8, [1, 2]), (8, [3])]) { list in
            #expect(list.pointee.numPackets == 3 && list.pointee.protocol == ._1_0)
            #expect(
                list.unsafeSequence().map { Array($0.words()) } == [
                    Array(words[..<64]), Array(words[64...]), [1, 2, 3],
                ])
            #expect(MIDIEventList.sizeInBytes(pktList: list) == 8 + 3 * 12 + 4 * 73)
        }
        var list = MIDIEventList()
        let first = MIDIEventListInit(&list, ._2_0)
        let size = MemoryLayout<MIDIEventList>.size
        #expect(UInt(bitPattern: MIDIEventListAdd(&list, size, first, 0, 65, Array(repeating: 0, count: 65))) == 0)
        #expect(UInt(bitPattern: MIDIEventListAdd(&list, 27, first, 0, 2, [1, 2])) == 0 && list.numPackets == 0)
        #expect(UInt(bitPattern: MIDIEventListAdd(&list, 28, first, 0, 2, [1, 2])) != 0 && list.numPackets == 1)
    }

    @Test func buildersAndPointers() {
        let list = MIDIPacketList.Builder(byteSize: 256)
        #expect(
            list.append(timestamp: 3, data: [0x90, 1, 2]) != nil && list.append(timestamp: 4, data: [0xC0, 5]) != nil)
        #expect(list.append(timestamp: 5, data: Array(repeating: 0xF8, count: 300)) == nil && list.count == 2)
        list.withUnsafePointer { pointer in
            #expect(
                pointer.unsafeSequence().map { MIDIPacket.ByteCollection($0).map { $0 } } == [
                    [0x90, 1, 2], [0xC0, 5],
                ])
            #expect(
                Array(
                    UnsafeRawBufferPointer(
                        start: MIDIPacketNext(pointer.unsafeSequence().first { _ in true }!), count: 8)
                ).first == 4)
        }
        list.withUnsafeMutableMIDIPacketListPointer { list in
            #expect(list.listSizeInBytes >= 256 && list.count == 2 && list.lastPacket != nil)
            list.clear()
            #expect(list.count == 0 && list.lastPacket == nil && Array(list).isEmpty)
        }
        list.clear()

        let events = MIDIEventList.Builder(inProtocol: ._2_0, wordSize: 69)
        events.append(timestamp: 1, words: [0x4090_3C00, 0xFFFF_0000])
        #expect(events.count == 1)
        events.withUnsafeMutableMIDIEventListPointer {
            #expect($0.midiProtocol == ._2_0 && Array($0).count == 1)
            #expect(MIDIEventPacket.WordCollection($0.lastPacket.map { UnsafePointer($0) })?.count == 2)
        }
        events.withUnsafePointer { #expect($0.pointee.protocol == ._2_0) }
        events.clear()
        #expect(events.count == 0)

        let packet = MIDIPacket.Builder(maximumNumberMIDIBytes: 4)
        packet.timeStamp = 77
        packet.append(0x90, 60, 100)
        packet.append(1, 2)
        #expect(packet.count == 3 && packet.capacity == 4 && packet.timeStamp == 77)
        packet.withUnsafePointer { #expect(Array($0.sequence()) == [0x90, 60, 100] && $0.pointee.timeStamp == 77) }
        packet.withUnsafeMutableMIDIPacketPointer { $0[1] = 61 }
        packet.withUnsafeMutableMIDIPacketPointer { #expect(Array($0) == [0x90, 61, 100]) }
        let words = MIDIEventPacket.Builder(maximumNumberMIDIWords: 2)
        words.append(1, 2)
        words.append(3)
        words.timeStamp = 8
        words.withUnsafePointer { #expect(Array($0.sequence()) == [1, 2] && $0.pointee.timeStamp == 8) }
        words.withUnsafeMutableMIDIEventPacketPointer {
            #expect($0.count == 2 && $0.startIndex == 0 && $0.endIndex == 2)
        }
        #expect(words.capacity == 2 && words.count == 2)
        // Sizes that no list has.
        #expect(MIDIPacketList.Builder(byteSize: .max).append(timestamp: 0, data: [0xF8]) != nil)
        #expect(MIDIEventList.Builder(inProtocol: ._1_0, wordSize: .min).append(timestamp: 0, words: [0]) != nil)
    }

    @Test func aPointerToAListThatIsLongerThanItsMemoryMakesItEmpty() {
        withPackets([(1, [0x90, 1, 2]), (2, [0x90, 1, 2])]) { list in
            let mutable = UnsafeMutablePointer(mutating: list)
            #expect(UnsafeMutableMIDIPacketListPointer(mutable, byteSize: 40).count == 2)
            #expect(UnsafeMutableMIDIPacketListPointer(nil, byteSize: 40) == nil)
            #expect(UnsafeMutableMIDIPacketListPointer(mutable, byteSize: 20).count == 0)
        }
        var events = MIDIEventList()
        events.numPackets = 1000
        #expect(UnsafeMutableMIDIEventListPointer(&events, wordSize: 69)?.count == 0)
        #expect(UnsafeMutableMIDIEventListPointer(nil, wordSize: 69) == nil)
        #expect(UnsafeMutableMIDIPacketPointer(nil) == nil && UnsafeMutableMIDIEventPacketPointer(nil) == nil)
        #expect(MIDIPacket.ByteCollection(nil) == nil)
    }

    @Test func sequencesOfAPacket() {
        withEvents(._1_0, [(1, [1, 2]), (2, [3])]) { list in
            var packets = MIDIEventList.UnsafeSequence.Iterator(list.unsafeSequence())
            let first = packets.next()!
            let words: MIDIEventPacket.WordSequence = first.sequence()
            #expect(words.count == 2 && Array(words) == [1, 2])
            #expect(
                UnsafePointer(MIDIEventPacketNext(first)).words().first == 3 && packets.next() != nil
                    && packets.next() == nil)
        }
        withPackets([(1, [0x90, 1, 2])]) { list in
            let sequence: MIDIPacketList.UnsafeSequence = list.unsafeSequence()
            let bytes: MIDIPacket.ByteSequence? = sequence.first { _ in true }?.sequence()
            #expect(bytes?.count == 3)
        }
    }

    @Test func hostileListsAreRefused() {
        #expect(withPackets([(1, [0x90, 1, 2])]) { PacketLists.size(of: $0, limit: 16) } == nil)
        var list = MIDIPacketList()
        list.numPackets = .max
        #expect(PacketLists.size(of: &list, limit: 1 << 19) == nil)
        var events = MIDIEventList()
        events.numPackets = 1
        events.packet.wordCount = .max
        #expect(EventLists.size(of: &events, limit: 1 << 19) == nil)
    }
}
