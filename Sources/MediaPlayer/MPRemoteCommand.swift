import AudioCore
public import Foundation

/// What a function for a remote command says of what came of it.
public enum MPRemoteCommandHandlerStatus: Int, @unchecked Sendable {
    /// Done.
    case success = 0
    /// What is asked for is not there.
    case noSuchContent = 100
    /// Nothing plays that it could be done with.
    case noActionableNowPlayingItem = 110
    /// What it is to be done with is not connected.
    case deviceNotFound = 120
    /// It failed.
    case commandFailed = 200
}

/// A command that comes from outside of the program: from a media key, a headset, a lock screen or another program.
///
/// A command that is enabled and has a target is offered to the desktop. Targets are called one after the other on the main thread,
/// whose queue or run loop the program has to run. Any thread may add and remove them.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    /// What a program removes a target by.
    private final class Token: NSObject, Sendable {}

    private struct State {
        var isEnabled = true
        var targets: [(token: Token, handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus)] = []
    }

    private let state = LockedValue(State())
    /// Called when the desktop must be notified of the command.
    let changed: @Sendable () -> Void

    init(_ changed: @escaping @Sendable () -> Void) {
        self.changed = changed
        super.init()
    }

    /// Whether the program takes the command now; true at first.
    open var isEnabled: Bool {
        get { state.withLock(\.isEnabled) }
        set {
            state.withLock { $0.isEnabled = newValue }
            changed()
        }
    }

    /// Whether the command has somewhere to go.
    var isOffered: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }
    /// Whether the program leaves the command to what plays: it has neither added a target nor disabled it.
    var isLeft: Bool { state.withLock { $0.isEnabled && $0.targets.isEmpty } }
    var hasTarget: Bool { state.withLock { !$0.targets.isEmpty } }

    /// Adds a function that carries the command out.
    ///
    /// - Parameter handler: called on the main thread with the event.
    /// - Returns: what ``removeTarget(_:)`` takes.
    @discardableResult
    open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let token = Token()
        nonisolated(unsafe) let handler = handler
        state.withLock { $0.targets.append((token, handler)) }
        changed()
        return token
    }

    /// Removes a target.
    ///
    /// - Parameter target: what ``addTarget(handler:)`` has returned; nil for all targets.
    open func removeTarget(_ target: Any?) {
        let token = target as? Token
        guard target == nil || token != nil else { return }
        // What the handlers hold is freed without the lock: its end may call again.
        nonisolated(unsafe) let old = state.withLock { state in
            defer { state.targets.removeAll { target == nil || $0.token === token } }
            return state.targets
        }
        withExtendedLifetime(old) {}
        changed()
    }

    /// Calls all targets. On the main thread.
    @discardableResult
    func deliver(_ event: MPRemoteCommandEvent) -> [MPRemoteCommandHandlerStatus] {
        // A target may remove itself, or another one.
        let tokens = state.withLock { $0.targets.map(\.token) }
        return tokens.compactMap { token in
            nonisolated(unsafe) let handler = state.withLock { state in
                state.isEnabled ? state.targets.first { $0.token === token }?.handler : nil
            }
            return handler?(event)
        }
    }
}
