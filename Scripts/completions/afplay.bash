# Completion of afplay for bash.
_afplay() {
    local word=${COMP_WORDS[COMP_CWORD]}
    [[ $word != -* ]] || COMPREPLY=($(compgen -W "-v --volume -t --time -r --rate -q --rQuality --backend -d --debug -h --help" -- "$word"))
}
complete -o default -F _afplay afplay
