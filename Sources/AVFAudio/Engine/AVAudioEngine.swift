import AudioCore
import AudioSession
import AudioToolbox
import AudioUnits
import Dispatch
public import Foundation
import Glibc

/// Plays, records and processes sound with nodes that are connected to one another.
///
/// The output, the input and the main mixer are there as they are asked for. Others are attached and connected, also while the engine
/// runs: what a change does not concern continues without a click. Any thread may make any call. A change that a block asks for, which
/// the engine calls while it renders, is made after the cycle.
open class AVAudioEngine: NSObject, @unchecked Sendable {
    struct State {
        var nodes: [ObjectIdentifier: AVAudioNode] = [:]
        var links = EngineLinks()
        var phase = Phase.stopped
        /// Whether the units of the connected nodes are initialized.
        var isPrepared = false
        var output: AVAudioOutputNode?
        var input: AVAudioInputNode?
        var mixer: AVAudioMixerNode?
        var isAutoShutdownEnabled = false
        /// Whether the device rests until a node has something to do, and the number of the last time at which that may have begun.
        var isResting = false
        var idleNumber = 0
        /// What the device had when the engine was started.
        var startFormats: [Bool: AVAudioFormat] = [:]
        /// Nodes whose units are initialized.
        var initialized: Set<ObjectIdentifier> = []
        /// What MIDI goes where.
        var midiLinks: [EngineMIDILink] = []
        var midiTaps: [ObjectIdentifier: EngineMIDITap] = [:]
    }

    enum Phase { case stopped, paused, running }

    let io: EngineIO
    let state = LockedValue(State(), .state)
    let network = UnitNetwork()
    let hook = CycleHook()
    let roots = RootPuller()
    let manualClock = ManualClock()
    let session: SessionCenter
    /// Makes what a callback may not wait for, and posts notifications.
    let later = DispatchQueue(label: "AVAudioEngine")
    let follower = DeviceFollower()
    let idleTime: Double

    // MARK: Making an engine

    /// Creates an engine without nodes.
    public override init() {
        (io, session, idleTime) = (EngineIO(.system), .shared, Self.usualIdleTime)
        super.init()
        follower.engine = self
    }

    /// The seconds for which the device runs on while no node has anything to do.
    private static let usualIdleTime = 2.0

    /// An engine over other devices, for tests.
    ///
    /// - Parameter idleTime: the seconds for which the device runs on while no node has anything to do.
    init(_ devices: EngineDevices, session: SessionCenter = .shared, idleTime: Double = usualIdleTime) {
        (io, self.session, self.idleTime) = (EngineIO(devices), session, idleTime)
        super.init()
        follower.engine = self
    }

    deinit {
        session.remove(follower)
        follower.stopListening()
        io.madeDevice.map { _ = AudioOutputUnitStop($0.reference) }
        let nodes = state.withLock { Array($0.nodes.values) }
        for node in nodes {
            node.nodeUnit?.uninitialize()
            node.mixing.unlinkAll()
            _ = node.setEngine(nil)
        }
        removeNotifications()
    }

    // MARK: The nodes that every engine has

    /// The node that plays. Made on first use.
    open var outputNode: AVAudioOutputNode {
        made(\.output) { AVAudioOutputNode(io) }
    }

    /// The node that records, or takes what the program brings in manual rendering. Made on first use.
    open var inputNode: AVAudioInputNode {
        made(\.input) { AVAudioInputNode(io) }
    }

    /// The mixer that is connected to the output. Made and connected on first use.
    ///
    /// The connection has the format of the output. It follows another device at the next start, unless the program has connected the
    /// mixer itself.
    open var mainMixerNode: AVAudioMixerNode {
        if let known = state.withLock({ $0.mixer }) { return known }
        let mixer = made(\.mixer) { AVAudioMixerNode() }
        let output = outputNode
        change {
            guard self.links.into(output, 0) == nil, self.links.out(of: mixer).isEmpty else { return }
            self.join([EngineLink(source: mixer, output: 0, node: output, input: 0, isImplicit: true)], self.mainFormat)
        }
        return mixer
    }

    /// The format between the main mixer and the output.
    var mainFormat: AVAudioFormat { outputNode.outputFormat(forBus: 0) }

    private func made<Node: AVAudioNode>(_ path: WritableKeyPath<State, Node?>, _ make: () -> Node) -> Node {
        if let known = state.withLock({ $0[keyPath: path] }) { return known }
        let new = make()
        _ = new.setEngine(self)
        return state.withLock { state in
            if let known = state[keyPath: path] { return known }
            state[keyPath: path] = new
            state.nodes[ObjectIdentifier(new)] = new
            return new
        }
    }

    // MARK: Attaching

    /// The nodes that are attached, with those of the engine that have been asked for.
    open var attachedNodes: Set<AVAudioNode> { state.withLock { Set($0.nodes.values) } }

    /// Attaches a node, which can be connected after that.
    ///
    /// - Parameter node: a node that is not attached to another engine. One that is attached to this engine already stays as it is.
    open func attach(_ node: AVAudioNode) {
        guard node.engine !== self else { return }
        require(node.setEngine(self), "!nodeimpl->HasEngineImpl(): \(node)")
        state.withLock { $0.nodes[ObjectIdentifier(node)] = node }
        // A tap that was there before.
        tapsDidChange()
    }

    /// Removes a node with its connections.
    ///
    /// - Parameter node: a node that is attached to the engine, and not one of the engine's own.
    open func detach(_ node: AVAudioNode) {
        require(node.engine === self, "node.engine == self: \(node)")
        require(!isOwn(node), "node != outputNode, inputNode, mainMixerNode: \(node)")
        change {
            // Another thread may have detached it meanwhile.
            guard node.engine === self else { return }
            self.part(self.links.all.filter { $0.source === node || $0.node === node })
            self.disconnectMIDI(of: node)
            node.engineDidChange(.stopped)
            node.nodeUnit?.uninitialize()
            let kept = self.state.withLock { state -> AVAudioNode? in
                state.initialized.remove(ObjectIdentifier(node))
                return state.nodes.removeValue(forKey: ObjectIdentifier(node))
            }
            // Its taps do not have the engine render it any more.
            self.refreshRoots()
            _ = node.setEngine(nil)
            withExtendedLifetime(kept) {}
        }
    }

    func isOwn(_ node: AVAudioNode) -> Bool {
        state.withLock { $0.output === node || $0.input === node || $0.mixer === node }
    }

    // MARK: About the engine

    /// Whether the engine plays, records or can be rendered by hand.
    open var isRunning: Bool { state.withLock { $0.phase == .running } }

    /// Whether the engine stops the device after two seconds in which no player plays and nothing else generates or records sound, and
    /// starts it again when a player plays; false at first. `isRunning` stays true meanwhile.
    open var isAutoShutdownEnabled: Bool {
        get { state.withLock { $0.isAutoShutdownEnabled } }
        set {
            state.withLock { $0.isAutoShutdownEnabled = newValue }
            activityDidChange()
        }
    }

    var links: EngineLinks { state.withLock { $0.links } }

    /// Whether a render by hand may wait.
    var isRenderedOffline: Bool { io.manual?.mode == .offline }

    /// The seconds from a node's output until its sound is heard; 0 where it is not connected to the output.
    func latency(after node: AVAudioNode) -> TimeInterval {
        let (delay, output) = path(after: node)
        return output.map { delay + $0.presentationLatency } ?? 0
    }

    /// The seconds from a node's output to the output of the engine.
    func delay(after node: AVAudioNode) -> TimeInterval { path(after: node).delay }

    /// The latencies of the nodes after a node, and the output where they lead to it.
    private func path(after node: AVAudioNode) -> (delay: TimeInterval, output: AVAudioOutputNode?) {
        let links = self.links
        var (total, next) = (0.0, node)
        // A node feeds no node before it.
        while let link = links.out(of: next).first {
            if let output = link.node as? AVAudioOutputNode { return (total, output) }
            total += link.node.latency
            next = link.node
        }
        return (total, nil)
    }

    // MARK: One change at a time

    /// Changes the nodes' units while no other thread does: at once, or after the cycle that this thread is rendering.
    func change(_ body: @escaping @Sendable () -> Void) {
        guard !hook.isInCycle else { return later.async { [self] in change(body) } }
        changing(body)
    }

    /// The same for a thread that does not render.
    func changing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let own = UInt(pthread_self())
        while true {
            let worker = network.claim(own)
            // A unit of the program's makes the call while its properties are being set.
            if worker == own { return try body() }
            if worker == 0 { break }
            network.waitForTurn()
        }
        defer { network.release() }
        return try body()
    }
}
