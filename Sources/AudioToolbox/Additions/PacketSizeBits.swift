import AudioFiles

/// Bits in which an MPEG-4 file keeps the size of each packet: UInt32, 32 or, for AAC, 16. An addition of ours.
///
/// With 16 bits the table of sizes is half as long. Set it before the first packet is written.
public let kAudioFilePropertyPacketSizeBits: AudioFilePropertyID = packetSizeBitsProperty
