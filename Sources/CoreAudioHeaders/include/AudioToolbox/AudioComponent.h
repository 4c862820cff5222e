#ifndef AudioToolbox_AudioComponent_h
#define AudioToolbox_AudioComponent_h

// Names of components: audio units, codecs, generators. Only the types so far: there is no call that finds one.

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// MARK: Types

/// A kind of component, of which instances can be made.
typedef struct OpaqueAudioComponent *AudioComponent;

/// One component at work: an audio unit, a codec.
typedef struct ComponentInstanceRecord *AudioComponentInstance;

/// What a description says of a component besides its name.
typedef CF_OPTIONS(UInt32, AudioComponentFlags) {
    kAudioComponentFlag_Unsearchable = 1,
    kAudioComponentFlag_SandboxSafe = 2,
    kAudioComponentFlag_IsV3AudioUnit = 4,
    kAudioComponentFlag_RequiresAsyncInstantiation = 8,
    kAudioComponentFlag_CanLoadInProcess = 16
};

/// Where an instance is to live.
typedef CF_OPTIONS(UInt32, AudioComponentInstantiationOptions) {
    kAudioComponentInstantiation_LoadOutOfProcess = 1,
    kAudioComponentInstantiation_LoadInProcess = 2,
    kAudioComponentInstantiation_LoadedRemotely = 0x80000000U
};

/// What a check of a component found.
typedef CF_ENUM(UInt32, AudioComponentValidationResult) {
    kAudioComponentValidationResult_Unknown = 0,
    kAudioComponentValidationResult_Passed = 1,
    kAudioComponentValidationResult_Failed = 2,
    kAudioComponentValidationResult_TimedOut = 3,
    kAudioComponentValidationResult_UnauthorizedError_Open = 4,
    kAudioComponentValidationResult_UnauthorizedError_Init = 5
};

/// Names components. In a search a field that is 0 matches all.
struct AudioComponentDescription {
    /// What it does: an output, an effect, a decoder.
    OSType componentType;
    /// Which of them.
    OSType componentSubType;
    /// Whose.
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
};
typedef struct AudioComponentDescription AudioComponentDescription;

/// A function of a component that was written by a program.
typedef OSStatus (*AudioComponentMethod)(void *self, ...);

/// The functions of a component that was written by a program. The program's own data follows them.
struct AudioComponentPlugInInterface {
    OSStatus (*Open)(void *self, AudioComponentInstance mInstance);
    OSStatus (*Close)(void *self);
    AudioComponentMethod _Nullable (*_Nonnull Lookup)(SInt16 selector);
    void *_Nullable reserved;
};
typedef struct AudioComponentPlugInInterface AudioComponentPlugInInterface;

/// Makes an instance.
typedef AudioComponentPlugInInterface *_Nullable (*AudioComponentFactoryFunction)(const AudioComponentDescription *inDesc);

// Keys of dictionaries about checks of components.
#define kAudioComponentConfigurationInfo_ValidationResult "ValidationResult"
#define kAudioComponentValidationParameter_TimeOut "TimeOut"
#define kAudioComponentValidationParameter_ForceValidation "ForceValidation"
#define kAudioComponentValidationParameter_LoadOutOfProcess "LoadOutOfProcess"

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
