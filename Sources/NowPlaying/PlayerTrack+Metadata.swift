import MessageBus

extension PlayerTrack {
    /// The object that stands for the track on the bus. Paths have letters, digits and underscores alone.
    var path: String { "/org/swift/corelibs/audio/track/t\(identifier)" }

    /// The names of MPRIS and of xesam. What is not known is left out.
    var metadata: [String: BusValue] {
        var values: [String: BusValue] = ["mpris:trackid": .path(path)]
        func set(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { values[name] = .text(text.withoutNoncharacters) }
        }
        func set(_ name: String, _ texts: [String]) {
            if !texts.isEmpty { values[name] = .array(of: "s", texts.map { .text($0.withoutNoncharacters) }) }
        }
        func set(_ name: String, _ number: Int?) {
            if let number { values[name] = .int32(Int32(clamping: number)) }
        }
        set("xesam:title", title)
        set("xesam:album", album)
        set("xesam:artist", artists)
        set("xesam:albumArtist", albumArtists)
        set("xesam:composer", composers)
        set("xesam:genre", genres)
        set("xesam:comment", comments)
        set("xesam:asText", lyrics)
        set("xesam:trackNumber", trackNumber)
        set("xesam:discNumber", discNumber)
        set("xesam:audioBPM", beatsPerMinute)
        set("xesam:useCount", playCount)
        set("xesam:contentCreated", created)
        set("xesam:lastUsed", lastPlayed)
        set("xesam:url", url)
        set("mpris:artUrl", artwork)
        if let rating, rating.isFinite { values["xesam:userRating"] = .double(max(0, min(rating, 1))) }
        if let duration, duration > 0, duration < 1e12 { values["mpris:length"] = .int64(Int64(duration * 1e6)) }
        return values
    }
}

extension String {
    /// The text without what D-Bus refuses: zeros, and what Unicode has for no character.
    fileprivate var withoutNoncharacters: String {
        func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value != 0 && scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        }
        guard !unicodeScalars.allSatisfy(isCharacter) else { return self }
        var kept = UnicodeScalarView()
        kept.append(contentsOf: unicodeScalars.filter(isCharacter))
        return String(kept)
    }
}
