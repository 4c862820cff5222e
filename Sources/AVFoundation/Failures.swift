import AudioCore

/// Ends the program where Apple's classes raise an exception, with what is wrong.
func requireAsset(_ condition: Bool, _ text: @autoclosure () -> String) {
    guard !condition else { return }
    fatalError("*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '\(text())'")
}

extension LockedValue {
    /// Sets a part of the value. The old one goes away outside the lock: it may be a client's object, with code of its own.
    func set<Part>(_ part: WritableKeyPath<Value, Part>, to new: Part) {
        let old = withLock { value in
            defer { value[keyPath: part] = new }
            return value[keyPath: part]
        }
        withExtendedLifetime(old) {}
    }
}
