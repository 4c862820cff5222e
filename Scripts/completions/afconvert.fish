function __afconvert_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __afconvert_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __afconvert_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __afconvert_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __afconvert_parse_tokens -S
    set -l unparsed_tokens (__afconvert_tokens -pc)
    switch $unparsed_tokens[1]
    case 'afconvert'
        __afconvert_parse_subcommand -r 1 'f/file=' 'd/data=' 'c/channels=' 'l/channellayout=+' 'b/bitrate=' 'q/quality=' 'r/src-quality=' 'src-complexity=' 's/strategy=' 'prime-method=' 'prime-override=+' 'media-kind=' 'codec-manuf=' 'soundcheck-generate' 'anchor-loudness=' 'anchor-generate' 'generate-hash' 'condensed-framing=' 'no-filler' 'dither=' 'mix' 'u/userproperty=+' 'read-track=' 'decode-formatid=' 'offset=' 'soundcheck-read' 'copy-hash' 'gapless-before=' 'gapless-after=' 'v/verbose' 't/tag' 'help-formats' 'profile' 'leaks' 'jobs=' 'output-directory=' 'progress=' 'h/help'
        switch $unparsed_tokens[1]
        case 'help'
            __afconvert_parse_subcommand -r 1 
        end
    end
end

function __afconvert_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __afconvert_parse_subcommand -S -a positional_count
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

function __afconvert_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __afconvert_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__afconvert_tokens -p)
    if test -z "$(__afconvert_tokens -t)"
        set -l index (count (__afconvert_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'afconvert' -f
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" f file' -l 'file' -s 'f' -d 'The file type: caff, WAVE, AIFF, AIFC, NeXT; -hf lists them all.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" d data' -l 'data' -s 'd' -d 'The data format: fmt[@rate][/hexflags][#frames], for instance LEI16@44100, BEF32, ima4, ulaw.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" c channels' -l 'channels' -s 'c' -d 'The number of channels.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert"' -s 'l' -l 'channellayout' -d 'The channel layout of the output, by name. Given twice, the first is that of the input.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" b bitrate' -l 'bitrate' -s 'b' -d 'Bits per second of the encoded sound, over all channels.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" q quality' -l 'quality' -s 'q' -d 'The quality of the encoder, 0 to 127.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" r src-quality' -s 'r' -l 'src-quality' -d 'The quality of sample-rate conversion, 0 to 127; 127 without this option.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" src-complexity' -l 'src-complexity' -d 'The algorithm of sample-rate conversion: line, norm, bats or minp.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" s strategy' -l 'strategy' -s 's' -d 'Bit rate strategy: 0 constant, 1 average, 2 constrained variable, 3 variable.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" prime-method' -l 'prime-method' -d 'How conversion is primed: 0 pre, 1 normal, 2 none.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert"' -l 'prime-override' -d 'The priming and remainder frames to write into the file, as two numbers; -1 keeps the counted one.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" media-kind' -l 'media-kind' -d 'The kind of media, for players: Audiobook, Music, Podcast, or any other words.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" codec-manuf' -l 'codec-manuf' -d 'The maker of the codec: appl is the only one.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" soundcheck-generate' -l 'soundcheck-generate' -d 'Measure the loudness and write it as sound check data: in CAF, M4A, WAVE and AIFF files.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" anchor-loudness' -l 'anchor-loudness' -d 'The anchor loudness to write into the file.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" anchor-generate' -l 'anchor-generate' -d 'Measure the loudness of the whole sound and write it as the anchor loudness.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" generate-hash' -l 'generate-hash' -d 'Write the SHA-1 of the input\'s audio data into the file.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" condensed-framing' -l 'condensed-framing' -d 'The number of bits that state the size of a packet: 16, for AAC in MPEG-4 files.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" no-filler' -l 'no-filler' -d 'Do not begin the audio data at a page boundary.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" dither' -l 'dither' -d 'The dither where bits are dropped: 0 none, 1 triangular, 2 noise-shaped.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" mix' -l 'mix' -d 'Mix down to fewer channels instead of dropping some.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert"' -s 'u' -l 'userproperty' -d 'Set a property of the AudioConverter, as two words: its code and an integer or decimal value.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert"' -o 'ud' -d 'Like -u, for the decoder alone.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert"' -o 'ue' -d 'Like -u, for the encoder alone.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" read-track' -l 'read-track' -d 'The track to read, from 0.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" decode-formatid' -l 'decode-formatid' -d 'The layer to decode where AAC has several: aac, aach or aacp.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" offset' -l 'offset' -d 'The first frame of the input to convert.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" soundcheck-read' -l 'soundcheck-read' -d 'Copy the input\'s sound check data and anchor loudness.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" copy-hash' -l 'copy-hash' -d 'Copy the SHA-1 that --generate-hash put into the input, if there is one.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" gapless-before' -l 'gapless-before' -d 'The file before the input on an album without gaps: the encoder starts with its last frames.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" gapless-after' -l 'gapless-after' -d 'The file after the input on such an album: the encoder ends with its first frames.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" v verbose' -l 'verbose' -s 'v' -d 'Report what is done, and how far it is.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" t tag' -l 'tag' -s 't' -d 'Write the format and the name of the source into a CAF file, or convert such a file back.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" help-formats hf' -o 'hf' -l 'help-formats' -d 'List the file types and the data formats they hold.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" profile' -l 'profile' -d 'Report the time each conversion took.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" leaks' -l 'leaks' -d 'Has no effect; scripts for a Mac pass it.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" jobs' -l 'jobs' -d 'Convert several inputs, this many at a time; every path is then an input.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" output-directory' -l 'output-directory' -d 'The folder for outputs without a name, instead of that of their input.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" progress' -l 'progress' -d 'The form in which progress is reported on standard error: json, an object in each line.' -rfka ''
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_flags_or_options "afconvert" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'afconvert' -n '__afconvert_should_offer_completions_for_positional "afconvert" -eq 1' -fa 'help' -d 'Show subcommand help information.'
