import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Full disks, folders that may not be written, and programs that are killed: what was there stays there.
@Suite(.serialized) struct NothingLostTests {
    private let folder = ScratchFolder()

    // MARK: A killed writer

    /// Writes frames in many pieces and is gone before it could close the file.
    private static func writeAndDie(_ path: String, _ type: AudioFileTypeID, appending: Bool) {
        let url = URL(fileURLWithPath: path) as CFURL
        var format = AudioStreamBasicDescription.int(16, channels: 2, bigEndian: type == kAudioFileAIFFType)
        var made: AudioFileID?
        var start: UInt32 = 0
        if appending {
            guard AudioFileOpenURL(url, .readWritePermission, 0, &made) == noErr else { exit(3) }
            start = 1000
        } else {
            guard AudioFileCreateWithURL(url, type, &format, .eraseFile, &made) == noErr else { exit(3) }
        }
        let data = Signal.bytes(40_000, seed: 11)
        for piece in stride(from: Int(start), to: 10_000, by: 500) {
            var packets: UInt32 = 500
            let part = Array(data[(piece * 4)..<(piece * 4 + 2000)])
            guard AudioFileWritePackets(made!, false, 2000, nil, Int64(piece), &packets, part) == noErr else { exit(4) }
        }
        kill(getpid(), SIGKILL)
    }

    @Test(arguments: ["caff", "WAVE", "RF64", "W64f", "AIFF"], [false, true])
    func aKilledWritersFileOpensWithItsData(type: String, appending: Bool) async throws {
        let code = UInt32(code: type)
        let path = folder.file("killed")
        let data = Signal.bytes(40_000, seed: 11)
        if appending {
            let format = AudioStreamBasicDescription.int(16, channels: 2, bigEndian: code == kAudioFileAIFFType)
            try PublicFile.create(folder.url("killed"), code, format, Array(data[..<4000])) { id throws in
                // With text and a chunk that make the head longer.
                #expect(AudioFileSetUserData(id, UInt32(code: "mine"), 0, 5, [1, 2, 3, 4, 5] as [UInt8]) == noErr)
            }
        }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, code = code as UInt32, appending = appending as Bool] in
            Self.writeAndDie(path, code, appending: appending)
        }
        #expect(try PublicFile.data(folder.url("killed")) == data)
        // It can be taken up again.
        try PublicFile.with(folder.url("killed"), .readWritePermission) { id throws in
            var packets: UInt32 = 1
            #expect(AudioFileWritePackets(id, false, 4, nil, 10_000, &packets, [1, 2, 3, 4] as [UInt8]) == noErr)
        }
        #expect(try PublicFile.data(folder.url("killed")) == data + [1, 2, 3, 4])
    }

    // MARK: An interrupted tool

    /// A large sound of zeros that takes no room on the disk.
    private func largeFile() throws -> String {
        let path = folder.file("large.wav")
        try PublicFile.create(
            folder.url("large.wav"), kAudioFileWAVEType, .int(16, rate: 48_000, channels: 2), [0, 0, 0, 0],
            flags: [.eraseFile, .dontPageAlignAudioData])
        let head = try #require(folder.bytes("large.wav")).count - 4
        let size = 1 << 30
        #expect(truncate(path, head + size) == 0)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: UInt64(head - 4))
        try handle.write(contentsOf: withUnsafeBytes(of: UInt32(size)) { Data($0) })
        try handle.close()
        return path
    }

    @Test(.needsInstallation, arguments: [SIGINT, SIGTERM, SIGKILL])
    func anInterruptedConversionLeavesTheFinalNameAsItWas(signal: Int32) throws {
        let input = try largeFile()
        let target = ScratchFolder()
        _ = target.write([1, 2, 3], "out.caf")
        let tool = try #require(
            ChildProcess(
                Installed.tool("afconvert"),
                [input, "-o", target.file("out.caf"), "-f", "caff", "-d", "LEI16@44100", "--src-complexity", "bats"]))
        // It has begun to write as soon as another file is there; twenty seconds are for ever.
        let deadline = ContinuousClock.now + .seconds(20)
        var files: [String] = []
        while files.count < 2, ContinuousClock.now < deadline {
            files = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
            usleep(1000)
        }
        #expect(files.count == 2)
        #expect(tool.end(signal) == 128 + signal)
        #expect(target.bytes("out.caf") == [1, 2, 3])
        files = try FileManager.default.contentsOfDirectory(atPath: target.path)
        if signal != SIGKILL { #expect(files == ["out.caf"]) }
    }

    // MARK: A full disk

    private static func limitFiles(to size: rlim_t) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    @Test func aFullDiskIsReportedAndWhatWasWrittenIsKept() async throws {
        let path = folder.file("full.caf")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let url = URL(fileURLWithPath: path) as CFURL
            var (format, made): (AudioStreamBasicDescription, AudioFileID?) = (.int(16), nil)
            try #require(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &made) == noErr)
            let id = made!
            let data = Signal.bytes(8192, seed: 12)
            Self.limitFiles(to: 16_384)
            var packets: UInt32 = 4096
            #expect(AudioFileWritePackets(id, false, 8192, nil, 0, &packets, data) == noErr && packets == 4096)
            #expect(AudioFileWritePackets(id, false, 8192, nil, 4096, &packets, data) == -34 && packets == 0)
            #expect(AudioFileClose(id) == noErr)
            #expect(try PublicFile.data(url) == data)
            // No room for the head: no file.
            Self.limitFiles(to: 100)
            let other = URL(fileURLWithPath: path + ".other") as CFURL
            #expect(AudioFileCreateWithURL(other, kAudioFileCAFType, &format, [], &made) == -34)
            #expect(!FileManager.default.fileExists(atPath: path + ".other"))
        }
    }

    @Test func aFullDiskIsReportedByExtendedFilesAsynchronouslyToo() async throws {
        let path = folder.file("full.wav")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let url = URL(fileURLWithPath: path) as CFURL
            var (format, made): (AudioStreamBasicDescription, ExtAudioFileRef?) = (.int(16), nil)
            try #require(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, nil, 1, &made) == noErr)
            let file = made!
            Self.limitFiles(to: 8192)
            #expect(ExtAudioFileWriteAsync(file, 0, nil) == noErr)
            var data = Signal.bytes(8192, seed: 13)
            data.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 8192, mData: bytes.baseAddress))
                #expect(ExtAudioFileWriteAsync(file, 4096, &list) == noErr)
            }
            #expect(ExtAudioFileDispose(file) == -34)
        }
    }

    private static func write(_ frames: UInt32, to file: ExtAudioFileRef, _ data: inout [UInt8]) -> OSStatus {
        data.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 2, mData: bytes.baseAddress))
            return ExtAudioFileWrite(file, frames, &list)
        }
    }

    /// What an encoder gave when a write failed is lost, so nothing may follow it, a few frames that it would only keep neither.
    @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatAppleIMA4])
    func aFailedWriteOfAnExtendedFileStays(id: AudioFormatID) async throws {
        let path = folder.file("stays.caf")
        await #expect(processExitsWith: .success) { [path = path as String, id = id as UInt32] in
            let url = URL(fileURLWithPath: path) as CFURL
            var client = AudioStreamBasicDescription.int(16)
            var held = client
            if id != kAudioFormatLinearPCM {
                held = AudioStreamBasicDescription()
                held.mSampleRate = client.mSampleRate
                held.mFormatID = id
                held.mChannelsPerFrame = 1
            }
            var made: ExtAudioFileRef?
            try #require(ExtAudioFileCreateWithURL(url, kAudioFileCAFType, &held, nil, 1, &made) == noErr)
            let file = made!
            let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let property = kExtAudioFileProperty_ClientDataFormat
            try #require(ExtAudioFileSetProperty(file, property, size, &client) == noErr)
            Self.limitFiles(to: 60_000)
            var data = Signal.bytes(8192, seed: 14)
            var (given, status): (Int64, OSStatus) = (0, 0)
            while status == noErr, given < 1_000_000 {
                status = Self.write(4096, to: file, &data)
                given += 4096
            }
            #expect(status == -34)
            let later = ([10, 4096] as [UInt32]).map { Self.write($0, to: file, &data) }
            #expect(later == [-34, -34])
            var kept: Int64 = 0
            #expect(ExtAudioFileTell(file, &kept) == noErr && kept > 0 && kept < given)
            #expect(ExtAudioFileDispose(file) == -34)
            try #require(ExtAudioFileOpenURL(url, &made) == noErr)
            var (length, lengthSize): (Int64, UInt32) = (0, 8)
            let lengthProperty = kExtAudioFileProperty_FileLengthFrames
            #expect(ExtAudioFileGetProperty(made!, lengthProperty, &lengthSize, &length) == noErr)
            #expect(length == kept)
            #expect(ExtAudioFileDispose(made!) == noErr)
        }
    }

    /// A real file system of 256 KiB, where this program may mount one.
    @Test(.needsInstallation, .needs("unshare")) func theToolLeavesNothingOnAFullDisk() throws {
        let mount = folder.file("small")
        let script = """
            mkdir -p '\(mount)' && mount -t tmpfs -o size=256k coreaudio '\(mount)' || exit 77
            '\(Installed.tool("afconvert"))' '\(folder.file("in.wav"))' -o '\(mount)/out.caf' -f caff -d LEI16 \
            2> '\(folder.file("errors"))'
            status=$?
            ls -A '\(mount)' > '\(folder.file("left"))'
            exit $status
            """
        try PublicFile.create(
            folder.url("in.wav"), kAudioFileWAVEType, .int(16), [UInt8](repeating: 1, count: 1 << 20))
        _ = folder.write(Array(script.utf8), "script")
        let status = OtherProgram.run("unshare -m sh '\(folder.file("script"))' 2> /dev/null") >> 8
        guard status != 77, folder.bytes("left") != nil else { try Test.cancel("no small disk can be mounted here") }
        #expect(status == 1)
        #expect(folder.bytes("left") == [])
        #expect(String(decoding: folder.bytes("errors") ?? [], as: UTF8.self).hasPrefix("Error: "))
    }

    // MARK: A folder that may not be written

    @Test func aFolderThatMayNotBeWritten() async throws {
        #expect(chmod(folder.path, 0o555) == 0)
        defer { chmod(folder.path, 0o755) }
        let path = folder.file("new.wav")
        await #expect(processExitsWith: .success) { [path = path as String] in
            // The superuser may write everywhere.
            if getuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let url = URL(fileURLWithPath: path) as CFURL
            var (format, id): (AudioStreamBasicDescription, AudioFileID?) = (.int(16), nil)
            #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, .eraseFile, &id) == -54)
            var file: ExtAudioFileRef?
            #expect(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, nil, 1, &file) == -54)
        }
    }
}
