import COpenAL
import COpenALSoft
import OpenALEngine

// The bodies of OpenAL/al.h for the properties and the queues of sources. OpenAL Soft carries them out.

@c @implementation
public func alGenSources(_ n: ALsizei, _ sources: UnsafeMutablePointer<ALuint>!) {
    calledWith(sources, n)?.pointee.alGenSources(n, sources)
}

@c @implementation
public func alIsSource(_ sid: ALuint) -> ALboolean { called?.pointee.alIsSource(sid) ?? 0 }

@c @implementation
public func alSourcef(_ sid: ALuint, _ param: ALenum, _ value: ALfloat) { called?.pointee.alSourcef(sid, param, value) }

@c @implementation
public func alSource3f(_ sid: ALuint, _ param: ALenum, _ value1: ALfloat, _ value2: ALfloat, _ value3: ALfloat) {
    called?.pointee.alSource3f(sid, param, value1, value2, value3)
}

@c @implementation
public func alSourcefv(_ sid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALfloat>!) {
    called?.pointee.alSourcefv(sid, param, values)
}

@c @implementation
public func alSourcei(_ sid: ALuint, _ param: ALenum, _ value: ALint) { called?.pointee.alSourcei(sid, param, value) }

@c @implementation
public func alSource3i(_ sid: ALuint, _ param: ALenum, _ value1: ALint, _ value2: ALint, _ value3: ALint) {
    called?.pointee.alSource3i(sid, param, value1, value2, value3)
}

@c @implementation
public func alSourceiv(_ sid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALint>!) {
    called?.pointee.alSourceiv(sid, param, values)
}

@c @implementation
public func alGetSourcef(_ sid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetSourcef(sid, param, value)
}

@c @implementation
public func alGetSource3f(
    _ sid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALfloat>!, _ value2: UnsafeMutablePointer<ALfloat>!,
    _ value3: UnsafeMutablePointer<ALfloat>!
) {
    called?.pointee.alGetSource3f(sid, param, value1, value2, value3)
}

@c @implementation
public func alGetSourcefv(_ sid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetSourcefv(sid, param, values)
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
    called?.pointee.alGetSource3i(sid, param, value1, value2, value3)
}

@c @implementation
public func alGetSourceiv(_ sid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALint>!) {
    guard param != AL_BUFFERS_PROCESSED else { return SoundSpace.shared.get(param, of: sid, values) }
    called?.pointee.alGetSourceiv(sid, param, values)
}

@c @implementation
public func alSourceQueueBuffers(_ sid: ALuint, _ numEntries: ALsizei, _ bids: UnsafePointer<ALuint>!) {
    calledWith(bids, numEntries)?.pointee.alSourceQueueBuffers(sid, numEntries, bids)
}
