import AudioCore
import CSpeech
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// GSM 06.10 in both forms: decoded by us, encoded by libgsm.
@Suite(.needs(library: "libgsm.so.1")) struct GSMTests {
    enum Form: String, CaseIterable, Sendable {
        case single, pair

        var codec: any Codec.Type { self == .single ? GSMFullRate.self : MicrosoftGSM.self }
        var bytes: Int { self == .single ? 33 : 65 }
        var frames: Int { self == .single ? 160 : 320 }
    }

    private static func voice(_ frames: Int) -> [Int16] { AMRSpeech.samples(frames: frames, seed: 4) }

    @Test(arguments: Form.allCases) func completesWhatTheFormatDetermines(form: Form) throws {
        let open = StreamFormat(sampleRate: 8000, formatID: form.codec.formatID, channels: 1)
        let complete = try form.codec.complete(open, magicCookie: [])
        #expect(complete.bytesPerPacket == form.bytes && complete.framesPerPacket == form.frames)
        #expect(complete.bitsPerChannel == 0 && complete.bytesPerFrame == 0)
        for change in [\StreamFormat.channels, \.bytesPerPacket] {
            var wrong = open
            wrong[keyPath: change] = 2
            #expect(throws: AudioError.self) { try form.codec.complete(wrong, magicCookie: []) }
        }
        #expect(form.codec.abilities.hasDependentPackets)
    }

    @Test(arguments: Form.allCases) func isTheSameInPiecesAndAtOnce(form: Form) throws {
        let samples = Self.voice(12 * form.frames + 13)
        let whole = try CodecRunner.encode(samples, with: form.codec, channels: 1)
        #expect(whole.count == 13 * form.bytes)
        #expect(try CodecRunner.encode(samples, with: form.codec, channels: 1, packetsPerCall: 5) == whole)
        let decoded = try CodecRunner.decode(whole, with: form.codec, channels: 1)
        #expect(try CodecRunner.decode(whole, with: form.codec, channels: 1, packetsPerCall: 4) == decoded)
        #expect(AMRSpeech.likeness(samples, decoded.map(Double.init), shift: 0) > 0.9)
    }

    /// The two forms hold the same bits in another order.
    @Test func bothFormsSoundTheSame() throws {
        let samples = Self.voice(3200)
        let single = try CodecRunner.encode(samples, with: GSMFullRate.self, channels: 1)
        let pairs = try CodecRunner.encode(samples, with: MicrosoftGSM.self, channels: 1)
        #expect(
            try CodecRunner.decode(single, with: GSMFullRate.self, channels: 1)
                == CodecRunner.decode(pairs, with: MicrosoftGSM.self, channels: 1))
    }

    @Test func aFrameWithoutItsMarkIsRefusedAndLeavesTheHistory() throws {
        let packets = try CodecRunner.encode(Self.voice(1600), with: GSMFullRate.self, channels: 1)
        let whole = try CodecRunner.decode(packets, with: GSMFullRate.self, channels: 1)
        let format = try CodecRunner.format(GSMFullRate.self, channels: 1)
        let decoder = try GSMFullRate.makeDecoder(format, magicCookie: [])
        var samples = [Int16](repeating: 0, count: 1600)
        var broken = packets
        broken[2 * 33] = 0x55
        try samples.withUnsafeMutableBytes { room throws in
            _ = try packets.withUnsafeBytes { try decoder.decode($0, nil, count: 1, into: room) }
            #expect(throws: AudioError.self) {
                try broken[33...].withUnsafeBytes { try decoder.decode($0, nil, count: 3, into: room) }
            }
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[320...])
            _ = try packets[33...].withUnsafeBytes { try decoder.decode($0, nil, count: 9, into: rest) }
        }
        #expect(samples == whole)
    }

    @Test(arguments: Form.allCases) func resetForgetsAllHistory(form: Form) throws {
        let samples = Self.voice(10 * form.frames)
        let format = try CodecRunner.format(form.codec, channels: 1)
        let encoder = try form.codec.makeEncoder(format, EncoderOptions())!
        func packets() throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 10 * form.bytes)
            var sizes: [PacketDescription] = []
            _ = try samples.withUnsafeBytes { input in
                try bytes.withUnsafeMutableBytes {
                    try encoder.encode(input, frames: samples.count, into: $0, sizes: &sizes)
                }
            }
            return bytes
        }
        let first = try packets()
        #expect(try packets() != first)
        encoder.reset()
        #expect(try packets() == first)
    }

    /// A decoder that takes up another's state goes on as that one did.
    @Test(arguments: Form.allCases) func theStateIsAllThatCounts(form: Form) throws {
        let samples = Self.voice(60 * form.frames)
        let packets = try CodecRunner.encode(samples, with: form.codec, channels: 1)
        let whole = try CodecRunner.decode(packets, with: form.codec, channels: 1)
        let format = try CodecRunner.format(form.codec, channels: 1)
        let (first, second) = (
            try form.codec.makeDecoder(format, magicCookie: []), try form.codec.makeDecoder(format, magicCookie: [])
        )
        var room = [Int16](repeating: 0, count: 60 * form.frames)
        func decode(_ decoder: any PacketDecoder, _ packets: ArraySlice<UInt8>) throws -> ArraySlice<Int16> {
            let count = packets.count / form.bytes
            let frames = try packets.withUnsafeBytes { input in
                try room.withUnsafeMutableBytes { try decoder.decode(input, nil, count: count, into: $0) }
            }
            return room[..<frames]
        }
        _ = try decode(first, packets[..<(37 * form.bytes)])
        let fresh = try decode(second, packets[(37 * form.bytes)...])
        #expect(!fresh.elementsEqual(whole[(37 * form.frames)...]))
        second.state = first.state
        #expect(try decode(second, packets[(37 * form.bytes)...]).elementsEqual(whole[(37 * form.frames)...]))
        #expect(first.state?.count == 139)
    }

    /// Any bytes are frames to the decoder of WAVE's form; it has the samples of libgsm's, which follow the standard.
    @Test func noiseDecodesAsWithLibgsm() throws {
        let library = try #require(GSMLoad()).pointee
        let state = try #require(library.gsm_create())
        defer { library.gsm_destroy(state) }
        var isOn: Int32 = 1
        _ = library.gsm_option(state, 4, &isOn)
        var packets = CodecSignals.noise(65 * 300).map { UInt8(truncatingIfNeeded: $0) }
        var theirs = [Int16](repeating: 0, count: 320 * 300)
        packets.withUnsafeMutableBufferPointer { bytes in
            theirs.withUnsafeMutableBufferPointer { samples in
                for packet in 0..<300 {
                    let (input, output) = (bytes.baseAddress! + packet * 65, samples.baseAddress! + packet * 320)
                    _ = library.gsm_decode(state, input, output)
                    _ = library.gsm_decode(state, input + 33, output + 160)
                }
            }
        }
        let ours = try CodecRunner.decode(packets, with: MicrosoftGSM.self, channels: 1)
        #expect(zip(ours, theirs).allSatisfy { $0 == $1 })
    }

    /// FFmpeg's own decoder has the same samples where nothing saturates, and its encoder, libgsm, the same bytes.
    @Test(.needs("ffmpeg"), arguments: Form.allCases) func agreesWithFFmpeg(form: Form) throws {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let samples = Self.voice(100 * form.frames)
        let packets = try CodecRunner.encode(samples, with: form.codec, channels: 1)
        OtherProgram.write(samples.withUnsafeBytes { Array($0) }, to: "\(directory)/in.raw")
        let name = form == .single ? "gsm" : "gsm_ms"
        let (container, end) = form == .single ? ("gsm", "gsm") : ("wav", "wav")
        let encode =
            "ffmpeg -v error -nostdin -f s16le -ar 8000 -ac 1 -i in.raw -c:a lib\(name) -f \(container) a.\(end)"
        let decode = "ffmpeg -v error -nostdin -c:a \(name) -i a.\(end) -f s16le out.raw"
        guard OtherProgram.run("cd \(directory) && \(encode) 2> /dev/null") == 0 else {
            try Test.cancel("ffmpeg was built without libgsm")
        }
        #expect(OtherProgram.run("cd \(directory) && \(decode)") == 0)
        var theirs = try #require(OtherProgram.bytes(of: "\(directory)/a.\(end)"))
        if form == .pair { theirs.removeFirst(try #require(theirs.firstRange(of: Array("data".utf8))).upperBound + 4) }
        #expect(theirs.prefix(packets.count).elementsEqual(packets))
        let decoded = try CodecRunner.decode(packets, with: form.codec, channels: 1)
        let out = try #require(OtherProgram.bytes(of: "\(directory)/out.raw"))
        #expect(out.elementsEqual(decoded.withUnsafeBytes { Array($0) }) == true)
    }
}
