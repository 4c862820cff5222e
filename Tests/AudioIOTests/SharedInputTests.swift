import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// Inputs that several users share, one after the other or at once.
@Suite struct SharedInputTests {
    private let server = ManualServer()
    private let connection: Connection

    init() throws {
        let server = self.server
        server.isServer = true
        server.setDevices([.microphone(rate: 48_000, channels: 2)])
        connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    /// A sink that keeps nothing but the number of its frames.
    private final class Witness: Sendable {
        let frames = LockedValue(0)

        var sink: InputSink {
            InputSink(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                let witness = Unmanaged<Witness>.fromOpaque(context).takeUnretainedValue()
                witness.frames.withLock { $0 += Int(cycle.pointee.frames) }
                return 0
            }
        }
    }

    private func input() throws -> Input { try Input.shared(on: connection) }

    @Test func aStreamEndsWithItsLastUser() throws {
        var users = [try input(), try input()]
        #expect(users[0] === users[1] && server.openStreams == 1)
        let sink = Witness().sink
        users[0].add(sink)
        #expect(eventually { server.runningStreams == 1 })
        users[0].retire(sink)
        users.removeLast()
        // As long as someone has it, it is only stopped.
        #expect(eventually { server.advance(16).isEmpty && server.runningStreams == 0 } && server.openStreams == 1)
        users = []
        #expect(eventually { server.openStreams == 0 })
        #expect(try input().format == .float32(sampleRate: 48_000, channels: 2))
    }

    @Test func theNextOneHasTheFormatThatTheDeviceHasByThen() throws {
        let first = try input()
        server.setDevices([.microphone(rate: 16_000, channels: 1)])
        let second = try input()
        #expect(first.format == .float32(sampleRate: 48_000, channels: 2))
        #expect(second.format == .float32(sampleRate: 16_000, channels: 1))
        #expect(try input() === second)
        // A server that does not answer changes nothing.
        server.answers = false
        #expect(try input() === second)
    }

    @Test func theNextOneHasTheChannelsThatTheSessionPrefers() throws {
        let first = try input()
        connection.wish(outputChannels: nil, inputChannels: 1)
        let second = try input()
        #expect(first.format.channels == 2 && second.format.channels == 1)
        connection.wish(outputChannels: nil, inputChannels: nil)
        #expect(try input().format.channels == 2)
    }

    @Test func whatRecordsKeepsItsStreamWhenTheRateChanges() throws {
        let witness = Witness()
        let first = try input()
        let sink = witness.sink
        first.add(sink)
        #expect(eventually { server.runningStreams == 1 })
        server.setDevices([.microphone(rate: 16_000, channels: 2)])
        server.advance(480, at: 48_000)
        try connection.thread.perform {}
        #expect(witness.frames.withLock { $0 } == 480 && first.format.sampleRate == 48_000)
        #expect(server.openStreams == 1 && server.runningStreams == 1)
        let second = try input()
        #expect(second.format.sampleRate == 16_000 && server.openStreams == 2)
        first.remove(sink)
    }

    /// A stream that only waits for the next recording does not keep its device at the rate that it was opened for.
    @Test func aStreamThatNothingUsesEndsWithTheRate() throws {
        var first: Input? = try input()
        let sink = Witness().sink
        first?.add(sink)
        #expect(eventually { server.runningStreams == 1 })
        first?.retire(sink)
        first = nil
        server.setDevices([.microphone(rate: 16_000, channels: 2)])
        #expect(eventually { server.openStreams == 0 })
    }

    /// A card that has no second stream is recorded from as it is.
    @Test func aDeviceThatDoesNotOpenAgainIsSharedAsItIs() throws {
        let first = try Input.shared(device: "microphone", on: connection)
        server.setDevices([.microphone(rate: 16_000, channels: 1)])
        server.refusedDevice = "microphone"
        #expect(try Input.shared(device: "microphone", on: connection) === first)
        server.refusedDevice = nil
        #expect(try Input.shared(device: "microphone", on: connection).format.sampleRate == 16_000)
    }

    @Test func usersOnManyThreadsShareOne() throws {
        let inputs = LockedValue<[Input]>([])
        let threads = try (0..<8).map { _ in
            try Thread(name: "user") { [connection] in
                guard let input = try? Input.shared(on: connection) else { return }
                inputs.withLock { $0.append(input) }
            }
        }
        for thread in threads { thread.join() }
        let all = inputs.withLock { $0 }
        #expect(all.count == 8 && Set(all.map(ObjectIdentifier.init)).count == 1)
        #expect(eventually { server.openStreams == 1 })
    }
}

extension DeviceDescription {
    fileprivate static func microphone(rate: Double, channels: Int) -> DeviceDescription {
        var device = DeviceDescription(
            id: "microphone", name: "Microphone", direction: .input, channels: channels, isDefault: true)
        device.sampleRate = rate
        return device
    }
}
