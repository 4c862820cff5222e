import AudioCore
import AudioDevices

/// Streams that are bound to a device because sources name it.
///
/// A sound server moves a stream that is not bound as soon as the default device changes, before this process learns of
/// it. There, what names a device plays in a bound stream from the beginning. What follows the default device shares that stream while
/// sources name the device and for some time after. Then it goes to a stream that the user can move.
extension Router {
    /// How long what follows the default device shares a bound stream after the last source that names the device.
    private static let pinTime: UInt64 = 2_000_000_000

    /// Whether a mix on the right device takes a bus, which names the device or follows the default one.
    func admits(_ mix: Mix, named: Bool) -> Bool {
        guard thread.backend?.isServer ?? false else { return true }
        let isBound = mix.pinnedDevice != nil
        // What follows the default device is sent to a preferred one by a stream that is bound to that.
        if isBound, !named, mix.pinnedDevice == preference(mix.direction) { return true }
        // Two streams record one device without a fault; a recording that changes its stream may lose frames.
        if mix.direction == .input { return named == isBound }
        return named ? isBound : isShared(mix)
    }

    /// Without a stream nothing would be heard in the mix until its device opens.
    private func isShared(_ mix: Mix) -> Bool {
        mix.keeper.stream != nil && mix.sharedUntil.load(ordering: .relaxed) > HostTime.now()
    }

    /// Notes whether sources name the device of a bound stream. Under the lock.
    func notePin(of entry: Entry) {
        let mix = entry.mix
        guard mix.pinnedDevice != nil, mix.direction == .output else { return }
        let isNamed = entry.members.contains { $0.device != nil && !$0.sources.isEmpty }
        if isNamed != (mix.sharedUntil.load(ordering: .relaxed) == .max) {
            mix.sharedUntil.store(isNamed ? .max : HostTime.now() + Self.pinTime, ordering: .relaxed)
        } else if isNamed || !entry.members.contains(where: { $0.device == nil }) {
            return
        }
        // Also for what came to follow after the last source that names the device: it may share the stream until then.
        thread.post { [weak self] in self?.settlePins() }
    }

    /// Takes what follows the default device to bound streams that it may share, and from those that it may not share any more.
    func settlePins() {
        guard let backend = thread.backend, backend.isServer else { return }
        if followedMixes().contains(where: { $0.pinnedDevice == nil || !isShared($0) }),
            let devices = try? backend.devices()
        {
            joinFollowers(devices)
            partFollowers(devices)
        }
        let now = HostTime.now()
        let times = followedMixes().map { $0.sharedUntil.load(ordering: .relaxed) }.filter { $0 > now && $0 < .max }
        guard let next = times.min(), !isWaitingForPins else { return }
        isWaitingForPins = true
        thread.after(next - now) { [weak self] in
            self?.isWaitingForPins = false
            self?.settlePins()
        }
    }

    /// The outputs' mixes with buses that follow the default device.
    private func followedMixes() -> [Mix] {
        entries.withLock { entries in
            entries.filter { entry in entry.members.contains { $0.device == nil } }.map(\.mix)
        }.filter { $0.direction == .output }
    }

    /// Lets what follows the default device share the stream of what names that device.
    func joinFollowers(_ devices: [DeviceDescription]) {
        for entry in entries.withLock({ $0 }) where entry.mix.pinnedDevice == nil {
            guard let device = device(of: entry.mix, devices),
                device == devices.device(nil, entry.mix.direction)?.id,
                let other = entries.withLock({ entries in
                    entries.map(\.mix).first { other in
                        other.pinnedDevice == device && other.isLike(entry.mix) && admits(other, named: false)
                    }
                })
            else { continue }
            for bus in entry.members { handOver(bus, from: entry.mix, to: other) }
        }
    }

    private func partFollowers(_ devices: [DeviceDescription]) {
        for entry in entries.withLock({ $0 }) where !admits(entry.mix, named: false) {
            guard let device = entry.mix.pinnedDevice else { continue }
            for bus in entry.members where bus.device == nil { move(bus, from: entry.mix, to: device, devices) }
        }
    }
}

extension Mix {
    /// Whether sources of one can play in the other.
    fileprivate func isLike(_ other: Mix) -> Bool {
        direction == other.direction && role == other.role && shape.sampleRate == other.shape.sampleRate
            && shape.channels == other.shape.channels
    }
}
