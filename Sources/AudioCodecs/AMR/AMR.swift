import AudioCore
import CSpeech

/// Adaptive multi-rate speech of telephones: one channel of 8000 Hz, 20 ms and at most 32 bytes a packet.
///
/// A packet is a frame as RFC 4867 stores it: a byte with its type and its quality, then its bits. libopencore-amrnb does
/// both directions, so that the samples are those of the 3GPP's reference, bit for bit.
package enum AMRNarrowBand: Codec {
    package static let formatID = AMRBand.narrow.formatID
    package static let name = "AMR Narrowband"
    package static var abilities: CodecAbilities { AMRBand.narrow.abilities }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        return try AMRBand.narrow.complete(format)
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: magicCookie)
        return AMRDecoder(complete, .narrow, AMRDecoding(try library()))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        return AMREncoder(complete, .narrow, options, AMREncoding(try library()))
    }

    package static func isInstalled(encoding: Bool) -> Bool { AMRLoadNarrow() != nil }

    private static func library() throws(AudioError) -> AMRNarrowLibrary {
        guard let library = AMRLoadNarrow()?.pointee else { throw .missingLibrary("libopencore-amrnb0") }
        return library
    }
}

/// Adaptive multi-rate speech of wide band, ITU-T G.722.2: one channel of 16000 Hz, 20 ms and at most 61 bytes a packet.
///
/// libopencore-amrwb decodes, libvo-amrwbenc encodes.
package enum AMRWideBand: Codec {
    package static let formatID = AMRBand.wide.formatID
    package static let name = "AMR Wideband"
    package static var abilities: CodecAbilities { AMRBand.wide.abilities }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        return try AMRBand.wide.complete(format)
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: magicCookie)
        guard let library = AMRLoadWideDecoder()?.pointee else { throw .missingLibrary("libopencore-amrwb0") }
        return AMRDecoder(complete, .wide, AMRDecoding(library))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        guard let library = AMRLoadWideEncoder()?.pointee else { throw .missingLibrary("libvo-amrwbenc0") }
        return AMREncoder(complete, .wide, options, AMREncoding(library))
    }
}

extension AMRWideBand {
    package static func isInstalled(encoding: Bool) -> Bool {
        encoding ? AMRLoadWideEncoder() != nil : AMRLoadWideDecoder() != nil
    }
}
