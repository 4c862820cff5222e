import AVFAudio
import AudioCore
import Foundation
import MusicLibrary
import TestSupport
import Testing

/// A player while the music library of its program is indexed.
@Suite(.serialized) struct LibraryScanTests {
    private let folder = ScratchFolder()
    private static let files = 1200
    /// Of a pass of the sound, which is stereo.
    private static let samples = 240_000

    /// A folder of short MP3 files with tags. `COREAUDIO_SCANNED` names one to be scanned in its place.
    private func music() throws -> String {
        if let named = ProcessInfo.processInfo.environment["COREAUDIO_SCANNED"] { return named }
        let music = folder.file("Music")
        func text(_ id: String, _ value: String) -> [UInt8] {
            Array(id.utf8) + [0, 0, 0, UInt8(value.utf8.count + 1), 0, 0, 3] + Array(value.utf8)
        }
        for number in 0..<Self.files {
            let place = "\(music)/\(number % 40)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            let body =
                text("TIT2", "Song \(number)") + text("TPE1", "Artist \(number % 90)")
                + text("TALB", "Album \(number % 300)")
            let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F)] + body
            let payload = (0..<413).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* number) & 0x7F }
            let frames = [[UInt8]](repeating: [0xFF, 0xFB, 0x90, 0x64] + payload, count: 20).joined()
            try Data(tag + frames).write(to: URL(fileURLWithPath: "\(place)/\(number).mp3"))
        }
        return music
    }

    private func sound() throws -> URL {
        let url = URL(fileURLWithPath: folder.file("sound.caf"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let file = try AVAudioFile(
            forWriting: url, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: true)
        let frames = AVAudioFrameCount(Self.samples / 2)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
        buffer.frameLength = frames
        for index in 0..<Self.samples { buffer.floatChannelData?[0][index] = RenderCounter.sample(Int64(index)) }
        try file.write(from: buffer)
        file.close()
        return url
    }

    private func heard(_ url: URL) throws -> [Float] {
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let data = try #require(buffer.floatChannelData)
        return Array(UnsafeBufferPointer(start: data[0], count: Int(buffer.frameLength) * buffer.stride))
    }

    /// Sample for sample: from the first file that is read to the last, no cycle is late.
    @Test(.needs(.pipewire)) func aScanDisturbsNoPlayback() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone()
        let (music, sound) = (try music(), try sound())
        try #require(MusicIndex.isAvailable)
        let attempts = Attempts()
        var number = 0
        while true {
            number += 1
            let recorder = try AVAudioRecorder(
                url: URL(fileURLWithPath: folder.file("take.caf")),
                settings: [
                    AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 32,
                    AVLinearPCMIsFloatKey: true,
                ])
            #expect(recorder.record() && eventually { recorder.currentTime > 0.1 })
            let player = try AVAudioPlayer(contentsOf: sound)
            player.numberOfLoops = -1
            #expect(player.play() && eventually { player.currentTime > 0.2 })
            let start = recorder.currentTime
            let index = try MusicIndex(
                MusicIndex.Configuration(folder: FilePath(music), index: folder.file("\(number)/music.sqlite")))
            #expect(index.waitUntilWhole(nanoseconds: 900_000_000_000))
            let end = recorder.currentTime
            #expect(try index.items(ItemFilter(), .title).ids.count >= Self.files)
            #expect(eventually { recorder.currentTime > end + 0.3 })
            recorder.stop()
            player.stop()
            let heard = try heard(recorder.url)
            let first = heard.firstIndex { $0 != 0 } ?? 0
            // Up to where the recording ends: the player played on.
            let wanted = Int((end - start) * 96_000)
            let same = heard[first...].enumerated().prefix {
                $0.element == RenderCounter.sample(Int64($0.offset % Self.samples))
            }.count
            if same < wanted, attempts.another() { continue }
            #expect(
                same >= wanted && wanted > 0 && first % 2 == 0,
                "\(same) of \(wanted), \(heard.count - first) were heard")
            break
        }
    }
}
