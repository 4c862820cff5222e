import AudioCore

/// A description of a file made without reading its audio data, for formats whose packets only a scan finds.
package struct FilePreview: Sendable {
    /// Without packets and packet table.
    package var description: FileDescription
    /// Seconds of sound: exact where the file states the length at its beginning or end, else estimated.
    package var duration: Double
    /// Bits per second of the audio data.
    package var bitRate: Double
    /// No packet has more bytes.
    package var packetSizeUpperBound: Int

    /// Files up to this size are scanned at once: it costs no more than looking.
    static let smallestSize: Int64 = 1 << 17
}
