import AudioCore
import CMPG123
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// MPEG audio through libmpg123: packet by packet what libavcodec makes of it, from wherever decoding begins.
@Suite(.needsMPG123) struct MPEGAudioTests {
    static let fixtures = [
        "MPEGAudio/layer1.mp1", "MPEGAudio/layer2.mp2", "MPEGAudio/cbr-mono.mp3", "MPEGAudio/vbr-stereo.mp3",
    ]

    /// How ffmpeg makes streams of each version, with packets that lean on few and on many others.
    static let makings = [
        "-c:a libmp3lame -b:a 128k -ar 44100 a.mp3", "-c:a libmp3lame -q:a 2 -ar 48000 a.mp3",
        "-c:a libmp3lame -b:a 32k -ar 32000 -ac 1 a.mp3", "-c:a libmp3lame -b:a 64k -ar 22050 a.mp3",
        "-c:a libmp3lame -b:a 8k -ar 16000 -ac 1 a.mp3", "-c:a libmp3lame -b:a 32k -ar 11025 a.mp3",
        "-c:a mp2 -b:a 192k -ar 44100 a.mp2", "-c:a mp2 -b:a 64k -ar 22050 -ac 1 a.mp2",
        "\(pauses) -c:a mp2 -b:a 192k a.mp2", "\(pauses) -c:a libmp3lame -b:a 128k a.mp3",
    ]

    /// Packets that end in silence behind sound.
    private static let pauses = #"-af 'volume=0:enable=gt(mod(t\,0.09)\,0.04)'"#

    /// The largest difference of two packets' samples; infinite where one has more of them.
    private static func difference(_ first: [UInt8]?, _ second: [UInt8]?) -> Float {
        guard let first = first.map(floats), let second = second.map(floats), first.count == second.count else {
            return .infinity
        }
        return zip(first, second).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    static func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
    }

    private static func check(_ stream: MPEGStream) throws {
        let decoder = try stream.decoder()
        #expect(decoder is MPEGFrameDecoder)
        let ours = FFmpegTests.decode(decoder, stream.packets)
        let theirs = FFmpegTests.decode(try stream.decoderOfFFmpeg(), stream.packets)
        let frames = stream.format.framesPerPacket
        for (index, packet) in ours.enumerated() {
            #expect(packet?.count == frames * stream.format.channels * 4, "packet \(index)")
            #expect(difference(packet, theirs[index]) < 1e-4, "packet \(index)")
        }
    }

    @Test(arguments: fixtures) func fixturesDecodeLikeLibavcodec(path: String) throws {
        let stream = try MPEGStream(Fixture.named(path).bytes())
        #expect(stream.packets.count > 1)
        try Self.check(stream)
    }

    @Test(.needs("ffmpeg"), arguments: makings) func streamsDecodeLikeLibavcodec(making: String) throws {
        let stream = try MPEGStream(making: making)
        #expect(stream.packets.count > 30)
        try Self.check(stream)
    }

    @Test(arguments: fixtures) func aResetForgetsAll(path: String) throws {
        let stream = try MPEGStream(Fixture.named(path).bytes())
        let decoder = try stream.decoder()
        decoder.reset()
        let first = FFmpegTests.decode(decoder, stream.packets)
        for count in [1, stream.packets.count] {
            _ = FFmpegTests.decode(decoder, Array(stream.packets.prefix(count)))
            decoder.reset()
            #expect(FFmpegTests.decode(decoder, stream.packets) == first)
        }
    }

    /// Behind as many packets as it asks for a decoder gives the samples, bit for bit, of one that had all: in a whole
    /// stream, and in one whose packets have other bytes here and there.
    @Test(.needs("ffmpeg"), arguments: makings, [false, true])
    func samplesAreTheSameFromAnywhere(making: String, isDamaged: Bool) throws {
        var stream = try MPEGStream(making: making)
        var random = SeededRandom(8)
        if isDamaged {
            for _ in 0..<8 {
                let packet = Int.random(in: 8..<stream.packets.count, using: &random)
                for _ in 0..<6 {
                    let place = Int.random(in: 4..<stream.packets[packet].count, using: &random)
                    stream.packets[packet][place] = UInt8.random(in: 0...255, using: &random)
                }
            }
            stream.packets[stream.packets.count / 2] = []
        }
        let whole = FFmpegTests.decode(try stream.decoder(), stream.packets)
        let decoder = try stream.decoder()
        var before = PacketRun()
        for (index, packet) in stream.packets.enumerated() {
            if index % 7 == 3 || index == stream.packets.count / 2 + 1 {
                let needed = min(try #require(decoder.memory(of: before)), index)
                let start = (index - needed) / decoder.packetsPerCycle * decoder.packetsPerCycle
                decoder.reset()
                let part = FFmpegTests.decode(decoder, Array(stream.packets[start...].prefix(index - start + 3)))
                #expect(Array(part[(index - start)...]) == Array(whole[index...].prefix(3)), "from \(index)")
            }
            packet.withUnsafeBytes { before.append($0) }
        }
    }

    /// What is no frame of the stream is refused, and the packets behind its neighbours are those of the whole stream.
    @Test(
        .needs("ffmpeg"),
        arguments: ["-c:a libmp3lame -b:a 128k a.mp3", "-c:a libmp3lame -b:a 64k -ar 22050 a.mp3", "-c:a mp2 a.mp2"])
    func whatIsNoFrameIsRefused(making: String) throws {
        let stream = try MPEGStream(making: making)
        let good = stream.packets[20]
        var (rate, layer, version) = (good, good, good)
        rate[2] ^= 8
        layer[1] ^= stream.format.formatID == ".mp2" ? 6 : 4
        version[1] ^= 8
        let others: [[UInt8]] = [
            [], [0xFF], Array(good.prefix(3)), [UInt8](repeating: 0xFF, count: 40), Array(good.prefix(5)),
        ]
        let decoder = try stream.decoder()
        let whole = FFmpegTests.decode(decoder, stream.packets)
        for wrong in others + [rate, layer, version, [UInt8](repeating: 0, count: 5000)] {
            // A frame of layer II may end early: what is missing is silence.
            if wrong.count == 5, stream.format.formatID == ".mp2" { continue }
            decoder.reset()
            var packets = stream.packets
            packets[20] = wrong
            let parts = FFmpegTests.decode(decoder, packets)
            #expect(parts[20] == nil && parts.count { $0 == nil } == 1, "\(wrong.prefix(4)), \(wrong.count) bytes")
            #expect(Array(parts[..<20]) == Array(whole[..<20]))
            #expect(Array(parts[40...]) == Array(whole[40...]))
        }
    }

    @Test(.needs("ffmpeg"), arguments: makings) func mutatedPacketsDoNoHarm(making: String) throws {
        let stream = try MPEGStream(making: making)
        let decoder = try stream.decoder()
        var random = SeededRandom(3)
        var (decoded, refused) = (0, 0)
        for _ in 0..<1500 {
            var packet = stream.packets.randomElement(using: &random)!
            for _ in 0...Int.random(in: 0..<8, using: &random) {
                packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                packet = Array(packet.prefix(Int.random(in: 0...packet.count, using: &random)))
            }
            if FFmpegTests.decode(decoder, [packet])[0] == nil { refused += 1 } else { decoded += 1 }
        }
        #expect(refused > 4 && decoded > 50)
        #expect(FFmpegTests.decode(decoder, stream.packets).allSatisfy { $0 != nil })
        decoder.reset()
        let whole = FFmpegTests.decode(try stream.decoder(), stream.packets)
        #expect(FFmpegTests.decode(decoder, stream.packets) == whole)
    }

    /// The frames of one bit rate are those of free format, once their headers state none.
    @Test(.needs("ffmpeg")) func freeFormatIsDecoded() throws {
        var stream = try MPEGStream(making: "-c:a libmp3lame -b:a 128k a.mp3")
        // Without the frame of information, which may have another size.
        stream.packets.removeFirst()
        let decoder = try stream.decoder()
        let whole = FFmpegTests.decode(decoder, stream.packets)
        for index in stream.packets.indices { stream.packets[index][2] &= 0x0F }
        decoder.reset()
        #expect(FFmpegTests.decode(decoder, stream.packets) == whole)
        // Each has the size of the first one.
        let longer = stream.packets[5] + [0, 0]
        #expect(FFmpegTests.decode(decoder, [longer]) == [nil])
    }

    /// A frame of one channel in a stream of two comes out on both.
    @Test(.needs("ffmpeg")) func oneChannelStandsForTwo() throws {
        var stream = try MPEGStream(making: "-c:a libmp3lame -b:a 64k -ac 1 a.mp3")
        let mono = FFmpegTests.decode(try stream.decoder(), stream.packets)
        stream.format.channels = 2
        let both = FFmpegTests.decode(try stream.decoder(), stream.packets)
        for (one, two) in zip(mono, both) {
            let expected = Self.floats(one ?? []).flatMap { [$0, $0] }
            let samples = Self.floats(two ?? [])
            #expect(samples.count == expected.count)
            #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        // And the other way round it is another stream.
        let stereo = try MPEGStream(making: "-c:a libmp3lame -b:a 64k a.mp3")
        stream.format.channels = 1
        #expect(FFmpegTests.decode(try stream.decoder(), [stereo.packets[3]]) == [nil])
    }
}

/// Which library decodes: in processes of their own.
@Suite struct MPEGAudioLibraryTests {
    /// Whether this process has loaded a library.
    static func hasLoaded(_ name: String) -> Bool {
        String(decoding: OtherProgram.bytes(of: "/proc/self/maps") ?? [], as: UTF8.self).contains(name)
    }

    @Test(.needsMPG123) func libavcodecIsNotLoaded() async {
        await #expect(processExitsWith: .success) {
            let stream = try MPEGStream(Fixture.named("MPEGAudio/vbr-stereo.mp3").bytes())
            #expect(MPEGLayer3.abilities.decodes && MPEGLayer3.abilities.channels == [1, 2])
            #expect(FFmpegTests.decode(try stream.decoder(), stream.packets).allSatisfy { $0 != nil })
            #expect(MPEGAudioLibraryTests.hasLoaded("libmpg123"))
            #expect(!MPEGAudioLibraryTests.hasLoaded("libavcodec"))
        }
    }

    @Test(arguments: ["", "/nowhere/libmpg123.so.0"])
    func libavcodecDecodesWithoutLibmpg123(path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("COREAUDIO_LIBMPG123", path, 1)
            for path in MPEGAudioTests.fixtures {
                let stream = try MPEGStream(Fixture.named(path).bytes())
                let decoder = try stream.decoder()
                #expect(stream.codec.abilities.decodes && decoder is FFmpegDecoder)
                #expect(FFmpegTests.decode(decoder, stream.packets).allSatisfy { $0 != nil })
            }
        }
    }

    @Test(.needsMPG123) func libmpg123DecodesWithoutLibavcodec() async {
        await #expect(processExitsWith: .success) {
            setenv("COREAUDIO_LIBAVCODEC", "/nowhere/libavcodec.so", 1)
            let stream = try MPEGStream(Fixture.named("MPEGAudio/cbr-mono.mp3").bytes())
            #expect(stream.codec.abilities.decodes)
            #expect(FFmpegTests.decode(try stream.decoder(), stream.packets).allSatisfy { $0 != nil })
        }
    }

    @Test func withoutEitherTheReasonNamesBoth() async {
        await #expect(processExitsWith: .success) {
            setenv("COREAUDIO_LIBAVCODEC", "/nowhere/libavcodec.so", 1)
            setenv("COREAUDIO_LIBMPG123", "/nowhere/libmpg123.so", 1)
            let format = StreamFormat(sampleRate: 44_100, formatID: ".mp3", channels: 2)
            #expect(!MPEGLayer3.abilities.decodes)
            do throws(AudioError) {
                _ = try MPEGLayer3.makeDecoder(format, magicCookie: [])
                Issue.record("a decoder without a library")
            } catch {
                #expect(error.status == AudioError.converterFormat.status)
                #expect(
                    error.reason == "this format needs libmpg123 or libavcodec: /nowhere/libmpg123.so is not there "
                        + "(Debian: libmpg123-0; Fedora: mpg123-libs)")
            }
        }
    }

    /// A library that does not know how to decode a frame without the one behind it, or that was built without floats.
    @Test(
        .needs("clang"),
        arguments: [
            ("int mpg123_init(void) { return 0; }", " has no mpg123_feature"),
            (
                """
                int mpg123_init(void) { return 0; }
                int mpg123_feature(int key) { return key != 16; }
                void mpg123_new(void) {} void mpg123_delete(void) {} void mpg123_param(void) {}
                void mpg123_format_none(void) {} void mpg123_format(void) {} void mpg123_open_feed(void) {}
                void mpg123_decode(void) {} void mpg123_open_fixed(void) {} void mpg123_set_moreinfo(void) {}
                """, " was built without its feature 16"
            ),
        ])
    func anotherLibraryIsRefused(source: String, reason: String) async throws {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let (path, answer) = ("\(directory)/libmpg123.so", "\(directory)/answer")
        OtherProgram.write(Array(source.utf8), to: "\(directory)/fake.c")
        try #require(OtherProgram.run("clang -shared -fPIC -o \(path) \(directory)/fake.c") == 0)
        await #expect(processExitsWith: .success) { [path = path as String, answer = answer as String] in
            setenv("COREAUDIO_LIBMPG123", path, 1)
            OtherProgram.write(Array((MPGUnavailable().map { String(cString: $0) } ?? "").utf8), to: answer)
        }
        #expect(String(decoding: OtherProgram.bytes(of: answer) ?? [], as: UTF8.self) == path + reason)
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test where libmpg123 is installed.
    static var needsMPG123: Self { .enabled(if: MPGLibrary.isAvailable, "libmpg123 is not installed") }
}

/// A stream of MPEG audio, cut into its packets.
struct MPEGStream {
    let codec: any MPEGAudioCodec.Type
    var format: StreamFormat
    var packets: [[UInt8]] = []

    init(_ bytes: [UInt8]) throws {
        var first: MPEGAudioHeader?
        var place = 0
        while place < bytes.count {
            guard let frame = bytes[place...].withUnsafeBytes({ MPEGAudioHeader($0) }), let size = frame.size,
                place + size <= bytes.count,
                first.map({ $0.sampleRate == frame.sampleRate && $0.layer == frame.layer }) ?? true
            else {
                place += 1
                continue
            }
            first = first ?? frame
            packets.append(Array(bytes[place..<place + size]))
            place += size
        }
        let header = try #require(first)
        let codecs: [any MPEGAudioCodec.Type] = [MPEGLayer1.self, MPEGLayer2.self, MPEGLayer3.self]
        codec = codecs[header.layer - 1]
        format = try codec.complete(
            StreamFormat(
                sampleRate: Double(header.sampleRate), formatID: codec.formatID, channels: header.channels),
            magicCookie: [])
    }

    /// What ffmpeg makes of two seconds of music, without tags: the last word of `making` is the file's name.
    init(making: String) throws {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let samples = CodecSignals.music(frames: 88_200, channels: 2)
        OtherProgram.write(samples.withUnsafeBytes { Array($0) }, to: "\(directory)/in.raw")
        let input = "-f s16le -ar 44100 -ac 2 -i in.raw -id3v2_version 0"
        guard OtherProgram.run("cd \(directory) && ffmpeg -v error -nostdin -y \(input) \(making)") == 0 else {
            try Test.cancel("ffmpeg cannot \(making)")
        }
        let name = try #require(making.split(separator: " ").last)
        try self.init(try #require(OtherProgram.bytes(of: "\(directory)/\(name)")))
    }

    func decoder() throws -> any PacketDecoder { try codec.makeDecoder(format, magicCookie: []) }

    func decoderOfFFmpeg() throws -> any PacketDecoder { try codec.makeFFmpegDecoder(format) }
}
