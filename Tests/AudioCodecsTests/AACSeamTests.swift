import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioCodecs

/// AAC-LC in segments, of which each begins in an encoder that goes on from another place.
@Suite(.enabled(if: AAC.isInstalled(encoding: true) && AAC.abilities.encodes)) struct AACSeamTests {
    private static let format = StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2)
    private static let packets = 1500
    /// Many seams in a short sound, each behind the packets that the real plan has before it.
    private static let plan = LanePlan(firstPackets: 300, segmentPackets: 66, runIn: 64, firstRunIn: 280)

    /// Notes that are struck and fade, with noise: windows change often. It is loud about every other seam and soft about the
    /// others, so that each encoder ends a segment in other sound than its next one begins with.
    private static let sound: [Int16] = {
        var random = CodecSignals.Random(seed: 12)
        var notes: [(frequency: Double, start: Int, loudness: Double)] = []
        return (0..<packets * 1024).flatMap { frame -> [Int16] in
            if frame % 5000 == 0 {
                let number = Double(random.next() % 36)
                notes.append((110 * exp2(number / 12), frame, 2000 + Double(random.next() % 9000)))
                if notes.count > 4 { notes.removeFirst() }
            }
            let fromSeam = (frame / 1024 + plan.segmentPackets / 2 - plan.firstPackets) / plan.segmentPackets
            let gain = fromSeam % 2 == 0 ? 1 : 0.05
            let noise = Double(Int16(truncatingIfNeeded: random.next())) * 0.02
            return [0.0, 0.4].map { phase in
                let sample = notes.reduce(noise) { sum, note in
                    let time = Double(frame - note.start) / 44_100
                    return sum + note.loudness * exp2(-time * 12) * sin(2 * .pi * note.frequency * time + phase)
                }
                return Int16(max(-32_000, min(32_000, gain * sample)))
            }
        }
    }()

    private static func packets(_ lanes: LanePlan?, _ options: EncoderOptions) throws -> [[UInt8]] {
        let encoder = try AAC.makeEncoder(format, options, lanes)
        let input = sound.map { Float($0) / 32_768 }
        return try FDKTests.take(encoder, input.withUnsafeBytes { Array($0) }, frames: sound.count / 2)
    }

    /// The window sequence that a packet of a pair of channels begins with.
    private static func window(_ packet: [UInt8]) -> Int {
        let bits = packet.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let isCommon = bits >> 24 & 1 == 1
        return isCommon ? bits >> 21 & 3 : bits >> 13 & 3
    }

    /// Signal to noise of each packet's frames, in decibels.
    private static func quality(_ packets: [[UInt8]], _ cookie: [UInt8]) throws -> [Double] {
        let decoder = try AAC.makeDecoder(format, magicCookie: cookie)
        return FFmpegTests.decode(decoder, packets).enumerated().map { index, bytes in
            var (signal, noise) = (1.0, 1e-3)
            (bytes ?? []).withUnsafeBytes { bytes in
                for (place, sample) in bytes.bindMemory(to: Float.self).enumerated() {
                    let position = (index - 1) * 2048 + place
                    guard sound.indices.contains(position) else { continue }
                    let truth = Double(sound[position])
                    signal += truth * truth
                    noise += (truth - Double(sample) * 32_768) * (truth - Double(sample) * 32_768)
                }
            }
            return 10 * log10(signal / noise)
        }
    }

    /// Both encoders choose the windows that one encoder chooses for the whole, and what becomes of the frames at seams differs
    /// from what one encoder makes of them no more than elsewhere: at two bit rates, and at a quality.
    @Test(arguments: [64_000, 128_000, nil] as [Int?]) func seamsAreInaudible(bitRate: Int?) throws {
        var options = EncoderOptions()
        options.bitRate = bitRate
        if bitRate == nil { options.bitRateControlMode = 3 }
        let (one, laned) = (try Self.packets(nil, options), try Self.packets(Self.plan, options))
        #expect(one.count == laned.count && one.count == Self.packets + 1)
        #expect(Set(one.map(Self.window)).count == 4)
        #expect(one.map(Self.window) == laned.map(Self.window))
        let bytes = [one, laned].map { $0.reduce(0) { $0 + $1.count } }
        #expect(abs(Double(bytes[1]) / Double(bytes[0]) - 1) < 0.01, "\(bytes)")
        let cookie = try AAC.makeEncoder(Self.format, options, nil).magicCookie
        let (first, second) = (try Self.quality(one, cookie), try Self.quality(laned, cookie))
        let changes = zip(first, second).map { $1 - $0 }
        let places = changes.indices.filter { $0 >= Self.plan.firstPackets && $0 < one.count - 2 }
        // The frames of the last packet before a seam and the first behind it overlap in both of these.
        let seams = places.filter { (0...1).contains(Self.plan.place(of: $0).place) }.map { changes[$0] }
        let others = places.filter { Self.plan.place(of: $0).place > 1 }.map { changes[$0] }
        let means = [seams, others].map { $0.reduce(0, +) / Double($0.count) }
        #expect(seams.count >= 36 && means[0] > means[1] - 0.2 && abs(means[1]) < 0.2, "\(means)")
        // Behind eight packets it is 13 and 7 of 100 at 128 kbit/s.
        let worse = [seams, others].map { Double($0.filter { $0 < -1 }.count) / Double($0.count) }
        #expect(worse[0] <= 0.06 && worse[1] <= 0.03, "\(worse)")
        let sizes = [seams, others].map { ($0.reduce(0) { $0 + $1 * $1 } / Double($0.count)).squareRoot() }
        #expect(sizes[0] <= sizes[1] + 0.3, "\(sizes)")
    }
}
