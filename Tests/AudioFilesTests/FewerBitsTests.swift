import AudioContainers
import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioFiles

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
