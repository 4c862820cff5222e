import AudioCore
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A property that was set has its value when the file is opened again; otherwise setting it fails.
@Suite struct KeptPropertyTests {
    struct Row: Sendable, CustomStringConvertible {
        let type: AudioFileTypeID
        let format: AudioStreamBasicDescription
        var description: String {
            statusText(OSStatus(bitPattern: type)) + statusText(OSStatus(bitPattern: format.mFormatID))
                + "\(format.mChannelsPerFrame)"
        }
    }

    static let rows: [Row] = [UInt32(1), 2, 6].flatMap { channels -> [Row] in
        let little = AudioStreamBasicDescription.int(16, channels: channels)
        let big = AudioStreamBasicDescription.int(16, channels: channels, bigEndian: true)
        return [
            Row(type: kAudioFileWAVEType, format: little), Row(type: kAudioFileRF64Type, format: little),
            Row(type: kAudioFileWave64Type, format: little), Row(type: kAudioFileAIFFType, format: big),
            Row(type: kAudioFileAIFCType, format: big),
            Row(type: kAudioFileNextType, format: big), Row(type: kAudioFileCAFType, format: little),
            Row(type: kAudioFileWAVEType, format: .constant(kAudioFormatULaw, channels: channels)),
            Row(type: kAudioFileCAFType, format: .constant(kAudioFormatAppleIMA4, channels: channels)),
        ]
    }

    private static let layouts: [AudioCore.ChannelLayout] = {
        let tags: [UInt32] = [
            100 << 16 | 1, 101 << 16 | 2, 102 << 16 | 2, 121 << 16 | 6, 122 << 16 | 6, 124 << 16 | 6, 147 << 16 | 6,
            147 << 16 | 2, 0xFFFF << 16 | 1,
        ]
        var layouts = tags.map { AudioCore.ChannelLayout(tag: $0) }
        layouts.append(AudioCore.ChannelLayout(tag: 0x1_0000, bitmap: 0x3F))
        let labels: [UInt32] = [400, 401, 402, 1, 2, 3]
        for count in [1, 2, 6] {
            layouts.append(
                AudioCore.ChannelLayout(
                    tag: 0, descriptions: labels.prefix(count).map { AudioCore.ChannelLayout.Channel(label: $0) }))
        }
        return layouts
    }()

    private func bytes(_ layout: AudioCore.ChannelLayout) -> [UInt8] {
        var bytes = littleEndianBytes([layout.tag, layout.bitmap, UInt32(layout.descriptions.count)])
        for channel in layout.descriptions {
            bytes += littleEndianBytes([channel.label, channel.flags, 0, 0, 0])
        }
        return bytes
    }

    private func layout(_ bytes: [UInt8]) -> AudioCore.ChannelLayout {
        let words = values(bytes, of: UInt32.self)
        return AudioCore.ChannelLayout(
            tag: words[0], bitmap: words[1],
            descriptions: (0..<Int(words[2])).map {
                AudioCore.ChannelLayout.Channel(label: words[3 + 5 * $0], flags: words[4 + 5 * $0])
            })
    }

    /// Sets a property on a new file, and returns its value when the file is opened again; nil if it was refused.
    private func reopened<Value>(
        _ row: Row, _ property: AudioFilePropertyID, size: Int, _ data: UnsafeRawPointer,
        _ read: (AudioFileID) throws -> Value
    ) throws -> Value? {
        let folder = ScratchFolder()
        let url = folder.url("a")
        var isTaken = false
        let packet = Int(row.format.mBytesPerPacket)
        try PublicFile.create(url, row.type, row.format, [UInt8](repeating: 1, count: packet * 100)) { id in
            isTaken = AudioFileSetProperty(id, property, UInt32(size), data) == noErr
        }
        return isTaken ? try PublicFile.with(url, hint: row.type) { try read($0) } : nil
    }

    private func propertyBytes(_ id: AudioFileID, _ property: AudioFilePropertyID) throws -> [UInt8] {
        var size: UInt32 = 0
        guard AudioFileGetPropertyInfo(id, property, &size, nil) == noErr else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try must("AudioFileGetProperty", AudioFileGetProperty(id, property, &size, &bytes))
        return bytes
    }

    @Test(arguments: rows) func layouts(row: Row) throws {
        var taken = 0
        for layout in Self.layouts where layout.channelCount == Int(row.format.mChannelsPerFrame) {
            let reported = try reopened(
                row, kAudioFilePropertyChannelLayout, size: bytes(layout).count, bytes(layout)
            ) { try propertyBytes($0, kAudioFilePropertyChannelLayout) }
            guard let reported else { continue }
            taken += 1
            try #require(reported.count >= 12, "\(layout) was lost")
            let isSame = self.layout(reported) == layout || self.layout(reported).labels == layout.labels
            #expect(isSame, "\(layout) became \(self.layout(reported))")
        }
        // Some layouts must be accepted.
        if row.type != kAudioFileNextType { #expect(taken > 0) }
    }

    @Test(arguments: rows) func texts(row: Row) throws {
        let dictionaries: [[String: String]] = [
            ["title": "A title"], ["comments": "said", "artist": "Somebody"], ["comments": "one\ntwo"],
            ["a key of ours": "valué"], ["title": ""],
        ]
        for entries in dictionaries {
            let dictionary = entries as NSDictionary
            var reference: UnsafeRawPointer? = UnsafeRawPointer(Unmanaged.passUnretained(dictionary).toOpaque())
            let reported = try withExtendedLifetime(dictionary) {
                try reopened(row, kAudioFilePropertyInfoDictionary, size: 8, &reference) { id in
                    let value = try PublicFile.property(
                        id, kAudioFilePropertyInfoDictionary, Unmanaged<NSDictionary>?.none)
                    return value?.takeRetainedValue() as? [String: String] ?? [:]
                }
            }
            guard let reported else { continue }
            for (key, value) in entries { #expect(reported[key] == value, "\(key)") }
        }
    }

    @Test(arguments: rows) func numbersAndCookies(row: Row) throws {
        var depth: Int32 = 24
        let reported = try reopened(row, kAudioFilePropertySourceBitDepth, size: 4, &depth) { id in
            try PublicFile.property(id, kAudioFilePropertySourceBitDepth, Int32(0))
        }
        if let reported { #expect(reported == 24) }
        let cookie: [UInt8] = [1, 2, 3, 4, 5]
        let kept = try reopened(row, kAudioFilePropertyMagicCookieData, size: 5, cookie) {
            try propertyBytes($0, kAudioFilePropertyMagicCookieData)
        }
        if let kept { #expect(kept == cookie) }
        #expect((kept != nil) == (row.type == kAudioFileCAFType))
    }

    /// Whatever becomes of the call, the file opens afterwards, with the cookie that was set or the one that it had.
    @Test(arguments: ["MPEG4/aac-stereo.m4a", "MPEG4/alac-mono.m4a"])
    func cookiesOfNoMeaningAreRefused(fixture: String) throws {
        let folder = ScratchFolder()
        let bytes = try Fixture.named(fixture).bytes()
        let own = try PublicFile.with(folder.write(bytes, "own.m4a")) {
            try propertyBytes($0, kAudioFilePropertyMagicCookieData)
        }
        var cookies = [0, 1, 5, 24, 40].flatMap { count in
            [0, 0xFF].map { [UInt8](repeating: $0, count: count) }
        }
        cookies += (1..<own.count).map { Array(own.prefix($0)) }
        for cookie in cookies {
            let url = folder.write(bytes, "a.m4a")
            var isTaken = false
            try PublicFile.with(url, .readWritePermission) { id in
                let size = UInt32(cookie.count)
                isTaken = AudioFileSetProperty(id, kAudioFilePropertyMagicCookieData, size, cookie) == noErr
            }
            let reported = try PublicFile.with(url) { try propertyBytes($0, kAudioFilePropertyMagicCookieData) }
            #expect(reported == (isTaken ? cookie : own), "\(cookie)")
        }
    }

    @Test func constantPacketTables() throws {
        for row in Self.rows {
            let folder = ScratchFolder()
            var table = AudioFilePacketTableInfo(
                mNumberValidFrames: Int64(row.format.mFramesPerPacket) * 100 - 15, mPrimingFrames: 10,
                mRemainderFrames: 5)
            var isTaken = false
            let data = [UInt8](repeating: 1, count: Int(row.format.mBytesPerPacket) * 100)
            try PublicFile.create(folder.url("a"), row.type, row.format, data)
            try PublicFile.with(folder.url("a"), .readWritePermission, hint: row.type) { id in
                let size = UInt32(MemoryLayout.size(ofValue: table))
                isTaken = AudioFileSetProperty(id, kAudioFilePropertyPacketTableInfo, size, &table) == noErr
            }
            #expect(isTaken == (row.type == kAudioFileCAFType), "\(row)")
            guard isTaken else { continue }
            let reported = try PublicFile.with(folder.url("a")) {
                try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            }
            #expect(reported.mPrimingFrames == 10 && reported.mRemainderFrames == 5, "\(row)")
        }
    }
}
