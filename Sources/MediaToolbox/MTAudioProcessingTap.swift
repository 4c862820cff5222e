public import AudioToolbox
public import CoreMedia

/// A tap of a track's sound, whose functions see and change each run of frames before it is heard.
///
/// Create one by `MTAudioProcessingTapCreate`. Two taps are equal if they are the same object.
public final class MTAudioProcessingTap: Hashable {
    let callbacks: MTAudioProcessingTapCallbacks
    /// Where in the processing of a track the tap stands, and what else it was created with.
    package let flags: MTAudioProcessingTapCreationFlags
    private(set) var storage: UnsafeMutableRawPointer?
    /// What the tap gets its frames from, between `prepare` and `unprepare`.
    var processing: TapProcessing?

    init(_ callbacks: MTAudioProcessingTapCallbacks, _ flags: MTAudioProcessingTapCreationFlags) {
        (self.callbacks, self.flags) = (callbacks, flags)
        var made: UnsafeMutableRawPointer?
        callbacks.`init`?(self, callbacks.clientInfo, &made)
        storage = made
    }

    deinit {
        unprepare()
        callbacks.finalize?(self)
    }

    /// Returns whether two taps are the same object.
    ///
    /// - Parameters:
    ///   - lhs: a tap.
    ///   - rhs: another tap.
    /// - Returns: true if they are the same object.
    public static func == (lhs: MTAudioProcessingTap, rhs: MTAudioProcessingTap) -> Bool { lhs === rhs }

    /// Feeds the identity of the tap to a hasher.
    ///
    /// - Parameter hasher: the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Where `MTAudioProcessingTapGetStorage` points if the init callback has stored nothing: zeros.
nonisolated(unsafe) private let nothing: UnsafeMutableRawPointer = {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    return memory
}()

/// Creates a tap and calls its init callback.
///
/// - Parameters:
///   - allocator: ignored.
///   - callbacks: the functions of the tap, which are copied.
///   - flags: `kMTAudioProcessingTapCreationFlag_PreEffects` or `kMTAudioProcessingTapCreationFlag_PostEffects`.
///   - tapOut: on return the tap, with a reference that the caller owns: `takeRetainedValue()`.
/// - Returns: 0, or -50 if the version of the callbacks is another or the flags are not one of the two.
@discardableResult
public func MTAudioProcessingTapCreate(
    _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
    _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
    var tap: MTAudioProcessingTap?
    let status = MTAudioProcessingTapCreate(allocator, callbacks, flags, &tap)
    tapOut.pointee = tap.map(Unmanaged.passRetained)
    return status
}

/// Creates a tap and calls its init callback.
///
/// - Parameters:
///   - allocator: ignored.
///   - callbacks: the functions of the tap, which are copied.
///   - flags: `kMTAudioProcessingTapCreationFlag_PreEffects` or `kMTAudioProcessingTapCreationFlag_PostEffects`.
///   - tapOut: on return the tap.
/// - Returns: 0, or -50 if the version of the callbacks is another or the flags are not one of the two.
@discardableResult
public func MTAudioProcessingTapCreate(
    _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
    _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
    tapOut.pointee = nil
    let places = [kMTAudioProcessingTapCreationFlag_PreEffects, kMTAudioProcessingTapCreationFlag_PostEffects]
    guard callbacks.pointee.version == kMTAudioProcessingTapCallbacksVersion_0, places.contains(flags) else {
        return OSStatus(paramErr)
    }
    tapOut.pointee = MTAudioProcessingTap(callbacks.pointee, flags)
    return noErr
}

/// Returns the pointer that the init callback of a tap has stored.
///
/// On any thread. Real-time safe.
/// - Parameter tap: the tap.
/// - Returns: the pointer. If the callback has stored none, or runs still, it points to 64 bytes of zeros.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer {
    tap.storage ?? nothing
}

/// Gets frames of the track, in the process callback of a tap.
///
/// Each call gets the frames that follow those of the call before. Real-time safe.
/// - Parameters:
///   - tap: the tap.
///   - numberFrames: the number of frames.
///   - bufferListInOut: the buffers. Where `mData` is nil, it is set to memory of the tap's, which is valid until the process callback
///     returns; else the frames are copied to where it points, and `mDataByteSize` must have room for them. On return `mDataByteSize`
///     is the size of the frames.
///   - flagsOut: on return what is special about the frames; nil if the caller does not ask.
///   - timeRangeOut: on return when in the track the frames are; nil if the caller does not ask.
///   - numberFramesOut: on return the number of frames, which may be fewer than asked for; nil if the caller does not ask.
/// - Returns: 0, or
///   - `kAudioUnitErr_CannotDoInCurrentContext` (-10863): not in the process callback of this tap
///   - `kAudioUnitErr_TooManyFramesToProcess` (-10874): more frames than the prepare callback has allowed for
///   - -50: a wrong number of buffers, a buffer without enough room, or a negative number of frames
///   - any other status: the frames of the track cannot be had.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
    _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
    _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
    _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    var piece = TapPiece()
    defer {
        flagsOut?.pointee = piece.flags
        timeRangeOut?.pointee = piece.timeRange
        numberFramesOut?.pointee = piece.frames
    }
    guard let processing = tap.processing else { return kAudioUnitErr_CannotDoInCurrentContext }
    return processing.read(numberFrames, into: bufferListInOut, &piece)
}
