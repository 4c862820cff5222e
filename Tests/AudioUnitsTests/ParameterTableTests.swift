import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// The parameters of all units against a table of those that Apple's units have: Parameters.tsv, in which "-" stands for what is
/// not known, "rate" for the sample rate and "rate/2" for half of it.
@Suite struct ParameterTableTests {
    /// A row of the table, or a parameter of a unit.
    struct Row: Equatable, CustomStringConvertible {
        struct Place: Hashable, CustomStringConvertible {
            var unit: String, id: UInt32, scope: UInt32
            var description: String { "\(unit) \(id) in scope \(scope)" }
        }

        var place: Place
        var minimum: Float?, maximum: Float?, initial: Float?
        var measure: AudioUnitParameterUnit

        var description: String {
            "\(place): \(String(describing: (minimum, maximum, initial))), measure \(measure.rawValue)"
        }
    }

    private static let scopes = [
        "global": kAudioUnitScope_Global, "input": kAudioUnitScope_Input, "output": kAudioUnitScope_Output,
    ]

    private static let measures: [String: AudioUnitParameterUnit] = [
        "boolean": .boolean, "cents": .cents, "decibels": .decibels, "degrees": .degrees,
        "equal-power-crossfade": .equalPowerCrossfade, "generic": .generic, "hertz": .hertz, "indexed": .indexed,
        "linear-gain": .linearGain, "metres": .meters, "milliseconds": .milliseconds,
        "mixer-fader": .mixerFaderCurve1, "octaves": .octaves, "pan": .pan, "percent": .percent, "rate": .rate,
        "relative-semitones": .relativeSemiTones, "sample-frames": .sampleFrames, "seconds": .seconds,
    ]

    /// Parameters of ours whose range or default nothing states.
    private static let unstated: [String: Set<UInt32>] = [
        // The header of this unit has their ids and measures alone.
        "tmpt": [0, 1], "iptm": [0, 1], "ipto": [0, 1], "pitch": [1, 2],
        // The effect with the parameters of NewTimePitch, which the header does not mention.
        "newPitch": [1, 4, 6],
        // The greatest value of the meters in linear gain.
        "mxmx": [5000, 6000, 7000, 8000],
        // The range of the threshold, and those of the meters.
        "dcmp": [3, 1000, 2000, 3000],
        // The default of the seed, of the decimation, and of the number of bands.
        "rvb2": [6], "dist": [3], "greq": [10000],
    ]

    /// Parameters of Apple's units that ours lack.
    private static let missing: [String: Set<UInt32>] = [
        // Of macOS 13: the stretcher repeats or leaves out pieces of sound. It has no phases to reset, and looks for no attacks.
        "nutp": [7],
        // The blend is AUPitch's alone.
        "tmpt": [2],
        // An effect gives as many frames as it gets.
        "pitch": [0],
    ]

    /// How many rows there are of each unit. Where a unit does not list a parameter, nothing else would notice that its row is lost.
    ///
    /// 3DMixer has the rows of SpatialMixer besides, which are those of iOS. The numbers that macOS had for the same parameters, 5 to
    /// 10, stand for others there.
    private static let rowCounts: [String: Int] = [
        "def": 1, "ahal": 1, "sys": 1, "rioc": 0, "vpio": 0, "genr": 0, "conv": 0, "splt": 0, "mspl": 0, "merg": 0,
        "vari": 2, "nutp": 5, "tmpt": 0, "iptm": 0, "ipto": 0, "mcmx": 13, "smxr": 11, "mxmx": 17, "3dem": 21,
        "3dmx": 17, "sspl": 0, "afpl": 0, "lpas": 2, "hpas": 2, "bpas": 2, "hshf": 2, "lshf": 2, "pmeq": 3, "nbeq": 6,
        "greq": 31, "ipeq": 0,
        "dely": 4, "sdly": 1, "rvb2": 6, "dist": 15, "lmtr": 3, "dcmp": 6, "mcmp": 31, "pitch": 0, "newPitch": 0,
        "samp": 4, "msyn": 0,
    ]

    /// The name of a unit in the table: its subtype, but for an effect and a converter that share one.
    private static func name(_ blueprint: UnitBlueprint) -> String {
        if blueprint.type == "aufx", blueprint.subtype == "tmpt" { return "pitch" }
        if blueprint.type == "aufx", blueprint.subtype == "nutp" { return "newPitch" }
        // The first name of the spatial mixer.
        let subtype: FourCC = blueprint.subtype == "3dmx" ? "3dem" : blueprint.subtype
        return String(decoding: subtype.bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    /// A number of the table at a sample rate; nil for what is not known.
    private static func value(_ text: String, _ rate: Float) -> Float? {
        switch text {
        case "rate": rate
        case "rate/2": rate / 2
        default: Float(text)
        }
    }

    private static func row(_ cells: [String], _ rate: Float) -> Row? {
        guard cells.count == 7, let id = UInt32(cells[1]), let scope = scopes[cells[2]],
            let measure = measures[cells[6]]
        else { return nil }
        return Row(
            place: .init(unit: cells[0], id: id, scope: scope), minimum: value(cells[3], rate),
            maximum: value(cells[4], rate), initial: value(cells[5], rate), measure: measure)
    }

    /// The table at a sample rate.
    private static func table(rate: Float) throws -> [Row.Place: Row] {
        let file = PrivateServer.projectRoot.appending(path: "Tests/AudioUnitsTests/Parameters.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines[0] == "unit\tparameter\tscope\tminimum\tmaximum\tdefault\tmeasure")
        var table: [Row.Place: Row] = [:]
        for line in lines.dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard let row = row(cells, rate) else {
                Issue.record("no row: \(line)")
                continue
            }
            let former = table.updateValue(row, forKey: row.place)
            #expect(former == nil, "two rows")
        }
        return table
    }

    /// What a unit says of a parameter; nil where it has none.
    private func row(_ client: Client, _ place: Row.Place) -> Row? {
        let request = UnitRequest(kAudioUnitProperty_ParameterInfo, place.scope, place.id)
        guard case .parameter(let spec, let maximum)? = try? client.unit.value(request) else { return nil }
        #expect(spec.id == place.id && spec.scope == place.scope)
        #expect(spec.minimum...maximum ~= spec.initial, "\(place)")
        return Row(
            place: place, minimum: spec.minimum, maximum: maximum, initial: spec.initial, measure: spec.unit)
    }

    private func places(_ client: Client, _ unit: String) throws -> Set<Row.Place> {
        var places: Set<Row.Place> = []
        for scope in Self.scopes.values {
            guard case .bytes(let ids) = try client.unit.value(UnitRequest(kAudioUnitProperty_ParameterList, scope))
            else { continue }
            ids.withUnsafeBytes { ids in
                for id in ids.bindMemory(to: UInt32.self) { places.insert(.init(unit: unit, id: id, scope: scope)) }
            }
        }
        return places
    }

    @Test(arguments: Units.all) func parametersAreThoseOfTheTable(blueprint: UnitBlueprint) throws {
        let name = Self.name(blueprint)
        // The first name of the spatial mixer, which has meters besides.
        let isFirst = blueprint.subtype == "3dmx"
        let client = try Client(blueprint)
        let table = try Self.table(rate: 44_100).filter { $0.key.unit == name || isFirst && $0.key.unit == "3dmx" }
        for (place, wanted) in table {
            let isMissing = Self.missing[name]?.contains(place.id) == true
            guard var found = row(client, place) else {
                #expect(isMissing, "missing: \(wanted)")
                continue
            }
            #expect(!isMissing, "there is one: \(found)")
            // What the table does not know is right.
            if wanted.minimum == nil { found.minimum = nil }
            if wanted.maximum == nil { found.maximum = nil }
            if wanted.initial == nil { found.initial = nil }
            #expect(found == wanted)
            guard let initial = wanted.initial else { continue }
            #expect(try client.unit.parameter(place.id, place.scope, 0) == initial, "\(place)")
        }
        for place in try places(client, name) where table[place] == nil {
            // Those of 3DMixer have a name of their own in the table.
            if table[.init(unit: "3dmx", id: place.id, scope: place.scope)] != nil { continue }
            #expect(Self.unstated[name]?.contains(place.id) == true, "not in the table: \(place)")
        }
        for id in Self.unstated[name] ?? [] {
            let places = Self.scopes.values.map { Row.Place(unit: name, id: id, scope: $0) }
            #expect(places.contains { row(client, $0) != nil }, "there is none: \(name) \(id)")
            #expect(!places.contains { table[$0] != nil }, "it is in the table: \(name) \(id)")
        }
        for id in Self.missing[name] ?? [] {
            let places = Self.scopes.values.map { Row.Place(unit: name, id: id, scope: $0) }
            #expect(!places.contains { row(client, $0) != nil }, "it is not missing: \(name) \(id)")
        }
    }

    /// The greatest frequencies and delays follow the sample rate.
    @Test(arguments: [32_000, 48_000, 192_000] as [Float]) func rangesFollowTheRate(rate: Float) throws {
        let (table, usual) = (try Self.table(rate: rate), try Self.table(rate: 44_100))
        let following = table.values.filter { $0.maximum != usual[$0.place]?.maximum }
        #expect(following.count > 10)
        for wanted in following {
            let unit = FourCC(padding: wanted.place.unit)
            let client = try Client(#require(Units.all.first { $0.subtype == unit }))
            try client.setFormats(rate: Double(rate), channels: 1)
            #expect(row(client, wanted.place)?.maximum == wanted.maximum, "\(wanted.place)")
        }
    }

    /// Each unit has all of its rows, and each row is of a unit that there is.
    @Test func theTableHasAllRowsOfOurUnits() throws {
        let units = Set(Units.all.map(Self.name)).union(["3dmx"])
        #expect(Set(Self.rowCounts.keys) == units)
        let rows = try Self.table(rate: 44_100).keys
        let counts = Dictionary(grouping: rows) { $0.unit }.mapValues { $0.count }
        for (unit, count) in Self.rowCounts { #expect(counts[unit, default: 0] == count, "rows of \(unit)") }
        let others = Set(counts.keys).union(Self.unstated.keys).union(Self.missing.keys).filter { !units.contains($0) }
        #expect(others.isEmpty)
    }
}
