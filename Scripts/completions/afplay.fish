function __afplay_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __afplay_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __afplay_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __afplay_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __afplay_parse_tokens -S
    set -l unparsed_tokens (__afplay_tokens -pc)
    switch $unparsed_tokens[1]
    case 'afplay'
        __afplay_parse_subcommand -r 1 'v/volume=' 't/time=' 'r/rate=' 'q/rQuality=' 'start=' 'loop=' 'device=' 'd/debug' 'meter' 'tui' 'leaks' 'backend=' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __afplay_parse_subcommand -r 1 
        end
    end
end

function __afplay_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __afplay_parse_subcommand -S -a positional_count
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

function __afplay_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __afplay_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__afplay_tokens -p)
    if test -z "$(__afplay_tokens -t)"
        set -l index (count (__afplay_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'afplay' -f
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" v volume' -l 'volume' -s 'v' -d 'The volume: 1 plays as recorded, more amplifies.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" t time' -l 'time' -s 't' -d 'Stop after this many seconds.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" r rate' -l 'rate' -s 'r' -d 'Play faster or slower at the same pitch, 0.125 to 8.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" q rQuality' -s 'q' -l 'rQuality' -d 'The quality at a rate other than 1: 0 for less work, 1 for better sound.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" start' -l 'start' -d 'Skip this many seconds at the start.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" loop' -l 'loop' -d 'Play it this many times in a row; 0 for no end.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" device' -l 'device' -d 'The device to play on, by its name in the sound server.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" d debug' -l 'debug' -s 'd' -d 'Report what is done.'
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" meter' -l 'meter' -d 'Show time and levels even if standard error is not a terminal: a line, four times a second.'
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" tui' -l 'tui' -d 'Show and play files and folders on the whole screen of the terminal; ? lists its keys.'
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" leaks' -l 'leaks' -d 'Has no effect; scripts for a Mac pass it.'
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" backend' -l 'backend' -d 'The sound system to play through: pipewire, pulseaudio, alsa, or null for silence.' -rfka ''
complete -c 'afplay' -n '__afplay_should_offer_completions_for_flags_or_options "afplay" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'afplay' -n '__afplay_should_offer_completions_for_positional "afplay" -eq 1' -fa 'help' -d 'Show subcommand help information.'
