import AudioCore
import AudioDevices
import COpenALSoft
import OpenAL
import TestSupport
import Testing

@testable import OpenALEngine

extension OpenALTests {
    /// Apple's extensions, by the functions that programs look up.
    @Suite struct ExtensionTests {
        private func function<Function>(_ name: String, as: Function.Type) -> Function {
            unsafeBitCast(alcGetProcAddress(nil, name)!, to: Function.self)
        }

        // MARK: Notifications

        /// What a callback was told, as numbers: source and notification.
        private final class Log: Sendable {
            let calls = LockedValue<[[ALuint]]>([])
            var all: [[ALuint]] { calls.withLock { $0 } }
        }

        private let note: alSourceNotificationProc = { source, notification, userData in
            let log = Unmanaged<Log>.fromOpaque(userData!).takeUnretainedValue()
            log.calls.withLock { $0.append([source, notification]) }
        }

        private func add(_ source: ALuint, _ notification: ALenum, _ log: Log) -> ALenum {
            function("alSourceAddNotification", as: alSourceAddNotificationProcPtr.self)(
                source, ALuint(notification), note, Unmanaged.passUnretained(log).toOpaque())
        }

        @Test func aSourceTellsOfItsState() throws {
            let program = try SpaceProgram()
            let log = Log()
            let source = makeSource([Int16](repeating: 1, count: 1000))
            #expect(add(source, AL_SOURCE_STATE, log) == AL_NO_ERROR)
            #expect(add(source, AL_SOURCE_STATE, log) == AL_INVALID_OPERATION)
            #expect(add(9999, AL_SOURCE_STATE, log) == AL_INVALID_NAME)
            #expect(add(source, AL_GAIN, log) == AL_INVALID_VALUE)
            alSourcePlay(source)
            program.settle()
            #expect(log.all == [[source, ALuint(AL_SOURCE_STATE)]])
            program.advance(960)
            program.settle()
            #expect(log.all.count == 1)
            // Its end.
            program.advance(480)
            program.settle()
            #expect(log.all.count == 2 && integer(source, AL_SOURCE_STATE) == AL_STOPPED)
            function("alSourceRemoveNotification", as: alSourceRemoveNotificationProcPtr.self)(
                source, ALuint(AL_SOURCE_STATE), note, Unmanaged.passUnretained(log).toOpaque())
            alSourcePlay(source)
            program.settle()
            #expect(log.all.count == 2)
        }

        @Test func aSourceTellsOfItsBuffersAndLoops() throws {
            let program = try SpaceProgram()
            let log = Log()
            let source = makeSource()
            alSourceQueueBuffers(source, 3, (0..<3).map { _ in makeBuffer([Int16](repeating: 1, count: 600)) })
            #expect(add(source, AL_BUFFERS_PROCESSED, log) == AL_NO_ERROR)
            alSourcePlay(source)
            program.advance(480)
            program.settle()
            #expect(log.all.isEmpty)
            program.advance(480)
            program.settle()
            #expect(log.all == [[source, ALuint(AL_BUFFERS_PROCESSED)]])
            let loop = makeSource([Int16](repeating: 1, count: 1000), loops: true)
            let loops = Log()
            #expect(add(loop, AL_QUEUE_HAS_LOOPED, loops) == AL_NO_ERROR)
            alSourcePlay(loop)
            program.settle()
            for turn in 0..<5 {
                program.advance(480)
                program.settle()
                #expect(loops.all.count == (turn + 1) * 480 / 1000)
            }
        }

        /// A callback refills its queue, and deletes its source in the end.
        @Test func callbacksMayMakeEveryCall() throws {
            let program = try SpaceProgram()
            let source = makeSource()
            alSourceQueueBuffers(source, 2, (0..<2).map { _ in makeBuffer([Int16](repeating: 8000, count: 480)) })
            let refill: alSourceNotificationProc = { source, _, _ in
                var buffer: ALuint = 0
                alSourceUnqueueBuffers(source, 1, &buffer)
                if buffer != 0 { alSourceQueueBuffers(source, 1, &buffer) }
            }
            let delete: alSourceNotificationProc = { source, _, _ in
                var source = source
                if integer(source, AL_SOURCE_STATE) == AL_STOPPED { alDeleteSources(1, &source) }
            }
            let add = function("alSourceAddNotification", as: alSourceAddNotificationProcPtr.self)
            #expect(add(source, ALuint(AL_BUFFERS_PROCESSED), refill, nil) == AL_NO_ERROR)
            #expect(add(source, ALuint(AL_SOURCE_STATE), delete, nil) == AL_NO_ERROR)
            alSourcePlay(source)
            for _ in 0..<10 {
                #expect(program.hear(480)[400] > 0.05)
                program.settle()
            }
            #expect(integer(source, AL_BUFFERS_QUEUED) == 2)
            alSourceStop(source)
            program.settle()
            #expect(alIsSource(source) == 0 && alGetError() == AL_NO_ERROR)
        }

        // MARK: Spatial audio

        private func set(_ property: ALuint, _ value: Float) -> ALenum {
            var value = value
            return function("alcASASetListener", as: alcASASetListenerProcPtr.self)(property, &value, 4)
        }

        private func set(_ property: ALuint, _ number: ALuint) -> ALenum {
            var number = number
            return function("alcASASetListener", as: alcASASetListenerProcPtr.self)(property, &number, 4)
        }

        private func set(_ property: ALuint, _ source: ALuint, _ value: Float) -> ALenum {
            var value = value
            return function("alcASASetSource", as: alcASASetSourceProcPtr.self)(property, source, &value, 4)
        }

        @Test func propertiesOfSpatialAudioHaveRanges() throws {
            let program = try SpaceProgram()
            let get = function("alcASAGetListener", as: alcASAGetListenerProcPtr.self)
            var value: Float = 9
            var size: ALuint = 8
            #expect(get(ALuint(ALC_ASA_REVERB_EQ_FREQ), &value, &size) == AL_NO_ERROR && value == 800 && size == 4)
            size = 3
            #expect(get(ALuint(ALC_ASA_REVERB_EQ_FREQ), &value, &size) == AL_INVALID_OPERATION)
            size = 4
            #expect(get(1, &value, &size) == AL_INVALID_ENUM && get(1, nil, nil) == AL_INVALID_VALUE)
            for (property, good, bad) in [
                (ALC_ASA_REVERB_GLOBAL_LEVEL, -6, 41), (ALC_ASA_REVERB_EQ_GAIN, -18, 19),
                (ALC_ASA_REVERB_EQ_BANDWITH, 0.5, 0.4), (ALC_ASA_REVERB_EQ_FREQ, 5000, 9),
            ] as [(Int32, Float, Float)] {
                #expect(set(ALuint(property), good) == AL_NO_ERROR && set(ALuint(property), bad) == AL_INVALID_VALUE)
                #expect(set(ALuint(property), Float.nan) == AL_INVALID_VALUE)
                #expect(get(ALuint(property), &value, &size) == AL_NO_ERROR && value == good)
            }
            #expect(set(ALuint(ALC_ASA_REVERB_ROOM_TYPE), ALuint(13)) == AL_INVALID_VALUE)
            #expect(set(ALuint(ALC_ASA_REVERB_ON), ALuint(2)) == AL_INVALID_VALUE)
            let source = makeSource()
            #expect(set(ALuint(ALC_ASA_OCCLUSION), source, -100) == AL_NO_ERROR)
            #expect(set(ALuint(ALC_ASA_OCCLUSION), source, 1) == AL_INVALID_VALUE)
            #expect(set(ALuint(ALC_ASA_OCCLUSION), 9999, 0) == AL_INVALID_NAME)
            let getSource = function("alcASAGetSource", as: alcASAGetSourceProcPtr.self)
            #expect(getSource(ALuint(ALC_ASA_OCCLUSION), source, &value, &size) == AL_NO_ERROR && value == -100)
            #expect(getSource(ALuint(ALC_ASA_REVERB_ON), source, &value, &size) == AL_INVALID_ENUM)
            alcMakeContextCurrent(nil)
            #expect(set(ALuint(ALC_ASA_REVERB_EQ_GAIN), Float(0)) == AL_INVALID_OPERATION)
            alcMakeContextCurrent(program.context)
            #expect(alGetError() == AL_NO_ERROR)
        }

        /// Effects and filters are a device's: those of a context would stay until the device is closed.
        @Test func aContextLeavesNoEffectBehind() throws {
            let program = try SpaceProgram()
            let library = try #require(soft).pointee
            /// The numbers that the device gives to the next ones: the lowest that are free.
            func next() -> [UInt32] {
                var (effect, filter) = (UInt32(0), UInt32(0))
                library.alGenEffects(1, &effect)
                library.alGenFilters(1, &filter)
                library.alDeleteEffects(1, &effect)
                library.alDeleteFilters(1, &filter)
                return [effect, filter]
            }
            let free = next()
            for _ in 0..<3 {
                let other = try #require(alcCreateContext(program.device, nil))
                alcMakeContextCurrent(other)
                #expect(set(ALuint(ALC_ASA_REVERB_ON), ALuint(1)) == AL_NO_ERROR)
                #expect(set(ALuint(ALC_ASA_OCCLUSION), makeSource(), -10) == AL_NO_ERROR)
                #expect(next() != free)
                alcMakeContextCurrent(program.context)
                alcDestroyContext(other)
            }
            #expect(next() == free && alGetError() == AL_NO_ERROR && alcGetCurrentContext() == program.context)
        }

        @Test(arguments: [ALC_ASA_OCCLUSION, ALC_ASA_OBSTRUCTION])
        func aWallLowersHighFrequencies(property: Int32) throws {
            let program = try SpaceProgram()
            func level(_ frequency: Double, _ decibels: Float) -> Float {
                let source = makeSource(sine(frequency, frames: 4800), loops: true)
                #expect(set(ALuint(property), source, decibels) == AL_NO_ERROR)
                alSourcePlay(source)
                program.advance(4800)
                let level = peak(program.hear(4800))
                alDeleteSources(1, [source])
                program.advance(480)
                return level
            }
            #expect(level(10_000, -30) / level(10_000, 0) < 0.1)
            #expect(level(100, -30) / level(100, 0) > 0.9)
        }

        @Test func aRoomGoesOnAfterTheSound() throws {
            let program = try SpaceProgram()
            func tail(send: Float, room: ALuint, isOn: ALuint) -> Float {
                #expect(set(ALuint(ALC_ASA_REVERB_ROOM_TYPE), room) == AL_NO_ERROR)
                #expect(set(ALuint(ALC_ASA_REVERB_ON), isOn) == AL_NO_ERROR)
                let source = makeSource(sine(500, frames: 4800))
                #expect(set(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, send) == AL_NO_ERROR)
                alSourcePlay(source)
                program.advance(4800 + 9600)
                let tail = peak(program.hear(4800))
                alDeleteSources(1, [source])
                for _ in 0..<10 { program.advance(48_000) }
                return tail
            }
            let room = tail(send: 1, room: ALuint(ALC_ASA_REVERB_ROOM_TYPE_SmallRoom), isOn: 1)
            let cathedral = tail(send: 1, room: ALuint(ALC_ASA_REVERB_ROOM_TYPE_Cathedral), isOn: 1)
            #expect(cathedral > 0.002 && cathedral > 4 * room)
            #expect(tail(send: 0, room: ALuint(ALC_ASA_REVERB_ROOM_TYPE_Cathedral), isOn: 1) < 1e-5)
            #expect(tail(send: 1, room: ALuint(ALC_ASA_REVERB_ROOM_TYPE_Cathedral), isOn: 0) < 1e-5)
        }

        /// Programs whose unit is the centimetre have a speed of sound of 34,330.
        @Test(arguments: [343.3, 34_330, 1e9] as [Float]) func aRoomSoundsAtAnySpeedOfSound(speed: Float) throws {
            let program = try SpaceProgram()
            alSpeedOfSound(speed)
            #expect(set(ALuint(ALC_ASA_REVERB_ON), ALuint(1)) == AL_NO_ERROR)
            for room in 0...ALuint(ALC_ASA_REVERB_ROOM_TYPE_LargeHall2) {
                #expect(set(ALuint(ALC_ASA_REVERB_ROOM_TYPE), room) == AL_NO_ERROR)
                let source = makeSource(sine(500, frames: 4800))
                #expect(set(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, 1) == AL_NO_ERROR)
                alSourcePlay(source)
                program.advance(4800)
                #expect(peak(program.hear(4800)) > 1e-6)
                alDeleteSources(1, [source])
            }
        }

        // MARK: Settings

        @Test func settingsHoldForOpenDevices() throws {
            let program = try SpaceProgram()
            let source = makeSource(sine(1000, frames: 4800), loops: true)
            alSource3f(source, AL_POSITION, 1, 0, 0)
            alSourcePlay(source)
            program.advance(4800)
            #expect(peak(program.hear(4800, channel: 0)) < 1e-4)
            let set = function("alcMacOSXRenderingQuality", as: alcMacOSXRenderingQualityProcPtr.self)
            let get = function("alcMacOSXGetRenderingQuality", as: alcMacOSXGetRenderingQualityProcPtr.self)
            #expect(get() == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW)
            set(5)
            #expect(alGetError() == AL_INVALID_VALUE)
            set(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
            #expect(get() == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH && alGetError() == AL_NO_ERROR)
            // A head lets the other ear hear something.
            program.advance(4800)
            #expect(peak(program.hear(4800, channel: 0)) > 0.01 && integer(source, AL_SOURCE_STATE) == AL_PLAYING)
            let setRate = function("alcMacOSXMixerOutputRate", as: alcMacOSXMixerOutputRateProcPtr.self)
            let getRate = function("alcMacOSXGetMixerOutputRate", as: alcMacOSXGetMixerOutputRateProcPtr.self)
            #expect(getRate() == 48_000)
            setRate(32_000)
            var rate: ALCint = 0
            alcGetIntegerv(program.device, ALC_FREQUENCY, 1, &rate)
            #expect(getRate() == 32_000 && rate == 32_000)
            program.advance(4800)
            #expect(abs(frequency(of: program.hear(24_000, channel: 1)) - 1000) < 2)
            setRate(1)
            #expect(alGetError() == AL_INVALID_VALUE)
            let setBusses = function("alcMacOSXMixerMaxiumumBusses", as: alcMacOSXMixerMaxiumumBussesProcPtr.self)
            let getBusses = function("alcMacOSXGetMixerMaxiumumBusses", as: alcMacOSXGetMixerMaxiumumBussesProcPtr.self)
            #expect(getBusses() == 64)
            setBusses(300)
            let context = try #require(alcCreateContext(program.device, nil))
            alcMakeContextCurrent(context)
            var sources = [ALuint](repeating: 0, count: 300)
            alGenSources(300, &sources)
            #expect(getBusses() == 300 && alGetError() == AL_NO_ERROR && alIsSource(sources[299]) == 1)
            alcMakeContextCurrent(program.context)
            alcDestroyContext(context)
        }

        @Test func aSourceHasAQualityOfItsOwn() throws {
            let program = try SpaceProgram()
            let source = makeSource()
            let set = function("alSourceRenderingQuality", as: alSourceRenderingQualityProcPtr.self)
            let get = function("alSourceGetRenderingQuality", as: alSourceGetRenderingQualityProcPtr.self)
            #expect(get(source) == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW)
            set(source, ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
            #expect(get(source) == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH && alGetError() == AL_NO_ERROR)
            // AL_SOURCE_RESAMPLER_SOFT, and the number of resamplers.
            #expect(integer(source, 0x1212) == alGetInteger(0x1210) - 1)
            set(source, 5)
            #expect(alGetError() == AL_INVALID_VALUE)
            #expect(get(9999) == 0 && alGetError() == AL_INVALID_NAME)
            _ = program
        }

        @Test func aStaticBufferPlaysTheProgramsSamples() throws {
            let program = try SpaceProgram()
            let set = function("alBufferDataStatic", as: alBufferDataStaticProcPtr.self)
            var buffer: ALuint = 0
            alGenBuffers(1, &buffer)
            let samples: [Int16] = (0..<1000).flatMap { [Int16($0), Int16($0)] }
            samples.withUnsafeBytes { bytes in
                set(ALint(buffer), AL_FORMAT_STEREO16, bytes.baseAddress, ALsizei(bytes.count), 48_000)
                let source = makeSource()
                alSourcei(source, AL_BUFFER, ALint(buffer))
                alSourcePlay(source)
                #expect(program.hear(1000).map { Int(($0 * 32_768).rounded()) } == Array(0..<1000))
                alDeleteSources(1, [source])
                alDeleteBuffers(1, [buffer])
            }
            #expect(alGetError() == AL_NO_ERROR)
            set(9999, AL_FORMAT_MONO16, samples, 2, 48_000)
            #expect(alGetError() == AL_INVALID_NAME)
        }

        // MARK: The output's capturer

        @Test func whatADevicePlaysCanBeCaptured() throws {
            let program = try SpaceProgram()
            let prepare = function("alcOutputCapturerPrepare", as: alcOutputCapturerPrepareProcPtr.self)
            let start = function("alcOutputCapturerStart", as: alcOutputCapturerStartProcPtr.self)
            let stop = function("alcOutputCapturerStop", as: alcOutputCapturerStopProcPtr.self)
            let available = function(
                "alcOutputCapturerAvailableSamples", as: alcOutputCapturerAvailableSamplesProcPtr.self)
            let take = function("alcOutputCapturerSamples", as: alcOutputCapturerSamplesProcPtr.self)
            let source = makeSource((0..<2000).flatMap { [Int16($0), Int16(-$0)] }, stereo: true)
            alSourcePlay(source)
            program.advance(480)
            prepare(48_000, AL_FORMAT_STEREO16, 1024)
            #expect(alGetError() == AL_NO_ERROR)
            program.advance(20)
            #expect(available() == 0)
            start()
            program.advance(500)
            #expect(available() == 500)
            var samples = [Int16](repeating: 0, count: 1000)
            take(&samples, 501)
            #expect(alGetError() == AL_INVALID_VALUE)
            take(&samples, 500)
            #expect(samples == (500..<1000).flatMap { [Int16($0), Int16(-$0)] })
            program.advance(100)
            stop()
            #expect(available() == 0 && alGetError() == AL_NO_ERROR)
            prepare(48_000, 5, 1024)
            #expect(alGetError() == AL_INVALID_VALUE)
        }
    }
}
