// The names of markers and regions, as Swift programs know them: references to our CFString, which is NSString.

extension AudioFileMarker {
    /// The name of the marker, or nil. Release the names in a marker list that you get from a property.
    public var mName: Unmanaged<CFString>? {
        get { __mName.map { Unmanaged.fromOpaque($0.toOpaque()) } }
        set { __mName = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    }

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - mFramePosition: the position in frames from the start of the sound.
    ///   - mName: the name, or nil.
    ///   - mMarkerID: a number that identifies the marker in its file.
    ///   - mSMPTETime: the same position as an SMPTE time.
    ///   - mType: the type, such as `kAudioFileMarkerType_Generic`.
    ///   - mReserved: 0.
    ///   - mChannel: the channel, from 1; 0 for all channels.
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
    /// The name of the region. Release the names in a region list that you get from a property.
    public var mName: Unmanaged<CFString> {
        get { Unmanaged.fromOpaque(__mName.toOpaque()) }
        set { __mName = Unmanaged.fromOpaque(newValue.toOpaque()) }
    }

    /// Creates a region with one marker.
    ///
    /// - Parameters:
    ///   - mRegionID: a number that identifies the region in its file.
    ///   - mName: the name.
    ///   - mFlags: how to play the region.
    ///   - mNumberMarkers: the number of markers.
    ///   - mMarkers: the first marker.
    public init(
        mRegionID: UInt32, mName: Unmanaged<CFString>, mFlags: AudioFileRegionFlags, mNumberMarkers: UInt32,
        mMarkers: AudioFileMarker
    ) {
        self.init(
            mRegionID: mRegionID, __mName: Unmanaged.fromOpaque(mName.toOpaque()), mFlags: mFlags,
            mNumberMarkers: mNumberMarkers, mMarkers: mMarkers)
    }
}
