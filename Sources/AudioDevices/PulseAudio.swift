import AudioCore
import CPulse

/// PulseAudio, or another server that speaks its protocol, over the asynchronous API and its threaded main loop.
package final class PulseAudio: Backend, @unchecked Sendable {
    package static let name = "pulseaudio"
    package var isServer: Bool { true }

    let library: PulseLibrary
    let loop: OpaquePointer
    let context: OpaquePointer
    let identity: ProgramIdentity
    private let events: @Sendable (DeviceEvent) -> Void
    private let connection = WaitableValue(Connection.pending)
    private let gate = CallGate()
    let renderer: PulseRenderer

    private enum Connection { case pending, ready, failed }

    // These belong to the loop: touched on its thread or with its lock held.
    private var defaults: [DeviceDirection: String] = [:]
    private var names: [DeviceDirection: [UInt32: String]] = [:]
    private var isLost = false
    /// A timer that wakes the threads that wait for an answer, and its time, nil if it is not set. The loop frees the
    /// timer.
    private var alarm: OpaquePointer?
    private var alarmTime: UInt64?
    /// Threads that wait for an answer.
    private var waiting = 0

    /// Whether the server has not answered in time. Calls then wait for `impatience`, until an answer comes again.
    private var doesNotAnswer = false

    /// The longest time that a call waits for the server, in nanoseconds, and the longest one while the server does not answer: a
    /// program that makes many calls would otherwise wait for seconds in each.
    private static let patience = 3 * HostTime.ticksPerSecond
    private static let impatience = HostTime.ticksPerSecond / 4

    package init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        guard let library = PulseLoad()?.pointee else { throw .serverUnavailable.because("libpulse is not installed") }
        guard let loop = library.pa_threaded_mainloop_new() else { throw .memoryFull }
        let identity = ProgramIdentity.present
        guard let context = Self.makeContext(library, loop, identity) else {
            library.pa_threaded_mainloop_free(loop)
            throw .memoryFull
        }
        self.library = library
        self.loop = loop
        self.context = context
        self.identity = identity
        self.events = events
        renderer = PulseRenderer(library, loop)
        let this = Unmanaged.passUnretained(self).toOpaque()
        library.pa_context_set_state_callback(context, Self.stateChanged, this)
        library.pa_context_set_subscribe_callback(context, Self.subscribed, this)
        guard library.pa_context_connect(context, nil, Int32(PulseContextNoAutospawn), nil) >= 0,
            library.pa_threaded_mainloop_start(loop) >= 0
        else {
            close()
            throw .serverUnavailable.because("PulseAudio is not there")
        }
        let answer = connection.wait(nanoseconds: Self.patience) { $0 == .pending ? nil : $0 }
        guard answer == .ready else {
            close()
            throw answer == nil ? .serverTimeout : .serverUnavailable.because("PulseAudio refuses the connection")
        }
        do throws(AudioError) { try renderer.start() } catch {
            close()
            throw error
        }
        locked { subscribe() }
    }

    /// A context that names the program, by which the server remembers volumes.
    private static func makeContext(
        _ library: PulseLibrary, _ loop: OpaquePointer, _ identity: ProgramIdentity
    ) -> OpaquePointer? {
        let properties = library.pa_proplist_new()
        defer { library.pa_proplist_free(properties) }
        for (key, value) in identity.properties { _ = library.pa_proplist_sets(properties, key, value) }
        return library.pa_context_new_with_proplist(
            library.pa_threaded_mainloop_get_api(loop), identity.name, properties)
    }

    package func close() {
        // Ends the calls that wait for an answer.
        locked {
            isLost = true
            library.pa_threaded_mainloop_signal(loop, 0)
        }
        gate.close()
        renderer.stop()
        // Once the loop has stopped, no callback runs any more.
        library.pa_threaded_mainloop_stop(loop)
        library.pa_context_set_state_callback(context, nil, nil)
        library.pa_context_set_subscribe_callback(context, nil, nil)
        library.pa_context_disconnect(context)
        library.pa_context_unref(context)
        library.pa_threaded_mainloop_free(loop)
    }

    /// Called by a stream of ours, on the loop's thread.
    func didEnd() {
        // The streams of a connection that is lost end with it.
        if !isLost, library.pa_context_get_state(context) == Int32(PulseContextReady) { events(.streamEnded) }
    }

    /// Called by a stream of ours that the server has moved to another device, on the loop's thread.
    func didMove() {
        if !isLost { events(.streamMoved) }
    }

    func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        library.pa_threaded_mainloop_lock(loop)
        defer { library.pa_threaded_mainloop_unlock(loop) }
        return try body()
    }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.shape.isSane, wanted.shape.channels <= Int(PulseChannelsMax) else { throw .deviceFormat }
        if let device = wanted.device,
            try !devices().contains(where: { $0.id == device && $0.direction == wanted.direction })
        {
            throw .noDevice
        }
        return try gate.pass { () throws(AudioError) in
            let isLost = locked { self.isLost }
            guard !isLost else { throw .serverUnavailable }
            return try PulseStream(self, wanted, render)
        }
    }
}

// MARK: Devices

extension PulseAudio {
    private final class Listing {
        let backend: PulseAudio
        var devices: [DeviceDescription] = []
        var direction = DeviceDirection.output
        init(_ backend: PulseAudio) { self.backend = backend }
    }

    /// What the server reports about a change.
    private final class Answer {
        let backend: PulseAudio
        var isSuccess = false
        init(_ backend: PulseAudio) { self.backend = backend }
    }

    package func devices() throws(AudioError) -> [DeviceDescription] {
        try gate.pass { () throws(AudioError) in try list() }
    }

    private func list() throws(AudioError) -> [DeviceDescription] {
        let listing = Listing(self)
        let context = Unmanaged.passUnretained(listing).toOpaque()
        return try locked { () throws(AudioError) in
            try finish(library.pa_context_get_server_info(self.context, Self.serverAnswered, selfPointer))
            try finish(library.pa_context_get_sink_info_list(self.context, Self.deviceListed, context))
            listing.direction = .input
            try finish(library.pa_context_get_source_info_list(self.context, Self.deviceListed, context))
            return listing.devices.map { device in
                var device = device
                device.isDefault = defaults[device.direction] == device.id
                return device
            }
        }
    }

    private var selfPointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Waits, with the loop's lock held, until an operation is over. Cancels one that takes too long; its callback is
    /// then not called.
    private func finish(_ operation: OpaquePointer?) throws(AudioError) {
        guard let operation else { throw .serverUnavailable }
        defer { library.pa_operation_unref(operation) }
        let deadline = HostTime.now() + longestWait
        waiting += 1
        defer {
            waiting -= 1
            if waiting == 0 { endAlarm() }
        }
        while library.pa_operation_get_state(operation) == Int32(PulseOperationRunning) {
            guard !isLost, HostTime.now() < deadline else {
                if !isLost { didWaitInVain() }
                library.pa_operation_cancel(operation)
                throw .serverUnavailable.because("PulseAudio does not answer")
            }
            guard setAlarm(deadline) else {
                library.pa_operation_cancel(operation)
                throw .serverUnavailable.because("PulseAudio has closed the connection")
            }
            library.pa_threaded_mainloop_wait(loop)
        }
        guard !isLost else { throw .serverUnavailable }
        doesNotAnswer = false
    }

    /// How long a call may wait for the server now, in nanoseconds. With the loop's lock held.
    var longestWait: UInt64 { doesNotAnswer ? Self.impatience : Self.patience }

    /// Asks once more, so that a late answer ends the impatience: for a slow server that would otherwise be too short.
    private func didWaitInVain() {
        guard !doesNotAnswer else { return }
        doesNotAnswer = true
        askForDefaults()
    }

    /// Wakes the waiting threads at this time, or at an earlier one that is already set. Returns false if the connection
    /// takes no timer.
    private func setAlarm(_ time: UInt64) -> Bool {
        if let alarmTime, alarmTime <= time { return true }
        // The library has the same clock, in microseconds. Rounded up, so that the deadline has passed when the timer
        // fires.
        let microseconds = time / 1000 + 1
        if let alarm {
            library.pa_context_rttime_restart(context, alarm, microseconds)
        } else {
            alarm = library.pa_context_rttime_new(context, microseconds, Self.alarmRang, selfPointer)
            guard alarm != nil else { return false }
        }
        alarmTime = time
        return true
    }

    /// Lets the alarm ring now instead of waking an idle process later. A loop that sleeps does not notice a timer that is
    /// turned off.
    private func endAlarm() {
        guard let alarm, alarmTime != nil else { return }
        let now = HostTime.now()
        alarmTime = now
        library.pa_context_rttime_restart(context, alarm, now / 1000)
    }

    private static let alarmRang: PulseTimeCallback = { _, _, _, user in
        let this = borrow(user)
        this.alarmTime = nil
        this.library.pa_threaded_mainloop_signal(this.loop, 0)
    }

    private func subscribe() {
        let mask = PulseSubscribeSink | PulseSubscribeSource | PulseSubscribeServer
        if let operation = library.pa_context_subscribe(context, Int32(mask), nil, nil) {
            library.pa_operation_unref(operation)
        }
        askForDefaults()
    }

    private func askForDefaults() {
        if let operation = library.pa_context_get_server_info(context, Self.serverAnswered, selfPointer) {
            library.pa_operation_unref(operation)
        }
    }

    private func didLearn(_ direction: DeviceDirection, _ name: UnsafePointer<CChar>?) {
        guard let name else { return }
        let current = String(cString: name)
        let previous = defaults.updateValue(current, forKey: direction)
        if let previous, previous != current { events(.defaultChanged(direction)) }
    }

    private static func borrow(_ user: UnsafeMutableRawPointer?) -> PulseAudio {
        Unmanaged<PulseAudio>.fromOpaque(user!).takeUnretainedValue()
    }

    private static let serverAnswered: PulseServerCallback = { _, server, user in
        let this = borrow(user)
        if let server {
            this.doesNotAnswer = false
            this.didLearn(.output, server.pointee.defaultSink)
            this.didLearn(.input, server.pointee.defaultSource)
        }
        this.library.pa_threaded_mainloop_signal(this.loop, 0)
    }

    private static let deviceListed: PulseDeviceCallback = { _, device, _, user in
        let listing = Unmanaged<Listing>.fromOpaque(user!).takeUnretainedValue()
        guard let device, let name = device.pointee.name else {
            listing.backend.library.pa_threaded_mainloop_signal(listing.backend.loop, 0)
            return
        }
        // A sink's monitor is no microphone.
        if listing.direction == .input, device.pointee.monitor != UInt32(PulseInvalidIndex) { return }
        let id = String(cString: name)
        listing.backend.names[listing.direction, default: [:]][device.pointee.index] = id
        listing.devices.append(listing.backend.describe(device.pointee, id, listing.direction))
    }

    private func describe(_ info: PulseDevice, _ id: String, _ direction: DeviceDirection) -> DeviceDescription {
        var device = DeviceDescription(
            id: id, name: info.description.map { String(cString: $0) } ?? id, direction: direction,
            sampleRate: Double(info.sample.rate), channels: Int(info.sample.channels))
        device.isRunning = info.state == Int32(PulseDeviceRunning)
        device.isMuted = info.mute != 0
        let count = min(Int(info.volume.channels), Int(PulseChannelsMax))
        device.volume = withUnsafeBytes(of: info.volume.values) { values in
            values.bindMemory(to: UInt32.self).prefix(count).map { Float($0) / Float(PulseVolumeFull) }
        }
        device.latency = Int(Double(Self.latency(info, direction)) * device.sampleRate / 1e6)
        device.maker = property("device.vendor.name", info) ?? ""
        // PulseAudio spells the form factor with an underscore.
        let lookUp = { (key: String) in
            self.property(key == "device.form-factor" ? "device.form_factor" : key, info)
        }
        device.transport = DeviceTransport(name: id, property: lookUp) ?? .unknown
        device.kind = DeviceKind(direction, name: id, property: lookUp)
        device.address = property("api.bluez5.address", info) ?? ""
        if device.transport == .bluetooth, device.address.isEmpty {
            device.address = property("device.string", info) ?? ""
        }
        let ports = UnsafeBufferPointer(start: info.ports, count: info.ports == nil ? 0 : Int(info.portCount))
        device.ports = ports.compactMap { port in
            guard let port = port?.pointee, let name = port.name else { return nil }
            var made = DevicePort(id: String(cString: name), name: String(cString: port.description ?? name))
            made.kind = DeviceKind(named: made.id)
            made.isPlugged = port.available != Int32(PulsePortUnplugged)
            return made
        }
        device.port = info.port?.pointee.name.map { String(cString: $0) }
        return device
    }

    /// The microseconds that are the device's own.
    ///
    /// The server's number contains what is queued at the moment. Most devices keep as much as their streams ask for, and two seconds
    /// while no stream asks: a stream of ours asks for a few cycles, whose times it has from the server. So this is not the latency
    /// of such a device. Over a network, the way there is a part of the number that stays.
    private static func latency(_ info: PulseDevice, _ direction: DeviceDirection) -> UInt64 {
        let follows = direction == .output ? PulseSinkDynamicLatency : PulseSourceDynamicLatency
        var latency = min(info.latency, 10_000_000)
        if info.flags & Int32(follows) != 0 {
            guard info.flags & Int32(PulseDeviceNetwork) != 0 else { return 0 }
            latency -= min(latency, info.configuredLatency)
        }
        return latency
    }

    private func property(_ key: String, _ info: PulseDevice) -> String? {
        guard let properties = info.properties else { return nil }
        return library.pa_proplist_gets(properties, key).map { String(cString: $0) }
    }

    package func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        try gate.pass { () throws(AudioError) in try send(change, to: device, direction) }
    }

    private func send(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        guard try list().contains(where: { $0.id == device && $0.direction == direction }) else { throw .noDevice }
        let isOutput = direction == .output
        try locked { () throws(AudioError) in
            // A result of its own: other threads' changes may be in progress.
            let answer = Answer(self)
            let (done, pointer) = (Self.changed, Unmanaged.passUnretained(answer).toOpaque())
            switch change {
            case .becomeDefault:
                let set = isOutput ? library.pa_context_set_default_sink : library.pa_context_set_default_source
                try finish(set?(context, device, done, pointer))
            case .volume(let factors):
                var volume = PulseVolume()
                volume.channels = UInt8(min(factors.count, Int(PulseChannelsMax)))
                withUnsafeMutableBytes(of: &volume.values) { bytes in
                    let values = bytes.bindMemory(to: UInt32.self)
                    for (index, factor) in factors.prefix(values.count).enumerated() {
                        values[index] = UInt32(max(0, min(1, factor)) * Float(PulseVolumeFull) + 0.5)
                    }
                }
                let set =
                    isOutput ? library.pa_context_set_sink_volume_by_name : library.pa_context_set_source_volume_by_name
                try finish(set?(context, device, &volume, done, pointer))
            case .muted(let muted):
                let set =
                    isOutput ? library.pa_context_set_sink_mute_by_name : library.pa_context_set_source_mute_by_name
                try finish(set?(context, device, muted ? 1 : 0, done, pointer))
            case .port(let port):
                let set =
                    isOutput ? library.pa_context_set_sink_port_by_name : library.pa_context_set_source_port_by_name
                try finish(set?(context, device, port, done, pointer))
            case .sampleRate: throw .unsupportedChange
            }
            guard answer.isSuccess else { throw .unsupportedChange.because("PulseAudio refuses the change") }
        }
        if change == .becomeDefault { try waitForDefault(device, direction) }
    }

    /// PipeWire's PulseAudio server acknowledges a new default before its session manager has set it. Asks repeatedly,
    /// for a second at most.
    private func waitForDefault(_ device: String, _ direction: DeviceDirection) throws(AudioError) {
        let deadline = HostTime.now() + HostTime.ticksPerSecond
        while true {
            let isDefault = try locked { () throws(AudioError) in
                try finish(library.pa_context_get_server_info(context, Self.serverAnswered, selfPointer))
                return defaults[direction] == device
            }
            if isDefault || HostTime.now() >= deadline { return }
            Thread.sleep(until: HostTime.now() + 5_000_000)
        }
    }

    private static let changed: PulseDone = { _, success, user in
        let answer = Unmanaged<Answer>.fromOpaque(user!).takeUnretainedValue()
        answer.isSuccess = success != 0
        answer.backend.library.pa_threaded_mainloop_signal(answer.backend.loop, 0)
    }

    private static let stateChanged: PulseContextNotify = { context, user in
        let this = borrow(user)
        switch Int(this.library.pa_context_get_state(context)) {
        case Int(PulseContextReady):
            // The thread that renders waits for this one.
            RealtimeService.shared.request()
            this.connection.withLock { $0 = .ready }
        case Int(PulseContextFailed), Int(PulseContextTerminated):
            guard !this.isLost else { return }
            this.isLost = true
            let wasReady = this.connection.withLock { state in
                defer { state = .failed }
                return state == .ready
            }
            this.library.pa_threaded_mainloop_signal(this.loop, 0)
            if wasReady { this.events(.connectionLost(.serverUnavailable.because("PulseAudio is gone"))) }
        default: break
        }
    }

    private static let subscribed: PulseSubscription = { _, event, index, user in
        let this = borrow(user)
        let facility = Int(event) & Int(PulseEventFacilityMask)
        let kind = Int(event) & Int(PulseEventTypeMask)
        if facility == Int(PulseEventServer) {
            this.askForDefaults()
        } else if kind != Int(PulseEventChange) {
            this.events(.devicesChanged)
        } else if let name = this.names[facility == Int(PulseEventSink) ? .output : .input]?[index] {
            this.events(.deviceChanged(name))
        }
    }
}
