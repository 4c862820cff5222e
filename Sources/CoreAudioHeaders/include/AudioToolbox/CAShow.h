#ifndef AudioToolbox_CAShow_h
#define AudioToolbox_CAShow_h

// Descriptions of objects, for people who look for a fault.

#include <CoreFoundation/CFBase.h>
#include <stdio.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread on which the object may be used. They take locks and allocate memory, and are not
// real-time safe.

// MARK: Printing

/// Prints what an object holds to the standard output.
///
/// For an `AUGraph` these are its nodes with their units, the connections and callbacks with their formats, and the graph's
/// state. An `AudioUnit` shows its component and the formats of its inputs and outputs, an `AudioConverterRef` both formats, an
/// `AudioFileID`, an `ExtAudioFileRef` and an `AudioQueueRef` their format. What refers to no such object is said to be unknown.
/// The text is for people; it may change.
///
/// - Parameters:
///   - inObject: the object.
CF_EXPORT void CAShow(void *inObject);

/// Prints what an object holds to a file, as ``CAShow`` does.
///
/// - Parameters:
///   - inObject: the object.
///   - inFile: the file, open for writing.
CF_EXPORT void CAShowFile(void *inObject, FILE *inFile);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
