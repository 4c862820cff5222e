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

    private static let types: [(type: FourCC, format: StreamFormat)] = Containers.all.flatMap(\.types).compactMap {
        type in
        for case .pcm(let kind, let bits, let bigEndian) in type.formats {
            let format = StreamFormat.pcm(kind, bits: bits, sampleRate: 8000, channels: 1, bigEndian: bigEndian)
            return (type.id, format)
        }
        return nil
    }

    private func device() throws -> String {
        guard let path = folder.nullDevice("null") else { try Test.cancel("this process may not make a device") }
        return path
    }

    @Test func everyTypeIsWrittenToADevice() throws {
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

    @Test(arguments: ["caff", "m4af"] as [FourCC]) func packetsOfVaryingSizeAreWrittenToADevice(type: FourCC) throws {
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

    /// What the device has taken reads as zeros, and nothing behind it.
    @Test func whatADeviceHasTakenIsGone() throws {
        let bytes = try FileBytes.create(FilePath(device()), erasing: true)
        try [UInt8]([1, 2, 3, 4]).withUnsafeBytes { try bytes.write($0, at: 2) }
        #expect(try bytes.size() == 6 && bytes.prefix(at: 0, upTo: 100) == [UInt8](repeating: 0, count: 6))
        try bytes.resize(to: 3)
        try bytes.synchronize()
        #expect(try bytes.size() == 3)
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

/// Integers with fewer bits than the bytes that they stand in.
@Suite struct FewerBitsTests {
    static let forms = [(12, 2), (20, 3), (24, 4), (12, 4), (4, 1)].flatMap { bits, bytes in
        [false, true].map { bigEndian in
            StreamFormat.pcm(
                .signed, bits: bits, sampleRate: 8000, channels: 2, bigEndian: bigEndian && bytes > 1 || bytes == 1,
                bytesPerSample: bytes, alignedHigh: true)
        }
    }

    @Test(arguments: forms) func aFileHoldsThemInTheHighBits(format: StreamFormat) throws {
        let folder = ScratchFolder()
        let path = FilePath(folder.file("a.caf"))
        let file = try ExtendedFile.create(
            path, type: "caff", format: format, layout: nil, erasing: true, alignsAudioData: false)
        try file.setClientFormat(.float32(sampleRate: 8000, channels: 2))
        var samples: [Float] = [0.5, -0.25, -1, 0, 0.125, 0.75]
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            try file.write(3, &list)
        }
        try file.dispose()
        let again = try OpenFile.open(path, .read, hint: FourCC(0))
        #expect(again.format == format)
        // 0.5 is the highest bit but one, wherever the sample ends.
        var first = [UInt8](repeating: 0, count: format.bytesPerSample)
        #expect(try first.withUnsafeMutableBytes { try again.readBytes(at: 0, into: $0) } == first.count)
        #expect((format.isBigEndian ? first.first : first.last) == 0x40)
        var read = [Float](repeating: .nan, count: 6)
        let reader = ExtendedFile.reading(again)
        try reader.setClientFormat(.float32(sampleRate: 8000, channels: 2))
        let count = try read.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            return try reader.read(3, into: &list)
        }
        #expect(count == 3 && read == samples)
    }

    /// CAF cannot say that they stand in the low bits, and the other types hold whole bytes.
    @Test func whatNoFileCanSayIsRefused() {
        let rows: [(FourCC, Bool, Bool)] = [("caff", false, false), ("WAVE", true, false), ("AIFF", true, true)]
        for (type, high, bigEndian) in rows {
            let format = StreamFormat.pcm(
                .signed, bits: 12, sampleRate: 8000, channels: 1, bigEndian: bigEndian, bytesPerSample: 2,
                alignedHigh: high)
            let error = #expect(throws: AudioError.self) {
                try OpenFile.create(MemoryBytes(), type: type, format: format, alignsAudioData: false)
            }
            #expect(error?.status == AudioError.unsupportedDataFormat.status, "\(type)")
        }
    }
}
