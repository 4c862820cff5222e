// The functions that process a track's sound, and the numbers that go with them.
//
// They are functions of Swift, not pointers to functions of C: C has no type for the tap, an object of Swift. Literals without captures
// and named functions, which is what programs pass on a Mac, are both.

public import AudioToolbox
public import CoreMedia

/// Where in a track's processing a tap stands: `kMTAudioProcessingTapCreationFlag_PreEffects` or
/// `kMTAudioProcessingTapCreationFlag_PostEffects`.
public typealias MTAudioProcessingTapCreationFlags = UInt32
/// The tap stands before the effects of the track, such as its volume.
public var kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags { 1 }
/// The tap stands after the effects of the track.
public var kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags { 2 }

/// What is special about frames: `kMTAudioProcessingTapFlag_StartOfStream`, `kMTAudioProcessingTapFlag_EndOfStream`.
public typealias MTAudioProcessingTapFlags = UInt32
/// The frames are the first after a start or a jump.
public var kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags { 0x100 }
/// The frames are the last: no more follow.
public var kMTAudioProcessingTapFlag_EndOfStream: MTAudioProcessingTapFlags { 0x200 }

/// The version of `MTAudioProcessingTapCallbacks`.
public var kMTAudioProcessingTapCallbacksVersion_0: Int32 { 0 }

/// Prepares what the tap's functions share. Called once, by `MTAudioProcessingTapCreate` and on its thread.
///
/// The parameters are the tap, `clientInfo` of the callbacks, and where to store the pointer that `MTAudioProcessingTapGetStorage`
/// returns.
public typealias MTAudioProcessingTapInitCallback =
    @Sendable (MTAudioProcessingTap, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Void

/// Frees what the tap's functions share. Called once, when the last reference to the tap is gone, on the thread that let it go.
///
/// Do not keep the tap: it is gone after the call.
public typealias MTAudioProcessingTapFinalizeCallback = @Sendable (MTAudioProcessingTap) -> Void

/// Prepares for processing: allocate here what processing needs.
///
/// The parameters are the tap, the most frames of one call, and the format of the frames. Called before the first call of the process
/// callback, and again after each call of the unprepare callback.
public typealias MTAudioProcessingTapPrepareCallback =
    @Sendable (MTAudioProcessingTap, CMItemCount, UnsafePointer<AudioStreamBasicDescription>) -> Void

/// Undoes what the prepare callback has done. Called after the last call of the process callback.
public typealias MTAudioProcessingTapUnprepareCallback = @Sendable (MTAudioProcessingTap) -> Void

/// Processes frames, on an audio thread: it must not block or allocate memory.
///
/// The parameters are the tap; the number of frames; the flags with which the tap was created; the buffers for the result; where to
/// store how many frames the result has, and its flags. Get the frames of the track by `MTAudioProcessingTapGetSourceAudio`, usually in
/// the same buffers, and change them there.
///
/// The buffers may come without memory. If the callback leaves one so, silence comes of it.
public typealias MTAudioProcessingTapProcessCallback =
    @Sendable (
        MTAudioProcessingTap, CMItemCount, MTAudioProcessingTapFlags, UnsafeMutablePointer<AudioBufferList>,
        UnsafeMutablePointer<CMItemCount>, UnsafeMutablePointer<MTAudioProcessingTapFlags>
    ) -> Void

/// The functions of a tap.
@frozen
public struct MTAudioProcessingTapCallbacks: @unchecked Sendable {
    /// `kMTAudioProcessingTapCallbacksVersion_0`.
    public var version: Int32
    /// A pointer that the init callback gets. The tap neither reads nor frees what it points to.
    public var clientInfo: UnsafeMutableRawPointer?
    /// Called when the tap is created; nil if there is nothing to do.
    public var `init`: MTAudioProcessingTapInitCallback?
    /// Called when the tap goes away; nil if there is nothing to do.
    public var finalize: MTAudioProcessingTapFinalizeCallback?
    /// Called before processing begins; nil if there is nothing to do.
    public var prepare: MTAudioProcessingTapPrepareCallback?
    /// Called when processing is over; nil if there is nothing to do.
    public var unprepare: MTAudioProcessingTapUnprepareCallback?
    /// Called for each run of frames.
    public var process: MTAudioProcessingTapProcessCallback

    /// Creates the functions of a tap.
    ///
    /// - Parameters:
    ///   - version: `kMTAudioProcessingTapCallbacksVersion_0`.
    ///   - clientInfo: a pointer that the init callback gets.
    ///   - init: called when the tap is created.
    ///   - finalize: called when the tap goes away.
    ///   - prepare: called before processing begins.
    ///   - unprepare: called when processing is over.
    ///   - process: called for each run of frames.
    public init(
        version: Int32, clientInfo: UnsafeMutableRawPointer?, init: MTAudioProcessingTapInitCallback?,
        finalize: MTAudioProcessingTapFinalizeCallback?, prepare: MTAudioProcessingTapPrepareCallback?,
        unprepare: MTAudioProcessingTapUnprepareCallback?, process: @escaping MTAudioProcessingTapProcessCallback
    ) {
        (self.version, self.clientInfo) = (version, clientInfo)
        (self.`init`, self.finalize, self.prepare, self.unprepare) = (`init`, finalize, prepare, unprepare)
        self.process = process
    }
}
