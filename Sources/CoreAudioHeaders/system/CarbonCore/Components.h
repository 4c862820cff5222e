#ifndef CarbonCore_Components_h
#define CarbonCore_Components_h

// Components in the first versions of macOS. AudioToolbox/AudioComponent.h has the present ones; a component and an instance are the
// same pointers in both. It has ComponentDescription, too.

#include <MacTypes.h>
#include <AudioToolbox/AudioComponent.h>

typedef struct ComponentRecord *Component;
typedef struct ComponentInstanceRecord *ComponentInstance;

// What the functions of kAudioUnitProperty_FastDispatch take: the unit itself for units of the library, the component's own data for
// others. Null if there is no such instance.
CF_EXTERN_C_BEGIN
CF_EXPORT Handle GetComponentInstanceStorage(ComponentInstance instance);
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

static __inline__ OSErr CloseComponent(ComponentInstance instance) {
    return ca_component_error(AudioComponentInstanceDispose((AudioComponentInstance)instance));
}

#endif
