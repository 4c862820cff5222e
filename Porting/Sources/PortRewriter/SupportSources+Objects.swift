extension SupportSources {
    static let associatedObjects = #"""
        /// How an object keeps a value: weakly with `OBJC_ASSOCIATION_ASSIGN`, and else strongly. Nothing is copied.
        enum objc_AssociationPolicy: UInt, Sendable {
            case OBJC_ASSOCIATION_ASSIGN = 0
            case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
            case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
            case OBJC_ASSOCIATION_RETAIN = 0o1401
            case OBJC_ASSOCIATION_COPY = 0o1403
        }

        /// Keeps a value for an object and a key; nil removes it. Values of objects that are gone go with the next call of this function.
        func objc_setAssociatedObject(_ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy) {
            let object = object as AnyObject
            let entry = value.map { AssociatedValue(object, key, $0, policy) }
            AssociatedValue.replace(with: entry) { $0.object == nil || ($0.object === object && $0.key == key) }
        }

        /// Returns the value of an object for a key.
        func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
            AssociatedValue.value(of: object as AnyObject, key)
        }

        /// Removes all values of an object.
        func objc_removeAssociatedObjects(_ object: Any) {
            let object = object as AnyObject
            AssociatedValue.replace(with: nil) { $0.object === object }
        }

        private final class AssociatedValue: @unchecked Sendable {
            private static let lock = NSLock()
            private nonisolated(unsafe) static var entries: [AssociatedValue] = []

            weak var object: AnyObject?
            let key: UnsafeRawPointer
            private let held: Any?
            private weak var assigned: AnyObject?

            init(_ object: AnyObject, _ key: UnsafeRawPointer, _ value: Any, _ policy: objc_AssociationPolicy) {
                (self.object, self.key) = (object, key)
                held = policy == .OBJC_ASSOCIATION_ASSIGN ? nil : value
                assigned = policy == .OBJC_ASSOCIATION_ASSIGN ? value as AnyObject : nil
            }

            static func value(of object: AnyObject, _ key: UnsafeRawPointer) -> Any? {
                let entry = lock.withLock { entries.first { $0.object === object && $0.key == key } }
                return entry.flatMap { $0.held ?? $0.assigned }
            }

            /// What goes is let go outside the lock: its end may call these functions.
            static func replace(with entry: AssociatedValue?, where isOver: (AssociatedValue) -> Bool) {
                let over = lock.withLock {
                    let over = entries.filter(isOver)
                    entries.removeAll { entry in over.contains { $0 === entry } }
                    if let entry { entries.append(entry) }
                    return over
                }
                withExtendedLifetime(over) {}
            }
        }

        """#

    static let objectLocks = #"""
        /// Waits for the lock of an object, which its thread may lock again. Returns 0.
        @discardableResult
        func objc_sync_enter(_ object: Any) -> Int32 {
            ObjectLock.enter(ObjectIdentifier(object as AnyObject)).lock()
            return 0
        }

        /// Unlocks the lock of an object. Returns 0, or -1 if nothing has locked it.
        @discardableResult
        func objc_sync_exit(_ object: Any) -> Int32 {
            guard let lock = ObjectLock.leave(ObjectIdentifier(object as AnyObject)) else { return -1 }
            lock.unlock()
            return 0
        }

        private final class ObjectLock: @unchecked Sendable {
            private static let lock = NSLock()
            private nonisolated(unsafe) static var locks: [ObjectIdentifier: ObjectLock] = [:]

            private let recursive = NSRecursiveLock()
            private var users = 0

            /// The lock of an object, which exists as long as somebody has it or waits for it.
            static func enter(_ object: ObjectIdentifier) -> NSRecursiveLock {
                lock.withLock {
                    let entry = locks[object] ?? ObjectLock()
                    locks[object] = entry
                    entry.users += 1
                    return entry.recursive
                }
            }

            static func leave(_ object: ObjectIdentifier) -> NSRecursiveLock? {
                lock.withLock {
                    guard let entry = locks[object] else { return nil }
                    entry.users -= 1
                    if entry.users == 0 { locks[object] = nil }
                    return entry.recursive
                }
            }
        }

        """#
}
