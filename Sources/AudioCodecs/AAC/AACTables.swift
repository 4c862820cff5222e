/// The codes of AAC (ISO/IEC 14496-3, 4.A.1 and 4.A.6.1) as numbers of codewords by length. Within a length, codewords
/// ascend with the values that they encode. A reader that only skips codewords needs nothing else.
enum AACCodes {
    /// Differences of scale factors, intensity positions and noise energies.
    static let scaleFactor = PrefixCode(counts: [1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46])
    private static let spectrum1 = PrefixCode(counts: [1, 0, 0, 0, 8, 0, 24, 0, 24, 8, 16])
    private static let spectrum2 = PrefixCode(counts: [0, 0, 1, 1, 7, 24, 15, 19, 14])
    private static let spectrum3 = PrefixCode(
        counts: [1, 0, 0, 4, 2, 6, 3, 5, 15, 15, 8, 9, 3, 3, 5, 2],
        extras:
            """
            011112222232343311223232331221224334323244332333223243344233333344442233434443233
            """)
    private static let spectrum4 = PrefixCode(
        counts: [0, 0, 0, 10, 6, 0, 9, 21, 8, 14, 11, 2],
        extras:
            """
            433331202222121144443333333333332222222222221111444444333333333433344422222243333
            """)
    private static let spectrum5 = PrefixCode(counts: [1, 0, 0, 4, 4, 0, 4, 12, 12, 12, 18, 10, 4])
    private static let spectrum6 = PrefixCode(counts: [0, 0, 0, 9, 0, 16, 13, 8, 23, 8, 4])
    private static let spectrum7 = PrefixCode(
        counts: [1, 0, 2, 1, 0, 4, 5, 10, 14, 15, 8, 4],
        extras:
            """
            0112221122211222222221122212122222222211222222222222112222222222
            """)
    private static let spectrum8 = PrefixCode(
        counts: [0, 0, 1, 5, 7, 10, 14, 15, 8, 4],
        extras:
            """
            2212120112222222221122222222221212222222121222222222221212222112
            """)
    private static let spectrum9 = PrefixCode(
        counts: [1, 0, 2, 1, 0, 4, 3, 8, 11, 20, 31, 38, 32, 14, 4],
        extras:
            """
            011222112221122222222112222222121222222221222222221222122221222211222222222222212221222222222222\
            2222222212212222222122222222222222212212222122222222222222222222222222222
            """)
    private static let spectrum10 = PrefixCode(
        counts: [0, 0, 0, 3, 8, 14, 17, 25, 31, 41, 22, 8],
        extras:
            """
            222211222221122220221122222222222212122222222222212122222222222222222212222212222222222222222212\
            1222222212222221222222222222222221212122222222222222212122212221222222122
            """)
    private static let spectrum11 = PrefixCode(
        counts: [0, 0, 0, 2, 6, 7, 16, 59, 55, 95, 43, 6],
        extras:
            """
            025112222221212222222112222222222222224444424121424444222224422444224244424224422214422221244224\
            242222222422122222212222222222222212222222222232222223212222222222222222222222222222221222222222\
            222222222122222222222222222222222222211222222222222222222222222221221212221222221122221221211211\
            2
            """)

    /// The codes of the spectrum, by codebook from 1 on. Extras: the number of signs after a codeword; for codebook 11,
    /// see `escapes(_:)`.
    static let spectrum = [
        spectrum1, spectrum2, spectrum3, spectrum4, spectrum5, spectrum6, spectrum7,
        spectrum8, spectrum9, spectrum10, spectrum11,
    ]

    /// The signs and escape sequences after a codeword of codebook 11.
    static func escapes(_ extra: Int) -> (signs: Int, escapes: Int) {
        extra < 3 ? (extra, 0) : extra == 3 ? (1, 1) : (2, extra - 3)
    }

    // Spectral band replication: steps of 1.5 and of 3 dB. Noise that is coded along the frequency axis has the code of
    // the latter.

    static let fineEnvelopeInTime = PrefixCode(counts: [0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 3, 4, 2, 7, 4, 8, 72])
    static let fineEnvelopeInFrequency = PrefixCode(counts: [
        0, 2, 2, 2, 2, 2, 1, 3, 3, 2, 4, 4, 4, 3, 2, 5, 6, 13, 15, 46,
    ])
    static let coarseEnvelopeInTime = PrefixCode(counts: [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 1, 2, 5, 1, 4, 2, 3, 34])
    static let coarseEnvelopeInFrequency = PrefixCode(counts: [
        1, 1, 1, 1, 1, 1, 0, 2, 2, 2, 2, 2, 1, 2, 3, 4, 4, 7, 10, 16,
    ])
    static let noiseInTime = PrefixCode(counts: [1, 1, 1, 1, 1, 1, 0, 2, 0, 1, 1, 0, 51, 2])
}

/// Widths of the scale factor bands for 1024 and 128 lines (ISO/IEC 14496-3, 4.5.4), as runs of bands of one width.
/// Those for 960 and 120 lines are the same, cut off.
enum AACBands {
    struct Runs {
        var long: [(width: Int, bands: Int)]
        var short: [(width: Int, bands: Int)]
    }

    /// The index into `tables` for each sampling frequency index.
    static let tableOfRate = [0, 0, 1, 2, 2, 3, 4, 4, 5, 5, 5, 6, 6]

    static let tables = [
        Runs(
            long: [
                (4, 14), (8, 5), (12, 5), (16, 2), (24, 1), (28, 1), (36, 1), (44, 1), (64, 11),
            ],
            short: [(4, 6), (8, 3), (16, 1), (28, 1), (36, 1)]),
        Runs(
            long: [
                (4, 14), (8, 4), (12, 3), (16, 3), (20, 1), (24, 2), (28, 1), (36, 1), (40, 18),
            ],
            short: [(4, 6), (8, 3), (16, 1), (28, 1), (36, 1)]),
        Runs(
            long: [
                (4, 10), (8, 7), (12, 4), (16, 2), (20, 2), (24, 2), (28, 2), (32, 19), (96, 1),
            ],
            short: [(4, 5), (8, 3), (12, 3), (16, 3)]),
        Runs(
            long: [
                (4, 10), (8, 7), (12, 4), (16, 2), (20, 2), (24, 2), (28, 2), (32, 22),
            ],
            short: [(4, 5), (8, 3), (12, 3), (16, 3)]),
        Runs(
            long: [
                (4, 11), (8, 10), (12, 4), (16, 3), (20, 2), (24, 2), (28, 2), (32, 1), (36, 2), (40, 1),
                (44, 1), (48, 1), (52, 2), (64, 5),
            ],
            short: [(4, 7), (8, 3), (12, 2), (16, 2), (20, 1)]),
        Runs(
            long: [
                (8, 11), (12, 9), (16, 4), (20, 3), (24, 2), (28, 2), (32, 1), (36, 1), (40, 2), (44, 1),
                (48, 1), (52, 1), (56, 1), (60, 1), (64, 3),
            ],
            short: [(4, 8), (8, 2), (12, 2), (16, 1), (20, 2)]),
        Runs(
            long: [
                (12, 13), (16, 7), (20, 4), (24, 3), (28, 2), (32, 1), (36, 2), (40, 1), (44, 1), (48, 1),
                (52, 1), (56, 1), (60, 1), (64, 1), (80, 1),
            ],
            short: [(4, 7), (8, 4), (12, 1), (16, 1), (20, 2)]),
    ]
}
