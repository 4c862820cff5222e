import AudioSpace
import COpenAL
import COpenALSoft

// The bodies of OpenAL/al.h for state, the listener and buffers. OpenAL Soft carries them out.

@c @implementation
public func alEnable(_ capability: ALenum) { soft?.pointee.alEnable(capability) }

@c @implementation
public func alDisable(_ capability: ALenum) { soft?.pointee.alDisable(capability) }

@c @implementation
public func alIsEnabled(_ capability: ALenum) -> ALboolean { soft?.pointee.alIsEnabled(capability) ?? 0 }

@c @implementation
public func alGetBooleanv(_ param: ALenum, _ data: UnsafeMutablePointer<ALboolean>!) {
    soft?.pointee.alGetBooleanv(param, data)
}

@c @implementation
public func alGetIntegerv(_ param: ALenum, _ data: UnsafeMutablePointer<ALint>!) {
    soft?.pointee.alGetIntegerv(param, data)
}

@c @implementation
public func alGetFloatv(_ param: ALenum, _ data: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetFloatv(param, data)
}

@c @implementation
public func alGetDoublev(_ param: ALenum, _ data: UnsafeMutablePointer<ALdouble>!) {
    soft?.pointee.alGetDoublev(param, data)
}

@c @implementation
public func alGetBoolean(_ param: ALenum) -> ALboolean { soft?.pointee.alGetBoolean(param) ?? 0 }

@c @implementation
public func alGetInteger(_ param: ALenum) -> ALint { soft?.pointee.alGetInteger(param) ?? 0 }

@c @implementation
public func alGetFloat(_ param: ALenum) -> ALfloat { soft?.pointee.alGetFloat(param) ?? 0 }

@c @implementation
public func alGetDouble(_ param: ALenum) -> ALdouble { soft?.pointee.alGetDouble(param) ?? 0 }

@c @implementation
public func alListenerf(_ param: ALenum, _ value: ALfloat) { soft?.pointee.alListenerf(param, value) }

@c @implementation
public func alListener3f(_ param: ALenum, _ value1: ALfloat, _ value2: ALfloat, _ value3: ALfloat) {
    soft?.pointee.alListener3f(param, value1, value2, value3)
}

@c @implementation
public func alListenerfv(_ param: ALenum, _ values: UnsafePointer<ALfloat>!) {
    soft?.pointee.alListenerfv(param, values)
}

@c @implementation
public func alListeneri(_ param: ALenum, _ value: ALint) { soft?.pointee.alListeneri(param, value) }

@c @implementation
public func alListener3i(_ param: ALenum, _ value1: ALint, _ value2: ALint, _ value3: ALint) {
    soft?.pointee.alListener3i(param, value1, value2, value3)
}

@c @implementation
public func alListeneriv(_ param: ALenum, _ values: UnsafePointer<ALint>!) { soft?.pointee.alListeneriv(param, values) }

@c @implementation
public func alGetListenerf(_ param: ALenum, _ value: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetListenerf(param, value)
}

@c @implementation
public func alGetListener3f(
    _ param: ALenum, _ value1: UnsafeMutablePointer<ALfloat>!, _ value2: UnsafeMutablePointer<ALfloat>!,
    _ value3: UnsafeMutablePointer<ALfloat>!
) {
    soft?.pointee.alGetListener3f(param, value1, value2, value3)
}

@c @implementation
public func alGetListenerfv(_ param: ALenum, _ values: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetListenerfv(param, values)
}

@c @implementation
public func alGetListeneri(_ param: ALenum, _ value: UnsafeMutablePointer<ALint>!) {
    soft?.pointee.alGetListeneri(param, value)
}

@c @implementation
public func alGetListener3i(
    _ param: ALenum, _ value1: UnsafeMutablePointer<ALint>!, _ value2: UnsafeMutablePointer<ALint>!,
    _ value3: UnsafeMutablePointer<ALint>!
) {
    soft?.pointee.alGetListener3i(param, value1, value2, value3)
}

@c @implementation
public func alGetListeneriv(_ param: ALenum, _ values: UnsafeMutablePointer<ALint>!) {
    soft?.pointee.alGetListeneriv(param, values)
}

@c @implementation
public func alGenBuffers(_ n: ALsizei, _ buffers: UnsafeMutablePointer<ALuint>!) {
    soft?.pointee.alGenBuffers(n, buffers)
}

@c @implementation
public func alDeleteBuffers(_ n: ALsizei, _ buffers: UnsafePointer<ALuint>!) {
    soft?.pointee.alDeleteBuffers(n, buffers)
}

@c @implementation
public func alIsBuffer(_ bid: ALuint) -> ALboolean { soft?.pointee.alIsBuffer(bid) ?? 0 }

@c @implementation
public func alBufferData(_ bid: ALuint, _ format: ALenum, _ data: UnsafeRawPointer!, _ size: ALsizei, _ freq: ALsizei) {
    soft?.pointee.alBufferData(bid, format, data, size, freq)
}

@c @implementation
public func alBufferf(_ bid: ALuint, _ param: ALenum, _ value: ALfloat) { soft?.pointee.alBufferf(bid, param, value) }

@c @implementation
public func alBuffer3f(_ bid: ALuint, _ param: ALenum, _ value1: ALfloat, _ value2: ALfloat, _ value3: ALfloat) {
    soft?.pointee.alBuffer3f(bid, param, value1, value2, value3)
}

@c @implementation
public func alBufferfv(_ bid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALfloat>!) {
    soft?.pointee.alBufferfv(bid, param, values)
}

@c @implementation
public func alBufferi(_ bid: ALuint, _ param: ALenum, _ value: ALint) { soft?.pointee.alBufferi(bid, param, value) }

@c @implementation
public func alBuffer3i(_ bid: ALuint, _ param: ALenum, _ value1: ALint, _ value2: ALint, _ value3: ALint) {
    soft?.pointee.alBuffer3i(bid, param, value1, value2, value3)
}

@c @implementation
public func alBufferiv(_ bid: ALuint, _ param: ALenum, _ values: UnsafePointer<ALint>!) {
    soft?.pointee.alBufferiv(bid, param, values)
}

@c @implementation
public func alGetBufferf(_ bid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetBufferf(bid, param, value)
}

@c @implementation
public func alGetBuffer3f(
    _ bid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALfloat>!, _ value2: UnsafeMutablePointer<ALfloat>!,
    _ value3: UnsafeMutablePointer<ALfloat>!
) {
    soft?.pointee.alGetBuffer3f(bid, param, value1, value2, value3)
}

@c @implementation
public func alGetBufferfv(_ bid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALfloat>!) {
    soft?.pointee.alGetBufferfv(bid, param, values)
}

@c @implementation
public func alGetBufferi(_ bid: ALuint, _ param: ALenum, _ value: UnsafeMutablePointer<ALint>!) {
    soft?.pointee.alGetBufferi(bid, param, value)
}

@c @implementation
public func alGetBuffer3i(
    _ bid: ALuint, _ param: ALenum, _ value1: UnsafeMutablePointer<ALint>!, _ value2: UnsafeMutablePointer<ALint>!,
    _ value3: UnsafeMutablePointer<ALint>!
) {
    soft?.pointee.alGetBuffer3i(bid, param, value1, value2, value3)
}

@c @implementation
public func alGetBufferiv(_ bid: ALuint, _ param: ALenum, _ values: UnsafeMutablePointer<ALint>!) {
    soft?.pointee.alGetBufferiv(bid, param, values)
}

@c @implementation
public func alDopplerFactor(_ value: ALfloat) { soft?.pointee.alDopplerFactor(value) }

@c @implementation
public func alDopplerVelocity(_ value: ALfloat) { soft?.pointee.alDopplerVelocity(value) }

@c @implementation
public func alSpeedOfSound(_ value: ALfloat) { soft?.pointee.alSpeedOfSound(value) }

@c @implementation
public func alDistanceModel(_ distanceModel: ALenum) { soft?.pointee.alDistanceModel(distanceModel) }
