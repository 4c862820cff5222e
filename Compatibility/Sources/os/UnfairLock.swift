// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

internal import COSSupport

/// A lock of 4 bytes that passes on the priority of a waiting thread to its owner.
///
/// All its bytes are zero while nobody has it. It must stay at one address: keep it in allocated memory, or use
/// `OSAllocatedUnfairLock`. It is a lock of the kernel with priority inheritance (`FUTEX_LOCK_PI`), and contains the owner's
/// thread.
///
/// The process ends with a sentence if a thread locks what it has locked already, if a thread unlocks what another one has
/// locked, and if the owner has ended.
@frozen public struct os_unfair_lock_s {
    /// 0, or the number of the owner's thread and whether others wait.
    public var _os_unfair_lock_opaque: UInt32

    /// Makes a lock that nobody has.
    @inlinable public init() { _os_unfair_lock_opaque = 0 }

    /// Makes a lock of its bytes.
    ///
    /// - Parameter _os_unfair_lock_opaque: the bytes: 0.
    @inlinable public init(_os_unfair_lock_opaque: UInt32) { self._os_unfair_lock_opaque = _os_unfair_lock_opaque }
}

/// A lock of 4 bytes.
public typealias os_unfair_lock = os_unfair_lock_s
/// The address of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

private func word(_ lock: os_unfair_lock_t) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: UInt32.self)
}

/// Locks, and waits while another thread has the lock.
///
/// - Parameter lock: the lock.
@available(*, noasync, message: "a task may change its thread; use OSAllocatedUnfairLock.withLock")
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { os_support_lock_acquire(word(lock)) }

/// Locks if no thread has the lock. Does not wait.
///
/// - Parameter lock: the lock.
/// - Returns: whether this thread has the lock now.
@available(*, noasync, message: "a task may change its thread; use OSAllocatedUnfairLock.withLockIfAvailable")
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { os_support_lock_try(word(lock)) }

/// Unlocks. Only the thread that has locked may do so.
///
/// - Parameter lock: the lock.
@available(*, noasync, message: "a task may change its thread; use OSAllocatedUnfairLock.withLock")
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { os_support_lock_release(word(lock)) }

/// Ends the process unless this thread has the lock.
///
/// - Parameter lock: the lock.
public func os_unfair_lock_assert_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {
    os_support_lock_assert_owner(UnsafeRawPointer(lock).assumingMemoryBound(to: UInt32.self))
}

/// Ends the process if this thread has the lock.
///
/// - Parameter lock: the lock.
public func os_unfair_lock_assert_not_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {
    os_support_lock_assert_not_owner(UnsafeRawPointer(lock).assumingMemoryBound(to: UInt32.self))
}
