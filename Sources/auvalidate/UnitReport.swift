import AudioToolbox
import ToolSupport
import UnitValidation

/// A component with what a list shows of it.
struct ListedUnit {
    let component: AudioComponent
    let description: AudioComponentDescription
    let name: String
    let version: UInt32

    init(_ component: AudioComponent) {
        self.component = component
        var (description, version) = (AudioComponentDescription(), UInt32(0))
        AudioComponentGetDescription(component, &description)
        AudioComponentGetVersion(component, &version)
        (self.description, self.version) = (description, version)
        var name: Unmanaged<CFString>?
        AudioComponentCopyName(component, &name)
        self.name = name.map { String(describing: $0.takeRetainedValue()) } ?? ""
    }

    /// The type, the subtype and the manufacturer.
    var codes: [UInt32] {
        [description.componentType, description.componentSubType, description.componentManufacturer]
    }

    var line: String { codes.map { spelled($0) }.joined(separator: " ") + "  -  " + name }
}

/// The audio units of the process.
enum UnitList {
    static var all: [ListedUnit] { matching(AudioComponentDescription()) }

    static func find(_ type: UInt32, _ subtype: UInt32, _ manufacturer: UInt32) -> ListedUnit? {
        var wanted = AudioComponentDescription()
        wanted.componentType = type
        wanted.componentSubType = subtype
        wanted.componentManufacturer = manufacturer
        return matching(wanted).first
    }

    /// What a shell offers for one of the three codes: those of the units that have the codes before it. A subtype is explained by
    /// the unit's name.
    static func choices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let before = words[1..<index].filter { !$0.hasPrefix("-") }.map(fourCharacterCode)
        var known = Set<String>()
        return all.filter { $0.codes.starts(with: before) { $0 == $1 } }.compactMap { unit in
            guard before.count < unit.codes.count else { return nil }
            let code = spelled(unit.codes[before.count])
            guard known.insert(code).inserted else { return nil }
            return before.count == 1 ? "\(code)\t\(unit.name)" : code
        }
    }

    private static func matching(_ description: AudioComponentDescription) -> [ListedUnit] {
        var (wanted, found, last) = (description, [ListedUnit](), AudioComponent?.none)
        while let next = AudioComponentFindNext(last, &wanted) {
            found.append(ListedUnit(next))
            last = next
        }
        return found
    }
}

/// What the checks say of a unit.
struct UnitReport {
    private let unit: ListedUnit
    private let results: [(name: String, outcome: UnitCheck.Outcome)]

    init(_ unit: ListedUnit) {
        self.unit = unit
        results = UnitCheck.all.map { ($0.name, $0.run(unit.component)) }
    }

    var failures: Int {
        results.count { if case .failed = $0.outcome { true } else { false } }
    }

    /// A line for each check, and one for all.
    func text(failuresOnly: Bool) -> String {
        var lines = failuresOnly ? [] : [unit.line, "version \(version)", ""]
        for (name, outcome) in results {
            switch outcome {
            case .passed: if !failuresOnly { lines.append("pass  \(name)") }
            case .skipped(let reason): if !failuresOnly { lines.append("skip  \(name): \(reason)") }
            case .failed(let reason): lines.append("FAIL  \(name): \(reason)")
            }
        }
        if !failuresOnly { lines.append("") }
        lines.append(failures == 0 ? "The unit passes." : "\(failures) of \(results.count) checks fail.")
        return lines.joined(separator: "\n") + "\n"
    }

    private var version: String { "\(unit.version >> 16).\(unit.version >> 8 & 0xFF).\(unit.version & 0xFF)" }
}
