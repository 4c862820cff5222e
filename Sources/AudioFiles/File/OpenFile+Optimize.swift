import AudioContainers
import AudioCore
import Glibc

// AudioFileOptimize: everything before the audio data, so that the file can be streamed and extended.
extension OpenFile {
    /// Moves what follows the audio data to its front.
    ///
    /// A file on disk is written to a new file beside it, which replaces it when it is whole, so that an interruption loses
    /// nothing. Bytes behind callbacks are moved in place.
    package func optimize() throws(AudioError) {
        guard permissions.contains(.write), let sink else { throw .permissions }
        try finishLastPage(sink)
        // What a device has taken is gone, and no file may take its place.
        guard !isOnDevice else { return }
        if sink is FileBytes, let path {
            try optimizeByReplacing(path)
        } else {
            try optimizeInPlace(sink)
        }
    }

    /// Lets the last page say that it is, and where the sound ends.
    private func finishLastPage(_ sink: any ByteSink) throws(AudioError) {
        guard description.lastPage != nil else { return }
        let wasComplete = description.isComplete
        description.isComplete = true
        defer { description.isComplete = wasComplete }
        try revisePage(sink)
    }

    /// The description with every chunk in memory, for bytes that are about to move.
    private func descriptionWithChunksInMemory() throws(AudioError) -> FileDescription {
        var loaded = description
        try loadChunks(of: &loaded)
        loaded.isComplete = true
        loaded.isOptimized = true
        loaded.journalOffset = nil
        return loaded
    }

    private func optimizeByReplacing(_ path: FilePath) throws(AudioError) {
        // A link keeps pointing at the file, and the file keeps its permissions.
        let path = resolved(path)
        let claim = ClaimedFile(path.appending(Self.marker).plainBytes, marker: Self.marker)
        let temporary = FilePath(bytes: claim.path)
        // Others may remove the file once the claim is gone.
        defer { withExtendedLifetime(claim) {} }
        let target: FileBytes
        do throws(AudioError) {
            target = try claim.isThere ? FileBytes.open(temporary, .readWrite) : .create(temporary, erasing: false)
            var changed = try descriptionWithChunksInMemory()
            let enclosure = try container.enclose(changed, dataOffset: nil)
            try target.write(enclosure.head, at: 0)
            try copyData(to: target, at: Int64(enclosure.head.count), backwards: false)
            changed.dataOffset = Int64(enclosure.head.count)
            try target.write(enclosure.tail, at: changed.dataOffset + changed.dataSize)
            var status = stat()
            guard stat(path.bytes, &status) == 0, chmod(temporary.bytes, status.st_mode & 0o7777) == 0 else {
                throw .fromErrno(errno, "\(path)")
            }
            // Syncs the bytes before the rename, so that the name never refers to bytes that a power loss would
            // destroy.
            try target.synchronize()
            guard rename(temporary.bytes, path.bytes) == 0 else { throw .fromErrno(errno, "\(path)") }
        } catch {
            _ = unlink(temporary.bytes)
            throw error
        }
        synchronize(folder: path.folder)
        source = target
        sink = target
        try settle()
    }

    /// Between the name of a file and the random end of the new file's name.
    private static let marker = ".optimizing-"

    /// Syncs the folder, so that the new name is on the disk. Some file systems cannot sync a folder; the file is whole
    /// either way.
    private func synchronize(folder: FilePath) {
        let descriptor = Glibc.open(folder.bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = Glibc.close(descriptor)
    }

    private func optimizeInPlace(_ sink: any ByteSink) throws(AudioError) {
        var changed = try descriptionWithChunksInMemory()
        let enclosure = try container.enclose(changed, dataOffset: nil)
        let offset = Int64(enclosure.head.count)
        try copyData(to: sink, at: offset, backwards: offset > description.dataOffset)
        changed.dataOffset = offset
        try sink.write(enclosure.head, at: 0)
        try sink.write(enclosure.tail, at: offset + changed.dataSize)
        try sink.resize(to: offset + changed.dataSize + Int64(enclosure.tail.count))
        try settle()
    }

    /// Takes over what the file says now.
    private func settle() throws(AudioError) {
        // Its place is counted from the audio data, which have not changed.
        let page = description.lastPage
        description = try container.read(source)
        description.lastPage = page
        journal = WritingJournal()
        hasFixedDataOffset = true
        needsLayout = false
        hasOpenHead = false
    }

    /// The path without links, where that can be found out.
    private func resolved(_ path: FilePath) -> FilePath {
        guard let real = realpath(path.bytes, nil) else { return path }
        defer { free(real) }
        return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// Copies the audio data in blocks, last block first where `backwards`, so that overlapping moves are right.
    private func copyData(to target: any ByteSink, at offset: Int64, backwards: Bool) throws(AudioError) {
        let blockSize: Int64 = 1 << 18
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(blockSize), alignment: 16)
        defer { block.deallocate() }
        let size = description.dataSize
        let blocks = (size + blockSize - 1) / blockSize
        for number in 0..<blocks {
            let start = (backwards ? blocks - 1 - number : number) * blockSize
            let part = UnsafeMutableRawBufferPointer(rebasing: block[..<Int(min(blockSize, size - start))])
            guard try source.read(into: part, at: description.dataOffset + start) == part.count else {
                throw .invalidFile
            }
            try target.write(UnsafeRawBufferPointer(part), at: offset + start)
        }
    }
}
