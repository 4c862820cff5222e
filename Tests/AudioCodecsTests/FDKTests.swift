import AudioCore
import CFDK
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// The members of the AAC family that libfdk-aac encodes.
@Suite struct FDKTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let id: FourCC
        var channels = 2
        var rate = 44_100.0
        var frames = 2048
        /// Frames that a decoder puts before the sound, silence of ours included.
        let priming: Int
        var testDescription: String { "\(id), \(channels) channels, \(Int(rate)) Hz, \(frames) frames" }
        var codec: any Codec.Type { Codecs.named(id)! }
        var format: StreamFormat {
            StreamFormat(sampleRate: rate, formatID: id, framesPerPacket: frames, channels: channels)
        }
    }

    static let kinds = [
        Kind(id: "aach", priming: 5186), Kind(id: "aach", channels: 1, rate: 22_050, priming: 5186),
        Kind(id: "aach", channels: 6, rate: 48_000, priming: 5186), Kind(id: "aacp", priming: 7106),
        Kind(id: "aacl", frames: 512, priming: 512),
        Kind(id: "aacl", channels: 1, rate: 22_050, frames: 512, priming: 512),
        Kind(id: "aace", frames: 512, priming: 256),
        Kind(id: "aace", channels: 1, rate: 48_000, frames: 480, priming: 240),
    ]

    /// Something with all frequencies up to a fifth of the rate, loud and soft by turns.
    static func sound(frames: Int, channels: Int) -> [Int16] {
        var random = CodecSignals.Random(seed: 4)
        var (first, second) = (0.0, 0.0)
        return (0..<frames).flatMap { frame -> [Int16] in
            first += 0.2 * (Double(Int16(truncatingIfNeeded: random.next())) - first)
            second += 0.2 * (first - second)
            let value = second * abs(sin(Double(frame) * 0.0003))
            return (0..<channels).map { Int16(max(-32_000, min(32_000, value * (1 - 0.1 * Double($0))))) }
        }
    }

    /// The packets of a whole sound, its silence before it included, `perCall` packets' frames a call.
    static func encode(
        _ samples: [Int16], _ encoder: any PacketEncoder, perCall: Int = .max
    ) throws -> [[UInt8]] {
        let input = [Int16](repeating: 0, count: encoder.leadingSilence * encoder.inputFormat.channels) + samples
        return try take(
            encoder, input.withUnsafeBytes { Array($0) }, frames: input.count / encoder.inputFormat.channels,
            perCall: perCall)
    }

    /// The packets of these frames and of the end.
    static func take(
        _ encoder: any PacketEncoder, _ input: [UInt8], frames: Int, perCall: Int = .max
    ) throws -> [[UInt8]] {
        let perPacket = encoder.outputFormat.framesPerPacket
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: encoder.maximumPacketSize * (frames / perPacket + 20), alignment: 16)
        defer { room.deallocate() }
        var packets: [[UInt8]] = []
        func take(_ encode: (inout [PacketDescription]) throws -> Int) throws {
            var sizes: [PacketDescription] = []
            #expect(try encode(&sizes) == sizes.count)
            packets += sizes.map { Array(room[Int($0.offset)...].prefix(Int($0.size))) }
        }
        try input.withUnsafeBytes { bytes in
            let step = perCall == .max ? frames : perCall * perPacket
            for start in stride(from: 0, to: frames, by: step) {
                let part = UnsafeRawBufferPointer(rebasing: bytes[(start * encoder.inputFormat.bytesPerFrame)...])
                try take { try encoder.encode(part, frames: min(step, frames - start), into: room, sizes: &$0) }
            }
        }
        try take { try encoder.finish(into: room, sizes: &$0) }
        return packets
    }

    @Test(arguments: kinds) func formatsComplete(kind: Kind) throws {
        var format = kind.format
        if kind.frames != 480 { format.framesPerPacket = 0 }
        #expect(try kind.codec.completeForEncoding(format) == kind.format)
        #expect(kind.codec.abilities.encodes && kind.codec.abilities.hasRateControl)
    }

    /// What comes back lies where the priming says, and has its length.
    @Test(.needsFDK, arguments: kinds) func comesBackInItsPlace(kind: Kind) throws {
        let encoder = try #require(try kind.codec.makeEncoder(kind.format, EncoderOptions()))
        #expect(encoder.primingFrames + encoder.leadingSilence == kind.priming)
        let frames = 30_000
        let samples = Self.sound(frames: frames, channels: kind.channels)
        let packets = try Self.encode(samples, encoder)
        #expect(packets.count == (frames + kind.priming + kind.frames - 1) / kind.frames)
        #expect(packets.allSatisfy { $0.count <= encoder.maximumPacketSize })
        let decoder = try kind.codec.makeDecoder(encoder.outputFormat, magicCookie: encoder.magicCookie)
        #expect(decoder.outputFormat == .float32(sampleRate: kind.rate, channels: kind.channels))
        let back = FFmpegTests.decode(decoder, packets).flatMap { packet in
            (packet ?? []).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
        #expect(back.count == packets.count * kind.frames * kind.channels)
        let (lag, likeness) = Self.lag(samples, back, kind)
        // libavcodec's replication is one frame early.
        #expect(abs(lag - kind.priming) <= (kind.frames == 2048 ? 1 : 0), "\(lag)")
        #expect(likeness > 0.9, "\(likeness)")
    }

    /// By how many frames the first channel lags behind, and how alike it is there.
    private static func lag(_ samples: [Int16], _ back: [Float], _ kind: Kind) -> (Int, Double) {
        func likeness(_ shift: Int) -> Double {
            var (product, one, other) = (0.0, 0.0, 0.0)
            for frame in stride(from: 2000, to: 22_000, by: 1) {
                let (first, second) = (
                    Double(samples[frame * kind.channels]), Double(back[(frame + shift) * kind.channels])
                )
                product += first * second
                one += first * first
                other += second * second
            }
            return product / (one * other).squareRoot()
        }
        let best = (kind.priming - 40...kind.priming + 40).max { likeness($0) < likeness($1) }!
        return (best, likeness(best))
    }

    /// Decoders without the extension see plain AAC-LC in the magic cookie; the others see what there is.
    @Test(.needsFDK, arguments: kinds) func cookiesStateEverything(kind: Kind) throws {
        let encoder = try #require(try kind.codec.makeEncoder(kind.format, EncoderOptions()))
        let config = try AudioSpecificConfig(magicCookie: encoder.magicCookie)
        let isExtended = kind.frames == 2048
        #expect(try config.format() == kind.format)
        #expect(config.signalling == (isExtended ? .compatible : .none))
        #expect(config.objectType == ["aacl": 23, "aace": 39][kind.id, default: 2])
        #expect(config.coreSampleRate == Int(kind.rate) / (isExtended ? 2 : 1))
        #expect(try ESDescriptor(encoder.magicCookie).averageBitRate == UInt32(try #require(encoder.bitRate)))
    }

    @Test(.needsFDK, arguments: kinds) func resetForgetsAllHistory(kind: Kind) throws {
        let encoder = try #require(try kind.codec.makeEncoder(kind.format, EncoderOptions()))
        let samples = Self.sound(frames: 12_345, channels: kind.channels)
        let first = try Self.encode(samples, encoder)
        encoder.reset()
        #expect(try Self.encode(samples, encoder, perCall: 1) == first)
        encoder.reset()
        #expect(try Self.encode(samples, encoder, perCall: 2) == first)
    }

    @Test(.needsFDK) func bitRatesAreKeptWithinLimits() throws {
        for (id, frames) in [("aach", 2048), ("aacp", 2048), ("aacl", 512), ("aace", 512)] as [(FourCC, Int)] {
            let codec = try #require(Codecs.named(id))
            let format = StreamFormat(sampleRate: 44_100, formatID: id, framesPerPacket: frames, channels: 2)
            let offered = codec.bitRates(format)
            let (least, most) = (try #require(offered.first).lowerBound, try #require(offered.last).upperBound)
            #expect((8000...30_000).contains(least) && (100_000...1_200_000).contains(most))
            for wanted in [1, 48_000, 64_000, 5_000_000] {
                var options = EncoderOptions()
                options.bitRate = wanted
                let encoder = try #require(try codec.makeEncoder(format, options))
                let rate = Double(try #require(encoder.bitRate))
                #expect(rate >= least && rate <= most)
                if offered.contains(Double(wanted)...Double(wanted)) { #expect(rate == Double(wanted)) }
                guard (48_000...64_000).contains(wanted) else { continue }
                let packets = try Self.encode(Self.sound(frames: 200_000, channels: 2), encoder)
                let made = Double(packets.reduce(0) { $0 + $1.count }) * 8 * 44_100 / Double(packets.count * frames)
                #expect(abs(made / rate - 1) < 0.1, "\(id) at \(wanted): \(made)")
            }
        }
    }

    @Test(.needsFDK, arguments: [FourCC("aach"), "aacp", "aacl", "aace"])
    func variableRatesGoByQuality(id: FourCC) throws {
        let codec = try #require(Codecs.named(id))
        let format = try codec.completeForEncoding(StreamFormat(sampleRate: 44_100, formatID: id, channels: 2))
        let sizes = try [0, 64, 127].map { quality in
            var options = EncoderOptions()
            options.bitRateControlMode = 3
            options.variableQuality = quality
            let encoder = try #require(try codec.makeEncoder(format, options))
            #expect(encoder.bitRate == nil)
            return try Self.encode(Self.sound(frames: 60_000, channels: 2), encoder).reduce(0) { $0 + $1.count }
        }
        #expect(sizes == sizes.sorted() && sizes[0] * 3 < sizes[2] * 2, "\(sizes)")
    }

    @Test(
        arguments: [
            ("aach", 8000.0, 2, 2048), ("aach", 44_100, 7, 2048), ("aach", 44_100, 2, 1024), ("aacp", 44_100, 1, 2048),
            ("aacl", 96_000, 2, 512), ("aace", 16_000, 1, 512), ("aacl", 44_100, 2, 480), ("aace", 44_100, 2, 1024),
            ("aace", 44_101, 2, 512),
        ] as [(FourCC, Double, Int, Int)])
    func refused(id: FourCC, rate: Double, channels: Int, frames: Int) throws {
        let format = StreamFormat(sampleRate: rate, formatID: id, framesPerPacket: frames, channels: channels)
        #expect {
            try Codecs.named(id)!.makeEncoder(format, EncoderOptions())
        } throws: {
            ($0 as? AudioError)?.reason.contains("is encoded at the rates") == true
        }
    }

    /// libavcodec would make noise of it.
    @Test func shortPacketsOfLowDelayAreNotDecoded() throws {
        let format = StreamFormat(sampleRate: 44_100, formatID: "aacl", framesPerPacket: 480, channels: 2)
        #expect(throws: AudioError.converterFormat.because("AAC-LD of 480 frames a packet is not decoded")) {
            try AACLD.makeDecoder(format, magicCookie: [0xBA, 0x15, 0x00])
        }
    }

    /// AAC-ELD overlaps with three packets: behind those, a decoder has the exact samples.
    @Test(.needsFDK) func threePacketsAreWhatEnhancedLowDelayRemembers() throws {
        let format = StreamFormat(sampleRate: 44_100, formatID: "aace", framesPerPacket: 512, channels: 2)
        let encoder = try #require(try AACELD.makeEncoder(format, EncoderOptions()))
        let packets = try Self.encode(Self.sound(frames: 30_000, channels: 2), encoder)
        let decoder = try AACELD.makeDecoder(format, magicCookie: encoder.magicCookie)
        #expect(decoder.preRollPackets == 3 && decoder.memory(of: PacketRun()) == 3)
        let whole = FFmpegTests.decode(decoder, packets)
        for lead in [2, 3] {
            decoder.reset()
            let part = FFmpegTests.decode(decoder, Array(packets[20 - lead..<24]))
            #expect((part[lead] == whole[20]) == (lead == 3))
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test where libfdk-aac is installed, which is not in Debian's main section.
    static var needsFDK: Self { .enabled(if: FDKLibrary.isAvailable, "libfdk-aac is not installed") }
}

/// What encoders say without the library, or with one that they do not know: in processes of their own.
@Suite struct FDKVersionTests {
    /// The reason why a separate process does not encode with a library.
    private func refusal(of path: String) async -> String {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let answer = "\(directory)/answer"
        await #expect(processExitsWith: .success) { [path = path as String, answer = answer as String] in
            setenv("COREAUDIO_LIBFDKAAC", path, 1)
            for codec in [HEAAC.self, HEAACv2.self, AACLD.self, AACELD.self] as [any Codec.Type] {
                let isThere = codec.isInstalled(encoding: true)
                let format = try codec.completeForEncoding(
                    StreamFormat(sampleRate: 44_100, formatID: codec.formatID, channels: 2))
                let bitRates = codec.bitRates(format)
                #expect(!isThere && bitRates.isEmpty)
                do throws(AudioError) {
                    _ = try codec.makeEncoder(format, EncoderOptions())
                } catch {
                    #expect(error.status == AudioError.converterFormat.status)
                    OtherProgram.write(Array(error.reason.utf8), to: answer)
                }
            }
        }
        return String(decoding: OtherProgram.bytes(of: answer) ?? [], as: UTF8.self)
    }

    @Test func theMissingPackageIsNamed() async {
        #expect(
            await refusal(of: "/nowhere/libfdk-aac.so.2")
                == "encoding to this format needs libfdk-aac: /nowhere/libfdk-aac.so.2 is not there "
                + "(Debian: libfdk-aac2, in the section non-free; Fedora: fdk-aac of RPM Fusion)")
    }

    /// Version 0.1 of the library has encoder 3, with other structures.
    @Test(.needs("clang")) func anotherVersionIsRefused() async throws {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let names = ["Open", "Close", "Encode", "Info", "oder_SetParam", "oder_GetParam"]
        let source = """
            struct module { const char *texts[3]; int module, version; unsigned abilities; char text[32]; };
            int aacEncGetLibInfo(struct module *modules) {
                modules[1].module = 4;
                modules[1].version = 3 << 24;
                return 0;
            }
            """ + names.map { "\nint aacEnc\($0)(void) { return 1; }" }.joined()
        OtherProgram.write(Array(source.utf8), to: "\(directory)/fake.c")
        let path = "\(directory)/libfake.so"
        try #require(OtherProgram.run("clang -shared -fPIC -o \(path) \(directory)/fake.c") == 0)
        #expect(await refusal(of: path).hasSuffix("the encoder of \(path) has version 3, not 4"))
    }
}
