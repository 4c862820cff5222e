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

    /// The engine in words, for a log: whether it runs, its nodes, and what each of their outputs is connected to.
    open override var description: String { words }

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

    // MARK: Connecting

    /// Connects an output of a node to an input of another. What both were connected to is disconnected.
    ///
    /// - Parameters:
    ///   - node1: the source, which is attached to the engine.
    ///   - node2: the destination, which is attached to the engine. A mixer gets the input if it does not have it.
    ///   - bus1: an output of the source.
    ///   - bus2: an input of the destination.
    ///   - format: what the output is to have, and the input then has too; nil for the present format of the output.
    open func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus, toBus bus2: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(node1, bus1, [(node2, bus2)], format)
    }

    /// Connects the first output of a node to the first input of another, or to the next free input of a mixer.
    ///
    /// - Parameters:
    ///   - node1: the source, which is attached to the engine.
    ///   - node2: the destination, which is attached to the engine.
    ///   - format: what the output is to have, and the input then has too; nil for the present format of the output.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        connect(node1, 0, [(node2, node2.growsInputs ? nil : 0)], format)
    }

    /// Connects an output of a node to inputs of several others.
    ///
    /// - Parameters:
    ///   - sourceNode: the source, which is attached to the engine.
    ///   - destNodes: the inputs. Until their paths meet again, the nodes in them keep the sample rate.
    ///   - sourceBus: an output of the source.
    ///   - format: what the output is to have, and the inputs then have too; nil for the present format of the output.
    open func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint], fromBus sourceBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) {
        connect(sourceNode, sourceBus, destNodes.compactMap { point in point.node.map { ($0, point.bus) } }, format)
    }

    // MARK: Disconnecting

    /// Disconnects an input.
    ///
    /// - Parameters:
    ///   - node: a node of the engine.
    ///   - bus: an input. It may be unconnected.
    open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        change { self.part([self.links.into(node, bus)].compactMap { $0 }) }
    }

    /// Disconnects all inputs of a node.
    ///
    /// - Parameter node: a node of the engine.
    open func disconnectNodeInput(_ node: AVAudioNode) { change { self.part(self.links.into(node)) } }

    /// Disconnects an output from all inputs that it is connected to.
    ///
    /// - Parameters:
    ///   - node: a node of the engine.
    ///   - bus: an output. It may be unconnected.
    open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        change { self.part(self.links.out(of: node, bus)) }
    }

    /// Disconnects all outputs of a node.
    ///
    /// - Parameter node: a node of the engine.
    open func disconnectNodeOutput(_ node: AVAudioNode) { change { self.part(self.links.out(of: node)) } }

    // MARK: Asking

    /// What an input is connected to.
    ///
    /// - Parameters:
    ///   - node: a node of the engine.
    ///   - bus: an input.
    /// - Returns: the output that it gets its frames from; nil for none.
    open func inputConnectionPoint(for node: AVAudioNode, inputBus bus: AVAudioNodeBus) -> AVAudioConnectionPoint? {
        links.into(node, bus).map { AVAudioConnectionPoint(node: $0.source, bus: $0.output) }
    }

    /// What an output is connected to.
    ///
    /// - Parameters:
    ///   - node: a node of the engine.
    ///   - bus: an output.
    /// - Returns: the inputs that get its frames.
    open func outputConnectionPoints(
        for node: AVAudioNode, outputBus bus: AVAudioNodeBus
    ) -> [AVAudioConnectionPoint] {
        links.out(of: node, bus).map { AVAudioConnectionPoint(node: $0.node, bus: $0.input) }
    }

    // MARK: Connecting MIDI

    /// Has the MIDI of a node go to another.
    ///
    /// The events keep their sample times. A connection that the source had to other nodes ends. Connect nodes before the engine is
    /// started: a unit takes its output blocks when it is initialized.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNode: a node whose unit takes MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each event as well; nil for no one.
    @available(*, deprecated, message: "use the form with eventListBlock")
    open func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        connectMIDI(sourceNode, [destinationNode], format, EngineMIDITap(bytes: tapBlock))
    }

    /// Has the MIDI of a node go to another, as Universal MIDI Packets.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNode: a node whose unit takes MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each list as well; nil for no one.
    open func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        connectMIDI(sourceNode, [destinationNode], format, EngineMIDITap(lists: tapBlock))
    }

    /// Has the MIDI of a node go to several others.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNodes: nodes whose units take MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each event as well; nil for no one.
    @available(*, deprecated, message: "use the form with eventListBlock")
    open func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        connectMIDI(sourceNode, destinationNodes, format, EngineMIDITap(bytes: tapBlock))
    }

    /// Has the MIDI of a node go to several others, as Universal MIDI Packets.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNodes: nodes whose units take MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each list as well; nil for no one.
    open func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        connectMIDI(sourceNode, destinationNodes, format, EngineMIDITap(lists: tapBlock))
    }

    /// Ends a connection of MIDI.
    ///
    /// - Parameters:
    ///   - sourceNode: the node that gives MIDI.
    ///   - destinationNode: the node that takes it.
    open func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
        disconnectMIDI(sourceNode, from: [destinationNode])
    }

    /// Ends connections of MIDI.
    ///
    /// - Parameters:
    ///   - sourceNode: the node that gives MIDI.
    ///   - destinationNodes: the nodes that take it.
    open func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
        endMIDI { link in link.source === sourceNode && destinationNodes.contains { $0 === link.node } }
    }

    /// Ends all connections that bring MIDI to a node.
    ///
    /// - Parameter node: the node that takes MIDI.
    open func disconnectMIDIInput(_ node: AVAudioNode) { endMIDI { $0.node === node } }

    /// Ends all connections that take MIDI from a node.
    ///
    /// - Parameter node: the node that gives MIDI.
    open func disconnectMIDIOutput(_ node: AVAudioNode) { endMIDI { $0.source === node } }

    // MARK: Running

    /// Makes everything ready to start, so that `start` takes little time.
    ///
    /// An error is reported by `start`.
    open func prepare() { prepareNodes() }

    /// Starts the engine, or continues after a pause.
    ///
    /// The session of the program becomes active.
    ///
    /// - Throws: an error of the domain `com.apple.coreaudio.avfaudio`, whose code is the status of a unit or the device.
    open func start() throws { try startNodes() }

    /// Stops the device, and keeps everything ready to continue.
    open func pause() { pauseNodes() }

    /// Stops the device, and releases what `prepare` made ready. Player nodes stop too.
    open func stop() { stopNodes() }

    /// Discards the sound that the nodes hold. The connections stay.
    open func reset() { resetNodes() }

    // MARK: Rendering by hand

    /// Begins manual rendering: the engine plays and records on no device, and renders as the program calls it.
    ///
    /// The connections stay; taps of the input and the output go. The time begins at 0.
    ///
    /// - Parameters:
    ///   - mode: offline, which may wait, or in real time.
    ///   - pcmFormat: what is rendered: linear PCM.
    ///   - maximumFrameCount: the most frames of a call.
    /// - Throws: `AVAudioEngineManualRenderingError.initialized` while the engine runs or is paused; -10868 for a format that cannot be
    ///   rendered.
    open func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws { try beginManualRendering(mode, pcmFormat, maximumFrameCount) }

    /// Ends manual rendering: the engine plays and records on the device again. It has to be stopped.
    open func disableManualRenderingMode() { endManualRendering() }

    /// Whether the program renders the engine.
    open var isInManualRenderingMode: Bool { io.manual != nil }

    /// How the program renders the engine; offline if it does not.
    open var manualRenderingMode: AVAudioEngineManualRenderingMode { io.manual?.mode ?? .offline }

    /// What is rendered by hand; if nothing is, the format of the device.
    open var manualRenderingFormat: AVAudioFormat { io.manual?.format ?? outputNode.outputFormat(forBus: 0) }

    /// The most frames of a call; 0 if the program does not render the engine.
    open var manualRenderingMaximumFrameCount: AVAudioFrameCount { io.manual?.maximumFrames ?? 0 }

    /// The frames that have been rendered by hand since the mode began, or since a reset.
    open var manualRenderingSampleTime: AVAudioFramePosition { manualClock.sampleTime }

    /// Renders frames offline, as fast as it can.
    ///
    /// - Parameters:
    ///   - numberOfFrames: how many, at most `manualRenderingMaximumFrameCount`.
    ///   - buffer: gets them. It has the manual rendering format and room for them.
    /// - Returns: a status; with `error`, the call throws.
    /// - Throws: `invalidMode`, `notRunning`, or what a unit returned, in the domain `com.apple.coreaudio.avfaudio`.
    @discardableResult
    open func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus { try renderByHand(numberOfFrames, buffer) }

    /// The block that renders an engine in the mode `realtime`.
    ///
    /// It neither waits nor allocates. Get it after `enableManualRenderingMode`; it stays valid until the mode ends. It fills the memory of
    /// the buffer list, which has that of the manual rendering format.
    open var manualRenderingBlock: AVAudioEngineManualRenderingBlock { handRenderer }

    // MARK: What the engine knows of its nodes

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
