import AudioCore

/// Runs the body of a C function and returns the status that stands for what it threw. The one place where an error
/// becomes a number.
///
/// The closure throws untyped, because a closure does not infer `throws(AudioError)`, and a face should stay one line.
/// Another error than `AudioError` cannot come from the engine; it would be `kAudioFileUnspecifiedError`.
func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch {
        return (error as? AudioError ?? .unspecified).status
    }
}

/// The same for a function whose callback may have a status of its own, which the body returns. Nothing is thrown for it: what is thrown
/// is allocated, and a callback on an audio thread that has nothing to give is no error there.
func statusOfClient(_ body: () throws -> OSStatus) -> OSStatus {
    do { return try body() } catch { return (error as? AudioError ?? .unspecified).status }
}

/// The same for a function that makes something: stores what the body returns. Where it throws, `nothing` stands there, so
/// that no client finds what was there before and takes it for what it asked for.
func status<Made>(into place: UnsafeMutablePointer<Made>, else nothing: Made, _ make: () throws -> Made) -> OSStatus {
    status {
        let place = try nonnull(place)
        place.pointee = nothing
        place.pointee = try make()
    }
}

/// The same for a reference.
func status<Reference>(
    into place: UnsafeMutablePointer<Reference?>, _ make: () throws -> Reference
) -> OSStatus { status(into: place, else: nil, make) }

/// The pointer, unless it is null.
///
/// C programs pass null where a header says nonnull; Swift then holds a pointer whose bits are 0. Faces pass every
/// pointer they follow through here, so that the caller gets `kAudio_ParamError` and not a crash.
func nonnull<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>) throws(AudioError) -> UnsafeMutablePointer<Pointee> {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func nonnull<Pointee>(_ pointer: UnsafePointer<Pointee>) throws(AudioError) -> UnsafePointer<Pointee> {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func nonnull(_ pointer: UnsafeMutableRawPointer) throws(AudioError) -> UnsafeMutableRawPointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func nonnull(_ pointer: UnsafeRawPointer) throws(AudioError) -> UnsafeRawPointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

func nonnull(_ pointer: OpaquePointer) throws(AudioError) -> OpaquePointer {
    guard UInt(bitPattern: pointer) != 0 else { throw .parameter }
    return pointer
}

/// The C function, unless it is null.
@discardableResult
func nonnull<Function>(function: Function) throws(AudioError) -> Function {
    precondition(MemoryLayout<Function>.size == MemoryLayout<UInt>.size, "not a pointer to a C function")
    guard unsafeBitCast(function, to: UInt.self) != 0 else { throw .parameter.because("a callback is null") }
    return function
}

extension UnsafeMutablePointer {
    /// Works out a result and stores it, once the pointer for it has been found good.
    func store(_ value: @autoclosure () throws -> Pointee) throws {
        let target = try nonnull(self)
        target.pointee = try value()
    }
}
