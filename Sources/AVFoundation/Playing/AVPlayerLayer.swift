import AudioCore
public import CoreVideo
public import Foundation

/// How pictures fill a rectangle of another shape, by its name.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text.
    ///
    /// It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of the picture, in its own shape.
    public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The picture in its own shape, so large that nothing of the rectangle is left.
    public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The picture in the rectangle's shape.
    public static let resize = Self(rawValue: "AVLayerVideoGravityResize")
}

/// What shows the pictures of a player, without a window: where they are, and which one is shown now.
///
/// On a Mac it is a layer of Core Animation, which draws. Here a program draws `displayedPixelBuffer()` into `videoRect`. Any thread may
/// use it.
open class AVPlayerLayer: NSObject, @unchecked Sendable {
    private struct State: @unchecked Sendable {
        var player: AVPlayer?
        var gravity = AVLayerVideoGravity.resizeAspect
        var bounds = CGRect.zero
        var attributes: Sent<[String: Any]?> = Sent(value: nil)
        var pictures = ItemPictures(PixelSettings([:])!)
    }

    private let state = LockedValue(State())

    /// Makes a layer without a player.
    ///
    /// It shows nothing until `player` is set.
    public override init() { super.init() }

    /// Makes a layer of a player.
    ///
    /// It keeps the player. A player may have several layers.
    ///
    /// - Parameter player: the player; nil for none.
    public convenience init(player: AVPlayer?) {
        self.init()
        state.withLock { $0.player = player }
    }

    /// The player; nil for none.
    ///
    /// Setting it shows the pictures of the other player from the next call on.
    open var player: AVPlayer? {
        get { state.withLock { $0.player } }
        set { state.set(\.player, to: newValue) }
    }
    /// How pictures fill `bounds`: `resizeAspect` at first.
    ///
    /// It decides about `videoRect` alone: pictures themselves are not changed.
    open var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set { state.withLock { $0.gravity = newValue } }
    }
    /// The rectangle of the layer: empty at first.
    ///
    /// A program that draws sets it to what it draws into.
    open var bounds: CGRect {
        get { state.withLock { $0.bounds } }
        set { state.withLock { $0.bounds = newValue } }
    }
    /// What `displayedPixelBuffer()` gives: `kCVPixelBufferPixelFormatTypeKey` may be 420v, 420f or BGRA. Nil, which is at first, for one
    /// of the first two.
    ///
    /// Ends the program for others.
    open var pixelBufferAttributes: [String: Any]? {
        get { state.withLock { $0.attributes }.value }
        set {
            let settings = PixelSettings(newValue ?? [:])
            requireAsset(settings != nil, PixelSettings.complaint)
            let kept = Sent(value: newValue)
            state.withLock { ($0.attributes, $0.pictures) = (kept, ItemPictures(settings!)) }
        }
    }

    /// Whether there is a picture to be shown: the player's item is ready and has some.
    ///
    /// It is true from the moment on in which the first picture can be decoded.
    open var isReadyForDisplay: Bool {
        guard let item = player?.currentItem, item.status == .readyToPlay else { return false }
        return item.asset.contents?.shownPictures != nil
    }

    /// Where in `bounds` the pictures are.
    ///
    /// With `resizeAspectFill` it reaches beyond. All of `bounds` while there are none.
    open var videoRect: CGRect {
        let (bounds, gravity) = state.withLock { ($0.bounds, $0.gravity) }
        let size = player?.currentItem?.presentationSize ?? .zero
        guard gravity != .resize, size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else {
            return bounds
        }
        let (across, down) = (bounds.width / size.width, bounds.height / size.height)
        let factor = gravity == .resizeAspectFill ? max(across, down) : min(across, down)
        let (width, height) = (size.width * factor, size.height * factor)
        return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    }

    /// Gives the picture that is shown now.
    ///
    /// Reads from disk, and decodes.
    ///
    /// - Returns: the picture, before the track's `preferredTransform`; nil where there is none.
    open func displayedPixelBuffer() -> CVPixelBuffer? {
        let (player, pictures) = state.withLock { ($0.player, $0.pictures) }
        guard let item = player?.currentItem else { return nil }
        return pictures.picture(at: item.currentTime(), of: item)?.buffer
    }
}
