#ifndef AudioToolbox_AudioComponent_h
#define AudioToolbox_AudioComponent_h

// Types of components: audio units, codecs, generators. No functions are declared yet.

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

// Keys of dictionaries about validation.
/// How the validation ended, a number.
#define kAudioComponentConfigurationInfo_ValidationResult "ValidationResult"
/// Seconds after which a validation is given up, a number.
#define kAudioComponentValidationParameter_TimeOut "TimeOut"
/// Whether to validate again what has been validated before.
#define kAudioComponentValidationParameter_ForceValidation "ForceValidation"
/// Whether to validate in another process.
#define kAudioComponentValidationParameter_LoadOutOfProcess "LoadOutOfProcess"

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
