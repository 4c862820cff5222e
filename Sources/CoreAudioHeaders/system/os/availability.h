#ifndef os_availability_h
#define os_availability_h

// Availability macros. They expand to nothing, because every declaration is available.

#ifndef API_AVAILABLE
#define API_AVAILABLE(...)
#endif
#ifndef API_UNAVAILABLE
#define API_UNAVAILABLE(...)
#endif
#ifndef API_DEPRECATED
#define API_DEPRECATED(...)
#endif
#ifndef API_DEPRECATED_WITH_REPLACEMENT
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#endif
#ifndef API_OBSOLETED
#define API_OBSOLETED(...)
#endif
#ifndef API_OBSOLETED_WITH_REPLACEMENT
#define API_OBSOLETED_WITH_REPLACEMENT(...)
#endif
#ifndef API_AVAILABLE_BEGIN
#define API_AVAILABLE_BEGIN(...)
#define API_AVAILABLE_END
#define API_DEPRECATED_BEGIN(...)
#define API_DEPRECATED_END
#define API_DEPRECATED_WITH_REPLACEMENT_BEGIN(...)
#define API_DEPRECATED_WITH_REPLACEMENT_END
#define API_UNAVAILABLE_BEGIN(...)
#define API_UNAVAILABLE_END
#endif
#ifndef API_TO_BE_DEPRECATED
#define API_TO_BE_DEPRECATED 100000
#define API_TO_BE_DEPRECATED_MACOS 100000
#define API_TO_BE_DEPRECATED_IOS 100000
#endif
#ifndef SPI_AVAILABLE
#define SPI_AVAILABLE(...)
#define SPI_DEPRECATED(...)
#define SPI_DEPRECATED_WITH_REPLACEMENT(...)
#endif

#endif
