import AudioCore
import AudioDevices

/// Taking buses from one mix to another, on the connection's thread.
extension Router {
    /// How often to check whether a bus has moved, and how long to wait for that.
    private static let patience: (pause: UInt64, most: UInt64) = (5_000_000, 2_000_000_000)
    /// How long a stream that has nothing more to play continues after the last frame has been heard.
    private static let playOutTime: UInt64 = 50_000_000

    /// Takes a bus from one mix to another: its time line continues, and no frame of its sources is lost.
    ///
    /// Where both mixes play, the first cycle of the new one takes the bus, and the old one plays what it has been given.
    ///
    /// - Returns: false where the bus stays, because its rate cannot be converted to the other's.
    @discardableResult func handOver(_ bus: Bus, from old: Mix, to new: Mix) -> Bool {
        // A plan that had the bus twice would render it twice a cycle.
        guard old !== new else { return true }
        finishHandover(of: bus, keeping: new)
        let resampler: BusResampler?
        do throws(AudioError) { resampler = try bus.makeResampler(to: new, from: old) } catch {
            return false
        }
        let isSounding = entries.withLock { _ in bus.isBusy }
        if isSounding, old.direction == .output, old.keeper.isRunning, new.keeper.stream != nil {
            overlap(bus, from: old, to: new, resampler)
        } else {
            takeOut(bus, of: [old])
            let (hasStream, hadStream) = (new.keeper.stream != nil, old.keeper.stream != nil)
            put(bus, into: new, resampler, at: nil)
            if hasStream, !hadStream { bus.notify(.resumed) }
        }
        return true
    }

    /// Lets both plans include a bus, so that the new mix's first cycle takes it.
    private func overlap(_ bus: Bus, from old: Mix, to new: Mix, _ resampler: BusResampler?) {
        let handover = Handover(to: new, resampler, from: bus.resampler)
        handover.isHeld = !hasTimes(new)
        let leaving = entries.withLock { entries -> SpentPlans in
            bus.handover = handover
            return entries.first { $0.mix === old }.map(publish) ?? nil
        }
        OutputPlan.free(leaving)
        // No cycle runs that does not ask the hand-over.
        old.side.waitForCycle()
        let arriving = entries.withLock { entries -> SpentPlans in
            handover.begin(at: bus.sampleTime(old.side.position))
            guard let to = entries.firstIndex(where: { $0.mix === new }) else { return nil }
            entries[to].arriving.append(bus)
            return publish(entries[to])
        }
        OutputPlan.free(arriving)
        watch(bus, handover, until: HostTime.now() + Self.patience.most)
    }

    private func hasTimes(_ mix: Mix) -> Bool { mix.keeper.stream?.hasTimes ?? true }

    private func watch(_ bus: Bus, _ handover: Handover, until deadline: UInt64) {
        thread.after(Self.patience.pause) { [weak self] in
            guard let self, entries.withLock({ _ in bus.handover === handover }) else { return }
            if handover.isHeld, hasTimes(handover.mix) { handover.isHeld = false }
            if handover.hasBegun || HostTime.now() >= deadline {
                finishHandover(of: bus)
            } else {
                watch(bus, handover, until: deadline)
            }
        }
    }

    /// Ends the hand-over of a bus, if there is one: afterwards it is part of the new mix alone.
    ///
    /// - Parameter kept: a mix that stays even if the bus was its last: the bus may be about to go back there.
    private func finishHandover(of bus: Bus, keeping kept: Mix? = nil) {
        guard let handover = entries.withLock({ _ in bus.handover }) else { return }
        let old = entries.withLock { entries in entries.first { $0.buses.contains { $0 === bus } }?.mix }
        let hadStream = old?.keeper.stream != nil
        // Where the new mix has no cycles yet, the bus waits for them there.
        if !handover.hasBegun {
            takeOut(bus, of: entries.withLock { entries in entries.filter { $0.includes(bus) }.map(\.mix) })
        }
        put(bus, into: handover.mix, handover.resampler, at: handover, keeping: kept)
        // Who found the old mix without a stream waits for an event, and has none of the new mix's first cycle.
        if !hadStream, handover.mix.keeper.stream != nil { bus.notify(.resumed) }
        followInputs()
    }

    /// Takes a bus out of plans. When this returns, no cycle runs it.
    private func takeOut(_ bus: Bus, of mixes: [Mix]) {
        let spent = entries.withLock { entries -> [SpentPlans] in
            bus.isMoving = true
            return entries.filter { entry in mixes.contains { $0 === entry.mix } }.map(publish)
        }
        for plans in spent { OutputPlan.free(plans) }
        for mix in mixes { mix.side.waitForCycle() }
    }

    /// Makes a bus part of a mix alone, with its time line going on. Drops what it leaves empty, unless that is `kept`.
    private func put(
        _ bus: Bus, into new: Mix, _ resampler: BusResampler?, at handover: Handover?, keeping kept: Mix? = nil
    ) {
        let (unused, spent) = entries.withLock { entries -> (Mix?, [SpentPlans]) in
            guard let from = entries.firstIndex(where: { $0.buses.contains { $0 === bus } }),
                let to = entries.firstIndex(where: { $0.mix === new })
            else { return (nil, []) }
            bus.goOn(in: new, from: entries[from].mix, resampler, handover)
            entries[from].buses.removeAll { $0 === bus }
            entries[to].arriving.removeAll { $0 === bus }
            entries[to].buses.append(bus)
            let spent = [publish(entries[from]), publish(entries[to])]
            guard entries[from].isUnused, entries[from].mix !== kept else { return (nil, spent) }
            return (entries.remove(at: from).mix, spent)
        }
        for plans in spent { OutputPlan.free(plans) }
        guard let unused else { return }
        guard handover == nil, unused.direction == .output, unused.keeper.isRunning, new.keeper.stream != nil else {
            return drop(unused, after: handover?.lastHeard ?? 0)
        }
        // A device that nothing of ours uses in between may take another rate.
        let deadline = HostTime.now() + Self.patience.most
        wait(until: { new.side.anchor != nil || HostTime.now() >= deadline }, then: { $0.thread.drop(unused.keeper) })
    }

    /// Keeps what has a stream until the mix of a bus has had a cycle, for some time at most.
    func keep(_ object: AnyObject, untilCycleOf bus: Bus) {
        let deadline = HostTime.now() + Self.patience.most
        wait(
            until: { [unowned self] in mix(of: bus)?.side.anchor != nil || HostTime.now() >= deadline },
            then: { _ in withExtendedLifetime(object) {} })
    }

    /// Calls `body` when something is due, which it checks from time to time: a stream has no event for its first cycle.
    private func wait(until isDue: @escaping () -> Bool, then body: @escaping (Router) -> Void) {
        guard !isDue() else { return body(self) }
        thread.after(4 * Self.patience.pause) { [weak self] in self?.wait(until: isDue, then: body) }
    }

    /// Closes a mix's stream once its last frame has been heard.
    private func drop(_ mix: Mix, after lastHeard: UInt64) {
        let now = thread.backend?.now ?? lastHeard
        guard lastHeard > now else { return thread.drop(mix.keeper) }
        thread.after(min(lastHeard - now, Self.patience.most) + Self.playOutTime) { [unowned thread] in
            thread.drop(mix.keeper)
        }
    }
}

extension Bus {
    /// Continues the time line in another mix, whose cycles do not run the bus unless they have taken it. Under the router's
    /// lock.
    fileprivate func goOn(in new: Mix, from old: Mix, _ converter: BusResampler?, _ handover: Handover?) {
        let hasBegun = handover?.hasBegun ?? false
        let resumed = handover?.resumeTime ?? sampleTime(old.side.position)
        if let converter {
            convert(by: converter, from: hasBegun ? nil : resumed)
        } else if let handover, hasBegun {
            offset.store(handover.sampleTime(0), ordering: .relaxed)
            resumeAt.store(.min, ordering: .releasing)
        } else {
            // Without sources the audio thread will not fix it.
            let isIdle = sources.isEmpty
            if isIdle { offset.store(resumed - new.side.position, ordering: .relaxed) }
            resumeAt.store(isIdle ? .min : resumed, ordering: .releasing)
        }
        self.handover = nil
        isMoving = false
    }
}
