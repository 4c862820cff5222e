import AudioCore

/// The magic cookie in the form in which Core Audio keeps it in a `kuki` chunk.
///
/// AAC has an elementary stream descriptor, Apple Lossless its 24 bytes without the wrapping of old files, FLAC the box `dfLa`
/// with the stream information. Other formats keep what they were given, and so does a cookie that is of no known form.
enum CAFCookie {
    private static let advanced: Set<FourCC> = [.aac, "aace", "aacf", "aacg", "aach", "aacl", "aacp"]

    static func written(_ cookie: [UInt8], for format: FourCC) -> [UInt8] {
        switch format {
        case .alac:
            let isWrapped = cookie.count > 8 && Array(cookie[4..<8]) == FourCC("frma").bytes
            return isWrapped ? MPEG4LosslessConfig(cookie)?.bytes ?? cookie : cookie
        case "flac": return (try? FLACStreamInfo(cookie: cookie))?.cookie ?? cookie
        case _ where advanced.contains(format):
            guard !cookie.isEmpty, !ESDescriptor.claims(cookie),
                (try? AudioSpecificConfig(magicCookie: cookie)) != nil
            else { return cookie }
            return ESDescriptor(specificInfo: cookie).bytes
        default: return cookie
        }
    }
}
