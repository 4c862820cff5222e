import AudioCodecs
import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioFiles

/// Segments of a stream that are worked on at the same time come out as if there were one thread.
@Suite struct ParallelTests {
    private final class Number: @unchecked Sendable {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    private static func parallel(
        _ decoders: [MemoryDecoder], to output: StreamFormat? = nil
    ) throws(AudioError) -> ParallelDecoder? {
        let format = StreamFormat(
            sampleRate: 44_100, formatID: "test", framesPerPacket: MemoryDecoder.framesPerPacket, channels: 1)
        let concealing = decoders.map { ConcealingDecoder($0, format) }
        return try ParallelDecoder(
            concealing[0], threads: Array(concealing[1...]), to: output, framesPerPacket: format.framesPerPacket)
    }

    @Test func segmentsComeBackInOrder() {
        let team = OrderedTeam<Number>(workers: 4, name: "test") { _, number in number.value *= 10 }
        var random = SeededRandom(1)
        var (next, back) = (0, 0)
        while back < 1000 {
            if team.count < 7, next < 1000, Bool.random(using: &random) {
                team.handIn(Number(next))
                next += 1
            } else if let number = team.takeBack() {
                #expect(number.value == back * 10)
                back += 1
            }
        }
        #expect(team.takeBack() == nil)
    }

    @Test func recalledSegmentsAreAllThere() {
        let team = OrderedTeam<Number>(workers: 2, name: "test") { _, number in number.value += 1000 }
        for round in 0..<50 {
            for value in 0..<20 { team.handIn(Number(value)) }
            if round % 2 == 0 { #expect(team.takeBack()?.value == 1000) }
            let recalled = team.recall()
            #expect(Set(recalled.map { $0.value % 1000 }) == Set(round % 2 == 0 ? 1..<20 : 0..<20))
            #expect(team.count == 0)
        }
    }

    @Test(arguments: [0, 1, 3, 40])
    func aStreamOfPacketsWithMemoryIsThatOfOneDecoder(memory: Int) throws {
        var random = SeededRandom(UInt64(memory) + 5)
        let stream = MemoryStream(packets: 700, &random)
        let expected = stream.decodedByOne(memory: memory)
        for threads in [1, 2, 5] {
            let decoders = (0...threads).map { _ in MemoryDecoder(memory: memory) }
            let parallel = try #require(try Self.parallel(decoders))
            let whole = try stream.decoded(by: parallel, &random)
            #expect(whole == expected, "\(threads) threads")
            // From the start again, in the middle of things.
            _ = try stream.decoded(by: parallel, &random, packets: 300, stoppingAt: 500)
            parallel.reset()
            #expect(try stream.decoded(by: parallel, &random) == expected, "\(threads) threads, again")
        }
    }

    /// What depends on how many packets there were, modulo a cycle, is as in the stream: segments begin at a cycle.
    @Test(arguments: [3, 40], [4, 8])
    func aStreamWithACycleIsThatOfOneDecoder(memory: Int, cycle: Int) throws {
        var random = SeededRandom(UInt64(memory + cycle))
        let stream = MemoryStream(packets: 700, &random)
        let expected = stream.decodedByOne(memory: memory, packetsPerCycle: cycle)
        #expect(expected != stream.decodedByOne(memory: memory))
        for threads in [1, 2, 5] {
            let decoders = (0...threads).map { _ in MemoryDecoder(memory: memory, packetsPerCycle: cycle) }
            let parallel = try #require(try Self.parallel(decoders))
            #expect(try stream.decoded(by: parallel, &random) == expected, "\(threads) threads")
        }
    }

    /// Noise, for instance, that goes on where it was, except at the segments where the decoder itself starts over.
    @Test(arguments: [2, 3, 30])
    func segmentsOfTheDecodersOwnAreThoseOfOneDecoder(packets: Int) throws {
        var random = SeededRandom(UInt64(packets) + 7)
        let stream = MemoryStream(packets: 700, drawingFrom: 20, &random)
        let expected = stream.decodedByOne(memory: 2, packetsPerSegment: packets)
        #expect(expected != stream.decodedByOne(memory: 2))
        for threads in [1, 2, 5] {
            let decoders = (0...threads).map { _ in MemoryDecoder(memory: 2, packetsPerSegment: packets) }
            let parallel = try #require(try Self.parallel(decoders))
            #expect(try stream.decoded(by: parallel, &random) == expected, "\(threads) threads")
            _ = try stream.decoded(by: parallel, &random, packets: 300, stoppingAt: 500)
            parallel.reset()
            #expect(try stream.decoded(by: parallel, &random) == expected, "\(threads) threads, again")
        }
    }

    /// As of a live source: the client has a packet now and then.
    @Test func aSegmentInManyPartsIsNotDecodedAnewWithEach() throws {
        var random = SeededRandom(11)
        let stream = MemoryStream(packets: 700, drawingFrom: 20, &random)
        let decoders = (0...2).map { _ in MemoryDecoder(memory: 2, packetsPerSegment: 100) }
        let parallel = try #require(try Self.parallel(decoders))
        let outcome = try stream.decoded(by: parallel, &random, packetsAtATime: 1)
        #expect(outcome == stream.decodedByOne(memory: 2, packetsPerSegment: 100))
        #expect(decoders.reduce(0) { $0 + $1.packetsTaken } < 800)
    }

    /// Threads that convert, too, give what converting afterwards does, across damage and in parts.
    @Test(arguments: [0, 3], [nil, 1] as [Int?])
    func threadsConvertWhatTheyDecode(memory: Int, packetsAtATime: Int?) throws {
        var random = SeededRandom(UInt64(memory) + 70)
        let stream = MemoryStream(packets: 300, &random)
        var expected = stream.decodedByOne(memory: memory)
        expected.samples = expected.samples.map(\.byteSwapped)
        var swapped = StreamFormat.int16(sampleRate: 44_100, channels: 1)
        swapped.flags.insert(.bigEndian)
        let decoders = (0...2).map { _ in MemoryDecoder(memory: memory) }
        let parallel = try #require(try Self.parallel(decoders, to: swapped))
        #expect(try stream.decoded(by: parallel, &random, packetsAtATime: packetsAtATime) == expected)
    }

    @Test func aDecoderThatMustSeeEverythingIsNotDivided() throws {
        #expect(try Self.parallel([MemoryDecoder(memory: nil), MemoryDecoder(memory: nil)]) == nil)
    }
}

/// A codec for tests: a packet's samples depend on so many packets before it.
private final class MemoryDecoder: PacketDecoder {
    static let framesPerPacket = 2000
    let outputFormat = StreamFormat.int16(sampleRate: 44_100, channels: 1)
    let primingFrames = 0
    var preRollPackets: Int { packetsPerSegment == nil ? 0 : 1 }
    let packetsPerSegment: Int?
    let packetsPerCycle: Int
    private let depth: Int?
    private var earlier: [Int] = []
    /// Packets that begin with a three go by how many of them there were.
    private var drawn = 0
    /// All packets since the reset, damaged ones too.
    private var place = 0
    /// Packets of the segment, and the last ones, damaged ones too.
    private var segmentPackets = 0
    private var last: [[UInt8]] = []
    private(set) var packetsTaken = 0

    init(memory: Int?, packetsPerSegment: Int? = nil, packetsPerCycle: Int = 1) {
        depth = memory
        self.packetsPerCycle = packetsPerCycle
        self.packetsPerSegment = packetsPerSegment
    }

    func reset() { (earlier, drawn, segmentPackets, place) = ([], 0, 0, 0) }

    func memory(of run: PacketRun) -> Int? { depth }

    func beginSegment() { segmentPackets = 0 }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        packetsTaken += count
        guard let packetsPerSegment else { return try decodePlainly(packets, descriptions, count: count, into: output) }
        guard count == 1, let packet = descriptions?.first else { throw .parameter }
        if segmentPackets == packetsPerSegment {
            reset()
            for packet in last.suffix(depth ?? 0) {
                let description = [PacketDescription(offset: 0, size: UInt32(packet.count))]
                packet.withUnsafeBytes { bytes in
                    description.withUnsafeBufferPointer {
                        _ = try? decodePlainly(bytes, $0, count: 1, into: output)
                    }
                }
            }
        }
        segmentPackets += 1
        last.append(Array(packets[Int(packet.offset)..<Int(packet.offset) + Int(packet.size)]))
        return try decodePlainly(packets, descriptions, count: 1, into: output)
    }

    private func decodePlainly(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let samples = output.bindMemory(to: Int16.self)
        let depth = depth ?? 0
        var frames = 0
        // All or nothing, so that a damaged packet leaves no trace in what is remembered.
        for packet in descriptions!.prefix(count) where packets[Int(packet.offset)] == 0 {
            if count == 1 { place += 1 }
            throw .converterUnspecified
        }
        for packet in descriptions!.prefix(count) {
            let bytes = packets[Int(packet.offset)..<Int(packet.offset) + Int(packet.size)]
            let sum = bytes.reduce(0) { $0 &* 31 &+ Int($1) }
            if bytes.first! == 3 { drawn += 1 }
            let draw = bytes.first! == 3 ? drawn * 1000 : 0
            let turn = place % packetsPerCycle * 100
            place += 1
            let value = earlier.suffix(depth).reduce(sum &+ draw &+ turn) { $0 &* 17 &+ $1 }
            let length = Self.framesPerPacket - Int(bytes.first! & 1)
            for frame in 0..<length { samples[frames + frame] = Int16(truncatingIfNeeded: value &+ frame) }
            frames += length
            earlier.append(sum)
            if earlier.count > depth { earlier.removeFirst() }
        }
        return frames
    }
}

/// Packets of random sizes, a few of them damaged.
private struct MemoryStream {
    struct Outcome: Equatable {
        var samples: [Int16] = []
        var missing = 0
    }

    private var packets: [[UInt8]] = []

    /// - Parameter first: the packet from which on some draw on all before them.
    init(packets count: Int, drawingFrom first: Int = .max, _ random: inout SeededRandom) {
        for number in 0..<count {
            var bytes = Signal.bytes(.random(in: 1...40, using: &random), seed: random.next())
            bytes[0] = number >= first && number % 3 == 0 ? 3 : max(4, bytes[0])
            // Three in a row, and not always in the middle of a segment.
            if number % 93 > 89 { bytes[0] = 0 }
            packets.append(bytes)
        }
    }

    func decodedByOne(memory: Int, packetsPerSegment: Int? = nil, packetsPerCycle: Int = 1) -> Outcome {
        let decoder = MemoryDecoder(
            memory: memory, packetsPerSegment: packetsPerSegment, packetsPerCycle: packetsPerCycle)
        var outcome = Outcome()
        var room = [Int16](repeating: 0, count: MemoryDecoder.framesPerPacket)
        for packet in packets {
            let description = [PacketDescription(offset: 0, size: UInt32(packet.count))]
            do {
                let frames = try packet.withUnsafeBytes { bytes in
                    try description.withUnsafeBufferPointer { descriptions in
                        try room.withUnsafeMutableBytes {
                            try decoder.decode(bytes, descriptions, count: 1, into: $0)
                        }
                    }
                }
                outcome.samples += room.prefix(frames)
                outcome.missing += MemoryDecoder.framesPerPacket - frames
            } catch { outcome.samples += [Int16](repeating: 0, count: MemoryDecoder.framesPerPacket) }
        }
        return outcome
    }

    /// Hands packets over and takes frames as it happens, in runs of any size.
    ///
    /// - Parameter most: packets that a client has at a time; nil: any number.
    func decoded(
        by decoder: ParallelDecoder, _ random: inout SeededRandom, packets limit: Int = .max,
        stoppingAt end: Int = .max, packetsAtATime most: Int? = nil
    ) throws -> Outcome {
        let input = ConverterInput(StreamFormat(sampleRate: 44_100, formatID: "test", channels: 1))
        var outcome = Outcome()
        var next = 0
        var memory: [UInt8] = []
        var descriptions: [AudioStreamPacketDescription] = []
        while true {
            while decoder.hasRoom, input.packets > 0 || next < min(packets.count, limit) {
                if input.packets == 0 {
                    let count = min(
                        most ?? .random(in: 1...50, using: &random), min(packets.count, limit) - next)
                    memory.removeAll()
                    descriptions.removeAll()
                    for packet in packets[next..<next + count] {
                        descriptions.append(
                            AudioStreamPacketDescription(
                                mStartOffset: Int64(memory.count), mVariableFramesInPacket: 0,
                                mDataByteSize: UInt32(packet.count)))
                        memory += packet
                    }
                    next += count
                    try memory.withUnsafeMutableBytes { bytes in
                        try descriptions.withUnsafeMutableBufferPointer { list in
                            _ = try input.ask(for: count) { wanted, data, given in
                                wanted.pointee = UInt32(count)
                                data.pointee.mBuffers.mData = bytes.baseAddress
                                data.pointee.mBuffers.mDataByteSize = UInt32(bytes.count)
                                given?.pointee = list.baseAddress
                                return 0
                            }
                            decoder.take(from: input)
                            // What did not fit goes into the next segment, as long as the memory is there.
                            while input.packets > 0, decoder.hasRoom { decoder.take(from: input) }
                            next -= input.packets
                            input.reset()
                        }
                    }
                }
                if most != nil { break }
            }
            // At the end, and where a client has nothing more for now.
            if most != nil || next >= min(packets.count, limit) || .random(in: 0..<8, using: &random) == 0 {
                decoder.flush()
            }
            if let frames = decoder.next(missing: &outcome.missing)?.bindMemory(to: Int16.self) {
                let count = min(frames.count, .random(in: 1...9000, using: &random))
                outcome.samples += frames.prefix(count)
                decoder.consume(count)
            } else if next >= min(packets.count, limit) {
                return outcome
            }
            if outcome.samples.count >= end { return outcome }
        }
    }
}
