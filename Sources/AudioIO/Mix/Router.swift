import AudioCore
import AudioDevices

/// Decides which mix each output and input is part of: one for each device and role, whether it was named or is the
/// default.
///
/// A mix whose buses all follow the default device has a stream that the server may move. Buses that name the device share
/// it too, while both mean one device. When the default changes, the buses that mean another device than the
/// stream's move to another mix, and their time lines go on.
final class Router: @unchecked Sendable {
    private struct Entry {
        let mix: Mix
        var buses: [Bus]
    }

    private unowned let thread: ConnectionThread
    private let entries = LockedValue<[Entry]>([], .mix)
    /// Outputs that are to follow inputs. The connection's thread's own.
    private var ties: [(output: Bus, input: Bus)] = []

    init(_ thread: ConnectionThread) {
        self.thread = thread
        thread.post { [weak self, unowned thread] in thread.didChangeDevices = { [weak self] in self?.reroute() } }
    }

    // MARK: Any thread

    /// Changes a bus from the next cycle on. Does not wait.
    func change(_ bus: Bus, _ body: (Bus) -> Void) {
        let spent = entries.withLock { entries -> SpentPlans in
            body(bus)
            guard let entry = entries.first(where: { $0.buses.contains { $0 === bus } }) else { return nil }
            return publish(entry)
        }
        OutputPlan.free(spent)
    }

    /// The mix that a bus is part of now.
    func mix(of bus: Bus) -> Mix? {
        entries.withLock { entries in entries.first { $0.buses.contains { $0 === bus } }?.mix }
    }

    /// Reads something of a bus in its mix, under the lock.
    func read<Result>(_ bus: Bus, _ body: (Mix) -> Result) -> Result? {
        entries.withLock { entries in
            entries.first { $0.buses.contains { $0 === bus } }.map { body($0.mix) }
        }
    }

    /// Makes a bus of another sample rate part of the mix of `other`.
    func join(_ bus: Bus, beside other: Bus) throws(AudioError) -> Mix {
        while true {
            guard let mix = mix(of: other) else { throw .serverUnavailable }
            let resampler = try bus.makeResampler(to: mix)
            let (hasJoined, spent) = entries.withLock { entries -> (Bool, SpentPlans) in
                // The other bus may have moved meanwhile.
                guard let index = entries.firstIndex(where: { $0.mix === mix && $0.buses.contains { $0 === other } })
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
    private func publish(_ entry: Entry) -> SpentPlans {
        let spent = entry.mix.side.publish(OutputPlan.make(entry.buses))
        let wishing = entry.buses.filter { !$0.sources.isEmpty && !$0.isMoving }
        thread.plansChanged(entry.mix.keeper, isWanted: !wishing.isEmpty)
        let locks = wishing.contains(where: \.locksCycle)
        guard let wish = wishing.map(\.framesPerCycle).min().map({ min($0, OutputMixer.leastCapacity) }),
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
        let buses = entries.withLock { entries in entries.first { $0.mix === mix }?.buses ?? [] }
        for bus in buses { bus.notify(event) }
    }

    /// Makes a bus part of the mix of its device, which is opened for it unless there is one.
    ///
    /// - Parameter isBound: whether it has to be one that the server does not move.
    func attach(
        _ bus: Bus, _ wanted: StreamRequest, sampleRate: Double?, channels: Int?, isBound: Bool = false
    ) throws(AudioError) -> Mix {
        let backend = try thread.requireBackend()
        let devices = (try? backend.devices()) ?? []
        let device = devices.device(wanted.device, wanted.direction)
        var request = wanted
        if !backend.knowsRoles { request.role = .sound }
        request.shape.sampleRate = sampleRate ?? device?.sampleRate ?? 48_000
        request.shape.channels = channels ?? device?.channels ?? (wanted.direction == .output ? 2 : 1)
        guard request.shape.isSane else { throw .deviceFormat }
        if let mix = mix(like: request, on: wanted.device ?? device?.id, devices, isBound: isBound) {
            join(bus, mix)
            return mix
        }
        return try open(
            bus, request, waitingForDevice: false, followsRate: request.shape.sampleRate == device?.sampleRate)
    }

    func detach(_ bus: Bus) {
        ties.removeAll { $0.output === bus || $0.input === bus }
        followInputs()
        let (unused, spent) = entries.withLock { entries -> (Mix?, SpentPlans) in
            guard let index = entries.firstIndex(where: { $0.buses.contains { $0 === bus } }) else { return (nil, nil) }
            entries[index].buses.removeAll { $0 === bus }
            guard entries[index].buses.isEmpty else { return (nil, publish(entries[index])) }
            return (entries.remove(at: index).mix, nil)
        }
        OutputPlan.free(spent)
        if let unused { thread.drop(unused.keeper) }
    }

    /// Moves the buses whose device is not the one that their mix plays on.
    private func reroute() {
        guard let devices = try? thread.backend?.devices() else { return }
        let places = entries.withLock { entries in entries.flatMap { entry in entry.buses.map { (entry.mix, $0) } } }
        for (mix, bus) in places {
            let wanted = bus.device ?? devices.device(nil, mix.direction)?.id
            guard let wanted, let present = device(of: mix, devices), present != wanted else { continue }
            // What follows goes where the server moves its stream, but not away from it.
            guard bus.device != nil || mix.pinnedDevice != nil else { continue }
            move(bus, from: mix, to: wanted, devices)
        }
        joinFollowers(devices)
        followRates(devices)
        followInputs()
    }

    /// Takes what plays on a device that has another rate now to a stream of that rate. Sources keep their rate, from which
    /// their sum is converted.
    private func followRates(_ devices: [DeviceDescription]) {
        for entry in entries.withLock({ $0 }) where entry.mix.followsRate && entry.mix.direction == .output {
            let mix = entry.mix
            guard mix.keeper.stream != nil, let device = devices.device(device(of: mix, devices) ?? "", .output),
                device.sampleRate != mix.shape.sampleRate
            else { continue }
            var request = mix.keeper.request
            request.shape.sampleRate = device.sampleRate
            guard request.shape.isSane else { continue }
            for bus in entry.buses {
                if let other = self.mix(like: request, on: device.id, devices) {
                    hand(bus, from: mix, to: other)
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
    func tie(_ output: Bus, to input: Bus) -> Bool {
        if !ties.contains(where: { $0.output === output && $0.input === input }) { ties.append((output, input)) }
        let pairs = followInputs()
        let (outputMix, inputMix) = (mix(of: output), mix(of: input))
        return pairs.contains { $0.output === outputMix && $0.input === inputMix }
    }

    /// Lets each output's stream follow that of the input to which it was tied first. The inputs are bound to their devices.
    ///
    /// - Returns: those that do.
    @discardableResult private func followInputs() -> [(output: Mix, input: Mix)] {
        var pairs: [(output: Mix, input: Mix)] = []
        for tie in ties {
            guard let output = mix(of: tie.output), let input = mix(of: tie.input), input.pinnedDevice != nil,
                !pairs.contains(where: { $0.output === output || $0.input === input })
            else { continue }
            pairs.append((output, input))
        }
        let outputs = entries.withLock { $0.map(\.mix) }.filter { $0.direction == .output }
        for output in outputs where !pairs.contains(where: { $0.output === output }) {
            _ = output.keeper.stream?.follow(nil)
        }
        return pairs.filter { output, input in
            input.keeper.stream.map { output.keeper.stream?.follow($0) ?? false } ?? false
        }
    }

    // MARK: Moving

    /// Lets what follows the default device share the stream of what names that device.
    private func joinFollowers(_ devices: [DeviceDescription]) {
        for entry in entries.withLock({ $0 }) where entry.mix.pinnedDevice == nil {
            guard let device = device(of: entry.mix, devices),
                device == devices.device(nil, entry.mix.direction)?.id,
                let other = entries.withLock({ entries in
                    entries.first { $0.mix.pinnedDevice == device && $0.mix.isLike(entry.mix) }?.mix
                })
            else { continue }
            for bus in entry.buses { hand(bus, from: entry.mix, to: other) }
        }
    }

    private func move(_ bus: Bus, from mix: Mix, to device: String, _ devices: [DeviceDescription]) {
        var request = mix.keeper.request
        request.device = bus.device
        if let other = self.mix(for: bus, like: request, on: device, devices) {
            hand(bus, from: mix, to: other)
            return
        }
        // Where its device is gone, the stream opens when that is back.
        _ = try? open(bus, request, waitingForDevice: true, from: mix, followsRate: mix.followsRate)
    }

    /// The device that a mix plays on or records from.
    private func device(of mix: Mix, _ devices: [DeviceDescription]) -> String? {
        mix.pinnedDevice ?? mix.keeper.stream?.device ?? devices.device(nil, mix.direction)?.id
    }

    private func mix(
        like request: StreamRequest, on device: String?, _ devices: [DeviceDescription], isBound: Bool = false
    ) -> Mix? {
        entries.withLock({ $0 }).map(\.mix).first { mix in
            mix.direction == request.direction && mix.role == request.role
                && mix.shape.sampleRate == request.shape.sampleRate && mix.shape.channels == request.shape.channels
                && self.device(of: mix, devices) == device && (mix.pinnedDevice != nil || !isBound)
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
        try thread.keep(mix.keeper, waitingForDevice: waitingForDevice)
        entries.withLock { $0.append(Entry(mix: mix, buses: [])) }
        if let old {
            guard hand(bus, from: old, to: mix) else {
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

    /// Takes a bus from one mix to another: its time line goes on, and no cycle of the first runs its sources any more.
    ///
    /// - Returns: false where the bus stays, because its rate cannot be converted to the other's.
    @discardableResult private func hand(_ bus: Bus, from old: Mix, to new: Mix) -> Bool {
        let resampler: BusResampler?
        do throws(AudioError) { resampler = try bus.makeResampler(to: new, from: old) } catch {
            return false
        }
        let leaving = entries.withLock { entries -> SpentPlans in
            guard let entry = entries.first(where: { $0.mix === old }) else { return nil }
            bus.isMoving = true
            return publish(entry)
        }
        OutputPlan.free(leaving)
        old.side.waitForCycle()
        let (isUnused, spent) = entries.withLock { entries -> (Bool, [SpentPlans]) in
            guard let from = entries.firstIndex(where: { $0.mix === old }),
                let to = entries.firstIndex(where: { $0.mix === new })
            else { return (false, []) }
            if let resampler {
                bus.convert(by: resampler, from: bus.sampleTime(old.side.position))
            } else {
                let resumed = bus.sampleTime(old.side.position)
                // Without sources the audio thread will not fix it.
                let isIdle = bus.sources.isEmpty
                if isIdle { bus.offset.store(resumed - new.side.position, ordering: .relaxed) }
                bus.resumeAt.store(isIdle ? .min : resumed, ordering: .releasing)
            }
            entries[from].buses.removeAll { $0 === bus }
            entries[to].buses.append(bus)
            bus.isMoving = false
            return (entries[from].buses.isEmpty, [publish(entries[from]), publish(entries[to])])
        }
        for plans in spent { OutputPlan.free(plans) }
        if old.keeper.stream == nil, new.keeper.stream != nil { bus.notify(.resumed) }
        guard isUnused else { return true }
        entries.withLock { $0.removeAll { $0.mix === old } }
        thread.drop(old.keeper)
        return true
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

extension Mix {
    /// Whether sources of one can play in the other.
    fileprivate func isLike(_ other: Mix) -> Bool {
        direction == other.direction && role == other.role && shape.sampleRate == other.shape.sampleRate
            && shape.channels == other.shape.channels
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
