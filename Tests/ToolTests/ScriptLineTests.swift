import AudioCore
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Command lines as scripts have them, run by the shell as they stand.
@Suite(.needsInstallation) struct ScriptLineTests {
    @Test(arguments: ScriptLine.needing(nil)) func doesItsWork(script: ScriptLine) throws { try check(script) }

    @Test(.needs("python3"), arguments: ScriptLine.needing("python3"))
    func doesItsWorkWithPython(script: ScriptLine) throws { try check(script) }

    @Test(.needs("perl"), arguments: ScriptLine.needing("perl"))
    func doesItsWorkWithPerl(script: ScriptLine) throws { try check(script) }

    @Test(.needs("make"), arguments: ScriptLine.needing("make "))
    func doesItsWorkWithMake(script: ScriptLine) throws { try check(script) }

    private func check(_ script: ScriptLine) throws {
        let faults = try faults(script)
        for fault in faults { Issue.record("\(fault)") }
        Self.tally.withLock { tally in
            tally.run += 1
            tally.passed += faults.isEmpty ? 1 : 0
            if tally.run == ScriptLine.all.count {
                print("command lines that do their work: \(tally.passed) of \(tally.run)")
            }
        }
    }

    private static let tally = LockedValue((run: 0, passed: 0))

    /// Lines are distinguished by their text, so that none counts twice.
    @Test func thereAreManyAndEachIsAnother() {
        let converting = ScriptLine.all.filter { $0.line.contains("afconvert") && !$0.made.isEmpty }
        #expect(converting.count >= 120)
        let others = ScriptLine.all.filter { line in
            ["afplay", "afinfo", "afrecord"].contains(where: line.line.contains)
        }
        #expect(others.count >= 40)
        #expect(Set(ScriptLine.all.map(\.line)).count == ScriptLine.all.count)
    }

    /// What went otherwise than it should.
    private func faults(_ script: ScriptLine) throws -> [String] {
        let folder = try TemporaryFolder()
        try ScriptInputs.copy(to: folder)
        let result = try folder.run("/bin/sh", ["-c", script.line])
        var faults: [String] = []
        if result.status != script.status { faults.append("status \(result.status): \(result.errors)") }
        let output = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
        if output != script.output { faults.append("said: \(output)") }
        let isRightError =
            script.errors.isEmpty ? result.errors.isEmpty : result.errors.hasPrefix(script.errors)
        if !isRightError { faults.append("complained: \(result.errors)") }
        for made in script.made where faults.isEmpty {
            faults += try self.faults(made, folder).map { "\(made.name): \($0)" }
        }
        return faults
    }

    private func faults(_ made: ScriptLine.Made, _ folder: TemporaryFolder) throws -> [String] {
        let file = try OpenFile.open(folder.path + "/" + made.name, .read, hint: FourCC(0))
        let format = file.format
        var faults: [String] = []
        if file.description.fileType.description != made.type { faults.append("is \(file.description.fileType)") }
        let isRight =
            format.formatID.description == made.format && format.sampleRate == made.rate
            && format.channels == made.channels
        if !isRight { faults.append("has \(format.formatID), \(format.text)") }
        if file.validFrames != made.frames { faults.append("has \(file.validFrames) frames") }
        let samples = try folder.samples(made.name)
        switch made.likeness {
        case .any:
            if Self.level(samples) < -60 { faults.append("is silent") }
        case .silent:
            if samples.contains(where: { $0 != 0 }) { faults.append("is not silent") }
        case .exact(let source):
            if samples != (try folder.samples(source)) { faults.append("has other samples") }
        case .close(let source, let decibels):
            let distance = Self.distance(samples, try folder.samples(source))
            if distance < decibels { faults.append("differs, \(distance) dB") }
        case .loud(let source):
            let difference = Self.level(samples) - Self.level(try folder.samples(source))
            if abs(difference) > 1 { faults.append("is louder by \(difference) dB") }
        }
        return faults
    }

    /// Decibels of the root mean square below full scale.
    private static func level(_ samples: [Int16]) -> Double {
        let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
        return 10 * log10(max(power, 1e-9)) - 20 * log10(32_768)
    }

    /// Decibels between a sound and its error; none where the lengths differ.
    private static func distance(_ samples: [Int16], _ original: [Int16]) -> Double {
        guard samples.count == original.count else { return -.infinity }
        let error = zip(samples, original).reduce(0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        let power = original.reduce(0) { $0 + Double($1) * Double($1) }
        return 10 * log10(power / max(error, 1))
    }
}
