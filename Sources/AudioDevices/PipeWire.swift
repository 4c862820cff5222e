import AudioCore
internal import CPipeWire
import CRealtime
import Glibc
import Synchronization

/// PipeWire, spoken natively: one context with a real-time data thread for all streams, devices from the registry, the
/// default device from the session manager's metadata.
package final class PipeWire: Backend, @unchecked Sendable {
    package static let name = "pipewire"
    package var isServer: Bool { true }

    let library: PipeWireLibrary
    let loop: OpaquePointer
    let identity: ProgramIdentity
    /// What our nodes run in, with its key: all in one loop, as the audio thread is one.
    let dataLoop: [(String, String)]
    private let context: OpaquePointer
    private(set) var core: OpaquePointer!
    let mainLoop: OpaquePointer?
    /// Signalled by the audio thread where cycles have another rate than the ones before.
    private(set) var rateEvent: OpaquePointer?
    private let events: @Sendable (DeviceEvent) -> Void
    private let gate = CallGate()
    /// When the client that a cycle calls now was called; 0 while none is.
    let cycleBegin = Atomic<UInt64>(0)

    // All of these belong to the loop: touched on its thread or with its lock held.
    private var registry: OpaquePointer?
    private var metadata: [UInt32: BoundMetadata] = [:]
    private var nodes: [UInt32: BoundNode] = [:]
    /// Our streams by the server's objects, of which one that changes over has two.
    private var streams: [OpaquePointer: PipeWireStream] = [:]
    /// The nodes at both ends of each link.
    private var links: [UInt32: (output: UInt32, input: UInt32)] = [:]
    private var defaults: [DeviceDirection: String] = [:]
    /// Those whose properties have not come: they are the default devices when they have.
    private var nextDefaults: [DeviceDirection: String] = [:]
    private var clock = Clock()
    /// The rates that this process has set, by the devices' names. They end with the connection.
    private var wantedRates: [String: Double] = [:]
    private var lastDone: Int32 = -1
    /// The number of the last message that the server has refused.
    private var lastRefused: Int32 = -1
    private var serverVersion = PipeWireVersion(0, 0, 0)
    private var isReady = false
    private var isLost = false
    private let coreHook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private let registryHook = UnsafeMutablePointer<PWHook>.allocateZeroed()

    package init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        guard let library = PipeWireLoad()?.pointee else {
            throw .serverUnavailable.because("libpipewire-0.3 is not installed")
        }
        guard let loop = library.pw_thread_loop_new("pipewire", nil) else { throw .memoryFull }
        let identity = ProgramIdentity.present
        guard let context = library.context(loop, identity) else {
            library.pw_thread_loop_destroy(loop)
            throw .serverUnavailable.because("PipeWire's client configuration cannot be read")
        }
        self.library = library
        self.loop = loop
        self.context = context
        self.identity = identity
        self.events = events
        dataLoop = PWDataLoopName(context).map { [("node.loop.name", String(cString: $0))] } ?? []
        mainLoop = library.pw_thread_loop_get_loop(loop)
        core = library.pw_context_connect(context, nil, 0)
        guard core != nil else {
            let reason = String(cString: strerror(errno))
            tearDown()
            throw .serverUnavailable.because("PipeWire does not answer: \(reason)")
        }
        listen()
        guard library.pw_thread_loop_start(loop) == 0, learnDevices() else {
            tearDown()
            throw .serverUnavailable.because("PipeWire does not answer")
        }
    }

    /// What the server's settings specify for its cycles.
    private struct Clock {
        var rate = 48_000.0
        var forcedRate = 0.0
        var allowedRates: [Double] = []
        var frames = 1024
        var fewest = 32
        var most = 8192
    }

    private func listen() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        PWCoreAddListener(core, coreHook, Self.coreEvents, this)
        registry = PWCoreGetRegistry(core)
        PWRegistryAddListener(registry, registryHook, Self.registryEvents, this)
        rateEvent = PWLoopAddEvent(mainLoop, { data, _ in PipeWire.borrow(data).didChangeRates() }, this)
    }

    /// Three round trips: the first names all objects, the second brings what we listen to of those that the first made us
    /// bind, the third the parameters that their facts made us ask for. Default devices may be named before their facts come.
    private func learnDevices() -> Bool {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        for _ in 0..<3 {
            let sequence = PWCoreSync(core, UInt32(PWIdCore), 0)
            guard wait(seconds: 3, until: { isDone(sequence) }) else { return false }
        }
        settleDefaults()
        isReady = true
        return true
    }

    /// For how many nanoseconds the client that runs now has run. Calls may have to wait for its end: where the library takes an object
    /// away, or changes what runs, it waits for its data thread with the loop's lock held.
    package var cycleTime: UInt64 {
        let begin = cycleBegin.load(ordering: .relaxed)
        return begin == 0 ? 0 : max(begin, HostTime.now()) - begin
    }

    package func devices() throws(AudioError) -> [DeviceDescription] {
        try gate.pass { () throws(AudioError) in try list() }
    }

    private func list() throws(AudioError) -> [DeviceDescription] {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        guard !isLost else { throw .serverUnavailable }
        return nodes.sorted { $0.key < $1.key }.map(\.value).filter(\.isDescribed).flatMap { node in
            node.directions.map { describe(node, $0) }
        }
    }

    private func describe(_ node: BoundNode, _ direction: DeviceDirection) -> DeviceDescription {
        var device = node.device
        device.direction = direction
        device.isDefault = defaults[device.direction] == device.id
        let usual = clock.forcedRate > 0 ? clock.forcedRate : clock.rate
        // One that does not run has the rate with which a stream of ours will start it.
        let next = wantedRates[device.id] ?? node.rate ?? usual
        // Between two streams of ours, and before a first cycle, nothing reports that a rate we have set is there again.
        let unseen = cyclesTellRates ? wantedRates[device.id] : nil
        let present = rateOfCycles(on: node) ?? unseen ?? node.cycleRate ?? node.rate
        device.sampleRate = device.isRunning == true ? present ?? next : next
        device.rates = clock.allowedRates.isEmpty ? [device.sampleRate] : clock.allowedRates
        device.framesPerCycle = clock.frames
        device.cycleRange = min(clock.fewest, clock.frames)...max(clock.most, clock.frames)
        return device
    }

    package func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        try gate.pass { () throws(AudioError) in try send(change, to: device, direction) }
    }

    private func send(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        guard !isLost else { throw .serverUnavailable }
        let node = try node(device, direction)
        switch change {
        case .becomeDefault:
            guard !device.contains(where: { $0 == "\"" || $0 == "\\" }) else { throw .unsupportedChange }
            let key = direction == .output ? "default.configured.audio.sink" : "default.configured.audio.source"
            let message = try set(key, "{ \"name\": \"\(device)\" }", type: "Spa:String:JSON", in: "default")
            try waitForAnswer(to: message) { defaults[direction] == device }
        case .sampleRate(let rate):
            guard describe(node, direction).rates.contains(rate) else { throw .deviceFormat }
            try force(rate, on: node, direction)
        case .volume(let volume):
            guard !node.device.volume.isEmpty else { throw .unsupportedChange }
            guard node.device.volume != volume else { return }
            let reports = node.reports
            let message = node.send(.volumes(volume))
            if try !hasReported(node, message, after: reports) { node.assume(volume: volume) }
        case .muted(let muted):
            guard node.device.isMuted != nil else { throw .unsupportedChange }
            guard node.device.isMuted != muted else { return }
            let reports = node.reports
            let message = node.send(.mute(muted))
            if try !hasReported(node, message, after: reports) { node.assume(muted: muted) }
        case .port: throw .unsupportedChange
        }
    }

    // MARK: Rates

    /// Sets the rate of a device for all programs, as long as one of this process's streams is there, and as any program uses it
    /// from then on: the property of a stream, which ends with the stream, and not the server's setting, which
    /// would apply to all devices and would stay.
    private func force(_ rate: Double, on node: BoundNode, _ direction: DeviceDirection) throws(AudioError) {
        let device = node.device.id
        let before = wantedRates[device]
        want(rate, of: device)
        defer { events(.deviceChanged(device)) }
        guard node.device.isRunning == true, runningRate(of: node) != rate else { return }
        var holder: PipeWireStream?
        if !streams.values.contains(where: { $0.isActive && deviceOf($0) == device }) {
            holder = try hold(node, direction)
        }
        let hasChanged = wait(seconds: 3, asksAgain: cyclesTellRates) {
            runningRate(of: node) == rate || node.isGone
        }
        holder?.close()
        guard hasChanged, !node.isGone else {
            want(before, of: device)
            guard !isLost else { throw .serverUnavailable }
            throw AudioError.unsupportedChange.because("another program keeps the device's rate")
        }
    }

    /// Whether a node's format may differ from the rate at which the server runs it: it follows that rate in version 0.3.
    private var cyclesTellRates: Bool { serverVersion >= PipeWireVersion(1, 0, 0) }

    /// The rate at which the server runs a device: where the node's format does not say, that of a stream's cycles there. Of
    /// a device without a stream of ours the format is all there is.
    private func runningRate(of node: BoundNode) -> Double? { rateOfCycles(on: node) ?? node.rate }

    private func rateOfCycles(on node: BoundNode) -> Double? {
        guard cyclesTellRates else { return nil }
        for stream in streams.values where stream.isActive && deviceOf(stream) == node.device.id {
            if let rate = stream.graphRate { return rate }
        }
        return nil
    }

    private func want(_ rate: Double?, of device: String) {
        wantedRates[device] = rate
        for stream in streams.values where deviceOf(stream) == device { stream.updateRate() }
    }

    /// A silent stream, so that a device changes its rate at once that only other programs use. It keeps the rate when the stream
    /// goes.
    private func hold(_ node: BoundNode, _ direction: DeviceDirection) throws(AudioError) -> PipeWireStream {
        var request = StreamRequest()
        request.direction = direction
        request.device = node.device.id
        let context = Unmanaged.passUnretained(self).toOpaque()
        let silence = RenderCall(context: context) { _, cycle in
            let samples = cycle.pointee.frames * cycle.pointee.channels
            _ = realtime_fill(cycle.pointee.samples, 0, Int(samples) * MemoryLayout<Float>.stride)
        }
        let stream = try PipeWireStream(
            self, request, on: node, direction == .output ? silence : RenderCall(context: context) { _, _ in })
        try stream.start()
        return stream
    }

    /// The rate that a stream is to demand of its device; nil where it takes the device's.
    func rate(for stream: PipeWireStream) -> Double? { deviceOf(stream).flatMap { wantedRates[$0] } }

    /// The rate of a stream, where its device has another one.
    func unlikeRate(of stream: PipeWireStream) -> Double? {
        let direction: DeviceDirection = stream.isInput ? .input : .output
        guard let device = deviceOf(stream), let node = try? node(device, direction),
            describe(node, direction).sampleRate != stream.format.sampleRate
        else { return nil }
        return stream.format.sampleRate
    }

    private func deviceOf(_ stream: PipeWireStream) -> String? {
        if let node = stream.node { return node.device.id }
        let linked = stream.port.flatMap { device(linkedTo: library.pw_stream_get_node_id($0.object)) }
        return linked ?? defaults[stream.isInput ? .input : .output]
    }

    // MARK: Streams

    /// An object of a stream comes or goes. With the loop's lock held.
    func add(_ object: OpaquePointer, of stream: PipeWireStream) { streams[object] = stream }
    func remove(_ object: OpaquePointer) { streams[object] = nil }

    /// Runs `body` with the loop's lock held.
    func locked<Result>(_ body: () -> Result) -> Result {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        return body()
    }

    /// Whether a node is a stream of ours.
    private func isOwn(_ node: UInt32) -> Bool { streams.keys.contains { library.pw_stream_get_node_id($0) == node } }

    /// The device that a node of ours is linked to; nil while there is none. With the loop's lock held.
    func device(linkedTo node: UInt32) -> String? {
        for link in links.values where link.output == node || link.input == node {
            if let other = nodes[link.output == node ? link.input : link.output] { return other.device.id }
        }
        return nil
    }

    private func node(_ device: String, _ direction: DeviceDirection) throws(AudioError) -> BoundNode {
        let node = nodes.values.first {
            $0.isDescribed && $0.device.id == device && $0.directions.contains(direction)
        }
        guard let node else { throw .noDevice }
        return node
    }

    /// Waits until the server, or its session manager, has answered a message.
    ///
    /// - Throws: `serverUnavailable` after three seconds, or if the connection is lost or did not take the message;
    ///   `unsupportedChange` where the server refuses the message, as it does for a program in a sandbox.
    private func waitForAnswer(to message: Int32, _ hasCome: () -> Bool) throws(AudioError) {
        guard message >= 0 else { throw .serverUnavailable.because("PipeWire took no message") }
        guard wait(seconds: 3, until: { isRefused(message) || hasCome() }) else {
            throw .serverUnavailable.because("PipeWire does not answer")
        }
        if isRefused(message) { throw AudioError.unsupportedChange.because("PipeWire refuses the change") }
    }

    private func isRefused(_ message: Int32) -> Bool { PipeWireSequence.isSame(lastRefused, message) }

    private func isDone(_ sequence: Int32) -> Bool { PipeWireSequence.isDone(lastDone, with: sequence) }

    /// Waits until a node reports what has just been set. False where the server is done with that and no report has come.
    ///
    /// A sink that has never run reports nothing on a server before version 1.4.10, though the server keeps what is set.
    private func hasReported(_ node: BoundNode, _ message: Int32, after reports: Int) throws(AudioError) -> Bool {
        // A report may follow the first answer.
        for _ in 0..<2 {
            let sequence = PWCoreSync(core, UInt32(PWIdCore), 0)
            try waitForAnswer(to: message) { node.reports > reports || isDone(sequence) }
            if node.reports > reports { return true }
        }
        guard !node.isGone else { throw .noDevice }
        return false
    }

    /// Waits, with the loop's lock held. Returns false if the time ends, or the connection is lost, before `hasCome` is
    /// true.
    ///
    /// - Parameter asksAgain: whether `hasCome` may become true without a message of the server.
    private func wait(seconds: Int64, asksAgain: Bool = false, until hasCome: () -> Bool) -> Bool {
        let time = seconds * Int64(HostTime.ticksPerSecond)
        let end = HostTime.now() + UInt64(time)
        var deadline = timespec()
        _ = library.pw_thread_loop_get_time(loop, &deadline, time)
        while !hasCome() {
            guard !isLost else { return false }
            if asksAgain {
                guard HostTime.now() < end else { return false }
                _ = library.pw_thread_loop_get_time(loop, &deadline, 5_000_000)
                _ = library.pw_thread_loop_timed_wait_full(loop, &deadline)
            } else if library.pw_thread_loop_timed_wait_full(loop, &deadline) != 0 {
                return false
            }
        }
        return true
    }

    /// - Returns: the number of the message; less than 0 where it could not be sent.
    private func set(_ key: String, _ value: String, type: String?, in name: String) throws(AudioError) -> Int32 {
        guard let bound = metadata.values.first(where: { $0.name == name }) else { throw .unsupportedChange }
        let message = PWMetadataSet(bound.proxy, key, type, value)
        // An error has the number of the message that the server got last: one that concerns something else has this one's.
        _ = PWCoreSync(core, UInt32(PWIdCore), 0)
        return message
    }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.shape.isSane else { throw .deviceFormat }
        return try gate.pass { () throws(AudioError) in
            library.pw_thread_loop_lock(loop)
            defer { library.pw_thread_loop_unlock(loop) }
            guard !isLost else { throw .serverUnavailable }
            guard let device = wanted.device else { return try PipeWireStream(self, wanted, on: nil, render) }
            return try PipeWireStream(self, wanted, on: node(device, wanted.direction), render)
        }
    }

    /// A connection for an input and what is grouped with it; nil where this one serves, and where the server takes no other. With the
    /// loop's lock held.
    func makeGroupClient() -> PipeWireClient? {
        serverVersion < PipeWireVersion(0, 3, 74) ? PipeWireClient(library, context) : nil
    }

    /// Called by a stream of ours, on the loop's thread.
    func didEnd() {
        if isReady, !isLost { events(.streamEnded) }
    }

    package func close() {
        // Ends the calls that wait for an answer.
        library.pw_thread_loop_lock(loop)
        isLost = true
        library.pw_thread_loop_signal(loop, false)
        library.pw_thread_loop_unlock(loop)
        gate.close()
        tearDown()
    }

    private func tearDown() {
        library.pw_thread_loop_stop(loop)
        for bound in metadata.values { library.pw_proxy_destroy(bound.proxy) }
        metadata = [:]
        for node in nodes.values { library.pw_proxy_destroy(node.proxy) }
        nodes = [:]
        if let registry { library.pw_proxy_destroy(registry) }
        registry = nil
        if core != nil { _ = library.pw_core_disconnect(core) }
        core = nil
        library.pw_context_destroy(context)
        // The audio thread has ended with the context.
        if let rateEvent { PWLoopDestroySource(mainLoop, rateEvent) }
        library.pw_thread_loop_destroy(loop)
        coreHook.deallocate()
        registryHook.deallocate()
    }
}

// MARK: Reports of the server

extension PipeWire {
    private func lose(_ reason: String) {
        guard !isLost else { return }
        isLost = true
        library.pw_thread_loop_signal(loop, false)
        if isReady { events(.connectionLost(.serverUnavailable.because("PipeWire is gone: \(reason)"))) }
    }

    private func didAdd(_ id: UInt32, type: String, properties: [String: String]) {
        switch type {
        case "PipeWire:Interface:Node":
            guard let name = properties["node.name"], let kind = properties["media.class"] else { return }
            let directions: [DeviceDirection]
            switch kind {
            case "Audio/Sink": directions = [.output]
            case "Audio/Duplex": directions = [.output, .input]
            case "Audio/Source", "Audio/Source/Virtual": directions = [.input]
            default: return
            }
            guard let proxy = PWRegistryBindNode(registry, id) else { return }
            let device = DeviceDescription(
                id: name, name: properties["node.description"] ?? properties["node.nick"] ?? name,
                direction: directions[0])
            let target = properties["object.serial"] ?? name
            nodes[id] = BoundNode(proxy, device, directions, target: target) { [weak self] report in
                guard let self else { return }
                library.pw_thread_loop_signal(loop, false)
                guard isReady, report != .same else { return }
                events(report == .first ? .devicesChanged : .deviceChanged(name))
                if report == .first { settleDefaults() }
            }
        case "PipeWire:Interface:Link":
            guard let output = properties["link.output.node"].flatMap({ UInt32($0) }),
                let input = properties["link.input.node"].flatMap({ UInt32($0) })
            else { return }
            links[id] = (output, input)
            for stream in streams.values where !wantedRates.isEmpty && stream.node == nil { stream.updateRate() }
            if isReady, isOwn(output) || isOwn(input) { events(.streamMoved) }
        case "PipeWire:Interface:Metadata":
            guard let name = properties["metadata.name"], name == "default" || name == "settings" else { return }
            guard let proxy = PWRegistryBindMetadata(registry, id) else { return }
            let bound = BoundMetadata(proxy, name: name)
            metadata[id] = bound
            PWMetadataAddListener(
                proxy, bound.hook, Self.metadataEvents, Unmanaged.passUnretained(self).toOpaque())
        default: break
        }
    }

    private func didRemove(_ id: UInt32) {
        if let link = links.removeValue(forKey: id), isReady, isOwn(link.output) || isOwn(link.input) {
            events(.streamMoved)
        }
        if let bound = metadata.removeValue(forKey: id) { library.pw_proxy_destroy(bound.proxy) }
        if let node = nodes.removeValue(forKey: id) {
            library.pw_proxy_destroy(node.proxy)
            node.isGone = true
            for stream in streams.values where stream.node === node { stream.didLoseDevice() }
            events(.devicesChanged)
        }
    }

    private func didSet(_ key: String, _ value: String) {
        let direction: DeviceDirection
        switch key {
        case "default.audio.sink": direction = .output
        case "default.audio.source": direction = .input
        default:
            didSetClock(key, value)
            return
        }
        // The value is a JSON object with one member, {"name":"…"}.
        let parts = value.split(separator: "\"")
        guard parts.count >= 4, parts[1] == "name" else { return }
        nextDefaults[direction] = String(parts[3])
        settleDefaults()
    }

    /// Makes the named devices the default ones, but for those that are not in the list yet.
    private func settleDefaults() {
        for (direction, name) in nextDefaults
        where !nodes.values.contains(where: { $0.device.id == name && !$0.isDescribed }) {
            nextDefaults[direction] = nil
            guard defaults[direction] != name else { continue }
            defaults[direction] = name
            library.pw_thread_loop_signal(loop, false)
            if isReady { events(.defaultChanged(direction)) }
        }
    }

    private func didSetClock(_ key: String, _ value: String) {
        let numbers = value.split { !$0.isNumber }.compactMap { Double($0) }
        guard let number = numbers.first else { return }
        switch key {
        case "clock.rate": if number > 0 { clock.rate = number }
        case "clock.force-rate": clock.forcedRate = number
        case "clock.allowed-rates": clock.allowedRates = numbers.filter { $0 > 0 }
        case "clock.quantum": clock.frames = max(1, Int(number))
        case "clock.min-quantum": clock.fewest = max(1, Int(number))
        case "clock.max-quantum": clock.most = max(1, Int(number))
        default: return
        }
        library.pw_thread_loop_signal(loop, false)
        guard isReady else { return }
        for node in nodes.values { events(.deviceChanged(node.device.id)) }
    }

    /// Cycles of our streams have another rate: from version 1.0 on nothing else shows that a program has changed a device's.
    private func didChangeRates() {
        guard cyclesTellRates, isReady, !isLost else { return }
        for stream in streams.values {
            guard let device = deviceOf(stream), let rate = stream.takeNewRate() else { continue }
            for node in nodes.values where node.device.id == device { node.cycleRate = rate }
            events(.deviceChanged(device))
        }
    }

    private static func borrow(_ data: UnsafeMutableRawPointer?) -> PipeWire {
        Unmanaged<PipeWire>.fromOpaque(data!).takeUnretainedValue()
    }

    // Event tables live as long as the process: a listener keeps the pointer.

    private nonisolated(unsafe) static let coreEvents = {
        let table = UnsafeMutablePointer<PWCoreEvents>.allocateZeroed()
        table.pointee.info = { data, info in
            guard let version = info?.pointee.version else { return }
            borrow(data).serverVersion = PipeWireVersion(String(cString: version))
        }
        table.pointee.done = { data, id, sequence in
            guard id == UInt32(PWIdCore) else { return }
            let this = borrow(data)
            this.lastDone = sequence
            this.library.pw_thread_loop_signal(this.loop, false)
        }
        table.pointee.error = { data, id, sequence, result, message in
            let this = borrow(data)
            guard id == UInt32(PWIdCore) else {
                this.lastRefused = sequence
                return this.library.pw_thread_loop_signal(this.loop, false)
            }
            guard result == -EPIPE else { return }
            this.lose(message.map { String(cString: $0) } ?? "connection error")
        }
        return table
    }()

    private nonisolated(unsafe) static let registryEvents = {
        let table = UnsafeMutablePointer<PWRegistryEvents>.allocateZeroed()
        table.pointee.global = { data, id, _, type, _, properties in
            guard let type, let properties else { return }
            borrow(data).didAdd(id, type: String(cString: type), properties: properties.pointee.asDictionary)
        }
        table.pointee.globalRemove = { data, id in borrow(data).didRemove(id) }
        return table
    }()

    private nonisolated(unsafe) static let metadataEvents = {
        let table = UnsafeMutablePointer<PWMetadataEvents>.allocateZeroed()
        table.pointee.property = { data, subject, key, _, value in
            guard subject == 0, let key, let value else { return 0 }
            borrow(data).didSet(String(cString: key), String(cString: value))
            return 0
        }
        return table
    }()
}
