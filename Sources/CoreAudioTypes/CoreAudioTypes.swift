// The structs and constants that all of Core Audio shares. They are declared in C, in CoreAudioTypes/*.h.

@_exported public import CCoreAudioTypes
@_exported public import CoreFoundation
