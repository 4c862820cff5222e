import AudioCore
import AudioDevices
import OpenAL
import TestSupport
import Testing

@testable import OpenALEngine

extension OpenALTests {
    /// States, errors and questions.
    @Suite struct ContractTests {
        @Test func withoutAContextCallsAreErrors() throws {
            let program = try SpaceProgram()
            alcMakeContextCurrent(nil)
            var source: ALuint = 7
            alGenSources(1, &source)
            #expect(alGetError() == AL_INVALID_OPERATION && source == 7)
            #expect(alGetError() == AL_NO_ERROR)
            var buffer: ALuint = 7
            alGenBuffers(1, &buffer)
            #expect(alGetError() == AL_INVALID_OPERATION && buffer == 7)
            let samples: [Int16] = [1, 2, 3, 4]
            alBufferData(buffer, AL_FORMAT_MONO16, samples, 8, 44_100)
            #expect(alGetError() == AL_INVALID_OPERATION && alGetError() == AL_NO_ERROR)
            alcMakeContextCurrent(program.context)
            #expect(alGetError() == AL_NO_ERROR)
        }

        @Test func saysWhatItIs() throws {
            let program = try SpaceProgram()
            #expect(String(cString: alGetString(AL_VERSION)) == "1.1")
            #expect(String(cString: alGetString(AL_RENDERER)) == "Software")
            #expect(String(cString: alGetString(AL_VENDOR)) == "Apple Computer Inc.")
            let extensions = String(cString: alGetString(AL_EXTENSIONS)).split(separator: " ")
            #expect(Set(extensions).count == extensions.count)
            for name in extensions { #expect(alIsExtensionPresent(String(name)) == 1) }
            #expect(
                alIsExtensionPresent("al_ext_float32") == 1 && alIsExtensionPresent("AL_EXT_source_notifications") == 1)
            #expect(alIsExtensionPresent("AL_EXT_none") == 0 && alIsExtensionPresent(nil) == 0)
            #expect(
                alcIsExtensionPresent(nil, "ALC_EXT_ASA") == 1
                    && alcIsExtensionPresent(program.device, "ALC_EXT_CAPTURE") == 1)
            #expect(String(cString: alcGetString(nil, ALC_EXTENSIONS)).contains("ALC_EXT_MAC_OSX"))
            #expect(alGetString(1) == nil && Self.isRefused(alGetError()))
        }

        /// Whether a constant that does not exist was an error. OpenAL says that it is an invalid enumeration, and OpenAL Soft 1.19 an
        /// invalid value.
        private static func isRefused(_ error: ALenum) -> Bool { [AL_INVALID_ENUM, AL_INVALID_VALUE].contains(error) }

        @Test func findsFunctionsAndConstantsByName() throws {
            let program = try SpaceProgram()
            let names = [
                "alGenSources", "alcOpenDevice", "alcCaptureSamples", "alBufferDataStatic", "alcMacOSXRenderingQuality",
                "alcMacOSXGetRenderingQuality", "alMacOSXRenderChannelCount", "alMacOSXGetRenderChannelCount",
                "alcMacOSXMixerMaxiumumBusses", "alcMacOSXGetMixerMaxiumumBusses", "alcMacOSXMixerOutputRate",
                "alcMacOSXGetMixerOutputRate", "alSourceRenderingQuality", "alSourceGetRenderingQuality",
                "alSourceAddNotification", "alSourceRemoveNotification", "alcASAGetSource", "alcASASetSource",
                "alcASAGetListener", "alcASASetListener", "alcOutputCapturerPrepare", "alcOutputCapturerStart",
                "alcOutputCapturerStop", "alcOutputCapturerAvailableSamples", "alcOutputCapturerSamples",
                "alGenEffects",
            ]
            for name in names {
                #expect(alGetProcAddress(name) != nil, "\(name)")
                #expect(alcGetProcAddress(program.device, name) == alGetProcAddress(name), "\(name)")
            }
            #expect(alGetProcAddress("alNothing") == nil && alcGetProcAddress(nil, nil) == nil)
            let gen = unsafeBitCast(alGetProcAddress("alGenSources")!, to: LPALGENSOURCES.self)
            var source: ALuint = 0
            gen(1, &source)
            #expect(alIsSource(source) == 1)
            #expect(alGetEnumValue("AL_BUFFER") == AL_BUFFER && alcGetEnumValue(nil, "ALC_FREQUENCY") == ALC_FREQUENCY)
            #expect(
                alGetEnumValue("ALC_ASA_REVERB_ROOM_TYPE_Plate") == 5
                    && alGetEnumValue("ALC_ASA_OCCLUSION") == 0x6F63_636C)
        }

        @Test func wrongArgumentsAreErrorsAndTheFirstOneIsKept() throws {
            let program = try SpaceProgram()
            let source = makeSource()
            alSourcef(source, AL_PITCH, -1)
            alSourcef(9999, AL_GAIN, 1)
            #expect(alGetError() == AL_INVALID_VALUE && alGetError() == AL_NO_ERROR)
            alSourcef(9999, AL_GAIN, 1)
            #expect(alGetError() == AL_INVALID_NAME)
            alSourcef(source, AL_FORMAT_MONO8, 1)
            #expect(alGetError() == AL_INVALID_ENUM)
            alListenerf(AL_GAIN, -1)
            #expect(alGetError() == AL_INVALID_VALUE)
            alDistanceModel(3)
            #expect(alGetError() == AL_INVALID_VALUE)
            alGenSources(-1, nil)
            #expect(alGetError() == AL_INVALID_VALUE)
            alGetSourcei(source, AL_GAIN, nil)
            #expect(Self.isRefused(alGetError()))
            alEnable(5)
            #expect(Self.isRefused(alGetError()))
            #expect(alIsEnabled(5) == 0 && Self.isRefused(alGetError()))
            withExtendedLifetime(program) {}
        }

        /// A list that is null, and is to have entries, is an error.
        @Test func listsAreNotNull() throws {
            let program = try SpaceProgram()
            let source = makeSource()
            let calls: [() -> Void] = [
                { alGenSources(2, nil) }, { alDeleteSources(2, nil) }, { alGenBuffers(2, nil) },
                { alDeleteBuffers(2, nil) }, { alSourcePlayv(2, nil) }, { alSourcePausev(2, nil) },
                { alSourceStopv(2, nil) }, { alSourceRewindv(2, nil) }, { alSourceQueueBuffers(source, 2, nil) },
                { alSourceUnqueueBuffers(source, 2, nil) },
            ]
            for (index, call) in calls.enumerated() {
                call()
                #expect(alGetError() == AL_INVALID_VALUE && alGetError() == AL_NO_ERROR, "call \(index)")
            }
            alDeleteBuffers(0, nil)
            alSourcePlayv(0, nil)
            #expect(alGetError() == AL_NO_ERROR && alIsSource(source) == 1)
            withExtendedLifetime(program) {}
        }

        @Test func defaultsAreThoseOfTheSpecification() throws {
            let program = try SpaceProgram()
            #expect(alGetInteger(AL_DISTANCE_MODEL) == AL_INVERSE_DISTANCE_CLAMPED)
            #expect(alGetFloat(AL_SPEED_OF_SOUND) == 343.3 && alGetDouble(AL_DOPPLER_FACTOR) == 1)
            let source = makeSource()
            #expect(
                integer(source, AL_SOURCE_STATE) == AL_INITIAL && integer(source, AL_SOURCE_TYPE) == AL_UNDETERMINED)
            var values: [ALfloat] = [9, 9, 9, 9, 9, 9]
            alGetListenerfv(AL_ORIENTATION, &values)
            #expect(values == [0, 0, -1, 0, 1, 0])
            alSpeedOfSound(100)
            alDistanceModel(AL_LINEAR_DISTANCE)
            #expect(alGetFloat(AL_SPEED_OF_SOUND) == 100 && alGetInteger(AL_DISTANCE_MODEL) == AL_LINEAR_DISTANCE)
            _ = program
        }

        @Test func aQueueGoesThroughItsStates() throws {
            let program = try SpaceProgram()
            let source = makeSource()
            var buffers = (0..<4).map { _ in makeBuffer([Int16](repeating: 100, count: 480)) }
            alSourceQueueBuffers(source, 4, buffers)
            #expect(integer(source, AL_BUFFERS_QUEUED) == 4 && integer(source, AL_SOURCE_TYPE) == AL_STREAMING)
            alSourcePlay(source)
            #expect(integer(source, AL_SOURCE_STATE) == AL_PLAYING)
            program.advance(1000)
            #expect(integer(source, AL_BUFFERS_PROCESSED) == 2 && integer(source, AL_SAMPLE_OFFSET) == 1000)
            var taken = [ALuint](repeating: 0, count: 4)
            alSourceUnqueueBuffers(source, 3, &taken)
            #expect(alGetError() == AL_INVALID_OPERATION && taken == [0, 0, 0, 0])
            alSourceUnqueueBuffers(source, 2, &taken)
            #expect(alGetError() == AL_NO_ERROR && taken == [buffers[0], buffers[1], 0, 0])
            alDeleteBuffers(1, &buffers[2])
            #expect(alGetError() == AL_INVALID_OPERATION && alIsBuffer(buffers[2]) == 1)
            alSourcePause(source)
            program.advance(480)
            #expect(integer(source, AL_SOURCE_STATE) == AL_PAUSED && integer(source, AL_SAMPLE_OFFSET) == 40)
            alSourceStop(source)
            #expect(integer(source, AL_BUFFERS_PROCESSED) == 2)
            alSourceRewind(source)
            #expect(integer(source, AL_SOURCE_STATE) == AL_INITIAL && integer(source, AL_BUFFERS_PROCESSED) == 0)
            alSourcei(source, AL_BUFFER, 0)
            alDeleteBuffers(4, buffers)
            #expect(alGetError() == AL_NO_ERROR && alIsBuffer(buffers[0]) == 0)
            alSourcePlay(source)
            #expect(integer(source, AL_SOURCE_STATE) == AL_STOPPED)
        }

        @Test func sourcesAreDeletedTogetherOrNotAtAll() throws {
            let program = try SpaceProgram()
            let source = makeSource([1, 2, 3], loops: true)
            alSourcePlay(source)
            alDeleteSources(.max, [source, 9999])
            #expect(alGetError() == AL_INVALID_NAME && alIsSource(source) == 1)
            alDeleteSources(2, [source, 9999])
            #expect(alGetError() == AL_INVALID_NAME && alIsSource(source) == 1)
            alDeleteSources(1, [source])
            #expect(alGetError() == AL_NO_ERROR && alIsSource(source) == 0)
            #expect(peak(program.hear(480)) == 0)
        }

        @Test func devicesHaveNames() throws {
            let server = ManualServer()
            var second = ManualServer.firstDevices[0]
            (second.id, second.name, second.isDefault) = ("other", "Other", false)
            server.setDevices(ManualServer.firstDevices + [second])
            let program = try SpaceProgram(server)
            func names(_ property: ALCenum) -> [String] {
                var text: UnsafePointer<CChar> = alcGetString(nil, property)
                var names: [String] = []
                while text.pointee != 0 {
                    names.append(String(cString: text))
                    text += names.last!.utf8.count + 1
                }
                return names
            }
            #expect(names(ALC_DEVICE_SPECIFIER) == ["Manual", "Other"])
            #expect(names(ALC_ALL_DEVICES_SPECIFIER) == ["Manual", "Other"])
            #expect(names(ALC_CAPTURE_DEVICE_SPECIFIER) == ["Manual"])
            #expect(String(cString: alcGetString(nil, ALC_DEFAULT_DEVICE_SPECIFIER)) == "Manual")
            #expect(String(cString: alcGetString(nil, ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER)) == "Manual")
            #expect(String(cString: alcGetString(program.device, ALC_DEVICE_SPECIFIER)) == "Manual")
            let other = try #require(alcOpenDevice("Other"))
            #expect(String(cString: alcGetString(other, ALC_DEVICE_SPECIFIER)) == "Other")
            #expect(alcCloseDevice(other) == 1 && alcCloseDevice(other) == 0)
            #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
            #expect(alcOpenDevice("None") == nil && alcGetError(nil) == ALC_INVALID_VALUE)
        }

        @Test func contextsAreOfADevice() throws {
            let program = try SpaceProgram()
            #expect(alcGetCurrentContext() == program.context)
            #expect(alcGetContextsDevice(program.context) == program.device)
            let second = try #require(alcCreateContext(program.device, nil))
            let source = makeSource()
            #expect(alcMakeContextCurrent(second) == 1 && alIsSource(source) == 0)
            var buffer: ALuint = 0
            alGenBuffers(1, &buffer)
            #expect(alcMakeContextCurrent(program.context) == 1 && alIsSource(source) == 1 && alIsBuffer(buffer) == 1)
            alcSuspendContext(second)
            alcProcessContext(second)
            alcDestroyContext(second)
            #expect(alcMakeContextCurrent(second) == 0 && alcGetCurrentContext() == program.context)
            #expect(alcCreateContext(nil, nil) == nil)
            var version: [ALCint] = [0, 0]
            alcGetIntegerv(program.device, ALC_MAJOR_VERSION, 1, &version[0])
            alcGetIntegerv(program.device, ALC_MINOR_VERSION, 1, &version[1])
            #expect(version == [1, 1])
        }

        @Test func pointersThatAreNotOursAreErrors() throws {
            let program = try SpaceProgram()
            let wrong = [OpaquePointer(bitPattern: 0x1000), OpaquePointer(bitPattern: 0x100_003C), nil]
            for pointer in wrong {
                #expect(alcCloseDevice(pointer) == 0 && alcCreateContext(pointer, nil) == nil)
                #expect(alcCaptureCloseDevice(pointer) == 0)
                alcCaptureStart(pointer)
                alcCaptureStop(pointer)
                alcCaptureSamples(pointer, nil, 4)
                #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
                #expect(alcGetContextsDevice(pointer) == nil)
                alcDestroyContext(pointer)
                alcProcessContext(pointer)
                if pointer != nil { #expect(alcMakeContextCurrent(pointer) == 0) }
                while alcGetError(nil) != ALC_NO_ERROR {}
            }
            #expect(alcGetCurrentContext() == program.context)
        }
    }
}
