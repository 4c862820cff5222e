import AVFAudio
import TestSupport
import Testing

/// `bitRateStrategy` of a converter that encodes AAC.
@Suite struct BitRateStrategyTests {
    /// Within a tenth of what was asked for, over 20 seconds of music.
    @Test(arguments: [(22_050, 1, 32_000), (44_100, 2, 128_000)])
    func aConstrainedRateIsKept(rate: Int, channels: Int, bitRate: Int) throws {
        let format = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: Double(rate), channels: AVAudioChannelCount(channels),
                interleaved: true))
        let output = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(rate), AVNumberOfChannelsKey: channels,
            ]))
        let converter = try #require(AVAudioConverter(from: format, to: output))
        converter.bitRateStrategy = AVAudioBitRateStrategy_VariableConstrained
        converter.bitRate = bitRate
        #expect(converter.bitRateStrategy == AVAudioBitRateStrategy_VariableConstrained)
        #expect(converter.bitRate == bitRate)
        let second = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(rate)))
        second.frameLength = second.frameCapacity
        let music = CodecSignals.music(frames: rate, channels: channels)
        try #require(second.int16ChannelData)[0].update(from: music, count: music.count)
        let compressed = AVAudioCompressedBuffer(
            format: output, packetCapacity: 64, maximumPacketSize: converter.maximumOutputPacketSize)
        var (given, bytes, packets) = (0, 0, 0)
        var status = AVAudioConverterOutputStatus.haveData
        while status == .haveData {
            var error: NSError?
            status = converter.convert(to: compressed, error: &error) { _, status in
                given += 1
                status.pointee = given > 21 ? .endOfStream : .haveData
                return given > 21 ? nil : second
            }
            if let error { throw error }
            packets += Int(compressed.packetCount)
            bytes += Int(compressed.byteLength)
        }
        let seconds = Double(packets) * 1024 / Double(rate)
        let found = Double(bytes) * 8 / seconds
        #expect(seconds > 20.9 && abs(found / Double(bitRate) - 1) <= 0.1, "\(found)")
    }
}
