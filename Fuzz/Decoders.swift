import AudioCodecs
import AudioCore

/// Takes the input for a stream format, a magic cookie and packets, and decodes.
///
/// The first three bytes give channels, the cookie's size, and the packets' size: in bytes, or in eights of frames where
/// the codec has packets of that length. Other fields of the format are left to the codec, as in a file that says no more
/// than it must.
func fuzz(_ input: UnsafeBufferPointer<UInt8>, decoder codec: any Codec.Type) {
    guard input.count >= 3 else { return }
    let cookieEnd = min(3 + Int(input[1]), input.count)
    let cookie = Array(input[3..<cookieEnd])
    let rate = codec.abilities.sampleRates?.first?.upperBound ?? 44_100
    let open = StreamFormat(sampleRate: rate, formatID: codec.formatID, channels: Int(input[0] % 9))
    var asked = open
    asked.framesPerPacket = 8 * Int(input[2])
    guard
        let format = (try? codec.complete(asked, magicCookie: cookie))
            ?? (try? codec.complete(open, magicCookie: cookie)),
        let decoder = try? codec.makeDecoder(format, magicCookie: cookie)
    else { return }
    let packets = Array(input[cookieEnd...])
    let size = format.bytesPerPacket > 0 ? format.bytesPerPacket : max(1, Int(input[2]))
    decode(
        packets, size: size, frames: max(1, format.framesPerPacket, decoder.maximumFramesPerPacket),
        constant: format.bytesPerPacket > 0, with: decoder)
}

private func decode(
    _ packets: [UInt8], size: Int, frames: Int, constant: Bool, with decoder: any PacketDecoder
) {
    guard frames <= 1 << 16 else { return }
    // Half of what Fuzz/run lets a decoder allocate at once.
    let packetSize = frames * decoder.outputFormat.bytesPerFrame
    let count = min(packets.count / size, 64, (1 << 25) / max(1, packetSize))
    guard count > 0 else { return }
    var output = [UInt8](repeating: 0, count: count * packetSize)
    let descriptions = (0..<count).map { PacketDescription(offset: Int64($0 * size), size: UInt32(size)) }
    for _ in 0..<2 {
        packets.withUnsafeBytes { packets in
            output.withUnsafeMutableBytes { output in
                descriptions.withUnsafeBufferPointer {
                    let written = try? decoder.decode(packets, constant ? nil : $0, count: count, into: output)
                    precondition((written ?? 0) <= count * frames, "more frames than there is room for")
                }
            }
        }
        decoder.reset()
    }
}

/// Takes the input for the setup header of Vorbis and packets behind it.
///
/// The first four bytes give channels, the sizes of blocks, and how many bytes the header has.
func fuzz(vorbis input: UnsafeBufferPointer<UInt8>) {
    guard input.count >= 4 else { return }
    let channels = 1 + input[0] % 8
    let end = min(4 + (Int(input[2]) << 8 | Int(input[3])), input.count)
    let magic = Array("vorbis".utf8)
    let identification =
        [1] + magic + [0, 0, 0, 0, channels, 0x80, 0xBB, 0, 0] + [UInt8](repeating: 0, count: 12) + [input[1], 1]
    let setup = [5] + magic + input[4..<end]
    let format = StreamFormat(sampleRate: 48_000, formatID: "vorb", channels: Int(channels))
    guard let headers = try? VorbisHeaders(identification: identification, setup: setup),
        let decoder = try? VorbisCodec.makeDecoder(format, magicCookie: headers.cookie)
    else { return }
    decode(
        Array(input[end...].prefix(256)), size: 32, frames: decoder.maximumFramesPerPacket, constant: false,
        with: decoder)
}
