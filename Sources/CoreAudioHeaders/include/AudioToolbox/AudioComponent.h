#ifndef AudioToolbox_AudioComponent_h
#define AudioToolbox_AudioComponent_h

// Components: kinds of audio units, how they are found, and how instances of them are made.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// A kind of component, of which instances can be made.
typedef struct OpaqueAudioComponent *AudioComponent;

/// An instance of a component: an audio unit, a codec.
typedef struct ComponentInstanceRecord *AudioComponentInstance;

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

/// A function of a component that a program implements. Its other parameters depend on its selector.
///
/// Threads: This library does not call functions of this type: programs cannot register components here.
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
/// Threads: This library does not call functions of this type: programs cannot register components here.
///
/// - Parameter inDesc: the description of the component.
/// - Returns: the functions of the instance, or null if it cannot be created.
typedef AudioComponentPlugInInterface *_Nullable (*AudioComponentFactoryFunction)(const AudioComponentDescription *inDesc);

// MARK: Keys

// Keys of dictionaries about validation.
/// How the validation ended, a number.
#define kAudioComponentConfigurationInfo_ValidationResult "ValidationResult"
/// Seconds after which a validation is given up, a number.
#define kAudioComponentValidationParameter_TimeOut "TimeOut"
/// Whether to validate again what has been validated before.
#define kAudioComponentValidationParameter_ForceValidation "ForceValidation"
/// Whether to validate in another process.
#define kAudioComponentValidationParameter_LoadOutOfProcess "LoadOutOfProcess"

// MARK: Finding

/// Finds the next component that matches a description.
///
/// The units of the system come first, then those that the program registered, in that order. Any thread.
///
/// - Parameters:
///   - inComponent: the component after which to look; null for the first one.
///   - inDesc: what to look for. A field that is 0 matches all.
/// - Returns: the component; null where there is none. One with `kAudioComponentFlag_Unsearchable` is found only by its
/// type, subtype and manufacturer.
CF_EXPORT AudioComponent _Nullable AudioComponentFindNext(
    AudioComponent _Nullable inComponent,
    const AudioComponentDescription *inDesc);

/// Counts the components that match a description.
///
/// Any thread.
///
/// - Parameter inDesc: what to look for. A field that is 0 matches all.
/// - Returns: how many `AudioComponentFindNext` finds.
CF_EXPORT UInt32 AudioComponentCount(const AudioComponentDescription *inDesc);

/// Gets the name of a component, as in "Apple: AUConverter".
///
/// Any thread.
///
/// - Parameters:
///   - inComponent: the component.
///   - outName: gets the name, which the caller releases.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a component.
CF_EXPORT OSStatus AudioComponentCopyName(
    AudioComponent inComponent,
    CAStringParameter _Nullable *_Nonnull outName);

/// Gets the description of a component.
///
/// Any thread.
///
/// - Parameters:
///   - inComponent: the component.
///   - outDesc: gets the description.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a component.
CF_EXPORT OSStatus AudioComponentGetDescription(
    AudioComponent inComponent,
    AudioComponentDescription *outDesc);

/// Gets the version of a component.
///
/// Any thread.
///
/// - Parameters:
///   - inComponent: the component.
///   - outVersion: gets the version: 0xMMMMmmdd, with the major version, the minor one and the correction.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) without a component.
CF_EXPORT OSStatus AudioComponentGetVersion(AudioComponent inComponent, UInt32 *outVersion);

// MARK: Instances

/// Makes an instance of a component.
///
/// Not for the audio thread.
///
/// - Parameters:
///   - inComponent: the component.
///   - outInstance: gets the instance; null after an error.
/// - Returns: `noErr`; `kAudioUnitErr_FailedInitialization` where the component's factory function makes nothing; what the `Open`
/// function of the instance returned; `kAudio_ParamError` (-50) without a component.
CF_EXPORT OSStatus AudioComponentInstanceNew(
    AudioComponent inComponent,
    AudioComponentInstance _Nullable *_Nonnull outInstance);

#if defined(__BLOCKS__)
#ifndef __swift__
/// Called with the instance that was made, or null, and the status.
typedef void (^CAInstantiationBlock)(AudioComponentInstance _Nullable, OSStatus);
#endif

/// Makes an instance of a component, and calls a block with it.
///
/// The instance is made on another thread, where the block is called too. Any thread.
///
/// - Parameters:
///   - inComponent: the component.
///   - inOptions: is ignored: instances are made in the process.
///   - inCompletionHandler: is called with the instance, or null, and the status of `AudioComponentInstanceNew`.
CF_EXPORT void AudioComponentInstantiate(
    AudioComponent inComponent,
    AudioComponentInstantiationOptions inOptions,
    CA_BLOCK_PARAMETER(CAInstantiationBlock) inCompletionHandler) CA_REFINED_FOR_SWIFT;
#endif

/// Ends an instance.
///
/// An output unit stops. What renders on another thread meanwhile ends as usual. Any thread.
///
/// - Parameter inInstance: the instance.
/// - Returns: `noErr`; `kAudio_ParamError` (-50) where there is no such instance.
CF_EXPORT OSStatus AudioComponentInstanceDispose(AudioComponentInstance inInstance);

/// Gets the component of an instance.
///
/// Any thread.
///
/// - Parameter inInstance: the instance.
/// - Returns: the component; null where there is no such instance.
CF_EXPORT AudioComponent _Nullable AudioComponentInstanceGetComponent(AudioComponentInstance inInstance);

/// Tells whether an instance has a function.
///
/// Any thread.
///
/// - Parameters:
///   - inInstance: the instance.
///   - inSelectorID: the selector of the function, as in `kAudioUnitRenderSelect`.
/// - Returns: whether the instance has the function; false where there is no such instance.
CF_EXPORT Boolean AudioComponentInstanceCanDo(AudioComponentInstance inInstance, SInt16 inSelectorID);

// MARK: Registering

/// Registers a component of the program's own, in this process.
///
/// Instances of it are made by the function. Any thread.
///
/// - Parameters:
///   - inDesc: the description, without zeros in type, subtype and manufacturer.
///   - inName: the name, as in "Maker: Unit".
///   - inVersion: the version: 0xMMMMmmdd.
///   - inFactory: makes the interface of an instance. If `Open` fails, `Close` is not called.
/// - Returns: the component; null without a description, a name or a function.
CF_EXPORT AudioComponent _Nullable AudioComponentRegister(
    const AudioComponentDescription *inDesc,
    CAStringParameter inName,
    UInt32 inVersion,
    AudioComponentFactoryFunction inFactory CA_SENDABLE);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
