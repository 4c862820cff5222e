#ifndef CarbonCore_Components_h
#define CarbonCore_Components_h

// Components in the first versions of macOS. AudioToolbox/AudioComponent.h has the present ones; a component and an instance are the
// same pointers in both. It has ComponentDescription, too. A component of these versions is one routine, which gets the number of a call
// and its arguments; programs use it like any other.

#include <CarbonCore/MacErrors.h>
#include <MacTypes.h>
#include <AudioToolbox/AudioComponent.h>

typedef struct ComponentRecord *Component;
typedef ComponentInstanceRecord *ComponentInstance;

/// A call of a component.
typedef struct ComponentParameters {
    UInt8 flags;
    /// Bytes of the parameters in use.
    UInt8 paramSize;
    /// What is called: a number below, or of a header such as AudioCodec.h.
    SInt16 what;
    UInt32 padding;
    /// The instance, then the arguments, a word each.
    long params[1];
} ComponentParameters;

/// The routine that is a component. `storage` is what it passed to `SetComponentInstanceStorage`, null at first.
typedef ComponentResult (*ComponentRoutineProcPtr)(ComponentParameters *parameters, Handle storage);
typedef ComponentRoutineProcPtr ComponentRoutineUPP;
#define NewComponentRoutineUPP(routine) (routine)
#define DisposeComponentRoutineUPP(routine) ((void)(routine))

/// Numbers of the calls that all components have.
enum {
    kComponentOpenSelect = -1,
    kComponentCloseSelect = -2,
    kComponentCanDoSelect = -3,
    kComponentVersionSelect = -4,
    kComponentRegisterSelect = -5,
    kComponentTargetSelect = -6,
    kComponentUnregisterSelect = -7,
    kComponentGetMPWorkFunctionSelect = -8,
    kComponentExecuteWiredActionSelect = -9,
    kComponentGetPublicResourceSelect = -10
};

/// How RegisterComponent registers. All processes of a Mac can see a component; here it is this program's.
enum {
    registerComponentGlobal = 1,
    registerComponentNoDuplicates = 2,
    registerComponentAfterExisting = 4,
    registerComponentAliasesOnly = 8
};

/// Which searches SetDefaultComponent is about.
enum {
    defaultComponentIdentical = 0,
    defaultComponentAnyFlags = 1,
    defaultComponentAnyManufacturer = 2,
    defaultComponentAnySubType = 4,
    defaultComponentAnyFlagsAnyManufacturer = 3,
    defaultComponentAnyFlagsAnyManufacturerAnySubType = 7
};

CF_EXTERN_C_BEGIN
/// What the functions of kAudioUnitProperty_FastDispatch take: the unit itself for units of the library, the component's own data for
/// others. Null if there is no such instance.
CF_EXPORT Handle GetComponentInstanceStorage(ComponentInstance instance);

/// Sets what the routine of a component gets in each call. Other components keep what their factory made.
CF_EXPORT void SetComponentInstanceStorage(ComponentInstance instance, Handle storage);

/// Registers a component. The name, the description and the icon are handles of the Memory Manager, which Linux lacks, and are ignored.
/// Null if the description has no type, subtype or manufacturer, or if there is such a component and there must be no second.
CF_EXPORT Component RegisterComponent(
    ComponentDescription *description, ComponentRoutineUPP routine, SInt16 global, Handle name, Handle info, Handle icon);

/// Lets searches find a component before others. Returns paramErr if there is no such component.
CF_EXPORT OSErr SetDefaultComponent(Component component, SInt16 flags);
CF_EXTERN_C_END

static __inline__ Component FindNextComponent(Component after, ComponentDescription *looking) {
    return (Component)AudioComponentFindNext((AudioComponent)after, (const AudioComponentDescription *)(const void *)looking);
}

static __inline__ long CountComponents(ComponentDescription *looking) {
    return (long)AudioComponentCount((const AudioComponentDescription *)(const void *)looking);
}

// Errors that an SInt16 does not hold are paramErr.
static __inline__ OSErr ca_component_error(OSStatus status) {
    return (OSErr)(status < -32768 || status > 32767 ? -50 : status);
}

// The name, the description and the icon are handles of the Memory Manager, which Linux lacks: they must be null.
static __inline__ OSErr GetComponentInfo(
    Component component, ComponentDescription *description, Handle name, Handle info, Handle icon) {
    if (name || info || icon) return -50;
    return description
        ? ca_component_error(
              AudioComponentGetDescription((AudioComponent)component, (AudioComponentDescription *)(void *)description))
        : (OSErr)0;
}

static __inline__ OSErr OpenAComponent(Component component, ComponentInstance *instance) {
    AudioComponentInstance made = 0;
    OSStatus status = AudioComponentInstanceNew((AudioComponent)component, &made);
    if (instance) *instance = (ComponentInstance)made;
    return ca_component_error(status);
}

static __inline__ ComponentInstance OpenComponent(Component component) {
    ComponentInstance instance = 0;
    OpenAComponent(component, &instance);
    return instance;
}

static __inline__ OSErr OpenADefaultComponent(OSType type, OSType subtype, ComponentInstance *instance) {
    ComponentDescription looking = {0, 0, 0, 0, 0};
    looking.componentType = type;
    looking.componentSubType = subtype;
    return OpenAComponent(FindNextComponent(0, &looking), instance);
}

static __inline__ ComponentInstance OpenDefaultComponent(OSType type, OSType subtype) {
    ComponentInstance instance = 0;
    OpenADefaultComponent(type, subtype, &instance);
    return instance;
}

/// 1 if the component has a call, else 0.
static __inline__ ComponentResult CallComponentCanDo(ComponentInstance instance, SInt16 what) {
    return AudioComponentInstanceCanDo((AudioComponentInstance)instance, what) ? 1 : 0;
}

static __inline__ OSErr CloseComponent(ComponentInstance instance) {
    return ca_component_error(AudioComponentInstanceDispose((AudioComponentInstance)instance));
}

#endif
