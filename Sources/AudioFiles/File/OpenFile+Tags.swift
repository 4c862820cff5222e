import AudioContainers
import AudioCore
import CAudioToolbox

// Properties that say something about the sound: texts, the picture, the ID3 tag, markers and regions.
extension OpenFile {
    /// Pictures and tags up to this size are held in memory.
    private static let largestTag = 16 << 20

    /// What a property needs the container to have room for; nil where it needs nothing special.
    private static func annotation(_ id: UInt32) -> FileAnnotations? {
        switch id {
        case kAudioFilePropertyInfoDictionary: .info
        case kAudioFilePropertyAlbumArtwork: .artwork
        case kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset: .id3Tag
        case kAudioFilePropertyMarkerList: .markers
        case kAudioFilePropertyRegionList: .regions
        case kAudioFilePropertyMagicCookieData: .magicCookie
        case kAudioFilePropertyPacketTableInfo: .packetTable
        default: nil
        }
    }

    /// Whether a file of this type has room for a property's value.
    private func holds(_ id: UInt32) -> Bool {
        Self.annotation(id).map { container.annotations.contains($0) } ?? true
    }

    /// Whether a property's value is written into files of this type.
    func writes(_ id: UInt32) -> Bool {
        Self.annotation(id).map { container.writtenAnnotations.contains($0) } ?? true
    }

    func tagProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioFilePropertyInfoDictionary:
            return .dictionary(infoDictionary.entries.map { ($0.key, $0.value) })
        case kAudioFilePropertyMarkerList:
            return .markers(description.markers, smpteTimeType: description.smpteTimeType)
        case kAudioFilePropertyRegionList:
            return .regions(description.regions, smpteTimeType: description.smpteTimeType)
        case kAudioFilePropertyAlbumArtwork where holds(id):
            return .data(description.artwork.isEmpty ? nil : description.artwork)
        case kAudioFilePropertyID3Tag where holds(id):
            return .bytes(try id3Tag())
        case kAudioFilePropertyID3TagOffset where holds(id):
            guard let place = description.id3Tag else { throw .unsupportedProperty.because("there is no ID3 tag") }
            return .raw(place.offset)
        default: return nil
        }
    }

    /// The bytes of the tag: of one that was set, else of the file's.
    private func id3Tag() throws(AudioError) -> [UInt8] {
        let chunk = description.userChunks.first { ID3Chunk.isTag($0.id) }
        if case .bytes(let bytes)? = chunk?.body, !bytes.isEmpty { return bytes }
        if let bytes = description.leadingID3Tag { return bytes }
        guard let place = description.id3Tag else { throw .unsupportedProperty.because("there is no ID3 tag") }
        return try source.bytes(
            at: place.offset, count: Int(clamping: place.size), limit: Self.largestTag)
    }

    /// Takes a value into a description. False for other properties.
    func setTagProperty(
        _ id: UInt32, _ value: PropertyInput, _ changed: inout FileDescription
    ) throws(AudioError) -> Bool {
        guard let annotation = Self.annotation(id), annotation.isDisjoint(with: [.magicCookie, .packetTable]),
            id != kAudioFilePropertyID3TagOffset
        else { return false }
        guard writes(id) else {
            throw .operationNotSupported.because("it is not written into files of this type")
        }
        switch id {
        case kAudioFilePropertyInfoDictionary:
            changed.info = try value.infoDictionary()
            changed.info.keepValues(of: description.info)
        case kAudioFilePropertyMarkerList: (changed.markers, changed.smpteTimeType) = try value.markers()
        case kAudioFilePropertyRegionList: (changed.regions, changed.smpteTimeType) = try value.regions()
        case kAudioFilePropertyAlbumArtwork:
            let image = try value.data()
            guard image.count <= Self.largestTag else { throw .parameter.because("the picture is too large") }
            changed.artwork = image
            try loadChunks(of: &changed)
            changed.dropLeadingPicture()
        default:
            let tag = try value.bytes()
            guard tag.count <= Self.largestTag else { throw .parameter.because("the tag is too large") }
            try loadChunks(of: &changed)
            try ID3Chunk.set(tag, in: &changed)
        }
        return true
    }

    /// The artist and the title in the file's texts, as "Artist – Title", or the title alone; nil where they have no title.
    package var title: String? {
        let text = { (key: String) in self.description.info[key].flatMap { $0.isEmpty ? nil : $0 } }
        guard let title = text("title") else { return nil }
        return text("artist").map { "\($0) – \(title)" } ?? title
    }

    /// Takes over the single values of texts that `other` has too: two artists stay two, where files of this type store two.
    ///
    /// A property has one text for each key.
    package func keepValues(of other: OpenFile) throws(AudioError) {
        var changed = description
        changed.info.keepValues(of: other.description.info)
        if changed != description { try adopt(changed) }
    }

    /// The container's text and what AudioFile adds to it.
    private var infoDictionary: InfoDictionary {
        var info = known.info
        if info["approximate duration in seconds"] == nil {
            info["approximate duration in seconds"] = decimal(duration, places: 3)
        }
        return info
    }
}
