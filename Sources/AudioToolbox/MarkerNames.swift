// The names of markers and regions, as Swift programs know them: references to our CFString, which is NSString.

extension AudioFileMarker {
    /// The marker's name, or nil. Whoever gets a marker list from a property owns the names in it.
    public var mName: Unmanaged<CFString>? {
        get { __mName.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __mName = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    public init(
        mFramePosition: Float64, mName: Unmanaged<CFString>?, mMarkerID: Int32, mSMPTETime: AudioFile_SMPTE_Time,
        mType: UInt32, mReserved: UInt16, mChannel: UInt16
    ) {
        self.init()
        self.mFramePosition = mFramePosition
        self.mName = mName
        self.mMarkerID = mMarkerID
        self.mSMPTETime = mSMPTETime
        self.mType = mType
        self.mReserved = mReserved
        self.mChannel = mChannel
    }
}

extension AudioFileRegion {
    /// The region's name. Whoever gets a region list from a property owns the names in it.
    public var mName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__mName.toOpaque()) }
        set { __mName = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    public init(
        mRegionID: UInt32, mName: Unmanaged<CFString>, mFlags: AudioFileRegionFlags, mNumberMarkers: UInt32,
        mMarkers: AudioFileMarker
    ) {
        self.init(
            mRegionID: mRegionID, __mName: Unmanaged.fromOpaque(mName.toOpaque()), mFlags: mFlags,
            mNumberMarkers: mNumberMarkers, mMarkers: mMarkers)
    }
}
