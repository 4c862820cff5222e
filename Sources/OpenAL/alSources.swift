import AudioSpace
import COpenAL
import COpenALSoft

// The bodies of OpenAL/al.h for the properties and the queues of sources. OpenAL Soft carries them out.

@c @implementation
public func alGenSources(_ n: ALsizei, _ sources: UnsafeMutablePointer<ALuint>!) {
    soft?.pointee.alGenSources(n, sources)
}

@c @implementation
public func alIsSource(_ sid: ALuint) -> ALboolean { soft?.pointee.alIsSource(sid) ?? 0 }

@c @implementation
public func alSourcef(_ sid: ALuint, _ param: ALenum, _ value: ALfloat) { soft?.pointee.alSourcef(sid, param, value) }

@c @implementation
public func alSource3f(_ sid: ALuint, _ param: ALenum, _ value1: ALfloat, _ value2: ALfloat, _ value3: ALfloat) {
    soft?.pointee.alSource3f(sid, param, value1, value2, value3)
}

@c @implementation
public func alSourcefv(_ sid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALfloat>!) {
    soft?.pointee.alSourcefv(sid, param, values)
}

@c @implementation
public func alSourcei(_ sid: ALuint, _ param: ALenum, _ value: ALint) { soft?.pointee.alSourcei(sid, param, value) }

@c @implementation
public func alSource3i(_ sid: ALuint, _ param: ALenum, _ value1: ALint, _ value2: ALint, _ value3: ALint) {
    soft?.pointee.alSource3i(sid, param, value1, value2, value3)
}

@c @implementation
public func alSourceiv(_ sid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALint>!) {
    soft?.pointee.alSourceiv(sid, param, values)
}

@c @implementation
public func alGetSourcef(_ sid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetSourcef(sid, param, value)
}

@c @implementation
public func alGetSource3f(
    _ sid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALfloat>!, _ value2: UnsafeMutablePointer<ALfloat>!,
    _ value3: UnsafeMutablePointer<ALfloat>!
) {
    soft?.pointee.alGetSource3f(sid, param, value1, value2, value3)
}

@c @implementation
public func alGetSourcefv(_ sid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetSourcefv(sid, param, values)
}

@c @implementation
public func alGetSourcei(_ sid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALint>!) {
    SoundSpace.shared.get(param, of: sid, value)
}

@c @implementation
public func alGetSource3i(
    _ sid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALint>!, _ value2: UnsafeMutablePointer<ALint>!,
    _ value3: UnsafeMutablePointer<ALint>!
) {
    soft?.pointee.alGetSource3i(sid, param, value1, value2, value3)
}

@c @implementation
public func alGetSourceiv(_ sid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALint>!) {
    guard param != AL_BUFFERS_PROCESSED else { return SoundSpace.shared.get(param, of: sid, values) }
    soft?.pointee.alGetSourceiv(sid, param, values)
}

@c @implementation
public func alSourceQueueBuffers(_ sid: ALuint, _ numEntries: ALsizei, _ bids: UnsafePointer<ALuint>!) {
    soft?.pointee.alSourceQueueBuffers(sid, numEntries, bids)
}
