import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Adaptive multi-rate speech and iLBC in files, through the public calls.
@Suite struct SpeechCodecTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let format: AudioFormatID
        let type: AudioFileTypeID
        let name: String
        var rate: Double { format == kAudioFormatAMR_WB ? 16_000 : 8000 }
        var perPacket: Int { format == kAudioFormatAMR ? 160 : 320 }
        var testDescription: String { "\(statusText(Int32(bitPattern: format))) in \(name)" }

        /// Whether a converter to the format can be made.
        var isThere: Bool {
            var from = AudioStreamBasicDescription.int(16, rate: rate)
            var to = AudioStreamBasicDescription.encoded(format, rate: rate)
            var converter: AudioConverterRef?
            let status = AudioConverterNew(&from, &to, &converter)
            if let converter { AudioConverterDispose(converter) }
            return status == noErr
        }

        static let kept = [kAudioFormatAMR, kAudioFormatAMR_WB].flatMap { format in
            [
                Kind(format: format, type: kAudioFileCAFType, name: "a.caf"),
                Kind(format: format, type: kAudioFile3GPType, name: "a.3gp"),
            ]
        }.filter(\.isThere)
        static let telephone = Kind(format: kAudioFormatiLBC, type: kAudioFileCAFType, name: "ilbc.caf")
        static let bare = [kAudioFormatAMR, kAudioFormatAMR_WB].map {
            Kind(format: $0, type: kAudioFileAMRType, name: "a.amr")
        }.filter(\.isThere)
        static var hasNarrowBand: Bool { bare.contains { $0.format == kAudioFormatAMR } }
        static let noAMR: Comment = "the libraries for AMR are not installed"
    }

    private let folder = ScratchFolder()

    /// A buzz through a resonance, as a voice.
    private static func voice(_ frames: Int) -> [Int16] {
        var random = SeededRandom(9)
        var (last, before, next) = (0.0, 0.0, 100.0)
        return (0..<frames).map { frame in
            var excitation = Double(Int16(truncatingIfNeeded: random.next())) * 0.003
            if Double(frame) >= next {
                excitation += 5000
                next += 80 + 20 * sin(Double(frame) / 3000)
            }
            let value = 1.5 * last - 0.8 * before + excitation
            (before, last) = (last, value)
            return Int16(max(-30_000, min(30_000, value)))
        }
    }

    /// By how many frames the second lags behind the first: where they fit best.
    private static func lag(_ first: [Int16], _ second: [Int16]) -> Int {
        let fits = (-150...150).map { shift in
            (200..<first.count - 200).reduce(0.0) { $0 + Double(first[$1]) * Double(second[$1 + shift]) }
        }
        return fits.firstIndex(of: fits.max()!)! - 150
    }

    private func roundTrip(_ kind: Kind, _ samples: [Int16]) throws -> [Int16] {
        let client = AudioStreamBasicDescription.int(16, rate: kind.rate)
        let url = folder.url(kind.name)
        try PublicFile.encode(
            url, kind.type, .encoded(kind.format, rate: kind.rate), from: client, littleEndianBytes(samples), block: 700
        )
        return values(try PublicFile.decode(url, to: client), of: Int16.self)
    }

    /// Where the file can say how late its sound begins and how long it is, both come back.
    @Test(arguments: Kind.kept + [Kind.telephone], [4001, 4160, 4281])
    func soundComesBackInItsPlace(kind: Kind, frames: Int) throws {
        let samples = Self.voice(frames)
        let back = try roundTrip(kind, samples)
        #expect(back.count == frames)
        try #require(back.count >= frames)
        #expect(Self.lag(samples, back) == 0)
    }

    /// A file of nothing but frames has whole packets, and the encoder's delay before the sound.
    @Test(.enabled(if: !Kind.bare.isEmpty, Kind.noAMR), arguments: Kind.bare) func bareFramesKeepTheDelay(kind: Kind)
        throws
    {
        let samples = Self.voice(4000)
        let back = try roundTrip(kind, samples)
        let delay = kind.format == kAudioFormatAMR ? 40 : 95
        #expect(back.count == (4000 + delay + kind.perPacket - 1) / kind.perPacket * kind.perPacket)
        #expect(Self.lag(samples, back) == delay)
    }

    @Test(.enabled(if: Kind.hasNarrowBand, Kind.noAMR)) func bitRatesAreModes() throws {
        var from = AudioStreamBasicDescription.int(16, rate: 8000)
        var to = AudioStreamBasicDescription.encoded(kAudioFormatAMR, rate: 8000)
        var made: AudioConverterRef?
        try must("AudioConverterNew", AudioConverterNew(&from, &to, &made))
        let converter = made!
        defer { AudioConverterDispose(converter) }
        var (rates, size) = ([AudioValueRange](repeating: .init(), count: 16), UInt32(16 * 16))
        try must(
            "AudioConverterGetProperty",
            AudioConverterGetProperty(converter, kAudioConverterAvailableEncodeBitRates, &size, &rates))
        #expect(
            rates.prefix(Int(size) / 16).map(\.mMinimum) == [4750, 5150, 5900, 6700, 7400, 7950, 10_200, 12_200])
        for (rate, bytes) in [(4750, 13), (7950, 21), (12_200, 32)] as [(UInt32, UInt32)] {
            var (rate, packet) = (rate, UInt32(0))
            size = 4
            try must("set", AudioConverterSetProperty(converter, kAudioConverterEncodeBitRate, 4, &rate))
            try must(
                "get",
                AudioConverterGetProperty(
                    converter, kAudioConverterPropertyMaximumOutputPacketSize, &size, &packet))
            #expect(packet == bytes, "\(rate)")
        }
    }

    /// Files that others made sound as opencore-amr has them, sample by sample.
    @Test(.needsCorpus, .enabled(if: Kind.hasNarrowBand, Kind.noAMR)) func corpusIsAsTheReferenceHasIt() throws {
        let root = try #require(Corpus.root)
        let text = try String(contentsOfFile: root + "/MANIFEST.tsv", encoding: .utf8)
        var wanted: [(path: String, sum: String)] = []
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            // What ffmpeg took for AMR by mistake has no second decoding.
            guard fields.count > 22, fields[4].hasPrefix("amr_"),
                let mark = fields[21].range(of: "second s16le sha256 ")
            else { continue }
            let sum = String(fields[21][mark.upperBound...].prefix(64))
            wanted.append((String(fields[0].dropFirst("corpus/".count)), sum))
        }
        for (index, row) in wanted.enumerated() {
            let url = URL(fileURLWithPath: "\(root)/\(row.path)") as CFURL
            let own = try PublicFile.withReader(url) {
                try PublicFile.extProperty($0, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
            }
            let bytes = try PublicFile.decode(url, to: .int(16, rate: own.mSampleRate))
            _ = folder.write(bytes, String(index))
        }
        let sums = hashes(folder, count: wanted.count)
        try #require(sums.count == wanted.count && wanted.count >= 10)
        for (row, sum) in zip(wanted, sums) {
            #expect((sum == row.sum) == (Self.exceptions[row.path] == nil), "\(row.path)")
        }
        print("corpus: \(wanted.count) files of AMR, \(Self.exceptions.count) exceptions")
    }

    /// Files whose sound is not the reference's, and why.
    private static let exceptions = [
        "mp4/mozilla_mp4parse-rust/amr_nb_1f.3gp":
            "the edit list, in milliseconds, ends 6 frames before the packet; they count here, as with ffmpeg"
    ]
}
