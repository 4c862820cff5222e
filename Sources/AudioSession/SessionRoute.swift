/// What a port of a route is, with the values of `AVAudioSession.Port`.
package enum SessionPortType: String, CaseIterable, Sendable {
    case builtInSpeaker = "Speaker"
    case builtInReceiver = "Receiver"
    case headphones = "Headphones"
    case lineOut = "LineOut"
    case hdmi = "HDMIOutput"
    case bluetoothA2DP = "BluetoothA2DPOutput"
    case bluetoothHFP = "BluetoothHFP"
    case bluetoothLE = "BluetoothLE"
    case usb = "USBAudio"
    case airPlay = "AirPlay"
    case pci = "PCI"
    case fireWire = "FireWire"
    case displayPort = "DisplayPort"
    case avb = "AVB"
    case thunderbolt = "Thunderbolt"
    case carAudio = "CarAudio"
    case virtual = "Virtual"
    case builtInMic = "MicrophoneBuiltIn"
    case headsetMic = "MicrophoneWired"
    case lineIn = "LineIn"
}

/// One input or output that sound goes through.
package struct SessionPort: Hashable, Sendable {
    package var type: SessionPortType
    /// What people call it.
    package var name: String
    /// The server's lasting name for the device.
    package var uid: String
    /// Names of the channels, one a channel.
    package var channels: [String]
    /// The sockets or built-in parts that can be selected; empty where there is no choice.
    package var sources: [SessionDataSource] = []
    /// The `id` of the source in use.
    package var selectedSource: Int?

    package init(type: SessionPortType, name: String, uid: String, channels: [String]) {
        self.type = type
        self.name = name
        self.uid = uid
        self.channels = channels
    }
}

/// A socket or a built-in part of a port's device.
package struct SessionDataSource: Hashable, Sendable {
    /// The same as long as the device exists.
    package var id: Int
    package var name: String

    package init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

/// The ports that a session's sound goes through.
package struct SessionRoute: Hashable, Sendable {
    package var inputs: [SessionPort] = []
    package var outputs: [SessionPort] = []

    package init(inputs: [SessionPort] = [], outputs: [SessionPort] = []) {
        self.inputs = inputs
        self.outputs = outputs
    }
}
