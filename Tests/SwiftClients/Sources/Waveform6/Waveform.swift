import AVFoundation

/// The peaks of a sound at a few places, for drawing it: as packages for waveforms compute them.
actor WaveformAnalyzer {
    enum AnalysisError: Error { case noFormat, noBuffer, conversionFailed }

    /// A number from 0 to 1 for each of `count` bars.
    func peaks(of url: URL, count: Int) throws -> [Float] {
        let file = try AVAudioFile(forReading: url)
        let samplesPerBar = max(1, Int(file.length) / count)
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(samplesPerBar))
        else { throw AnalysisError.noBuffer }
        var peaks: [Float] = []
        while file.framePosition < file.length, peaks.count < count {
            try file.read(into: buffer)
            guard let channels = buffer.floatChannelData else { throw AnalysisError.noFormat }
            let levels = (0..<Int(buffer.format.channelCount)).map { channel in
                UnsafeBufferPointer(start: channels[channel], count: Int(buffer.frameLength)).reduce(0) {
                    max($0, abs($1))
                }
            }
            peaks.append(levels.max() ?? 0)
        }
        return peaks
    }

    /// A picture of the peaks, a bar for each, as SVG.
    func picture(of peaks: [Float], height: Int) -> String {
        let bars = peaks.enumerated().map { index, peak in
            let bar = max(1, Int(peak * Float(height)))
            return "<rect x=\"\(index * 3)\" y=\"\((height - bar) / 2)\" width=\"2\" height=\"\(bar)\"/>"
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(peaks.count * 3)\" height=\"\(height)\">"
            + bars.joined() + "</svg>"
    }

    /// The sound as mono Float32 at another rate, as recognizers of speech want it.
    func resampled(_ url: URL, to rate: Double) throws -> [Float] {
        let file = try AVAudioFile(forReading: url)
        guard
            let target = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: rate, channels: 1, interleaved: false),
            let converter = AVAudioConverter(from: file.processingFormat, to: target)
        else { throw AnalysisError.noFormat }
        converter.sampleRateConverterQuality = AVAudioQuality.high.rawValue
        var samples: [Float] = []
        while true {
            guard let output = AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 4096) else {
                throw AnalysisError.noBuffer
            }
            var error: NSError?
            let status = converter.convert(to: output, error: &error) { packetCount, inputStatus in
                guard file.framePosition < file.length,
                    let input = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: packetCount),
                    (try? file.read(into: input)) != nil
                else {
                    inputStatus.pointee = .endOfStream
                    return nil
                }
                inputStatus.pointee = .haveData
                return input
            }
            if let error { throw error }
            if let channel = output.floatChannelData?[0] {
                samples.append(contentsOf: UnsafeBufferPointer(start: channel, count: Int(output.frameLength)))
            }
            switch status {
            case .haveData, .inputRanDry: continue
            case .endOfStream: return samples
            case .error: throw AnalysisError.conversionFailed
            @unknown default: throw AnalysisError.conversionFailed
            }
        }
    }
}

@main struct Program {
    static func main() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("waveform-\(UUID().uuidString).m4a")
        defer { try? FileManager.default.removeItem(at: url) }
        try write(seconds: 2, to: url)
        let analyzer = WaveformAnalyzer()
        let peaks = try await analyzer.peaks(of: url, count: 20)
        precondition(peaks.count == 20 && peaks[3] < 0.3 && peaks[15] > 0.6, "\(peaks)")
        let picture = await analyzer.picture(of: peaks, height: 100)
        precondition(picture.components(separatedBy: "<rect").count == 21, picture)
        precondition(picture.contains("height=\"\(Int(peaks[15] * 100))\""), picture)
        let samples = try await analyzer.resampled(url, to: 16_000)
        precondition(abs(samples.count - 32_000) <= 1, "\(samples.count)")
        setenv("COREAUDIO_BACKEND", "null", 1)
        try await useSession()
    }

    /// One second of a quiet tone and then a loud one, as AAC.
    static func write(seconds: Double, to url: URL) throws {
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
                AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
            ])
        let frames = AVAudioFrameCount(seconds * file.processingFormat.sampleRate)
        let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames)!
        buffer.frameLength = frames
        for frame in 0..<Int(frames) {
            let amplitude: Float = frame < Int(frames) / 2 ? 0.2 : 0.8
            buffer.floatChannelData![0][frame] = amplitude * sin(Float(frame) * 0.06)
        }
        try file.write(from: buffer)
    }
}
