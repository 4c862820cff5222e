// The device's name in a channel assignment, as Swift programs know it: a reference to our CFString, which is NSString.

extension AudioQueueChannelAssignment {
    /// The device's UID. Whoever gets assignments from a property owns it.
    public var mDeviceUID: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__mDeviceUID.toOpaque()) }
        set { __mDeviceUID = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    public init(mDeviceUID: Unmanaged<CFString>, mChannelNumber: UInt32) {
        self.init(__mDeviceUID: Unmanaged.fromOpaque(mDeviceUID.toOpaque()), mChannelNumber: mChannelNumber)
    }
}
