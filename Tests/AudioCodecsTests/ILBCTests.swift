import AudioCore
import TestSupport
import Testing

@testable import AudioCodecs

@Suite struct ILBCTests {
    @Test func completesFormats() throws {
        let open = StreamFormat(sampleRate: 0, formatID: "ilbc", channels: 1)
        let short = try ILBC.complete(open, magicCookie: [])
        #expect(short.sampleRate == 8000 && short.framesPerPacket == 160 && short.bytesPerPacket == 38)
        #expect(short.bytesPerFrame == 0 && short.bitsPerChannel == 0)
        for (frames, bytes) in [(240, 0), (0, 50), (240, 50)] {
            var format = open
            (format.framesPerPacket, format.bytesPerPacket) = (frames, bytes)
            let long = try ILBC.complete(format, magicCookie: [])
            #expect(long.framesPerPacket == 240 && long.bytesPerPacket == 50)
        }
        #expect(Codecs.named("ilbc")?.name == "iLBC")
        let abilities = ILBC.abilities
        #expect(abilities.decodes && abilities.encodes && abilities.channels == [1] && abilities.bitRates.isEmpty)
        #expect(abilities.sampleRates == [8000...8000] && abilities.hasDependentPackets)
    }

    @Test func refusesOtherFormats() {
        func refuse(_ change: (inout StreamFormat) -> Void) {
            var format = StreamFormat(sampleRate: 8000, formatID: "ilbc", channels: 1)
            change(&format)
            #expect(throws: AudioError.self) { try ILBC.complete(format, magicCookie: []) }
            #expect(throws: AudioError.self) { try ILBC.makeDecoder(format, magicCookie: []) }
            #expect(throws: AudioError.self) { try ILBC.makeEncoder(format, EncoderOptions()) }
        }
        refuse { $0.channels = 2 }
        refuse { $0.sampleRate = 16_000 }
        refuse { $0.framesPerPacket = 320 }
        refuse { $0.bytesPerPacket = 33 }
        refuse { ($0.framesPerPacket, $0.bytesPerPacket) = (160, 50) }
    }

    /// Every bit belongs to one number, those of the first class stand first, and the last one says "empty".
    @Test(arguments: ILBCRunner.modes) func everyBitHasItsPlace(mode: ILBCMode) {
        let layout = ILBCLayout.of(mode)
        var bits = 0
        for place in 0..<layout.count { bits += layout.width(place) }
        #expect(bits == mode.packetSize * 8 - 1)
        var numbers = [Int16](repeating: 0, count: layout.count)
        var places: [Int] = []
        for bit in 0..<mode.packetSize * 8 {
            var packet = [UInt8](repeating: 0, count: mode.packetSize)
            packet[bit / 8] = 0x80 >> UInt8(bit % 8)
            let isSound = packet.withUnsafeBytes { layout.unpack($0, into: &numbers) }
            #expect(isSound == (bit < bits))
            #expect(numbers.map(\.nonzeroBitCount).reduce(0, +) == (bit < bits ? 1 : 0))
            if let place = numbers.firstIndex(where: { $0 != 0 }) { places.append(place) }
        }
        // Six, seven and seven bits for the first spectrum, then the next one or where the start state is.
        #expect(
            Array(places[..<21]) == [Int](repeating: 0, count: 6) + .init(repeating: 1, count: 7)
                + .init(repeating: 2, count: 7) + [3])
        let head = mode == .short ? 20 : 40
        let startWidth = mode == .short ? 2 : 3
        #expect(places[head..<head + startWidth].allSatisfy { $0 == layout.start })
        #expect(places[head + startWidth] == layout.isFirst)
        #expect(places[(head + startWidth + 1)...].prefix(6).allSatisfy { $0 == layout.scale })
        // The second class begins with the upper bit of each sample.
        let second = mode == .short ? 48 : 64
        #expect(Array(places[second..<second + mode.stateLength]) == (0..<mode.stateLength).map { layout.samples + $0 })
    }

    @Test(arguments: ILBCRunner.modes) func packsWhatItUnpacks(mode: ILBCMode) {
        let layout = ILBCLayout.of(mode)
        for seed in 0..<200 as Range<UInt64> {
            var packet = Signal.bytes(mode.packetSize, seed: seed)
            packet[mode.packetSize - 1] &= 0xFE
            var numbers = [Int16](repeating: 0, count: layout.count)
            #expect(packet.withUnsafeBytes { layout.unpack($0, into: &numbers) })
            for place in 0..<layout.count { #expect(numbers[place] >= 0 && numbers[place] < 1 << layout.width(place)) }
            var again = [UInt8](repeating: 0xAA, count: mode.packetSize + 8)
            again.withUnsafeMutableBytes { layout.pack(numbers, into: $0.baseAddress!) }
            #expect(Array(again.prefix(mode.packetSize)) == packet)
        }
    }

    /// Whatever the indices are, the frequencies do not fall, and the filters between any two spectra die away.
    @Test func filtersAreStable() {
        var random = SeededRandom(1)
        var spectra = [Int16](repeating: 0, count: 20)
        for round in 0..<400 {
            for half in [0, 10] {
                let indices = [
                    Int16.random(in: 0..<64, using: &random), .random(in: 0..<128, using: &random),
                    .random(in: 0..<128, using: &random),
                ]
                spectra.withUnsafeMutableBufferPointer { spectra in
                    ILBCSpectrum.dequantize(indices, into: spectra.baseAddress! + half)
                    ILBCSpectrum.stabilize(spectra.baseAddress! + half)
                }
                for index in half..<half + 9 { #expect(spectra[index] <= spectra[index + 1], "\(indices)") }
                #expect(spectra[half] > 0 && spectra[half + 9] < 25_736)
            }
            var predictor = [Int16](repeating: 0, count: 11)
            spectra.withUnsafeBufferPointer {
                ILBCSpectrum.interpolate(
                    $0.baseAddress!, $0.baseAddress! + 10, weight: Int16(4096 * (round % 5)), into: &predictor)
            }
            var response = [Double](repeating: 0, count: 4000)
            for index in response.indices {
                var sum = index == 0 ? 1.0 : 0
                for tap in 1...10 where tap <= index { sum -= Double(predictor[tap]) / 4096 * response[index - tap] }
                response[index] = sum
            }
            #expect(response.suffix(100).allSatisfy { abs($0) < 0.05 }, "\(spectra) \(round)")
        }
    }

    /// The mean spectrum's frequencies come back from the predictor made of them, and are nearest to themselves.
    @Test func spectraAreNearestToThemselves() {
        for index in 0..<128 {
            let indices = [Int16(index / 2), Int16(index), Int16(127 - index)]
            var frequencies = [Int16](repeating: 0, count: 10)
            ILBCSpectrum.dequantize(indices, into: &frequencies)
            var found = [Int16](repeating: -1, count: 3)
            ILBCSpectrum.quantize(frequencies.map { Float($0) / 8192 }, into: &found)
            #expect(found == indices)
        }
    }

    /// The codebook of a ramp: plain vectors are cut from its end, repeated ones start over.
    @Test func codebookVectorsByHand() {
        let memory = [0, 0, 0, 0] + (1...147).map { Int16($0 * 10) } + [0, 0, 0, 0]
        func vector(_ index: Int, memory count: Int = 147, length: Int = 40) -> [Int16] {
            var vector = [Int16](repeating: 0, count: 40)
            memory.withUnsafeBufferPointer {
                ILBCCodebook.vector(
                    index, memory: count, before: $0.baseAddress! + 151, length: length, into: &vector)
            }
            return Array(vector.prefix(length))
        }
        #expect(vector(0) == (108...147).map { Int16($0 * 10) })
        #expect(vector(107) == (1...40).map { Int16($0 * 10) })
        // A period of 20: the last 20, of them four on the way to what stood before the first, and the same again.
        let soft: [Int16] = [1400, 1370, 1330, 1300]
        let repeated = vector(108)
        #expect(Array(repeated[..<16]) == (128...143).map { Int16($0 * 10) })
        for (sample, wanted) in zip(repeated[16..<20], soft) { #expect(abs(sample - wanted) <= 10) }
        #expect(Array(repeated[20...]) == (128...147).map { Int16($0 * 10) })
        // The filter makes a ramp steeper: its taps add up to 5390 / 4096.
        let filtered = vector(128 + 50)
        #expect(zip(filtered, filtered.dropFirst()).allSatisfy { (13...14).contains($1 - $0) })
        #expect(vector(0, memory: 85, length: 23) == (125...147).map { Int16($0 * 10) })
        #expect(ILBCCodebook.size(memory: 147, length: 40) == 256)
        #expect(ILBCCodebook.size(memory: 85, length: 23) == 126)
        #expect(ILBCCodebook.size(memory: 85, length: 22) == 128)
    }

    @Test func gainsByHand() {
        #expect(ILBCCodebook.gain(31, stage: 0, previous: 16_384) == 19_661)
        #expect(ILBCCodebook.gain(0, stage: 1, previous: -8192) == -8601)
        // In terms of a tenth at least.
        #expect(ILBCCodebook.gain(7, stage: 2, previous: 0) == 1638)
    }

    /// The first block's short indices name the vectors near the memory's end, each once.
    @Test func shortIndicesAreAllDifferent() {
        let wide = Set((0..<128).map { ILBCExcitation.widen($0) })
        #expect(wide == Set(Array(0..<44) + Array(108..<172) + Array(236..<256)))
    }

    @Test func rootsAndWidths() {
        for value in Array(0...2000) + [46_340 * 46_340 - 1, 46_340 * 46_340, .max] as [Int32] {
            let root = Int64(FixedPoint.root(value))
            #expect(root * root <= value && (root + 1) * (root + 1) > value)
        }
        #expect(FixedPoint.root(-1) == 0)
        #expect(FixedPoint.width(0) == 0 && FixedPoint.width(255) == 8 && FixedPoint.width(-1) == 32)
        #expect(FixedPoint.headroom(0) == 0 && FixedPoint.headroom(1) == 30 && FixedPoint.headroom(-1) == 31)
        #expect(FixedPoint.quotient(.min, -1) == .min && FixedPoint.quotient(7, 0) == .max)
    }
}
