import AudioContainers
import AudioCore

// Chunks by id and index: AudioFileCountUserData and its sisters.
extension OpenFile {
    /// The chunks with an id, those that no property covers first, then those that the container understands itself.
    private func chunks(_ id: FourCC) -> [FileDescription.Chunk.Body] {
        description.userChunks.filter { $0.id == id }.map(\.body)
            + description.knownChunks.filter { $0.id == id }.map { .inFile(offset: $0.offset, size: $0.size) }
    }

    package func userDataCount(_ id: FourCC) -> Int { chunks(id).count }

    package func userDataSize(_ id: FourCC, index: Int) throws(AudioError) -> Int64 {
        switch try chunk(id, index: index) {
        case .bytes(let bytes): Int64(bytes.count)
        case .inFile(_, let size): size
        }
    }

    /// Copies a chunk's body from `offset` on into `buffer` and returns the bytes copied.
    package func userData(
        _ id: FourCC, index: Int, offset: Int64 = 0, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard permissions.contains(.read) else { throw .permissions }
        guard offset >= 0 else { throw .position }
        switch try chunk(id, index: index) {
        case .bytes(let bytes):
            return try MemoryBytes(bytes).read(into: buffer, at: offset)
        case .inFile(let place, let size):
            let count = min(Int64(buffer.count), size - offset)
            guard count > 0 else { return 0 }
            return try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count)]), at: place + offset)
        }
    }

    /// Replaces the chunk with this id and index, or adds one where `index` is the number there are.
    package func setUserData(_ id: FourCC, index: Int, _ bytes: [UInt8]) throws(AudioError) {
        guard container.writtenAnnotations.contains(.userData) else {
            throw .operationNotSupported.because("files of this type have no chunks")
        }
        var changed = description
        let places = changed.userChunks.indices.filter { changed.userChunks[$0].id == id }
        let chunk = FileDescription.Chunk(id: id, body: .bytes(bytes))
        if places.indices.contains(index) {
            changed.userChunks[places[index]] = chunk
        } else if index == places.count {
            changed.userChunks.append(chunk)
        } else {
            throw .invalidChunk
        }
        if index == 0, isTag(id) {
            try loadChunks(of: &changed)
            changed.replaceLeadingTag(by: bytes)
            ID3Chunk.learn(in: &changed)
        }
        try adopt(changed)
    }

    package func removeUserData(_ id: FourCC, index: Int) throws(AudioError) {
        var changed = description
        let places = changed.userChunks.indices.filter { changed.userChunks[$0].id == id }
        guard places.indices.contains(index) else { throw .invalidChunk }
        if index == 0, isTag(id) {
            try loadChunks(of: &changed)
            ID3Chunk.forget(in: &changed)
            changed.replaceLeadingTag(by: [])
        }
        changed.userChunks.remove(at: places[index])
        try adopt(changed)
    }

    /// Whether a chunk is the ID3 tag, which properties report too.
    private func isTag(_ id: FourCC) -> Bool { container.annotations.contains(.id3Tag) && ID3Chunk.isTag(id) }

    /// The chunks of a description, those read into memory that were still in the file: before its bytes move.
    ///
    /// - Throws: `operationNotSupported` where one is larger than 16 MiB, or all are larger than 48 MiB.
    func loadChunks(of description: inout FileDescription) throws(AudioError) {
        var room: Int64 = 48 << 20
        for i in description.userChunks.indices { try load(&description.userChunks[i], &room) }
        if description.leadingTags != nil { try load(&description.leadingTags!, &room) }
    }

    private func load(_ chunk: inout FileDescription.Chunk, _ room: inout Int64) throws(AudioError) {
        guard case .inFile(let offset, let size) = chunk.body else { return }
        room -= size
        guard size <= 16 << 20, room >= 0 else {
            throw .operationNotSupported.because("the chunk \(chunk.id) of \(size) bytes is too large to move")
        }
        chunk.body = .bytes(try source.bytes(at: offset, count: Int(size)))
    }

    private func chunk(_ id: FourCC, index: Int) throws(AudioError) -> FileDescription.Chunk.Body {
        let chunks = chunks(id)
        guard chunks.indices.contains(index) else { throw .invalidChunk }
        return chunks[index]
    }
}
