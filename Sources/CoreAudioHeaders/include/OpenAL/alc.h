#ifndef OpenAL_alc_h
#define OpenAL_alc_h

/// What stands before each function; defined for programs that declare functions in this form.
#define ALC_API extern
/// The calling convention: the usual one.
#define ALC_APIENTRY

#ifdef __cplusplus
extern "C" {
#endif

// Threads: Call this function on any thread, on several threads at the same time, and in callbacks. It takes locks
// and allocates memory, and is not real-time safe.

// MARK: Types

/// A device for playing or for capturing.
typedef struct ALCdevice_struct ALCdevice;
/// A listener and sources on a device.
typedef struct ALCcontext_struct ALCcontext;
/// `ALC_TRUE` or `ALC_FALSE`.
typedef char ALCboolean;
/// A character of UTF-8.
typedef char ALCchar;
/// A signed integer of 8 bits.
typedef char ALCbyte;
/// An unsigned integer of 8 bits.
typedef unsigned char ALCubyte;
/// A signed integer of 16 bits.
typedef short ALCshort;
/// An unsigned integer of 16 bits.
typedef unsigned short ALCushort;
/// A signed integer of 32 bits.
typedef int ALCint;
/// An unsigned integer of 32 bits; the number of a source or a buffer.
typedef unsigned int ALCuint;
/// A number of things or of bytes.
typedef int ALCsizei;
/// A constant.
typedef int ALCenum;
/// A float of 32 bits.
typedef float ALCfloat;
/// A float of 64 bits.
typedef double ALCdouble;
/// Nothing, or anything behind a pointer.
typedef void ALCvoid;

// MARK: Constants

/// No valid number.
#define ALC_INVALID 0
/// The header is of this version of the API or a later one.
#define ALC_VERSION_0_1 1
/// No.
#define ALC_FALSE 0
/// Yes.
#define ALC_TRUE 1
/// An attribute of a context: frames per second of the mix.
#define ALC_FREQUENCY 0x1007
/// An attribute of a context: how often the mix is updated in a second. The device's cycle decides that.
#define ALC_REFRESH 0x1008
/// An attribute of a context: whether it is mixed when the program says so. It is mixed by itself.
#define ALC_SYNC 0x1009
/// An attribute of a context: how many sources are to be there that are placed in space.
#define ALC_MONO_SOURCES 0x1010
/// An attribute of a context: how many sources are to be there that are not.
#define ALC_STEREO_SOURCES 0x1011
/// There was no error.
#define ALC_NO_ERROR 0
/// It is not an open device, or OpenAL Soft is not installed.
#define ALC_INVALID_DEVICE 0xA001
/// It is not a context.
#define ALC_INVALID_CONTEXT 0xA002
/// There is no such property.
#define ALC_INVALID_ENUM 0xA003
/// A value is out of range, or there is no device of the name.
#define ALC_INVALID_VALUE 0xA004
/// There is not enough memory.
#define ALC_OUT_OF_MEMORY 0xA005
/// Text without a device: the name of the default output.
#define ALC_DEFAULT_DEVICE_SPECIFIER 0x1004
/// Text: the name of a device or, without one, a list of all outputs, the default one first.
#define ALC_DEVICE_SPECIFIER 0x1005
/// Text: the names of the extensions, with blanks between them.
#define ALC_EXTENSIONS 0x1006
/// Integer: 1.
#define ALC_MAJOR_VERSION 0x1000
/// Integer: 1.
#define ALC_MINOR_VERSION 0x1001
/// Integer of a device: how many integers `ALC_ALL_ATTRIBUTES` has.
#define ALC_ATTRIBUTES_SIZE 0x1002
/// Integers of a device: its attributes and their values, and 0 behind the last one.
#define ALC_ALL_ATTRIBUTES 0x1003
/// Text without a device: the name of the default output.
#define ALC_DEFAULT_ALL_DEVICES_SPECIFIER 0x1012
/// Text: the name of a device or, without one, a list of all outputs, the default one first.
#define ALC_ALL_DEVICES_SPECIFIER 0x1013
/// Text: the name of a microphone or, without one, a list of all, the default one first.
#define ALC_CAPTURE_DEVICE_SPECIFIER 0x0310
/// Text without a device: the name of the default microphone.
#define ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER 0x0311
/// Integer of a microphone: how many frames can be read.
#define ALC_CAPTURE_SAMPLES 0x0312

// MARK: Contexts

/// Creates a context on a device: a listener and its sources.
///
/// The device's rate is that of the attribute `ALC_FREQUENCY` or, without it, that of the output. The device converts to
/// whatever rate it plays at.
///
/// - Parameters:
///   - device: a device.
///   - attrlist: pairs of an attribute and its value, and 0 behind the last one; NULL for none.
/// - Returns: the context; NULL if it cannot be created. `alcGetError` has the reason.
ALC_API ALCcontext *alcCreateContext(ALCdevice *device, const ALCint *attrlist);

/// Makes a context the one that all calls of al.h are about, on all threads of the process.
///
/// Making a context current ends the pause that an interruption of the session began, if the session can be active.
///
/// - Parameter context: a context; NULL for none.
/// - Returns: `ALC_TRUE`, or `ALC_FALSE` if it is not a context.
ALC_API ALCboolean alcMakeContextCurrent(ALCcontext *context);

/// Carries out what has been changed since `alcSuspendContext`, and ends the pause that an interruption began.
///
/// - Parameter context: a context.
ALC_API void alcProcessContext(ALCcontext *context);

/// Keeps changes of sources and the listener until `alcProcessContext`, which carries them out at the same frame.
///
/// What plays continues.
///
/// - Parameter context: a context.
ALC_API void alcSuspendContext(ALCcontext *context);

/// Destroys a context with its sources. If it is current, no context is current afterwards.
///
/// - Parameter context: a context.
ALC_API void alcDestroyContext(ALCcontext *context);

/// Returns the current context.
///
/// - Returns: the context; NULL if none is current.
ALC_API ALCcontext *alcGetCurrentContext(void);

/// Returns the device of a context.
///
/// - Parameter context: a context.
/// - Returns: the device; NULL if it is not a context.
ALC_API ALCdevice *alcGetContextsDevice(ALCcontext *context);

// MARK: Devices

/// Opens a device for playing.
///
/// A device that was opened without a name follows the user's default device. One that was opened by name stays there: if it is
/// unplugged, positions do not change until it is back. OpenAL Soft has to be installed; if it is not, `alcGetString` returns the
/// reason for `ALC_INVALID_DEVICE`.
///
/// - Parameter devicename: a name that `alcGetString` lists; NULL for the default device.
/// - Returns: the device; NULL if there is none of the name, or OpenAL Soft is not installed. `alcGetError` has the error.
ALC_API ALCdevice *alcOpenDevice(const ALCchar *devicename);

/// Closes a device, with its contexts and buffers.
///
/// - Parameter device: a device.
/// - Returns: `ALC_TRUE`, or `ALC_FALSE` if it is not an open device for playing.
ALC_API ALCboolean alcCloseDevice(ALCdevice *device);

/// Returns the first error of a device since the last call of this function, and forgets it.
///
/// - Parameter device: a device; NULL for errors of calls without one.
/// - Returns: `ALC_NO_ERROR`, or the error.
ALC_API ALCenum alcGetError(ALCdevice *device);

/// Returns the name of a device, a list of names, or the text of an error.
///
/// In a list each name ends with a 0, and a further 0 ends the list. Lists are those for which `device` is NULL and `param` is
/// `ALC_DEVICE_SPECIFIER`, `ALC_ALL_DEVICES_SPECIFIER` or `ALC_CAPTURE_DEVICE_SPECIFIER`.
///
/// - Parameters:
///   - device: a device; NULL for lists, defaults and errors.
///   - param: a property.
/// - Returns: the text, which stays valid; NULL if there is none.
ALC_API const ALCchar *alcGetString(ALCdevice *device, ALCenum param);

/// Stores integers about a device.
///
/// `ALC_CONNECTED` of ALC_EXT_disconnect, which is 0x313, is 0 while the device that the program named is gone. When it is
/// back, the device continues with its next frame, and is connected again. A device without a name follows the default one,
/// and is always connected. Apple's OpenAL does not have this extension.
///
/// - Parameters:
///   - device: a device.
///   - param: a property.
///   - size: how many integers fit.
///   - data: where they are stored.
ALC_API void alcGetIntegerv(ALCdevice *device, ALCenum param, ALCsizei size, ALCint *data);

// MARK: Extensions

/// Says whether an extension is there.
///
/// - Parameters:
///   - device: a device; NULL for what is there without one.
///   - extname: the name of an extension; upper and lower case are the same.
/// - Returns: `ALC_TRUE` or `ALC_FALSE`.
ALC_API ALCboolean alcIsExtensionPresent(ALCdevice *device, const ALCchar *extname);

/// Returns a function of the library, of Apple's extensions or of those of OpenAL Soft.
///
/// - Parameters:
///   - device: a device, or NULL.
///   - funcname: the name of a function.
/// - Returns: the function, to be cast to its type; NULL if there is none of the name.
ALC_API void *alcGetProcAddress(ALCdevice *device, const ALCchar *funcname);

/// Returns the value of a constant.
///
/// - Parameters:
///   - device: a device, or NULL.
///   - enumname: the name of a constant.
/// - Returns: the value; 0 if there is no constant of the name.
ALC_API ALCenum alcGetEnumValue(ALCdevice *device, const ALCchar *enumname);

// MARK: Capturing

/// Opens a microphone. Nothing is captured yet.
///
/// Samples are converted from the rate and the channels of the microphone.
///
/// - Parameters:
///   - devicename: a name that `alcGetString` lists; NULL for the default device.
///   - frequency: frames per second.
///   - format: `AL_FORMAT_MONO8`, `AL_FORMAT_MONO16`, `AL_FORMAT_STEREO8`, `AL_FORMAT_STEREO16`, or the formats of AL_EXT_float32.
///   - buffersize: how many frames are kept for the program.
/// - Returns: the device; NULL if there is no such device or format. `alcGetError` has the error.
ALC_API ALCdevice *alcCaptureOpenDevice(const ALCchar *devicename, ALCuint frequency, ALCenum format, ALCsizei buffersize);

/// Closes a microphone.
///
/// - Parameter device: a device.
/// - Returns: `ALC_TRUE`, or `ALC_FALSE` if it is not an open microphone.
ALC_API ALCboolean alcCaptureCloseDevice(ALCdevice *device);

/// Begins to capture. Frames that do not fit are lost.
///
/// - Parameter device: a device.
ALC_API void alcCaptureStart(ALCdevice *device);

/// Ends capturing. What was captured can still be read.
///
/// - Parameter device: a device.
ALC_API void alcCaptureStop(ALCdevice *device);

/// Moves captured frames to the program.
///
/// If fewer are there than asked for, none is moved: `ALC_INVALID_VALUE`. `alcGetIntegerv` returns their number for
/// `ALC_CAPTURE_SAMPLES`.
///
/// - Parameters:
///   - device: a device.
///   - buffer: where the frames are stored.
///   - samples: how many frames.
ALC_API void alcCaptureSamples(ALCdevice *device, ALCvoid *buffer, ALCsizei samples);

// MARK: Types of the functions

/// A pointer to `alcCreateContext`.
typedef ALCcontext *(*LPALCCREATECONTEXT)(ALCdevice *device, const ALCint *attrlist);
/// A pointer to `alcMakeContextCurrent`.
typedef ALCboolean (*LPALCMAKECONTEXTCURRENT)(ALCcontext *context);
/// A pointer to `alcProcessContext`.
typedef void (*LPALCPROCESSCONTEXT)(ALCcontext *context);
/// A pointer to `alcSuspendContext`.
typedef void (*LPALCSUSPENDCONTEXT)(ALCcontext *context);
/// A pointer to `alcDestroyContext`.
typedef void (*LPALCDESTROYCONTEXT)(ALCcontext *context);
/// A pointer to `alcGetCurrentContext`.
typedef ALCcontext *(*LPALCGETCURRENTCONTEXT)(void);
/// A pointer to `alcGetContextsDevice`.
typedef ALCdevice *(*LPALCGETCONTEXTSDEVICE)(ALCcontext *context);
/// A pointer to `alcOpenDevice`.
typedef ALCdevice *(*LPALCOPENDEVICE)(const ALCchar *devicename);
/// A pointer to `alcCloseDevice`.
typedef ALCboolean (*LPALCCLOSEDEVICE)(ALCdevice *device);
/// A pointer to `alcGetError`.
typedef ALCenum (*LPALCGETERROR)(ALCdevice *device);
/// A pointer to `alcIsExtensionPresent`.
typedef ALCboolean (*LPALCISEXTENSIONPRESENT)(ALCdevice *device, const ALCchar *extname);
/// A pointer to `alcGetProcAddress`.
typedef void *(*LPALCGETPROCADDRESS)(ALCdevice *device, const ALCchar *funcname);
/// A pointer to `alcGetEnumValue`.
typedef ALCenum (*LPALCGETENUMVALUE)(ALCdevice *device, const ALCchar *enumname);
/// A pointer to `alcGetString`.
typedef const ALCchar *(*LPALCGETSTRING)(ALCdevice *device, ALCenum param);
/// A pointer to `alcGetIntegerv`.
typedef void (*LPALCGETINTEGERV)(ALCdevice *device, ALCenum param, ALCsizei size, ALCint *data);
/// A pointer to `alcCaptureOpenDevice`.
typedef ALCdevice *(*LPALCCAPTUREOPENDEVICE)(const ALCchar *devicename, ALCuint frequency, ALCenum format, ALCsizei buffersize);
/// A pointer to `alcCaptureCloseDevice`.
typedef ALCboolean (*LPALCCAPTURECLOSEDEVICE)(ALCdevice *device);
/// A pointer to `alcCaptureStart`.
typedef void (*LPALCCAPTURESTART)(ALCdevice *device);
/// A pointer to `alcCaptureStop`.
typedef void (*LPALCCAPTURESTOP)(ALCdevice *device);
/// A pointer to `alcCaptureSamples`.
typedef void (*LPALCCAPTURESAMPLES)(ALCdevice *device, ALCvoid *buffer, ALCsizei samples);

#ifdef __cplusplus
}
#endif

#endif
