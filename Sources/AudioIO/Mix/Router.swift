import AudioCore
import AudioDevices

/// Decides which mix each output and input is part of: one for each device and role, whether it was named or is the
/// default.
///
/// A mix whose buses all follow the default device has a stream that the server may move. Buses that name the device have one
/// that is bound to it, which those that follow share while both mean one device. When the default changes, the buses that mean another device than the
/// stream's move to another mix, and their time lines go on.
final class Router: @unchecked Sendable {
    struct Entry {
        let mix: Mix
        var buses: [Bus]
        /// Those on their way here, which are among the buses of another mix until they have moved.
        var arriving: [Bus] = []

        func includes(_ bus: Bus) -> Bool { (buses + arriving).contains { $0 === bus } }
        var isUnused: Bool { buses.isEmpty && arriving.isEmpty }
        /// The buses without those that leave, and with those that arrive.
        var members: [Bus] { buses.filter { $0.handover == nil } + arriving }
    }

    unowned let thread: ConnectionThread
    let entries = LockedValue<[Entry]>([], .mix)
    /// What the program's session wants of all mixes.
    let session = LockedValue(SessionWish())
    /// The factors by which voices lower other sources.
    let ducking = LockedValue<[ObjectIdentifier: Float]>([:])
    /// Outputs that are to follow inputs. The connection's thread's own.
    private var couplings: [(output: Bus, input: Bus)] = []
    /// Whether a timer is set for the pins. The connection's thread's own.
    var isWaitingForPins = false

    init(_ thread: ConnectionThread) {
        self.thread = thread
        thread.post { [weak self, unowned thread] in thread.didChangeDevices = { [weak self] in self?.reroute() } }
    }

    // MARK: Any thread

    /// Changes a bus from the next cycle on. Does not wait.
    func change(_ bus: Bus, _ body: (Bus) -> Void) {
        let spent = entries.withLock { entries in
            body(bus)
            return entries.filter { $0.includes(bus) }.map(publish)
        }
        for plans in spent { OutputPlan.free(plans) }
    }

    /// The mix that renders a bus now.
    func mix(of bus: Bus) -> Mix? { read(bus) { $0 } }

    /// Reads something of a bus in the mix that renders it, under the lock.
    func read<Result>(_ bus: Bus, _ body: (Mix) -> Result) -> Result? {
        entries.withLock { entries in
            if let handover = bus.handover, handover.hasBegun { return body(handover.mix) }
            return entries.first { $0.buses.contains { $0 === bus } }.map { body($0.mix) }
        }
    }

    /// The mixes whose plans include a bus: two while it goes from one to the other.
    private func sides(of bus: Bus) -> [any MixSide] {
        entries.withLock { entries in entries.filter { $0.includes(bus) }.map(\.mix.side) }
    }

    /// Waits until no cycle runs that may have begun before the last change of the bus.
    func waitForCycle(of bus: Bus) {
        for side in sides(of: bus) { side.waitForCycle() }
    }

    /// The mix that a bus is part of, or on its way to, also before that mix's plan includes it.
    private func destination(of bus: Bus) -> Mix? {
        entries.withLock { entries in bus.handover?.mix ?? entries.first { $0.members.contains { $0 === bus } }?.mix }
    }

    /// Makes a bus of another sample rate part of the mix of `other`.
    func join(_ bus: Bus, beside other: Bus) throws(AudioError) -> Mix {
        while true {
            guard let mix = destination(of: other) else { throw .serverUnavailable }
            let resampler = try bus.makeResampler(to: mix)
            let (hasJoined, spent) = entries.withLock { entries -> (Bool, SpentPlans) in
                // The other bus may have moved meanwhile.
                guard let index = entries.firstIndex(where: { $0.mix === mix }),
                    other.handover?.mix === mix || entries[index].includes(other)
                else { return (false, nil) }
                resampler?.begin(at: mix.side.position)
                bus.resampler = resampler
                bus.framesPerCycle = other.framesPerCycle
                entries[index].buses.append(bus)
                return (true, publish(entries[index]))
            }
            OutputPlan.free(spent)
            if hasJoined { return mix }
        }
    }

    /// Under the lock. What it returns is to be freed without it.
    func publish(_ entry: Entry) -> SpentPlans {
        let spent = entry.mix.side.publish(OutputPlan.make(entry.buses, arriving: entry.arriving))
        let wishing = (entry.buses + entry.arriving).filter { !$0.sources.isEmpty && !$0.isMoving }
        thread.plansChanged(entry.mix.keeper, isWanted: !wishing.isEmpty)
        notePin(of: entry)
        noteTitle(of: entry)
        let locks = wishing.contains(where: \.locksCycle)
        guard let wish = wishing.map({ frames(for: $0) }).min().map({ min($0, OutputMixer.leastCapacity) }),
            wish != entry.mix.framesPerCycle.load(ordering: .relaxed)
                || locks != entry.mix.locksCycle.load(ordering: .relaxed)
        else { return spent }
        entry.mix.framesPerCycle.store(wish, ordering: .relaxed)
        entry.mix.locksCycle.store(locks, ordering: .relaxed)
        thread.post { [weak self, thread, mix = entry.mix] in
            mix.keeper.setLocksCycle(mix.locksCycle.load(ordering: .relaxed))
            mix.keeper.setFramesPerCycle(mix.framesPerCycle.load(ordering: .relaxed), on: thread.backend)
            // It may be another stream now.
            self?.followInputs()
        }
        return spent
    }

    // MARK: The connection's thread

    private func notify(_ mix: Mix, _ event: StreamEvent) {
        // A bus that leaves is played by this mix until the other one has taken it.
        let buses = entries.withLock { entries in
            entries.first { $0.mix === mix }.map { $0.buses + $0.arriving } ?? []
        }
        for bus in buses { bus.notify(event) }
        // A bound stream that is there again can be shared again.
        if event == .resumed, mix.pinnedDevice != nil { thread.post { [weak self] in self?.settlePins() } }
    }

    /// Makes a bus part of the mix of its device, which is opened for it unless there is one.
    ///
    /// - Parameter isBound: whether it has to be one that the server does not move.
    func attach(
        _ bus: Bus, _ wanted: StreamRequest, sampleRate: Double?, channels: Int?, isBound: Bool = false
    ) throws(AudioError) -> Mix {
        let backend = try thread.requireBackend()
        let devices = (try? thread.list(backend)) ?? []
        let device = device(for: wanted.device, wanted.direction, devices)
        var request = wanted
        request.role = presentRole(request.role, on: backend)
        let own = ownShape(of: wanted.device, wanted.direction, request.role, devices)
        if request.device == nil { request.device = preferredDevice(request.direction, devices) }
        request.shape.sampleRate = sampleRate ?? own?.sampleRate ?? 48_000
        request.shape.channels = channels ?? own?.channels ?? (wanted.direction == .output ? 2 : 1)
        guard request.shape.isSane else { throw .deviceFormat }
        if let mix = mix(like: request, on: wanted.device ?? device?.id, devices, isBound: isBound) {
            join(bus, mix)
            return mix
        }
        do throws(AudioError) {
            let mix = try open(
                bus, request, waitingForDevice: false, followsRate: request.shape.sampleRate == own?.sampleRate)
            joinFollowers(devices)
            return mix
        } catch {
            let named = error.naming(wanted, devices)
            Log.note(named.reason)
            throw named
        }
    }

    func detach(_ bus: Bus) {
        couplings.removeAll { $0.output === bus || $0.input === bus }
        let (unused, spent) = entries.withLock { entries -> ([Mix], [SpentPlans]) in
            let old = entries.indices.filter { entries[$0].includes(bus) }
            for index in old {
                entries[index].buses.removeAll { $0 === bus }
                entries[index].arriving.removeAll { $0 === bus }
            }
            bus.handover = nil
            let spent = old.map { publish(entries[$0]) }
            let unused = old.filter { entries[$0].isUnused && !staysOpen(entries[$0].mix) }.map { entries[$0].mix }
            entries.removeAll { entry in unused.contains { $0 === entry.mix } }
            return (unused, spent)
        }
        for plans in spent { OutputPlan.free(plans) }
        followInputs()
        for mix in unused { thread.drop(mix.keeper) }
    }

    /// Whether the stream of a mix that nothing uses any more stays until it has stood still for a while: the next one that is
    /// opened finds it, and a server has some work with each stream, above all with one that ends soon after its start.
    private func staysOpen(_ mix: Mix) -> Bool { mix.keeper.isRunning && thread.backend?.isServer ?? false }

    /// Closes the streams that nothing uses and that are stopped.
    private func dropUnused() {
        let unused = entries.withLock { entries in
            let unused = entries.filter { $0.isUnused && !$0.mix.keeper.isRunning }.map(\.mix)
            entries.removeAll { entry in unused.contains { $0 === entry.mix } }
            return unused
        }
        for mix in unused { thread.drop(mix.keeper) }
    }

    /// Closes the stream of a mix that nothing uses, though it runs.
    private func drop(unused mix: Mix) {
        let isUnused = entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.mix === mix && $0.isUnused }) else { return false }
            entries.remove(at: index)
            return true
        }
        if isUnused { thread.drop(mix.keeper) }
    }

    /// Moves the buses whose device is not the one that their mix plays on, and those whose sound is for something else now.
    func reroute() {
        dropUnused()
        guard let backend = thread.backend, let devices = try? thread.list(backend) else { return }
        let places = entries.withLock { entries in entries.flatMap { entry in entry.members.map { (entry.mix, $0) } } }
        for (mix, bus) in places {
            let preferred = preferredDevice(mix.direction, devices)
            let wanted = bus.device ?? preferred ?? devices.device(nil, mix.direction)?.id
            let isRoleOther = presentRole(bus.role, on: backend) != mix.role
            guard let wanted, let present = device(of: mix, devices),
                present != wanted || !admits(mix, named: bus.device != nil) || isRoleOther
            else { continue }
            // What follows goes where the server moves its stream, but not away from it.
            guard bus.device != nil || preferred != nil || mix.pinnedDevice != nil || isRoleOther else { continue }
            move(bus, from: mix, to: wanted, devices)
        }
        joinFollowers(devices)
        followRates(devices)
        followInputs()
    }

    /// Takes what plays on a device that has another rate now to a stream of that rate. Sources keep their rate, from which
    /// their sum is converted.
    ///
    /// What records keeps its stream, which the server converts: a recording that changes its stream loses frames. The next one
    /// has the new rate.
    private func followRates(_ devices: [DeviceDescription]) {
        for entry in entries.withLock({ $0 }) where entry.mix.followsRate {
            let mix = entry.mix
            guard mix.keeper.stream != nil,
                let device = devices.device(device(of: mix, devices) ?? "", mix.direction),
                rate(of: device, mix.role) != mix.shape.sampleRate
            else { continue }
            guard !entry.isUnused else {
                // It only waits for the next source or sink, and would keep the device at the old rate.
                drop(unused: mix)
                continue
            }
            guard mix.direction == .output else { continue }
            var request = mix.keeper.request
            request.shape.sampleRate = rate(of: device, mix.role)
            guard request.shape.isSane else { continue }
            for bus in entry.members {
                if let other = self.mix(like: request, on: device.id, devices) {
                    handOver(bus, from: mix, to: other)
                } else {
                    _ = try? open(bus, request, waitingForDevice: false, from: mix, followsRate: true)
                }
            }
        }
    }

    // MARK: Outputs that follow inputs

    /// Lets the cycles of an output's mix follow those of an input's, as long as both are there.
    ///
    /// - Returns: whether they do now. A mix that follows another input stays with that.
    func couple(_ output: Bus, to input: Bus) -> Bool {
        if !couplings.contains(where: { $0.output === output && $0.input === input }) {
            couplings.append((output, input))
        }
        let pairs = followInputs()
        let (outputMix, inputMix) = (mix(of: output), mix(of: input))
        return pairs.contains { $0.output === outputMix && $0.input === inputMix }
    }

    /// Lets each output's stream follow that of the input to which it was coupled first. The inputs are bound to their devices.
    ///
    /// - Returns: those that do.
    @discardableResult func followInputs() -> [(output: Mix, input: Mix)] {
        var pairs: [(output: Mix, input: Mix)] = []
        for coupling in couplings {
            guard let output = mix(of: coupling.output), let input = mix(of: coupling.input), input.pinnedDevice != nil,
                !pairs.contains(where: { $0.output === output || $0.input === input })
            else { continue }
            pairs.append((output, input))
        }
        // What nothing uses continues as it was, for the next one, unless another output is to follow an input.
        let outputs = entries.withLock { entries in entries.filter { !$0.isUnused || !pairs.isEmpty }.map(\.mix) }
            .filter { $0.direction == .output }
        for output in outputs where !pairs.contains(where: { $0.output === output }) {
            _ = output.keeper.stream?.follow(nil)
        }
        return pairs.filter { output, input in
            input.keeper.stream.map { output.keeper.stream?.follow($0) ?? false } ?? false
        }
    }

    // MARK: Moving

    func move(_ bus: Bus, from mix: Mix, to device: String, _ devices: [DeviceDescription]) {
        var request = mix.keeper.request
        request.device = bus.device ?? preferredDevice(mix.direction, devices)
        if let backend = thread.backend { request.role = presentRole(bus.role, on: backend) }
        if let other = self.mix(for: bus, like: request, on: device, devices) {
            handOver(bus, from: mix, to: other)
            return
        }
        // Where its device is gone, the stream opens when that is back.
        _ = try? open(bus, request, waitingForDevice: true, from: mix, followsRate: mix.followsRate)
    }

    /// The device that a mix plays on or records from.
    func device(of mix: Mix, _ devices: [DeviceDescription]) -> String? {
        mix.pinnedDevice ?? mix.keeper.stream?.device ?? devices.device(nil, mix.direction)?.id
    }

    private func mix(
        like request: StreamRequest, on device: String?, _ devices: [DeviceDescription], isBound: Bool = false
    ) -> Mix? {
        entries.withLock({ $0 }).map(\.mix).first { mix in
            mix.direction == request.direction && mix.role == request.role
                && mix.shape.sampleRate == request.shape.sampleRate && mix.shape.channels == request.shape.channels
                && self.device(of: mix, devices) == device && (mix.pinnedDevice != nil || !isBound)
                && admits(mix, named: request.device != nil)
        }
    }

    /// The same for a bus: one that converts plays in a mix of any rate, best in that of the output whose rate it had.
    private func mix(
        for bus: Bus, like request: StreamRequest, on device: String?, _ devices: [DeviceDescription]
    ) -> Mix? {
        guard let sampleRate = bus.sampleRate else { return mix(like: request, on: device, devices) }
        let rates = entries.withLock { entries in entries.map(\.mix.shape.sampleRate) }
        for rate in [request.shape.sampleRate, sampleRate] + rates {
            var request = request
            request.shape.sampleRate = rate
            if let mix = mix(like: request, on: device, devices) { return mix }
        }
        return nil
    }

    private func open(
        _ bus: Bus, _ request: StreamRequest, waitingForDevice: Bool, from old: Mix? = nil, followsRate: Bool = false
    ) throws(AudioError) -> Mix {
        let mix = Mix(request, followsRate: followsRate)
        mix.keeper.notify = { [weak self, weak mix] event in if let mix { self?.notify(mix, event) } }
        mix.keeper.didFallIdle = { [weak self] in self?.dropUnused() }
        try thread.keep(mix.keeper, waitingForDevice: waitingForDevice)
        entries.withLock { entries in
            entries.append(Entry(mix: mix, buses: []))
            prepare(mix)
        }
        if let old {
            guard handOver(bus, from: old, to: mix) else {
                entries.withLock { $0.removeAll { $0.mix === mix } }
                thread.drop(mix.keeper)
                return old
            }
        } else {
            join(bus, mix)
        }
        if mix.keeper.stream == nil { bus.notify(.lost) }
        return mix
    }

    private func join(_ bus: Bus, _ mix: Mix) {
        let spent = entries.withLock { entries -> SpentPlans in
            guard let index = entries.firstIndex(where: { $0.mix === mix }) else { return nil }
            entries[index].buses.append(bus)
            return publish(entries[index])
        }
        OutputPlan.free(spent)
    }
}

extension [DeviceDescription] {
    /// The device of a name, or the default one; nil where there is none.
    func device(_ id: String?, _ direction: DeviceDirection) -> DeviceDescription? {
        let devices = filter { $0.direction == direction }
        if let id { return devices.first { $0.id == id } }
        return devices.first { $0.isDefault } ?? devices.first
    }
}

extension AudioError {
    /// The same, with a reason that says which device it is about.
    fileprivate func naming(_ request: StreamRequest, _ devices: [DeviceDescription]) -> Self {
        let use = request.direction == .output ? "to play on" : "to record from"
        let candidates = devices.filter { $0.direction == request.direction }
        guard let id = request.device else {
            return because(candidates.isEmpty ? "there is no device \(use)" : "the default device \(use): \(reason)")
        }
        let isThere = candidates.contains { $0.id == id }
        return because(isThere ? "the device \"\(id)\" \(use): \(reason)" : "there is no device \"\(id)\" \(use)")
    }
}
