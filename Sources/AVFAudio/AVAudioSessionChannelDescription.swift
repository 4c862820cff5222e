public import AudioToolbox
public import Foundation

/// One channel of a device.
open class AVAudioSessionChannelDescription: NSObject {
    /// What the user knows the channel by.
    open var channelName: String { "Channel \(number)" }

    /// The device that has the channel.
    open var owningPortUID: String { device }

    /// Its number in the device, from 1 on.
    open var channelNumber: Int { number }

    /// Which loudspeaker it is for.
    open var channelLabel: AudioChannelLabel { label }

    private let device: String
    private let number: Int
    private let label: AudioChannelLabel

    init(device: String, number: Int, label: AudioChannelLabel = kAudioChannelLabel_Unknown) {
        (self.device, self.number, self.label) = (device, number, label)
        super.init()
    }
}
