#ifndef sys_qos_h
#define sys_qos_h

// Classes of work: what the user waits for comes first. libdispatch takes them for its queues.

enum {
    QOS_CLASS_USER_INTERACTIVE = 0x21,
    QOS_CLASS_USER_INITIATED = 0x19,
    QOS_CLASS_DEFAULT = 0x15,
    QOS_CLASS_UTILITY = 0x11,
    QOS_CLASS_BACKGROUND = 0x09,
    QOS_CLASS_UNSPECIFIED = 0x00
};
typedef unsigned int qos_class_t;

/// The lowest relative priority in a class; 0 is the highest.
#define QOS_MIN_RELATIVE_PRIORITY (-15)

#endif
