/// An unfair lock in memory of its own, with the state that it protects. Copies are the same lock.
///
/// It is an `os_unfair_lock`, and ends the process for the same mistakes. It is not recursive. A thread that waits for it
/// passes on its priority to the owner.
@frozen public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    @usableFromInline let storage: ManagedBuffer<State, os_unfair_lock_s>

    /// Who has a lock.
    @frozen public enum Ownership: Hashable, Sendable {
        /// This thread.
        case owner
        /// Another thread or nobody.
        case notOwner
    }

    /// Makes a lock with a state that need not be sendable.
    ///
    /// - Parameter initialState: the state.
    @inlinable public init(uncheckedState initialState: State) {
        storage = ManagedBuffer<State, os_unfair_lock_s>.create(minimumCapacity: 1) { buffer in
            buffer.withUnsafeMutablePointerToElements { $0.initialize(to: os_unfair_lock_s()) }
            return initialState
        }
    }

    /// Makes a lock with a state.
    ///
    /// - Parameter initialState: the state.
    @inlinable public init(initialState: State) where State: Sendable { self.init(uncheckedState: initialState) }

    /// Calls a function while the lock is held.
    ///
    /// - Parameter body: the function, which may change the state.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @inlinable public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.withUnsafeMutablePointers { state, lock in
            os_unfair_lock_lock(lock)
            defer { os_unfair_lock_unlock(lock) }
            return try body(&state.pointee)
        }
    }

    /// Calls a function while the lock is held.
    ///
    /// - Parameter body: the function, which may change the state.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @inlinable public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls a function while the lock is held, unless another thread has it. Does not wait.
    ///
    /// - Parameter body: the function, which may change the state.
    /// - Returns: what `body` returns, or nil if it was not called.
    /// - Throws: what `body` throws.
    @inlinable public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        try storage.withUnsafeMutablePointers { state, lock in
            guard os_unfair_lock_trylock(lock) else { return nil }
            defer { os_unfair_lock_unlock(lock) }
            return try body(&state.pointee)
        }
    }

    /// Calls a function while the lock is held, unless another thread has it. Does not wait.
    ///
    /// - Parameter body: the function, which may change the state.
    /// - Returns: what `body` returns, or nil if it was not called.
    /// - Throws: what `body` throws.
    @inlinable public func withLockIfAvailable<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Ends the process unless this thread has, or has not, the lock.
    ///
    /// - Parameter condition: which of both.
    @inlinable public func precondition(_ condition: Ownership) {
        storage.withUnsafeMutablePointerToElements { lock in
            switch condition {
            case .owner: os_unfair_lock_assert_owner(lock)
            case .notOwner: os_unfair_lock_assert_not_owner(lock)
            }
        }
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Makes a lock without a state.
    @inlinable public init() { self.init(uncheckedState: ()) }

    /// Calls a function while the lock is held.
    ///
    /// - Parameter body: the function.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @inlinable public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls a function while the lock is held.
    ///
    /// - Parameter body: the function.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @inlinable public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls a function while the lock is held, unless another thread has it. Does not wait.
    ///
    /// - Parameter body: the function.
    /// - Returns: what `body` returns, or nil if it was not called.
    /// - Throws: what `body` throws.
    @inlinable public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Calls a function while the lock is held, unless another thread has it. Does not wait.
    ///
    /// - Parameter body: the function.
    /// - Returns: what `body` returns, or nil if it was not called.
    /// - Throws: what `body` throws.
    @inlinable public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Locks, and waits while another thread has the lock.
    @available(*, noasync, message: "a task may change its thread; use withLock")
    @inlinable public func lock() { storage.withUnsafeMutablePointerToElements { os_unfair_lock_lock($0) } }

    /// Unlocks. Only the thread that has locked may do so.
    @available(*, noasync, message: "a task may change its thread; use withLock")
    @inlinable public func unlock() { storage.withUnsafeMutablePointerToElements { os_unfair_lock_unlock($0) } }

    /// Locks if no thread has the lock. Does not wait.
    ///
    /// - Returns: whether this thread has the lock now.
    @available(*, noasync, message: "a task may change its thread; use withLockIfAvailable")
    @inlinable public func lockIfAvailable() -> Bool {
        storage.withUnsafeMutablePointerToElements { os_unfair_lock_trylock($0) }
    }
}
