import AudioContainers
import AudioCore

/// Takes the input for a file: reads its description, walks its packets, and lays the description out again.
func fuzz(_ input: UnsafeBufferPointer<UInt8>, reader: any Container.Type) {
    let source = MemoryBytes(Array(input))
    guard let file = try? reader.read(source) else { return }
    walk(file, in: source)
    for aligned in [false, true] {
        var copy = file
        copy.alignsAudioData = aligned
        guard let enclosure = try? reader.enclose(copy, dataOffset: nil) else { continue }
        _ = try? reader.enclose(copy, dataOffset: Int64(enclosure.head.count))
    }
}

/// Asks everything that a client may ask of a file that was opened.
private func walk(_ file: FileDescription, in source: MemoryBytes) {
    precondition(file.dataOffset >= 0 && file.dataSize >= 0, "places in a file count from its start")
    let end = (try? source.size()) ?? 0
    precondition(
        file.dataSize == 0 || file.dataOffset <= end && file.dataSize <= end - file.dataOffset,
        "a description states audio data that the file does not contain")
    let count = file.packets.count
    precondition(count >= 0 && file.packets.totalFrames >= 0 && file.packets.maximumSize >= 0)
    _ = file.packets.totalBytes
    _ = file.packetTable?.totalFrames
    for position in [0, 1, count / 2, count - 2, count - 1] where position >= 0 && position < count {
        let packet = file.packets[position]
        let frame = file.packets.firstFrame(of: position)
        _ = file.packets.packet(holdingFrame: frame)
        _ = file.packets.packet(holdingByte: packet.offset)
        _ = try? source.prefix(at: file.dataOffset &+ packet.offset, upTo: min(Int(packet.size), 1 << 16))
    }
    _ = file.info.entries.count
    for chunk in file.userChunks { _ = chunk.size }
    for place in file.knownChunks { precondition(place.offset >= 0 && place.size >= 0) }
}
