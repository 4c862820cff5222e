import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What programs see of damaged packets, exactly; and FLAC of kinds that few programs write.
@Suite struct DamagedPacketTests {
    private static let packetFrames = 4096
    private static let packets = 10
    private static let client = AudioStreamBasicDescription.int(16, channels: 1)

    /// An Apple Lossless file of ten packets of noise, and the noise.
    private static func lossless(in folder: ScratchFolder) throws -> (
        record: PacketRecord, bytes: [UInt8], sound: [UInt8]
    ) {
        let noise = Signal.noise(frames: packets * packetFrames, seed: 8, amplitude: 0.5)
        let sound = littleEndianBytes(noise.map { Int16($0 * 30_000) })
        try PublicFile.encode(
            folder.url("a.caf"), kAudioFileCAFType, .encoded(kAudioFormatAppleLossless), from: client, sound)
        return (try PublicFile.packets(folder.url("a.caf")), try #require(folder.bytes("a.caf")), sound)
    }

    /// Fills packets with ones: no element of Apple Lossless begins like that.
    private static func damage(_ numbers: [Int], of record: PacketRecord, in bytes: inout [UInt8], at start: Int = 0) {
        for number in numbers {
            let offset = start + record.packets[..<number].reduce(0) { $0 + Int($1.size) }
            for index in offset..<offset + Int(record.packets[number].size) { bytes[index] = 0xFF }
        }
    }

    /// The sound with silence in place of packets.
    private static func expected(_ sound: [UInt8], without numbers: [Int]) -> [UInt8] {
        var sound = sound
        for number in numbers {
            for index in number * packetFrames * 2..<(number + 1) * packetFrames * 2 { sound[index] = 0 }
        }
        return sound
    }

    /// What a program gets that hands over all packets at once and fills a buffer, again and again.
    private static func converted(_ record: PacketRecord, _ data: [UInt8]) throws -> (sound: [UInt8], status: OSStatus)
    {
        var (source, target) = (record.format, client)
        var made: AudioConverterRef?
        try must("AudioConverterNew", AudioConverterNew(&source, &target, &made))
        let converter = made!
        defer { AudioConverterDispose(converter) }
        try must(
            "cookie",
            AudioConverterSetProperty(
                converter, kAudioConverterDecompressionMagicCookie, UInt32(record.cookie.count), record.cookie))
        final class Supply {
            var isGiven = false
            var descriptions: UnsafeMutableBufferPointer<AudioStreamPacketDescription>
            let data: UnsafeMutableRawBufferPointer
            init(_ record: PacketRecord, _ bytes: [UInt8]) {
                descriptions = .allocate(capacity: record.packets.count)
                data = .allocate(byteCount: bytes.count, alignment: 1)
                data.copyBytes(from: bytes)
                var offset: Int64 = 0
                for (index, packet) in record.packets.enumerated() {
                    descriptions[index] = AudioStreamPacketDescription(
                        mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: packet.size)
                    offset += Int64(packet.size)
                }
            }
            deinit {
                descriptions.deallocate()
                data.deallocate()
            }
        }
        let supply = Supply(record, data)
        var sound: [UInt8] = []
        var room = [UInt8](repeating: 1, count: 2 * 5000)
        while true {
            var frames: UInt32 = 5000
            let status = room.withUnsafeMutableBytes { room in
                var list = AudioBufferList.interleaved(1, room)
                return AudioConverterFillComplexBuffer(
                    converter,
                    { _, count, list, descriptions, context in
                        let supply = Unmanaged<Supply>.fromOpaque(context!).takeUnretainedValue()
                        count.pointee = supply.isGiven ? 0 : UInt32(supply.descriptions.count)
                        list.pointee.mBuffers.mData = supply.data.baseAddress
                        list.pointee.mBuffers.mDataByteSize = UInt32(supply.data.count)
                        descriptions?.pointee = supply.descriptions.baseAddress
                        supply.isGiven = true
                        return noErr
                    }, Unmanaged.passUnretained(supply).toOpaque(), &frames, &list, nil)
            }
            guard status == noErr, frames > 0 else { return (sound, status) }
            sound += room[..<(2 * Int(frames))]
        }
    }

    @Test(arguments: [[4], [4, 5], [0], [0, 1, 2], [9], [8, 9], [0, 4, 5, 9]])
    func aConverterGivesSilence(damaged: [Int]) throws {
        let (record, _, sound) = try Self.lossless(in: ScratchFolder())
        var data = record.data
        Self.damage(damaged, of: record, in: &data)
        let (found, status) = try Self.converted(record, data)
        #expect(status == noErr && found == Self.expected(sound, without: damaged))
    }

    @Test func aConverterWithoutAGoodPacketFails() throws {
        let (record, _, _) = try Self.lossless(in: ScratchFolder())
        let (found, status) = try Self.converted(record, [UInt8](repeating: 0xFF, count: record.data.count))
        #expect(status == kAudioConverterErr_UnspecifiedError && found.isEmpty)
    }

    @Test(arguments: [[4], [4, 5], [0, 1], [8, 9]], [1, 3] as [UInt32])
    func aFileKeepsItsLength(damaged: [Int], threads: UInt32) throws {
        let folder = ScratchFolder()
        let (record, whole, sound) = try Self.lossless(in: folder)
        var bytes = whole
        let start = Int(
            try PublicFile.with(folder.url("a.caf")) {
                try PublicFile.property($0, kAudioFilePropertyDataOffset, Int64(0))
            })
        Self.damage(damaged, of: record, in: &bytes, at: start)
        let url = folder.write(bytes, "b.caf")
        let expected = Self.expected(sound, without: damaged)
        #expect(try PublicFile.decode(url, to: Self.client, threads: threads) == expected)
        // From within each packet, a damaged one too.
        for packet in 0..<Self.packets {
            let frame = packet * Self.packetFrames + 1000
            let rest = try PublicFile.withReader(url, to: Self.client, threads: threads) { file in
                try must("ExtAudioFileSeek", ExtAudioFileSeek(file, Int64(frame)))
                return try PublicFile.rest(file)
            }
            #expect(rest == Array(expected[(2 * frame)...]), "from packet \(packet)")
        }
    }

    @Test func aFileWithoutAGoodPacketIsAnError() throws {
        let folder = ScratchFolder()
        let (record, whole, _) = try Self.lossless(in: folder)
        var bytes = whole
        let start = Int(
            try PublicFile.with(folder.url("a.caf")) {
                try PublicFile.property($0, kAudioFilePropertyDataOffset, Int64(0))
            })
        Self.damage(Array(0..<Self.packets), of: record, in: &bytes, at: start)
        let url = folder.write(bytes, "b.caf")
        for threads: UInt32 in [1, 3] {
            #expect(throws: Failure.self) { try PublicFile.decode(url, to: Self.client, threads: threads) }
        }
    }

    // MARK: FLAC

    /// Frames of 16 bits, and then frames of 24.
    @Test(.needs("flac"), arguments: [1, 3] as [UInt32]) func flacMayChangeItsDepth(threads: UInt32) throws {
        let folder = ScratchFolder()
        let noise = Signal.noise(frames: 40_960, seed: 3, amplitude: 0.5).map { Int32($0 * 30_000) }
        try PublicFile.create(
            folder.url("16.wav"), kAudioFileWAVEType, .int(16), littleEndianBytes(noise.map { Int16($0) }))
        let wide = noise.flatMap { sample in (0..<3).map { UInt8(truncatingIfNeeded: (sample << 8) >> Int32(8 * $0)) } }
        try PublicFile.create(folder.url("24.wav"), kAudioFileWAVEType, .int(24), wide)
        for bits in [16, 24] {
            let run = "cd '\(folder.path)' && flac -s -b 4096 --no-padding -o \(bits).flac \(bits).wav"
            #expect(OtherProgram.run(run) == 0)
        }
        let parts = try [16, 24].map { try PublicFile.packets(folder.url("\($0).flac")) }
        let bytes = try #require(folder.bytes("16.flac"))
        let head = bytes[..<(bytes.count - parts[0].data.count)]
        let cuts = parts.map { part in part.packets[..<5].reduce(0) { $0 + Int($1.size) } }
        let url = folder.write(
            Array(head) + parts[0].data[..<cuts[0]] + parts[1].data[cuts[1]...], "both.flac")
        let found = values(try PublicFile.decode(url, to: .int(16), threads: threads), of: Int16.self)
        #expect(found == noise.map { Int16($0) })
    }

    /// Blocks of more frames than 16 bits with a sign count, of two channels and of eight.
    @Test(.needs("flac"), arguments: [2, 8] as [UInt32]) func flacHasLongBlocks(channels: UInt32) throws {
        let folder = ScratchFolder()
        let noise = Signal.noise(frames: 150_000 * Int(channels), seed: 3, amplitude: 0.5)
        let sound = littleEndianBytes(noise.map { Int16($0 * 30_000) })
        try PublicFile.create(folder.url("a.wav"), kAudioFileWAVEType, .int(16, channels: channels), sound)
        for block in [32_769, 65_535] {
            let run = "cd '\(folder.path)' && flac -s -f --lax -b \(block) --channel-map=none -o a.flac a.wav"
            guard OtherProgram.run(run) == 0 else { try Test.cancel("flac makes no such blocks") }
            #expect(try PublicFile.decode(folder.url("a.flac"), to: .int(16, channels: channels)) == sound)
        }
    }

    /// 32 bits are decoded exactly, or refused before anything is read.
    @Test(.needs("flac")) func flacOf32BitsIsDecodedOrRefused() throws {
        let folder = ScratchFolder()
        let noise = Signal.noise(frames: 20_000, seed: 3, amplitude: 0.5).map { Int32($0 * 2_000_000_000) }
        let sound = littleEndianBytes(noise)
        try PublicFile.create(folder.url("a.wav"), kAudioFileWAVEType, .int(32), sound)
        guard OtherProgram.run("cd '\(folder.path)' && flac -s -f -o a.flac a.wav") == 0 else {
            try Test.cancel("this flac encodes no 32 bits")
        }
        var made: ExtAudioFileRef?
        try must("ExtAudioFileOpenURL", ExtAudioFileOpenURL(folder.url("a.flac"), &made))
        defer { ExtAudioFileDispose(made!) }
        do {
            try PublicFile.set(made!, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription.int(32))
            #expect(try PublicFile.rest(made!) == sound)
        } catch let failure as Failure { #expect(failure.status == kAudioConverterErr_FormatNotSupported) }
    }
}
