import AudioCore
import AudioDevices
import COpenALSoft
import Glibc

// What programs ask about the library, and its functions by their names.
extension SoundSpace {
    /// The extensions of the interface itself.
    private static let extensions = [
        "AL_EXT_OFFSET", "AL_EXT_LINEAR_DISTANCE", "AL_EXT_EXPONENT_DISTANCE", "AL_EXT_FLOAT32", "AL_EXT_STATIC_BUFFER",
        "AL_EXT_SOURCE_NOTIFICATIONS", "AL_EXT_SOURCE_SPATIALIZATION",
    ]
    private static let deviceExtensions = [
        "ALC_EXT_CAPTURE", "ALC_ENUMERATION_EXT", "ALC_ENUMERATE_ALL_EXT", "ALC_EXT_MAC_OSX", "ALC_EXT_ASA",
        "ALC_EXT_OUTPUT_CAPTURER", "ALC_EXT_disconnect", "ALC_EXT_EFX", "ALC_EXT_thread_local_context",
        "ALC_SOFT_loopback",
    ]

    /// The constants of Apple's extensions, which OpenAL Soft does not know.
    private static let constants: [String: Int32] = {
        var constants: [String: Int32] = ["AL_QUEUE_HAS_LOOPED": Int32(SourceWatch.looped)]
        let codes: [(String, FourCC)] = [
            ("ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH", "rqhi"),
            ("ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW", "rdlo"),
            ("ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES", "hdph"),
            ("ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO", "rcst"),
            ("ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL", "rcmc"), ("AL_GAMEKIT", "gksr"),
            ("ALC_ASA_REVERB_ON", "rvon"), ("ALC_ASA_REVERB_GLOBAL_LEVEL", "rvgl"),
            ("ALC_ASA_REVERB_ROOM_TYPE", "rvrt"), ("ALC_ASA_REVERB_EQ_GAIN", "rveg"),
            ("ALC_ASA_REVERB_EQ_BANDWITH", "rveb"), ("ALC_ASA_REVERB_EQ_FREQ", "rvef"),
            ("ALC_ASA_REVERB_SEND_LEVEL", "rvsl"), ("ALC_ASA_OCCLUSION", "occl"), ("ALC_ASA_OBSTRUCTION", "obst"),
        ]
        for (name, code) in codes { constants[name] = Int32(bitPattern: code.rawValue) }
        let rooms = [
            "SmallRoom", "MediumRoom", "LargeRoom", "MediumHall", "LargeHall", "Plate", "MediumChamber", "LargeChamber",
            "Cathedral", "LargeRoom2", "MediumHall2", "MediumHall3", "LargeHall2",
        ]
        for (number, room) in rooms.enumerated() { constants["ALC_ASA_REVERB_ROOM_TYPE_\(room)"] = Int32(number) }
        return constants
    }()

    // MARK: Texts

    /// What `alGetString` returns.
    package func text(_ property: Int32) -> UnsafePointer<CChar>? {
        switch property {
        case SoftConstant.vendor: names.text("Apple Computer Inc.")
        case SoftConstant.version: names.text("1.1")
        case SoftConstant.renderer: names.text("Software")
        case SoftConstant.extensions: names.text(allExtensions.joined(separator: " "))
        default: soft?.pointee.alGetString(property)
        }
    }

    /// Those of OpenAL Soft that we do not have follow ours, where a context is current.
    private var allExtensions: [String] {
        guard currentContext != nil, let list = soft?.pointee.alGetString(SoftConstant.extensions) else {
            return Self.extensions
        }
        let others = String(cString: list).split(separator: " ").map(String.init)
        return Self.extensions + others.filter { other in !Self.extensions.contains { $0 == other } }
    }

    /// The extensions of all devices.
    package var deviceExtensionList: UnsafePointer<CChar> {
        names.text(Self.deviceExtensions.joined(separator: " "))
    }

    /// Why there is no device.
    package var missing: UnsafePointer<CChar>? { SoftUnavailable() }

    package func hasExtension(_ name: UnsafePointer<CChar>) -> Bool { Self.has(allExtensions, name) }
    package func hasDeviceExtension(_ name: UnsafePointer<CChar>) -> Bool { Self.has(Self.deviceExtensions, name) }

    private static func has(_ list: [String], _ name: UnsafePointer<CChar>) -> Bool {
        list.contains { strcasecmp($0, name) == 0 }
    }

    // MARK: Functions and constants

    /// A function of OpenAL 1.1, or one of OpenAL Soft's extensions.
    ///
    /// `alcResetDeviceSOFT` is not among them: a device has the form that its output needs.
    package func function(_ name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
        if let own = SoftOwnFunction(name) { return own }
        return strcmp(name, "alcResetDeviceSOFT") == 0 ? nil : soft?.pointee.alcGetProcAddress(nil, name)
    }

    /// The value of a constant; 0 where there is none of the name.
    package func constant(_ name: UnsafePointer<CChar>) -> Int32 {
        Self.constants[String(cString: name)] ?? soft?.pointee.alcGetEnumValue(nil, name) ?? 0
    }
}

// Devices that a program named.
extension SoundSpace {
    /// ALC_CONNECTED of ALC_EXT_disconnect.
    package static let connected: Int32 = 0x313

    /// Whether the device is there that the program named. What follows the default device is always connected, and everything is
    /// while the server is gone.
    ///
    /// - Returns: nil for what is no open device of ours.
    package func isConnected(_ handle: OpaquePointer?) -> Bool? {
        if let playing = device(handle) { return isThere(playing.id, .output) }
        guard let capturing = try? CapturingDevice.handles.object(for: handle) else { return nil }
        return isThere(capturing.id, .input)
    }

    private func isThere(_ id: String?, _ direction: DeviceDirection) -> Bool {
        guard let id, let devices = try? surroundings.devices() else { return true }
        return devices.contains { $0.id == id && $0.direction == direction }
    }
}

// The texts of `alcGetString`.
extension SoundSpace {
    /// - Parameter device: NULL for lists, defaults and errors.
    package func deviceText(_ property: Int32, of device: OpaquePointer?) -> UnsafePointer<CChar>? {
        let capturing = try? CapturingDevice.handles.object(for: device)
        switch property {
        case SoftConstant.defaultDevice, SoftConstant.defaultDeviceOfAll:
            return names.text(deviceNames(.output).first ?? "")
        case SoftConstant.defaultCapturingDevice: return names.text(deviceNames(.input).first ?? "")
        case SoftConstant.deviceName, SoftConstant.nameOfAllDevices:
            guard device != nil else { return names.list(deviceNames(.output)) }
            return named(self.device(device)?.name ?? capturing?.name)
        case SoftConstant.capturingDeviceName:
            guard device != nil else { return names.list(deviceNames(.input)) }
            return named(capturing?.name)
        case SoftConstant.deviceExtensions: return deviceExtensionList
        // Without a device the text may say more than which error it was.
        case SpaceDeviceError.invalidDevice.rawValue: return missing ?? soft?.pointee.alcGetString(nil, property)
        default: return soft?.pointee.alcGetString(capturing == nil ? device : nil, property)
        }
    }

    private func named(_ name: String?) -> UnsafePointer<CChar>? {
        if let name { return names.text(name) }
        fail(SpaceDeviceError.invalidDevice)
        return nil
    }
}
