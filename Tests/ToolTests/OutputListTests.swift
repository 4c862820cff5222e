import TerminalScreen
import Testing
import ToolSupport

@testable import afplay

/// The outputs on the screen of `afplay --tui`, without a terminal.
@Suite struct OutputListTests {
    private static let outputs = [
        OutputList.Output(uid: "speaker", name: "Speakers", kind: "loudspeaker", isPlaying: true),
        OutputList.Output(uid: "raop", name: "Kitchen 台所", kind: "AirPlay", isPlaying: false),
        OutputList.Output(uid: "ears", name: "\u{1B}[31mEars\u{7}", kind: "Bluetooth", isPlaying: false),
    ]

    private static func model(volume: Double? = 0.625) -> PlayerModel {
        var model = PlayerModel((0..<3).map { Song("/music/\($0).caf") })
        _ = model.play(0)
        (model.duration, model.position, model.levels) = (100, 10, [-6, -48])
        #expect(model.press(.character("o")) == .listOutputs)
        model.outputs = OutputList(outputs, volume: volume)
        return model
    }

    @Test func arrowsChooseAndEnterTakes() {
        var model = Self.model()
        #expect(model.outputs?.chosen == 0)
        for key in [Key.down, .character("j"), .down] { #expect(model.press(key) == nil) }
        #expect(model.outputs?.chosen == 2)
        for key in [Key.up, .character("k"), .up, .end, .home, .pageDown, .pageUp, .down] { _ = model.press(key) }
        #expect(model.outputs?.chosen == 1 && model.chosen == 0, "the songs stay as they are")
        #expect(model.press(.enter) == .choose("raop") && model.outputs == nil)
    }

    @Test func keysTurnTheVolumeOfTheOutput() {
        var model = Self.model()
        for key in [Key.left, .character("-")] { #expect(model.press(key) == .turn(-1)) }
        for key in [Key.right, .character("+"), .character("=")] { #expect(model.press(key) == .turn(1)) }
        #expect(model.volume == 1 && model.position == 10)
    }

    @Test func theListCloses() {
        for key in [Key.escape, .character("o")] {
            var model = Self.model()
            #expect(model.press(key) == nil && model.outputs == nil)
        }
        var model = Self.model()
        #expect(model.press(.character(" ")) == .pause && model.outputs != nil)
        #expect(model.press(.character("n")) == nil)
        #expect(model.press(.character("q")) == .quit)
    }

    /// The choice stays with its output while others come and go.
    @Test func theListFollowsWhatComesAndGoes() {
        var list = OutputList(Self.outputs, volume: 0.5)
        list.choose(.end)
        list.update([Self.outputs[2], Self.outputs[0]], volume: nil)
        #expect(list.chosen == 0 && list.volume == nil)
        list.update([Self.outputs[0]], volume: 1)
        #expect(list.chosen == 0)
        list.update([], volume: nil)
        list.choose(.down)
        #expect(list.chosen == 0 || list.outputs.isEmpty)
        list.update(Self.outputs, volume: nil)
        #expect(list.outputs.indices.contains(list.chosen))
        var model = Self.model()
        model.outputs = OutputList([], volume: nil)
        #expect(model.press(.down) == nil && model.press(.enter) == nil && model.outputs != nil)
    }

    private static func texts(
        _ columns: Int, _ rows: Int, _ model: PlayerModel, isUnicode: Bool = true
    ) -> [String] {
        let size = TerminalSize(columns: columns, rows: rows)
        return PlayerLayout(model, size: size, isUnicode: isUnicode).lines.map(\.text)
    }

    @Test func theScreens() throws {
        var text = ""
        for (columns, rows, isUnicode) in [(80, 13, true), (40, 12, false), (20, 7, true)] {
            for volume in [0.625, nil] {
                text +=
                    Self.texts(columns, rows, Self.model(volume: volume), isUnicode: isUnicode)
                    .joined(separator: "\n") + "\n\n"
            }
        }
        try Snapshot.expect(text, matches: "afplay-outputs")
    }

    @Test(arguments: [true, false]) func everySizeIsFilled(isUnicode: Bool) {
        var long = Self.model()
        long.outputs = OutputList(
            (0..<100).map {
                OutputList.Output(
                    uid: "\($0)", name: String(repeating: "長い", count: 60), kind: "AirPlay", isPlaying: $0 == 99)
            }, volume: 1)
        var empty = Self.model()
        empty.outputs = OutputList([], volume: nil)
        for model in [Self.model(), long, empty] {
            for columns in [1, 2, 8, 23, 24, 39, 40, 57, 80, 200] {
                for rows in [1, 2, 4, 5, 8, 9, 12, 24] {
                    let lines = Self.texts(columns, rows, model, isUnicode: isUnicode)
                    #expect(lines.count == rows)
                    #expect(Set(lines.map(DisplayText.width)) == [columns], "\(columns) by \(rows): \(lines)")
                }
            }
        }
    }
}
