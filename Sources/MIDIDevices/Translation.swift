internal import MIDIEvents

/// What is known of one stream of messages at an endpoint, to translate it into the forms that receivers take.
struct StreamTranslation {
    fileprivate var toWords = BytesToWords()
    fileprivate var up = ProtocolUp()
}

/// One list in the forms that its receivers take, each translated once.
final class TranslatedList {
    private let bytes = PacketListWriter()
    private let words1 = EventListWriter()
    private let words2 = EventListWriter()
    private var list: UnsafeRawPointer?
    private var form = ListForm.bytes
    /// By form: nil where not yet translated, a nil within where nothing is left.
    private var translated: [UnsafeRawPointer??] = [nil, nil, nil]

    func begin(_ list: UnsafeRawPointer, _ form: ListForm) {
        (self.list, self.form) = (list, form)
        for index in translated.indices { translated[index] = .none }
    }

    /// The list in a form; nil where nothing is left of it.
    func list(as wanted: ListForm, _ stream: inout StreamTranslation) -> UnsafeRawPointer? {
        guard wanted != form, let list else { return list }
        if let known = translated[Int(wanted.rawValue)] { return known }
        let result: UnsafeRawPointer?
        switch wanted {
        case .bytes:
            bytes.begin()
            WordsToBytes.translate(list, to: bytes)
            result = bytes.isEmpty ? nil : UnsafeRawPointer(bytes.list)
        case .words1:
            words1.begin(1)
            if form == .bytes {
                stream.toWords.translate(list, to: words1)
            } else {
                ProtocolDown.translate(list, to: words1)
            }
            result = words1.isEmpty ? nil : UnsafeRawPointer(words1.list)
        case .words2:
            // By way of words of MIDI 1.0, which the list may already be.
            words2.begin(2)
            if let words = self.list(as: .words1, &stream) { stream.up.translate(words, to: words2) }
            result = words2.isEmpty ? nil : UnsafeRawPointer(words2.list)
        }
        translated[Int(wanted.rawValue)] = .some(result)
        return result
    }
}
