import AudioCore

/// Every codec, the preferred one first where two share a format.
package enum Codecs {
    package static let all: [any Codec.Type] = [
        IMA4.self, DVIADPCM.self, MicrosoftADPCM.self, GSMFullRate.self, MicrosoftGSM.self, ULaw.self, ALaw.self,
        ALAC.self, ILBC.self, AMRNarrowBand.self, AMRWideBand.self, AAC.self,
        HEAAC.self, HEAACv2.self, AACLD.self, AACELD.self, MPEGLayer1.self, MPEGLayer2.self, MPEGLayer3.self,
        AC3Codec.self, EAC3Codec.self, FLACCodec.self, OpusCodec.self,
        VorbisCodec.self,
    ]

    package static func named(_ id: FourCC) -> (any Codec.Type)? { all.first { $0.formatID == id } }
}

extension Codec {
    /// Refuses formats of another codec, without channels or with absurd numbers of them, or with an impossible rate.
    static func requireSound(_ format: StreamFormat, named id: FourCC) throws(AudioError) {
        guard format.formatID == id else { throw .converterFormat }
        guard (1...1024).contains(format.channels) else {
            throw .converterFormat.because("\(format.channels) channels cannot be converted")
        }
        guard format.sampleRate.isFinite, format.sampleRate >= 0 else {
            throw .converterFormat.because("the sample rate is not a number")
        }
        // Magic cookies, packets and libraries have it as a whole number.
        guard format.sampleRate <= Double(UInt32.max) else {
            throw .converterFormat.because("the sample rate has more than 32 bits")
        }
    }
}

extension AudioError {
    /// What a codec throws whose library is not there.
    static func missingLibrary(_ package: String) -> AudioError {
        .converterFormat.because("this format needs a library that is not installed: Debian's package \(package)")
    }
}
