import AudioCore
import Glibc
import TestSupport
import Testing

@Suite struct FileBytesTests {
    private let folder = ScratchFolder()
    private static let block = [UInt8](repeating: 7, count: 1 << 16)

    private static func status(_ path: String) -> stat {
        var status = stat()
        _ = stat(path, &status)
        return status
    }

    private static func append(_ bytes: FileBytes) throws(AudioError) {
        let end = try bytes.size()
        var failure: AudioError?
        block.withUnsafeBytes { block in
            do throws(AudioError) { try bytes.write(block, at: end) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Room is reserved while a file grows. It never shows in the size, and is given back: closed, forgotten or cut.
    @Test(arguments: ["closed", "forgotten", "cut"]) func reservedRoomIsNoPartOfAFile(_ end: String) throws {
        let path = folder.file(end)
        var bytes: FileBytes? = try FileBytes.create(path, erasing: true)
        for count in 1...50 {
            try Self.append(bytes!)
            #expect(Self.status(path).st_size == count << 16)
        }
        switch end {
        case "closed": try bytes!.close()
        case "cut": try bytes!.resize(to: bytes!.size())
        default: bytes = nil
        }
        let after = Self.status(path)
        #expect(after.st_size == 50 << 16)
        // What a file system keeps of its own for a file is less than this.
        #expect(after.st_blocks * 512 < 51 << 16)
        if end == "closed" { #expect(throws: AudioError.self) { try Self.append(bytes!) } }
    }

    /// What another program has written behind the end stays.
    @Test func givingRoomBackCutsNothingOff() throws {
        let path = folder.file("shared")
        let bytes = try FileBytes.create(path, erasing: true)
        for _ in 0..<40 { try Self.append(bytes) }
        let other = try FileBytes.open(path, .readWrite)
        try Self.append(other)
        try bytes.close()
        try other.close()
        #expect(Self.status(path).st_size == 41 << 16)
    }

    /// A program that writes to the pipe would take an open descriptor for the reader.
    @Test(arguments: [FileBytes.Access.read, .readWrite]) func aPipeIsRefusedUnopened(_ access: FileBytes.Access) throws
    {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let watch = try #require(OpenWatch(path))
        #expect(throws: AudioError.self) { try FileBytes.open(path, access) }
        #expect(!watch.wasOpened)
        // The watch does see an open.
        close(open(path, O_RDONLY | O_NONBLOCK))
        #expect(watch.wasOpened)
    }

    /// Memory's file system would end a program that reserves more than it may write.
    @Test(arguments: ["/dev/shm", "/tmp"]) func aLimitIsReachedToTheByte(_ place: String) async throws {
        await #expect(processExitsWith: .success) { [place = place as String] in
            var path = Array("\(place)/coreaudio-limit-XXXXXX".utf8CString)
            let descriptor = mkstemp(&path)
            try #require(descriptor >= 0)
            let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer { unlink(name) }
            let bytes = try FileBytes.open(name, .readWrite)
            for _ in 0..<20 { try Self.append(bytes) }
            var limit = rlimit(rlim_cur: 40 << 16, rlim_max: 40 << 16)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            // The signal is not ignored yet: up to the limit there must be none.
            for _ in 20..<40 { try Self.append(bytes) }
            signal(SIGXFSZ, SIG_IGN)
            let error = #expect(throws: AudioError.self) { try Self.append(bytes) }
            #expect(error?.status == AudioError.diskFull.status)
            try bytes.close()
            #expect(Self.status(name).st_size == 40 << 16)
        }
    }
}
