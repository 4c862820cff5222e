import Foundation
import Testing

@testable import AudioToolbox

/// Parameters, groups and trees: values, texts, observers, archives.
@Suite struct UnitClassesParameterTests {
    private func parameter(
        _ identifier: String, _ address: AUParameterAddress, _ range: ClosedRange<AUValue> = 0...1,
        strings: [String]? = nil
    ) -> AUParameter {
        AUParameterTree.createParameter(
            withIdentifier: identifier, name: identifier.capitalized, address: address, min: range.lowerBound,
            max: range.upperBound, unit: strings == nil ? .generic : .indexed, unitName: nil,
            flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: strings,
            dependentParameters: address == 7 ? [8, 9] : nil)
    }

    @Test func aParameterSaysWhatItIs() {
        let parameter = AUParameterTree.createParameter(
            withIdentifier: "speed", name: "The Speed", address: 0x1_0000_0002, min: -2, max: 5, unit: .customUnit,
            unitName: "knots", flags: [.flag_CanRamp, .flag_IsWritable], valueStrings: nil,
            dependentParameters: [3])
        #expect(parameter.identifier == "speed" && parameter.displayName == "The Speed")
        #expect(parameter.address == 0x1_0000_0002 && parameter.minValue == -2 && parameter.maxValue == 5)
        #expect(parameter.unit == .customUnit && parameter.unitName == "knots")
        #expect(parameter.flags == [.flag_CanRamp, .flag_IsWritable] && parameter.dependentParameters == [3])
        #expect(parameter.value == 0 && parameter.keyPath == "speed")
        #expect(self.parameter("a", 1, 2...3).value == 2)
        #expect(parameter.displayName(withLength: 3) == "The Speed")
        parameter.implementorDisplayNameWithLengthCallback = { node, length in String(node.displayName.suffix(length)) }
        #expect(parameter.displayName(withLength: 5) == "Speed")
    }

    @Test func aTreeFindsItsParameters() throws {
        let (first, second) = (parameter("cutoff", 1), parameter("depth", 0x2_0000_0001))
        let inner = AUParameterTree.createGroup(withIdentifier: "inner", name: "Inner", children: [second])
        let outer = AUParameterTree.createGroup(withIdentifier: "outer", name: "Outer", children: [first, inner])
        let tree = AUParameterTree.createTree(withChildren: [outer, parameter("level", 5)])
        #expect(tree.children.count == 2 && tree.allParameters.map(\.identifier) == ["cutoff", "depth", "level"])
        #expect(outer.children.count == 2 && outer.allParameters == [first, second])
        #expect(second.keyPath == "outer.inner.depth" && inner.keyPath == "outer.inner" && tree.keyPath == "")
        #expect(tree.parameter(withAddress: 0x2_0000_0001) === second && tree.parameter(withAddress: 2) == nil)
        #expect(tree.parameter(withID: 5, scope: kAudioUnitScope_Global, element: 0)?.identifier == "level")
        #expect(tree.parameter(withID: 5, scope: kAudioUnitScope_Output, element: 0) == nil)
    }

    @Test func aTemplateMakesGroupsAtOtherAddresses() throws {
        let nested = AUParameterTree.createGroup(withIdentifier: "more", name: "More", children: [parameter("q", 7)])
        let template = AUParameterTree.createGroupTemplate([parameter("gain", 0), nested])
        let bands = (0..<2).map { index in
            AUParameterTree.createGroup(
                fromTemplate: template, identifier: "band\(index)", name: "Band \(index)",
                addressOffset: UInt64(100 * index))
        }
        let tree = AUParameterTree.createTree(withChildren: bands)
        #expect(tree.allParameters.map(\.address) == [0, 7, 100, 107])
        #expect(tree.allParameters.map(\.keyPath) == ["band0.gain", "band0.more.q", "band1.gain", "band1.more.q"])
        #expect(tree.parameter(withAddress: 107)?.dependentParameters == [108, 109])
        tree.parameter(withAddress: 100)?.value = 0.5
        #expect(tree.parameter(withAddress: 0)?.value == 0)
    }

    @Test func theUnitHearsOfValuesAndGivesThem() {
        let (first, second) = (parameter("a", 1), parameter("b", 2))
        let group = AUParameterTree.createGroup(withIdentifier: "g", name: "G", children: [second])
        let tree = AUParameterTree.createTree(withChildren: [first, group])
        let heard = Heard()
        tree.implementorValueObserver = { heard.add("\($0.identifier) \($1)") }
        first.value = 0.25
        // A group's own comes before the tree's.
        group.implementorValueObserver = { heard.add("group \($0.address) \($1)") }
        second.setValue(0.5, originator: nil)
        #expect(heard.all == ["a 0.25", "group 2 0.5"] && first.value == 0.25)
        tree.implementorValueProvider = { AUValue($0.address) * 10 }
        #expect(first.value == 10 && second.value == 20)
        #expect(tree.implementorValueProvider(first) == 10)
    }

    @Test func textsAndValues() {
        var value: AUValue = 1
        let named = parameter("kind", 1, 0...2, strings: ["low", "mid", "high"])
        #expect(named.string(fromValue: &value) == "mid" && named.string(fromValue: nil) == "low")
        #expect(named.value(from: "high") == 2 && named.value(from: "other") == 0)
        let plain = parameter("level", 2)
        value = 0.25
        #expect(plain.string(fromValue: &value) == "0.25" && plain.value(from: " 0.75 dB") == 0.75)
        #expect(plain.value(from: "12") == 1)
        let tree = AUParameterTree.createTree(withChildren: [plain])
        tree.implementorStringFromValueCallback = { "<\($0.identifier) \($1?.pointee ?? $0.value)>" }
        tree.implementorValueFromStringCallback = { AUValue($1.count) / 8 + $0.minValue }
        #expect(plain.string(fromValue: &value) == "<level 0.25>" && plain.string(fromValue: nil) == "<level 0.0>")
        #expect(plain.value(from: "abcd") == 0.5)
    }

    @Test func observersHearOfWhatOthersSet() {
        let (first, second) = (parameter("a", 1), parameter("b", 2))
        let tree = AUParameterTree.createTree(withChildren: [first, second])
        let heard = Heard()
        let own = tree.token(byAddingParameterObserver: { heard.add("own \($0) \($1)") })
        let other = first.token(byAddingParameterObserver: { heard.add("other \($0) \($1)") })
        first.setValue(0.5, originator: own)
        ParameterReportsWaiting.finish()
        #expect(heard.all == ["other 1 0.5"])
        second.setValue(0.25, originator: other)
        ParameterReportsWaiting.finish()
        #expect(heard.all == ["other 1 0.5", "own 2 0.25"])
        tree.removeParameterObserver(own)
        second.value = 0.75
        tree.removeParameterObserver(other)
        first.value = 1
        ParameterReportsWaiting.finish()
        #expect(heard.all.count == 2)
    }

    @Test func recordersHearOfAllChangesInTheirOrder() {
        let (first, second) = (parameter("a", 1, 0...1000), parameter("b", 2))
        let tree = AUParameterTree.createTree(withChildren: [first, second])
        let (recorded, automated, last) = (Heard(), Heard(), Heard())
        let recorder = tree.token(byAddingParameterRecordingObserver: { count, events in
            for event in UnsafeBufferPointer(start: events, count: count) {
                recorded.add("\(event.hostTime) \(event.address) \(event.value)")
            }
        })
        _ = tree.token(byAddingParameterAutomationObserver: { count, events in
            for event in UnsafeBufferPointer(start: events, count: count) {
                automated.add("\(event.hostTime) \(event.eventType.rawValue)")
            }
        })
        _ = tree.token(byAddingParameterObserver: { last.add("\($0) \($1)") })
        first.setValue(1, originator: nil, atHostTime: 10, eventType: .touch)
        for value in 1...100 { first.setValue(AUValue(value), originator: nil, atHostTime: UInt64(10 + value)) }
        second.setValue(1, originator: recorder, atHostTime: 5)
        first.setValue(100, originator: nil, atHostTime: 200, eventType: .release)
        ParameterReportsWaiting.finish()
        #expect(recorded.all == (1...100).map { "\(10 + $0) 1 \(AUValue($0))" })
        #expect(automated.all == ["10 1"] + (1...100).map { "\(10 + $0) 0" } + ["5 0", "200 2"])
        // Fast changes are brought together, and the last value of each parameter is among what is reported.
        #expect(last.all.contains("1 100.0") && last.all.contains("2 1.0") && last.all.count <= 101)
    }

    @Test func anObserverMayChangeParametersAndObservers() {
        let parameter = parameter("a", 1)
        let tree = AUParameterTree.createTree(withChildren: [parameter])
        let heard = Heard()
        let box = TokenBox()
        box.token = tree.token(byAddingParameterObserver: { _, value in
            heard.add("\(value)")
            if value < 1 { parameter.value = value + 0.25 } else { tree.removeParameterObserver(box.token!) }
        })
        parameter.value = 0.5
        ParameterReportsWaiting.finish()
        parameter.value = 0
        ParameterReportsWaiting.finish()
        #expect(heard.all == ["0.5", "0.75", "1.0"])
    }

    @Test func treesCanBeArchived() throws {
        let kind = parameter("kind", 7, 0...2, strings: ["x", "y", "z"])
        kind.value = 2
        let group = AUParameterTree.createGroup(withIdentifier: "g", name: "The Group", children: [kind])
        let tree = AUParameterTree.createTree(withChildren: [group, parameter("plain", 0x1_0000_0000)])
        let data = try NSKeyedArchiver.archivedData(withRootObject: tree, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AUParameterTree.self, from: data))
        let copy = try #require(read.parameter(withAddress: 7))
        #expect(copy.keyPath == "g.kind" && copy.value == 2 && copy.valueStrings == ["x", "y", "z"])
        #expect(copy.dependentParameters == [8, 9] && copy.unit == .indexed && copy.flags == kind.flags)
        #expect(read.parameter(withAddress: 0x1_0000_0000)?.displayName == "Plain")
        #expect((read.children.first as? AUParameterGroup)?.displayName == "The Group")
    }
}

private final class TokenBox: @unchecked Sendable { var token: AUParameterObserverToken? }

enum ParameterReportsWaiting {
    /// Waits until observers have heard of all changes so far.
    static func finish() { ParameterReports.shared.finish() }
}
