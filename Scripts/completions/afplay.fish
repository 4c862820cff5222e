# Completion of afplay for fish.
complete -c afplay -s v
complete -c afplay -l volume
complete -c afplay -s t
complete -c afplay -l time
complete -c afplay -s r
complete -c afplay -l rate
complete -c afplay -s q
complete -c afplay -l rQuality
complete -c afplay -l backend
complete -c afplay -s d
complete -c afplay -l debug
complete -c afplay -s h
complete -c afplay -l help
