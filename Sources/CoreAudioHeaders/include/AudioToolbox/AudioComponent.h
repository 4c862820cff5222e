#ifndef AudioToolbox_AudioComponent_h
#define AudioToolbox_AudioComponent_h

// Components: kinds of audio units, and the functions that find them and make instances of them.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread, and on several threads at the same time. The functions take locks and allocate
// memory, and are not real-time safe.

// MARK: Types

/// A kind of component, of which instances can be made.
typedef struct OpaqueAudioComponent *AudioComponent;

/// What an instance of a component points to, as far as programs see. A reference is not an address: do not follow it.
struct ComponentInstanceRecord {
    /// Not used.
    long data[1];
};
typedef struct ComponentInstanceRecord ComponentInstanceRecord;

/// An instance of a component: an audio unit, a codec.
///
/// In Swift it has a type of its own, `UnsafeMutablePointer<ComponentInstanceRecord>`, so that extensions of audio units and of
/// other objects may have methods of the same name.
typedef ComponentInstanceRecord *AudioComponentInstance;

/// Flags of a component in its description.
typedef CF_OPTIONS(UInt32, AudioComponentFlags) {
    kAudioComponentFlag_Unsearchable = 1,
    kAudioComponentFlag_SandboxSafe = 2,
    kAudioComponentFlag_IsV3AudioUnit = 4,
    kAudioComponentFlag_RequiresAsyncInstantiation = 8,
    kAudioComponentFlag_CanLoadInProcess = 16
};

/// How to instantiate a component.
typedef CF_OPTIONS(UInt32, AudioComponentInstantiationOptions) {
    kAudioComponentInstantiation_LoadOutOfProcess = 1,
    kAudioComponentInstantiation_LoadInProcess = 2,
    kAudioComponentInstantiation_LoadedRemotely = 0x80000000U
};

/// Results of a component's validation.
typedef CF_ENUM(UInt32, AudioComponentValidationResult) {
    kAudioComponentValidationResult_Unknown = 0,
    kAudioComponentValidationResult_Passed = 1,
    kAudioComponentValidationResult_Failed = 2,
    kAudioComponentValidationResult_TimedOut = 3,
    kAudioComponentValidationResult_UnauthorizedError_Open = 4,
    kAudioComponentValidationResult_UnauthorizedError_Init = 5
};

/// Identifies components. In a search, a field that is 0 matches all.
struct AudioComponentDescription {
    /// The kind of component: an output, an effect, a decoder.
    OSType componentType;
    /// The component within its kind.
    OSType componentSubType;
    /// The manufacturer.
    OSType componentManufacturer;
    /// `AudioComponentFlags` of the component; 0 in a search.
    UInt32 componentFlags;
    /// Which bits of `componentFlags` a search compares; 0 for none.
    UInt32 componentFlagsMask;
};
typedef struct AudioComponentDescription AudioComponentDescription;

/// The description of a component in the first versions of macOS, with the fields of AudioComponentDescription.
struct ComponentDescription {
    /// The kind of component.
    OSType componentType;
    /// The component within its kind.
    OSType componentSubType;
    /// The manufacturer.
    OSType componentManufacturer;
    /// Flags of the component; 0 in a search.
    UInt32 componentFlags;
    /// Which bits of `componentFlags` a search compares; 0 for none.
    UInt32 componentFlagsMask;
};
typedef struct ComponentDescription ComponentDescription;

/// A function of a component that a program implements. Its other parameters depend on its selector.
///
/// Threads: Called on the thread that calls the function of the library, for example `AudioUnitInitialize`. Functions that
/// render are called on the thread that renders, usually an audio thread.
///
/// - Parameter self: the component's own data.
/// - Returns: 0, or a status of the component: the call failed.
typedef OSStatus (*AudioComponentMethod)(void *self, ...);

/// The functions of a component that a program implements. The program's own data follows them.
struct AudioComponentPlugInInterface {
    /// Called once with a new instance, before any other function of it.
    OSStatus (*Open)(void *self, AudioComponentInstance mInstance);
    /// Called last. Frees what the instance holds, and `self` too.
    OSStatus (*Close)(void *self);
    /// The function that does the work of a selector; null if the component does not have it.
    AudioComponentMethod _Nullable (*_Nonnull Lookup)(SInt16 selector);
    /// Null.
    void *_Nullable reserved;
};
typedef struct AudioComponentPlugInInterface AudioComponentPlugInInterface;

/// Creates an instance of a component.
///
/// Threads: Called on the thread that calls `AudioComponentInstanceNew`, or on a thread of the library for
/// `AudioComponentInstantiate`.
///
/// - Parameter inDesc: the description of the component.
/// - Returns: the functions of the instance, or null if it cannot be created.
typedef AudioComponentPlugInInterface *_Nullable (*AudioComponentFactoryFunction)(const AudioComponentDescription *inDesc);

// MARK: Keys

// Keys of dictionaries about validation.
/// The AudioComponentValidationResult, a number.
#define kAudioComponentConfigurationInfo_ValidationResult "ValidationResult"
/// The seconds after which a validation ends, a number.
#define kAudioComponentValidationParameter_TimeOut "TimeOut"
/// Whether to repeat a validation.
#define kAudioComponentValidationParameter_ForceValidation "ForceValidation"
/// Whether to validate in another process.
#define kAudioComponentValidationParameter_LoadOutOfProcess "LoadOutOfProcess"

// MARK: Finding

/// Finds the next component that matches a description.
///
/// The units of the system come first, and then the components that the program has registered, in that order. A component
/// with `kAudioComponentFlag_Unsearchable` is found only by its type, subtype and manufacturer.
///
/// - Parameters:
///   - inComponent: the component after which the search begins; null to find the first one.
///   - inDesc: the description. A field that is 0 matches all.
/// - Returns: the component, or null if there are no more.
CF_EXPORT AudioComponent _Nullable AudioComponentFindNext(
    AudioComponent _Nullable inComponent,
    const AudioComponentDescription *inDesc);

/// Counts the components that match a description.
///
/// - Parameter inDesc: the description. A field that is 0 matches all.
/// - Returns: the number of components that `AudioComponentFindNext` finds.
CF_EXPORT UInt32 AudioComponentCount(const AudioComponentDescription *inDesc);

/// Gets the name of a component, for example "Apple: AUConverter".
///
/// - Parameters:
///   - inComponent: a component.
///   - outName: on return, the name. The caller releases it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such component, or the pointer is null
CF_EXPORT OSStatus AudioComponentCopyName(
    AudioComponent inComponent,
    CAStringParameter _Nullable *_Nonnull outName);

/// Gets the description of a component.
///
/// - Parameters:
///   - inComponent: a component.
///   - outDesc: on return, the description.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such component, or the pointer is null
CF_EXPORT OSStatus AudioComponentGetDescription(
    AudioComponent inComponent,
    AudioComponentDescription *outDesc);

/// Gets the version of a component.
///
/// - Parameters:
///   - inComponent: a component.
///   - outVersion: on return, the version as 0xMMMMmmdd: the major version, the minor version and the correction.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such component, or the pointer is null
CF_EXPORT OSStatus AudioComponentGetVersion(AudioComponent inComponent, UInt32 *outVersion);

// MARK: Instances

/// Creates an instance of a component.
///
/// End the instance with `AudioComponentInstanceDispose`.
///
/// - Parameters:
///   - inComponent: a component.
///   - outInstance: on return, the instance, or null if the call fails.
/// - Returns: 0, or
///   - `kAudioUnitErr_FailedInitialization`: the factory function of the component returned null, or an interface without
///     `Open`
///   - `kAudio_ParamError`: there is no such component, or the pointer is null
///   - a status of the component's `Open` function
CF_EXPORT OSStatus AudioComponentInstanceNew(
    AudioComponent inComponent,
    AudioComponentInstance _Nullable *_Nonnull outInstance);

#ifndef __swift__
#if defined(__BLOCKS__)
/// Receives an instance, or null and the status of the failure.
///
/// Threads: Called on a thread of the library. It may block, and may call all functions of the instance.
typedef void (^CAInstantiationBlock)(AudioComponentInstance _Nullable /* instance */, OSStatus /* status */);
#else
typedef struct CAOpaqueBlock *CAInstantiationBlock;
#endif
#endif

/// Creates an instance of a component on another thread, and passes it to a block.
///
/// Threads: Call this function on any thread. It returns before the instance exists.
///
/// - Parameters:
///   - inComponent: a component.
///   - inOptions: ignored. Instances are made in the process.
///   - inCompletionHandler: receives the instance, or null, and a status of `AudioComponentInstanceNew`.
CF_EXPORT void AudioComponentInstantiate(
    AudioComponent inComponent,
    AudioComponentInstantiationOptions inOptions,
    CA_BLOCK_PARAMETER(CAInstantiationBlock) inCompletionHandler) CA_REFINED_FOR_SWIFT;

/// Ends an instance.
///
/// An output unit stops first. A render that is in progress on another thread ends as usual.
///
/// - Parameter inInstance: an instance.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such instance
CF_EXPORT OSStatus AudioComponentInstanceDispose(AudioComponentInstance inInstance);

/// Gets the component of an instance.
///
/// - Parameter inInstance: an instance.
/// - Returns: the component, or null if there is no such instance.
CF_EXPORT AudioComponent _Nullable AudioComponentInstanceGetComponent(
    AudioComponentInstance inInstance) CA_REFINED_FOR_SWIFT;

/// Reports whether an instance has a function.
///
/// - Parameters:
///   - inInstance: an instance.
///   - inSelectorID: the selector of the function, for example `kAudioUnitRenderSelect`.
/// - Returns: whether the instance has the function. False if there is no such instance.
CF_EXPORT Boolean AudioComponentInstanceCanDo(AudioComponentInstance inInstance, SInt16 inSelectorID);

// MARK: Registering

/// Registers a component of the program in this process.
///
/// Other processes do not find it. A component cannot be removed.
///
/// The functions of the library return the status of the component's function. They return `kAudio_UnimplementedError` (-4)
/// if the component's `Lookup` returns null for its selector.
///
/// - Parameters:
///   - inDesc: the description. Its type, subtype and manufacturer must not be 0.
///   - inName: the name, for example "Maker: Unit".
///   - inVersion: the version as 0xMMMMmmdd.
///   - inFactory: the function that makes an instance. If the instance's `Open` fails, its `Close` is not called.
/// - Returns: the component, or null if the description is invalid or a pointer is null.
CF_EXPORT AudioComponent _Null_unspecified AudioComponentRegister(
    const AudioComponentDescription *inDesc,
    CAStringParameter inName,
    UInt32 inVersion,
    AudioComponentFactoryFunction inFactory CA_SENDABLE);

// MARK: Validating

/// Gets what a host wants to know of a component's units before it shows them.
///
/// Makes an instance, asks it, and ends it. The dictionary has the keys `kAudioUnitConfigurationInfo_…`:
/// `…_HasCustomView`, false; `…_InitialInputs` and `…_InitialOutputs`, the numbers of elements; `…_BusCountWritable`, whether
/// the numbers of input and output elements can be set, as a dictionary from the scope's number as text to a Boolean; and where
/// the unit says which numbers of channels it takes, `…_ChannelConfigurations`, an array of arrays of an input's and an output's.
///
/// Threads: Call this function on any thread. It is not real-time safe.
///
/// - Parameters:
///   - inComponent: a component.
///   - outConfigurationInfo: on return, the dictionary, or null if the call fails. The caller releases it.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such component, or the pointer is null
///   - a status of `AudioComponentInstanceNew`
CF_EXPORT OSStatus AudioComponentCopyConfigurationInfo(
    AudioComponent inComponent,
    CADictionaryParameter _Nullable *_Nonnull outConfigurationInfo);

/// Checks whether the units of a component keep the contract between units and hosts.
///
/// Makes instances in this process, sets and reads their properties and parameters, and renders those that do not play on a device.
/// The checks are those of the tool auvalidate. They run on a thread of their own: a unit that does not come to an end keeps
/// that thread.
///
/// Threads: Call this function on any thread. It blocks until the checks end, or their time.
///
/// - Parameters:
///   - inComponent: a component.
///   - inValidationParameters: null, or a dictionary in which `kAudioComponentValidationParameter_TimeOut` is the number of seconds
///     that the checks may take, 30 without it. Other keys are ignored.
///   - outValidationResult: on return, `kAudioComponentValidationResult_Passed`, `…_Failed`, `…_TimedOut`, or `…_Unknown` if
///     the call fails.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such component, or the pointer is null
///   - `kAudio_MemFullError`: the system has no thread left
CF_EXPORT OSStatus AudioComponentValidate(
    AudioComponent inComponent,
    CADictionaryParameter _Nullable inValidationParameters,
    AudioComponentValidationResult *outValidationResult);

#ifndef __swift__
#if defined(__BLOCKS__)
/// Receives the result of a validation, and what was found.
///
/// Threads: Called on a thread of the library. It may block, and may call all functions.
typedef void (^CAValidationBlock)(AudioComponentValidationResult /* result */, CFDictionaryRef /* details */);
#else
typedef struct CAOpaqueBlock *CAValidationBlock;
#endif
#endif

/// Checks the units of a component as `AudioComponentValidate` does, and passes what was found to a block.
///
/// Threads: Call this function on any thread. It returns before the checks end.
///
/// - Parameters:
///   - inComponent: a component.
///   - inValidationParameters: as for `AudioComponentValidate`.
///   - inCompletionHandler: receives the result, and a dictionary: `kAudioComponentConfigurationInfo_ValidationResult` is the
///     result as a number, "Failures" an array with a line of text for each check that failed.
/// - Returns: 0, or
///   - `kAudio_ParamError`: there is no such component, or the block is null
///   - `kAudio_MemFullError`: the system has no thread left
CF_EXPORT OSStatus AudioComponentValidateWithResults(
    AudioComponent inComponent,
    CADictionaryParameter _Nullable inValidationParameters,
    CA_BLOCK_PARAMETER(CAValidationBlock) inCompletionHandler) CA_REFINED_FOR_SWIFT;

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

// As on the Mac, programs in C that include a header of audio units have CoreFoundation and the headers of C.
#if !defined(__swift__) && __has_include(<AudioUnit/AudioUnit.h>)
#include <CoreFoundation/CoreFoundation.h>
#endif

#endif
