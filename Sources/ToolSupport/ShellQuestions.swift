import ArgumentParser
import Glibc

extension ParsableCommand {
    /// Answers a shell that completes a command line, or wants the script for that, and ends the program. Returns where the words
    /// are no question of a shell.
    ///
    /// - Parameters:
    ///   - words: those of the command line, without the name of the tool.
    ///   - parts: of the command line, which have options of their own and are parsed apart.
    public static func answerShell(_ words: [String], parts: any ParsableArguments.Type...) {
        guard let answer = script(words) ?? completions(words, parts) else { return }
        show(answer)
        Glibc.exit(flushOutput() ? 0 : 1)
    }

    /// The script that `--generate-completion-script` asks for: that of the shell it names, or else of the user's.
    private static func script(_ words: [String]) -> String? {
        let option = "--generate-completion-script"
        guard let place = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
        let named = words[place].split(separator: "=").dropFirst().first.map { String($0) }
        let users = getenv("SHELL").flatMap { String(fileSystemPath: $0).split(separator: "/").last.map { String($0) } }
        let next = words.indices.contains(place + 1) ? words[place + 1] : nil
        return (named ?? next ?? users).flatMap { CompletionScripts.text(of: _commandName, for: $0) }
    }

    private static func completions(_ words: [String], _ parts: [any ParsableArguments.Type]) -> String? {
        guard words.first == "---complete", words.count > 2, let index = Int(words[1]) else { return nil }
        let descriptions = [_dumpHelp()] + parts.map { $0._dumpHelp() }
        let completions = Completions(descriptions) { customValues($0, $1, $2) }
        return switch completions.offer(at: index, of: Array(words.dropFirst(2))) {
        case .files: "files\n"
        case .folders: "folders\n"
        case .words(let words): (["words"] + words).map { $0 + "\n" }.joined()
        }
    }

    /// What the function of an option or argument returns. The parser calls it for a command line of its own, and throws the result.
    private static func customValues(_ name: String, _ index: Int, _ words: [String]) -> [String] {
        do {
            _ = try parse(["---completion", "--", name, "\(index)", "\(words[index].count)"] + words)
            return []
        } catch {
            guard exitCode(for: error) == .success else { return [] }
            return fullMessage(for: error).split(separator: "\n").map { String($0) }
        }
    }
}
