import AudioCore
import Foundation

/// Records what a private server's sink plays, by the server's own tools, as stereo Float32 at 48 kHz.
package final class Recorder {
    private let process: ChildProcess
    private let file: URL

    /// Starts and waits until sound (or silence) comes in.
    package init?(_ server: PrivateServer, sink: String = "speakers") {
        file = server.directory.appending(path: "recording-\(UUID().uuidString).wav")
        let launched: ChildProcess?
        switch server.kind {
        case .pipewire:
            launched = server.launch(
                "pw-record",
                [
                    "-P", "{stream.capture.sink=true node.dont-reconnect=true}", "--target", sink, "--format", "f32",
                    "--rate", "48000", "--channels", "2", "--latency", "1024", file.path,
                ])
        case .pulse:
            launched = server.launch(
                "parec",
                [
                    "-d", "\(sink).monitor", "--raw", "--format=float32le", "--rate=48000", "--channels=2",
                    "--latency-msec=20",
                ], output: file.path)
        }
        guard let launched else { return nil }
        process = launched
        let file = self.file
        guard eventually(seconds: 5, { Self.bytes(file).count > 16_384 }) else {
            process.interrupt()
            return nil
        }
    }

    private static func bytes(_ file: URL) -> Data { (try? Data(contentsOf: file)) ?? Data() }

    /// The samples so far, interleaved.
    package var samples: [Float] {
        var data = Self.bytes(file)
        if data.starts(with: Array("RIFF".utf8)) {
            guard let chunk = data.range(of: Data("data".utf8)) else { return [] }
            data = data.dropFirst(chunk.upperBound + 4)
        }
        return [Float](unsafeUninitializedCapacity: data.count / 4) { buffer, count in
            count = data.copyBytes(to: UnsafeMutableRawBufferPointer(buffer)) / 4
        }
    }

    /// Waits until `frames` of sound have come in since the first sample that is not zero, and ends the recording.
    ///
    /// - Returns: from the first frame that is not silent on.
    package func finish(frames: Int) -> [Float] {
        _ = eventually(seconds: 10) {
            let samples = self.samples
            guard let first = samples.firstIndex(where: { $0 != 0 }) else { return false }
            return samples.count - first / 2 * 2 >= frames * 2
        }
        process.interrupt()
        let samples = self.samples
        guard let first = samples.firstIndex(where: { $0 != 0 }) else { return [] }
        return Array(samples[(first / 2 * 2)...])
    }
}
