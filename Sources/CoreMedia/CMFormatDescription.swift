public import Foundation

/// A parameter is wrong.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// There is no memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// The description does not have the value.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// A kind of media, as a four-character code.
public typealias CMMediaType = FourCharCode
/// Sound.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e

/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// What a stream of media consists of. It does not change.
///
/// Descriptions of sound are there: a stream description with a channel layout, a magic cookie and what else is said of it.
public final class CMFormatDescription: @unchecked Sendable {
    /// The kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// The four-character code.
        public let rawValue: CMMediaType

        /// Makes a kind of media of a four-character code.
        ///
        /// - Parameter rawValue: the code.
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        /// Sound.
        public static let audio = Self(rawValue: kCMMediaType_Audio)
    }

    /// The coding of media; for sound, an `AudioFormatID`.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// The four-character code.
        public let rawValue: FourCharCode

        /// Makes a coding of a four-character code.
        ///
        /// - Parameter rawValue: the code.
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }

        /// Linear PCM.
        public static let linearPCM = Self(rawValue: kAudioFormatLinearPCM)
        /// AAC-LC.
        public static let mpeg4AAC = Self(rawValue: kAudioFormatMPEG4AAC)
        /// Apple Lossless.
        public static let appleLossless = Self(rawValue: kAudioFormatAppleLossless)
    }

    // The C struct and the bytes after it do not move, so that the functions below can point to them.
    private let memory: UnsafeMutablePointer<AudioStreamBasicDescription>
    fileprivate let layout: Storage
    fileprivate let cookie: Storage

    /// What else is said of the format, by names of the client's own or of Core Media.
    public let extensions: [String: Any]

    package init(_ asbd: AudioStreamBasicDescription, layout: Data?, cookie: Data?, extensions: [String: Any]) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: asbd)
        self.layout = Storage(layout)
        self.cookie = Storage(cookie)
        self.extensions = extensions
    }

    deinit { memory.deallocate() }

    /// Makes a description of sound.
    ///
    /// - Parameters:
    ///   - audioStreamBasicDescription: the stream description. Its format must not be 0.
    ///   - magicCookie: what a decoder needs to know besides it; nil for none.
    ///   - extensions: what else is said of the format.
    /// - Throws: an `NSError` in `NSOSStatusErrorDomain` with `kCMFormatDescriptionError_InvalidParameter` for a format of 0.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription, magicCookie: Data? = nil,
        extensions: [String: Any] = [:]
    ) throws {
        guard audioStreamBasicDescription.mFormatID != 0 else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(kCMFormatDescriptionError_InvalidParameter))
        }
        self.init(audioStreamBasicDescription, layout: nil, cookie: magicCookie, extensions: extensions)
    }

    /// The kind of media.
    public var mediaType: MediaType { .audio }
    /// The coding.
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: format.pointee.mFormatID) }
    /// The stream description.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { format.pointee }
    /// What a decoder needs to know besides the stream description; nil for none.
    public var magicCookie: Data? { cookie.data }

    package var format: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(memory) }
    package var layoutBytes: Data? { layout.data }
}

extension CMFormatDescription {
    /// Bytes at an address that stays, or none.
    fileprivate final class Storage {
        let bytes: UnsafeMutableRawBufferPointer?

        init(_ data: Data?) {
            guard let data, !data.isEmpty else {
                bytes = nil
                return
            }
            // Room for the C struct with one channel description, which a layout of a tag may leave out.
            let size = max(data.count, MemoryLayout<AudioChannelLayout>.size)
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            memory.copyBytes(from: data)
            bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<data.count])
        }

        deinit { bytes?.baseAddress?.deallocate() }

        var data: Data? { bytes.map { Data($0) } }

        func read(_ size: UnsafeMutablePointer<Int>?) -> UnsafeRawPointer? {
            size?.pointee = bytes?.count ?? 0
            return bytes.map { UnsafeRawPointer($0.baseAddress!) }
        }
    }
}

extension CMFormatDescription: Hashable {
    /// Whether two descriptions have the same stream description, layout, magic cookie and extensions.
    ///
    /// - Parameters:
    ///   - lhs: a description.
    ///   - rhs: another.
    /// - Returns: true if they are equal.
    public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
        lhs === rhs
            || lhs.format.pointee.isEqual(to: rhs.format.pointee) && lhs.layout.data == rhs.layout.data
                && lhs.cookie.data == rhs.cookie.data
                && NSDictionary(dictionary: lhs.extensions).isEqual(NSDictionary(dictionary: rhs.extensions))
    }

    /// Hashes the stream description and the magic cookie.
    ///
    /// - Parameter hasher: what takes the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(format.pointee.mSampleRate)
        hasher.combine(format.pointee.mFormatID)
        hasher.combine(format.pointee.mChannelsPerFrame)
        hasher.combine(cookie.data)
    }
}

extension AudioStreamBasicDescription {
    fileprivate func isEqual(to other: AudioStreamBasicDescription) -> Bool {
        mSampleRate == other.mSampleRate && mFormatID == other.mFormatID && mFormatFlags == other.mFormatFlags
            && mBytesPerPacket == other.mBytesPerPacket && mFramesPerPacket == other.mFramesPerPacket
            && mBytesPerFrame == other.mBytesPerFrame && mChannelsPerFrame == other.mChannelsPerFrame
            && mBitsPerChannel == other.mBitsPerChannel
    }
}

// MARK: Functions

/// Makes a description of sound.
///
/// - Parameters:
///   - allocator: nil.
///   - asbd: the stream description, which is copied. Its format must not be 0.
///   - layoutSize: the size of the layout in bytes; 0 for none.
///   - layout: the channel layout, which is copied.
///   - magicCookieSize: the size of the magic cookie in bytes; 0 for none.
///   - magicCookie: the magic cookie, which is copied.
///   - extensions: what else is said of the format; nil for nothing.
///   - formatDescriptionOut: receives the description.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter` for a format of 0, for a size without bytes or below 0, and for a
///   layout that has more channel descriptions than bytes for them.
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
    extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    guard asbd.pointee.mFormatID != 0, layoutSize >= 0, magicCookieSize >= 0, layoutSize == 0 || layout != nil,
        magicCookieSize == 0 || magicCookie != nil, layoutSize == 0 || fits(layout, in: layoutSize)
    else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMAudioFormatDescription(
        asbd.pointee, layout: layout.map { Data(bytes: $0, count: layoutSize) },
        cookie: magicCookie.map { Data(bytes: $0, count: magicCookieSize) },
        extensions: extensions as? [String: Any] ?? [:])
    return 0
}

/// Whether a size is that of a layout: it has room for as many channel descriptions as the layout says.
private func fits(_ layout: UnsafePointer<AudioChannelLayout>?, in size: Int) -> Bool {
    guard let layout, let head = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions), size >= head
    else {
        return false
    }
    // The number is read by itself: the struct may be longer than the layout.
    let bytes = UnsafeRawPointer(layout)
    guard let place = MemoryLayout<AudioChannelLayout>.offset(of: \.mNumberChannelDescriptions) else { return false }
    let count = Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    return count <= (size - head) / MemoryLayout<AudioChannelDescription>.stride
}

/// The stream description of a format.
///
/// - Parameter desc: the format.
/// - Returns: the stream description. It lives as long as the format.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.format }

/// The channel layout of a format.
///
/// - Parameters:
///   - desc: the format.
///   - sizeOut: receives the size of the layout in bytes; nil to ignore it.
/// - Returns: the layout, which lives as long as the format; nil for none.
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? { desc.layout.read(sizeOut)?.assumingMemoryBound(to: AudioChannelLayout.self) }

/// The magic cookie of a format.
///
/// - Parameters:
///   - desc: the format.
///   - sizeOut: receives the size of the magic cookie in bytes; nil to ignore it.
/// - Returns: the bytes, which live as long as the format; nil for none.
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? { desc.cookie.read(sizeOut) }

/// The kind of media of a format.
///
/// - Parameter desc: the format.
/// - Returns: the four-character code: `kCMMediaType_Audio`.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

/// The coding of a format.
///
/// - Parameter desc: the format.
/// - Returns: the four-character code; for sound, an `AudioFormatID`.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

/// Whether two formats are equal.
///
/// - Parameters:
///   - formatDescription: a format.
///   - otherFormatDescription: another.
/// - Returns: true if their stream descriptions, layouts, magic cookies and extensions are equal, or both are nil.
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool { formatDescription == otherFormatDescription }
