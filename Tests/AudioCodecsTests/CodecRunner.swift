import AudioCore

@testable import AudioCodecs

/// Runs whole arrays through codecs.
enum CodecRunner {
    static func format(_ codec: any Codec.Type, channels: Int) throws -> StreamFormat {
        try codec.complete(
            StreamFormat(sampleRate: 44_100, formatID: codec.formatID, channels: channels), magicCookie: [])
    }

    static func encode(
        _ samples: [Int16], with codec: any Codec.Type, channels: Int, packetsPerCall: Int = .max
    ) throws -> [UInt8] {
        let encoder = try codec.makeEncoder(try format(codec, channels: channels), EncoderOptions())!
        let frames = samples.count / channels
        let perPacket = encoder.outputFormat.framesPerPacket
        let perCall = packetsPerCall == .max ? max(frames, 1) : packetsPerCall * perPacket
        var result = [UInt8](repeating: 0, count: (frames + perPacket - 1) / perPacket * encoder.maximumPacketSize)
        var sizes: [PacketDescription] = []
        var written = 0
        for first in stride(from: 0, to: frames, by: perCall) {
            let count = min(perCall, frames - first)
            written += try samples.withUnsafeBytes { input in
                try result.withUnsafeMutableBytes { output in
                    try encoder.encode(
                        UnsafeRawBufferPointer(rebasing: input[(first * channels * 2)...]), frames: count,
                        into: .init(rebasing: output[(written * encoder.maximumPacketSize)...]), sizes: &sizes)
                }
            }
        }
        return Array(result.prefix(written * encoder.maximumPacketSize))
    }

    static func decode(
        _ bytes: [UInt8], with codec: any Codec.Type, channels: Int, packetsPerCall: Int = .max
    ) throws -> [Int16] {
        let format = try format(codec, channels: channels)
        let decoder = try codec.makeDecoder(format, magicCookie: [])
        let packets = bytes.count / format.bytesPerPacket
        var result = [Int16](repeating: 0, count: packets * format.framesPerPacket * channels)
        var done = 0
        while done < packets {
            let count = min(packets - done, packetsPerCall)
            let frames = try bytes.withUnsafeBytes { input in
                try result.withUnsafeMutableBytes { output in
                    try decoder.decode(
                        .init(rebasing: input[(done * format.bytesPerPacket)...]), nil, count: count,
                        into: .init(rebasing: output[(done * format.framesPerPacket * channels * 2)...]))
                }
            }
            precondition(frames == count * format.framesPerPacket)
            done += count
        }
        return result
    }
}
