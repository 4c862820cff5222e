import Foundation

/// What stations that speak the SHOUTcast protocol put among the sound: every so many bytes a byte that states the length of a
/// text in units of 16, then the text, `StreamTitle='…';`.
struct Titles {
    private let interval: Int
    private var soundLeft: Int
    private var textLeft = 0
    private var text = Data()

    /// - Parameter interval: bytes of sound between two texts, as the header `icy-metaint` states; 0 where there are none.
    init(interval: Int) {
        self.interval = interval
        soundLeft = interval
    }

    /// The sound in `data`, and the title if one ended here.
    mutating func split(_ data: Data) -> (sound: Data, title: String?) {
        guard interval > 0 else { return (data, nil) }
        var (sound, title) = (Data(), String?.none)
        var rest = data[...]
        while let first = rest.first {
            if soundLeft > 0 {
                let part = rest.prefix(soundLeft)
                sound += part
                soundLeft -= part.count
                rest = rest.dropFirst(part.count)
            } else if textLeft == 0 {
                rest = rest.dropFirst()
                textLeft = Int(first) * 16
                if textLeft == 0 { soundLeft = interval }
            } else {
                let part = rest.prefix(textLeft)
                text += part
                textLeft -= part.count
                rest = rest.dropFirst(part.count)
                guard textLeft == 0 else { continue }
                title = Self.title(in: String(decoding: text, as: UTF8.self)) ?? title
                (text, soundLeft) = (Data(), interval)
            }
        }
        return (sound, title)
    }

    private static func title(in text: String) -> String? {
        guard let start = text.range(of: "StreamTitle='"),
            let end = text.range(of: "';", range: start.upperBound..<text.endIndex)
        else { return nil }
        // A terminal would obey control characters.
        let title = text[start.upperBound..<end.lowerBound].unicodeScalars
        return String(String.UnicodeScalarView(title.filter { $0.properties.generalCategory != .control }))
    }
}
