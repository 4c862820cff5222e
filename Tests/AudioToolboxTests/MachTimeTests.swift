import AudioToolbox
import Testing

/// Names that programs for Apple's systems have from the system: the host's clock, and memory behind pointers that may be nil.
@Suite struct MachTimeTests {
    @Test func theClockIsThatOfTimeStamps() {
        let before = AudioGetCurrentHostTime()
        let now = mach_absolute_time()
        #expect(before <= now && now <= AudioGetCurrentHostTime())
        var info = mach_timebase_info_data_t()
        #expect(info.numer == 0 && info.denom == 0)
        #expect(mach_timebase_info(&info) == KERN_SUCCESS)
        // Programs convert so.
        #expect(now * UInt64(info.numer) / UInt64(info.denom) == AudioConvertHostTimeToNanos(now))
        let second = UInt64(1_000_000_000) * UInt64(info.denom) / UInt64(info.numer)
        #expect(Double(second) == AudioGetHostClockFrequency())
    }

    @Test func aWaitEndsAtItsTime() {
        let deadline = mach_absolute_time() + 2_000_000
        #expect(mach_wait_until(deadline) == KERN_SUCCESS)
        #expect(mach_absolute_time() >= deadline)
        #expect(mach_wait_until(0) == KERN_SUCCESS)
    }

    /// Programs read so what a call has given.
    @Test func objectsOfCoreFoundationAreRead() throws {
        let data = Data([1, 2, 3, 4]) as CFData
        #expect(CFDataGetLength(data) == 4 && CFDataGetBytePtr(data)[3] == 4)
        var bytes: [UInt8] = [0, 0]
        CFDataGetBytes(data, CFRange(location: 1, length: 2), &bytes)
        #expect(bytes == [2, 3])
        let text = "käse" as CFString
        var buffer = [CChar](repeating: 1, count: 6)
        #expect(CFStringGetLength(text) == 4)
        #expect(CFStringGetCString(text, &buffer, 6, CFStringBuiltInEncodings.UTF8.rawValue))
        #expect(buffer == [107, -61, -92, 115, 101, 0])
        // There is no room for the zero.
        #expect(!CFStringGetCString(text, &buffer, 5, CFStringBuiltInEncodings.UTF8.rawValue))
        #expect(!CFStringGetCString(text, &buffer, 6, CFStringBuiltInEncodings.ASCII.rawValue))
        #expect(CFArrayGetCount(["a", "b"] as CFArray) == 2)
    }

    /// AudioToolbox brings Core MIDI, as on Apple's systems.
    @Test func midiComesWithAudioToolbox() {
        var list = MIDIPacketList()
        let packet = MIDIPacketListInit(&list)
        #expect(list.numPackets == 0 && UnsafeRawPointer(packet) > UnsafeRawPointer(bitPattern: 4)!)
    }

    @Test func memoryOfABufferIsCopiedAndFilled() {
        let samples: [Float] = [1, 2, 3, 4]
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 4)
        defer { memory.deallocate() }
        let buffer = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: memory)
        var copy: [Float] = [0, 0, 0, 0]
        #expect(memcpy(buffer.mData, samples, 16) == memory)
        memcpy(&copy, buffer.mData, 16)
        #expect(copy == samples && memcmp(buffer.mData, samples, 16) == 0)
        copy[1] = 2.5
        #expect(memcmp(buffer.mData, copy, 16) < 0 && memcmp(copy, buffer.mData, 16) > 0)
        // Regions that overlap.
        memmove(buffer.mData.map { $0 + 4 }, buffer.mData, 12)
        memcpy(&copy, buffer.mData, 16)
        let moved: [Float] = [1, 1, 2, 3]
        #expect(copy == moved)
        memset(buffer.mData, 0x13F, 2)
        bzero(buffer.mData.map { $0 + 4 }, 12)
        let wanted: [UInt8] = [0x3F, 0x3F, 0x80, 0x3F] + Array(repeating: 0, count: 12)
        #expect(Array(UnsafeRawBufferPointer(start: memory, count: 16)) == wanted)
    }

    @Test func nothingIsDoneWithoutMemory() {
        let empty = AudioBuffer(mNumberChannels: 1, mDataByteSize: 4, mData: nil)
        var byte: UInt8 = 5
        #expect(memcmp(empty.mData, &byte, 1) == 0 && memcmp(&byte, empty.mData, 1) == 0)
        #expect(memcpy(empty.mData, &byte, 1) == nil && memset(empty.mData, 1, 1) == nil)
        memcpy(&byte, empty.mData, 1)
        bzero(empty.mData, 1)
        #expect(byte == 5)
    }
}
