import AVFAudio
import Foundation
import TestSupport
import Testing

/// Objects that programs make before they know what for.
@Suite struct PlaceholderTests {
    @Test func aPlayerDoesNotPlay() {
        let player = AVAudioPlayer()
        #expect(!player.prepareToPlay() && !player.play() && !player.play(atTime: player.deviceCurrentTime + 1))
        #expect(!player.isPlaying && player.duration == 0 && player.currentTime == 0)
        #expect(player.url == nil && player.data == nil)
        player.currentTime = 5
        player.volume = 0.5
        player.stop()
        #expect(player.currentTime == 0 && player.volume == 0.5)
    }

    @Test func aRecorderDoesNotRecord() {
        let recorder = AVAudioRecorder()
        #expect(!recorder.prepareToRecord() && !recorder.record() && !recorder.record(forDuration: 1))
        #expect(!recorder.record(atTime: recorder.deviceCurrentTime) && !recorder.record(atTime: 1, forDuration: 1))
        #expect(!recorder.isRecording && recorder.currentTime == 0)
        recorder.stop()
        #expect(!recorder.deleteRecording())
    }

    @Test func aFileIsClosed() throws {
        let file = AVAudioFile()
        #expect(!file.isOpen && file.length == 0 && file.framePosition == 0)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 16))
        #expect(throws: (any Error).self) { try file.read(into: buffer) }
        #expect(throws: (any Error).self) { try file.write(from: buffer) }
    }

    @Test func aConverterConvertsNothing() throws {
        let converter = AVAudioConverter()
        #expect(converter.inputFormat.sampleRate == 0 && converter.outputFormat.channelCount == 0)
        let buffer = Sample.buffer([[0.5, -0.5]])
        let output = try #require(AVAudioPCMBuffer(pcmFormat: buffer.format, frameCapacity: 2))
        #expect(throws: NSError.self) { try converter.convert(to: output, from: buffer) }
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            status.pointee = .haveData
            return buffer
        }
        #expect(status == .error && error?.domain == NSOSStatusErrorDomain && output.frameLength == 0)
        // Nor do buffers of its own formats get anything.
        let packets = AVAudioCompressedBuffer(format: converter.outputFormat, packetCapacity: 4, maximumPacketSize: 1)
        let other = converter.convert(to: packets, error: nil) { _, _ in nil }
        #expect(other == .error && packets.packetCount == 0)
        converter.reset()
        converter.downmix = false
        converter.bitRate = 64_000
        #expect(converter.bitRate == 0 && converter.magicCookie == nil)
    }

    @Test func valuesAreEmpty() {
        #expect(AVAudioFormat().sampleRate == 0 && AVAudioFormat().channelCount == 0)
        #expect(!AVAudioTime().isHostTimeValid && !AVAudioTime().isSampleTimeValid)
        #expect(AVAudioPCMBuffer().frameCapacity == 0 && AVAudioPCMBuffer().frameLength == 0)
    }

    /// A format without a layout and a magic cookie comes back.
    @Test func aPlainFormatIsArchived() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let data = try NSKeyedArchiver.archivedData(withRootObject: format, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: data)
        #expect(back == format)
    }

    /// A file that cannot be written leaves the one that is there.
    @Test func refusedSettingsLeaveTheFile() throws {
        let folder = ScratchFolder()
        let path = folder.file("sound.m4a")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 1,
            AVEncoderBitRateKey: 1_000_000,
        ]
        #expect(throws: (any Error).self) {
            try AVAudioFile(forWriting: URL(fileURLWithPath: path), settings: settings)
        }
        #expect(folder.bytes("sound.m4a") == [1, 2, 3])
    }

    /// A URL does not name the file before an encoded zero.
    @Test func anEncodedZeroIsRefused() throws {
        let folder = ScratchFolder()
        try Data([1]).write(to: URL(fileURLWithPath: folder.file("sound.wav")))
        let url = try #require(URL(string: "file://" + folder.file("sound.wav") + "%00.caf"))
        #expect(throws: (any Error).self) { try AVAudioFile(forReading: url) }
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000.0, AVNumberOfChannelsKey: 1,
        ]
        #expect(throws: (any Error).self) { try AVAudioFile(forWriting: url, settings: settings) }
        #expect(folder.bytes("sound.wav") == [1])
    }
}
