import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import COpenALSoft
import Foundation
import OpenAL
import TestSupport
import Testing

@testable import OpenALEngine

/// OpenAL through its C functions. What it has once in a process is the tests' one after the other.
@Suite(.serialized, .needs(library: "libopenal.so.1")) struct OpenALTests {}

/// A program with devices and a session of its own, whose default device is open and has a current context. It stays open until the
/// next one is.
final class SpaceProgram: @unchecked Sendable {
    let server: ManualServer
    let neighbourhood = SessionNeighbourhood()
    let session: SessionCenter
    let neighbour: SessionNeighbour
    let device: OpaquePointer
    let context: OpaquePointer

    /// - Parameters:
    ///   - server: where it plays, with the usual devices unless given.
    ///   - device: the name of the device to open; nil for the default one.
    ///   - attributes: of the context, without the 0.
    init(_ server: ManualServer = ManualServer(), device name: String? = nil, attributes: [Int32] = []) throws {
        Self.last.withLock { $0 }?.close()
        self.server = server
        let connection: Connection
        (session, neighbour, connection) = try neighbourhood.program(on: server)
        var surroundings = SoundSpace.Surroundings()
        surroundings.output = { device throws(AudioError) in
            var configuration = OutputConfiguration()
            (configuration.device, configuration.channels) = (device, nil)
            return try Output(configuration, on: connection)
        }
        surroundings.input = { device throws(AudioError) in
            var configuration = InputConfiguration()
            configuration.device = device
            return try Input(configuration, on: connection)
        }
        surroundings.devices = { () throws(AudioError) in try connection.devices() }
        surroundings.session = session
        SoundSpace.shared.surroundings = surroundings
        SoundSpace.shared.change { $0 = SpaceSettings() }
        while alcGetError(nil) != ALC_NO_ERROR {}
        while alGetError() == AL_INVALID_VALUE {}
        device = try #require(alcOpenDevice(name))
        context = try #require(alcCreateContext(device, attributes + [0]))
        #expect(alcMakeContextCurrent(context) == 1)
        #expect(alGetError() == AL_NO_ERROR)
        // What it keeps is released without the lock.
        let before = Self.last.withLock { last in
            defer { last = self }
            return last
        }
        withExtendedLifetime(before) {}
    }

    /// What the next program closes: OpenAL has one current context.
    private static let last = LockedValue<SpaceProgram?>(nil)

    private func close() {
        _ = alcMakeContextCurrent(nil)
        alcDestroyContext(context)
        alcCloseDevice(device)
        while alcGetError(nil) != ALC_NO_ERROR {}
    }

    /// Lets time pass, and gives what the device plays. A thread of the connection starts the stream when a source plays: where
    /// none does, this waits in vain.
    @discardableResult
    func advance(_ frames: Int) -> [Float] {
        _ = eventually(seconds: 3) { server.runningStreams > 0 }
        return server.advance(frames)
    }

    /// What the device plays of one channel.
    func hear(_ frames: Int, channel: Int = 0, of channels: Int = 2) -> [Float] {
        let samples = advance(frames)
        return stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }

    /// Lets the notification's thread and the session's do what is due.
    func settle() {
        SoundSpace.shared.watch.settle()
        neighbourhood.settle()
    }

    /// Brings news to the session.
    func hear(_ news: SessionNews) {
        neighbour.receive(news)
        neighbourhood.settle()
    }
}

/// A buffer of 16-bit samples, at 48000 frames a second unless given.
func makeBuffer(_ samples: [Int16], stereo: Bool = false, rate: Int32 = 48_000) -> ALuint {
    var buffer: ALuint = 0
    alGenBuffers(1, &buffer)
    alBufferData(
        buffer, stereo ? AL_FORMAT_STEREO16 : AL_FORMAT_MONO16, samples, ALsizei(samples.count * 2), rate)
    return buffer
}

func makeSource() -> ALuint {
    var source: ALuint = 0
    alGenSources(1, &source)
    return source
}

/// A source of a buffer.
func makeSource(_ samples: [Int16], stereo: Bool = false, loops: Bool = false) -> ALuint {
    let source = makeSource()
    alSourcei(source, AL_BUFFER, ALint(makeBuffer(samples, stereo: stereo)))
    alSourcei(source, AL_LOOPING, loops ? 1 : 0)
    return source
}

func integer(_ source: ALuint, _ property: ALenum) -> ALint {
    var value: ALint = -1
    alGetSourcei(source, property, &value)
    return value
}

/// 16-bit samples of a sine of half scale.
func sine(_ frequency: Double, frames: Int, rate: Double = 48_000) -> [Int16] {
    (0..<frames).map { Int16(16_384 * sin(2 * .pi * frequency * Double($0) / rate)) }
}

/// The frequency of a sine, by its upward zero crossings.
func frequency(of samples: [Float], rate: Double = 48_000) -> Double {
    let crossings = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) * rate / Double(last - first)
}

func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }
