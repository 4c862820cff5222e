import AudioContainers
import AudioCore
import CAudioToolbox

// A property that was set has its value when the file is opened again; otherwise setting it fails.
extension OpenFile {
    /// - Throws: `operationNotSupported` if a file with this description would not keep a property's value.
    func requireKept(_ id: UInt32, _ changed: FileDescription) throws(AudioError) {
        guard isKept(id, changed) else {
            throw .operationNotSupported.because("files of this type do not keep the value")
        }
    }

    private func isKept(_ id: UInt32, _ changed: FileDescription) -> Bool {
        switch id {
        case kAudioFilePropertyChannelLayout: return isLayoutKept(changed)
        case kAudioFilePropertyMagicCookieData:
            guard container.writtenAnnotations.contains(.magicCookie) else { return changed.magicCookie.isEmpty }
            // A cookie that makes a file unreadable is refused.
            guard let result = reread(changed) else { return reread(description) == nil }
            return result.magicCookie.isEmpty == changed.magicCookie.isEmpty
        case kAudioFilePropertySourceBitDepth:
            return reread(changed).map { $0.sourceBitDepth == changed.sourceBitDepth } ?? false
        case kAudioFilePropertyInfoDictionary:
            guard let result = reread(changed) else { return true }
            // Tags store the loudness of two channels for mono sound.
            return changed.info.entries.allSatisfy { entry in
                let value = result.info[entry.key]
                if SoundCheck.keys.contains(entry.key) { return value != nil }
                return Self.derivedTexts.contains(entry.key) || value == entry.value
            }
        case kAudioFilePropertyPacketTableInfo: return isPacketTableKept(changed)
        default: return true
        }
    }

    /// Texts that follow from the sound.
    private static let derivedTexts: Set<String> = ["approximate duration in seconds"]

    private func isLayoutKept(_ changed: FileDescription) -> Bool {
        guard let layout = changed.layout else { return true }
        let kept: ChannelLayout?
        if let result = reread(changed) {
            guard result.layout != nil else { return false }
            kept = result.layout
        } else {
            // Containers with packet lists have room for a layout. In others the frames contain it, if the codec knows
            // it by now.
            guard !listsPackets else { return true }
            kept = FormatLayer.layout(changed.format, magicCookie: changed.magicCookie)
        }
        return kept.map { $0 == layout || $0.labels == layout.labels } ?? true
    }

    private func isPacketTableKept(_ changed: FileDescription) -> Bool {
        guard container.writtenAnnotations.contains(.packetTable), let table = changed.packetTable else { return false }
        // FLAC stores the number of frames, Ogg where the sound begins and ends. Only the last packet can have frames that are
        // not valid.
        guard listsPackets || changed.packets.isConstant else {
            let keepsPriming = container.writtenAnnotations.contains(.priming)
            return (table.primingFrames == 0 || keepsPriming)
                && Int(table.remainderFrames) <= changed.packets.constantFrames
        }
        guard changed.packets.count > 0, let result = reread(changed) else { return true }
        return (result.packetTable ?? PacketTableInfo(validFrames: result.packets.totalFrames)) == table
    }

    /// Whether the container lists its packets, so that a reader need not read the sound to find them.
    private var listsPackets: Bool { container.annotations.contains(.packetTable) }

    /// What a reader would find in the file if it were finished now; nil if it has too little content.
    private func reread(_ changed: FileDescription) -> FileDescription? {
        var whole = changed
        whole.isComplete = true
        whole.journalOffset = nil
        // Without a list of packets, a reader would have to read all of the sound.
        let isListed = changed.packets.isConstant || listsPackets
        if !isListed {
            whole.dataSize = 0
            whole.packets = PacketIndex(variableSizesWithFrames: changed.packets.constantFrames)
        }
        do throws(AudioError) {
            try loadChunks(of: &whole)
            let enclosure = try container.enclose(whole, dataOffset: hasFixedDataOffset ? changed.dataOffset : nil)
            return try container.read(
                EnclosedBytes(enclosure, around: source, from: description.dataOffset, count: whole.dataSize))
        } catch { return nil }
    }
}

/// The audio data of a file between other head and tail bytes than the file has now.
private final class EnclosedBytes: ByteSource {
    private let enclosure: Enclosure
    private let source: any ByteSource
    private let start: Int64
    private let count: Int64

    init(_ enclosure: Enclosure, around source: any ByteSource, from start: Int64, count: Int64) {
        self.enclosure = enclosure
        self.source = source
        self.start = start
        self.count = count
    }

    private var head: Int64 { Int64(enclosure.head.count) }

    func size() throws(AudioError) -> Int64 { head + count + Int64(enclosure.tail.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count {
            let place = position + Int64(done)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let got: Int
            if place < head {
                got = Self.copy(enclosure.head[Int(place)...], to: rest)
            } else if place < head + count {
                let part = rest.prefix(Int(clamping: head + count - place))
                got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: part), at: start + place - head)
            } else {
                got = Self.copy(enclosure.tail.dropFirst(Int(clamping: place - head - count)), to: rest)
            }
            guard got > 0 else { break }
            done += got
        }
        return done
    }

    private static func copy(_ bytes: ArraySlice<UInt8>, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }
}
