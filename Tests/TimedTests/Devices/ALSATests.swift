import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioDevices

@Suite(.serialized, .needs(library: "libasound.so.2")) struct ALSATests {
    /// Runs `body` with a default device that writes to a file.
    private func withDevice(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "alsa-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let output = directory.appending(path: "output.raw")
        let configuration = directory.appending(path: "asound.conf")
        try """
        </usr/share/alsa/alsa.conf>
        pcm.!default { type file  slave.pcm { type null }  file "\(output.path)"  format raw }
        """.write(to: configuration, atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", configuration.path, 1)
        defer { unsetenv("ALSA_CONFIG_PATH") }
        try body(output)
    }

    /// The file contains what was rendered, and the device does not accept it faster than a real one.
    @Test func playsEverySampleInTime() throws { try withDevice(playEverySample) }

    private func playEverySample(output: URL) throws {
        let backend = try ALSA { _ in }
        #expect(try backend.devices().allSatisfy { !$0.id.isEmpty && !$0.name.isEmpty })
        let counter = RenderCounter()
        let start = HostTime.now()
        let stream = try backend.open(StreamRequest(), render: counter.call)
        try stream.start()
        #expect(counter.waitForCycles(60))
        let seconds = Double(HostTime.now() - start) / 1e9
        stream.close()
        #expect(seconds > Double((60 - 8) * 512) / 48_000)
        let bytes = try Data(contentsOf: output)
        let frames = counter.cycles.reduce(0) { $0 + $1.frames }
        let samples = [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
            count = bytes.copyBytes(to: UnsafeMutableRawBufferPointer(buffer)) / 4
        }
        #expect(samples.count >= (frames - 512) * 2)
        #expect(samples == (0..<samples.count).map { RenderCounter.sample(Int64($0)) })
    }

    @Test func aDeviceThatDoesNotExistIsAnError() throws {
        try withDevice { _ in
            let backend = try ALSA { _ in }
            var request = StreamRequest()
            request.device = "gramophone"
            #expect(throws: AudioError.self) { _ = try backend.open(request, render: RenderCounter().call) }
        }
    }
}
