import Testing

@testable import TerminalScreen

/// What a terminal gets to show of texts that may contain anything.
@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("Zürich", "Zürich"), ("日本", "日本"), ("a\tb\nc", "a b c"),
        ("\u{1B}[2J\u{1B}]0;x\u{07}", "\u{FFFD}[2J\u{FFFD}]0;x\u{FFFD}"), ("\u{9B}31m", "\u{FFFD}31m"),
        ("\u{7F}\u{0}", "\u{FFFD}\u{FFFD}"), ("a\u{2028}b\u{85}c", "a b c"), ("\u{202E}abc\u{200F}", "abc"),
        ("👨‍👩‍👧", "👨👩👧"), ("👍🏽", "👍"), ("❤️", "❤"), ("\u{301}x", "x"), ("e\u{301}", "e\u{301}"),
        ("x\u{301}\u{302}\u{303}\u{304}\u{305}", "x\u{301}\u{302}\u{303}"), ("\u{10FFFF}\u{E000}", "\u{FFFD}\u{FFFD}"),
    ]) func textsAreCleaned(text: String, cleaned: String) {
        let result = DisplayText.clean(text, isUnicode: true)
        #expect(Array(result.unicodeScalars) == Array(cleaned.unicodeScalars))
    }

    @Test(arguments: [
        ("Zürich", "Zurich"), ("日本", "??"), ("\u{1B}[m", "?[m"), ("a\tb", "a b"), ("e\u{301}", "e"), ("“x”", "?x?"),
    ]) func otherTerminalsGetASCII(text: String, cleaned: String) {
        #expect(DisplayText.clean(text, isUnicode: false) == cleaned)
    }

    /// Whatever the scalar, it controls nothing.
    @Test func noScalarIsAControl() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for isUnicode in [true, false] {
                let text = DisplayText.clean("x" + String(scalar), isUnicode: isUnicode)
                let bytes = text.unicodeScalars.map(\.value)
                let isClean = bytes.allSatisfy { $0 >= 0x20 && !(0x7F...0x9F).contains($0) && (isUnicode || $0 < 0x80) }
                guard !isClean else { continue }
                Issue.record("U+\(String(value, radix: 16)) becomes \(bytes)")
                return
            }
        }
    }

    @Test func aTextWithoutEndIsCutOff() {
        #expect(DisplayText.clean(String(repeating: "ü", count: 100_000), isUnicode: true).count == 2000)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("日本語", 6), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2), ("ａｂ", 4), ("é", 1),
        ("e\u{301}", 1),
        ("🎵", 2), ("🇩🇪", 2), ("❤", 1), ("ก็", 1), ("…", 1), ("한𠀀", 4),
    ]) func textsHaveAWidth(text: String, width: Int) {
        #expect(DisplayText.width(text) == width)
    }

    @Test(arguments: [
        ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
        ("日本語", 4, "日… "), ("e\u{301}e\u{301}e", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""), ("", 2, "  "),
    ]) func textsFitTheirField(text: String, columns: Int, fitted: String) {
        #expect(DisplayText.fitted(text, to: columns, isUnicode: true) == fitted)
        #expect(DisplayText.width(fitted) == columns)
    }

    @Test func numbersStandOnTheRight() {
        #expect(DisplayText.fitted("1:02", to: 6, isUnicode: true, alignsRight: true) == "  1:02")
        #expect(DisplayText.fitted("abcd", to: 3, isUnicode: false) == "ab~")
    }
}

@Suite struct KeyParserTests {
    @Test(arguments: [
        ("qQ", [Key.character("q"), .character("q")]), ("\r\n", [.enter, .enter]), (" ", [.character(" ")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}OA\u{1B}OM", [.up, .enter]),
        ("\u{1B}[1;2C\u{1B}[1;2D", [.shiftRight, .shiftLeft]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[d", [.shiftLeft]),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[4~", [.pageUp, .pageDown, .home, .end]),
        ("\u{1B}[H\u{1B}[F", [.home, .end]),
        ("[]", [.character("["), .character("]")]), ("\u{1B}x", [.character("x")]), ("\u{1B}\u{1B}[A", [.up]),
        ("\u{1B}[200~a", [.character("a")]), ("\u{0C}", [.control("l")]),
        ("ü€𝄞x", [.character("ü"), .character("€"), .character("𝄞"), .character("x")]),
        ("\u{7F}\u{8}", [.backspace, .backspace]),
        ("\u{1B}[99999999999999999999C", [.right]),
    ]) func bytesAreKeys(text: String, keys: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = KeyParser()
            #expect(parser.keys(bytes[..<cut]) + parser.keys(bytes[cut...]) == keys)
        }
    }
}

@Suite struct KeyPauseTests {
    @Test func anEscapeCharacterAloneIsAKey() {
        var parser = KeyParser()
        #expect(parser.pause() == nil && !parser.isWaiting)
        #expect(parser.keys([0x1B]) == [] && parser.isWaiting)
        #expect(parser.pause() == .escape && parser.pause() == nil)
        #expect(parser.keys(Array("[A".utf8)) == [.character("["), .character("a")])
        #expect(parser.keys([0x1B, UInt8(ascii: "[")]) == [] && parser.pause() == nil)
        #expect(parser.keys([UInt8(ascii: "A")]) == [.up])
    }

    @Test func damagedCharactersAreNone() {
        var parser = KeyParser()
        #expect(parser.keys([0x80, 0xFF, 0xC3, 0x41, 0xE2, 0x82, 0xC3, 0xBC]) == [.character("a"), .character("ü")])
        #expect(parser.keys([0xC3, 0x1B, UInt8(ascii: "["), UInt8(ascii: "A"), 0xBC]) == [.up])
    }
}

@Suite struct TerminalKindTests {
    @Test(arguments: [
        (["TERM": "xterm", "LANG": "de_DE.UTF-8"], TerminalKind()),
        (["TERM": "xterm", "LANG": "C.utf8"], TerminalKind()),
        (["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C"], TerminalKind(isUnicode: false)),
        (["TERM": "xterm", "LANG": "C", "LC_CTYPE": "en_GB.UTF-8", "LC_ALL": ""], TerminalKind()),
        (["TERM": "vt100"], TerminalKind(isUnicode: false, hasColors: false)),
        (["TERM": "xterm-mono", "LANG": "C.UTF-8"], TerminalKind(hasColors: false)),
        (["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"], TerminalKind(hasColors: false)),
        (["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": ""], TerminalKind()),
        (["TERM": "dumb"], TerminalKind(isUnicode: false, hasColors: false, movesCursor: false)),
        ([:], TerminalKind(isUnicode: false, hasColors: false, movesCursor: false)),
    ]) func theEnvironmentSays(variables: [String: String], kind: TerminalKind) {
        #expect(TerminalKind { variables[$0] } == kind)
    }
}

@Suite struct ScreenContentTests {
    private static func line(_ text: String, _ style: ScreenStyle = ScreenStyle()) -> ScreenLine {
        var line = ScreenLine(limit: 9, isUnicode: true)
        line.add(text, width: 4, style)
        return line
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func onlyChangedLinesAreWritten() {
        var screen = ScreenContent(hasColors: true)
        let size = TerminalSize(columns: 4, rows: 2)
        let whole = "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Ha   \u{1B}[2;1Hb   \u{1B}[?2026l"
        #expect(Self.text(screen.frame([Self.line("a"), Self.line("b")], size: size)) == whole)
        #expect(screen.frame([Self.line("a"), Self.line("b")], size: size) == [])
        let second = "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[1;32mc   \u{1B}[m\u{1B}[?2026l"
        #expect(
            Self.text(screen.frame([Self.line("a"), Self.line("c", ScreenStyle(.green, isBold: true))], size: size))
                == second)
        screen.forget()
        #expect(Self.text(screen.frame([Self.line("a"), Self.line("b")], size: size)) == whole)
    }

    @Test func anotherSizeWritesEverything() {
        var screen = ScreenContent(hasColors: false)
        _ = screen.frame([Self.line("a")], size: TerminalSize(columns: 4, rows: 1))
        let bytes = screen.frame([Self.line("a", ScreenStyle(.red))], size: TerminalSize(columns: 5, rows: 1))
        #expect(Self.text(bytes) == "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Ha   \u{1B}[K\u{1B}[?2026l")
    }
}
