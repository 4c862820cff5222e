public import Foundation

/// A parameter is wrong.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// There is no memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// The description does not have the value.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// The format of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// What a stream of media consists of. It does not change.
///
/// Descriptions of sound have a stream description with a channel layout and a magic cookie; those of pictures have a size. All may have
/// extensions, which say more.
public final class CMFormatDescription: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.formatDescription.information
    /// The kind of media.
    public let mediaType: MediaType
    /// The coding; for sound, an `AudioFormatID`.
    public let mediaSubType: MediaSubType
    /// The size of pictures; 0 by 0 for other media.
    public let dimensions: CMVideoDimensions
    // The C struct and the bytes after it do not move, so that the functions below can point to them.
    private let memory: UnsafeMutablePointer<AudioStreamBasicDescription>
    fileprivate let layout: Storage
    fileprivate let cookie: Storage
    let kept = KeptExtensions()

    /// What else is said of the format, by names of the client's own or of Core Media.
    public let extensions: [String: Any]

    init(
        _ mediaType: MediaType, _ mediaSubType: MediaSubType, _ dimensions: CMVideoDimensions, extensions: [String: Any]
    ) {
        (self.mediaType, self.mediaSubType, self.dimensions) = (mediaType, mediaSubType, dimensions)
        memory = .allocate(capacity: 1)
        memory.initialize(to: AudioStreamBasicDescription())
        (layout, cookie) = (Storage(nil), Storage(nil))
        self.extensions = extensions
    }

    package init(_ asbd: AudioStreamBasicDescription, layout: Data?, cookie: Data?, extensions: [String: Any]) {
        (mediaType, mediaSubType) = (.audio, MediaSubType(rawValue: asbd.mFormatID))
        dimensions = CMVideoDimensions()
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

    /// The stream description; nil for what is not sound.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? {
        mediaType == .audio && mediaSubType.rawValue == format.pointee.mFormatID ? format.pointee : nil
    }
    /// What a decoder needs to know besides the stream description; nil for none.
    public var magicCookie: Data? { cookie.data }

    package var format: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(memory) }
    package var layoutBytes: Data? { layout.data }

    /// Calls `body` with the magic cookie.
    ///
    /// - Parameter body: gets the bytes, which are there until it returns; nil for none.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
        defer { withExtendedLifetime(self) {} }
        return try body(cookie.bytes.map { UnsafeRawBufferPointer($0) })
    }
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
    /// Whether two descriptions have the same kind, coding, size, stream description, layout, magic cookie and extensions.
    ///
    /// - Parameters:
    ///   - lhs: a description.
    ///   - rhs: another.
    /// - Returns: true if they are equal.
    public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
        lhs === rhs
            || lhs.mediaType == rhs.mediaType && lhs.mediaSubType == rhs.mediaSubType
                && lhs.dimensions.width == rhs.dimensions.width && lhs.dimensions.height == rhs.dimensions.height
                && lhs.format.pointee.isEqual(to: rhs.format.pointee) && lhs.layout.data == rhs.layout.data
                && lhs.cookie.data == rhs.cookie.data
                && NSDictionary(dictionary: lhs.extensions).isEqual(NSDictionary(dictionary: rhs.extensions))
    }

    /// Hashes the kind, the coding, the stream description and the magic cookie.
    ///
    /// - Parameter hasher: what takes the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
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
/// - Returns: the stream description, which lives as long as the format; nil for what is not sound.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.audioStreamBasicDescription == nil ? nil : desc.format }

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
/// - Returns: the four-character code, such as `kCMMediaType_Audio`.
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

extension CMFormatDescription {
    /// The parts of a format of sound that are those of another: `kCMAudioFormatDescriptionMask_…`.
    func parts(equalTo other: CMFormatDescription) -> CMAudioFormatDescriptionMask {
        var mask: CMAudioFormatDescriptionMask = 0
        if format.pointee.isEqual(to: other.format.pointee) {
            mask |= kCMAudioFormatDescriptionMask_StreamBasicDescription
        }
        if cookie.data == other.cookie.data { mask |= kCMAudioFormatDescriptionMask_MagicCookie }
        if layout.data == other.layout.data { mask |= kCMAudioFormatDescriptionMask_ChannelLayout }
        if NSDictionary(dictionary: extensions).isEqual(NSDictionary(dictionary: other.extensions)) {
            mask |= kCMAudioFormatDescriptionMask_Extensions
        }
        return mask
    }
}
