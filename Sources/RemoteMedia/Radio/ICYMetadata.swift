/// Takes the titles out of an internet radio's bytes.
///
/// After the SHOUTcast protocol, which Icecast speaks too: every `interval` bytes of sound a byte states how many blocks of
/// 16 bytes of text follow, such as `StreamTitle='…';`. A server that states a wrong interval damages only its own sound.
package struct ICYMetadata {
    /// What the server sends between two texts; 0 where it sends none.
    private let interval: Int
    private var soundLeft: Int
    private var textLeft = 0
    private var text: [UInt8] = []
    private var title: String?
    private let note: (String) -> Void

    /// No server puts texts further apart.
    private static let largestInterval = 1 << 24

    /// - Parameters:
    ///   - interval: the value of the header `icy-metaint`; nil and what is no sensible number mean no texts.
    ///   - note: called with each title that is not the last one again.
    package init(interval: String?, note: @escaping (String) -> Void = { _ in }) {
        let number = interval.flatMap { Int($0) } ?? 0
        self.interval = (1...Self.largestInterval).contains(number) ? number : 0
        soundLeft = self.interval
        self.note = note
    }

    /// Hands on the sound among `bytes`. They may be cut anywhere.
    package mutating func split<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer, _ sound: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard interval > 0 else { return try sound(bytes) }
        var rest = bytes[...]
        while let first = rest.first {
            if soundLeft > 0 {
                let part = rest.prefix(soundLeft)
                soundLeft -= part.count
                rest = rest[part.endIndex...]
                try sound(UnsafeRawBufferPointer(rebasing: part))
            } else if textLeft == 0 {
                rest = rest.dropFirst()
                textLeft = Int(first) * 16
                if textLeft == 0 { soundLeft = interval }
            } else {
                let part = rest.prefix(textLeft)
                text += part
                textLeft -= part.count
                rest = rest[part.endIndex...]
                if textLeft == 0 { endText() }
            }
        }
    }

    private mutating func endText() {
        if let found = Self.title(in: text), found != title {
            title = found
            note(found)
        }
        text = []
        soundLeft = interval
    }

    /// The title that a text contains, without characters that control a terminal.
    static func title(in text: [UInt8]) -> String? {
        let whole = decoded(text)
        guard let start = whole.range(of: "StreamTitle='"), let end = whole.range(of: "';", after: start.upperBound)
        else { return nil }
        return withoutControls(whole[start.upperBound..<end.lowerBound])
    }

    /// UTF-8 where it is that, else Latin-1.
    private static func decoded(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension StringProtocol {
    /// Where `text` first stands.
    fileprivate func range(of text: String, after start: Index? = nil) -> Range<Index>? {
        var place = start ?? startIndex
        while place < endIndex {
            if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
            place = index(after: place)
        }
        return nil
    }
}

/// Text from elsewhere without control characters, which a terminal would obey.
package func withoutControls(_ text: some StringProtocol) -> String {
    String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
}
