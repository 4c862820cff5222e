import AudioContainers
import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@Suite struct OpenFileTests {
    static let types: [FourCC] = ["caff", "WAVE", "AIFF", "AIFC"]

    private func format(_ type: FourCC, channels: Int = 2) -> StreamFormat {
        .pcm(.signed, bits: 16, sampleRate: 44100, channels: channels, bigEndian: type == "AIFF" || type == "AIFC")
    }

    private func create(_ type: FourCC, _ sink: MemoryBytes, aligned: Bool = false) throws(AudioError) -> OpenFile {
        try OpenFile.create(sink, type: type, format: format(type), alignsAudioData: aligned)
    }

    private func reopen(_ sink: MemoryBytes, _ permissions: OpenFile.Permissions = .read) throws(AudioError) -> OpenFile
    {
        try OpenFile.open(sink, sink: permissions.contains(.write) ? sink : nil, permissions, hint: FourCC(0))
    }

    private func read(_ file: OpenFile, at start: Int64 = 0, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes { try file.readBytes(at: start, into: $0) }
        return Array(bytes.prefix(got))
    }

    @Test(arguments: types) func whatIsWrittenIsRead(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink)
        let data = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try data.withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 1000) }
        try file.close()
        let again = try reopen(sink)
        #expect(again.description.fileType == type)
        #expect(again.format == format(type))
        #expect(again.description.packets.count == 1000)
        #expect(again.validFrames == 1000)
        #expect(try read(again, count: 5000) == data)
        #expect(try read(again, at: 3998, count: 10) == Array(data[3998...]))
        #expect(try read(again, at: 9999, count: 10) == [])
    }

    @Test(arguments: types) func audioDataStandsOnAPage(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink, aligned: true)
        #expect(file.description.dataOffset == 4096)
        try file.close()
        #expect(try reopen(sink).description.dataOffset == 4096)
    }

    @Test(arguments: types) func packetsCanBeWrittenOver(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink)
        try [UInt8](repeating: 1, count: 400).withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 100) }
        try [UInt8](repeating: 2, count: 40).withUnsafeBytes { try file.writePackets($0, nil, at: 10, count: 10) }
        #expect(throws: AudioError.invalidPacketOffset) {
            try [UInt8](repeating: 3, count: 4).withUnsafeBytes { try file.writePackets($0, nil, at: 101, count: 1) }
        }
        try file.close()
        let bytes = try read(try reopen(sink), count: 400)
        #expect(
            bytes == Array(repeating: 1, count: 40) + Array(repeating: 2, count: 40) + Array(repeating: 1, count: 320))
    }

    /// Packets of varying size come one after the other: no gap, nothing twice, and frames of FLAC by their numbers.
    @Test(arguments: ["flac", "caff"] as [FourCC]) func packetsComeInOrder(type: FourCC) throws {
        let source = MemoryBytes(try Fixture.named("FLAC/s16-stereo.flac").bytes())
        let flac = try OpenFile.open(source, sink: nil, .read, hint: "flac")
        let places = (0..<flac.description.packets.count).map { flac.description.packets[$0] }
        try #require(places.count == 2)
        let sink = MemoryBytes()
        let file = try OpenFile.create(sink, type: type, format: flac.format, alignsAudioData: false)
        try flac.description.magicCookie.withUnsafeBytes {
            try file.setProperty(kAudioFilePropertyMagicCookieData, .bytes($0))
        }
        func write(_ packets: Range<Int>, at start: Int64, _ file: OpenFile) throws {
            for (index, packet) in packets.enumerated() {
                var place = places[packet]
                let bytes = try source.bytes(at: flac.description.dataOffset + place.offset, count: Int(place.size))
                place.offset = 0
                try bytes.withUnsafeBytes { try file.writePackets($0, [place], at: start + Int64(index), count: 1) }
            }
        }
        try write(0..<1, at: 0, file)
        for start in [0, 2, 3] as [Int64] {
            #expect(throws: AudioError.invalidPacketOffset) { try write(1..<2, at: start, file) }
        }
        func expectOrder(_ file: OpenFile) {
            guard type == "flac" else { return }
            #expect { try write(0..<1, at: 1, file) } throws: {
                ($0 as? AudioError)?.status == AudioError.invalidPacketOffset.status
            }
        }
        expectOrder(file)
        try file.close()
        let again = try reopen(sink, [.read, .write])
        #expect(again.description.packets.count == 1)
        expectOrder(again)
        try write(1..<2, at: 1, again)
        try again.close()
        let whole = try reopen(sink)
        #expect(whole.description.packets.count == Int64(places.count))
        #expect(try read(whole, count: 1 << 20) == read(flac, count: 1 << 20))
    }

    @Test(arguments: types) func anExistingFileIsExtended(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink)
        try [UInt8](repeating: 1, count: 4).withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 1) }
        try file.close()
        let again = try reopen(sink, [.read, .write])
        try [UInt8](repeating: 2, count: 8).withUnsafeBytes { try again.writePackets($0, nil, at: 1, count: 2) }
        try again.close()
        #expect(try read(try reopen(sink), count: 100) == [1, 1, 1, 1] + [UInt8](repeating: 2, count: 8))
    }

    @Test func aKilledWriterLeavesAReadableCAF() throws {
        let sink = MemoryBytes()
        let file = try create("caff", sink)
        let data = [UInt8](repeating: 9, count: 4000)
        try data.withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 1000) }
        let again = try reopen(MemoryBytes(sink.contents))
        #expect(again.description.packets.count == 1000)
        #expect(!again.description.isComplete)
        #expect(try read(again, count: 5000) == data)
    }

    @Test(arguments: types) func sizesAreKeptUpToDateWhereAsked(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink)
        try withUnsafeBytes(of: UInt32(0)) { try file.setProperty(0x6473_7A75, .bytes($0)) }
        try [UInt8](repeating: 1, count: 400).withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 100) }
        let again = try reopen(MemoryBytes(sink.contents))
        #expect(again.description.isComplete)
        #expect(again.description.packets.count == 100)
    }

    @Test(arguments: types) func textSurvives(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink)
        try file.setProperty(0x696E_666F, .dictionary([("title", "Étude"), ("artist", "Nobody")]))
        try [UInt8](repeating: 1, count: 4).withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 1) }
        try file.close()
        let info = try reopen(sink).description.info
        #expect(info["title"] == "Étude")
        #expect(info["artist"] == "Nobody")
    }

    @Test(arguments: types) func userDataIsCountedReadReplacedAndRemoved(type: FourCC) throws {
        let sink = MemoryBytes()
        let file = try create(type, sink)
        try file.setUserData("abcd", index: 0, [1, 2, 3])
        try file.setUserData("abcd", index: 1, [4, 5])
        #expect(throws: AudioError.invalidChunk) { try file.setUserData("abcd", index: 3, [6]) }
        try file.close()
        let again = try reopen(sink, [.read, .write])
        #expect(again.userDataCount("abcd") == 2)
        #expect(try again.userDataSize("abcd", index: 0) == 3)
        var bytes = [UInt8](repeating: 0, count: 8)
        let got = try bytes.withUnsafeMutableBytes { try again.userData("abcd", index: 1, into: $0) }
        #expect(Array(bytes.prefix(got)) == [4, 5])
        try again.setUserData("abcd", index: 1, [7, 8])
        try again.close()
        let last = try reopen(sink)
        let count = try bytes.withUnsafeMutableBytes { try last.userData("abcd", index: 1, offset: 1, into: $0) }
        #expect(Array(bytes.prefix(count)) == [8])
        #expect(throws: AudioError.invalidChunk) { try last.userDataSize("abcd", index: 2) }
        #expect(throws: AudioError.permissions) { try last.removeUserData("abcd", index: 0) }
    }

    @Test func aReadOnlyFileRefusesChanges() throws {
        let sink = MemoryBytes()
        try create("caff", sink).close()
        let file = try reopen(sink)
        #expect(throws: AudioError.permissions) {
            try [UInt8](repeating: 3, count: 4).withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 1) }
        }
        #expect(throws: AudioError.permissions) { try file.optimize() }
    }

    @Test func aFormatThatTheTypeCannotHoldIsRefused() {
        let wrong = StreamFormat.pcm(.signed, bits: 16, sampleRate: 44100, channels: 2, bigEndian: false)
        #expect(throws: AudioError.unsupportedDataFormat) {
            try OpenFile.create(MemoryBytes(), type: "AIFF", format: wrong, alignsAudioData: false)
        }
        #expect(throws: AudioError.unsupportedFileType) {
            try OpenFile.create(MemoryBytes(), type: "nope", format: wrong, alignsAudioData: false)
        }
    }

    @Test func wordsThatStandBehindTheDataAreMovedToTheFront() throws {
        let sink = MemoryBytes()
        let file = try create("caff", sink)
        try [UInt8](repeating: 1, count: 400).withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 100) }
        try file.setUserData("abcd", index: 0, [UInt8](repeating: 5, count: 5000))
        try file.close()
        let late = try reopen(sink, [.read, .write])
        #expect(!late.description.isOptimized)
        #expect(throws: AudioError.notOptimized) {
            try [UInt8](repeating: 3, count: 4).withUnsafeBytes { try late.writePackets($0, nil, at: 100, count: 1) }
        }
        try late.optimize()
        #expect(late.description.isOptimized)
        #expect(late.userDataCount("abcd") == 1)
        #expect(try read(late, count: 500) == [UInt8](repeating: 1, count: 400))
        try [UInt8](repeating: 3, count: 4).withUnsafeBytes { try late.writePackets($0, nil, at: 100, count: 1) }
        try late.close()
        #expect(try reopen(sink).description.packets.count == 101)
    }
}

@Suite struct ReservedDurationTests {
    private func write(reserving seconds: Double?) throws -> OpenFile {
        let sink = MemoryBytes()
        let format = StreamFormat(
            sampleRate: 44100, formatID: .aac, framesPerPacket: 1024, channels: 2)
        let file = try OpenFile.create(sink, type: "caff", format: format, alignsAudioData: false)
        if let seconds { try withUnsafeBytes(of: seconds) { try file.setProperty(0x7273_7276, .bytes($0)) } }
        for packet in 0..<100 {
            let bytes = [UInt8](repeating: UInt8(packet), count: 100 + packet)
            try bytes.withUnsafeBytes {
                try file.writePackets(
                    $0, [PacketDescription(offset: 0, size: UInt32(bytes.count))], at: Int64(packet), count: 1)
            }
        }
        try file.close()
        let size = try sink.size()
        let again = try OpenFile.open(sink, sink: nil, .read, hint: FourCC(0))
        #expect(again.description.packets.count == 100)
        #expect(again.description.packets.totalBytes == again.description.dataSize)
        if seconds != nil { #expect(again.description.dataOffset + again.description.dataSize == size) }
        return again
    }

    /// With room reserved the table stands before the audio data, and nothing stands behind them.
    @Test func thePacketTableFindsRoomBeforeTheAudioData() throws {
        #expect(try write(reserving: 10).description.dataOffset == 4096)
        #expect(try write(reserving: nil).description.dataOffset < 4096)
    }

    @Test func aFileCutWithinAPacketStillGivesTheWholeOnes() throws {
        let sink = MemoryBytes()
        let format = StreamFormat(sampleRate: 44100, formatID: .aac, framesPerPacket: 1024, channels: 2)
        let file = try OpenFile.create(sink, type: "caff", format: format, alignsAudioData: false)
        let packets = [PacketDescription(offset: 0, size: 10), PacketDescription(offset: 10, size: 20)]
        try [UInt8](repeating: 7, count: 30).withUnsafeBytes { try file.writePackets($0, packets, at: 0, count: 2) }
        try sink.resize(to: file.description.dataOffset + 25)
        var room = [UInt8](repeating: 0, count: 64)
        let read = try room.withUnsafeMutableBytes { try file.readPackets(from: 0, count: 2, into: $0) }
        #expect(read.packets == 1 && read.bytes == 10)
    }
}
