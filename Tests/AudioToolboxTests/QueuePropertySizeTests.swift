import AudioToolbox
import TestSupport
import Testing

/// What programs pass as the size of a queue's property.
@Suite struct QueuePropertySizeTests {
    @Test func isRunningNeedsNoSize() throws {
        var format = AudioStreamBasicDescription.int(16)
        var made: AudioQueueRef?
        try #require(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        defer { AudioQueueDispose(queue, true) }
        var (running, size): (UInt32, UInt32) = (7, 0)
        #expect(AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &running, &size) == noErr)
        #expect(running == 0 && size == 4)
        for small in [1, 3] as [UInt32] {
            size = small
            #expect(
                AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &running, &size)
                    == kAudioQueueErr_InvalidPropertySize)
        }
        // A size of 0 stands for none of the others.
        var rate = 1.0
        size = 0
        #expect(
            AudioQueueGetProperty(queue, kAudioQueueDeviceProperty_SampleRate, &rate, &size)
                == kAudioQueueErr_InvalidPropertySize)
        #expect(rate == 1)
    }
}
