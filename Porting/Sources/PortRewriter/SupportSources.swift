/// The texts of the parts.
enum SupportSources {
    static let notifications = #"""
        extension NotificationCenter {
            /// Calls `handler` on the thread that posts, until the observer is removed or gone. The observer is held weakly.
            func addObserver<Observer: AnyObject>(
                _ observer: Observer, handler: @escaping (Observer, Notification) -> Void, name: Notification.Name?, object: Any?
            ) {
                let entry = ObservedNotification(self, observer, name, object)
                nonisolated(unsafe) let handler = handler
                entry.token = addObserver(forName: name, object: object, queue: nil) { [weak entry] notification in
                    guard let entry, let observer = entry.observer as? Observer else { return }
                    handler(observer, notification)
                }
                ObservedNotification.keep(entry)
            }

            /// Ends what `addObserver` began for the observer.
            func removeObserver(_ observer: AnyObject) {
                ObservedNotification.remove { $0.isOf(self, observer) }
                removeObserver(observer as Any)
            }

            /// Ends what `addObserver` began for the observer, this name and this object; nil stands for all.
            func removeObserver(_ observer: AnyObject, name: Notification.Name?, object: Any?) {
                ObservedNotification.remove { $0.isOf(self, observer) && $0.matches(name, object) }
                removeObserver(observer as Any, name: name, object: object)
            }
        }

        private final class ObservedNotification: @unchecked Sendable {
            private static let lock = NSLock()
            private nonisolated(unsafe) static var entries: [ObservedNotification] = []

            weak var observer: AnyObject?
            var token: (any NSObjectProtocol)?
            private weak var center: NotificationCenter?
            private let identity: ObjectIdentifier
            private let name: Notification.Name?
            private let object: ObjectIdentifier?

            init(_ center: NotificationCenter, _ observer: AnyObject, _ name: Notification.Name?, _ object: Any?) {
                self.center = center
                self.observer = observer
                identity = ObjectIdentifier(observer)
                self.name = name
                self.object = object.map { ObjectIdentifier($0 as AnyObject) }
            }

            func isOf(_ center: NotificationCenter, _ observer: AnyObject) -> Bool {
                self.center === center && identity == ObjectIdentifier(observer)
            }

            func matches(_ name: Notification.Name?, _ object: Any?) -> Bool {
                (name == nil || name == self.name) && (object.map { ObjectIdentifier($0 as AnyObject) == self.object } ?? true)
            }

            /// Keeps an entry, and drops those whose observer is gone.
            static func keep(_ entry: ObservedNotification) {
                remove { $0.observer == nil }
                lock.withLock { entries.append(entry) }
            }

            static func remove(where isOver: (ObservedNotification) -> Bool) {
                let over = lock.withLock {
                    let over = entries.filter(isOver)
                    entries.removeAll { entry in over.contains { $0 === entry } }
                    return over
                }
                for entry in over where entry.token != nil { entry.center?.removeObserver(entry.token! as Any) }
            }
        }

        """#

    static let timers = #"""
        extension Timer {
            /// Calls `handler` on the run loop of this thread. The target is held until the timer is over, or gone.
            @discardableResult
            static func scheduledTimer<Target: AnyObject>(
                timeInterval: TimeInterval, target: Target, handler: @escaping (Target, Timer) -> Void, userInfo: Any?, repeats: Bool
            ) -> Timer {
                let timer = TimerWithUserInfo(
                    timeInterval: timeInterval, target: target, handler: handler, userInfo: userInfo, repeats: repeats)
                RunLoop.current.add(timer, forMode: .default)
                return timer
            }

            /// Calls `handler` on the run loop that the timer is added to. The target is held until the timer is over, or gone.
            convenience init<Target: AnyObject>(
                timeInterval: TimeInterval, target: Target, handler: @escaping (Target, Timer) -> Void, userInfo: Never?, repeats: Bool
            ) {
                self.init(timeInterval: timeInterval, repeats: repeats, block: timerBlock(target, repeats, handler))
            }

            /// Calls `handler` from a date on, on the run loop that the timer is added to.
            convenience init<Target: AnyObject>(
                fireAt date: Date, interval: TimeInterval, target: Target, handler: @escaping (Target, Timer) -> Void, userInfo: Never?,
                repeats: Bool
            ) {
                self.init(fire: date, interval: interval, repeats: repeats, block: timerBlock(target, repeats, handler))
            }
        }

        /// A timer that has a value for its handler.
        final class TimerWithUserInfo: Timer {
            private nonisolated(unsafe) let value: Any?
            override var userInfo: Any? { value }

            convenience init<Target: AnyObject>(
                timeInterval: TimeInterval, target: Target, handler: @escaping (Target, Timer) -> Void, userInfo: Any?, repeats: Bool
            ) {
                self.init(
                    fireAt: Date(timeIntervalSinceNow: timeInterval), interval: timeInterval, target: target, handler: handler,
                    userInfo: userInfo, repeats: repeats)
            }

            init<Target: AnyObject>(
                fireAt date: Date, interval: TimeInterval, target: Target, handler: @escaping (Target, Timer) -> Void, userInfo: Any?,
                repeats: Bool
            ) {
                value = userInfo
                super.init(fire: date, interval: interval, repeats: repeats, block: timerBlock(target, repeats, handler))
            }
        }

        /// A closure that lets the target go after the last call.
        private func timerBlock<Target: AnyObject>(
            _ target: Target, _ repeats: Bool, _ handler: @escaping (Target, Timer) -> Void
        ) -> @Sendable (Timer) -> Void {
            let held = TimerTarget(target)
            nonisolated(unsafe) let handler = handler
            return { timer in
                guard let target = held.target else { return }
                if !repeats { held.target = nil }
                handler(target, timer)
                if !timer.isValid { held.target = nil }
            }
        }

        /// Used on the thread of the timer's run loop alone.
        private final class TimerTarget<Target: AnyObject>: @unchecked Sendable {
            var target: Target?
            init(_ target: Target) { self.target = target }
        }

        """#

    static let delayedCalls = #"""
        extension NSObjectProtocol where Self: NSObject {
            /// Calls `handler` after a delay, on the run loop of this thread. The object is held until then.
            func perform(_ name: String, with argument: Any?, afterDelay delay: TimeInterval, handler: @escaping (Self, Any?) -> Void) {
                nonisolated(unsafe) let call = { handler(self, argument) }
                DelayedCall.start(DelayedCall(self, name, argument), after: delay) { call() }
            }

            /// Calls `handler` on the main thread.
            func performSelector(
                onMainThread name: String, with argument: Any?, waitUntilDone: Bool, handler: @escaping (Self, Any?) -> Void
            ) {
                nonisolated(unsafe) let call = { handler(self, argument) }
                if !waitUntilDone {
                    DispatchQueue.main.async { call() }
                } else if Thread.isMainThread {
                    call()
                } else {
                    DispatchQueue.main.sync { call() }
                }
            }

            /// Calls `handler` on a thread of its own.
            func performSelector(inBackground name: String, with argument: Any?, handler: @escaping (Self, Any?) -> Void) {
                nonisolated(unsafe) let call = { handler(self, argument) }
                Thread.detachNewThread { call() }
            }
        }

        extension NSObject {
            /// Ends the delayed calls of an object that have this name and an equal argument.
            static func cancelPreviousPerformRequests(withTarget target: NSObject, selector name: String, object: Any?) {
                DelayedCall.cancel { $0.target === target && $0.name == name && $0.hasArgument(object) }
            }

            /// Ends the delayed calls of an object.
            static func cancelPreviousPerformRequests(withTarget target: NSObject) { DelayedCall.cancel { $0.target === target } }
        }

        private final class DelayedCall: @unchecked Sendable {
            private static let lock = NSLock()
            private nonisolated(unsafe) static var waiting: [DelayedCall] = []

            let target: NSObject
            let name: String
            private let argument: Any?
            private var timer: Timer?

            init(_ target: NSObject, _ name: String, _ argument: Any?) { (self.target, self.name, self.argument) = (target, name, argument) }

            func hasArgument(_ other: Any?) -> Bool {
                switch (argument, other) {
                case (nil, nil): true
                case (let argument as AnyHashable, let other as AnyHashable): argument == other
                case (let argument?, let other?): argument as AnyObject === other as AnyObject
                default: false
                }
            }

            static func start(_ entry: DelayedCall, after delay: TimeInterval, _ call: @escaping @Sendable () -> Void) {
                lock.withLock { waiting.append(entry) }
                entry.timer = .scheduledTimer(withTimeInterval: delay, repeats: false) { _ in
                    lock.withLock { waiting.removeAll { $0 === entry } }
                    entry.timer = nil
                    call()
                }
            }

            static func cancel(where isMeant: (DelayedCall) -> Bool) {
                let over = lock.withLock {
                    let over = waiting.filter(isMeant)
                    waiting.removeAll { entry in over.contains { $0 === entry } }
                    return over
                }
                for entry in over {
                    entry.timer?.invalidate()
                    entry.timer = nil
                }
            }
        }

        """#

    static let remoteCommands = #"""
        extension MPRemoteCommand {
            /// Calls `handler` for each command, until the target is removed or gone. The target is held weakly.
            func addTarget<Target: AnyObject>(
                _ target: Target, action: String, handler: @escaping (Target, MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
            ) {
                nonisolated(unsafe) let handler = handler
                let entry = RemoteCommandTarget(self, target, action)
                entry.token = addTarget { [weak entry] event in
                    guard let entry, let target = entry.target as? Target else { return .noSuchContent }
                    return handler(target, event)
                }
                RemoteCommandTarget.keep(entry)
            }

            /// Ends what `addTarget` began for the target.
            func removeTarget(_ target: AnyObject) {
                RemoteCommandTarget.remove { $0.isOf(self, target) }
                removeTarget(target as Any)
            }

            /// Ends what `addTarget` began for the target and this action; nil stands for all.
            func removeTarget(_ target: AnyObject, action: String?) {
                RemoteCommandTarget.remove { $0.isOf(self, target) && (action == nil || action == $0.action) }
            }
        }

        private final class RemoteCommandTarget: @unchecked Sendable {
            private static let lock = NSLock()
            private nonisolated(unsafe) static var entries: [RemoteCommandTarget] = []

            weak var target: AnyObject?
            var token: Any?
            let action: String
            private let command: MPRemoteCommand
            private let identity: ObjectIdentifier

            init(_ command: MPRemoteCommand, _ target: AnyObject, _ action: String) {
                (self.command, self.target, self.action, identity) = (command, target, action, ObjectIdentifier(target))
            }

            func isOf(_ command: MPRemoteCommand, _ target: AnyObject) -> Bool {
                self.command === command && identity == ObjectIdentifier(target)
            }

            /// Keeps an entry, and drops those whose target is gone.
            static func keep(_ entry: RemoteCommandTarget) {
                remove { $0.target == nil }
                lock.withLock { entries.append(entry) }
            }

            static func remove(where isOver: (RemoteCommandTarget) -> Bool) {
                let over = lock.withLock {
                    let over = entries.filter(isOver)
                    entries.removeAll { entry in over.contains { $0 === entry } }
                    return over
                }
                for entry in over { entry.command.removeTarget(entry.token) }
            }
        }

        """#

    static let keyValueObserving = #"""
        /// A class with `observeValue`, which `NSObject` has on Apple's systems alone.
        protocol KeyValueObserver: AnyObject {
            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?)
        }

        extension KeyValueObserver {
            /// Stops the program, as `NSObject` does with a change that no class takes.
            func unexpectedValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
            ) {
                preconditionFailure("a change of \(keyPath ?? "a property") was observed, and no class took it")
            }
        }

        /// What `observeValue` gets.
        public struct NSKeyValueChangeKey: Hashable, Sendable {
            public let rawValue: String
            public static let newKey = Self(rawValue: "new")
            public static let oldKey = Self(rawValue: "old")
        }

        extension NSObjectProtocol where Self: NSObject {
            /// Calls the observer's `observeValue` for each change, until `removeObserver`. The observer is held weakly.
            ///
            /// - Parameter observing: observes the property of the object, with these options and this handler.
            func addObserver<Value>(
                _ observer: any KeyValueObserver, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
                context: UnsafeMutableRawPointer?,
                observing: (
                    Self, NSKeyValueObservingOptions, @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
                ) -> NSKeyValueObservation
            ) {
                let entry = KeyValueEntry(self, observer, keyPath, context)
                KeyValueEntry.keep(entry)
                entry.observation = observing(self, options) { [weak entry] object, change in
                    guard let entry, let observer = entry.observer else { return }
                    var values: [NSKeyValueChangeKey: Any] = [:]
                    if let new = change.newValue { values[.newKey] = new }
                    if let old = change.oldValue { values[.oldKey] = old }
                    observer.observeValue(forKeyPath: entry.keyPath, of: object, change: values, context: entry.context)
                }
            }

            /// Ends what `addObserver` began for the observer and the property, with any context.
            func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String) {
                KeyValueEntry.remove { $0.isOf(self, observer) && $0.keyPath == keyPath }
            }

            /// Ends what `addObserver` began for the observer, the property and the context.
            func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
                KeyValueEntry.remove { $0.isOf(self, observer) && $0.keyPath == keyPath && $0.context == context }
            }
        }

        private final class KeyValueEntry: @unchecked Sendable {
            private static let lock = NSLock()
            private nonisolated(unsafe) static var entries: [KeyValueEntry] = []

            weak var observer: (any KeyValueObserver)?
            var observation: NSKeyValueObservation?
            let keyPath: String
            let context: UnsafeMutableRawPointer?
            private let object: ObjectIdentifier
            private weak var living: AnyObject?
            private let identity: ObjectIdentifier

            init(_ object: AnyObject, _ observer: any KeyValueObserver, _ keyPath: String, _ context: UnsafeMutableRawPointer?) {
                (self.object, living, self.observer) = (ObjectIdentifier(object), object, observer)
                (self.keyPath, self.context, identity) = (keyPath, context, ObjectIdentifier(observer))
            }

            func isOf(_ object: AnyObject, _ observer: AnyObject) -> Bool {
                self.object == ObjectIdentifier(object) && identity == ObjectIdentifier(observer)
            }

            /// Keeps an entry, and drops those whose object or observer is gone.
            static func keep(_ entry: KeyValueEntry) {
                remove { $0.observer == nil || $0.living == nil }
                lock.withLock { entries.append(entry) }
            }

            static func remove(where isOver: (KeyValueEntry) -> Bool) {
                let over = lock.withLock {
                    let over = entries.filter(isOver)
                    entries.removeAll { entry in over.contains { $0 === entry } }
                    return over
                }
                for entry in over { entry.observation?.invalidate() }
            }
        }

        """#
}
