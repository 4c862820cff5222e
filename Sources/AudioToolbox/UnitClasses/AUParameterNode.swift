package import AudioCore
public import CAudioToolbox
public import Foundation

/// A parameter of a unit, or a group of them: a node of its `AUParameterTree`.
///
/// Call it on any thread but an audio thread. No lock is held while an observer or a callback of the program runs.
open class AUParameterNode: NSObject {
    /// What a node has that changes.
    package struct Links {
        weak var parent: AUParameterGroup?
        /// What the unit of a tree is for hosts of version 2.
        weak var face: (any ParameterFace)?
        var observers: [ParameterObservation] = []
        var valueObserver: AUImplementorValueObserver?
        var valueProvider: AUImplementorValueProvider?
        var stringFromValue: AUImplementorStringFromValueCallback?
        var valueFromString: AUImplementorValueFromStringCallback?
        var displayName: AUImplementorDisplayNameWithLengthCallback?
    }

    package let links = LockedValue(Links())
    private let ownIdentifier: String
    private let ownName: String

    init(identifier: String, name: String) {
        (ownIdentifier, ownName) = (identifier, name)
        super.init()
    }

    // MARK: Names

    /// The name of the node for programs, which no other child of its group has.
    open var identifier: String { ownIdentifier }

    /// The identifiers from the tree to the node, such as "filter.cutoff". That of the tree itself is not part of it.
    open var keyPath: String {
        var parts: [String] = []
        for node in ancestors where !(node is AUParameterTree) { parts.insert(node.identifier, at: 0) }
        return parts.joined(separator: ".")
    }

    /// The name of the node for people.
    open var displayName: String { ownName }

    /// The name of the node for people, shorter where the unit can make it so.
    ///
    /// - Parameter maximumLength: how many characters there is room for.
    /// - Returns: what the unit's `implementorDisplayNameWithLengthCallback` makes; `displayName` without one.
    open func displayName(withLength maximumLength: Int) -> String {
        inherited(\.displayName)?(self, maximumLength) ?? displayName
    }

    /// The node itself, its group, and so on up to the tree.
    package var ancestors: [AUParameterNode] {
        var (list, next): ([AUParameterNode], AUParameterNode?) = ([], self)
        while let node = next {
            list.append(node)
            next = node.links.withLock { $0.parent }
        }
        return list
    }

    /// What the node, or the nearest group around it, has.
    func inherited<Value>(_ path: KeyPath<Links, Value?>) -> Value? {
        for node in ancestors { if let value = node.links.withLock({ $0[keyPath: path] }) { return value } }
        return nil
    }

    private func replace<Value>(_ path: WritableKeyPath<Links, Value>, _ value: Value) {
        // The old value is freed without the lock.
        let old = links.withLock { links in
            defer { links[keyPath: path] = value }
            return links[keyPath: path]
        }
        withExtendedLifetime(old) {}
    }

    // MARK: Observers

    /// Adds an observer of values of the node's parameters.
    ///
    /// - Parameter observer: called on a thread of the library. An observer must not wait for another change.
    /// - Returns: the observer's token. The observer is not notified of values that are set with it.
    open func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
        add(.value(observer))
    }

    /// Adds an observer of all changes of the node's parameters.
    ///
    /// - Parameter observer: called on a thread of the library, with events in the order of the changes.
    /// - Returns: the observer's token.
    open func token(
        byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver
    ) -> AUParameterObserverToken {
        add(.recording(observer))
    }

    /// Adds an observer of all changes of the node's parameters, and of controls that are touched or released.
    ///
    /// - Parameter observer: called on a thread of the library, with events in the order of the changes.
    /// - Returns: the observer's token.
    open func token(
        byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
    ) -> AUParameterObserverToken {
        add(.automation(observer))
    }

    /// Removes an observer. A call of it that is in progress on another thread ends as usual.
    ///
    /// - Parameter token: what adding the observer has returned. Another one is ignored.
    open func removeParameterObserver(_ token: AUParameterObserverToken) {
        // A program may add it to one node of a tree and remove it from another.
        for node in [self] + (ancestors.last?.subtree ?? []) {
            // Freed without the lock.
            let removed = node.links.withLock { links -> ParameterObservation? in
                guard let place = links.observers.firstIndex(where: { $0.token == token }) else { return nil }
                return links.observers.remove(at: place)
            }
            guard let removed else { continue }
            removed.end()
            ancestors.last?.links.withLock { $0.face }?.observerWasRemoved()
            return
        }
    }

    /// Whether the node or one in it has an observer.
    var isObserved: Bool { subtree.contains { node in node.links.withLock { !$0.observers.isEmpty } } }

    /// The node and all nodes in it.
    private var subtree: [AUParameterNode] {
        [self] + ((self as? AUParameterGroup)?.children.flatMap(\.subtree) ?? [])
    }

    private func add(_ kind: ParameterObservation.Kind) -> AUParameterObserverToken {
        let observation = ParameterObservation(kind)
        links.withLock { $0.observers.append(observation) }
        ancestors.last?.links.withLock { $0.face }?.parametersAreObserved()
        return observation.token
    }

    // MARK: For those who write units

    /// Takes new values of the node's parameters into the code that renders. Set on the tree, it is that of all its parameters.
    open var implementorValueObserver: AUImplementorValueObserver {
        get { inherited(\.valueObserver) ?? { _, _ in } }
        set { replace(\.valueObserver, newValue) }
    }

    /// Reads values of the node's parameters. Without one, a parameter has the value that was set last.
    open var implementorValueProvider: AUImplementorValueProvider {
        get { inherited(\.valueProvider) ?? { $0.storedValue } }
        set { replace(\.valueProvider, newValue) }
    }

    /// Makes texts of values. Without one, they are the parameter's `valueStrings`, or numbers.
    open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
        get { inherited(\.stringFromValue) ?? { $0.usualText(of: $1?.pointee ?? $0.value) } }
        set { replace(\.stringFromValue, newValue) }
    }

    /// Makes values of texts. Without one, it takes the parameter's `valueStrings` and numbers.
    open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
        get { inherited(\.valueFromString) ?? { $0.usualValue(of: $1) } }
        set { replace(\.valueFromString, newValue) }
    }

    /// Makes shorter names.
    open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
        get { inherited(\.displayName) ?? { node, _ in node.displayName } }
        set { replace(\.displayName, newValue) }
    }
}
