import AudioToolbox
import ToolSupport

/// What afinfo reports on one file. It is complete before anything is printed.
struct FileReport {
    private let file: AudioFileHandle
    let path: String
    let fileType: UInt32
    let trackCount: UInt32
    let format: AudioStreamBasicDescription
    /// Every format the stream can be decoded as, and what its layout is called.
    let formats: [(format: AudioStreamBasicDescription, layout: String?)]
    /// What the layout is called, nil where the file has none.
    let layout: String?
    let duration: Double
    let audioBytes: UInt64
    let packets: UInt64
    let bitRate: UInt32
    let packetSizeUpperBound: UInt32
    let maximumPacketSize: UInt32
    let dataOffset: Int64
    let isOptimized: Bool
    let packetTable: AudioFilePacketTableInfo?
    /// Negative for float, nil where unknown.
    let sourceBitDepth: Int32?
    let info: [(key: String, value: String)]
    /// What the file says of how loud it is, by the keys of the info dictionary.
    let loudness: [String: String]

    /// - Parameters:
    ///   - countsPackets: find the duration by the packets that are there.
    ///   - readsInfo: whether the text in the file is wanted.
    init(_ path: String, countsPackets: Bool, readsInfo: Bool) throws(ToolError) {
        try self.init(AudioFileHandle(reading: path), path, countsPackets: countsPackets, readsInfo: readsInfo)
    }

    /// The report on another track, from 1; this one's is on track 0.
    func onTrack(_ track: UInt32, countsPackets: Bool) throws(ToolError) -> FileReport {
        var track = track
        try check(
            "AudioFileSetProperty", of: kAudioFilePropertyUseAudioTrack,
            AudioFileSetProperty(file.id, kAudioFilePropertyUseAudioTrack, 4, &track))
        return try FileReport(file, path, countsPackets: countsPackets, readsInfo: false)
    }

    private init(_ file: AudioFileHandle, _ path: String, countsPackets: Bool, readsInfo: Bool) throws(ToolError) {
        self.file = file
        self.path = path
        fileType = file.value(kAudioFilePropertyFileFormat, 0) ?? 0
        trackCount = file.value(kAudioFilePropertyAudioTrackCount, 0) ?? 1
        format = file.format
        formats = Self.formatList(file)
        layout = file.bytes(kAudioFilePropertyChannelLayout).flatMap(Self.layoutName)
        audioBytes = file.value(kAudioFilePropertyAudioDataByteCount, 0) ?? 0
        packets = file.value(kAudioFilePropertyAudioDataPacketCount, 0) ?? 0
        packetTable = file.value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        duration =
            countsPackets
            ? Self.duration(format, packets, packetTable)
            : file.value(kAudioFilePropertyEstimatedDuration, 0.0) ?? 0
        bitRate = file.value(kAudioFilePropertyBitRate, 0) ?? 0
        packetSizeUpperBound = file.value(kAudioFilePropertyPacketSizeUpperBound, 0) ?? 0
        maximumPacketSize = file.value(kAudioFilePropertyMaximumPacketSize, 0) ?? 0
        dataOffset = file.value(kAudioFilePropertyDataOffset, 0) ?? 0
        isOptimized = file.value(kAudioFilePropertyIsOptimized, UInt32(0)) == 1
        sourceBitDepth = file.value(kAudioFilePropertySourceBitDepth, 0)
        let all = file.info
        info = readsInfo ? all : []
        loudness = Dictionary(uniqueKeysWithValues: all.filter { LoudnessKeys.isOne($0.key) })
    }

    /// The file's name without its folders.
    var name: String { String(path.split(separator: "/").last ?? "") }

    /// Seconds of sound in so many packets, without what the packet table says is none.
    private static func duration(
        _ format: AudioStreamBasicDescription, _ packets: UInt64, _ table: AudioFilePacketTableInfo?
    ) -> Double {
        guard format.mSampleRate > 0 else { return 0 }
        if format.mFramesPerPacket == 0 { return Double(table?.mNumberValidFrames ?? 0) / format.mSampleRate }
        let frames = Double(packets) * Double(format.mFramesPerPacket)
        let silent = Double(table?.mPrimingFrames ?? 0) + Double(table?.mRemainderFrames ?? 0)
        return max(0, frames - silent) / format.mSampleRate
    }

    private static func formatList(
        _ file: AudioFileHandle
    ) -> [(format: AudioStreamBasicDescription, layout: String?)] {
        guard let bytes = file.bytes(kAudioFilePropertyFormatList) else { return [] }
        return bytes.withUnsafeBytes { raw in
            (0..<raw.count / MemoryLayout<AudioFormatListItem>.stride).map {
                let item = raw.loadUnaligned(
                    fromByteOffset: $0 * MemoryLayout<AudioFormatListItem>.stride, as: AudioFormatListItem.self)
                // A layout that is all tag: no bitmap, no descriptions.
                let layout = withUnsafeBytes(of: item.mChannelLayoutTag) { Array($0) } + Array(repeating: 0, count: 8)
                return (item.mASBD, layoutName(layout))
            }
        }
    }

    private static func layoutName(_ layout: [UInt8]) -> String? {
        var name: Unmanaged<CFString>?
        var size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
        let status = AudioFormatGetProperty(
            kAudioFormatProperty_ChannelLayoutName, UInt32(layout.count), layout, &size, &name)
        guard status == noErr, let name else { return nil }
        return String(describing: name.takeRetainedValue())
    }

    /// "I16", "F32": the form of the samples before they were encoded.
    var sourceBitDepthText: String? {
        sourceBitDepth.map { ($0 < 0 ? "F" : "I") + "\(abs($0))" }
    }
}
