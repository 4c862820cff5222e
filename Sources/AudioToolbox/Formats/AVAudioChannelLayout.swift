package import AudioCore
import AudioFiles
public import CAudioToolbox
public import Foundation

/// Which loudspeaker each channel is for.
open class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
    package let engineLayout: ChannelLayout
    private let memory: UnsafeMutableRawPointer

    package init(_ layout: ChannelLayout) {
        engineLayout = layout
        let bytes = layout.bytes
        memory = calloc(1, bytes.count)!
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        super.init()
    }

    deinit { Remains.free(memory) }

    /// The layout that a tag stands for; nil for a tag that places no channel by itself:
    /// `kAudioChannelLayoutTag_UseChannelDescriptions` and `kAudioChannelLayoutTag_UseChannelBitmap`.
    ///
    /// - Parameter layoutTag: the tag, such as `kAudioChannelLayoutTag_Stereo`.
    public convenience init?(layoutTag: AudioChannelLayoutTag) {
        let layout = ChannelLayout(tag: layoutTag)
        let placesNothing = layoutTag == ChannelLayout.useDescriptions || layoutTag == ChannelLayout.useBitmap
        guard !placesNothing, layout.channelCount > 0 else { return nil }
        self.init(layout)
    }

    /// A copy of a layout. One of descriptions that a tag stands for becomes that tag.
    ///
    /// - Parameter layout: the C struct, which has as many descriptions as it says.
    public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
        // It has as many descriptions as it says, so that its size is right.
        guard let copy = try? ChannelLayout(layout) else { fatalError("an AudioChannelLayout of an impossible size") }
        let usesDescriptions = copy.tag == ChannelLayout.useDescriptions
        self.init(usesDescriptions ? copy.asTag.map { ChannelLayout(tag: $0) } ?? copy : copy)
    }

    /// The tag, which may be that of a layout of descriptions or a bitmap.
    open var layoutTag: AudioChannelLayoutTag { engineLayout.tag }

    /// The C struct. It lives as long as this object.
    open var layout: UnsafePointer<AudioChannelLayout> {
        UnsafePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
    }

    /// How many channels the layout places.
    open var channelCount: AVAudioChannelCount { AVAudioChannelCount(clamping: engineLayout.channelCount) }

    /// Whether another layout has the same tag, bitmap and descriptions.
    ///
    /// - Parameter object: a layout to compare with; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioChannelLayout)?.engineLayout == engineLayout
    }

    /// Equal layouts have equal hashes.
    open override var hash: Int { engineLayout.hashValue }

    // MARK: Archiving

    /// Layouts can be archived: true.
    public static var supportsSecureCoding: Bool { true }

    private static let key = "layout"

    /// Reads an archived layout; nil if the bytes are those of none.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedUnarchiver`.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.key) as Data?, let layout = Self.read(data)
        else {
            return nil
        }
        self.init(layout)
    }

    /// Archives the C struct as bytes under the key "layout".
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedArchiver`.
    open func encode(with coder: NSCoder) { coder.encode(data as NSData, forKey: Self.key) }

    /// The bytes of the C struct: what `AVChannelLayoutKey` holds.
    package var data: Data { Data(engineLayout.bytes) }

    /// A layout from `data`; nil for bytes that are none.
    package static func read(_ data: Data) -> ChannelLayout? {
        data.withUnsafeBytes { bytes in try? ChannelLayout(bytes: bytes) }
    }
}
