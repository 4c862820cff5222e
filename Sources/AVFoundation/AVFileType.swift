/// The type of a file, by its uniform type identifier: a hint for `AVAudioPlayer`.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The uniform type identifier.
    public let rawValue: String

    /// Makes a type of a uniform type identifier. It may be any.
    ///
    /// - Parameter rawValue: the uniform type identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a type of a uniform type identifier. It may be any.
    ///
    /// - Parameter rawValue: the uniform type identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    // MARK: Sound

    /// AC-3, with the extension `ac3`.
    public static let ac3 = Self("public.ac3-audio")
    /// AIFF-C, with the extension `aifc`.
    public static let aifc = Self("public.aifc-audio")
    /// AIFF, with the extension `aiff`.
    public static let aiff = Self("public.aiff-audio")
    /// AMR, with the extension `amr`.
    public static let amr = Self("org.3gpp.adaptive-multi-rate-audio")
    /// NeXT and Sun's file type, with the extension `au`.
    public static let au = Self("public.au-audio")
    /// Core Audio Format, with the extension `caf`.
    public static let caf = Self("com.apple.coreaudio-format")
    /// E-AC-3, with the extension `ec3`.
    public static let eac3 = Self("public.enhanced-ac3-audio")
    /// MPEG-4 of sound alone, with the extension `m4a`.
    public static let m4a = Self("com.apple.m4a-audio")
    /// MPEG audio, with the extension `mp3`.
    public static let mp3 = Self("public.mp3")
    /// WAVE, with the extension `wav`.
    public static let wav = Self("com.microsoft.waveform-audio")

    // MARK: Movies

    /// Apple's MPEG-4 of movies, with the extension `m4v`.
    public static let m4v = Self("com.apple.m4v-video")
    /// The file type of 3GPP, with the extension `3gp`.
    public static let mobile3GPP = Self("public.3gpp")
    /// The file type of 3GPP2, with the extension `3g2`.
    public static let mobile3GPP2 = Self("public.3gpp2")
    /// QuickTime movie, with the extension `mov`.
    public static let mov = Self("com.apple.quicktime-movie")
    /// MPEG-4, with the extension `mp4`.
    public static let mp4 = Self("public.mpeg-4")

    // MARK: Pictures

    /// A picture in AVC. It holds no sound.
    public static let avci = Self("public.avci")
    /// A raw picture. It holds no sound.
    public static let dng = Self("com.adobe.raw-image")
    /// A picture in HEVC. It holds no sound.
    public static let heic = Self("public.heic")
    /// A picture in HEIF. It holds no sound.
    public static let heif = Self("public.heif")
    /// A picture in JPEG. It holds no sound.
    public static let jpg = Self("public.jpeg")
    /// A picture in TIFF. It holds no sound.
    public static let tif = Self("public.tiff")
}
