/// What `afconvert --help` prints: each option on a line, on three screens of 24 lines. The manual page has the details.
let summary = """
    Converts audio files from one file type or data format to others.

    USAGE: afconvert [option ...] input [output]
           afconvert input [-o output [option ...]] ...
           afconvert --jobs n [option ...] input ...
           afconvert --output-directory d --journal j [option ...] input ...
           afconvert --summary journal ...

    Options before the first -o apply to every output, others to the -o before them.

      -f, --file type            file type: caff, WAVE, m4af ...; -hf lists them
      -d, --data format          data format: LEI16@44100, BEF32, ima4, aac, alac
      -c, --channels n           number of channels
      -l, --channellayout name   layout of the output; twice: of input and output
      -b, --bitrate bps          bits per second, over all channels
      -q, --quality 0-127        quality of the encoder
      -s, --strategy n           0 constant, 1 average, 2 constrained, 3 variable
      -r, --src-quality 0-127    quality of sample-rate conversion
          --src-complexity kind  how rates are converted: line, norm, bats, minp
          --prime-method n       0 pre, 1 normal, 2 none
          --prime-override p r   priming and remainder frames to write; -1 keeps one
          --dither n             0 none, 1 triangular, 2 noise-shaped
          --mix                  mix down to fewer channels instead of dropping some
          --no-filler            do not put the audio data on a page boundary
          --condensed-framing n  bits for the size of a packet: 16, AAC in MPEG-4
          --media-kind kind      Audiobook, Music, Podcast, or other words
          --codec-manuf appl     who made the codec
          --soundcheck-generate  measure the loudness and write it
          --anchor-loudness LUFS anchor loudness to write
          --anchor-generate      measure the loudness and write it as the anchor
          --generate-hash        write the SHA-1 of the input's audio data
      -u, --userproperty p v     set a converter's property; -ud, -ue: one codec's

          --read-track n         the track to read, from 0
          --decode-formatid f    the layer of AAC to decode: aac, aach, aacp
          --offset frames        the first frame of the input to convert
          --soundcheck-read      copy sound check data and anchor loudness
          --copy-hash            copy the SHA-1 of --generate-hash
          --gapless-before path  the file before the input on a gapless album;
                                 --gapless-after path: the file after it
      -t, --tag                  keep the source's format, or convert back to it
          --jobs n               convert several inputs, n at a time
          --output-directory d   the folder for outputs without a name
          --files-from list      inputs by a list, or folders; their tree is kept,
                                 below --root d; -0, --null: zero bytes end paths
          --shard k/n            one part of n of the files
          --journal path         convert no file again that is done
          --wait-for-disk secs   how long to wait for room on a full disk
          --summary journal ...  what is done; --json: as JSON
          --progress json        report progress as lines of JSON
      -v, --verbose              say what is done
          --profile              say how long each conversion took; --leaks: nothing
      -hf, --help-formats        list file types and their data formats
      -h, --help                 print this; man afconvert says more
          --version              print the version

    """
