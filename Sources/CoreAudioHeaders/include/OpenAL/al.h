#ifndef OpenAL_al_h
#define OpenAL_al_h

/// What stands before each function; defined for programs that declare functions in this form.
#define AL_API extern
/// The calling convention: the usual one.
#define AL_APIENTRY

#ifdef __cplusplus
extern "C" {
#endif

// Threads: Call this function on any thread, on several threads at the same time, and in callbacks. It takes locks of OpenAL Soft
// and may allocate memory, and is not real-time safe.
//
// Errors: A call with a wrong argument changes nothing. `alGetError` returns the first error since its last call: `AL_INVALID_NAME`
// for the number of an object that is not there, `AL_INVALID_ENUM` for a property that an object does not have, `AL_INVALID_VALUE`
// for a value out of range or a null pointer, `AL_INVALID_OPERATION` for what the state forbids, or without a current context.

// MARK: Types

/// `AL_TRUE` or `AL_FALSE`.
typedef char ALboolean;
/// A character of UTF-8.
typedef char ALchar;
/// A signed integer of 8 bits.
typedef char ALbyte;
/// An unsigned integer of 8 bits.
typedef unsigned char ALubyte;
/// A signed integer of 16 bits.
typedef short ALshort;
/// An unsigned integer of 16 bits.
typedef unsigned short ALushort;
/// A signed integer of 32 bits.
typedef int ALint;
/// An unsigned integer of 32 bits; the number of a source or a buffer.
typedef unsigned int ALuint;
/// A number of things or of bytes.
typedef int ALsizei;
/// A constant.
typedef int ALenum;
/// A float of 32 bits.
typedef float ALfloat;
/// A float of 64 bits.
typedef double ALdouble;
/// Nothing, or anything behind a pointer.
typedef void ALvoid;

// MARK: Constants

/// No valid number.
#define AL_INVALID (-1)
/// Another name of `AL_INVALID_ENUM`.
#define AL_ILLEGAL_ENUM 0xA002
/// Another name of `AL_INVALID_OPERATION`.
#define AL_ILLEGAL_COMMAND 0xA004
/// No distance model, or no buffer.
#define AL_NONE 0
/// No.
#define AL_FALSE 0
/// Yes.
#define AL_TRUE 1
/// Boolean of a source: whether its position, velocity and direction are relative to the listener.
#define AL_SOURCE_RELATIVE 0x0202
/// Float of a source: the angle in degrees within which it is heard with its full gain; 360 at first.
#define AL_CONE_INNER_ANGLE 0x1001
/// Float of a source: the angle in degrees outside of which it is heard with `AL_CONE_OUTER_GAIN`; 360 at first.
#define AL_CONE_OUTER_ANGLE 0x1002
/// Float of a source: the factor on its rate; 1 at first.
#define AL_PITCH 0x1003
/// Three floats of a source or the listener: where it is.
#define AL_POSITION 0x1004
/// Three floats of a source: where it points to; all 0, as at first, for every direction.
#define AL_DIRECTION 0x1005
/// Three floats of a source or the listener: its velocity in units of distance per second, for the Doppler effect.
#define AL_VELOCITY 0x1006
/// Boolean of a source: whether it begins again at its end, and at the end of its queue.
#define AL_LOOPING 0x1007
/// Integer of a source: the buffer that it plays; 0 takes all buffers away.
#define AL_BUFFER 0x1009
/// Float of a source or the listener: the factor on its samples; 1 at first.
#define AL_GAIN 0x100A
/// Float of a source, 0 to 1: its least gain.
#define AL_MIN_GAIN 0x100D
/// Float of a source, 0 to 1: its highest gain.
#define AL_MAX_GAIN 0x100E
/// Six floats of the listener: where it looks to, and where its head points to.
#define AL_ORIENTATION 0x100F
/// Integer of a source, only read: one of the four states. A notification: the state has changed.
#define AL_SOURCE_STATE 0x1010
/// A state: the source has not played since it was made or rewound.
#define AL_INITIAL 0x1011
/// A state: the source plays.
#define AL_PLAYING 0x1012
/// A state: the source is paused.
#define AL_PAUSED 0x1013
/// A state: the source was stopped, or has come to its end.
#define AL_STOPPED 0x1014
/// Integer of a source, only read: the buffers in its queue.
#define AL_BUFFERS_QUEUED 0x1015
/// Integer of a source, only read: the buffers that have been played. A notification: there are more.
#define AL_BUFFERS_PROCESSED 0x1016
/// Float of a source: its position in seconds, counted from the start of the queue.
#define AL_SEC_OFFSET 0x1024
/// Integer or float of a source: its position in frames.
#define AL_SAMPLE_OFFSET 0x1025
/// Integer or float of a source: its position in bytes.
#define AL_BYTE_OFFSET 0x1026
/// Integer of a source, only read: one of the three types.
#define AL_SOURCE_TYPE 0x1027
/// A type: the source plays one buffer, which `AL_BUFFER` set.
#define AL_STATIC 0x1028
/// A type: the source plays a queue.
#define AL_STREAMING 0x1029
/// A type: the source has no buffer.
#define AL_UNDETERMINED 0x1030
/// One channel of unsigned 8-bit samples.
#define AL_FORMAT_MONO8 0x1100
/// One channel of signed 16-bit samples.
#define AL_FORMAT_MONO16 0x1101
/// Two channels of unsigned 8-bit samples. Stereo is not placed in space.
#define AL_FORMAT_STEREO8 0x1102
/// Two channels of signed 16-bit samples. Stereo is not placed in space.
#define AL_FORMAT_STEREO16 0x1103
/// Float of a source: the distance at which its gain is not changed; 1 at first.
#define AL_REFERENCE_DISTANCE 0x1020
/// Float of a source: how fast its gain falls with the distance; 1 at first.
#define AL_ROLLOFF_FACTOR 0x1021
/// Float of a source, 0 to 1: the factor on its gain outside of its cone; 0 at first.
#define AL_CONE_OUTER_GAIN 0x1022
/// Float of a source: the distance beyond which a clamped model does not lower the gain any further.
#define AL_MAX_DISTANCE 0x1023
/// Integer of a buffer: its frames per second.
#define AL_FREQUENCY 0x2001
/// Integer of a buffer, only read: the bits of a sample.
#define AL_BITS 0x2002
/// Integer of a buffer, only read: its channels.
#define AL_CHANNELS 0x2003
/// Integer of a buffer, only read: its bytes.
#define AL_SIZE 0x2004
/// A state of buffers in OpenAL 1.0, which 1.1 does not have.
#define AL_UNUSED 0x2010
/// A state of buffers in OpenAL 1.0, which 1.1 does not have.
#define AL_PENDING 0x2011
/// A state of buffers in OpenAL 1.0, which 1.1 does not have.
#define AL_PROCESSED 0x2012
/// There was no error.
#define AL_NO_ERROR 0
/// There is no such source, or other object.
#define AL_INVALID_NAME 0xA001
/// There is no such property, or the object does not have it.
#define AL_INVALID_ENUM 0xA002
/// The value is out of range.
#define AL_INVALID_VALUE 0xA003
/// The state does not allow the call, or no context is current.
#define AL_INVALID_OPERATION 0xA004
/// There is not enough memory.
#define AL_OUT_OF_MEMORY 0xA005
/// Text: who made the library, as Apple's names itself.
#define AL_VENDOR 0xB001
/// Text: "1.1".
#define AL_VERSION 0xB002
/// Text: "Software".
#define AL_RENDERER 0xB003
/// Text: the names of the extensions, with blanks between them.
#define AL_EXTENSIONS 0xB004
/// Float, only read: what `alDopplerFactor` has set.
#define AL_DOPPLER_FACTOR 0xC000
/// Float, only read: what `alDopplerVelocity` has set.
#define AL_DOPPLER_VELOCITY 0xC001
/// Float, only read: what `alSpeedOfSound` has set.
#define AL_SPEED_OF_SOUND 0xC003
/// Integer, only read: what `alDistanceModel` has set.
#define AL_DISTANCE_MODEL 0xD000
/// A model: the gain is reference / (reference + rolloff * (distance - reference)).
#define AL_INVERSE_DISTANCE 0xD001
/// The same with the distance kept between the reference and the maximum distance.
#define AL_INVERSE_DISTANCE_CLAMPED 0xD002
/// A model: the gain is 1 - rolloff * (distance - reference) / (maximum - reference).
#define AL_LINEAR_DISTANCE 0xD003
/// The same with the distance kept between the reference and the maximum distance.
#define AL_LINEAR_DISTANCE_CLAMPED 0xD004
/// A model: the gain is (distance / reference) to the power of -rolloff.
#define AL_EXPONENT_DISTANCE 0xD005
/// The same with the distance kept between the reference and the maximum distance.
#define AL_EXPONENT_DISTANCE_CLAMPED 0xD006

// MARK: State

/// Turns on a capability.
///
/// - Parameter capability: none is defined: every value is an error.
AL_API void alEnable(ALenum capability);

/// Turns off a capability.
///
/// - Parameter capability: none is defined: every value is an error.
AL_API void alDisable(ALenum capability);

/// Says whether a capability is on.
///
/// - Parameter capability: none is defined: every value is an error.
/// - Returns: Always `AL_FALSE`, as there is no capability.
AL_API ALboolean alIsEnabled(ALenum capability);

/// Returns a text about the library, or the list of its extensions.
///
/// - Parameter param: `AL_VENDOR`, `AL_VERSION`, `AL_RENDERER`, `AL_EXTENSIONS`, or an error, whose text is returned.
/// - Returns: the text, which stays valid; NULL for another property.
AL_API const ALchar *alGetString(ALenum param);

/// Stores a global property, as a boolean.
///
/// - Parameters:
///   - param: a property.
///   - data: where the value is stored.
AL_API void alGetBooleanv(ALenum param, ALboolean *data);

/// Stores a global property, as an integer.
///
/// - Parameters:
///   - param: a property.
///   - data: where the value is stored.
AL_API void alGetIntegerv(ALenum param, ALint *data);

/// Stores a global property, as a float.
///
/// - Parameters:
///   - param: a property.
///   - data: where the value is stored.
AL_API void alGetFloatv(ALenum param, ALfloat *data);

/// Stores a global property, as a double.
///
/// - Parameters:
///   - param: a property.
///   - data: where the value is stored.
AL_API void alGetDoublev(ALenum param, ALdouble *data);

/// Returns a global property, as a boolean.
///
/// - Parameter param: a property.
/// - Returns: the value; 0 if there is no such property.
AL_API ALboolean alGetBoolean(ALenum param);

/// Returns a global property, as an integer.
///
/// - Parameter param: a property.
/// - Returns: the value; 0 if there is no such property.
AL_API ALint alGetInteger(ALenum param);

/// Returns a global property, as a float.
///
/// - Parameter param: a property.
/// - Returns: the value; 0 if there is no such property.
AL_API ALfloat alGetFloat(ALenum param);

/// Returns a global property, as a double.
///
/// - Parameter param: a property.
/// - Returns: the value; 0 if there is no such property.
AL_API ALdouble alGetDouble(ALenum param);

/// Returns the first error since the last call of this function, and forgets it.
///
/// Errors of calls that need a context are those of the current context. Without a current context such a call is an
/// `AL_INVALID_OPERATION`.
///
/// - Returns: `AL_NO_ERROR`, or the error.
AL_API ALenum alGetError(void);

/// Says whether an extension is there.
///
/// - Parameter extname: the name of an extension; upper and lower case are the same.
/// - Returns: `AL_TRUE` or `AL_FALSE`.
AL_API ALboolean alIsExtensionPresent(const ALchar *extname);

/// Returns a function of the library, of Apple's extensions or of those of OpenAL Soft.
///
/// - Parameter fname: the name of a function.
/// - Returns: the function, to be cast to its type; NULL if there is none of the name.
AL_API void *alGetProcAddress(const ALchar *fname);

/// Returns the value of a constant.
///
/// - Parameter ename: the name of a constant.
/// - Returns: the value; 0 if there is no constant of the name.
AL_API ALenum alGetEnumValue(const ALchar *ename);

/// Sets how strongly velocities change the pitch. 1 at first; 0 turns that off.
///
/// - Parameter value: 0 or more.
AL_API void alDopplerFactor(ALfloat value);

/// Sets a factor on the speed of sound, from OpenAL 1.0. 1 at first.
///
/// - Parameter value: more than 0.
AL_API void alDopplerVelocity(ALfloat value);

/// Sets the speed of sound, in units of distance per second. 343.3 at first.
///
/// - Parameter value: more than 0.
AL_API void alSpeedOfSound(ALfloat value);

/// Sets how the gain of sources depends on their distance. `AL_INVERSE_DISTANCE_CLAMPED` at first.
///
/// - Parameter distanceModel: `AL_NONE` or one of the six models.
AL_API void alDistanceModel(ALenum distanceModel);

// MARK: The listener

/// Sets a property of the listener of the current context to a float.
///
/// - Parameters:
///   - param: a property.
///   - value: the value.
AL_API void alListenerf(ALenum param, ALfloat value);

/// Sets a property of the listener of the current context to three floats.
///
/// - Parameters:
///   - param: a property.
///   - value1: the first value.
///   - value2: the second value.
///   - value3: the third value.
AL_API void alListener3f(ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);

/// Sets a property of the listener of the current context to floats.
///
/// - Parameters:
///   - param: a property.
///   - values: as many values as the property has.
AL_API void alListenerfv(ALenum param, const ALfloat *values);

/// Sets a property of the listener of the current context to an integer.
///
/// - Parameters:
///   - param: a property.
///   - value: the value.
AL_API void alListeneri(ALenum param, ALint value);

/// Sets a property of the listener of the current context to three integers.
///
/// - Parameters:
///   - param: a property.
///   - value1: the first value.
///   - value2: the second value.
///   - value3: the third value.
AL_API void alListener3i(ALenum param, ALint value1, ALint value2, ALint value3);

/// Sets a property of the listener of the current context to integers.
///
/// - Parameters:
///   - param: a property.
///   - values: as many values as the property has.
AL_API void alListeneriv(ALenum param, const ALint *values);

/// Stores a property of the listener of the current context as a float.
///
/// - Parameters:
///   - param: a property.
///   - value: where the value is stored.
AL_API void alGetListenerf(ALenum param, ALfloat *value);

/// Stores a property of the listener of the current context as three floats.
///
/// - Parameters:
///   - param: a property.
///   - value1: where the value is stored.
///   - value2: where the value is stored.
///   - value3: where the value is stored.
AL_API void alGetListener3f(ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);

/// Stores a property of the listener of the current context as floats.
///
/// - Parameters:
///   - param: a property.
///   - values: where the value is stored.
AL_API void alGetListenerfv(ALenum param, ALfloat *values);

/// Stores a property of the listener of the current context as an integer.
///
/// - Parameters:
///   - param: a property.
///   - value: where the value is stored.
AL_API void alGetListeneri(ALenum param, ALint *value);

/// Stores a property of the listener of the current context as three integers.
///
/// - Parameters:
///   - param: a property.
///   - value1: where the value is stored.
///   - value2: where the value is stored.
///   - value3: where the value is stored.
AL_API void alGetListener3i(ALenum param, ALint *value1, ALint *value2, ALint *value3);

/// Stores a property of the listener of the current context as integers.
///
/// - Parameters:
///   - param: a property.
///   - values: where the value is stored.
AL_API void alGetListeneriv(ALenum param, ALint *values);

// MARK: Sources

/// Makes sources in the current context.
///
/// A context has 256 sources unless `alcCreateContext` was asked for more. If they cannot all be made, none is.
///
/// - Parameters:
///   - n: how many.
///   - sources: where the numbers of the sources are stored.
AL_API void alGenSources(ALsizei n, ALuint *sources);

/// Deletes sources, which stop. If one of the numbers is not a source, none is deleted.
///
/// - Parameters:
///   - n: how many.
///   - sources: the numbers of sources.
AL_API void alDeleteSources(ALsizei n, const ALuint *sources);

/// Says whether a number is that of a source of the current context.
///
/// - Parameter sid: any number.
/// - Returns: `AL_TRUE` or `AL_FALSE`.
AL_API ALboolean alIsSource(ALuint sid);

/// Sets a property of a source to a float.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value: the value.
AL_API void alSourcef(ALuint sid, ALenum param, ALfloat value);

/// Sets a property of a source to three floats.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value1: the first value.
///   - value2: the second value.
///   - value3: the third value.
AL_API void alSource3f(ALuint sid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);

/// Sets a property of a source to floats.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - values: as many values as the property has.
AL_API void alSourcefv(ALuint sid, ALenum param, const ALfloat *values);

/// Sets a property of a source to an integer.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value: the value.
AL_API void alSourcei(ALuint sid, ALenum param, ALint value);

/// Sets a property of a source to three integers.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value1: the first value.
///   - value2: the second value.
///   - value3: the third value.
AL_API void alSource3i(ALuint sid, ALenum param, ALint value1, ALint value2, ALint value3);

/// Sets a property of a source to integers.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - values: as many values as the property has.
AL_API void alSourceiv(ALuint sid, ALenum param, const ALint *values);

/// Stores a property of a source as a float.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value: where the value is stored.
AL_API void alGetSourcef(ALuint sid, ALenum param, ALfloat *value);

/// Stores a property of a source as three floats.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value1: where the value is stored.
///   - value2: where the value is stored.
///   - value3: where the value is stored.
AL_API void alGetSource3f(ALuint sid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);

/// Stores a property of a source as floats.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - values: where the value is stored.
AL_API void alGetSourcefv(ALuint sid, ALenum param, ALfloat *values);

/// Stores a property of a source as an integer.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value: where the value is stored.
AL_API void alGetSourcei(ALuint sid, ALenum param, ALint *value);

/// Stores a property of a source as three integers.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - value1: where the value is stored.
///   - value2: where the value is stored.
///   - value3: where the value is stored.
AL_API void alGetSource3i(ALuint sid, ALenum param, ALint *value1, ALint *value2, ALint *value3);

/// Stores a property of a source as integers.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - param: a property.
///   - values: where the value is stored.
AL_API void alGetSourceiv(ALuint sid, ALenum param, ALint *values);

// MARK: Playing

/// Plays several sources from the same frame on.
///
/// - Parameters:
///   - ns: how many sources.
///   - sids: the numbers of sources.
AL_API void alSourcePlayv(ALsizei ns, const ALuint *sids);

/// Stops several sources at the same frame.
///
/// - Parameters:
///   - ns: how many sources.
///   - sids: the numbers of sources.
AL_API void alSourceStopv(ALsizei ns, const ALuint *sids);

/// Stops several sources and sets them back to their beginning.
///
/// - Parameters:
///   - ns: how many sources.
///   - sids: the numbers of sources.
AL_API void alSourceRewindv(ALsizei ns, const ALuint *sids);

/// Pauses several sources at the same frame.
///
/// - Parameters:
///   - ns: how many sources.
///   - sids: the numbers of sources.
AL_API void alSourcePausev(ALsizei ns, const ALuint *sids);

/// Plays a source from its position, or from the beginning if it plays already.
///
/// The first source of a device that plays makes the session active and opens the device's stream. If an interruption keeps the
/// session from becoming active, the source's state is `AL_PLAYING`, and its position does not change.
///
/// - Parameter sid: a source of the current context.
AL_API void alSourcePlay(ALuint sid);

/// Stops a source. All its buffers count as processed then.
///
/// - Parameter sid: a source of the current context.
AL_API void alSourceStop(ALuint sid);

/// Stops a source and sets it back to the state `AL_INITIAL`.
///
/// - Parameter sid: a source of the current context.
AL_API void alSourceRewind(ALuint sid);

/// Pauses a source. `alSourcePlay` continues with the next frame.
///
/// - Parameter sid: a source of the current context.
AL_API void alSourcePause(ALuint sid);

/// Appends buffers to the queue of a source. All buffers of a queue have the same format and rate.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - numEntries: how many buffers.
///   - bids: the numbers of buffers.
AL_API void alSourceQueueBuffers(ALuint sid, ALsizei numEntries, const ALuint *bids);

/// Takes processed buffers out of the queue of a source, the oldest first.
///
/// If fewer are processed than asked for, none is taken out: `AL_INVALID_OPERATION`.
///
/// - Parameters:
///   - sid: a source of the current context.
///   - numEntries: how many buffers.
///   - bids: where the numbers of the buffers are stored.
AL_API void alSourceUnqueueBuffers(ALuint sid, ALsizei numEntries, ALuint *bids);

// MARK: Buffers

/// Makes buffers, which all contexts of the device share. If they cannot all be made, none is.
///
/// - Parameters:
///   - n: how many.
///   - buffers: where the numbers of the buffers are stored.
AL_API void alGenBuffers(ALsizei n, ALuint *buffers);

/// Deletes buffers. If one of them is attached to a source, none is deleted: `AL_INVALID_OPERATION`.
///
/// - Parameters:
///   - n: how many.
///   - buffers: the numbers of buffers.
AL_API void alDeleteBuffers(ALsizei n, const ALuint *buffers);

/// Says whether a number is that of a buffer, or 0.
///
/// - Parameter bid: any number.
/// - Returns: `AL_TRUE` or `AL_FALSE`.
AL_API ALboolean alIsBuffer(ALuint bid);

/// Copies samples into a buffer that is attached to no source.
///
/// - Parameters:
///   - bid: a buffer.
///   - format: the form of the samples, such as `AL_FORMAT_MONO16`.
///   - data: the samples, in the byte order of the machine.
///   - size: bytes of the samples.
///   - freq: frames per second of the samples.
AL_API void alBufferData(ALuint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);

/// Sets a property of a buffer to a float.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value: the value.
AL_API void alBufferf(ALuint bid, ALenum param, ALfloat value);

/// Sets a property of a buffer to three floats.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value1: the first value.
///   - value2: the second value.
///   - value3: the third value.
AL_API void alBuffer3f(ALuint bid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);

/// Sets a property of a buffer to floats.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - values: as many values as the property has.
AL_API void alBufferfv(ALuint bid, ALenum param, const ALfloat *values);

/// Sets a property of a buffer to an integer.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value: the value.
AL_API void alBufferi(ALuint bid, ALenum param, ALint value);

/// Sets a property of a buffer to three integers.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value1: the first value.
///   - value2: the second value.
///   - value3: the third value.
AL_API void alBuffer3i(ALuint bid, ALenum param, ALint value1, ALint value2, ALint value3);

/// Sets a property of a buffer to integers.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - values: as many values as the property has.
AL_API void alBufferiv(ALuint bid, ALenum param, const ALint *values);

/// Stores a property of a buffer as a float.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value: where the value is stored.
AL_API void alGetBufferf(ALuint bid, ALenum param, ALfloat *value);

/// Stores a property of a buffer as three floats.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value1: where the value is stored.
///   - value2: where the value is stored.
///   - value3: where the value is stored.
AL_API void alGetBuffer3f(ALuint bid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);

/// Stores a property of a buffer as floats.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - values: where the value is stored.
AL_API void alGetBufferfv(ALuint bid, ALenum param, ALfloat *values);

/// Stores a property of a buffer as an integer.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value: where the value is stored.
AL_API void alGetBufferi(ALuint bid, ALenum param, ALint *value);

/// Stores a property of a buffer as three integers.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - value1: where the value is stored.
///   - value2: where the value is stored.
///   - value3: where the value is stored.
AL_API void alGetBuffer3i(ALuint bid, ALenum param, ALint *value1, ALint *value2, ALint *value3);

/// Stores a property of a buffer as integers.
///
/// - Parameters:
///   - bid: a buffer.
///   - param: a property.
///   - values: where the value is stored.
AL_API void alGetBufferiv(ALuint bid, ALenum param, ALint *values);

// MARK: Types of the functions

/// A pointer to `alEnable`.
typedef void (*LPALENABLE)(ALenum capability);
/// A pointer to `alDisable`.
typedef void (*LPALDISABLE)(ALenum capability);
/// A pointer to `alIsEnabled`.
typedef ALboolean (*LPALISENABLED)(ALenum capability);
/// A pointer to `alGetString`.
typedef const ALchar *(*LPALGETSTRING)(ALenum param);
/// A pointer to `alGetBooleanv`.
typedef void (*LPALGETBOOLEANV)(ALenum param, ALboolean *data);
/// A pointer to `alGetIntegerv`.
typedef void (*LPALGETINTEGERV)(ALenum param, ALint *data);
/// A pointer to `alGetFloatv`.
typedef void (*LPALGETFLOATV)(ALenum param, ALfloat *data);
/// A pointer to `alGetDoublev`.
typedef void (*LPALGETDOUBLEV)(ALenum param, ALdouble *data);
/// A pointer to `alGetBoolean`.
typedef ALboolean (*LPALGETBOOLEAN)(ALenum param);
/// A pointer to `alGetInteger`.
typedef ALint (*LPALGETINTEGER)(ALenum param);
/// A pointer to `alGetFloat`.
typedef ALfloat (*LPALGETFLOAT)(ALenum param);
/// A pointer to `alGetDouble`.
typedef ALdouble (*LPALGETDOUBLE)(ALenum param);
/// A pointer to `alGetError`.
typedef ALenum (*LPALGETERROR)(void);
/// A pointer to `alIsExtensionPresent`.
typedef ALboolean (*LPALISEXTENSIONPRESENT)(const ALchar *extname);
/// A pointer to `alGetProcAddress`.
typedef void *(*LPALGETPROCADDRESS)(const ALchar *fname);
/// A pointer to `alGetEnumValue`.
typedef ALenum (*LPALGETENUMVALUE)(const ALchar *ename);
/// A pointer to `alListenerf`.
typedef void (*LPALLISTENERF)(ALenum param, ALfloat value);
/// A pointer to `alListener3f`.
typedef void (*LPALLISTENER3F)(ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
/// A pointer to `alListenerfv`.
typedef void (*LPALLISTENERFV)(ALenum param, const ALfloat *values);
/// A pointer to `alListeneri`.
typedef void (*LPALLISTENERI)(ALenum param, ALint value);
/// A pointer to `alListener3i`.
typedef void (*LPALLISTENER3I)(ALenum param, ALint value1, ALint value2, ALint value3);
/// A pointer to `alListeneriv`.
typedef void (*LPALLISTENERIV)(ALenum param, const ALint *values);
/// A pointer to `alGetListenerf`.
typedef void (*LPALGETLISTENERF)(ALenum param, ALfloat *value);
/// A pointer to `alGetListener3f`.
typedef void (*LPALGETLISTENER3F)(ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
/// A pointer to `alGetListenerfv`.
typedef void (*LPALGETLISTENERFV)(ALenum param, ALfloat *values);
/// A pointer to `alGetListeneri`.
typedef void (*LPALGETLISTENERI)(ALenum param, ALint *value);
/// A pointer to `alGetListener3i`.
typedef void (*LPALGETLISTENER3I)(ALenum param, ALint *value1, ALint *value2, ALint *value3);
/// A pointer to `alGetListeneriv`.
typedef void (*LPALGETLISTENERIV)(ALenum param, ALint *values);
/// A pointer to `alGenSources`.
typedef void (*LPALGENSOURCES)(ALsizei n, ALuint *sources);
/// A pointer to `alDeleteSources`.
typedef void (*LPALDELETESOURCES)(ALsizei n, const ALuint *sources);
/// A pointer to `alIsSource`.
typedef ALboolean (*LPALISSOURCE)(ALuint sid);
/// A pointer to `alSourcef`.
typedef void (*LPALSOURCEF)(ALuint sid, ALenum param, ALfloat value);
/// A pointer to `alSource3f`.
typedef void (*LPALSOURCE3F)(ALuint sid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
/// A pointer to `alSourcefv`.
typedef void (*LPALSOURCEFV)(ALuint sid, ALenum param, const ALfloat *values);
/// A pointer to `alSourcei`.
typedef void (*LPALSOURCEI)(ALuint sid, ALenum param, ALint value);
/// A pointer to `alSource3i`.
typedef void (*LPALSOURCE3I)(ALuint sid, ALenum param, ALint value1, ALint value2, ALint value3);
/// A pointer to `alSourceiv`.
typedef void (*LPALSOURCEIV)(ALuint sid, ALenum param, const ALint *values);
/// A pointer to `alGetSourcef`.
typedef void (*LPALGETSOURCEF)(ALuint sid, ALenum param, ALfloat *value);
/// A pointer to `alGetSource3f`.
typedef void (*LPALGETSOURCE3F)(ALuint sid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
/// A pointer to `alGetSourcefv`.
typedef void (*LPALGETSOURCEFV)(ALuint sid, ALenum param, ALfloat *values);
/// A pointer to `alGetSourcei`.
typedef void (*LPALGETSOURCEI)(ALuint sid, ALenum param, ALint *value);
/// A pointer to `alGetSource3i`.
typedef void (*LPALGETSOURCE3I)(ALuint sid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
/// A pointer to `alGetSourceiv`.
typedef void (*LPALGETSOURCEIV)(ALuint sid, ALenum param, ALint *values);
/// A pointer to `alSourcePlayv`.
typedef void (*LPALSOURCEPLAYV)(ALsizei ns, const ALuint *sids);
/// A pointer to `alSourceStopv`.
typedef void (*LPALSOURCESTOPV)(ALsizei ns, const ALuint *sids);
/// A pointer to `alSourceRewindv`.
typedef void (*LPALSOURCEREWINDV)(ALsizei ns, const ALuint *sids);
/// A pointer to `alSourcePausev`.
typedef void (*LPALSOURCEPAUSEV)(ALsizei ns, const ALuint *sids);
/// A pointer to `alSourcePlay`.
typedef void (*LPALSOURCEPLAY)(ALuint sid);
/// A pointer to `alSourceStop`.
typedef void (*LPALSOURCESTOP)(ALuint sid);
/// A pointer to `alSourceRewind`.
typedef void (*LPALSOURCEREWIND)(ALuint sid);
/// A pointer to `alSourcePause`.
typedef void (*LPALSOURCEPAUSE)(ALuint sid);
/// A pointer to `alSourceQueueBuffers`.
typedef void (*LPALSOURCEQUEUEBUFFERS)(ALuint sid, ALsizei numEntries, const ALuint *bids);
/// A pointer to `alSourceUnqueueBuffers`.
typedef void (*LPALSOURCEUNQUEUEBUFFERS)(ALuint sid, ALsizei numEntries, ALuint *bids);
/// A pointer to `alGenBuffers`.
typedef void (*LPALGENBUFFERS)(ALsizei n, ALuint *buffers);
/// A pointer to `alDeleteBuffers`.
typedef void (*LPALDELETEBUFFERS)(ALsizei n, const ALuint *buffers);
/// A pointer to `alIsBuffer`.
typedef ALboolean (*LPALISBUFFER)(ALuint bid);
/// A pointer to `alBufferData`.
typedef void (*LPALBUFFERDATA)(ALuint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);
/// A pointer to `alBufferf`.
typedef void (*LPALBUFFERF)(ALuint bid, ALenum param, ALfloat value);
/// A pointer to `alBuffer3f`.
typedef void (*LPALBUFFER3F)(ALuint bid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
/// A pointer to `alBufferfv`.
typedef void (*LPALBUFFERFV)(ALuint bid, ALenum param, const ALfloat *values);
/// A pointer to `alBufferi`.
typedef void (*LPALBUFFERI)(ALuint bid, ALenum param, ALint value);
/// A pointer to `alBuffer3i`.
typedef void (*LPALBUFFER3I)(ALuint bid, ALenum param, ALint value1, ALint value2, ALint value3);
/// A pointer to `alBufferiv`.
typedef void (*LPALBUFFERIV)(ALuint bid, ALenum param, const ALint *values);
/// A pointer to `alGetBufferf`.
typedef void (*LPALGETBUFFERF)(ALuint bid, ALenum param, ALfloat *value);
/// A pointer to `alGetBuffer3f`.
typedef void (*LPALGETBUFFER3F)(ALuint bid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
/// A pointer to `alGetBufferfv`.
typedef void (*LPALGETBUFFERFV)(ALuint bid, ALenum param, ALfloat *values);
/// A pointer to `alGetBufferi`.
typedef void (*LPALGETBUFFERI)(ALuint bid, ALenum param, ALint *value);
/// A pointer to `alGetBuffer3i`.
typedef void (*LPALGETBUFFER3I)(ALuint bid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
/// A pointer to `alGetBufferiv`.
typedef void (*LPALGETBUFFERIV)(ALuint bid, ALenum param, ALint *values);
/// A pointer to `alDopplerFactor`.
typedef void (*LPALDOPPLERFACTOR)(ALfloat value);
/// A pointer to `alDopplerVelocity`.
typedef void (*LPALDOPPLERVELOCITY)(ALfloat value);
/// A pointer to `alSpeedOfSound`.
typedef void (*LPALSPEEDOFSOUND)(ALfloat value);
/// A pointer to `alDistanceModel`.
typedef void (*LPALDISTANCEMODEL)(ALenum distanceModel);

#ifdef __cplusplus
}
#endif

#endif
