import COpenAL
import COpenALSoft
import OpenALEngine

// The bodies of OpenAL/al.h for state, the listener and buffers. OpenAL Soft carries them out.

@c @implementation
public func alEnable(_ capability: ALenum) { called?.pointee.alEnable(capability) }

@c @implementation
public func alDisable(_ capability: ALenum) { called?.pointee.alDisable(capability) }

@c @implementation
public func alIsEnabled(_ capability: ALenum) -> ALboolean { called?.pointee.alIsEnabled(capability) ?? 0 }

@c @implementation
public func alGetBooleanv(_ param: ALenum, _ data: UnsafeMutablePointer<ALboolean>!) {
    called?.pointee.alGetBooleanv(param, data)
}

@c @implementation
public func alGetIntegerv(_ param: ALenum, _ data: UnsafeMutablePointer<ALint>!) {
    called?.pointee.alGetIntegerv(param, data)
}

@c @implementation
public func alGetFloatv(_ param: ALenum, _ data: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetFloatv(param, data)
}

@c @implementation
public func alGetDoublev(_ param: ALenum, _ data: UnsafeMutablePointer<ALdouble>!) {
    called?.pointee.alGetDoublev(param, data)
}

@c @implementation
public func alGetBoolean(_ param: ALenum) -> ALboolean { called?.pointee.alGetBoolean(param) ?? 0 }

@c @implementation
public func alGetInteger(_ param: ALenum) -> ALint { called?.pointee.alGetInteger(param) ?? 0 }

@c @implementation
public func alGetFloat(_ param: ALenum) -> ALfloat { called?.pointee.alGetFloat(param) ?? 0 }

@c @implementation
public func alGetDouble(_ param: ALenum) -> ALdouble { called?.pointee.alGetDouble(param) ?? 0 }

@c @implementation
public func alListenerf(_ param: ALenum, _ value: ALfloat) { called?.pointee.alListenerf(param, value) }

@c @implementation
public func alListener3f(_ param: ALenum, _ value1: ALfloat, _ value2: ALfloat, _ value3: ALfloat) {
    called?.pointee.alListener3f(param, value1, value2, value3)
}

@c @implementation
public func alListenerfv(_ param: ALenum, _ values: UnsafePointer<ALfloat>!) {
    called?.pointee.alListenerfv(param, values)
}

@c @implementation
public func alListeneri(_ param: ALenum, _ value: ALint) { called?.pointee.alListeneri(param, value) }

@c @implementation
public func alListener3i(_ param: ALenum, _ value1: ALint, _ value2: ALint, _ value3: ALint) {
    called?.pointee.alListener3i(param, value1, value2, value3)
}

@c @implementation
public func alListeneriv(_ param: ALenum, _ values: UnsafePointer<ALint>!) {
    called?.pointee.alListeneriv(param, values)
}

@c @implementation
public func alGetListenerf(_ param: ALenum, _ value: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetListenerf(param, value)
}

@c @implementation
public func alGetListener3f(
    _ param: ALenum, _ value1: UnsafeMutablePointer<ALfloat>!, _ value2: UnsafeMutablePointer<ALfloat>!,
    _ value3: UnsafeMutablePointer<ALfloat>!
) {
    called?.pointee.alGetListener3f(param, value1, value2, value3)
}

@c @implementation
public func alGetListenerfv(_ param: ALenum, _ values: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetListenerfv(param, values)
}

@c @implementation
public func alGetListeneri(_ param: ALenum, _ value: UnsafeMutablePointer<ALint>!) {
    called?.pointee.alGetListeneri(param, value)
}

@c @implementation
public func alGetListener3i(
    _ param: ALenum, _ value1: UnsafeMutablePointer<ALint>!, _ value2: UnsafeMutablePointer<ALint>!,
    _ value3: UnsafeMutablePointer<ALint>!
) {
    called?.pointee.alGetListener3i(param, value1, value2, value3)
}

@c @implementation
public func alGetListeneriv(_ param: ALenum, _ values: UnsafeMutablePointer<ALint>!) {
    called?.pointee.alGetListeneriv(param, values)
}

@c @implementation
public func alGenBuffers(_ n: ALsizei, _ buffers: UnsafeMutablePointer<ALuint>!) {
    calledWith(buffers, n)?.pointee.alGenBuffers(n, buffers)
}

@c @implementation
public func alDeleteBuffers(_ n: ALsizei, _ buffers: UnsafePointer<ALuint>!) {
    calledWith(buffers, n)?.pointee.alDeleteBuffers(n, buffers)
}

@c @implementation
public func alIsBuffer(_ bid: ALuint) -> ALboolean { called?.pointee.alIsBuffer(bid) ?? 0 }

@c @implementation
public func alBufferData(_ bid: ALuint, _ format: ALenum, _ data: UnsafeRawPointer!, _ size: ALsizei, _ freq: ALsizei) {
    called?.pointee.alBufferData(bid, format, data, size, freq)
}

@c @implementation
public func alBufferf(_ bid: ALuint, _ param: ALenum, _ value: ALfloat) { called?.pointee.alBufferf(bid, param, value) }

@c @implementation
public func alBuffer3f(_ bid: ALuint, _ param: ALenum, _ value1: ALfloat, _ value2: ALfloat, _ value3: ALfloat) {
    called?.pointee.alBuffer3f(bid, param, value1, value2, value3)
}

@c @implementation
public func alBufferfv(_ bid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALfloat>!) {
    called?.pointee.alBufferfv(bid, param, values)
}

@c @implementation
public func alBufferi(_ bid: ALuint, _ param: ALenum, _ value: ALint) { called?.pointee.alBufferi(bid, param, value) }

@c @implementation
public func alBuffer3i(_ bid: ALuint, _ param: ALenum, _ value1: ALint, _ value2: ALint, _ value3: ALint) {
    called?.pointee.alBuffer3i(bid, param, value1, value2, value3)
}

@c @implementation
public func alBufferiv(_ bid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALint>!) {
    called?.pointee.alBufferiv(bid, param, values)
}

@c @implementation
public func alGetBufferf(_ bid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetBufferf(bid, param, value)
}

@c @implementation
public func alGetBuffer3f(
    _ bid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALfloat>!, _ value2: UnsafeMutablePointer<ALfloat>!,
    _ value3: UnsafeMutablePointer<ALfloat>!
) {
    called?.pointee.alGetBuffer3f(bid, param, value1, value2, value3)
}

@c @implementation
public func alGetBufferfv(_ bid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALfloat>!) {
    called?.pointee.alGetBufferfv(bid, param, values)
}

@c @implementation
public func alGetBufferi(_ bid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALint>!) {
    called?.pointee.alGetBufferi(bid, param, value)
}

@c @implementation
public func alGetBuffer3i(
    _ bid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALint>!, _ value2: UnsafeMutablePointer<ALint>!,
    _ value3: UnsafeMutablePointer<ALint>!
) {
    called?.pointee.alGetBuffer3i(bid, param, value1, value2, value3)
}

@c @implementation
public func alGetBufferiv(_ bid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALint>!) {
    called?.pointee.alGetBufferiv(bid, param, values)
}

@c @implementation
public func alDopplerFactor(_ value: ALfloat) { called?.pointee.alDopplerFactor(value) }

@c @implementation
public func alDopplerVelocity(_ value: ALfloat) { called?.pointee.alDopplerVelocity(value) }

@c @implementation
public func alSpeedOfSound(_ value: ALfloat) { called?.pointee.alSpeedOfSound(value) }

@c @implementation
public func alDistanceModel(_ distanceModel: ALenum) { called?.pointee.alDistanceModel(distanceModel) }
