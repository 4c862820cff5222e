# Completion of afconvert for bash.
_afconvert() {
    local word=${COMP_WORDS[COMP_CWORD]}
    case ${COMP_WORDS[COMP_CWORD - 1]} in
        -f) COMPREPLY=($(compgen -W "caff WAVE RF64 BW64 AIFF AIFC NeXT" -- "$word")); return ;;
        -d) COMPREPLY=($(compgen -W "LEI16 LEI24 LEI32 LEF32 LEF64 BEI16 BEI24 BEI32 BEF32 BEF64 UI8 I8 ima4 ulaw alaw 0" -- "$word")); return ;;
        --src-complexity) COMPREPLY=($(compgen -W "line norm bats" -- "$word")); return ;;
    esac
    [[ $word != -* ]] || COMPREPLY=($(compgen -W "-f -d -c -l -b -s -q -r --src-quality --src-complexity --prime-method --prime-override --no-filler --dither --mix -u --userproperty --read-track --offset --jobs --output-directory --progress -o -v -t --tag -hf -h --help" -- "$word"))
}
complete -o default -F _afconvert afconvert
