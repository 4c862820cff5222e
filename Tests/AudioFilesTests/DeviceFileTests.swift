import AudioContainers
import AudioCore
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioFiles

/// Files that are created on what is no regular file.
@Suite struct DeviceFileTests {
    private let folder = ScratchFolder()

    /// The types that hold linear PCM, and the first form of that.
    private static var types: [(type: FourCC, format: StreamFormat)] {
        var types: [(type: FourCC, format: StreamFormat)] = []
        for type in Containers.all.flatMap({ $0.types }) {
            guard
                case .pcm(let kind, let bits, let bigEndian)? = type.formats.first(where: { $0.formatID == .linearPCM })
            else { continue }
            let format = StreamFormat.pcm(kind, bits: bits, sampleRate: 8000, channels: 1, bigEndian: bigEndian)
            types.append((type.id, format))
        }
        return types
    }

    /// Whether this process may make a device of its own.
    private static let hasDevice = ScratchFolder().nullDevice("probe") != nil

    private func device() throws -> String { try #require(folder.nullDevice("null")) }

    @Test(.enabled(if: hasDevice)) func everyTypeIsWrittenToADevice() throws {
        let path = try device()
        #expect(Self.types.count > 5)
        for (type, format) in Self.types {
            let file = try OpenFile.create(
                FilePath(path), type: type, format: format, erasing: true, alignsAudioData: true)
            let data = [UInt8](repeating: 1, count: 1000 * format.bytesPerFrame)
            try data.withUnsafeBytes { try file.writePackets($0, nil, at: 0, count: 1000) }
            try file.optimize()
            try data.withUnsafeBytes { try file.writePackets($0, nil, at: 1000, count: 1000) }
            #expect(file.description.packets.count == 2000 && file.isOnDevice, "\(type)")
            try file.close()
            #expect(ScratchFolder.isDevice(path), "\(type)")
        }
        // One that is there is an error unless it is to be erased.
        #expect(throws: AudioError.self) {
            try OpenFile.create(
                FilePath(path), type: "caff", format: .int16(sampleRate: 8000, channels: 1), erasing: false,
                alignsAudioData: true)
        }
    }

    @Test(.enabled(if: hasDevice), arguments: ["caff", "m4af"] as [FourCC])
    func packetsOfVaryingSizeAreWrittenToADevice(type: FourCC) throws {
        let path = try device()
        let format = StreamFormat(sampleRate: 8000, formatID: .alac, flags: .init(rawValue: 1), channels: 1)
        let file = try ExtendedFile.create(
            FilePath(path), type: type, format: format, layout: nil, erasing: true, alignsAudioData: true)
        try file.setClientFormat(.float32(sampleRate: 8000, channels: 1))
        var samples = Signal.noise(frames: 20_000, seed: 1)
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            try file.write(20_000, &list)
        }
        try file.dispose()
        #expect(ScratchFolder.isDevice(path))
    }

    /// What the device has taken reads as zeros, and nothing follows it.
    @Test(.enabled(if: hasDevice)) func whatADeviceHasTakenIsGone() throws {
        let path = try device()
        let bytes = try FileBytes.create(FilePath(path), erasing: true)
        let data: [UInt8] = [1, 2, 3, 4]
        try data.withUnsafeBytes { try bytes.write($0, at: 2) }
        var size = try bytes.size()
        let read = try bytes.prefix(at: 0, upTo: 100)
        #expect(size == 6 && read == [UInt8](repeating: 0, count: 6))
        try bytes.resize(to: 3)
        try bytes.synchronize()
        size = try bytes.size()
        #expect(size == 3)
        try bytes.close()
    }

    @Test func aFullDeviceIsAFullDisk() throws {
        let error = #expect(throws: AudioError.self) {
            try OpenFile.create(
                FilePath("/dev/full"), type: "caff", format: .int16(sampleRate: 8000, channels: 1), erasing: true,
                alignsAudioData: true)
        }
        #expect(error?.status == AudioError.diskFull.status)
        #expect(ScratchFolder.isDevice("/dev/full"))
    }

    @Test func whatHasNoPlacesIsRefused() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path] {
            #expect(throws: AudioError.self) {
                try OpenFile.create(
                    FilePath(path), type: "caff", format: .int16(sampleRate: 8000, channels: 1), erasing: true,
                    alignsAudioData: true)
            }
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
        }
    }
}
