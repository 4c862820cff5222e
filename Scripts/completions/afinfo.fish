# Completion of afinfo for fish.
complete -c afinfo -s b
complete -c afinfo -l brief
complete -c afinfo -s r
complete -c afinfo -s i
complete -c afinfo -l info
complete -c afinfo -s x
complete -c afinfo -l xml
complete -c afinfo -l json
complete -c afinfo -l warnings
complete -c afinfo -s h
complete -c afinfo -l help
