import AudioCore
import AudioDevices
import COpenALSoft
import Foundation
import OpenAL
import TestSupport
import Testing

@testable import OpenALEngine

extension OpenALTests {
    /// What is heard.
    @Suite struct SoundTests {
        /// The level of a constant source at a distance, behind the first frames, in which the gain comes up.
        private func level(_ program: SpaceProgram, distance: Float, _ prepare: (ALuint) -> Void = { _ in }) -> Float {
            let source = makeSource([Int16](repeating: 16_384, count: 4800))
            alSource3f(source, AL_POSITION, 0, 0, -distance)
            prepare(source)
            alSourcePlay(source)
            let level = program.hear(2400)[2000]
            alDeleteSources(1, [source])
            program.advance(480)
            return level
        }

        /// The gain at a distance, where the reference distance is 2, the maximum 8 and the rolloff 0.5.
        private static func gain(_ model: ALenum, _ distance: Float) -> Float {
            let clamped = min(max(distance, 2), 8)
            switch model {
            case AL_INVERSE_DISTANCE: return 2 / (2 + 0.5 * (distance - 2))
            case AL_INVERSE_DISTANCE_CLAMPED: return 2 / (2 + 0.5 * (clamped - 2))
            // It goes down to nothing, not below.
            case AL_LINEAR_DISTANCE: return max(0, 1 - 0.5 * (distance - 2) / 6)
            case AL_LINEAR_DISTANCE_CLAMPED: return 1 - 0.5 * (clamped - 2) / 6
            case AL_EXPONENT_DISTANCE: return powf(distance / 2, -0.5)
            case AL_EXPONENT_DISTANCE_CLAMPED: return powf(clamped / 2, -0.5)
            default: return 1
            }
        }

        @Test(arguments: [
            AL_NONE, AL_INVERSE_DISTANCE, AL_INVERSE_DISTANCE_CLAMPED, AL_LINEAR_DISTANCE, AL_LINEAR_DISTANCE_CLAMPED,
            AL_EXPONENT_DISTANCE, AL_EXPONENT_DISTANCE_CLAMPED,
        ])
        func theGainFallsByTheModel(model: ALenum) throws {
            let program = try SpaceProgram()
            alDistanceModel(model)
            func level(_ distance: Float) -> Float {
                self.level(program, distance: distance) { source in
                    alSourcef(source, AL_REFERENCE_DISTANCE, 2)
                    alSourcef(source, AL_ROLLOFF_FACTOR, 0.5)
                    alSourcef(source, AL_MAX_DISTANCE, 8)
                }
            }
            let reference = level(2)
            #expect(reference > 0.1)
            for distance: Float in [2.5, 4, 7, 20] {
                #expect(abs(level(distance) / reference - Self.gain(model, distance)) < 0.001, "\(distance)")
            }
        }

        @Test func aSourceIsHeardWhereItIs() throws {
            let program = try SpaceProgram()
            let source = makeSource([Int16](repeating: 16_384, count: 480), loops: true)
            alSource3f(source, AL_POSITION, 1, 0, 0)
            alSourcePlay(source)
            let right = program.advance(480).suffix(2)
            #expect(abs(right.first!) < 0.001 && abs(right.last! - 0.5) < 0.001)
            // The listener turns around.
            alListenerfv(AL_ORIENTATION, [0, 0, 1, 0, 1, 0])
            let left = program.advance(4800).suffix(2)
            #expect(abs(left.first! - 0.5) < 0.001 && abs(left.last!) < 0.001)
        }

        @Test func stereoIsNotPlaced() throws {
            let program = try SpaceProgram()
            let samples: [Int16] = (0..<960).flatMap { [Int16($0 * 16), Int16(-$0 * 8)] }
            let source = makeSource(samples, stereo: true)
            alSource3f(source, AL_POSITION, 5, 0, 0)
            alSourcef(source, AL_ROLLOFF_FACTOR, 0)
            alSourcePlay(source)
            let heard = program.advance(960)
            // The gain comes up at first.
            for index in 256..<1920 { #expect(abs(heard[index] - Float(samples[index]) / 32_768) < 1e-5) }
        }

        @Test func aQueueHasNoGap() throws {
            let program = try SpaceProgram()
            let source = makeSource()
            alSourcef(source, AL_ROLLOFF_FACTOR, 0)
            alSourcei(source, AL_SOURCE_RELATIVE, 1)
            for part in 0..<5 {
                let samples = (0..<333).flatMap { [Int16](repeating: Int16((part * 333 + $0) * 16), count: 2) }
                alSourceQueueBuffers(source, 1, [makeBuffer(samples, stereo: true)])
            }
            alSourcePlay(source)
            let heard = program.hear(1700)
            for frame in 128..<1665 { #expect(abs(heard[frame] - Float(frame * 16) / 32_768) < 1e-5, "\(frame)") }
            #expect(heard[1665...].allSatisfy { $0 == 0 } && integer(source, AL_SOURCE_STATE) == AL_STOPPED)
        }

        @Test func whatApproachesIsHigher() throws {
            let program = try SpaceProgram()
            let source = makeSource(sine(1000, frames: 480), loops: true)
            alSource3f(source, AL_POSITION, 0, 0, -1)
            alSourcePlay(source)
            #expect(abs(frequency(of: program.hear(24_000)) - 1000) < 2)
            // 343.3 / (343.3 - 34.33): a ninth more.
            alSource3f(source, AL_VELOCITY, 0, 0, 34.33)
            program.advance(4800)
            #expect(abs(frequency(of: program.hear(24_000)) - 1111.1) < 2)
            alDopplerFactor(0)
            program.advance(4800)
            #expect(abs(frequency(of: program.hear(24_000)) - 1000) < 2)
            alSourcef(source, AL_PITCH, 2)
            program.advance(4800)
            #expect(abs(frequency(of: program.hear(24_000)) - 2000) < 2)
        }

        /// One series of calls, through our devices and straight through OpenAL Soft: the same samples.
        @Test func soundsAsOpenALSoftByItself() throws {
            let program = try SpaceProgram(attributes: [ALC_FREQUENCY, 48_000])
            let ours = play { frames in program.advance(frames) }
            let library = try #require(soft).pointee
            let device = try #require(library.alcLoopbackOpenDeviceSOFT(nil))
            let shape = DeviceShape(sampleRate: 48_000, channels: 2, isStereo: false)
            let context = try #require(
                library.alcCreateContext(
                    device, shape.attributes + [SoftConstant.hrtf, 0, SoftConstant.monoSources, 64, 0]))
            _ = library.alcMakeContextCurrent(context)
            let theirs = play { frames in
                var samples = [Float](repeating: 0, count: frames * 2)
                // As the device's cycles are.
                for start in stride(from: 0, to: frames, by: 512) {
                    samples.withUnsafeMutableBufferPointer { samples in
                        library.alcRenderSamplesSOFT(
                            device, samples.baseAddress! + start * 2, Int32(min(512, frames - start)))
                    }
                }
                return samples
            }
            _ = library.alcMakeContextCurrent(program.context)
            library.alcDestroyContext(context)
            _ = library.alcCloseDevice(device)
            #expect(ours.count == 2 * 12_000 && peak(ours) > 0.2)
            #expect(ours == theirs)
        }

        private func play(_ render: (Int) -> [Float]) -> [Float] {
            let sources = [
                makeSource(sine(440, frames: 4800), loops: true), makeSource(sine(3000, frames: 9600)),
                makeSource(sine(200, frames: 9600), stereo: true),
            ]
            alSource3f(sources[0], AL_POSITION, -2, 0, -1)
            alSource3f(sources[0], AL_VELOCITY, 20, 0, 0)
            alSourcef(sources[1], AL_PITCH, 1.37)
            alSource3f(sources[1], AL_POSITION, 1, 2, 3)
            alSourcef(sources[2], AL_GAIN, 0.3)
            alSourcePlayv(3, sources)
            var heard = render(4000)
            alSource3f(sources[0], AL_POSITION, 2, 0, -1)
            alListener3f(AL_POSITION, 0.5, 0, 0)
            alSourcePause(sources[2])
            heard += render(4000)
            alSourcePlay(sources[2])
            alSourceStop(sources[1])
            heard += render(4000)
            alDeleteSources(3, sources)
            return heard
        }

        @Test func aContextMayHaveARateOfItsOwn() throws {
            let program = try SpaceProgram(attributes: [ALC_FREQUENCY, 22_050])
            var rate: ALCint = 0
            alcGetIntegerv(program.device, ALC_FREQUENCY, 1, &rate)
            #expect(rate == 22_050)
            let source = makeSource(sine(1000, frames: 480), loops: true)
            alSourcePlay(source)
            program.advance(4800)
            #expect(abs(frequency(of: program.hear(24_000)) - 1000) < 2)
        }

        @Test func aDeviceOfSixChannelsGetsSix() throws {
            let server = ManualServer()
            var devices = ManualServer.firstDevices
            devices[0].channels = 6
            server.setDevices(devices)
            let program = try SpaceProgram(server)
            let source = makeSource([Int16](repeating: 16_384, count: 480), loops: true)
            // Behind, to the left: where two loudspeakers have nothing of their own.
            alSource3f(source, AL_POSITION, -1, 0, 0.5)
            alSourcePlay(source)
            let heard = Array(program.advance(4800).suffix(6))
            #expect(heard.count == 6 && heard[4] > 0.1 && abs(heard[4]) > abs(heard[5]) && abs(heard[3]) < 1e-6)
        }

        /// OpenAL Soft has no form for three channels: the third one is silent.
        @Test func aDeviceOfThreeChannelsGetsTwo() throws {
            let server = ManualServer()
            var devices = ManualServer.firstDevices
            devices[0].channels = 3
            server.setDevices(devices)
            let program = try SpaceProgram(server)
            let source = makeSource([Int16](repeating: 16_384, count: 480), loops: true)
            alSource3f(source, AL_POSITION, 1, 0, 0)
            alSourcePlay(source)
            let heard = Array(program.advance(4800).suffix(3))
            #expect(abs(heard[0]) < 0.001 && abs(heard[1] - 0.5) < 0.001 && heard[2] == 0)
        }
    }
}
