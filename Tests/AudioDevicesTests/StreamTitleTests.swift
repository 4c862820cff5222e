import Testing

@testable import AudioDevices

/// Texts of files as titles of streams.
struct StreamTitleTests {
    @Test func aTitleIsOneLineWithoutControls() {
        #expect(StreamTitle.shown("Étude") == "Étude")
        #expect(StreamTitle.shown("  a\n\tb\u{0} c\u{2028}d\r\n") == "a b c d")
        #expect(StreamTitle.shown("\u{1B}[31mred") == "[31mred")
        #expect(StreamTitle.shown("a\u{202E}b\u{2066}c") == "abc")
        for empty in ["", " ", "\n\u{0}\u{202E}"] { #expect(StreamTitle.shown(empty) == nil) }
    }

    @Test func aLongTitleIsCutBetweenCharacters() throws {
        let title = try #require(StreamTitle.shown(String(repeating: "é", count: 40_000)))
        #expect((240...255).contains(title.utf8.count) && title.hasPrefix("éé"))
    }

    @Test func withoutATitleAStreamHasTheProgramsName() {
        #expect(StreamRequest().title == ProgramIdentity.present.name && !StreamTitle.program.isEmpty)
    }
}
