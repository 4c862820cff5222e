package import AudioCore
import AudioFiles
public import CAudioToolbox
public import CoreMedia
public import Foundation
import Synchronization

/// The usual forms of linear PCM, all of them packed and in the byte order of the machine.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// Anything else.
    case otherFormat = 0
    case pcmFormatFloat32 = 1
    case pcmFormatFloat64 = 2
    case pcmFormatInt16 = 3
    case pcmFormatInt32 = 4
}

/// What a stream of audio consists of: a stream description, and which loudspeaker each channel is for.
///
/// Does not change but for its magic cookie, which is set before other threads have the format. A format of more than two channels always has a layout.
open class AVAudioFormat: NSObject, NSSecureCoding, @unchecked Sendable {
    private let basicDescription: UnsafeMutablePointer<AudioStreamBasicDescription>
    private let layout: AVAudioChannelLayout?
    private let described = Mutex<CMAudioFormatDescription?>(nil)

    /// What a decoder needs to know besides the format; nil for none.
    open var magicCookie: Data?

    /// A format without a sample rate and channels: a placeholder for another one.
    public override convenience init() { self.init(AudioStreamBasicDescription(), nil) }

    package init(_ description: AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?) {
        basicDescription = calloc(1, MemoryLayout<AudioStreamBasicDescription>.size)!
            .bindMemory(to: AudioStreamBasicDescription.self, capacity: 1)
        basicDescription.initialize(to: description)
        self.layout = layout
        super.init()
    }

    deinit { Remains.free(basicDescription) }

    // MARK: Making a format

    /// The format of a stream description; nil for more than two channels.
    ///
    /// - Parameter asbd: the stream description, which is copied.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: asbd, channelLayout: nil)
    }

    /// The format of a stream description; nil for more than two channels without a layout, and for a layout of another
    /// number of channels.
    ///
    /// - Parameters:
    ///   - asbd: the stream description, which is copied.
    ///   - layout: which loudspeaker each channel is for; nil for one or two channels of the usual places.
    public convenience init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
    ) {
        guard Self.fits(layout, channels: asbd.pointee.mChannelsPerFrame) else { return nil }
        self.init(asbd.pointee, layout)
    }

    /// Float32 with a buffer for each channel; nil for no channels, or for more than two.
    ///
    /// - Parameters:
    ///   - sampleRate: frames per second, such as 44,100.
    ///   - channels: 1 or 2. More need a layout.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    /// Float32 with a buffer for each channel.
    ///
    /// - Parameters:
    ///   - sampleRate: frames per second, such as 44,100.
    ///   - layout: which loudspeaker each channel is for. The format has as many channels.
    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
    }

    /// Linear PCM in a common form; nil for `otherFormat`, for no channels, or for more than two.
    ///
    /// - Parameters:
    ///   - format: the form of a sample, such as `pcmFormatInt16`.
    ///   - sampleRate: frames per second, such as 44,100.
    ///   - channels: 1 or 2. More need a layout.
    ///   - interleaved: true for one buffer with the samples of all channels in turn, false for a buffer each.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        guard let pcm = format.streamFormat(sampleRate: sampleRate, channels: Int(channels), interleaved: interleaved),
            Self.fits(nil, channels: channels)
        else { return nil }
        self.init(AudioStreamBasicDescription(pcm), nil)
    }

    /// Linear PCM in a common form, with the channels of a layout. Ends the program for `otherFormat`.
    ///
    /// - Parameters:
    ///   - format: the form of a sample, such as `pcmFormatInt16`.
    ///   - sampleRate: frames per second, such as 44,100.
    ///   - interleaved: true for one buffer with the samples of all channels in turn, false for a buffer each.
    ///   - layout: which loudspeaker each channel is for. The format has as many channels.
    public convenience init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        let pcm = format.streamFormat(
            sampleRate: sampleRate, channels: Int(layout.channelCount), interleaved: interleaved)
        require(pcm != nil, "format != AVAudioOtherFormat")
        self.init(AudioStreamBasicDescription(pcm!), layout)
    }

    /// The format that settings describe: `AVFormatIDKey`, `AVSampleRateKey`, `AVNumberOfChannelsKey`, the keys of linear
    /// PCM, and `AVChannelLayoutKey`. Other keys are ignored.
    ///
    /// Nil where one of the first three is missing, a value has another type, samples have fewer than 8 or more than 32
    /// bits, or there is no layout for more than two channels. Floating point of fewer than 32 bits becomes that of 32.
    ///
    /// - Parameter settings: the settings, by their keys.
    public convenience init?(settings: [String: Any]) {
        guard let parsed = try? FormatSettings(settings),
            let format = try? parsed.format(maximumBits: 32, widensFloat: true), let layout = try? parsed.layout()
        else { return nil }
        var asbd = AudioStreamBasicDescription(format)
        self.init(streamDescription: &asbd, channelLayout: layout.value)
    }

    /// The format that Core Media has for a stream, with its layout and magic cookie. More than two channels without a layout
    /// are discrete ones.
    ///
    /// - Parameter formatDescription: the description, of sound.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        let format = StreamFormat(formatDescription.format.pointee)
        let layout = formatDescription.layoutBytes.flatMap(AVAudioChannelLayout.read)
        self.init(format, layout: layout?.channelCount == format.channels ? layout : nil)
        magicCookie = formatDescription.magicCookie
    }

    private static func fits(_ layout: AVAudioChannelLayout?, channels: AVAudioChannelCount) -> Bool {
        guard channels > 0 else { return false }
        return layout.map { $0.channelCount == channels } ?? (channels <= 2)
    }

    // MARK: About the format

    /// Whether this is Float32 in the machine's byte order with a buffer for each channel.
    open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    /// The common form of linear PCM that this is, or `otherFormat`.
    open var commonFormat: AVAudioCommonFormat {
        let format = engineFormat
        let candidates: [AVAudioCommonFormat] = [
            .pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
        ]
        return candidates.first {
            let common = $0.streamFormat(
                sampleRate: format.sampleRate, channels: format.channels, interleaved: format.isInterleaved)
            return common?.sameForm == format.sameForm
        } ?? .otherFormat
    }

    /// Channels, from 1 on.
    open var channelCount: AVAudioChannelCount { basicDescription.pointee.mChannelsPerFrame }

    /// Frames per second.
    open var sampleRate: Double { basicDescription.pointee.mSampleRate }

    /// Whether the channels share one buffer. Has no meaning for encoded formats.
    open var isInterleaved: Bool { engineFormat.isInterleaved }

    /// The C struct. It lives as long as this object.
    open var streamDescription: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(basicDescription) }

    /// Which loudspeaker each channel is for; nil for a mono or stereo format that was made without.
    open var channelLayout: AVAudioChannelLayout? { layout }

    /// The format as Core Media has it, with its layout and magic cookie. The object stays the same until the magic cookie changes, so
    /// that pointers to its parts are valid as long as the format.
    open var formatDescription: CMAudioFormatDescription {
        let cookie = magicCookie
        return described.withLock { described in
            if let described, described.magicCookie == cookie { return described }
            let new = CMAudioFormatDescription(
                basicDescription.pointee, layout: layout?.data, cookie: cookie, extensions: [:])
            described = new
            return new
        }
    }

    /// The format as a dictionary that `init(settings:)` takes. Numbers are `NSNumber`s.
    open var settings: [String: Any] { FormatSettings.dictionary(engineFormat, layout) }

    /// Whether another format has the same stream description and layout. A mono format is the same interleaved and not,
    /// and a missing layout is that of mono or stereo.
    ///
    /// - Parameter object: a format to compare with; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        return other === self
            || engineFormat.sameForm == other.engineFormat.sameForm && effectiveLayout == other.effectiveLayout
    }

    /// Equal formats have equal hashes.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(engineFormat.sameForm)
        hasher.combine(effectiveLayout)
        return hasher.finalize()
    }

    /// The format in words, such as "2 ch, 44100 Hz, Float32, non-inter".
    open override var description: String {
        let rate = String(format: "%6.0f", sampleRate)
        let channels = String(format: "%2u", channelCount)
        return "<AVAudioFormat 0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)): "
            + "\(channels) ch, \(rate) Hz, \(formName)>"
    }

    private var formName: String {
        let format = engineFormat
        guard format.isPCM else { return "'\(format.formatID)' (0x\(String(format.flags.rawValue, radix: 16)))" }
        let kind = format.sampleKind == .float ? "Float" : format.sampleKind == .signed ? "Int" : "UInt"
        let order = format.isBigEndian ? ", big-endian" : ""
        return "\(kind)\(format.bitsPerChannel)\(order), \(format.isInterleaved ? "inter" : "non-inter")"
    }

    // MARK: Archiving

    /// Formats can be archived: true.
    public static var supportsSecureCoding: Bool { true }

    private enum Key { static let description = "streamDescription", layout = "layout", cookie = "magicCookie" }

    /// Reads an archived format; nil if a part is missing or invalid.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedUnarchiver`.
    public required convenience init?(coder: NSCoder) {
        let size = MemoryLayout<AudioStreamBasicDescription>.size
        guard let data = coder.decodeObject(of: NSData.self, forKey: Key.description) as Data?, data.count == size
        else {
            return nil
        }
        var asbd = data.withUnsafeBytes { $0.loadUnaligned(as: AudioStreamBasicDescription.self) }
        // A part that was not archived is no error of the archive's.
        func part(_ key: String) -> Data? {
            coder.containsValue(forKey: key) ? coder.decodeObject(of: NSData.self, forKey: key) as Data? : nil
        }
        let layoutData = part(Key.layout)
        let layout = layoutData.flatMap(AVAudioChannelLayout.read)
        guard (layoutData == nil) == (layout == nil) else { return nil }
        self.init(streamDescription: &asbd, channelLayout: layout.map { AVAudioChannelLayout($0) })
        magicCookie = part(Key.cookie)
    }

    /// Archives the stream description, the layout and the magic cookie.
    ///
    /// - Parameter coder: an archive with keys: an `NSKeyedArchiver`.
    open func encode(with coder: NSCoder) {
        let bytes = withUnsafeBytes(of: basicDescription.pointee) { Data($0) }
        coder.encode(bytes as NSData, forKey: Key.description)
        if let layout { coder.encode(layout.data as NSData, forKey: Key.layout) }
        if let magicCookie { coder.encode(magicCookie as NSData, forKey: Key.cookie) }
    }
}

// MARK: For the other classes

extension AVAudioFormat {
    package var engineFormat: StreamFormat { StreamFormat(basicDescription.pointee) }

    /// The layout, or the one that a mono or stereo format without any has.
    package var effectiveLayout: ChannelLayout {
        layout?.engineLayout ?? ChannelLayout(tag: channelCount == 1 ? ChannelLayout.mono : ChannelLayout.stereo)
    }

    /// Whether buffers of either format can stand for those of the other. Layouts, and what a codec determines of an encoded
    /// format, do not count.
    package func hasSameForm(as other: AVAudioFormat) -> Bool {
        let (own, others) = (engineFormat, other.engineFormat)
        guard !own.isPCM else { return own.sameForm == others.sameForm }
        return own.formatID == others.formatID && own.sampleRate == others.sampleRate && own.channels == others.channels
    }

    /// The format of a file or a converter; channels without a layout are discrete ones.
    package convenience init(_ format: StreamFormat, layout: ChannelLayout?) {
        let discrete: UInt32 = 147 << 16
        let count = UInt32(clamping: format.channels)
        let needed = layout ?? (count > 2 ? ChannelLayout(tag: discrete | count) : nil)
        self.init(AudioStreamBasicDescription(format), needed.map { AVAudioChannelLayout($0) })
    }
}

extension StreamFormat {
    /// The format with what makes no difference to the form of samples left out.
    fileprivate var sameForm: StreamFormat {
        guard isPCM else { return self }
        var form = self
        form.flags.remove(.nonMixable)
        if channels == 1 { form.flags.remove(.nonInterleaved) }
        return form
    }
}

extension AVAudioCommonFormat {
    /// The form as the engine has it; nil for `otherFormat`.
    package func streamFormat(sampleRate: Double, channels: Int, interleaved: Bool) -> StreamFormat? {
        let (kind, bits): (StreamFormat.SampleKind, Int)
        switch self {
        case .otherFormat: return nil
        case .pcmFormatFloat32: (kind, bits) = (.float, 32)
        case .pcmFormatFloat64: (kind, bits) = (.float, 64)
        case .pcmFormatInt16: (kind, bits) = (.signed, 16)
        case .pcmFormatInt32: (kind, bits) = (.signed, 32)
        }
        return .pcm(kind, bits: bits, sampleRate: sampleRate, channels: channels, interleaved: interleaved)
    }
}
