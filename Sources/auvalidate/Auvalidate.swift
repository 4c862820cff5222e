import ArgumentParser
import AudioToolbox
import Glibc
import ToolSupport

@main
struct Auvalidate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auvalidate", abstract: "Checks audio units.",
        usage: "auvalidate [option ...] type subtype manufacturer\nauvalidate -a", version: toolVersion("auvalidate"))

    @Flag(
        name: [.customShort("a"), .customLong("all")], help: "List the audio units: type, subtype, manufacturer, name.")
    var listsAll = false

    @Flag(name: .shortAndLong, help: "Print only the checks that fail.")
    var quiet = false

    @Argument(
        help: ArgumentHelp("The unit's type, such as aufx.", valueName: "type"), completion: .custom(UnitList.choices))
    var type: String?

    @Argument(
        help: ArgumentHelp("Its subtype, such as lpas.", valueName: "subtype"), completion: .custom(UnitList.choices))
    var subtype: String?

    @Argument(
        help: ArgumentHelp("Its manufacturer, such as appl.", valueName: "manufacturer"),
        completion: .custom(UnitList.choices))
    var manufacturer: String?

    /// The parser would do this before it looks for unknown options.
    private func checkCodes() throws {
        let codes = [type, subtype, manufacturer].compactMap { $0 }
        guard listsAll ? codes.isEmpty : codes.count == 3 else {
            throw ValidationError("a type, a subtype and a manufacturer are needed, or -a alone")
        }
        for code in codes where fourCharacterCode(code) == nil {
            throw ValidationError("'\(code)' is no code of four characters")
        }
    }

    static func main() {
        let words = commandLineWords()
        answerShell(words)
        do {
            let command = try parse(words)
            try command.checkCodes()
            Glibc.exit(command.show())
        } catch {
            leave(error, words)
        }
    }

    /// Prints what is asked for, and returns the exit status: 0, or 1 where a check fails or there is no such unit.
    private func show() -> Int32 {
        if listsAll {
            for unit in UnitList.all { ToolSupport.show(unit.line + "\n") }
            return flushOutput() ? 0 : 1
        }
        let codes = [type, subtype, manufacturer].map { $0.flatMap(fourCharacterCode) ?? 0 }
        guard let unit = UnitList.find(codes[0], codes[1], codes[2]) else {
            complain("Error: there is no such audio unit; auvalidate -a lists those that there are")
            return 1
        }
        let report = UnitReport(unit)
        ToolSupport.show(report.text(failuresOnly: quiet))
        return flushOutput() && report.failures == 0 ? 0 : 1
    }
}
