import RemoteMedia

/// Parses the input as the playlist of an HTTP Live Stream.
func fuzz(playlist input: UnsafeBufferPointer<UInt8>) {
    guard let list = try? HLSPlaylist(parsing: Array(input)) else { return }
    switch list {
    case .master(let master): _ = master.chosen
    case .media(let media):
        precondition(media.duration >= 0 && media.segments.count <= input.count, "more segments than bytes")
        for segment in media.segments { _ = segment.key?.vector(ofSegment: segment.number) }
    }
}

/// Parses the input as a piece of a transport stream, and its metadata as tags.
func fuzz(transport input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    let stream = TransportStream(parsing: bytes)
    precondition(stream.sound.count <= bytes.count, "more sound than bytes")
    for tag in stream.tags { _ = ID3Stamp(parsing: tag.bytes[...]) }
    precondition(ID3Stamp(parsing: bytes[...]).size <= bytes.count, "a tag is larger than its bytes")
}
