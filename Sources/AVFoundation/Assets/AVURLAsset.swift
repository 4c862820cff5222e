import AudioCore
public import Foundation
import RemoteMedia

/// Whether times have to be exact: an option of assets. They always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// What an asset may refer to: an option of assets. Ignored.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// The cookies for a server: an option of assets. Ignored.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// Whether a mobile network may be used: an option of assets. Ignored.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"

/// Who asks servers, as their logs show it: an option of assets, a `String`.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

/// An asset of a file, of this machine or a server, or of what a program loads itself.
///
/// A file on a server is read by requests for ranges of it. A server that sends whole files alone is asked once, and the file is kept
/// in a temporary file, of up to 2 GiB.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    private let place: URL
    private let loader: AVAssetResourceLoader

    /// Makes an asset of what is at a URL. Nothing is read so far.
    ///
    /// - Parameters:
    ///   - URL: the URL: of a file, of http or https, or of any other scheme if `resourceLoader` has a delegate. For other URLs each
    ///     property fails to load. An address may have a user and a password.
    ///   - options: options, by the keys `AVURLAsset…Key`; nil for none. Under "AVURLAssetHTTPHeaderFieldsKey" there may be headers of
    ///     requests, a dictionary of strings.
    public init(url URL: URL, options: [String: Any]?) {
        (place, loader) = (URL, AVAssetResourceLoader(URL))
        super.init(Inspection(URL, RemoteEnvironment(options), loader))
    }

    /// - Parameter environment: how servers are asked.
    init(_ url: URL, _ environment: RemoteEnvironment) {
        (place, loader) = (url, AVAssetResourceLoader(url))
        super.init(Inspection(url, environment, loader))
    }

    /// Nobody has the asset any more: what it is loading is given up.
    deinit { inspection.cancel() }

    /// Makes an asset of what is at a URL. Nothing is read so far.
    ///
    /// - Parameter url: the URL, as for `init(url:options:)`.
    public convenience init(url: URL) { self.init(url: url, options: nil) }

    /// Asks a delegate for what is at URLs of schemes that are not loaded otherwise.
    open var resourceLoader: AVAssetResourceLoader { loader }

    /// Where the media is.
    open var url: URL { place }

    /// Finds a track whose parts a track of a composition can take.
    ///
    /// - Parameter compositionTrack: the track of a composition.
    /// - Returns: the first track of the same type of media; nil for none.
    open func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
        tracks.first { $0.mediaType == compositionTrack.mediaType }
    }

    /// Finds a track whose parts a track of a composition can take.
    ///
    /// - Parameter compositionTrack: the track of a composition.
    /// - Returns: the first track of the same type of media; nil for none.
    /// - Throws: why the file cannot be read.
    open func findCompatibleTrack(for compositionTrack: AVCompositionTrack) async throws -> AVAssetTrack? {
        try await loadTracks(withMediaType: compositionTrack.mediaType).first
    }

    /// Finds a track whose parts a track of a composition can take.
    ///
    /// - Parameters:
    ///   - compositionTrack: the track of a composition.
    ///   - completionHandler: called once, on another thread, with the first track of the same type of media; nil for none, or nil and
    ///     why the file cannot be read.
    open func findCompatibleTrack(
        for compositionTrack: AVCompositionTrack,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        loadTracks(withMediaType: compositionTrack.mediaType) { tracks, error in
            completionHandler(tracks?.first, error)
        }
    }

    /// The types of files that assets can be made of.
    ///
    /// - Returns: the types.
    open class func audiovisualTypes() -> [AVFileType] {
        [.wav, .aiff, .aifc, .caf, .m4a, .mp4, .mov, .mp3, .au, .ac3, .eac3, .amr, .mobile3GPP, .mobile3GPP2]
    }

    /// The MIME types that assets can be made of.
    ///
    /// - Returns: the types.
    open class func audiovisualMIMETypes() -> [String] {
        [
            "audio/wav", "audio/x-wav", "audio/aiff", "audio/x-aiff", "audio/x-caf", "audio/mp4", "audio/x-m4a",
            "video/mp4",
            "video/quicktime", "audio/mpeg", "audio/mp3", "audio/aac", "audio/basic", "audio/ac3", "audio/eac3",
            "audio/amr",
            "audio/flac", "audio/ogg", "audio/3gpp",
        ]
    }

    /// Whether assets can be made of a MIME type.
    ///
    /// - Parameter extendedMIMEType: the type. What follows a semicolon is ignored.
    /// - Returns: true if they can.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        let type = extendedMIMEType.split(separator: ";").first.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        return type.map { audiovisualMIMETypes().contains($0) } ?? false
    }
}

extension RemoteEnvironment {
    /// - Parameter options: those of an asset; nil for none.
    init(_ options: [String: Any]?) {
        self.init()
        if let agent = options?[AVURLAssetHTTPUserAgentKey] as? String { self.options.add("User-Agent", agent) }
        for (name, value) in options?["AVURLAssetHTTPHeaderFieldsKey"] as? [String: String] ?? [:] {
            self.options.add(name, value)
        }
    }
}
