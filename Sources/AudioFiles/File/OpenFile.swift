import AudioContainers
import AudioCore
import Glibc
import Synchronization

/// An open audio file, for an `AudioFileID`.
///
/// Joins a container, which knows what stands where, with the bytes of a file, memory or a client's callbacks. One
/// thread at a time may change a file; several may read packets of one while no thread changes it. Reads and writes block
/// on the disk: not real-time safe.
package final class OpenFile: @unchecked Sendable {
    package struct Permissions: OptionSet, Sendable {
        package let rawValue: Int8
        package init(rawValue: Int8) { self.rawValue = rawValue }
        package static let read = Permissions(rawValue: 1)
        package static let write = Permissions(rawValue: 2)
    }

    package let permissions: Permissions
    let container: any Container.Type
    /// Replaced only by `optimize`.
    var source: any ByteSource
    /// Nil for a file that may not be written.
    var sink: (any ByteSink)?
    /// What the file holds. Where a file was only looked at, a scan finds it when it is first asked for.
    package internal(set) var description: FileDescription {
        get {
            scanIfNeeded()
            return found
        }
        _modify {
            scanIfNeeded()
            yield &found
        }
    }
    private var found: FileDescription
    /// The description that was made without a scan.
    private let glance: FilePreview?
    private let isScanned: Atomic<Bool>
    private let scanning = LockedValue((), .scan)
    /// Why the scan found no packets.
    private(set) var scanFailure: AudioError?
    /// Whether the sizes in the header wait for `close`: `kAudioFilePropertyDeferSizeUpdates`.
    var defersSizeUpdates = true
    /// Seconds of sound whose packet table gets room before the audio data: `kAudioFilePropertyReserveDuration`.
    var reservedDuration = 0.0
    /// Whether the bytes around the audio data no longer say what `description` does.
    var needsLayout = false
    /// Whether audio data stands in the file, so that its place is fixed.
    var hasFixedDataOffset: Bool
    /// Whether the head in the file says that the audio data is unfinished, so that a killed writer loses none of it.
    var hasOpenHead = false
    /// What keeps packets of an unfinished file from being lost with their writer.
    var journal = WritingJournal()
    /// Nanoseconds of a clock that never goes back; tests have their own.
    package var journalClock: () -> UInt64 = HostTime.now
    /// Audio data up to this size is known to fit what the container can describe.
    var checkedDataSize = Int64(Int32.max)
    /// The path, where the bytes are a file's.
    let path: FilePath?

    init(
        container: any Container.Type, source: any ByteSource, sink: (any ByteSink)?, permissions: Permissions,
        description: FileDescription, path: FilePath?, hasFixedDataOffset: Bool, preview: FilePreview? = nil
    ) {
        self.container = container
        self.source = source
        self.sink = sink
        self.permissions = permissions
        found = description
        glance = preview
        isScanned = Atomic(preview == nil)
        self.path = path
        self.hasFixedDataOffset = hasFixedDataOffset
    }

    package var format: StreamFormat { known.format }

    /// Whether the file was created on a device such as /dev/null, which must not be deleted.
    package var isOnDevice: Bool { (source as? FileBytes)?.isDevice ?? false }

    /// Whether another program has made the file shorter than it was when it was opened.
    package var isCut: Bool {
        var last: UInt8 = 0
        return withUnsafeMutableBytes(of: &last) { byte in
            guard let size = try? source.size(), size > 0 else { return false }
            return (try? source.read(into: byte, at: size - 1)) == 0
        }
    }

    /// The description that was made without a scan; nil once there was a scan.
    var preview: FilePreview? { isScanned.load(ordering: .acquiring) ? nil : glance }

    /// What is known without a scan: format, magic cookie, layout and texts are the same as after it.
    var known: FileDescription { preview?.description ?? found }

    private func scanIfNeeded() {
        guard !isScanned.load(ordering: .acquiring) else { return }
        scanning.withLock { _ in
            guard !isScanned.load(ordering: .relaxed) else { return }
            do throws(AudioError) { found = try container.read(source) } catch { scanFailure = error }
            isScanned.store(true, ordering: .releasing)
        }
    }
}

extension OpenFile {
    /// The references that clients get as `AudioFileID`.
    package static let handles = HandleTable<OpenFile>(kind: 1, wrongReference: .notOpen)
}

// MARK: Opening and creating

extension OpenFile {
    /// Opens the file at `path`.
    ///
    /// - Parameter hint: a file type to prefer if the first bytes fit several types, and to try if they fit none; or 0,
    ///   for the type of the file's name.
    package static func open(
        _ path: some FileName, _ permissions: Permissions, hint: FourCC
    ) throws(AudioError) -> OpenFile {
        guard !permissions.isEmpty, permissions.rawValue <= 3 else { throw .parameter }
        let path = path.filePath
        let bytes = try FileBytes.open(path, permissions.contains(.write) ? .readWrite : .read)
        return try open(bytes, sink: permissions.contains(.write) ? bytes : nil, permissions, hint: hint, path: path)
    }

    package static func open(
        _ source: any ByteSource, sink: (any ByteSink)?, _ permissions: Permissions, hint: FourCC, path: FilePath? = nil
    ) throws(AudioError) -> OpenFile {
        let named = path.flatMap { Containers.type(ofName: $0.description) }
        let claiming = try Containers.claiming(source, hint: hint == FourCC(0) ? named ?? hint : hint)
        guard let container = claiming ?? Containers.type(hint)?.container else { throw .unsupportedFileType }
        // A file that may change is known from the start.
        let preview = try sink == nil ? container.preview(source) : nil
        var description: FileDescription
        if let preview { description = preview.description } else { description = try container.read(source) }
        description.detectReplication(in: source)
        // More than two channels need a layout. Where the file contains none, the codec may have one.
        if description.layout == nil, description.format.channels > 2 {
            description.layout = FormatLayer.layout(description.format, magicCookie: description.magicCookie)
        }
        return OpenFile(
            container: container, source: source, sink: sink, permissions: permissions, description: description,
            path: path, hasFixedDataOffset: true, preview: preview)
    }

    /// Creates a file at `path`; one that exists is an error unless `erasing`.
    package static func create(
        _ path: some FileName, type: FourCC, format: StreamFormat, erasing: Bool, alignsAudioData: Bool
    ) throws(AudioError) -> OpenFile {
        // Judged before the disk is touched, so that a refused format costs no existing file.
        _ = try newDescription(type: type, format: format, alignsAudioData: alignsAudioData)
        let path = path.filePath
        let bytes = try FileBytes.create(path, erasing: erasing)
        do throws(AudioError) {
            return try create(bytes, type: type, format: format, alignsAudioData: alignsAudioData, path: path)
        } catch {
            // What could not even get its head is no file to leave behind.
            if !bytes.isDevice { _ = unlink(path.bytes) }
            throw error
        }
    }

    package static func create(
        _ sink: any ByteSink, type: FourCC, format: StreamFormat, alignsAudioData: Bool, path: FilePath? = nil
    ) throws(AudioError) -> OpenFile {
        let (container, description) = try newDescription(type: type, format: format, alignsAudioData: alignsAudioData)
        let file = OpenFile(
            container: container, source: sink, sink: sink, permissions: [.read, .write], description: description,
            path: path, hasFixedDataOffset: false)
        try sink.resize(to: 0)
        try file.layOut(complete: false)
        return file
    }

    static func newDescription(
        type: FourCC, format: StreamFormat, alignsAudioData: Bool
    ) throws(AudioError) -> (container: any Container.Type, description: FileDescription) {
        guard let (container, fileType) = Containers.type(type) else { throw .unsupportedFileType }
        guard !fileType.formats.isEmpty else {
            throw .unsupportedFileType.because("\(fileType.name) files are only read")
        }
        guard format.sampleRate.isFinite, format.sampleRate > 0, (1...1024).contains(format.channels) else {
            throw .unsupportedDataFormat.because("a file needs a sample rate and 1 to 1024 channels")
        }
        if format.isPCM, !format.isValidPCM {
            throw .unsupportedDataFormat.because("the linear PCM fields contradict each other")
        }
        guard fileType.canHold(format) else { throw .unsupportedDataFormat }
        let packets =
            format.hasConstantPacketSize
            ? PacketIndex(constantSize: format.bytesPerPacket, frames: format.framesPerPacket, count: 0)
            : PacketIndex(variableSizesWithFrames: format.framesPerPacket)
        var description = FileDescription(fileType: type, format: format, packets: packets)
        description.alignsAudioData = alignsAudioData
        description.isComplete = false
        return (container, description)
    }
}

// MARK: The bytes around the audio data

extension OpenFile {
    /// Writes the head, and the tail where there is one, as `description` has them now.
    func layOut(complete: Bool) throws(AudioError) {
        guard let sink else { throw .permissions }
        try loadChunks(of: &description)
        // What a killed writer left has its packets in a table that only the old head leads to.
        let wasCutOff = !description.isComplete && journal.time == nil && description.journalOffset == nil
        if complete, wasCutOff, !description.packets.isConstant, description.packets.count > 0 {
            try startJournal(sink, behind: try sink.size())
        }
        description.isComplete = complete
        let enclosure = try container.enclose(
            description, dataOffset: hasFixedDataOffset ? description.dataOffset : try reservingOffset())
        description.dataOffset = Int64(enclosure.head.count)
        let end = description.dataOffset + description.dataSize
        // The old head leads to the journal's packets until the new one replaces it, which may need the tail for that.
        if complete, description.journalOffset != nil {
            try moveJournal(outOfWayOf: end + Int64(enclosure.tail.count), margin: 16)
            description.isComplete = true
            // Older tables may follow it.
            try sink.write(enclosure.tail + [UInt8](repeating: 0, count: 16), at: end)
        }
        try sink.write(enclosure.head, at: 0)
        try revisePage(sink)
        if complete {
            if description.journalOffset == nil { try sink.write(enclosure.tail, at: end) }
            try sink.resize(to: end + Int64(enclosure.tail.count))
        }
        endJournal()
        needsLayout = !complete
        hasOpenHead = !complete
    }

    /// Where the audio data goes so that a table of `reservedDuration`'s packets finds room before it; nil where the
    /// container may choose.
    private func reservingOffset() throws(AudioError) -> Int64? {
        guard reservedDuration > 0, !description.packets.isConstant, format.framesPerPacket > 0 else { return nil }
        let packets = reservedDuration * format.sampleRate / Double(format.framesPerPacket)
        // A packet's size takes up to three bytes in the table, for packets of up to two megabytes.
        let room = Int64(min(packets * 3, 16e6)) + 64
        let natural = try container.enclose(description, dataOffset: nil).head.count
        return (Int64(natural) + room + 4095) / 4096 * 4096
    }

    /// Takes a changed description if it can still be laid out around the audio data, else throws and keeps the old one.
    func adopt(_ changed: FileDescription) throws(AudioError) {
        guard permissions.contains(.write) else { throw .permissions }
        var changed = changed
        try loadChunks(of: &changed)
        _ = try container.enclose(changed, dataOffset: hasFixedDataOffset ? changed.dataOffset : nil)
        description = changed
        needsLayout = true
        if description.journalOffset != nil, let sink { try leadToJournal(sink) }
    }

    /// Finishes the file. It cannot be used afterwards.
    package func close() throws(AudioError) {
        if sink != nil, needsLayout { try layOut(complete: true) }
        if let file = source as? FileBytes { try file.close() }
    }

    /// Must be called before audio data is written: fixes its place.
    func prepareToWriteData() throws(AudioError) -> any ByteSink {
        guard let sink, permissions.contains(.write) else { throw .permissions }
        guard description.isOptimized else { throw .notOptimized }
        if !hasFixedDataOffset {
            if needsLayout { try layOut(complete: false) }
            hasFixedDataOffset = true
        }
        return sink
    }

    /// Must be called before audio data is added behind what there is: says in the file that its end is open.
    ///
    /// The new data overwrites the chunks behind the data of a finished file; `close` writes them again. They are cut
    /// off where data runs to the end of the file, since it must not run into them.
    func prepareToAppend() throws(AudioError) {
        guard defersSizeUpdates, !hasOpenHead, let sink else { return }
        if !description.packets.isConstant {
            description.dataSize = description.packets.totalBytes
            try loadChunks(of: &description)
            // The journal must list the packets of a finished file before the tables that list them are overwritten.
            if try startJournal(sink, behind: sink.size()) { return }
        }
        try layOut(complete: false)
        try sink.resize(to: description.dataOffset + description.dataSize)
    }

    /// Takes note that the audio data reaches to `end` now.
    func dataReaches(_ end: Int64) throws(AudioError) {
        if end > description.dataSize {
            description.dataSize = end
            if description.packets.isConstant {
                description.packets.setConstantCount(end / Int64(description.packets.constantSize))
            }
        }
        needsLayout = true
        if description.packets.isConstant { try updateSizes() }
    }

    /// Brings the file up to date after audio data was written, where the client does not want that put off.
    func updateSizes() throws(AudioError) {
        guard !defersSizeUpdates else { return }
        try layOut(complete: true)
        needsLayout = true
    }
}
