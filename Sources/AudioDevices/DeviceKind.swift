/// What a device, or one of its sockets, is.
package enum DeviceKind: Hashable, Sendable {
    case unknown, speaker, headphones, headset, line, hdmi, displayPort, microphone, car
    case bluetoothA2DP, bluetoothHFP, bluetoothLE

    /// As a sound server names a socket, or a device without sockets: "analog-output-headphones", "[Out] Speaker", …
    init(named name: String) {
        let name = name.lowercased()
        let words: [(String, DeviceKind)] = [
            ("headphone", .headphones), ("headset", .headset), ("lineout", .line), ("linein", .line), ("line", .line),
            ("speaker", .speaker), ("hdmi", .hdmi), ("displayport", .displayPort), ("mic", .microphone),
        ]
        self = words.first { name.contains($0.0) }?.1 ?? .unknown
    }

    /// - Parameter property: one of the device's properties on the sound server, by a name with hyphens.
    init(_ direction: DeviceDirection, name: String, property: (String) -> String?) {
        let profile = property("api.bluez5.profile") ?? property("bluetooth.protocol") ?? ""
        if profile.contains("a2dp") {
            self = .bluetoothA2DP
        } else if profile.contains("head") || profile.contains("hands") {
            self = .bluetoothHFP
        } else if profile.contains("bap") {
            self = .bluetoothLE
        } else {
            self = Self(formFactor: property("device.form-factor") ?? "", direction)
        }
        if self == .unknown { self = Self(named: property("device.profile.name") ?? "") }
        if self == .unknown, name.hasPrefix("alsa_") { self = Self(named: name) }
    }

    private init(formFactor: String, _ direction: DeviceDirection) {
        switch formFactor {
        case "headphone": self = .headphones
        case "headset", "handset", "hands-free": self = .headset
        case "microphone", "webcam": self = .microphone
        case "speaker", "internal", "portable": self = direction == .output ? .speaker : .microphone
        case "car": self = .car
        default: self = .unknown
        }
    }
}

extension DeviceTransport {
    /// How a device with these properties is attached; nil if they do not contain it. The names of ALSA's devices contain the
    /// bus.
    init?(name: String, property: (String) -> String?) {
        let bus = property("device.bus") ?? ["usb", "pci"].first { name.contains(".\($0)-") }
        switch bus ?? property("device.api") {
        // PipeWire and PulseAudio name them so, unless the user has.
        case _ where name.hasPrefix("raop") || property("raop.ip") != nil: self = .airPlay
        case _ where property("media.name")?.hasPrefix("RAOP ") == true: self = .airPlay
        case _ where property("device.form-factor") == "internal": self = .builtIn
        case _ where name.contains("hdmi"): self = .hdmi
        case "usb": self = .usb
        case "pci": self = .pci
        case "firewire": self = .fireWire
        case "bluetooth", "bluez5": self = .bluetooth
        case _ where name.hasPrefix("bluez"): self = .bluetooth
        case _ where property("node.virtual") == "true" || property("device.class") == "abstract": self = .virtual
        case _ where property("factory.name") == "support.null-audio-sink": self = .virtual
        default: return nil
        }
    }
}
