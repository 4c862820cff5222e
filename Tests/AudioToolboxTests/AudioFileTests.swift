import AudioToolbox
import TestSupport
import Testing

/// AudioFile.h: files made, opened, read and written, as a program does it.
@Suite struct AudioFileTests {
    private let folder = ScratchFolder()

    /// The types that hold 16 bits, each with the byte order it has.
    static let types: [(type: AudioFileTypeID, bigEndian: Bool)] = [
        (kAudioFileCAFType, false), (kAudioFileCAFType, true), (kAudioFileWAVEType, false),
        (kAudioFileRF64Type, false), (kAudioFileWave64Type, false), (kAudioFileAIFFType, true),
        (kAudioFileAIFCType, true),
        (kAudioFileNextType, true),
    ]

    private func code(_ text: String) -> OSStatus { OSStatus(code: text) }

    @Test(arguments: types) func bytesComeBackAndTheEndIsReported(type: AudioFileTypeID, bigEndian: Bool) throws {
        let data = Signal.bytes(4000, seed: 1)
        let url = folder.url("a")
        try PublicFile.create(url, type, .int(16, channels: 2, bigEndian: bigEndian), data)
        try PublicFile.with(url) { id throws in
            #expect(try PublicFile.property(id, kAudioFilePropertyFileFormat, UInt32(0)) == type)
            var room = [UInt8](repeating: 0xEE, count: 100)
            var size: UInt32 = 100
            #expect(AudioFileReadBytes(id, false, 3950, &size, &room) == kAudioFileEndOfFileError)
            #expect(size == 50 && Array(room[..<50]) == Array(data[3950...]) && room[50] == 0xEE)
            size = 100
            #expect(AudioFileReadBytes(id, false, 3900, &size, &room) == noErr)
            #expect(size == 100 && room == Array(data[3900...]))
            size = 100
            #expect(AudioFileReadBytes(id, false, 4000, &size, &room) == kAudioFileEndOfFileError)
            #expect(size == 0)
            size = 1
            #expect(AudioFileReadBytes(id, false, -1, &size, &room) == kAudioFilePositionError)
        }
    }

    @Test(arguments: types) func packetsComeBackAndAreFewerAtTheEnd(type: AudioFileTypeID, bigEndian: Bool) throws {
        let data = Signal.bytes(4000, seed: 2)
        let url = folder.url("a")
        try PublicFile.create(url, type, .int(16, channels: 2, bigEndian: bigEndian), data)
        try PublicFile.with(url) { id throws in
            var room = [UInt8](repeating: 0, count: 400)
            var (bytes, packets): (UInt32, UInt32) = (400, 100)
            var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: 100)
            #expect(AudioFileReadPacketData(id, false, &bytes, &descriptions, 990, &packets, &room) == noErr)
            #expect(bytes == 40 && packets == 10 && Array(room[..<40]) == Array(data[3960...]))
            #expect(descriptions[9].mStartOffset == 36 && descriptions[9].mDataByteSize == 4)
            (bytes, packets) = (400, 100)
            #expect(AudioFileReadPacketData(id, false, &bytes, nil, 1000, &packets, &room) == noErr)
            #expect(bytes == 0 && packets == 0)
            (bytes, packets) = (399, 100)
            #expect(AudioFileReadPacketData(id, false, &bytes, nil, 0, &packets, &room) == noErr)
            #expect(bytes == 396 && packets == 99)
            (bytes, packets) = (0, 100)
            #expect(AudioFileReadPackets(id, false, &bytes, nil, 5, &packets, &room) == noErr)
            #expect(bytes == 400 && packets == 100 && room == Array(data[20..<420]))
        }
    }

    @Test(arguments: types) func constantPacketsAreWrittenOver(type: AudioFileTypeID, bigEndian: Bool) throws {
        var data = Signal.bytes(400, seed: 3)
        let url = folder.url("a")
        try PublicFile.create(url, type, .int(16, channels: 2, bigEndian: bigEndian), data)
        try PublicFile.with(url, .readWritePermission) { id throws in
            let patch = [UInt8](repeating: 7, count: 16)
            var packets: UInt32 = 4
            #expect(AudioFileWritePackets(id, false, 16, nil, 10, &packets, patch) == noErr && packets == 4)
            data.replaceSubrange(40..<56, with: patch)
            #expect(AudioFileWritePackets(id, false, 16, nil, 98, &packets, patch) == noErr && packets == 4)
            data.replaceSubrange(392..<400, with: patch)
            packets = 1
            #expect(AudioFileWritePackets(id, false, 4, nil, 103, &packets, patch) == code("pck?") && packets == 0)
            var size: UInt32 = 2
            #expect(AudioFileWriteBytes(id, false, 0, &size, [9, 9] as [UInt8]) == noErr && size == 2)
            data.replaceSubrange(0..<2, with: [9, 9])
            #expect(AudioFileWriteBytes(id, false, 5000, &size, [9, 9] as [UInt8]) == kAudioFilePositionError)
        }
        #expect(try PublicFile.data(url) == data)
    }

    /// AAC packets are any bytes here: a container does not look into them.
    @Test func packetsOfVaryingSizeNeedDescriptionsAndComeBack() throws {
        let url = folder.url("a.caf")
        var format = AudioStreamBasicDescription.encoded(kAudioFormatMPEG4AAC)
        format.mFramesPerPacket = 1024
        var made: AudioFileID?
        #expect(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &made) == noErr)
        let id = try #require(made)
        let cookie: [UInt8] = [3, 1, 4, 1, 5]
        #expect(AudioFileSetProperty(id, kAudioFilePropertyMagicCookieData, 5, cookie) == noErr)
        let sizes: [UInt32] = [5, 200, 1, 77]
        let data = Signal.bytes(283, seed: 4)
        var start: Int64 = 0
        let descriptions = sizes.map { size in
            defer { start += Int64(size) }
            return AudioStreamPacketDescription(mStartOffset: start, mVariableFramesInPacket: 0, mDataByteSize: size)
        }
        var packets: UInt32 = 4
        #expect(AudioFileWritePackets(id, false, 283, nil, 0, &packets, data) == kAudio_ParamError)
        packets = 4
        #expect(AudioFileWritePackets(id, false, 283, descriptions, 0, &packets, data) == noErr && packets == 4)
        #expect(AudioFileWritePackets(id, false, 283, descriptions, 2, &packets, data) == code("pck?"))
        packets = 4
        #expect(AudioFileWritePackets(id, false, 282, descriptions, 4, &packets, data) == kAudio_ParamError)
        #expect(AudioFileClose(id) == noErr)
        try PublicFile.with(url) { id throws in
            #expect(try PublicFile.property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == 4)
            #expect(try PublicFile.property(id, kAudioFilePropertyMaximumPacketSize, UInt32(0)) == 200)
            var room = [UInt8](repeating: 0, count: 283)
            var read = [AudioStreamPacketDescription](repeating: .init(), count: 9)
            var (bytes, packets): (UInt32, UInt32) = (283, 9)
            #expect(AudioFileReadPacketData(id, false, &bytes, &read, 1, &packets, &room) == noErr)
            #expect(packets == 3 && bytes == 278 && Array(room[..<278]) == Array(data[5...]))
            #expect(read.prefix(3).map(\.mDataByteSize) == [200, 1, 77])
            #expect(read.prefix(3).map(\.mStartOffset) == [0, 200, 201])
            var back = [UInt8](repeating: 0, count: 9)
            var size: UInt32 = 9
            #expect(AudioFileGetProperty(id, kAudioFilePropertyMagicCookieData, &size, &back) == noErr)
            #expect(Array(back.prefix(Int(size))) == cookie)
        }
    }

    @Test func dependenciesAreAcceptedWhereEveryPacketStandsAlone() throws {
        let url = folder.url("a.caf")
        var format = AudioStreamBasicDescription.int(16)
        var made: AudioFileID?
        #expect(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &made) == noErr)
        let id = try #require(made)
        var alone = [AudioStreamPacketDependencyDescription](
            repeating: .init(
                mIsIndependentlyDecodable: 1, mPreRollCount: 0, mFlags: 0, mReserved: 0), count: 2)
        var data: [UInt8] = [1, 2, 3, 4]
        var packets: UInt32 = 2
        #expect(AudioFileWritePacketsWithDependencies(id, false, 4, nil, &alone, 0, &packets, &data) == noErr)
        alone[1].mIsIndependentlyDecodable = 0
        #expect(AudioFileWritePacketsWithDependencies(id, false, 4, nil, &alone, 2, &packets, &data) == code("dep?"))
        #expect(AudioFileClose(id) == noErr)
        #expect(try PublicFile.data(url) == [1, 2, 3, 4])
    }

    @Test func createRefusesAnExistingFileWithoutEraseFlag() throws {
        let url = folder.url("a.wav")
        try PublicFile.create(url, kAudioFileWAVEType, .int(16), [1, 2, 3, 4])
        var format = AudioStreamBasicDescription.int(16)
        var id: AudioFileID?
        #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, [], &id) == -48)
        #expect(id == nil)
        #expect(try PublicFile.data(url) == [1, 2, 3, 4])
        // A format that the type cannot hold costs no file either.
        var wrong = AudioStreamBasicDescription.int(16, bigEndian: true)
        #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &wrong, .eraseFile, &id) == code("fmt?"))
        #expect(try PublicFile.data(url) == [1, 2, 3, 4])
        #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &id) == noErr)
        #expect(AudioFileClose(try #require(id)) == noErr)
        #expect(try PublicFile.data(url) == [])
    }

    @Test(arguments: types) func audioDataIsAlignedUnlessForbidden(type: AudioFileTypeID, bigEndian: Bool) throws {
        let format = AudioStreamBasicDescription.int(16, bigEndian: bigEndian)
        try PublicFile.create(folder.url("a"), type, format, [1, 2])
        try PublicFile.create(folder.url("b"), type, format, [1, 2], flags: [.eraseFile, .dontPageAlignAudioData])
        let offset = try ["a", "b"].map { name in
            try PublicFile.with(folder.url(name)) {
                try PublicFile.property($0, kAudioFilePropertyDataOffset, Int64(0))
            }
        }
        // A NeXT/Sun header has no room for filler.
        #expect(offset[0] == (type == kAudioFileNextType ? 28 : 4096))
        #expect(offset[1] < 200)
    }

    /// Sizes are written on closing unless every write is to update them; CAF states the end of unfinished data anyway.
    @Test(arguments: types) func deferredSizesWaitForClose(type: AudioFileTypeID, bigEndian: Bool) throws {
        for defers in [UInt32(1), 0] {
            var format = AudioStreamBasicDescription.int(16, bigEndian: bigEndian)
            var made: AudioFileID?
            #expect(AudioFileCreateWithURL(folder.url("a"), type, &format, .eraseFile, &made) == noErr)
            let id = try #require(made)
            #expect(try PublicFile.property(id, kAudioFilePropertyDeferSizeUpdates, UInt32(9)) == 1)
            var value = defers
            #expect(AudioFileSetProperty(id, kAudioFilePropertyDeferSizeUpdates, 4, &value) == noErr)
            var size: UInt32 = 100
            #expect(AudioFileWriteBytes(id, false, 0, &size, Signal.bytes(100, seed: 5)) == noErr)
            let before = try #require(folder.bytes("a"))
            #expect(AudioFileClose(id) == noErr)
            let after = try #require(folder.bytes("a"))
            #expect((before == after) == (defers == 0))
            _ = folder.write(before, "b")
            #expect(try PublicFile.data(folder.url("b")) == Signal.bytes(100, seed: 5))
        }
    }

    @Test(arguments: types) func filesAreExtendedAfterTheyWereClosed(type: AudioFileTypeID, bigEndian: Bool) throws {
        let url = folder.url("a")
        let data = Signal.bytes(300, seed: 6)
        try PublicFile.create(url, type, .int(16, channels: 1, bigEndian: bigEndian), Array(data[..<100]))
        try PublicFile.with(url, .readWritePermission) { id throws in
            var packets: UInt32 = 100
            #expect(AudioFileWritePackets(id, false, 200, nil, 50, &packets, Array(data[100...])) == noErr)
            // Were the program killed here, what is in the file would be read whole.
            _ = folder.write(try #require(folder.bytes("a")), "killed")
            #expect(try PublicFile.data(folder.url("killed")) == data)
        }
        #expect(try PublicFile.data(url) == data)
    }

    @Test func optimizeMovesChunksToTheFrontAndKeepsThePermissionsOfTheFile() throws {
        let url = folder.url("a.caf")
        let data = Signal.bytes(100_000, seed: 7)
        try PublicFile.create(url, kAudioFileCAFType, .int(16), data, flags: [.eraseFile, .dontPageAlignAudioData])
        let chunk = Signal.bytes(3 << 20, seed: 8)
        try PublicFile.with(url, .readWritePermission) { id throws in
            #expect(AudioFileSetUserData(id, UInt32(code: "mine"), 0, UInt32(chunk.count), chunk) == noErr)
        }
        chmod(folder.file("a.caf"), 0o640)
        symlink("a.caf", folder.file("link.caf"))
        try PublicFile.with(folder.url("link.caf"), .readWritePermission) { id throws in
            #expect(try PublicFile.property(id, kAudioFilePropertyIsOptimized, UInt32(9)) == 0)
            var size: UInt32 = 2
            #expect(AudioFileWriteBytes(id, false, 100_000, &size, [1, 2] as [UInt8]) == code("optm"))
            #expect(AudioFileOptimize(id) == noErr)
            #expect(try PublicFile.property(id, kAudioFilePropertyIsOptimized, UInt32(9)) == 1)
            size = 2
            #expect(AudioFileWriteBytes(id, false, 100_000, &size, [1, 2] as [UInt8]) == noErr)
        }
        var status = stat()
        #expect(lstat(folder.file("link.caf"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(folder.file("a.caf"), &status) == 0 && status.st_mode & 0o777 == 0o640)
        try PublicFile.with(url) { id throws in
            #expect(try PublicFile.data(id) == data + [1, 2])
            var size: UInt32 = 0
            #expect(AudioFileGetUserDataSize(id, UInt32(code: "mine"), 0, &size) == noErr && size == 3 << 20)
            var back = [UInt8](repeating: 0, count: chunk.count)
            #expect(AudioFileGetUserData(id, UInt32(code: "mine"), 0, &size, &back) == noErr && back == chunk)
        }
    }

    /// Another user of a shared folder can foresee no name that this writes to.
    @Test func optimizeWritesToNoFileThatIsThere() throws {
        let url = folder.url("a.caf")
        let data = Signal.bytes(1000, seed: 7)
        try PublicFile.create(url, kAudioFileCAFType, .int(16), data, flags: [.eraseFile, .dontPageAlignAudioData])
        let planted = "a.caf.optimizing-\(getpid())"
        let other = folder.write([1, 2, 3], "other") as URL
        try #require(symlink(other.path, folder.file(planted)) == 0)
        try PublicFile.with(url, .readWritePermission) { id throws in
            #expect(AudioFileSetUserData(id, UInt32(code: "mine"), 0, 3, [1, 2, 3] as [UInt8]) == noErr)
            #expect(AudioFileOptimize(id) == noErr)
        }
        var status = stat()
        #expect(lstat(folder.file("a.caf"), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
        #expect(try PublicFile.data(url) == data)
        #expect(folder.bytes("other") == [1, 2, 3])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["a.caf", "other", planted])
    }

    /// A large chunk stays in the file until something around it changes.
    @Test func aLargeChunkSurvivesAChangeOfTheText() throws {
        for type in [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFCType] {
            let url = folder.url("a")
            let data = Signal.bytes(1000, seed: 9)
            let chunk = Signal.bytes(3 << 20 | 6, seed: 10)
            try PublicFile.create(url, type, .int(16, bigEndian: type == kAudioFileAIFCType), data) { id throws in
                #expect(AudioFileSetUserData(id, UInt32(code: "mine"), 0, UInt32(chunk.count), chunk) == noErr)
            }
            try PublicFile.with(url, .readWritePermission) { id throws in
                var info: Unmanaged<CFDictionary>? = .passRetained(["title": "New"] as NSDictionary)
                #expect(AudioFileSetProperty(id, kAudioFilePropertyInfoDictionary, 8, &info) == noErr)
                info?.release()
                var size: UInt32 = 2
                #expect(AudioFileWriteBytes(id, false, 1000, &size, [1, 2] as [UInt8]) == noErr)
            }
            try PublicFile.with(url) { id throws in
                #expect(try PublicFile.data(id) == data + [1, 2])
                var size = UInt32(chunk.count)
                var back = [UInt8](repeating: 0, count: chunk.count)
                #expect(AudioFileGetUserData(id, UInt32(code: "mine"), 0, &size, &back) == noErr && back == chunk)
            }
        }
    }

    @Test func userDataByIndexAndOffset() throws {
        let mine = UInt32(code: "mine")
        for type in [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType] {
            let url = folder.url("a")
            try PublicFile.create(url, type, .int(16, bigEndian: type == kAudioFileAIFFType), [1, 2]) { id throws in
                #expect(AudioFileSetUserData(id, mine, 0, 3, [1, 2, 3] as [UInt8]) == noErr)
                #expect(AudioFileSetUserData(id, mine, 1, 4, [4, 5, 6, 7] as [UInt8]) == noErr)
                #expect(AudioFileSetUserData(id, mine, 5, 1, [0] as [UInt8]) == code("chk?"))
            }
            try PublicFile.with(url, .readWritePermission) { id throws in
                var (count, size, size64): (UInt32, UInt32, UInt64) = (0, 0, 0)
                #expect(AudioFileCountUserData(id, mine, &count) == noErr && count == 2)
                #expect(AudioFileCountUserData(id, UInt32(code: "none"), &count) == noErr && count == 0)
                #expect(AudioFileGetUserDataSize(id, mine, 0, &size) == noErr && size == 3)
                #expect(AudioFileGetUserDataSize64(id, mine, 1, &size64) == noErr && size64 == 4)
                #expect(AudioFileGetUserDataSize(id, mine, 2, &size) == code("chk?"))
                var room = [UInt8](repeating: 0, count: 8)
                size = 8
                #expect(AudioFileGetUserData(id, mine, 0, &size, &room) == noErr)
                #expect(Array(room.prefix(Int(size))) == [1, 2, 3])
                size = 2
                #expect(AudioFileGetUserDataAtOffset(id, mine, 1, 1, &size, &room) == noErr)
                #expect(size == 2 && Array(room.prefix(2)) == [5, 6])
                #expect(AudioFileGetUserDataAtOffset(id, mine, 1, -1, &size, &room) == kAudioFilePositionError)
                #expect(AudioFileGetUserDataAtOffset(id, mine, 1, .max, &size, &room) == noErr && size == 0)
                #expect(AudioFileRemoveUserData(id, mine, 0) == noErr)
                #expect(AudioFileRemoveUserData(id, mine, 1) == code("chk?"))
            }
            try PublicFile.with(url) { id throws in
                var (count, size): (UInt32, UInt32) = (0, 8)
                #expect(AudioFileCountUserData(id, mine, &count) == noErr && count == 1)
                var room = [UInt8](repeating: 0, count: 8)
                #expect(AudioFileGetUserData(id, mine, 0, &size, &room) == noErr)
                #expect(Array(room.prefix(Int(size))) == [4, 5, 6, 7])
                #expect(try PublicFile.data(id) == [1, 2])
            }
        }
    }

    /// The files are all holes, and take no room on the disk.
    @Test func dataOf4GiBIsRefusedWhereTheTypeHasNoRoomForIt() throws {
        for type in [
            kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileRF64Type, kAudioFileWave64Type, kAudioFileCAFType,
        ] {
            let url = folder.url("large")
            var format = AudioStreamBasicDescription.int(16, bigEndian: type == kAudioFileAIFFType)
            var made: ExtAudioFileRef?
            #expect(ExtAudioFileCreateWithURL(url, type, &format, nil, 1, &made) == noErr)
            let file = try #require(made)
            let isSmall = type == kAudioFileWAVEType || type == kAudioFileAIFFType
            var frames: Int64 = 1 << 31
            let length = kExtAudioFileProperty_FileLengthFrames
            #expect(ExtAudioFileSetProperty(file, length, 8, &frames) == (isSmall ? code("off?") : noErr))
            frames = 3 << 29
            #expect(ExtAudioFileSetProperty(file, length, 8, &frames) == noErr)
            #expect(ExtAudioFileDispose(file) == noErr)
            try PublicFile.with(url, .readWritePermission) { id throws in
                for packet in frames..<frames + 1000 {
                    var packets: UInt32 = 1
                    #expect(AudioFileWritePackets(id, false, 2, nil, packet, &packets, [1, 2] as [UInt8]) == noErr)
                }
                let size = try PublicFile.property(id, kAudioFilePropertyAudioDataByteCount, UInt64(0))
                #expect(size == UInt64(frames + 1000) * 2)
            }
            #expect(unlink(folder.file("large")) == 0)
        }
    }

    /// An `FSRef` that no function has made is of no file.
    @Test func aReferenceToNoFileIsRefused() {
        var format = AudioStreamBasicDescription.int(16)
        var id: AudioFileID?
        var place = [UInt64](repeating: 0, count: 10)
        place.withUnsafeMutableBytes {
            let nowhere = OpaquePointer($0.baseAddress!)
            #expect(AudioFileOpen(nowhere, .readPermission, 0, &id) == kAudio_FileNotFoundError)
            #expect(AudioFileInitialize(nowhere, kAudioFileCAFType, &format, [], &id) == kAudio_FileNotFoundError)
        }
    }
}
