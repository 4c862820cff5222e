import AudioToolbox
import Foundation
import OpenAL

/// A device, a context on it, and a source that plays one buffer again and again.
final class Scene {
    private let device: OpaquePointer
    private let context: OpaquePointer
    private var (buffer, source) = (ALuint(0), ALuint(0))
    /// What the buffer plays: it reads the program's memory.
    private let samples: UnsafeMutableBufferPointer<Int16>

    private static let sampleRate: ALsizei = 44_100
    private static let framesPerPeriod = 200

    /// Opens the default device; nil where there is none.
    init?(at position: Circle.Vector) {
        guard let device = alcOpenDevice(nil) else { return nil }
        guard let context = alcCreateContext(device, nil) else {
            alcCloseDevice(device)
            return nil
        }
        (self.device, self.context) = (device, context)
        samples = Self.buzz(periods: 220)
        alcMakeContextCurrent(context)
        alGenBuffers(1, &buffer)
        alGenSources(1, &source)
        fillBuffer()
        alSourcei(source, AL_BUFFER, ALint(buffer))
        alSourcei(source, AL_LOOPING, AL_TRUE)
        move(to: position, velocity: (0, 0, 0))

        // As loud as recorded up to 3 m, then half as loud at twice the distance.
        alDistanceModel(AL_INVERSE_DISTANCE_CLAMPED)
        alSourcef(source, AL_REFERENCE_DISTANCE, 3)
        alDopplerFactor(1)
        alSpeedOfSound(ALfloat(Circle.speedOfSound))
        alListener3f(AL_POSITION, 0, 0, 0)
        // Forward, and up.
        alListenerfv(AL_ORIENTATION, [0, 0, -1, 0, 1, 0])
        check("setting the scene")
    }

    /// A saw of six partials, in whole periods: the end joins the beginning.
    private static func buzz(periods: Int) -> UnsafeMutableBufferPointer<Int16> {
        let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: periods * framesPerPeriod)
        for frame in samples.indices {
            let angle = 2 * .pi * Double(frame) / Double(framesPerPeriod)
            let sum = (1...6).reduce(0) { $0 + sin(Double($1) * angle) / Double($1) }
            samples[frame] = Int16(16_000 * sum / 2)
        }
        return samples
    }

    private func fillBuffer() {
        typealias SetData = @convention(c) (ALint, ALenum, UnsafeRawPointer?, ALsizei, ALsizei) -> Void
        let size = ALsizei(samples.count * MemoryLayout<Int16>.size)
        // An extension, which a program gets by its name.
        if let function = alcGetProcAddress(nil, "alBufferDataStatic") {
            let setData = unsafeBitCast(function, to: SetData.self)
            setData(ALint(buffer), AL_FORMAT_MONO16, samples.baseAddress, size, Self.sampleRate)
        } else {
            alBufferData(buffer, AL_FORMAT_MONO16, samples.baseAddress, size, Self.sampleRate)
        }
    }

    /// Activates the session and plays.
    func start() {
        AudioSessionInitialize(
            nil, nil,
            { scene, state in
                guard let scene else { return }
                Unmanaged<Scene>.fromOpaque(scene).takeUnretainedValue()
                    .isInterrupted(state == kAudioSessionBeginInterruption)
            }, Unmanaged.passUnretained(self).toOpaque())
        var category = kAudioSessionCategory_AmbientSound
        AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category)
        AudioSessionSetActive(true)
        alSourcePlay(source)
        check("playing")
    }

    /// An interruption takes the device. Afterwards the source goes on where it was.
    private func isInterrupted(_ hasBegun: Bool) {
        if hasBegun {
            alcMakeContextCurrent(nil)
        } else {
            AudioSessionSetActive(true)
            alcMakeContextCurrent(context)
        }
    }

    func move(to position: Circle.Vector, velocity: Circle.Vector) {
        alSource3f(source, AL_POSITION, ALfloat(position.x), ALfloat(position.y), ALfloat(position.z))
        alSource3f(source, AL_VELOCITY, ALfloat(velocity.x), ALfloat(velocity.y), ALfloat(velocity.z))
    }

    func end() {
        // An interruption may have taken it away.
        alcMakeContextCurrent(context)
        alSourceStop(source)
        alDeleteSources(1, &source)
        alDeleteBuffers(1, &buffer)
        alcMakeContextCurrent(nil)
        alcDestroyContext(context)
        alcCloseDevice(device)
        AudioSessionSetActive(false)
        samples.deallocate()
    }

    private func check(_ what: String) {
        let error = alGetError()
        guard error != AL_NO_ERROR else { return }
        print("\(what) failed: \(error)")
        exit(1)
    }
}
