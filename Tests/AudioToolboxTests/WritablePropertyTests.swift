import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What a file says of setting a property is what happens: over every property, and every type with each format it holds.
@Suite struct WritablePropertyTests {
    struct Row: Sendable, CustomStringConvertible {
        let type: AudioFileTypeID
        let format: AudioFormatID
        var description: String { statusText(OSStatus(bitPattern: type)) + statusText(OSStatus(bitPattern: format)) }
    }

    private static let refusals: Set<OSStatus> = [
        OSStatus(code: "op??"), OSStatus(code: "pty?"), OSStatus(code: "prm?"), kExtAudioFileError_InvalidProperty,
        kExtAudioFileError_InvalidOperationOrder,
    ]

    private static func codes(_ property: AudioFilePropertyID, _ type: AudioFileTypeID? = nil) -> [UInt32] {
        var specifier = type ?? 0
        var size: UInt32 = 0
        let specifierSize: UInt32 = type == nil ? 0 : 4
        guard AudioFileGetGlobalInfoSize(property, specifierSize, &specifier, &size) == noErr, size > 0 else {
            return []
        }
        var codes = [UInt32](repeating: 0, count: Int(size) / 4)
        return AudioFileGetGlobalInfo(property, specifierSize, &specifier, &size, &codes) == noErr ? codes : []
    }

    static let rows: [Row] = codes(kAudioFileGlobalInfo_WritableTypes).flatMap { type in
        codes(kAudioFileGlobalInfo_AvailableFormatIDs, type).map { Row(type: type, format: $0) }
    }

    /// Types that refuse 44100 Hz, as Opus and AMR have other rates; CAF takes any.
    private static let refusedRows: Set<String> = [
        "'mp4f''opus'", "'Oggf''opus'", "'amrf''samr'", "'amrf''sawb'",
    ]

    /// A description that files of the type hold; nil where the format has none without an encoder.
    private func format(_ row: Row, rate: Double = 44_100) -> AudioStreamBasicDescription {
        if row.format == kAudioFormatLinearPCM {
            let isBig = [kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileNextType].contains(row.type)
            return .int(16, rate: rate, bigEndian: isBig)
        }
        if [kAudioFormatULaw, kAudioFormatALaw, kAudioFormatAppleIMA4].contains(row.format) {
            return .constant(row.format, rate: rate)
        }
        var format = AudioStreamBasicDescription.encoded(row.format, rate: rate)
        if row.format == kAudioFormatAppleLossless { format.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData }
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        _ = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
        return format
    }

    private static let readOnly: [AudioFilePropertyID] = [
        kAudioFilePropertyFileFormat, kAudioFilePropertyIsOptimized, kAudioFilePropertyAudioDataByteCount,
        kAudioFilePropertyAudioDataPacketCount, kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyDataOffset,
        kAudioFilePropertyFormatList, kAudioFilePropertyPacketSizeUpperBound, kAudioFilePropertyChunkIDs,
        kAudioFilePropertyEstimatedDuration, kAudioFilePropertyBitRate, kAudioFilePropertyAudioTrackCount,
        kAudioFilePropertyRestrictsRandomAccess, kAudioFilePropertyID3TagOffset,
    ]

    /// Sets a value that fits, and returns whether a property of this kind can be set; nil without such a value.
    private func isTaken(_ id: AudioFileID, _ property: AudioFilePropertyID, _ size: UInt32, _ row: Row) -> Bool? {
        func set<T>(_ value: T) -> Bool {
            withUnsafeBytes(of: value) {
                !Self.refusals.contains(AudioFileSetProperty(id, property, UInt32($0.count), $0.baseAddress!))
            }
        }
        func setBytes(_ bytes: [UInt8]) -> Bool {
            !Self.refusals.contains(AudioFileSetProperty(id, property, UInt32(bytes.count), bytes))
        }
        func set(_ object: AnyObject) -> Bool {
            withExtendedLifetime(object) { set(Unmanaged.passUnretained(object).toOpaque()) }
        }
        var own = [UInt8](repeating: 0, count: Int(size))
        var ownSize = size
        let hasOwn = size > 0 && AudioFileGetProperty(id, property, &ownSize, &own) == noErr
        switch property {
        case kAudioFilePropertyDataFormat: return set(format(row, rate: 48_000))
        case kAudioFilePropertyMagicCookieData:
            return hasOwn ? setBytes(own) : row.type == kAudioFileCAFType ? setBytes([1, 2, 3, 4, 5]) : nil
        case kAudioFilePropertyChannelLayout:
            let usual = setBytes(littleEndianBytes([kAudioChannelLayoutTag_Mono, 0, 0]))
            return hasOwn ? setBytes(own) || usual : usual
        case kAudioFilePropertyDeferSizeUpdates: return set(UInt32(1))
        case kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList: return set(UInt64(0))
        case kAudioFilePropertyInfoDictionary:
            // NeXT files have room for one text, of three bytes where sound stands behind it.
            return set([row.type == kAudioFileNextType ? "comments" : "title": "abc"] as NSDictionary)
        case kAudioFilePropertyPacketTableInfo: return hasOwn ? setBytes(own) : nil
        case kAudioFilePropertySourceBitDepth: return set(Int32(own[0] == 20 ? 24 : 20))
        case kAudioFilePropertyReserveDuration: return set(1.0)
        case kAudioFilePropertyUseAudioTrack: return set(UInt32(1))
        case kAudioFilePropertyAlbumArtwork: return set(Data([0x89, 0x50, 0x4E, 0x47]) as NSData)
        case kAudioFilePropertyID3Tag: return setBytes(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0])
        case kAudioFilePropertyPacketSizeBits: return set(UInt32(16))
        default: return setBytes(own)
        }
    }

    private static let settable: [AudioFilePropertyID] = [
        kAudioFilePropertyDataFormat, kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout,
        kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
        kAudioFilePropertyInfoDictionary, kAudioFilePropertyPacketTableInfo, kAudioFilePropertySourceBitDepth,
        kAudioFilePropertyReserveDuration, kAudioFilePropertyUseAudioTrack, kAudioFilePropertyAlbumArtwork,
        kAudioFilePropertyID3Tag, kAudioFilePropertyPacketSizeBits,
    ]

    /// Asks, sets, and compares; returns how many properties had an answer.
    private func compare(_ id: AudioFileID, _ row: Row, _ state: String) -> Int {
        var count = 0
        for property in Self.settable + Self.readOnly {
            var (size, isWritable): (UInt32, UInt32) = (0, 9)
            guard AudioFileGetPropertyInfo(id, property, &size, &isWritable) == noErr,
                let isTaken = isTaken(id, property, size, row)
            else { continue }
            count += 1
            let name = statusText(OSStatus(bitPattern: property))
            #expect(isTaken == (isWritable == 1), "\(row) \(state): \(name)")
        }
        return count
    }

    @Test(arguments: rows) func whatCanBeSetIsReported(row: Row) throws {
        let folder = ScratchFolder()
        var format = format(row)
        var id: AudioFileID?
        let status = AudioFileCreateWithURL(folder.url("a"), row.type, &format, .eraseFile, &id)
        guard !Self.refusedRows.contains(row.description) else {
            #expect(status == kAudioFileUnsupportedDataFormatError && id == nil)
            return
        }
        try must("create", status)
        let file = id!
        #expect(compare(file, row, "new") > 15)
        _ = AudioFileClose(file)
        guard format.mBytesPerPacket > 0 else { return }
        let packets = [UInt8](repeating: 1, count: Int(format.mBytesPerPacket) * 100)
        var again = self.format(row)
        try must("create", AudioFileCreateWithURL(folder.url("b"), row.type, &again, .eraseFile, &id))
        var size = UInt32(packets.count)
        try must("AudioFileWriteBytes", AudioFileWriteBytes(id!, false, 0, &size, packets))
        #expect(compare(id!, row, "with data") > 15)
        try must("close", AudioFileClose(id!))
        try PublicFile.with(folder.url("b"), hint: row.type) { #expect(compare($0, row, "read only") > 15) }
    }

    @Test func whatCanBeSetOfExtendedFilesIsReported() throws {
        let folder = ScratchFolder()
        let properties: [ExtAudioFilePropertyID] = [
            kExtAudioFileProperty_FileDataFormat, kExtAudioFileProperty_FileChannelLayout,
            kExtAudioFileProperty_ClientDataFormat, kExtAudioFileProperty_CodecManufacturer,
            kExtAudioFileProperty_FileLengthFrames, kExtAudioFileProperty_PacketTable,
            kExtAudioFileProperty_IOBufferSizeBytes, kExtAudioFileProperty_ClientMaxPacketSize,
            kExtAudioFileProperty_FileMaxPacketSize,
        ]
        func compare(_ file: ExtAudioFileRef, _ state: String) {
            for property in properties {
                var (size, isWritable) = (UInt32(0), false)
                guard ExtAudioFileGetPropertyInfo(file, property, &size, &isWritable) == noErr else { continue }
                var value = [UInt8](repeating: 0, count: Int(size))
                guard ExtAudioFileGetProperty(file, property, &size, &value) == noErr else { continue }
                let isTaken = !Self.refusals.contains(ExtAudioFileSetProperty(file, property, size, value))
                #expect(isTaken == isWritable, "\(state): \(statusText(OSStatus(bitPattern: property)))")
            }
        }
        for (type, format) in [
            (kAudioFileWAVEType, AudioStreamBasicDescription.int(16)),
            (kAudioFileCAFType, .constant(kAudioFormatAppleIMA4)), (kAudioFileAIFFType, .int(16, bigEndian: true)),
        ] {
            var format = format
            var made: ExtAudioFileRef?
            try must("create", ExtAudioFileCreateWithURL(folder.url("a"), type, &format, nil, 1, &made))
            compare(made!, "writing")
            try PublicFile.set(made!, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.float())
            compare(made!, "writing, converted")
            try must("dispose", ExtAudioFileDispose(made!))
            try must("open", ExtAudioFileOpenURL(folder.url("a"), &made))
            compare(made!, "reading")
            try PublicFile.set(made!, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.float())
            compare(made!, "reading, converted")
            try must("dispose", ExtAudioFileDispose(made!))
        }
    }
}
