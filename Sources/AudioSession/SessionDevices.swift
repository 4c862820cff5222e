import AudioDevices

/// The devices of a session, as last heard of, and which of them its sound goes through.
struct SessionDevices: Equatable {
    var list: [DeviceDescription] = []
    /// Where the streams are that follow the default device.
    var output: String?
    var input: String?
    /// What was plugged in and has not been in use since: the default device, or a device's port, changes some time later.
    private var fresh: Set<Place> = []

    /// A device or, with a port, one of its sockets.
    private struct Place: Hashable {
        let direction: DeviceDirection
        let device: String
        let port: String?

        init(_ device: DeviceDescription, port: String? = nil) {
            (direction, self.device, self.port) = (device.direction, device.id, port)
        }
    }

    init(list: [DeviceDescription] = [], output: String? = nil, input: String? = nil) {
        self.list = list
        self.output = output
        self.input = input
    }

    /// The same with what was plugged in since others were there.
    func following(_ old: SessionDevices) -> SessionDevices {
        var new = self
        guard !old.list.isEmpty else { return new }
        let (before, now) = (old.plugged, plugged)
        let used = [DeviceDirection.output, .input].compactMap { device($0) }.flatMap { device in
            [Place(device), Place(device, port: device.port)]
        }
        new.fresh = old.fresh.intersection(now).union(now.subtracting(before)).subtracting(used)
        return new
    }

    private var plugged: Set<Place> {
        var places: Set<Place> = []
        for device in list {
            places.insert(Place(device))
            for port in device.ports where port.isPlugged { places.insert(Place(device, port: port.id)) }
        }
        return places
    }

    func device(_ direction: DeviceDirection) -> DeviceDescription? {
        let devices = list.filter { $0.direction == direction }
        let id = direction == .output ? output : input
        return devices.first { $0.id == id } ?? devices.first { $0.isDefault } ?? devices.first
    }

    func ports(_ direction: DeviceDirection) -> [SessionPort] {
        list.filter { $0.direction == direction }.map { SessionPort($0) }
    }

    /// The ports that a session of a category uses.
    func route(_ category: SessionCategory) -> SessionRoute {
        SessionRoute(
            inputs: category.hasInput ? [device(.input)].compactMap { $0.map { SessionPort($0) } } : [],
            outputs: category.hasOutput ? [device(.output)].compactMap { $0.map { SessionPort($0) } } : [])
    }

    /// Why a route is another one than before. Nil where it is the same.
    ///
    /// - Parameter old: the devices of the route before.
    func reason(since old: SessionDevices, _ category: SessionCategory) -> Session.RouteChangeReason? {
        let (before, after) = (old.route(category), route(category))
        guard before != after else { return nil }
        for direction in [DeviceDirection.output, .input] {
            let (was, isNow) = (old.used(direction, category), used(direction, category))
            guard let was else { continue }
            if hasLost(was) { return hasProfile(of: was) ? .routeConfigurationChange : .oldDeviceUnavailable }
            guard let isNow, was.id != isNow.id || was.port != isNow.port else { continue }
            if old.isNew(isNow) { return .newDeviceAvailable }
            if was.id != isNow.id || SessionPort(was).type != SessionPort(isNow).type { return .override }
        }
        let hasGained =
            before.inputs.isEmpty && !after.inputs.isEmpty || before.outputs.isEmpty && !after.outputs.isEmpty
        if hasGained, old.list.count < list.count { return .newDeviceAvailable }
        return .routeConfigurationChange
    }

    private func used(_ direction: DeviceDirection, _ category: SessionCategory) -> DeviceDescription? {
        let isUsed = direction == .output ? category.hasOutput : category.hasInput
        return isUsed ? device(direction) : nil
    }

    /// Whether a device that was in use is gone, or is in use with another port after its plug has been pulled.
    private func hasLost(_ was: DeviceDescription) -> Bool {
        guard let now = list.first(where: { $0.id == was.id && $0.direction == was.direction }) else { return true }
        guard now.port != was.port, let port = now.ports.first(where: { $0.id == was.port }) else { return false }
        return !port.isPlugged
    }

    /// Whether a device was plugged in and not used since, or its socket was.
    private func isNew(_ device: DeviceDescription) -> Bool {
        let plugged = plugged
        let places = [Place(device), Place(device, port: device.port)]
        return places.contains { fresh.contains($0) || !plugged.contains($0) }
    }

    /// Whether the same hardware is here with another profile.
    private func hasProfile(of was: DeviceDescription) -> Bool {
        !was.address.isEmpty && list.contains { $0.address == was.address && $0.direction == was.direction }
    }

    /// Whether a Bluetooth device in use is gone, perhaps to come back with another profile: servers make that the one in use some
    /// time after it has come back.
    func mayChangeProfile(since old: SessionDevices, _ category: SessionCategory) -> Bool {
        [DeviceDirection.output, .input].contains { direction in
            guard let was = old.used(direction, category), was.transport == .bluetooth, hasLost(was) else {
                return false
            }
            return was.address.isEmpty || used(direction, category)?.address != was.address
        }
    }
}

extension SessionPort {
    package init(_ device: DeviceDescription) {
        self.init(
            type: SessionPortType(device), name: device.name, uid: device.id,
            channels: (1...max(1, device.channels)).map { "\(device.name) \($0)" })
        guard device.ports.count > 1 else { return }
        sources = device.ports.enumerated().map { SessionDataSource(id: $0.offset, name: $0.element.name) }
        selectedSource = device.ports.firstIndex { $0.id == device.port }
    }
}

extension SessionPortType {
    /// What a device is: as its port in use says, else as the device does, else as far as its way of being attached shows.
    init(_ device: DeviceDescription) {
        let port = device.ports.first { $0.id == device.port }?.kind ?? .unknown
        let kind = port == .unknown ? device.kind : port
        let isInput = device.direction == .input
        switch device.transport {
        case .bluetooth:
            switch kind {
            case .bluetoothLE: self = .bluetoothLE
            case .bluetoothA2DP where !isInput: self = .bluetoothA2DP
            case .bluetoothHFP: self = .bluetoothHFP
            case .car: self = .carAudio
            default: self = isInput ? .bluetoothHFP : .bluetoothA2DP
            }
            return
        case .usb:
            self = .usb
            return
        case .virtual:
            self = .virtual
            return
        case .hdmi:
            self = kind == .displayPort ? .displayPort : .hdmi
            return
        case .airPlay:
            self = .airPlay
            return
        case .fireWire:
            self = .fireWire
            return
        case .unknown, .builtIn, .pci: break
        }
        switch kind {
        case .speaker: self = isInput ? .builtInMic : .builtInSpeaker
        case .headphones: self = isInput ? .headsetMic : .headphones
        case .headset: self = isInput ? .headsetMic : .headphones
        case .line: self = isInput ? .lineIn : .lineOut
        case .hdmi: self = .hdmi
        case .displayPort: self = .displayPort
        case .microphone: self = .builtInMic
        default: self = device.isWithoutHardware ? .virtual : isInput ? .builtInMic : .builtInSpeaker
        }
    }
}

extension DeviceDescription {
    /// Whether nothing says that there is hardware behind it.
    fileprivate var isWithoutHardware: Bool { transport == .unknown && kind == .unknown && maker.isEmpty }
}
