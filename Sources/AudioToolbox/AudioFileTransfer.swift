import AudioCore
import AudioFiles
import CAudioToolbox
import CCoreAudioTypes

// What the calls of AudioFile.h pass as pointers and sizes, in the engine's terms.

extension OpenFile.Permissions {
    init(_ permissions: AudioFilePermissions) { self.init(rawValue: permissions.rawValue) }
}

extension OpenFile {
    /// - Throws: `endOfFile` where there are fewer bytes than asked for; `count` then states how many were read.
    func read(
        _ start: Int64, _ count: UnsafeMutablePointer<UInt32>, _ buffer: UnsafeMutableRawPointer
    ) throws(AudioError) {
        _ = try nonnull(count)
        _ = try nonnull(buffer)
        let wanted = Int(count.pointee)
        count.pointee = 0
        let got = try readBytes(at: start, into: UnsafeMutableRawBufferPointer(start: buffer, count: wanted))
        count.pointee = UInt32(got)
        guard got == wanted else { throw .endOfFile }
    }

    func write(_ start: Int64, _ count: UnsafeMutablePointer<UInt32>, _ buffer: UnsafeRawPointer) throws(AudioError) {
        _ = try nonnull(count)
        _ = try nonnull(buffer)
        let wanted = Int(count.pointee)
        count.pointee = 0
        try writeBytes(UnsafeRawBufferPointer(start: buffer, count: wanted), at: start)
        count.pointee = UInt32(wanted)
    }

    /// - Parameter capacity: bytes of `buffer`, or nil where `bytes` says so.
    func read(
        capacity: Int?, _ bytes: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ start: Int64,
        _ packets: UnsafeMutablePointer<UInt32>, _ buffer: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        _ = try nonnull(bytes)
        _ = try nonnull(packets)
        let wanted = Int(packets.pointee)
        let limit = capacity ?? Int(bytes.pointee)
        (bytes.pointee, packets.pointee) = (0, 0)
        guard let buffer else { throw .parameter.because("there is no buffer") }
        // The old call has no capacity argument: the client promises room for the packets it asks for.
        let room = min(
            limit, wanted.multipliedReportingOverflow(by: max(1, description.packets.maximumSize)).partialValue)
        let read = try readPackets(
            from: start, count: wanted, into: UnsafeMutableRawBufferPointer(start: buffer, count: max(0, room)),
            descriptions: descriptions.map { list in { list[$0] = AudioStreamPacketDescription($1) } })
        bytes.pointee = UInt32(read.bytes)
        packets.pointee = UInt32(read.packets)
    }

    func write(
        _ bytes: UInt32, _ descriptions: UnsafePointer<AudioStreamPacketDescription>?,
        dependencies: UnsafePointer<AudioStreamPacketDependencyDescription>? = nil, _ start: Int64,
        _ packets: UnsafeMutablePointer<UInt32>, _ buffer: UnsafeRawPointer
    ) throws(AudioError) {
        _ = try nonnull(packets)
        _ = try nonnull(buffer)
        let count = Int(packets.pointee)
        // No format here has packets that depend on others, so a description that says so is refused, not dropped.
        if let dependencies {
            for i in 0..<count where dependencies[i].mIsIndependentlyDecodable == 0 { throw .invalidPacketDependency }
        }
        packets.pointee = 0
        // The packet count gives the size of constant packets: clients often pass a wrong byte count.
        let (size, overflow): (Int, Bool) =
            description.packets.isConstant
            ? count.multipliedReportingOverflow(by: description.packets.constantSize) : (Int(bytes), false)
        guard !overflow else { throw .parameter.because("the packets need more bytes than a buffer can have") }
        // Constant packets need no descriptions: clients may pass a list for fewer packets.
        let list = description.packets.isConstant ? nil : descriptions
        try writePackets(
            UnsafeRawBufferPointer(start: buffer, count: size),
            list.map { list in (0..<count).map { PacketDescription(list[$0]) } }, at: start, count: count)
        packets.pointee = UInt32(count)
    }

    func userData(
        _ id: FourCC, _ index: UInt32, offset: Int64, _ size: UnsafeMutablePointer<UInt32>,
        _ buffer: UnsafeMutableRawPointer
    ) throws(AudioError) {
        _ = try nonnull(size)
        _ = try nonnull(buffer)
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(size.pointee))
        size.pointee = UInt32(try userData(id, index: Int(index), offset: offset, into: room))
    }
}

extension PropertyInput {
    /// What a client's buffer holds before a property is read into it; translations ask their question there.
    static func question(
        _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) throws(AudioError) -> UnsafeRawBufferPointer {
        _ = try nonnull(size)
        _ = try nonnull(data)
        return UnsafeRawBufferPointer(start: data, count: Int(size.pointee))
    }

    /// The value of a property of an audio file.
    init(fileProperty id: AudioFilePropertyID, _ data: UnsafeRawPointer, _ size: UInt32) throws(AudioError) {
        _ = try nonnull(data)
        switch id {
        case kAudioFilePropertyInfoDictionary: try self.init(dictionary: data, size: size)
        case kAudioFilePropertyAlbumArtwork: try self.init(data: data, size: size)
        case kAudioFilePropertyMarkerList: self = try MarkerTransfer.readMarkers(data, size: size)
        case kAudioFilePropertyRegionList: self = try MarkerTransfer.readRegions(data, size: size)
        default: try self.init(bytes: data, size: size)
        }
    }

    /// What a global property is asked about.
    init(specifier id: AudioFilePropertyID, _ data: UnsafeMutableRawPointer?, _ size: UInt32) throws(AudioError) {
        guard let data else {
            self = .bytes(UnsafeRawBufferPointer(start: nil, count: 0))
            return
        }
        switch id {
        case kAudioFileGlobalInfo_TypesForMIMEType, kAudioFileGlobalInfo_TypesForUTI,
            kAudioFileGlobalInfo_TypesForExtension:
            try self.init(text: data, size: size)
        default: try self.init(bytes: data, size: size)
        }
    }
}
