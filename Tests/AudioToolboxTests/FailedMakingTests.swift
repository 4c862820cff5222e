import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A call that makes something and fails leaves null where it would have put it, so that what stood there is not taken for it.
@Suite struct FailedMakingTests {
    /// A reference of an earlier life.
    private static var stale: OpaquePointer? { OpaquePointer(bitPattern: 0xDEAD_0000) }

    private let missing = URL(fileURLWithPath: "/no/such/folder/sound.caf") as CFURL

    /// Calls with a stale reference; what stands there afterwards, and the status.
    private func leaves(_ call: (inout OpaquePointer?) -> OSStatus) -> Bool {
        var place = Self.stale
        return call(&place) != noErr && place == nil
    }

    @Test func files() {
        var format = AudioStreamBasicDescription.int(16)
        #expect(leaves { AudioFileOpenURL(missing, .readPermission, 0, &$0) })
        #expect(leaves { AudioFileCreateWithURL(missing, kAudioFileCAFType, &format, [], &$0) })
        let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        defer { context.deallocate() }
        #expect(
            leaves { AudioFileOpenWithCallbacks(context, { _, _, _, _, _ in -1 }, nil, { _ in 100 }, nil, 0, &$0) })
        #expect(
            leaves {
                AudioFileInitializeWithCallbacks(
                    context, { _, _, _, _, _ in -1 }, { _, _, _, _, _ in -1 }, { _ in 0 }, { _, _ in -1 },
                    kAudioFileCAFType, &format, [], &$0)
            })
        #expect(leaves { ExtAudioFileOpenURL(missing, &$0) })
        #expect(leaves { ExtAudioFileCreateWithURL(missing, kAudioFileCAFType, &format, nil, 0, &$0) })
        #expect(leaves { ExtAudioFileWrapAudioFileID(Self.stale!, false, &$0) })
        // A null callback is found before anything is made.
        let none = unsafeBitCast(0, to: (@Sendable @convention(c) (UnsafeMutableRawPointer) -> Int64).self)
        #expect(
            leaves { AudioFileOpenWithCallbacks(context, { _, _, _, _, _ in 0 }, nil, none, nil, 0, &$0) })
    }

    @Test func convertersAndQueues() {
        var (odd, format) = (AudioStreamBasicDescription(), AudioStreamBasicDescription.int(16))
        #expect(leaves { AudioConverterNew(&odd, &format, &$0) })
        var classes = AudioClassDescription()
        #expect(leaves { AudioConverterNewSpecific(&odd, &format, 1, &classes, &$0) })
        #expect(leaves { AudioConverterNewWithOptions(&odd, &format, [], &$0) })
        #expect(leaves { AudioQueueNewOutput(&odd, { _, _, _ in }, nil, nil, nil as NSString?, 0, &$0) })
        #expect(leaves { AudioQueueNewInput(&odd, { _, _, _, _, _, _ in }, nil, nil, nil as NSString?, 0, &$0) })
        let queue = DispatchQueue(label: "unused")
        #expect(leaves { AudioQueueNewOutputWithDispatchQueue(&$0, &odd, 0, queue) { _, _ in } })
        #expect(leaves { AudioQueueNewInputWithDispatchQueue(&$0, &odd, 0, queue) { _, _, _, _, _ in } })
        #expect(leaves { AudioQueueCreateTimeline(Self.stale!, &$0) })
        var buffer = AudioQueueBufferRef(bitPattern: 0xDEAD_0000)
        #expect(AudioQueueAllocateBuffer(Self.stale!, 100, &buffer) != noErr && buffer == nil)
    }

    @Test func soundsAndDevices() {
        var sound = SystemSoundID(99)
        #expect(AudioServicesCreateSystemSoundID(missing, &sound) != noErr && sound == 0)
        var device = AudioObjectID(99)
        #expect(AudioHardwareCreateAggregateDevice(NSDictionary(), &device) != noErr)
        #expect(device == AudioObjectID(kAudioObjectUnknown))
        var proc: AudioDeviceIOProcID? = { _, _, _, _, _, _, _ in 0 }
        #expect(AudioDeviceCreateIOProcID(.max, { _, _, _, _, _, _, _ in 0 }, nil, &proc) != noErr && proc == nil)
    }
}
