# Completion of afconvert for fish.
complete -c afconvert -s f
complete -c afconvert -l file -x -a 'caff WAVE RF64 BW64 AIFF AIFC NeXT'
complete -c afconvert -s d
complete -c afconvert -l data -x -a 'LEI16 LEI24 LEF32 BEI16 BEI24 BEF32 ima4 ulaw alaw 0'
complete -c afconvert -s c
complete -c afconvert -l channels
complete -c afconvert -s l
complete -c afconvert -l channellayout
complete -c afconvert -s b
complete -c afconvert -l bitrate
complete -c afconvert -s s
complete -c afconvert -l strategy
complete -c afconvert -s q
complete -c afconvert -l quality
complete -c afconvert -s r
complete -c afconvert -l src-quality
complete -c afconvert -l src-complexity
complete -c afconvert -l prime-method
complete -c afconvert -l prime-override
complete -c afconvert -l no-filler
complete -c afconvert -l dither
complete -c afconvert -l mix
complete -c afconvert -s u
complete -c afconvert -l userproperty
complete -c afconvert -l read-track
complete -c afconvert -l offset
complete -c afconvert -l jobs
complete -c afconvert -s o
complete -c afconvert -s v
complete -c afconvert -l verbose
complete -c afconvert -s t
complete -c afconvert -l tag
complete -c afconvert -o hf
complete -c afconvert -s h
complete -c afconvert -l help
