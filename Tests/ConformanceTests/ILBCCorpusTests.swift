import AudioToolbox
import Foundation
import TestSupport
import Testing

/// iLBC beside libilbc, whose packets and whose decoding of them lie in the corpus.
@Suite(.needsCorpus) struct ILBCCorpusTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        let path = try #require(Corpus.root) + "/produced/ilbc/" + name
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Speech from alsa-utils.
    private static let spoken = "/usr/share/sounds/alsa/Front_Center.wav"

    private static let client = AudioStreamBasicDescription.int(16, rate: 8000)

    @Test(arguments: [20, 30]) func everySampleIsTheReferences(milliseconds: Int) throws {
        let name = "front_center_\(milliseconds)ms"
        let truth = try Self.bytes(name + ".libilbc.s16le.pcm")
        let url = URL(fileURLWithPath: try #require(Corpus.root) + "/produced/ilbc/\(name).caf") as CFURL
        let ours = values(try PublicFile.decode(url, to: Self.client), of: Int16.self)
        let theirs = values(truth, of: Int16.self)
        #expect(ours.count == theirs.count && theirs.count > 11_000)
        let worst = zip(ours, theirs).map { abs(Int($0) - Int($1)) }.max() ?? .max
        #expect(worst <= 1)
        print("iLBC, \(milliseconds) ms: \(ours.count) frames, at most \(worst) from libilbc's")
    }

    /// The same speech, encoded by them and by us, is as near to what was spoken.
    @Test(.needs(file: spoken, of: "alsa-utils"), arguments: [20, 30])
    func ourPacketsAreAsGood(milliseconds: Int) throws {
        let truth = try Self.bytes("front_center_\(milliseconds)ms.libilbc.s16le.pcm")
        let theirs = values(truth, of: Int16.self)
        let spoken = try PublicFile.decode(URL(fileURLWithPath: Self.spoken) as CFURL, to: Self.client)
        let folder = ScratchFolder()
        var format = AudioStreamBasicDescription.encoded(kAudioFormatiLBC, rate: 8000)
        format.mFramesPerPacket = UInt32(milliseconds * 8)
        try PublicFile.encode(folder.url("a.caf"), kAudioFileCAFType, format, from: Self.client, spoken)
        let ours = values(try PublicFile.decode(folder.url("a.caf"), to: Self.client), of: Int16.self)
        let samples = values(spoken, of: Int16.self)
        #expect(ours.count == samples.count)
        let original = highPassed(samples)
        // Theirs begins with what the enhancer holds back; ours is without.
        let delay = milliseconds == 20 ? 40 : 80
        let frames = theirs.count - delay
        let their = segmentalRatio(original, theirs[delay...], frames)
        let our = segmentalRatio(original, ours[...], frames)
        print("iLBC, \(milliseconds) ms: segmental ratio \(our) dB, libilbc's \(their) dB")
        #expect(their > 10 && our >= their - 0.1)
    }

    /// ffmpeg's decoder is another implementation, and no exact one: it must understand our packets as well as theirs.
    @Test(.needs("ffmpeg"), .needs(file: spoken, of: "alsa-utils"), arguments: [20, 30])
    func ffmpegUnderstandsOurPackets(milliseconds: Int) throws {
        let packets = try Self.bytes("front_center_\(milliseconds)ms.lbc")
        let folder = ScratchFolder()
        _ = folder.write(packets, "theirs.lbc")
        let spoken = try PublicFile.decode(URL(fileURLWithPath: Self.spoken) as CFURL, to: Self.client)
        var format = AudioStreamBasicDescription.encoded(kAudioFormatiLBC, rate: 8000)
        format.mFramesPerPacket = UInt32(milliseconds * 8)
        try PublicFile.encode(folder.url("a.caf"), kAudioFileCAFType, format, from: Self.client, spoken)
        _ = folder.write(Array(packets[..<9]) + (try PublicFile.data(folder.url("a.caf"))), "ours.lbc")
        let original = highPassed(values(spoken, of: Int16.self))
        let ratios = try ["theirs", "ours"].map { name in
            let command = "cd '\(folder.path)' && ffmpeg -v error -nostdin -i \(name).lbc -f s16le -y \(name).raw"
            try #require(OtherProgram.run(command) == 0)
            let decoded = values(folder.bytes(name + ".raw") ?? [], of: Int16.self)
            return (0...100).map { segmentalRatio(original, decoded[$0...], 11_000) }.max() ?? 0
        }
        print("iLBC, \(milliseconds) ms, decoded by ffmpeg: \(ratios[1]) dB, libilbc's packets \(ratios[0]) dB")
        #expect(ratios[0] > 3 && ratios[1] > ratios[0] - 1)
    }

    /// What the codec's high-pass filters make of samples: they turn low tones, which is no noise.
    private func highPassed(_ samples: [Int16]) -> [Double] {
        var result = samples.map(Double.init)
        for filter in [
            [0.92727436, -1.8544941, 0.92727436, 1.9059465, -0.9114024],
            [0.93980581, -1.8795834, 0.93980581, 1.9330735, -0.93589199],
        ] {
            var (inputs, outputs) = ((0.0, 0.0), (0.0, 0.0))
            for index in result.indices {
                let input = result[index]
                let ahead = filter[0] * input + filter[1] * inputs.0 + filter[2] * inputs.1
                result[index] = ahead + filter[3] * outputs.0 + filter[4] * outputs.1
                (inputs, outputs) = ((input, inputs.0), (result[index], outputs.0))
            }
        }
        return result
    }

    /// The mean over segments of 20 ms that contain speech, in decibels.
    private func segmentalRatio(_ original: [Double], _ decoded: ArraySlice<Int16>, _ frames: Int) -> Double {
        let decoded = Array(decoded)
        var (sum, count) = (0.0, 0.0)
        for start in stride(from: 0, to: min(frames, decoded.count, original.count) - 159, by: 160) {
            var (signal, noise) = (0.0, 0.0)
            for index in start..<start + 160 {
                let difference = original[index] - Double(decoded[index])
                signal += original[index] * original[index]
                noise += difference * difference
            }
            guard signal > 160 * 100 * 100 else { continue }
            sum += min(35, max(-10, 10 * log10(signal / max(noise, 1))))
            count += 1
        }
        return sum / max(count, 1)
    }
}
