import AudioCore
import CSpeech
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// Packets of AMR, and how tests make them.
struct AMRSpeech {
    let band: AMRTestBand
    var packets: [[UInt8]]
    var options = EncoderOptions()
    var primingFrames = 0

    init(_ band: AMRTestBand, packets: [[UInt8]]) {
        self.band = band
        self.packets = packets
    }

    init(encoding samples: [Int16], _ band: AMRTestBand, mode: Int) throws {
        self.init(band, packets: [])
        options.bitRate = band.band.bitRates[mode]
        let encoder = try band.codec.makeEncoder(band.format, options)!
        primingFrames = encoder.primingFrames
        packets = try Self.packets(samples, encoder)
    }

    static func packets(_ samples: [Int16], _ encoder: any PacketEncoder) throws -> [[UInt8]] {
        var room = [UInt8](repeating: 0x55, count: (samples.count / 160 + 2) * encoder.maximumPacketSize)
        var result: [[UInt8]] = []
        for isLast in [false, true] {
            var sizes: [PacketDescription] = []
            let count = try samples.withUnsafeBytes { input in
                try room.withUnsafeMutableBytes { output in
                    isLast
                        ? try encoder.finish(into: output, sizes: &sizes)
                        : try encoder.encode(input, frames: samples.count, into: output, sizes: &sizes)
                }
            }
            precondition(count == sizes.count)
            result += sizes.map { Array(room[Int($0.offset)..<Int($0.offset) + Int($0.size)]) }
        }
        return result
    }

    func decoded() throws -> [Double] {
        try decoded(by: try band.codec.makeDecoder(band.format, magicCookie: []))
    }

    func decoded(by decoder: any PacketDecoder, run: Int = .max) throws -> [Double] {
        try samples(by: decoder, run: run).map(Double.init)
    }

    func samples(by decoder: any PacketDecoder, run: Int = .max) throws -> [Int16] {
        let perPacket = band.band.framesPerPacket
        var result: [Int16] = []
        for first in stride(from: 0, to: packets.count, by: min(run, max(packets.count, 1))) {
            let part = packets[first..<min(first + min(run, packets.count), packets.count)]
            var descriptions: [PacketDescription] = []
            for packet in part {
                let offset = descriptions.last.map { $0.offset + Int64($0.size) } ?? 0
                descriptions.append(PacketDescription(offset: offset, size: UInt32(packet.count)))
            }
            var room = [Int16](repeating: 0x5555, count: part.count * perPacket)
            let frames = try part.flatMap(\.self).withUnsafeBytes { input in
                try descriptions.withUnsafeBufferPointer { descriptions in
                    try room.withUnsafeMutableBytes {
                        try decoder.decode(input, descriptions, count: part.count, into: $0)
                    }
                }
            }
            result += room[..<frames]
        }
        return result
    }

    /// Something like a voice: a buzz whose pitch wanders, through a resonance, with breath.
    static func samples(frames: Int, seed: UInt64) -> [Int16] {
        var random = CodecSignals.Random(seed: seed)
        var (last, before, next) = (0.0, 0.0, 100.0)
        return (0..<frames).map { frame in
            var excitation = Double(Int16(truncatingIfNeeded: random.next())) * 0.005
            if Double(frame) >= next {
                excitation += 6000
                next += 70 + 20 * sin(Double(frame) / 3000)
            }
            let value = 1.5 * last - 0.8 * before + excitation
            (before, last) = (last, value)
            return Int16(max(-30_000, min(30_000, value)))
        }
    }

    /// How well the second fits the first when it is moved back: 1 where they differ in size alone.
    static func likeness(_ first: [Int16], _ second: [Double], shift: Int) -> Double {
        var (product, power, otherPower) = (0.0, 0.0, 0.0)
        for index in 0..<first.count - 400 {
            let (value, other) = (Double(first[index]), second[index + shift])
            product += value * other
            power += value * value
            otherPower += other * other
        }
        return product / (power * otherPower).squareRoot()
    }
}

extension AMRTestBand {
    /// The bands whose libraries are installed.
    static let installed = allCases.filter {
        $0 == .narrow ? AMRLoadNarrow() != nil : AMRLoadWideDecoder() != nil && AMRLoadWideEncoder() != nil
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test where a band's libraries are installed; its arguments are `AMRTestBand.installed`.
    static var needsAMR: Self {
        .enabled(if: !AMRTestBand.installed.isEmpty, "neither opencore-amr nor vo-amrwbenc is installed")
    }
}

/// A small C program over the libraries themselves.
enum AMRJudge {
    /// Where the libraries that a program is built with are installed.
    static let isThere = OtherProgram.finds("opencore-amrnb opencore-amrwb")

    /// The library's decoding of the packets.
    static func decode(_ stream: AMRSpeech) throws -> [Int16] {
        let directory = OtherProgram.temporaryDirectory()
        defer { OtherProgram.remove(directory) }
        let isNarrow = stream.band == .narrow
        OtherProgram.write(Array((isNarrow ? narrow : wide).utf8), to: "\(directory)/judge.c")
        let library = isNarrow ? "opencore-amrnb" : "opencore-amrwb"
        try #require(OtherProgram.run("cd \(directory) && clang -O1 -o judge judge.c -l\(library)") == 0)
        OtherProgram.write(
            stream.packets.flatMap { $0 + [UInt8](repeating: 0, count: 64 - $0.count) }, to: "\(directory)/in")
        guard OtherProgram.run("cd \(directory) && ./judge <in >out") == 0 else { return [] }
        let bytes = OtherProgram.bytes(of: "\(directory)/out") ?? []
        return bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
        }
    }

    /// Packets of 64 bytes in, samples out. A frame that is damaged is handed over as lost.
    private static let narrow = """
        #include <opencore-amrnb/interf_dec.h>
        #include <stdio.h>
        int main(void) {
            void *state = Decoder_Interface_init();
            unsigned char frame[64];
            short samples[160];
            while (fread(frame, 64, 1, stdin)) {
                unsigned char lost[64] = {15 << 3 | 4};
                int useless = !(frame[0] & 4) || (frame[0] >> 3 & 15) > 8;
                Decoder_Interface_Decode(state, useless ? lost : frame, samples, 0);
                fwrite(samples, sizeof samples, 1, stdout);
            }
            Decoder_Interface_exit(state);
        }
        """

    private static let wide = """
        #include <opencore-amrwb/dec_if.h>
        #include <stdio.h>
        int main(void) {
            void *state = D_IF_init();
            unsigned char frame[64];
            short samples[320];
            while (fread(frame, 64, 1, stdin)) {
                unsigned char lost[64] = {15 << 3 | 4};
                int useless = !(frame[0] & 4) || (frame[0] >> 3 & 15) > 9;
                D_IF_decode(state, useless ? lost : frame, samples, 0);
                fwrite(samples, sizeof samples, 1, stdout);
            }
            D_IF_exit(state);
        }
        """
}
