public import AudioToolbox
public import Foundation

/// One channel of a device.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    /// What the user knows the channel by.
    open var channelName: String { name }

    /// The device that has the channel.
    open var owningPortUID: String { device }

    /// Its number in the device, from 1 on.
    open var channelNumber: Int { number }

    /// Which loudspeaker it is for.
    open var channelLabel: AudioChannelLabel { label }

    private let device: String
    private let number: Int
    private let label: AudioChannelLabel
    private let name: String

    /// - Parameter name: nil for the number.
    init(device: String, number: Int, label: AudioChannelLabel = kAudioChannelLabel_Unknown, name: String? = nil) {
        (self.device, self.number, self.label) = (device, number, label)
        self.name = name ?? "Channel \(number)"
        super.init()
    }

    /// Whether another description is of the same channel of the same device.
    ///
    /// - Parameter object: a channel to compare with; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionChannelDescription else { return false }
        return other.device == device && other.number == number && other.label == label
    }

    /// Equal descriptions have equal hashes.
    open override var hash: Int { number }

    /// The channel in words, for a log.
    open override var description: String {
        "<AVAudioSessionChannelDescription: \(address(of: self)), name = \(name); number = \(number); "
            + "port UID = \(device); label = \(label) (0x\(String(label, radix: 16)))>"
    }
}
