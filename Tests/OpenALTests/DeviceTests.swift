import AudioCore
import AudioDevices
import AudioSession
import OpenAL
import TestSupport
import Testing

@testable import OpenALEngine

extension OpenALTests {
    /// Devices that stop, go and come back, and microphones.
    @Suite struct DeviceTests {
        private static let monoFloat: ALCenum = 0x10010

        /// A stereo source whose samples are the numbers of its frames, in both channels, without any gain.
        private func counter() -> ALuint {
            let source = makeSource((0..<32_000).flatMap { [Int16]([Int16($0), Int16($0)]) }, stereo: true)
            alSourcePlay(source)
            return source
        }

        private func numbers(_ samples: [Float]) -> [Int] { samples.map { Int(($0 * 32_768).rounded()) } }

        @Test func nothingRunsUntilASourcePlays() throws {
            let program = try SpaceProgram()
            let source = makeSource([1, 2, 3])
            #expect(program.server.runningStreams == 0 && !program.session.isActive)
            alSourcePlay(source)
            #expect(program.advance(48).count == 96)
            #expect(program.server.runningStreams == 1 && program.session.isActive)
        }

        @Test func anInterruptionPausesWhatPlays() throws {
            let program = try SpaceProgram()
            try program.session.set(SessionSetting(.playback))
            let source = counter()
            #expect(numbers(program.hear(960)).last == 959)
            program.hear(.callBegan)
            #expect(!program.session.isActive)
            #expect(peak(program.hear(480)) == 0 && integer(source, AL_SAMPLE_OFFSET) == 960)
            #expect(integer(source, AL_SOURCE_STATE) == AL_PLAYING)
            program.hear(.callEnded)
            #expect(peak(program.hear(480)) == 0)
            // What programs do then.
            alcMakeContextCurrent(nil)
            try program.session.activate()
            alcMakeContextCurrent(program.context)
            #expect(numbers(program.hear(480)) == Array(960..<1440))
        }

        @Test func theEndOfTheSessionStopsWhatPlays() throws {
            let program = try SpaceProgram()
            try program.session.set(SessionSetting(.playback))
            _ = counter()
            #expect(numbers(program.hear(480)).last == 479)
            #expect(throws: AudioError.self) { try program.session.deactivate(notifiesOthers: false) }
            #expect(peak(program.hear(480)) == 0)
            alcProcessContext(program.context)
            #expect(numbers(program.hear(480)) == Array(480..<960))
        }

        @Test func positionsStandStillWhileTheServerIsGone() throws {
            let program = try SpaceProgram()
            let source = counter()
            #expect(numbers(program.hear(480)).last == 479)
            program.server.crash()
            #expect(program.server.advance(480).isEmpty && integer(source, AL_SAMPLE_OFFSET) == 480)
            alSourcef(source, AL_GAIN, 1)
            #expect(alGetError() == AL_NO_ERROR)
            program.server.revive()
            #expect(eventually { program.server.runningStreams == 1 })
            #expect(numbers(program.hear(480)) == Array(480..<960))
        }

        /// The default device goes, and another one is the default: the source goes on there with its next frame.
        @Test func anotherDeviceTakesOver() throws {
            let program = try SpaceProgram()
            let source = counter()
            #expect(numbers(program.hear(480)).last == 479)
            var other = program.server.devices[0]
            (other.id, other.name) = ("other", "Other")
            program.server.setDevices([other])
            #expect(integer(source, AL_SAMPLE_OFFSET) == 480)
            #expect(eventually { program.server.runningStreams == 1 })
            #expect(numbers(program.hear(480)) == Array(480..<960))
            #expect(integer(source, AL_SOURCE_STATE) == AL_PLAYING && alGetError() == AL_NO_ERROR)
            #expect(alcGetCurrentContext() == program.context)
        }

        /// ALC_CONNECTED, by the name that programs look up.
        private func isConnected(_ device: OpaquePointer) -> ALCint {
            var value: ALCint = -1
            alcGetIntegerv(device, alcGetEnumValue(nil, "ALC_CONNECTED"), 1, &value)
            return value
        }

        /// A device that the program named goes, and nothing takes its place: all stands still until it is back, and the source goes on
        /// with its next frame.
        @Test func aNamedDeviceComesBack() throws {
            let server = ManualServer()
            let first = server.devices
            var other = first[0]
            (other.id, other.name, other.isDefault) = ("other", "Other", false)
            server.setDevices(first + [other])
            let program = try SpaceProgram(server, device: "Other")
            let source = counter()
            #expect(numbers(program.hear(480)).last == 479 && isConnected(program.device) == 1)
            server.setDevices(first)
            #expect(isConnected(program.device) == 0 && alcIsExtensionPresent(nil, "ALC_EXT_disconnect") == 1)
            #expect(server.advance(480).isEmpty && integer(source, AL_SAMPLE_OFFSET) == 480)
            // Calls go on as if it were there.
            #expect(integer(source, AL_SOURCE_STATE) == AL_PLAYING && alcGetCurrentContext() == program.context)
            alcProcessContext(program.context)
            alSourcef(source, AL_GAIN, 1)
            let silent = makeSource([0, 0, 0])
            alSourcePlay(silent)
            #expect(alGetError() == AL_NO_ERROR && alcGetError(program.device) == ALC_NO_ERROR)
            #expect(String(cString: alcGetString(program.device, ALC_DEVICE_SPECIFIER)) == "Other")
            // The default device plays for who opens it meanwhile, and there is no other device of the name.
            #expect(alcOpenDevice("Other") == nil && alcGetError(nil) == ALC_INVALID_VALUE)
            let usual = try #require(alcOpenDevice(nil))
            #expect(isConnected(usual) == 1 && alcCloseDevice(usual) == 1)
            server.setDevices(first + [other])
            #expect(isConnected(program.device) == 1)
            #expect(eventually { server.runningStreams == 1 })
            #expect(numbers(program.hear(480)) == Array(480..<960))
            #expect(integer(source, AL_SOURCE_STATE) == AL_PLAYING && integer(silent, AL_SOURCE_STATE) == AL_STOPPED)
        }

        /// While the server is gone nobody knows which devices are there: a program does not have to give up its own.
        @Test func aNamedDeviceIsConnectedWithoutAServer() throws {
            let program = try SpaceProgram(device: "Manual")
            _ = counter()
            #expect(numbers(program.hear(480)).last == 479)
            program.server.crash()
            #expect(eventually { program.server.runningStreams == 0 } && isConnected(program.device) == 1)
            program.server.revive()
            #expect(eventually { program.server.runningStreams == 1 })
            #expect(numbers(program.hear(480)) == Array(480..<960) && isConnected(program.device) == 1)
        }

        /// A device of a context that is lost can be closed, and another one takes its place.
        @Test func aLostDeviceIsClosed() throws {
            let server = ManualServer()
            let first = server.devices
            var other = first[0]
            (other.id, other.name, other.isDefault) = ("other", "Other", false)
            server.setDevices(first + [other])
            let program = try SpaceProgram(server)
            let device = try #require(alcOpenDevice("Other"))
            let context = try #require(alcCreateContext(device, nil))
            alcMakeContextCurrent(context)
            _ = counter()
            #expect(eventually { server.runningStreams == 1 })
            server.setDevices(first)
            alcMakeContextCurrent(nil)
            alcDestroyContext(context)
            #expect(isConnected(device) == 0 && alcCloseDevice(device) == 1)
            alcMakeContextCurrent(program.context)
            _ = counter()
            #expect(numbers(program.hear(480)) == Array(0..<480) && isConnected(program.device) == 1)
        }

        @Test func anotherRateOfTheDeviceIsFollowed() throws {
            let program = try SpaceProgram()
            let source = makeSource(sine(1000, frames: 480), loops: true)
            alSourcePlay(source)
            #expect(abs(frequency(of: program.hear(24_000)) - 1000) < 2)
            var devices = program.server.devices
            devices[0].sampleRate = 44_100
            program.server.setDevices(devices)
            var heard: [Float] = []
            #expect(
                eventually {
                    program.advance(4410)
                    heard = program.hear(22_050)
                    return abs(frequency(of: heard, rate: 44_100) - 1000) < 2
                })
        }

        @Test func closingADeviceEndsItsSound() throws {
            let program = try SpaceProgram()
            let device = try #require(alcOpenDevice(nil))
            let context = try #require(alcCreateContext(device, nil))
            alcMakeContextCurrent(context)
            _ = counter()
            #expect(peak(program.hear(480)) > 0)
            alcMakeContextCurrent(nil)
            #expect(alcCloseDevice(device) == 1)
            #expect(peak(program.hear(480)) == 0)
            alcMakeContextCurrent(program.context)
        }

        // MARK: Microphones

        private func samples(_ device: OpaquePointer) -> Int {
            var count: ALCint = -1
            alcGetIntegerv(device, ALC_CAPTURE_SAMPLES, 1, &count)
            return Int(count)
        }

        /// Starts a microphone, and waits for its stream.
        private func start(_ device: OpaquePointer, _ program: SpaceProgram) {
            alcCaptureStart(device)
            #expect(eventually { program.server.runningStreams == 1 })
        }

        @Test func aMicrophoneIsReadFrameByFrame() throws {
            let program = try SpaceProgram()
            program.server.countsInput = true
            let device = try #require(alcCaptureOpenDevice(nil, 48_000, Self.monoFloat, 4096))
            #expect(String(cString: alcGetString(device, ALC_CAPTURE_DEVICE_SPECIFIER)) == "Manual")
            #expect(samples(device) == 0 && program.server.runningStreams == 0)
            start(device, program)
            program.advance(1000)
            #expect(samples(device) == 1000 && program.session.isActive)
            var read = [Float](repeating: 0, count: 600)
            alcCaptureSamples(device, &read, 1001)
            #expect(alcGetError(device) == ALC_INVALID_VALUE && read[0] == 0 && samples(device) == 1000)
            alcCaptureSamples(device, &read, 600)
            #expect(read == (1...600).map { Float($0) } && samples(device) == 400)
            alcCaptureStop(device)
            program.advance(500)
            #expect(samples(device) == 400)
            alcCaptureSamples(device, &read, 400)
            #expect(Array(read[..<400]) == (601...1000).map { Float($0) } && samples(device) == 0)
            #expect(alcGetError(device) == ALC_NO_ERROR)
            #expect(alcCaptureCloseDevice(device) == 1 && alcCaptureCloseDevice(device) == 0)
            #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
        }

        /// A microphone that the program named goes and comes back: what was captured stays, and capturing goes on.
        @Test func aNamedMicrophoneComesBack() throws {
            let server = ManualServer()
            let first = server.devices
            var other = first[1]
            (other.id, other.name, other.isDefault) = ("other", "Other", false)
            server.setDevices(first + [other])
            let program = try SpaceProgram(server)
            let device = try #require(alcCaptureOpenDevice("Other", 48_000, Self.monoFloat, 4096))
            start(device, program)
            program.advance(480)
            #expect(samples(device) == 480 && isConnected(device) == 1)
            server.setDevices(first)
            #expect(isConnected(device) == 0 && samples(device) == 480 && alcGetError(device) == ALC_NO_ERROR)
            server.setDevices(first + [other])
            #expect(eventually { server.runningStreams == 1 })
            program.advance(480)
            #expect(samples(device) > 480 && isConnected(device) == 1)
            alcCaptureCloseDevice(device)
        }

        @Test func whatDoesNotFitIsLost() throws {
            let program = try SpaceProgram()
            program.server.countsInput = true
            let device = try #require(alcCaptureOpenDevice(nil, 48_000, Self.monoFloat, 256))
            start(device, program)
            program.advance(20_000)
            #expect(samples(device) == 256)
            var read = [Float](repeating: 0, count: 256)
            alcCaptureSamples(device, &read, 256)
            #expect(read == (1...256).map { Float($0) })
            alcCaptureCloseDevice(device)
        }

        @Test func aMicrophoneIsConverted() throws {
            let program = try SpaceProgram()
            let formats: [(ALCenum, Int)] = [
                (AL_FORMAT_MONO8, 1), (AL_FORMAT_MONO16, 2), (AL_FORMAT_STEREO8, 2), (AL_FORMAT_STEREO16, 4),
            ]
            let devices = try formats.map { try #require(alcCaptureOpenDevice(nil, 48_000, $0.0, 4096)) }
            let half = try #require(alcCaptureOpenDevice(nil, 24_000, Self.monoFloat, 48_000))
            for device in devices + [half] { start(device, program) }
            // Left 0.5, right 0.25.
            program.server.advance(9600, input: [Float]((0..<19_200).map { $0 % 2 == 0 ? 0.5 : 0.25 }))
            var bytes = [UInt8](repeating: 0, count: 4)
            alcCaptureSamples(devices[0], &bytes, 1)
            #expect(bytes[0] == 176)
            alcCaptureSamples(devices[2], &bytes, 1)
            #expect(bytes[..<2] == [192, 160])
            var words = [Int16](repeating: 0, count: 2)
            alcCaptureSamples(devices[1], &words, 1)
            #expect(words[0] == 12_288)
            alcCaptureSamples(devices[3], &words, 1)
            #expect(words == [16_384, 8192])
            let count = samples(half)
            #expect((4600...4800).contains(count))
            var floats = [Float](repeating: 0, count: count)
            alcCaptureSamples(half, &floats, ALCsizei(count))
            #expect(floats[1000..<4000].allSatisfy { abs($0 - 0.375) < 1e-4 })
            for device in devices + [half] { #expect(alcCaptureCloseDevice(device) == 1) }
        }

        @Test func wrongMicrophonesAreErrors() throws {
            let program = try SpaceProgram()
            let openings: [(String?, ALCuint, ALCenum, ALCsizei, ALCenum)] = [
                ("None", 48_000, AL_FORMAT_MONO16, 100, ALC_INVALID_VALUE),
                (nil, 0, AL_FORMAT_MONO16, 100, ALC_INVALID_VALUE),
                (nil, 48_000, 5, 100, ALC_INVALID_ENUM), (nil, 48_000, AL_FORMAT_MONO16, 0, ALC_INVALID_VALUE),
                (nil, 48_000, AL_FORMAT_MONO16, .max, ALC_INVALID_VALUE),
            ]
            for opening in openings {
                #expect(alcCaptureOpenDevice(opening.0, opening.1, opening.2, opening.3) == nil)
                #expect(alcGetError(nil) == opening.4)
            }
            let device = try #require(alcCaptureOpenDevice(nil, 48_000, AL_FORMAT_MONO16, 100))
            #expect(alcCreateContext(device, nil) == nil && alcCloseDevice(device) == 0)
            alcCaptureSamples(device, nil, 1)
            #expect(alcGetError(device) == ALC_INVALID_VALUE)
            alcCaptureCloseDevice(device)
            while alcGetError(nil) != ALC_NO_ERROR {}
            _ = program
        }
    }
}
