import AudioCore
import AudioDevices
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// The session's wish for the length of cycles, and a client's: the last one counts.
@Suite struct HardwareWishTests {
    private let server = ManualServer()
    private let connection: Connection
    private let system: HardwareSystem

    init() throws {
        let server = self.server
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        self.connection = connection
        system = HardwareSystem { () throws(AudioError) in connection }
    }

    private func frames(of device: AudioObjectID) throws -> UInt32 {
        try number(system, device, kAudioDevicePropertyBufferFrameSize)
    }

    private func device(_ id: String, isDefault: Bool = false) -> DeviceDescription {
        DeviceDescription(id: id, name: id, direction: .output, isDefault: isDefault)
    }

    @Test func theLastOneCounts() throws {
        let device: AudioObjectID = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        #expect(try frames(of: device) == 512)
        let calls = LockedValue<[Int]>([])
        let proc = try system.createProc(device) { _, _, _, output, _ in
            calls.withLock { $0.append(Int(output.pointee.mBuffers.mDataByteSize) / 8) }
        }
        let news = try HardwareNews(system, device)
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 2 })
        server.advance(1024)
        #expect(calls.withLock { $0 } == [512, 512])
        connection.wish(sampleRate: nil, framesPerCycle: 256)
        #expect(eventually { news.count(kAudioDevicePropertyBufferFrameSize) == 1 })
        #expect(try frames(of: device) == 256)
        calls.withLock { $0 = [] }
        server.advance(1024)
        #expect(calls.withLock { $0 } == [256, 256, 256, 256])
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(128))
        calls.withLock { $0 = [] }
        server.advance(256)
        #expect(calls.withLock { $0 } == [128, 128])
        // Without a wish the last length stays.
        connection.wish(sampleRate: nil, framesPerCycle: nil)
        connection.wish(sampleRate: nil, framesPerCycle: 1024)
        #expect(eventually { news.count(kAudioDevicePropertyBufferFrameSize) == 3 })
        #expect(try frames(of: device) == 1024)
        try system.stop(device, proc)
        system.unload()
    }

    @Test func aDeviceThatComesTakesIt() throws {
        server.setDevices([device("a", isDefault: true)])
        connection.wish(sampleRate: nil, framesPerCycle: 256)
        let first: AudioObjectID = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        #expect(try frames(of: first) == 256)
        server.setDevices([device("a"), device("b", isDefault: true)])
        var second = first
        #expect(
            eventually {
                second = (try? number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)) ?? first
                return second != first
            })
        #expect(try frames(of: second) == 256)
        system.unload()
    }
}
