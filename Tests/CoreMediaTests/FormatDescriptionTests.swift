import CoreMedia
import Foundation
import Testing

@Suite struct FormatDescriptionTests {
    private let aac = AudioStreamBasicDescription(
        mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
        mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)

    private func create(
        _ asbd: AudioStreamBasicDescription, layout: AudioChannelLayout? = nil, cookie: [UInt8] = [],
        extensions: CFDictionary? = nil
    ) -> (status: OSStatus, description: CMAudioFormatDescription?) {
        var description: CMAudioFormatDescription?
        var asbd = asbd
        var copy = layout ?? AudioChannelLayout()
        let status = CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &asbd, layoutSize: layout == nil ? 0 : MemoryLayout<AudioChannelLayout>.size,
            layout: &copy, magicCookieSize: cookie.count, magicCookie: cookie, extensions: extensions,
            formatDescriptionOut: &description)
        return (status, description)
    }

    @Test func aDescriptionKeepsWhatItIsMadeOf() throws {
        var stereo = AudioChannelLayout()
        stereo.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        let made = create(aac, layout: stereo, cookie: [1, 2, 3], extensions: ["key": 7] as NSDictionary)
        let description = try #require(made.description)
        #expect(made.status == 0)
        #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio)
        #expect(CMFormatDescriptionGetMediaSubType(description) == kAudioFormatMPEG4AAC)
        #expect(description.mediaType == .audio && description.mediaSubType == .mpeg4AAC)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee.mFramesPerPacket == 1024)
        #expect(description.audioStreamBasicDescription?.mSampleRate == 44_100)
        var size = 0
        let layout = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
        #expect(layout?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(size == MemoryLayout<AudioChannelLayout>.size)
        let cookie = CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size)
        #expect(cookie.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: size)) } == [1, 2, 3])
        #expect(description.magicCookie == Data([1, 2, 3]) && description.extensions["key"] as? Int == 7)
    }

    @Test func equalityCountsEveryPart() throws {
        let plain = try #require(create(aac).description)
        let again = try CMAudioFormatDescription(audioStreamBasicDescription: aac)
        let cookie = try CMAudioFormatDescription(audioStreamBasicDescription: aac, magicCookie: Data([1]))
        let named = try CMAudioFormatDescription(audioStreamBasicDescription: aac, extensions: ["key": 7])
        #expect(plain == again && plain != cookie && plain != named)
        #expect(Set([plain, again, cookie]).count == 2)
        #expect(CMFormatDescriptionEqual(plain, otherFormatDescription: again))
        #expect(!CMFormatDescriptionEqual(plain, otherFormatDescription: nil))
        #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
        var size = 9
        #expect(CMAudioFormatDescriptionGetMagicCookie(plain, sizeOut: &size) == nil && size == 0)
        #expect(CMAudioFormatDescriptionGetChannelLayout(plain, sizeOut: nil) == nil)
    }

    @Test func whatIsNoFormatIsRefused() {
        #expect(create(AudioStreamBasicDescription()).status == kCMFormatDescriptionError_InvalidParameter)
        var asbd = aac
        var description: CMAudioFormatDescription?
        let status = CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &asbd, layoutSize: 0, layout: nil, magicCookieSize: 8, magicCookie: nil,
            extensions: nil, formatDescriptionOut: &description)
        #expect(status == kCMFormatDescriptionError_InvalidParameter && description == nil)
        #expect(throws: (any Error).self) {
            try CMAudioFormatDescription(audioStreamBasicDescription: AudioStreamBasicDescription())
        }
    }

    /// A layout has to be as long as it says. One without descriptions can be read as the whole C struct.
    @Test(arguments: [
        (4, 0, false), (11, 0, false), (12, 0, true), (12, 1, false), (31, 1, false), (32, 1, true), (32, .max, false),
    ])
    func layoutsMayLie(size: Int, descriptions: UInt32, isTaken: Bool) {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        layout.mNumberChannelDescriptions = descriptions
        var (asbd, description) = (aac, CMAudioFormatDescription?.none)
        let status = CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &asbd, layoutSize: size, layout: &layout, magicCookieSize: 0, magicCookie: nil,
            extensions: nil, formatDescriptionOut: &description)
        #expect(status == (isTaken ? 0 : kCMFormatDescriptionError_InvalidParameter))
        var length = 0
        let copy = description.flatMap { CMAudioFormatDescriptionGetChannelLayout($0, sizeOut: &length)?.pointee }
        #expect(copy?.mChannelLayoutTag == (isTaken ? kAudioChannelLayoutTag_Stereo : nil))
        #expect(length == (isTaken ? size : 0))
        withExtendedLifetime(description) {}
    }

    /// The kinds and codings are those of Core Audio, and the statuses those of CMFormatDescription.h.
    @Test func namedKindsAndStatuses() {
        let kind: CMMediaType = kCMMediaType_Audio
        #expect(CMFormatDescription.MediaType(rawValue: kind) == .audio)
        #expect(CMFormatDescription.MediaSubType(rawValue: kAudioFormatAppleLossless) == .appleLossless)
        #expect(CMFormatDescription.MediaSubType.linearPCM.rawValue == kAudioFormatLinearPCM)
        #expect(kCMFormatDescriptionError_AllocationFailed == -12711)
        #expect(kCMFormatDescriptionError_ValueNotAvailable == -12718)
    }
}
