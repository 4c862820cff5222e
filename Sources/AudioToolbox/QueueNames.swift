// The device's name in a channel assignment, as Swift programs know it: a reference to our CFString, which is NSString.

extension AudioQueueChannelAssignment {
    /// The UID of the device. Release the UIDs in assignments that you get from a property.
    public var mDeviceUID: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__mDeviceUID.toOpaque()) }
        set { __mDeviceUID = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a channel assignment.
    ///
    /// - Parameters:
    ///   - mDeviceUID: the UID of the device.
    ///   - mChannelNumber: the channel of the device, from 1; 0 for none.
    public init(mDeviceUID: Unmanaged<CFString>, mChannelNumber: UInt32) {
        self.init(__mDeviceUID: Unmanaged.fromOpaque(mDeviceUID.toOpaque()), mChannelNumber: mChannelNumber)
    }
}
