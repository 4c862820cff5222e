import Foundation
import TestSupport
import Testing

/// A shell with the completions that were installed and none of its user's settings.
enum CompletingShell: String {
    case bash, zsh, fish

    /// What the shell offers at the end of each line: words as the command would get them. A folder has no slash at its end.
    ///
    /// Bash and zsh run interactively. A key has all that they offer put into the line, and `show` before it writes the words of the
    /// line into a file. Fish prints what it offers.
    func offers(_ lines: [String], in folder: TemporaryFolder) throws -> [[String]] {
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: folder.path + "/.lines", atomically: true, encoding: .utf8)
        try script.write(toFile: folder.path + "/.script", atomically: true, encoding: .utf8)
        try setUp.write(toFile: folder.path + "/.setup", atomically: true, encoding: .utf8)
        let share = try #require(Installed.prefix) + "/share"
        let variables = ["HOME=\(folder.path)/.home", "XDG_DATA_DIRS=\(share)", "SHARE=\(share)", "TERM=dumb"]
        let unset = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "INPUTRC"].flatMap { ["-u", $0] }
        let command =
            unset + variables + ["timeout", "60", self == .fish ? "fish" : self == .zsh ? "zsh" : "sh", ".script"]
        let result = try folder.run("/usr/bin/env", command)
        #expect(result.status == 0, "\(rawValue): \(result.errors)")
        let shown = try String(contentsOfFile: folder.path + "/.shown", encoding: .utf8)
        let answers = shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        try #require(answers.count == lines.count, "\(rawValue): \(result.output)\(result.errors)")
        return zip(lines, answers).map { line, answer in
            let words = answer.split(separator: "\u{1F}").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
            return self == .fish ? words : Self.offered(words, after: line)
        }
    }

    /// The words that were put into a line, of which the last one was unfinished or none.
    private static func offered(_ words: [String], after line: String) -> [String] {
        let typed = line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        let offered = Array(words.dropFirst(typed.count - 1))
        return offered == [typed.last] ? [] : offered
    }

    /// What sets the shell up: Control-X is the key that inserts all.
    private var setUp: String {
        switch self {
        case .bash:
            #"""
            show() { local IFS=$'\x1F'; echo "$*" >>.shown; }
            for tool in afconvert afinfo afplay afrecord auvalidate; do . "$SHARE/bash-completion/completions/$tool"; done
            bind 'set bell-style none'
            bind 'set match-hidden-files off'
            bind '"\C-x": insert-completions'
            """#
        case .zsh:
            #"""
            PS1='<ready>'
            fpath=($SHARE/zsh/site-functions $fpath)
            autoload -Uz compinit
            compinit -u -D
            show() { print -r -- ${(pj:\x1F:)@} >>.shown }
            zle -C all-matches complete-word _generic
            bindkey -r '^X'
            bindkey '^X' all-matches
            zstyle ':completion:all-matches:*' completer _all_matches _complete
            zstyle ':completion:all-matches:*' insert true
            """#
        case .fish: ""
        }
    }

    /// What has the shell complete the lines.
    private var script: String {
        switch self {
        case .bash:
            #"""
            while IFS= read -r line; do printf '%s\030\001show \n' "$line"; done <.lines >.keys
            exec bash --noprofile --rcfile .setup -i <.keys
            """#
        case .zsh:
            #"""
            zmodload zsh/zpty
            zpty shell zsh -f -i
            await() { zpty -r shell answer '*<ready>*' }
            zpty -w shell 'source .setup'
            await
            while IFS= read -r line; do
                zpty -w -n shell "$line"$'\x18\x01show \n'
                await
            done <.lines
            zpty -w shell exit
            while zpty -r shell; do :; done >/dev/null
            """#
        case .fish:
            #"""
            while read -l line
                echo (string join \x1F -- (complete -C $line | string replace -r '\t.*' ''))
            end <.lines >.shown
            """#
        }
    }
}
