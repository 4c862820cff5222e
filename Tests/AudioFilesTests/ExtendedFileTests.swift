import AudioCore
import AudioFiles
import CAudioToolbox
import Foundation
import TestSupport
import Testing

/// What `ExtendedFile` promises beyond samples: its positions, its asynchronous writer, and its care for existing files.
@Suite struct ExtendedFileTests {
    private let format = StreamFormat.pcm(.signed, bits: 16, sampleRate: 44100, channels: 1)

    private func withPath<T>(_ body: (String) throws -> T) throws -> T {
        let path = NSTemporaryDirectory() + "extended-" + UUID().uuidString + ".caf"
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    private func create(_ path: String, layout: ChannelLayout? = nil) throws(AudioError) -> ExtendedFile {
        try ExtendedFile.create(
            path, type: "caff", format: format, layout: layout, erasing: true, alignsAudioData: false)
    }

    private func withList<T>(_ samples: inout [Int16], _ body: (UnsafeMutablePointer<AudioBufferList>) throws -> T)
        rethrows -> T
    {
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList.interleaved(1, bytes)
            return try body(&list)
        }
    }

    @Test func asynchronousFramesArriveInOrder() throws {
        try withPath { path in
            let file = try create(path)
            try file.writeAsync(0, nil)
            var expected: [Int16] = []
            for block in 0..<20 {
                var samples = (0..<500).map { Int16(block * 500 + $0) }
                expected += samples
                try withList(&samples) { try file.writeAsync(500, $0) }
                #expect(try file.tell() <= Int64(expected.count))
            }
            // A synchronous write goes after them.
            var one: [Int16] = [1]
            try withList(&one) { try file.write(1, $0) }
            expected += one
            try file.dispose()
            let again = try ExtendedFile.open(path)
            var found = [Int16](repeating: -1, count: 20_000)
            let count = try withList(&found) { try again.read(20_000, into: $0) }
            #expect(Array(found.prefix(count)) == expected)
            try again.dispose()
        }
    }

    @Test func thePositionStaysWithinTheSound() throws {
        try withPath { path in
            let file = try create(path)
            var samples = [Int16](repeating: 1000, count: 100)
            try withList(&samples) { try file.write(100, $0) }
            try file.dispose()
            let again = try ExtendedFile.open(path)
            try again.setClientFormat(.pcm(.signed, bits: 16, sampleRate: 8000, channels: 1))
            var found = [Int16](repeating: 0, count: 500)
            while try withList(&found, { try again.read(500, into: $0) }) > 0 {}
            #expect(try again.tell() == 100)
            try again.setClientFormat(format)
            #expect(try again.tell() == 100)
            try again.dispose()
        }
    }

    @Test func aLayoutThatDoesNotFitCostsNoFile() throws {
        try withPath { path in
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
            #expect {
                try create(path, layout: ChannelLayout.standard(channels: 2))
            } throws: {
                ($0 as? AudioError)?.status == AudioError.parameter.status
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
        }
    }
}
