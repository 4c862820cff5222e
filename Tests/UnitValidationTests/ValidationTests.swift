import AudioToolbox
import Foundation
import TestSupport
import Testing
import UnitValidation

/// The checks of auvalidate: our units pass, and each check fails on a unit that is broken for it.
@Suite(.serialized, .mustEnd) struct ValidationTests {
    private static let ourUnits: [String] = {
        var (wanted, last, found) = (AudioComponentDescription(), AudioComponent?.none, [String]())
        wanted.componentManufacturer = kAudioUnitManufacturer_Apple
        while let next = AudioComponentFindNext(last, &wanted) {
            var name: Unmanaged<CFString>?
            AudioComponentCopyName(next, &name)
            found.append(name.map { String(describing: $0.takeRetainedValue()) } ?? "")
            last = next
        }
        return found
    }()

    @Test(arguments: Array(ourUnits.indices)) func ourUnitsPass(index: Int) throws {
        var (wanted, found) = (AudioComponentDescription(), AudioComponent?.none)
        wanted.componentManufacturer = kAudioUnitManufacturer_Apple
        for _ in 0...index { found = AudioComponentFindNext(found, &wanted) }
        let component = try #require(found)
        // Units of devices are checked by the installed tool, on the null device: a developer's loudspeakers stay silent.
        var description = AudioComponentDescription()
        AudioComponentGetDescription(component, &description)
        let isOfADevice =
            description.componentType == kAudioUnitType_Output
            && description.componentSubType != kAudioUnitSubType_GenericOutput
        guard !isOfADevice else { return }
        for check in UnitCheck.all {
            if case .failed(let reason) = check.run(component) {
                Issue.record("\(Self.ourUnits[index]): \(check.name): \(reason)")
            }
        }
    }

    /// The unit that the faults are put into passes every check. The one that needs two outputs is passed by the splitter.
    @Test func aUnitWithoutAFaultPasses() throws {
        let component = try #require(Fault.none.component)
        let splitter = try #require(Fault.noneOfTwoOutputs.component)
        for check in UnitCheck.all {
            let isOfTwoOutputs = check.name == Fault.rendersEachOutput.check
            #expect(check.run(isOfTwoOutputs ? splitter : component) == .passed, "\(check.name)")
        }
    }

    /// A unit without a bypass passes, and so does one whose bypass only the unit itself changes. The report says which it is.
    @Test func aBypassThatCanOnlyBeReadIsNoFault() throws {
        let component = try #require(Fault.readOnlyBypass.component)
        let ofBypasses = [Fault.deafBypass, .keepsSound].map(\.check)
        let reason = "the unit cannot be bypassed: its BypassEffect can only be read"
        for check in UnitCheck.all {
            let wanted: UnitCheck.Outcome = ofBypasses.contains(check.name) ? .skipped(reason) : .passed
            let isOfTwoOutputs = check.name == Fault.rendersEachOutput.check
            if !isOfTwoOutputs { #expect(check.run(component) == wanted, "\(check.name)") }
        }
    }

    /// What an effect makes of silence by itself is not taken for sound of before. A click in each render is such a sound.
    @Test(arguments: [Fault.ignoresReset, .keepsSound]) func soundOfTheUnitsOwnIsNoFault(fault: Fault) throws {
        let component = try #require(Fault.clicks.component)
        let check = try #require(UnitCheck.all.first { $0.name == fault.check })
        #expect(check.run(component) == .skipped("the unit has sound of its own"))
    }

    @Test(arguments: Fault.allCases.filter { $0.check != nil }) func aBrokenUnitFails(fault: Fault) throws {
        let component = try #require(fault.component)
        let check = try #require(UnitCheck.all.first { $0.name == fault.check })
        guard case .failed(let reason) = check.run(component) else {
            Issue.record("\(check.name) does not fail with \(fault)")
            return
        }
        #expect(!reason.isEmpty)
    }

    /// A unit that says what cannot be right fails, and each check of it ends.
    @Test(arguments: Fault.lies) func aLyingUnitFailsAndEachCheckEnds(fault: Fault) throws {
        let component = try #require(fault.component)
        let failed = UnitCheck.all.filter { check in
            if case .failed = check.run(component) { true } else { false }
        }
        #expect(failed.map(\.name).contains(fault.check ?? ""))
    }

    /// There is a broken unit for each check.
    @Test func eachCheckHasAFault() {
        #expect(Set(UnitCheck.all.map(\.name)) == Set(Fault.allCases.compactMap(\.check)))
        #expect(Set(UnitCheck.all.map(\.name)).count == UnitCheck.all.count)
    }
}
