import AudioCore

/// A node whose inputs have a volume and a place: a mixer or an environment.
protocol MixingTarget: AVAudioNode {
    /// Uses a value of the source that is connected to an input.
    func use(_ field: MixingField, of values: MixingValues, input: Int)
}

/// A connection of a source, with what is set for it. Guarded by the lock of its source.
final class MixingLink: @unchecked Sendable {
    private(set) weak var node: AVAudioNode?
    let input: Int
    fileprivate var values: MixingValues
    /// How often each value has been set.
    fileprivate var versions = [UInt64](repeating: 0, count: MixingField.allCases.count)
    fileprivate var isConnected = true

    fileprivate init(_ node: AVAudioNode, _ input: Int, _ values: MixingValues) {
        (self.node, self.input, self.values) = (node, input, values)
    }

    fileprivate func change(_ field: MixingField, _ body: (inout MixingValues) -> Void) {
        body(&values)
        versions[field.rawValue] += 1
    }
}

/// What mixers do with what a node renders: its volume, its place, and what is set for single connections.
final class SourceMixing: MixingStore, @unchecked Sendable {
    private struct State {
        var values = MixingValues()
        var links: [MixingLink] = []
    }

    private let state = LockedValue(State(), .state)

    // MARK: Values

    var values: MixingValues { state.withLock { $0.values } }

    /// The value holds for all connections, also for those that have another one of their own.
    func change(_ field: MixingField, _ body: (inout MixingValues) -> Void) {
        let links = state.withLock { state in
            body(&state.values)
            for link in state.links { link.change(field, body) }
            return state.links
        }
        for link in links { push(link, field) }
    }

    func values(of link: MixingLink) -> MixingValues { state.withLock { _ in link.values } }

    /// The value holds for one connection.
    func change(_ link: MixingLink, _ field: MixingField, _ body: (inout MixingValues) -> Void) {
        state.withLock { _ in link.change(field, body) }
        push(link, field)
    }

    /// Has the mixer use a value, whichever of several threads comes last.
    private func push(_ link: MixingLink, _ field: MixingField) {
        func present() -> (values: MixingValues, version: UInt64, isConnected: Bool) {
            state.withLock { _ in (link.values, link.versions[field.rawValue], link.isConnected) }
        }
        guard let target = link.node as? any MixingTarget else { return }
        var used = present()
        while used.isConnected {
            target.use(field, of: used.values, input: link.input)
            let now = present()
            guard now.isConnected else {
                // Another source may have got the input since then, and its values before these.
                target.engine?.links.into(target, link.input)?.source.mixing.renew(target, input: link.input)
                return
            }
            guard now.version != used.version else { return }
            used = now
        }
    }

    // MARK: Connections

    /// The node has been connected to an input of another, which gets the node's values.
    func link(from source: AVAudioNode, bus: Int, to node: AVAudioNode, input: Int) {
        guard node is any MixingTarget else { return }
        let new = state.withLock { state in
            let new = MixingLink(node, input, state.values)
            state.links.append(new)
            return new
        }
        for field in MixingField.allCases { push(new, field) }
    }

    /// The node is not connected to an input of another any more.
    func unlink(from node: AVAudioNode, input: Int) {
        state.withLock { state in
            state.links.removeAll { link in
                guard link.input == input, link.node === node || link.node == nil else { return false }
                link.isConnected = false
                return true
            }
        }
    }

    /// The engine of the node ends.
    func unlinkAll() {
        state.withLock { state in
            for link in state.links { link.isConnected = false }
            state.links = []
        }
    }

    func isLinked(to node: AVAudioNode, input: Int) -> Bool { known(node, input) != nil }

    private func known(_ node: AVAudioNode, _ input: Int) -> MixingLink? {
        state.withLock { $0.links.first { $0.node === node && $0.input == input } }
    }

    /// Has an input use the values again.
    private func renew(_ node: AVAudioNode, input: Int) {
        guard let link = known(node, input) else { return }
        for field in MixingField.allCases { push(link, field) }
    }

    func destination(_ mixer: AVAudioNode, _ bus: Int) -> AVAudioMixingDestination? {
        known(mixer, bus).map { AVAudioMixingDestination(self, $0, mixer) }
    }
}
