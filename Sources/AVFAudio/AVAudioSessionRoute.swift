import AudioCore
import AudioDevices
import AudioSession
public import Foundation

// AVAudioSessionRoute.h: the ports that a session's sound goes through. Each description is of the moment at which it was made.

/// The inputs and outputs of a session.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    private let ports: (inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription])
    private let route: SessionRoute

    init(_ route: SessionRoute, _ session: AVAudioSession?) {
        self.route = route
        ports = (
            route.inputs.map { AVAudioSessionPortDescription($0, .input, session) },
            route.outputs.map { AVAudioSessionPortDescription($0, .output, session) }
        )
        super.init()
    }

    /// None in a category without input.
    open var inputs: [AVAudioSessionPortDescription] { ports.inputs }

    /// None in a category without output.
    open var outputs: [AVAudioSessionPortDescription] { ports.outputs }

    /// Whether another route has the same ports with the same settings.
    ///
    /// - Parameter object: an object of the same class; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioSessionRouteDescription)?.route == route
    }

    /// Equal routes have equal hashes.
    open override var hash: Int { route.hashValue }

    /// The ports in words, for a log.
    open override var description: String {
        func list(_ ports: [AVAudioSessionPortDescription]) -> String {
            "(\n" + ports.enumerated().map { "    \"\($1)\"" + ($0 + 1 < ports.count ? ",\n" : "\n") }.joined() + ")"
        }
        return "<AVAudioSessionRouteDescription: \(address(of: self)), \ninputs = \(list(inputs)); \n"
            + "outputs = \(list(outputs))>"
    }
}

/// One input or output.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    let port: SessionPort
    let direction: DeviceDirection
    private weak let session: AVAudioSession?

    init(_ port: SessionPort, _ direction: DeviceDirection, _ session: AVAudioSession?) {
        (self.port, self.direction, self.session) = (port, direction, session)
        super.init()
    }

    /// What kind of input or output it is.
    open var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: port.type.rawValue) }

    /// What the user knows the device by.
    open var portName: String { port.name }

    /// The device's, the value of `kAudioDevicePropertyDeviceUID`.
    open var uid: String { port.uid }

    /// Always false: sound servers do not say it of a device.
    open var hasHardwareVoiceCallProcessing: Bool { false }

    /// Always false: no route plays spatial sound.
    open var isSpatialAudioEnabled: Bool { false }

    /// One description for each channel.
    open var channels: [AVAudioSessionChannelDescription]? {
        let labels = labels(port.channels.count)
        return port.channels.enumerated().map { index, name in
            AVAudioSessionChannelDescription(device: uid, number: index + 1, label: labels[index], name: name)
        }
    }

    /// What can be chosen; nil if there is no choice.
    open var dataSources: [AVAudioSessionDataSourceDescription]? {
        port.sources.isEmpty ? nil : port.sources.map { AVAudioSessionDataSourceDescription($0) }
    }

    /// What is chosen of `dataSources`; nil if there is no choice.
    open var selectedDataSource: AVAudioSessionDataSourceDescription? {
        port.sources.first { $0.id == port.selectedSource }.map { AVAudioSessionDataSourceDescription($0) }
    }

    /// What was asked for; nil for nothing.
    open var preferredDataSource: AVAudioSessionDataSourceDescription? {
        session?.preferredSource(of: port).map { AVAudioSessionDataSourceDescription($0) }
    }

    /// Chooses a data source; nil forgets what was asked for. This description still has what was chosen when it was made.
    ///
    /// - Parameter dataSource: one of `dataSources`, or nil.
    /// - Throws: -50 for one that is not of `dataSources`.
    open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try session?.prefer(dataSource?.source, of: port, direction)
    }

    /// What a Bluetooth headset's microphone can do; nil for other ports.
    open var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? {
        port.type == .bluetoothHFP && direction == .input ? AVAudioSessionPortExtensionBluetoothMicrophone() : nil
    }

    /// Ports are equal where they are of one type and device.
    ///
    /// - Parameter object: an object of the same class; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return other.portType == portType && other.uid == uid
    }

    /// Equal ports have equal hashes.
    open override var hash: Int { uid.hashValue }

    /// The port in words, for a log.
    open override var description: String {
        "<AVAudioSessionPortDescription: \(address(of: self)), type = \(portType.rawValue); name = \(portName); "
            + "UID = \(uid); selectedDataSource = \(selectedDataSource?.dataSourceName ?? "(null)")>"
    }

    /// Which loudspeakers the channels are for, as their number says it.
    private func labels(_ count: Int) -> [AudioChannelLabel] {
        guard direction == .output else { return Array(repeating: kAudioChannelLabel_Unknown, count: count) }
        switch count {
        case 1: return [kAudioChannelLabel_Mono]
        case 2: return [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
        default: return Array(repeating: kAudioChannelLabel_Unknown, count: count)
        }
    }
}

/// A socket or a built-in part of a port.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    let source: SessionDataSource

    init(_ source: SessionDataSource) {
        self.source = source
        super.init()
    }

    /// The same as long as the device exists.
    open var dataSourceID: NSNumber { NSNumber(value: source.id) }

    /// What the user knows the source by.
    open var dataSourceName: String { source.name }

    /// Nil: sound servers do not say it.
    open var location: AVAudioSession.Location? { nil }

    /// Nil: sound servers do not say it.
    open var orientation: AVAudioSession.Orientation? { nil }

    /// Nil: no source has a choice.
    open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nil }

    /// Always nil: no source has a choice.
    open var selectedPolarPattern: AVAudioSession.PolarPattern? { nil }

    /// Always nil: no source has a choice.
    open var preferredPolarPattern: AVAudioSession.PolarPattern? { nil }

    /// Chooses the directions from which a microphone records; nil changes nothing.
    ///
    /// - Parameter pattern: nil; no data source has a choice.
    /// - Throws: -50 for a pattern that is not of `supportedPolarPatterns`: for each but nil.
    open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        try throwingSessionErrors { () throws(AudioError) in
            guard pattern == nil else { throw .parameter.because("the data source has no choice of polar patterns") }
        }
    }

    /// Whether another description is of the same source of the same device.
    ///
    /// - Parameter object: an object of the same class; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioSessionDataSourceDescription)?.source == source
    }

    /// Equal sources have equal hashes.
    open override var hash: Int { source.hashValue }

    /// The source in words, for a log.
    open override var description: String {
        "<AVAudioSessionDataSourceDescription: \(address(of: self)), ID = \(source.id); name = \(source.name)>"
    }
}

/// What a Bluetooth headset's microphone can do.
open class AVAudioSessionPortExtensionBluetoothMicrophone: NSObject, @unchecked Sendable {
    override init() { super.init() }

    /// Recording with more than the rate of telephones: not known here.
    open var highQualityRecording: AVAudioSessionCapability { AVAudioSessionCapability() }

    /// Recording from far away: not known here.
    open var farFieldCapture: AVAudioSessionCapability { AVAudioSessionCapability() }
}

/// Whether a device can do something, and does. Sound servers do not say it of any device: false.
open class AVAudioSessionCapability: NSObject, @unchecked Sendable {
    override init() { super.init() }

    /// Always false: sound servers do not say it.
    open var isSupported: Bool { false }

    /// Always false: sound servers do not say it.
    open var isEnabled: Bool { false }
}

/// An object's address as descriptions of objects print it.
func address(of object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
}
