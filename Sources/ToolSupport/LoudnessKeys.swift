/// The keys under which an info dictionary contains the loudness of the sound.
public enum LoudnessKeys {
    /// Sound check's numbers, in the order in which afinfo shows them.
    public static let soundCheck = [
        "sc ave perceived power coeff", "sc max perceived power coeff", "sc peak amplitude msec",
        "sc max perceived power msec", "sc peak amplitude",
    ]
    /// What ITU-R BS.1770 and EBU R 128 measure, in LUFS and dB.
    public static let main = [
        "aa itu loudness", "aa itu sample peak", "aa ebu max momentary loudness", "aa ebu max short-term loudness",
        "aa ebu loudness range",
    ]
    public static let anchor = "anchor loudness"

    public static func isOne(_ key: String) -> Bool {
        key == anchor || soundCheck.contains(key) || main.contains(key)
    }
}
