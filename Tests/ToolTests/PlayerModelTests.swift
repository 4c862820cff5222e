import CoreAudioAdditions
import TerminalScreen
import Testing
import ToolSupport

@testable import afplay

/// The player on the screen without a terminal: what keys and ends of songs do to its state, and what they ask for.
@Suite struct PlayerModelTests {
    /// So many songs of 100 seconds, of which the first plays.
    private static func playing(_ count: Int = 3, loop: PlayerModel.Loop = .off) -> PlayerModel {
        var model = PlayerModel((0..<count).map { Song("/music/\($0).caf") }, loop: loop)
        #expect(model.play(0) == .play(0))
        model.duration = 100
        return model
    }

    @Test func spacePausesAndPlaysOn() {
        var model = Self.playing()
        #expect(model.press(.character(" ")) == .pause && model.transport == .paused)
        #expect(model.press(.character(" ")) == .resume && model.transport == .playing)
    }

    @Test func enterPlaysTheChosenSong() {
        var model = Self.playing()
        #expect(model.press(.down) == nil && model.chosen == 1 && model.current == 0)
        #expect(model.press(.enter) == .play(1) && model.current == 1)
        for key in [Key.pageDown, .end, .character("j")] { _ = model.press(key) }
        #expect(model.chosen == 2)
        for key in [Key.up, .pageUp, .character("k"), .home] { _ = model.press(key) }
        #expect(model.chosen == 0 && model.current == 1)
    }

    @Test func theChoiceFollowsUnlessTheUserHasMovedIt() {
        var model = Self.playing()
        #expect(model.finish() == .play(1) && model.chosen == 1)
        _ = model.press(.up)
        #expect(model.finish() == .play(2) && model.chosen == 0)
    }

    @Test func previousFirstGoesToTheStart() {
        var model = Self.playing()
        _ = model.press(.character("n"))
        model.duration = 100
        model.position = 10
        #expect(model.press(.character("p")) == .seek(0) && model.current == 1)
        #expect(model.press(.character("p")) == .play(0))
        #expect(model.press(.character("p")) == .seek(0), "there is none before the first")
    }

    @Test func seeksStayWithin() {
        var model = Self.playing()
        #expect(model.press(.right) == .seek(5))
        #expect(model.press(.character("]")) == .seek(65))
        #expect(model.press(.shiftRight) == .seek(100))
        #expect(model.press(.left) == .seek(95))
        #expect(model.press(.character("[")) == .seek(35))
        #expect(model.press(.shiftLeft) == .seek(0))
    }

    @Test func volumeGoesInSteps() {
        var model = Self.playing()
        #expect(model.press(.character("+")) == .adjust && model.volume == 1)
        #expect(model.press(.character("-")) == .adjust && model.volume == 0.95)
        for _ in 0..<30 { _ = model.press(.character("-")) }
        #expect(model.volume == 0)
        _ = model.press(.character("="))
        #expect(model.volume == 0.05)
    }

    @Test func loopsAndRatesGoAround() {
        var model = Self.playing()
        let loops = (0..<3).map { _ in
            _ = model.press(.character("l"))
            return model.loop
        }
        #expect(loops == [.one, .all, .off])
        let rates = (0..<6).map { _ in
            _ = model.press(.character("r"))
            return model.rate
        }
        #expect(rates == [1.25, 1.5, 2, 0.5, 0.75, 1])
    }

    @Test func theLastSongsEndClosesUnlessAKeyIsPressed() {
        var model = Self.playing(1)
        #expect(model.finish() == nil && model.transport == .ended)
        #expect(model.pass(4.9) == nil)
        #expect(model.pass(0.2) == .quit)
        #expect(model.finish() == nil)
        #expect(model.press(.down) == nil)
        #expect(model.pass(100) == nil)
        #expect(model.press(.right) == nil, "nothing to seek in")
        #expect(model.press(.character(" ")) == .play(0))
        #expect(model.press(.character("q")) == .quit)
    }

    @Test func allSongsGoAround() {
        var model = Self.playing(2, loop: .all)
        #expect(model.finish() == .play(1))
        #expect(model.finish() == .play(0))
        #expect(model.press(.character("p")) == .play(1))
        #expect(model.press(.character("n")) == .play(0))
        var alone = Self.playing(1, loop: .all)
        #expect(alone.finish() == .play(0))
    }

    @Test func brokenSongsAreSkipped() {
        var model = Self.playing(4)
        model.songs[2].problem = "broken"
        #expect(model.fail("broken") == .play(1))
        #expect(model.songs[0].problem == "broken")
        #expect(model.finish() == .play(3))
        #expect(model.press(.character("p")) == .play(1))
        #expect(model.press(.character("p")) == .seek(0))
        _ = model.press(.home)
        #expect(model.press(.enter) == .play(0), "the user may have mended it")
    }

    @Test func theCausesOfTheFirstAreNamed() {
        var model = Self.playing(2)
        _ = (model.fail("not played: an empty file"), model.fail("breaks off: damaged, or cut off"))
        #expect(model.isHopeless)
        #expect(model.causes(3) == "/music/0.caf: an empty file; /music/1.caf: breaks off: damaged, or cut off")
        #expect(model.causes(1) == "/music/0.caf: an empty file; and 1 more")
    }

    @Test func withoutASongThatPlaysItEnds() {
        var model = Self.playing(2, loop: .all)
        #expect(model.fail("broken") == .play(1))
        #expect(model.fail("broken") == .quit)
        #expect(model.isHopeless)
    }

    @Test func aMutedPlayerKeepsItsVolume() {
        var model = Self.playing()
        #expect(model.press(.character("-")) == .adjust)
        #expect(model.press(.character("m")) == .adjust && model.isMuted && model.volume == 0.95)
        #expect(model.press(.character("m")) == .adjust && !model.isMuted)
        _ = model.press(.character("m"))
        #expect(model.press(.character("+")) == .adjust && !model.isMuted && model.volume == 1)
    }

    // MARK: Shuffling

    /// The songs that play one after the other to the end.
    private static func rest(of model: PlayerModel) -> [Int] {
        var model = model
        var songs: [Int] = []
        while case .play(let song)? = model.finish(), songs.count < 100 { songs.append(song) }
        return songs
    }

    @Test func shufflingPlaysEachSongOnce() {
        var model = Self.playing(40)
        #expect(Self.rest(of: model) == Array(1..<40))
        _ = model.press(.character("n"))
        #expect(model.press(.character("s")) == nil && model.order.isShuffled && model.current == 1)
        let first = Self.rest(of: model)
        #expect(first.sorted() == [0] + Array(2..<40) && first != [0] + Array(2..<40))
        #expect(Self.rest(of: model) == first)
        #expect(model.press(.character("s")) == nil && !model.order.isShuffled)
        #expect(Self.rest(of: model) == Array(2..<40))
        _ = model.press(.character("s"))
        #expect(Self.rest(of: model) != first, "another order each time")
    }

    @Test func shuffledSongsGoBackAsTheyCame() {
        var model = Self.playing(10)
        _ = model.press(.character("s"))
        _ = model.press(.character("n"))
        let second = model.current ?? 0
        #expect(second != 0)
        _ = model.press(.character("n"))
        #expect(model.press(.character("p")) == .play(second))
        #expect(model.press(.character("p")) == .play(0))
        #expect(model.press(.character("p")) == .seek(0), "there is none before the first")
    }

    @Test func aSongChosenWhileShufflingTakesItsTurnNow() {
        var model = Self.playing(10)
        _ = model.press(.character("s"))
        let before = Self.rest(of: model)
        let chosen = before[5]
        for _ in 0..<chosen { _ = model.press(.down) }
        #expect(model.press(.enter) == .play(chosen))
        #expect(Self.rest(of: model) == before.filter { $0 != chosen })
    }

    @Test func shuffledSongsGoAroundWithoutBrokenOnes() {
        var model = Self.playing(4, loop: .all)
        model.songs[2].problem = "broken"
        _ = model.press(.character("s"))
        let songs = (0..<6).map { _ -> Int? in
            guard case .play(let song)? = model.finish() else { return nil }
            return song
        }
        #expect(Set(songs) == [0, 1, 3] && Array(songs[..<3]) == Array(songs[3...]))
    }

    // MARK: Searching

    private static let names = ["Alpha", "Beta", "Gamma", "Délta", "Alphabet"]

    private static func searching(_ text: String) -> PlayerModel {
        var model = PlayerModel(
            names.map { name in
                var song = Song("/music/\(name).caf")
                (song.title, song.artist) = (name, name == "Gamma" ? "Beth" : "")
                return song
            })
        _ = model.play(0)
        _ = model.press(.character("/"))
        for character in text { _ = model.press(.character(character)) }
        return model
    }

    private static func found(_ model: PlayerModel) -> [String] {
        (0..<model.rows).map { model.songs[model.song(inRow: $0)].title }
    }

    @Test(arguments: [
        ("", names), ("alpha", ["Alpha", "Alphabet"]), ("BET", ["Beta", "Gamma", "Alphabet"]), ("delta", ["Délta"]),
        ("é", ["Beta", "Gamma", "Délta", "Alphabet"]), ("bet alp", ["Alphabet"]), ("  ", names), ("q?/", []),
    ]) func aSearchFindsWordsAnywhere(text: String, titles: [String]) {
        #expect(Self.found(Self.searching(text)) == titles)
    }

    @Test func enterPlaysWhatIsFound() {
        var model = Self.searching("bet")
        #expect(model.chosen == 1, "the next one that fits")
        #expect(model.press(.down) == nil && model.chosen == 2)
        #expect(model.press(.end) == nil && model.chosen == 4)
        #expect(model.press(.down) == nil && model.chosen == 4)
        #expect(model.press(.home) == nil && model.chosen == 1)
        #expect(model.press(.down) == nil)
        #expect(model.press(.enter) == .play(2) && model.search == nil && model.rows == 5)
        #expect(model.press(.character("q")) == .quit)
    }

    @Test func aSearchEndsAndLeavesTheChoice() {
        var model = Self.searching("gam")
        #expect(model.press(.escape) == nil && model.search == nil && model.chosen == 2 && model.current == 0)
        model = Self.searching("gamq")
        #expect(model.rows == 0 && model.press(.enter) == nil && model.press(.down) == nil && model.search != nil)
        for text in ["gam", "ga", "g", ""] { #expect(model.press(.backspace) == nil && model.search?.text == text) }
        #expect(model.press(.backspace) == nil && model.search == nil)
        #expect(model.press(.escape) == nil && model.press(.backspace) == nil, "they mean nothing else")
    }

    @Test func songsGoOnDuringASearch() {
        var model = Self.searching("alphab")
        #expect(model.chosen == 4)
        #expect(model.finish() == .play(1) && model.chosen == 4 && model.rows == 1)
        model.songs[1].artist = "Alphabetical"
        model.didDescribe(1)
        #expect(Self.found(model) == ["Beta", "Alphabet"] && model.chosen == 4)
        (model.songs[4].title, model.songs[4].artist) = ("x", "y")
        model.didDescribe(4)
        #expect(Self.found(model) == ["Beta", "x"], "by the name of its file")
    }

    @Test func helpIsShownAndHidden() {
        var model = Self.playing()
        #expect(model.press(.character("?")) == nil && model.showsHelp)
        #expect(model.press(.character("?")) == nil && !model.showsHelp)
        #expect(model.press(.control("l")) == nil)
    }

    // MARK: The desktop

    /// What is paused or has ended stays so where a media key chooses another song. A key of the terminal plays it.
    @Test func anotherSongDoesNotStartAPausedPlayer() {
        var model = Self.playing(4)
        #expect(model.obey(.next) == .play(1) && model.obey(.pause) == .pause)
        #expect(model.obey(.next) == .open(2) && model.transport == .paused && model.current == 2)
        // One that cannot be opened is passed over, in silence too.
        #expect(model.fail("broken") == .open(3) && model.transport == .paused)
        model.duration = 100
        model.position = 10
        #expect(model.obey(.previous) == .seek(0) && model.current == 3)
        #expect(model.obey(.previous) == .open(1) && model.transport == .paused)
        #expect(model.obey(.play) == .resume && model.transport == .playing)
        #expect(model.obey(.stop) == .stop)
        #expect(model.obey(.next) == nil && model.current == 3 && model.transport == .ended)
        model.position = 10
        #expect(model.obey(.previous) == nil && model.current == 1 && model.transport == .ended)
        #expect(model.obey(.play) == .play(1))
        #expect(model.press(.character(" ")) == .pause && model.press(.character("n")) == .play(3))
    }

    @Test func mediaKeysDoWhatKeysDo() {
        var model = Self.playing()
        let expected: [(DesktopCommand, PlayerModel.Effect?)] = [
            (.play, nil), (.pause, .pause), (.pause, nil), (.toggle, .resume), (.move(50), .seek(50)),
            (.skip(-20), .seek(30)), (.move(900), .seek(100)), (.previous, .seek(0)), (.next, .play(1)),
            (.previous, .play(0)), (.goTo(3), .play(2)), (.goTo(4), nil), (.goTo(0), nil), (.next, nil),
            (.repeat(.all), .adjust), (.next, .play(0)), (.volume(0.3), .adjust), (.rate(9), .adjust), (.quit, .quit),
            (.raise, nil),
        ]
        for (command, effect) in expected {
            #expect(model.obey(command) == effect, "\(command)")
        }
        #expect(model.transport == .playing && model.loop == .all && model.volume == 0.3 && model.rate == 2)
        for shuffles in [true, true, false] {
            #expect(model.obey(.shuffle(shuffles)) == nil)
            #expect(model.order.isShuffled == shuffles)
        }
    }

    /// What is stopped stays on the screen, and begins again with the same song.
    @Test func aStoppedSongBeginsAgain() {
        var model = Self.playing()
        _ = model.obey(.next)
        model.position = 40
        #expect(model.obey(.stop) == .stop)
        #expect(model.transport == .ended && model.position == 0)
        for command in [DesktopCommand.stop, .move(5)] { #expect(model.obey(command) == nil) }
        #expect(model.pass(100) == nil)
        _ = model.press(.up)
        #expect(model.obey(.play) == .play(1))
    }
}

/// The lines that show a state.
@Suite struct PlayerLayoutTests {
    private static let titles = [
        "First", "日本語の題名はとても長いのでここで切れるはずです、きっと", "e\u{301}\u{302} accents", "🎵 emoji 👨‍👩‍👧", "\u{1B}[31mred\u{7}",
        String(repeating: "long ", count: 100),
    ]

    private static var model: PlayerModel {
        var model = PlayerModel(
            titles.map { title in
                var song = Song("/x")
                (song.title, song.artist, song.duration) = (title, "Ärtist", 225)
                return song
            })
        model.songs[5].problem = "not played: 'typ?'"
        _ = model.play(1)
        (model.duration, model.position, model.levels) = (225, 62, [-6, -48])
        return model
    }

    private static func texts(
        _ columns: Int, _ rows: Int, _ model: PlayerModel = model, isUnicode: Bool = true
    ) -> [String] {
        let size = TerminalSize(columns: columns, rows: rows)
        return PlayerLayout(model, size: size, isUnicode: isUnicode).lines.map(\.text)
    }

    @Test(arguments: [true, false]) func everySizeIsFilled(isUnicode: Bool) {
        var help = Self.model
        _ = help.press(.character("?"))
        var ended = Self.model
        (ended.levels, ended.note) = (Array(repeating: 0, count: 24), "waiting for the sound server")
        var searching = Self.model
        for key in [Key.character("/"), .character("日"), .character("\u{301}")] { _ = searching.press(key) }
        for model in [Self.model, help, ended, searching] {
            for columns in [1, 2, 8, 23, 24, 39, 40, 57, 80, 120, 200] {
                for rows in [1, 2, 4, 5, 8, 9, 12, 24, 40] {
                    let lines = Self.texts(columns, rows, model, isUnicode: isUnicode)
                    #expect(lines.count == rows)
                    let widths = Set(lines.map(DisplayText.width))
                    #expect(widths == [columns], "\(columns) by \(rows): \(lines)")
                }
            }
        }
    }

    @Test func theScreenOf80Columns() {
        let lines = Self.texts(80, 13)
        #expect(lines[0] == "┌─ afplay " + String(repeating: "─", count: 60) + " 2 of 6 ─┐")
        #expect(lines[1].hasPrefix("│   First ") && lines[1].hasSuffix(" 3:45 │") && lines[1].contains(" Ärtist "))
        #expect(lines[2].hasPrefix("│ ▸ 日本語"))
        #expect(lines[5].contains("\u{FFFD}[31mred\u{FFFD}"))
        #expect(lines[6].contains("long … not played: 'typ?' "))
        #expect(lines[7] == "├" + String(repeating: "─", count: 78) + "┤")
        #expect(lines[9].hasPrefix("│ 1:02 ━━━") && lines[9].hasSuffix("─── 3:45 │"))
        #expect(lines[9].filter { $0 == "━" }.count == 18, "62 of 225 seconds on 66 columns")
        #expect(lines[10].hasPrefix("│ L ▮") && lines[10].hasSuffix("▯ R " + String(repeating: "▯", count: 36) + " │"))
        #expect(lines[11].hasPrefix("│ playing  volume 100 %    loop off ") && lines[11].hasSuffix(" ? help │"))
    }

    @Test func theScreenOf40ColumnsInASCII() {
        var model = Self.model
        _ = model.press(.character(" "))
        let lines = Self.texts(40, 12, model, isUnicode: false)
        #expect(lines[0] == "+- afplay -------------------- 2 of 6 -+")
        #expect(lines[2].hasPrefix("| > ???"))
        #expect(lines[8].hasPrefix("| 1:02 =======--"))
        #expect(lines[10].hasPrefix("| paused   vol 100 %  loop off "))
    }

    @Test func theStateSaysWhatIsMutedAndShuffled() {
        var model = Self.model
        _ = (model.press(.character("m")), model.press(.character("s")))
        #expect(Self.texts(80, 13, model)[11].hasPrefix("│ playing  muted    loop off    shuffle "))
        #expect(Self.texts(40, 13, model)[11].hasPrefix("│ playing  muted  loop off  shuf "))
        #expect(Self.texts(30, 13, model)[11].hasPrefix("│ playing  muted  shuf "))
        #expect(Self.texts(30, 13)[11] == "│ playing  vol 100 %         │")
        _ = model.press(.character("l"))
        #expect(Self.texts(30, 13, model)[11] == "│ playing  muted loop one s… │")
    }

    @Test func theListHasWhatIsLookedFor() {
        var model = Self.model
        for key in "/日本" { _ = model.press(.character(key)) }
        var lines = Self.texts(80, 13, model)
        #expect(lines[1].hasPrefix("│ ▸ 日本語") && lines[2].allSatisfy { $0 == " " || $0 == "│" })
        #expect(lines[11].hasPrefix("│ playing  find: 日本_    1 of 6 "))
        _ = model.press(.character("x"))
        lines = Self.texts(80, 13, model)
        #expect(lines[1].allSatisfy { $0 == " " || $0 == "│" } && lines[11].contains("no song"))
    }

    /// A question mark is looked for while the user types.
    @Test func theHintSaysWhatKeysDoNow() {
        var model = Self.model
        #expect(Self.texts(80, 13, model)[11].hasSuffix(" ? help │"))
        #expect(Self.texts(30, 13, model)[12] == "└─────────────────── ? help ─┘")
        _ = model.press(.character("/"))
        #expect(Self.texts(80, 13, model)[11].hasSuffix(" enter plays, esc ends │"))
        #expect(Self.texts(30, 13, model)[12] == "└───────────────── esc ends ─┘")
        _ = (model.press(.escape), model.press(.character("?")))
        #expect(Self.texts(80, 13, model)[12].hasSuffix("─ ? closes ─┘"))
        #expect(Self.texts(30, 13, model)[12].hasSuffix("─ ? closes ─┘"))
    }

    @Test func theHelpGoesOnInFurtherRows() {
        var model = Self.model
        _ = model.press(.character("?"))
        let lines = Self.texts(30, 24, model)
        #expect(lines[1] == "│ space       pause, and     │" && lines[2] == "│             play on        │")
        #expect(lines.allSatisfy { !$0.contains("…") })
        // Each key has its row where there is no room for all.
        #expect(Self.texts(30, 12, model)[10] == "│ ? q         this help, qu… │")
        #expect(Self.texts(80, 24, model)[1].hasPrefix("│ space       pause, and play on  "))
    }

    @Test func longSoundsHaveHours() {
        var model = Self.model
        model.songs[0].duration = 3700
        #expect(Self.texts(80, 13, model)[1].hasSuffix(" 1:01:40 │"))
        (model.duration, model.position) = (36_000, 3723)
        #expect(
            Self.texts(80, 13, model)[9].hasPrefix("│  1:02:03 ━")
                && Self.texts(80, 13, model)[9].hasSuffix("─ 10:00:00 │"))
    }

    @Test func aCauseHasTheRoomThatItNeeds() {
        var model = Self.model
        model.songs[0].problem = "not played: its format is not supported"
        #expect(Self.texts(80, 13, model)[1].contains(" not played: its format is not supported "))
        #expect(Self.texts(80, 13, model)[1].hasPrefix("│ ! First "))
        // The name keeps two fifths of a narrow screen.
        #expect(Self.texts(40, 13, model)[1] == "│ ! First          its format is not … │")
        model.songs[0].title = "A name that is long"
        #expect(Self.texts(30, 13, model)[1] == "│ ! A name th… its format i… │")
        model.songs[0].problem = "breaks off: damaged"
        #expect(Self.texts(30, 13, model)[1] == "│ ! A name th… breaks off: … │")
        #expect(Self.texts(30, 13, model, isUnicode: false)[1] == "| ! A name th~ breaks off: ~ |")
    }

    @Test func theListFollowsTheChoice() {
        var model = PlayerModel((0..<100).map { Song("/song \($0)") })
        _ = model.press(.end)
        #expect(Self.texts(40, 12, model)[5].hasPrefix("│   song 99 "))
        for _ in 0..<50 { _ = model.press(.up) }
        #expect(Self.texts(40, 12, model)[3].hasPrefix("│   song 49 "))
    }

    @Test func whatEndedSaysThatItCloses() {
        var model = PlayerModel([Song("/a")])
        _ = model.play(0)
        _ = model.finish()
        #expect(Self.texts(80, 12, model)[10].hasPrefix("│ ended    closes in 5 s"))
        #expect(Self.texts(40, 12, model)[10].hasPrefix("│ ended    closes in 5 s"))
    }
}
