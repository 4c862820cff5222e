/// The playlist of an HTTP Live Stream, by RFC 8216: either one of variants, or one of segments.
package enum HLSPlaylist: Equatable, Sendable {
    case master(HLSMaster)
    case media(HLSMedia)

    /// Why a text is not such a playlist.
    package struct Fault: Error, Equatable {
        package let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    /// Lines of a playlist; a day of segments has a fifth of it.
    private static let mostLines = 200_000

    /// Whether a text is such a playlist, and not one of a radio station.
    package static func isMeant(by bytes: [UInt8]) -> Bool {
        lines(bytes).contains { $0.hasPrefix("#EXT-X-") }
    }

    package init(parsing bytes: [UInt8]) throws(Fault) {
        let lines = Self.lines(bytes)
        guard lines.count <= Self.mostLines else { throw Fault("the playlist has too many lines") }
        guard lines.first == "#EXTM3U" else { throw Fault("the playlist does not begin with #EXTM3U") }
        if lines.contains(where: { $0.hasPrefix("#EXT-X-STREAM-INF:") }) {
            self = .master(try HLSMaster(lines))
        } else {
            self = .media(try HLSMedia(lines))
        }
    }

    /// The lines without blanks around them; none is empty.
    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = String(decoding: bytes[start...], as: UTF8.self)
        return text.split(whereSeparator: { $0.isNewline }).map { line in
            let front = line.drop { $0 == " " || $0 == "\t" }
            return front.prefix(
                upTo: front.lastIndex { $0 != " " && $0 != "\t" }.map(front.index(after:)) ?? front.startIndex)
        }.filter { !$0.isEmpty }
    }
}

/// The variants of one sound, of which one is played.
package struct HLSMaster: Equatable, Sendable {
    package struct Variant: Equatable, Sendable {
        package var uri: String
        /// Bits a second at most; 0 where nothing is said.
        package var bandwidth: Int
        package var codecs: [String]
        package var hasPictures: Bool
        /// The group of renditions that has its sound; nil where the variant has it.
        package var group: String?
    }

    /// A sound that variants have in common.
    package struct Rendition: Equatable, Sendable {
        package var group: String
        /// Nil where the sound is in the variant.
        package var uri: String?
        package var name: String
        package var isDefault: Bool
    }

    package private(set) var variants: [Variant] = []
    package private(set) var renditions: [Rendition] = []

    init(_ lines: [Substring]) throws(HLSPlaylist.Fault) {
        var next: HLSAttributes?
        for line in lines {
            if let list = line.value(of: "#EXT-X-STREAM-INF:") {
                next = HLSAttributes(list)
            } else if let list = line.value(of: "#EXT-X-MEDIA:") {
                let attributes = HLSAttributes(list)
                guard attributes["TYPE"] == "AUDIO" else { continue }
                renditions.append(
                    Rendition(
                        group: attributes["GROUP-ID"] ?? "", uri: attributes["URI"], name: attributes["NAME"] ?? "",
                        isDefault: attributes["DEFAULT"] == "YES"))
            } else if !line.hasPrefix("#"), let attributes = next {
                next = nil
                let codecs = (attributes["CODECS"] ?? "").split(separator: ",").map { codec in
                    String(codec.filter { $0 != " " })
                }
                let hasPictures = attributes["RESOLUTION"] != nil || codecs.contains(where: Self.isPicture)
                variants.append(
                    Variant(
                        uri: String(line), bandwidth: attributes["BANDWIDTH"].flatMap { Int($0) } ?? 0,
                        codecs: codecs, hasPictures: hasPictures, group: attributes["AUDIO"]))
            }
        }
        guard !variants.isEmpty else { throw HLSPlaylist.Fault("the playlist has no variant") }
    }

    private static func isPicture(_ codec: String) -> Bool {
        ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "vp09", "av01", "mp4v"].contains { codec.hasPrefix($0) }
    }

    /// Where the playlist is of the sound that is played: of the variants without pictures the one with the highest rate, else the one
    /// with the lowest, whose pictures cost least.
    package var chosen: String {
        let plain = variants.filter { !$0.hasPictures }
        let best = plain.max { $0.bandwidth < $1.bandwidth } ?? variants.min { $0.bandwidth < $1.bandwidth }
        guard let best else { return "" }
        let group = renditions.filter { $0.group == best.group && best.group != nil }
        return (group.first(where: \.isDefault) ?? group.first)?.uri ?? best.uri
    }
}

/// The segments of a stream. A live one has those of the last seconds, and changes.
package struct HLSMedia: Equatable, Sendable {
    /// Seconds that no segment exceeds.
    package private(set) var targetDuration = 0.0
    /// Whether no segment follows.
    package private(set) var isEnded = false
    package private(set) var segments: [HLSSegment] = []
    /// The number of the first segment.
    package private(set) var firstNumber: Int64 = 0

    /// Seconds of all segments.
    package var duration: Double { segments.reduce(0) { $0 + $1.duration } }

    init(_ lines: [Substring]) throws(HLSPlaylist.Fault) {
        var next = HLSSegment()
        var number: Int64 = 0
        // Where a range begins that does not say so.
        var end: (uri: String, offset: Int64)?
        for line in lines {
            guard line.hasPrefix("#") else {
                next.uri = String(line)
                next.number = number
                try next.settle(&end)
                segments.append(next)
                guard number < Int64.max else { throw HLSPlaylist.Fault("the numbers of segments are too large") }
                number += 1
                next = HLSSegment(key: next.key, map: next.map)
                continue
            }
            if let text = line.value(of: "#EXT-X-MEDIA-SEQUENCE:") {
                guard segments.isEmpty, let first = Int64(text), first >= 0 else { continue }
                (number, firstNumber) = (first, first)
            } else if let text = line.value(of: "#EXT-X-TARGETDURATION:") {
                targetDuration = Self.seconds(text) ?? 0
            } else if line == "#EXT-X-ENDLIST" {
                isEnded = true
            } else {
                try next.take(line)
            }
        }
        guard targetDuration > 0 || !segments.isEmpty else { throw HLSPlaylist.Fault("the playlist has no segment") }
        if targetDuration == 0 { targetDuration = segments.map(\.duration).max() ?? 0 }
    }

    /// A number of seconds that can be meant: up to a day.
    static func seconds(_ text: some StringProtocol) -> Double? {
        Double(String(text)).flatMap { $0.isFinite && $0 >= 0 && $0 <= 86_400 ? $0 : nil }
    }
}

extension Substring {
    /// What follows a tag.
    func value(of tag: String) -> Substring? { hasPrefix(tag) ? dropFirst(tag.count) : nil }
}
