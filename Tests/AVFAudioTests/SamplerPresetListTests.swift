import AudioToolbox
import AudioUnits
import Foundation
import TestSupport
import Testing

/// Property lists of presets, as plain values.
@Suite struct SamplerPresetListTests {
    private static var list: [String: Any] {
        [
            "name": "Trombone", "gain": -1.5, "ID": 268_435_457, "enabled": true, "data": Data([1, 2]),
            "Layers": [["Zones": [Any]()], ["x": false]],
        ]
    }

    private static let expected = PresetValue.dictionary([
        "name": .text("Trombone"), "gain": .number(-1.5), "ID": .number(268_435_457), "enabled": .number(1),
        "data": .other,
        "Layers": .array([.dictionary(["Zones": .array([])]), .dictionary(["x": .number(0)])]),
    ])

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func listsInFiles(format: PropertyListSerialization.PropertyListFormat) throws {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path + "/x.aupreset")
        try PropertyListSerialization.data(fromPropertyList: Self.list, format: format, options: 0).write(to: url)
        #expect(try PresetValue(contentsOf: url) == Self.expected)
        try Data("<?xml version=\"1.0\"?><plist><dict><key>".utf8).write(to: url)
        #expect(throws: (any Error).self) { try PresetValue(contentsOf: url) }
    }

    @Test func objectsOfTheProgram() {
        #expect(PresetValue(Self.list as NSDictionary) == Self.expected)
        #expect(PresetValue(NSNumber(value: 3)) == .number(3))
    }

    @Test func deepListsAreCut() {
        var list: Any = "end"
        for _ in 0..<1000 { list = [list] }
        var value = PresetValue(list)
        var depth = 0
        while case .array(let values) = value, let first = values.first { (value, depth) = (first, depth + 1) }
        #expect(depth == 32)
        #expect(value == .other)
    }
}
