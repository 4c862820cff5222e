import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

/// The two bands, as tests go through them.
enum AMRTestBand: String, CaseIterable, Sendable {
    case narrow, wide

    var band: AMRBand { self == .narrow ? .narrow : .wide }
    var codec: any Codec.Type { self == .narrow ? AMRNarrowBand.self : AMRWideBand.self }
    var format: StreamFormat { StreamFormat(formatID: codec.formatID, channels: 1) }
    var magic: String { self == .narrow ? "#!AMR\n" : "#!AMR-WB\n" }
    var modes: Range<Int> { band.bitRates.indices }
}

@Suite struct AMRTests {
    @Test(arguments: AMRTestBand.allCases)
    func completesWhatTheFormatDetermines(band: AMRTestBand) throws {
        let complete = try band.codec.complete(band.format, magicCookie: [])
        #expect(complete.sampleRate == (band == .narrow ? 8000 : 16_000))
        #expect(complete.framesPerPacket == (band == .narrow ? 160 : 320))
        #expect(complete.bytesPerPacket == 0 && complete.channels == 1)
        for change in [\StreamFormat.channels, \.framesPerPacket, \.bytesPerPacket] {
            var wrong = band.format
            wrong[keyPath: change] = 11
            #expect(throws: AudioError.self) { try band.codec.complete(wrong, magicCookie: []) }
        }
        var wrong = band.format
        wrong.sampleRate = 44_100
        #expect(throws: AudioError.converterFormat.because("this AMR is one channel of \(Int(complete.sampleRate)) Hz"))
        {
            try band.codec.complete(wrong, magicCookie: [])
        }
    }

    /// 3GPP TS 26.101 and 26.201: 95 to 244 bits and 132 to 477 bits in 20 ms, in whole bytes behind the first.
    @Test(arguments: AMRTestBand.allCases)
    func bitRatesAndFrameSizesAgree(band: AMRTestBand) {
        for mode in band.modes {
            let bits = band.band.bitRates[mode] / 50
            #expect(band.band.frameSizes[mode] == 1 + (bits + 7) / 8, "mode \(mode)")
        }
    }

    @Test func bitRatesChooseTheNearestMode() {
        let wanted: [(AMRBand, Int?, Int)] = [
            (.narrow, nil, 7), (.narrow, 0, 0), (.narrow, 4750, 0), (.narrow, 4950, 0), (.narrow, 4951, 1),
            (.narrow, 12_000, 7), (.narrow, 11_200, 6), (.narrow, .max, 7), (.narrow, .min + 1, 0), (.wide, nil, 8),
            (.wide, 6600, 0), (.wide, 23_850, 8), (.wide, 12_000, 2), (.wide, 64_000, 8),
        ]
        for (band, rate, mode) in wanted { #expect(band.mode(bitRate: rate) == mode, "\(band.formatID) \(rate ?? -1)") }
    }

    /// What goes in comes out `primingFrames` later: no other place fits as well, in any mode.
    @Test(.needsAMR, arguments: AMRTestBand.installed)
    func comesBackInItsPlace(band: AMRTestBand) throws {
        let voice = AMRSpeech.samples(frames: 50 * band.band.framesPerPacket, seed: 4)
        // The wide band's second mode fails on this voice in the libraries themselves: it is silent now and then.
        for mode in band.modes where !(band == .wide && mode == 1) {
            let stream = try AMRSpeech(encoding: voice, band, mode: mode)
            let back = try stream.decoded()
            let likeness = (0..<200).map { AMRSpeech.likeness(voice, back, shift: $0) }
            #expect(likeness.firstIndex(of: likeness.max()!) == stream.primingFrames, "mode \(mode)")
            #expect(likeness.max()! > 0.8, "mode \(mode): \(likeness.max()!)")
        }
    }

    /// The packets hold every frame that went in, behind the delay, and no packet more.
    @Test(.needsAMR, arguments: AMRTestBand.installed, [0, 1, 119, 120, 121, 160, 161, 280, 281, 320, 500])
    func lastFramesAreWithinThePackets(band: AMRTestBand, frames: Int) throws {
        let stream = try AMRSpeech(encoding: AMRSpeech.samples(frames: frames, seed: 1), band, mode: 3)
        let perPacket = band.band.framesPerPacket
        let needed = frames == 0 ? 0 : (frames + stream.primingFrames + perPacket - 1) / perPacket
        #expect(stream.packets.count == needed)
    }

    @Test(.needsAMR, arguments: AMRTestBand.installed)
    func resetForgetsAllHistory(band: AMRTestBand) throws {
        let voice = AMRSpeech.samples(frames: 20 * band.band.framesPerPacket, seed: 2)
        let stream = try AMRSpeech(encoding: voice, band, mode: 5)
        let decoder = try band.codec.makeDecoder(band.format, magicCookie: [])
        let first = try stream.decoded(by: decoder)
        #expect(try stream.decoded(by: decoder) != first)
        decoder.reset()
        #expect(try stream.decoded(by: decoder) == first)
        let encoder = try band.codec.makeEncoder(band.format, stream.options)!
        let packets = try AMRSpeech.packets(voice, encoder)
        encoder.reset()
        #expect(try AMRSpeech.packets(voice, encoder) == packets && packets == stream.packets)
    }

    /// One packet a call or many: the same samples.
    @Test(.needsAMR, arguments: AMRTestBand.installed, [1, 3, 7])
    func runsOfPacketsDoNotMatter(band: AMRTestBand, run: Int) throws {
        let voice = AMRSpeech.samples(frames: 20 * band.band.framesPerPacket, seed: 3)
        let stream = try AMRSpeech(encoding: voice, band, mode: 2)
        let decoder = try band.codec.makeDecoder(band.format, magicCookie: [])
        #expect(try stream.decoded(by: decoder, run: run) == (try stream.decoded()))
    }

    /// After as many packets as the decoder asks for, a start where random numbers are those of the stream's start is within
    /// 40 dB even for this voice, which never pauses.
    @Test(.needsAMR, arguments: AMRTestBand.installed)
    func preRollBringsTheDecoderClose(band: AMRTestBand) throws {
        let perPacket = band.band.framesPerPacket
        let decoder = try band.codec.makeDecoder(band.format, magicCookie: [])
        let starts = decoder.packetsPerCycle == 1 ? [1, 30, 57] : [decoder.packetsPerCycle]
        let packets = starts.last! + decoder.preRollPackets + 20
        let stream = try AMRSpeech(
            encoding: AMRSpeech.samples(frames: packets * perPacket, seed: 5), band, mode: band.modes.last!)
        let whole = try stream.decoded()
        for first in starts {
            decoder.reset()
            var part = stream
            part.packets.removeFirst(first)
            let skipped = decoder.preRollPackets * perPacket
            let tail = try part.decoded(by: decoder)[skipped...]
            let wanted = whole[(first * perPacket + skipped)...]
            let error = zip(tail, wanted).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            let power = wanted.reduce(0.0) { $0 + $1 * $1 }
            #expect(error < power / 10_000, "from packet \(first): \(error / power)")
        }
    }
}
