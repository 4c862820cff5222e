# Completion of afinfo for bash.
_afinfo() {
    local word=${COMP_WORDS[COMP_CWORD]}
    [[ $word != -* ]] || COMPREPLY=($(compgen -W "-b --brief -r -i --info -x --xml --json --warnings -h --help" -- "$word"))
}
complete -o default -F _afinfo afinfo
