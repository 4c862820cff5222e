function __afrecord_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __afrecord_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __afrecord_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __afrecord_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __afrecord_parse_tokens -S
    set -l unparsed_tokens (__afrecord_tokens -pc)
    switch $unparsed_tokens[1]
    case 'afrecord'
        __afrecord_parse_subcommand 1 'f/file=' 'd/data=' 'c/channels=' 'l/channellayout=' 'b/bitrate=' 'q/quality=' 't/time=' 'device=' 'meter' 'v/verbose' 'p/profile' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __afrecord_parse_subcommand -r 1 
        end
    end
end

function __afrecord_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __afrecord_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __afrecord_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __afrecord_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__afrecord_tokens -p)
    if test -z "$(__afrecord_tokens -t)"
        set -l index (count (__afrecord_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'afrecord' -f
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" f file' -s 'f' -l 'file' -d 'The file type; without this option that of the name\'s extension, or AIFF.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" d data' -s 'd' -l 'data' -d 'The data format, as afconvert spells it: BEI16, LEF32@48000, aac, alac, ima4.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" c channels' -l 'channels' -s 'c' -d 'The number of channels; 2 without this option.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" channellayout l' -s 'l' -l 'channellayout' -d 'The channel layout, by the name of its tag.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" b bitrate' -l 'bitrate' -s 'b' -d 'Bits per second, for encoders.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" q quality' -l 'quality' -s 'q' -d 'The encoder\'s quality, 0 to 127.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" t time' -l 'time' -s 't' -d 'Stop after this many seconds.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" device' -l 'device' -d 'The microphone, by its name in the sound server.' -rfka ''
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" meter' -l 'meter' -d 'Show time and levels even if standard error is not a terminal: a line, four times a second.'
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" v verbose' -l 'verbose' -s 'v' -d 'Report what is done.'
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" p profile' -l 'profile' -s 'p' -d 'Report how long the processor was busy.'
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_flags_or_options "afrecord" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'afrecord' -n '__afrecord_should_offer_completions_for_positional "afrecord" -eq 1' -fa 'help' -d 'Show subcommand help information.'
