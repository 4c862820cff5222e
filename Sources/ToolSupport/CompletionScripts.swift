/// The scripts by which shells complete the command lines of a tool.
///
/// None of them knows an option: each asks the tool, `TOOL ---complete INDEX WORD ...`, what can be at that place. The words are
/// those of the line, with the name of the tool, and the one at the index ends at the cursor. The first line of the answer is
/// `files`, `folders` or `words`; after `words` each line is one of them, with an explanation after a tab where it has one. A shell
/// that gets no answer completes the names of files.
enum CompletionScripts {
    /// The script for a shell; nil for a shell other than bash, zsh and fish.
    static func text(of tool: String, for shell: String) -> String? {
        ["bash": bash, "zsh": zsh, "fish": fish][shell]?.replacing("TOOL", with: tool)
    }

    private static let bash = #"""
        # Completions of TOOL for bash. They come from the tool itself.
        _TOOL() {
            local -a words=() lines=()
            local rest=$COMP_LINE index=0 place piece gap after prefix line word
            # Bash divides words at = and : too, where no blank follows.
            for place in "${!COMP_WORDS[@]}"; do
                piece=${COMP_WORDS[place]}
                gap=${rest%%[![:space:]]*}
                rest=${rest#"$gap"}
                rest=${rest#"$piece"}
                if [[ $gap || $place == 0 ]]; then
                    words+=("$piece")
                elif ((place <= COMP_CWORD || ${#words[@]} - 1 > index)); then
                    words[${#words[@]} - 1]+=$piece
                fi
                if ((place == COMP_CWORD)); then
                    index=$((${#words[@]} - 1))
                    after=$((${#COMP_LINE} - ${#rest} - COMP_POINT))
                    ((after <= 0)) || words[index]=${words[index]:0:${#words[index]} - after}
                fi
            done
            prefix=${words[index]%"$2"}
            mapfile -t lines < <("$1" ---complete "$index" "${words[@]}" 2>/dev/null </dev/null)
            COMPREPLY=()
            case ${lines[0]-} in
            words)
                for line in "${lines[@]:1}"; do
                    printf -v word %q "${line%%$'\t'*}"
                    [[ $word != "${words[index]}"* ]] || COMPREPLY+=("${word#"$prefix"}")
                done
                ;;
            folders) compopt -o dirnames ;;
            *) compopt -o default ;;
            esac
        }
        complete -F _TOOL TOOL

        """#

    private static let zsh = #"""
        #compdef TOOL
        # Completions of TOOL for zsh. They come from the tool itself.
        _TOOL() {
            local -a answer entries
            local line word
            answer=("${(@f)$(${(Q)words[1]} ---complete $((CURRENT - 1)) "${(@Q)words[1,CURRENT - 1]}" "${(Q)PREFIX}" \
                "${(@Q)words[CURRENT + 1,-1]}" 2>/dev/null </dev/null)}")
            case $answer[1] in
            words)
                for line in "${(@)answer[2,-1]}"; do
                    word=${${${line%%$'\t'*}//\\/\\\\}//:/\\:}
                    [[ $line != *$'\t'* ]] || word+=:${line#*$'\t'}
                    entries+=("$word")
                done
                _describe TOOL entries
                ;;
            folders)
                [[ $PREFIX != --*=* ]] || compset -P 1 '*='
                _files -/
                ;;
            *)
                [[ $PREFIX != --*=* ]] || compset -P 1 '*='
                _files
                ;;
            esac
        }
        if [[ $funcstack[1] == _TOOL ]]; then _TOOL "$@"; else compdef _TOOL TOOL; fi

        """#

    private static let fish = #"""
        # Completions of TOOL for fish. They come from the tool itself.
        function __TOOL_offer
            set -l before (commandline -opc)
            set -l after (commandline -op)
            set -e after[1..(count $before)]
            test -z "$(commandline -t)"; or set -e after[1]
            set -l current "$(commandline -ct)"
            set -l answer
            command -q $before[1]
            and set answer (command $before[1] ---complete (count $before) $before $current $after 2>/dev/null </dev/null)
            set -l option (string match -r -- '^--[^=]+=' $current)
            set -l path (string replace -- "$option" '' $current)
            switch "$answer[1]"
                case words
                    set -e answer[1]
                    string join -- \n $answer
                case folders
                    string replace -r -- '^' "$option" (__fish_complete_directories "$path" '')
                case '*'
                    string replace -r -- '^' "$option" (complete -C "'' $path")
            end
        end
        complete -c TOOL -k -f -a '(__TOOL_offer)'

        """#
}
