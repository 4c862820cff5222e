import AudioCodecs
import AudioCore
import AudioDevices
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Playing queues of encoded packets, and of changed rate and pitch, on a device that is driven by hand.
@Suite struct CompressedQueueTests {
    /// A sound as the packets of a file, and as an extended file decodes it.
    private struct Encoded {
        let format: StreamFormat
        let cookie: [UInt8]
        var packets: [[UInt8]] = []
        let priming: Int
        /// Decoded frames of the last packet that do not count.
        let remainder: Int
        var decoded: [Float] = []

        init(_ sound: [Float], _ id: FourCC, in type: FourCC, rate: Double = 44_100) throws {
            let folder = ScratchFolder()
            let path = folder.file("sound")
            let writer = try ExtendedFile.create(
                path, type: type, format: StreamFormat(sampleRate: rate, formatID: id, channels: 1), layout: nil,
                erasing: true, alignsAudioData: false)
            try writer.setClientFormat(.float32(sampleRate: rate, channels: 1))
            try Self.with(sound) { try writer.write(sound.count, $0) }
            try writer.dispose()

            let file = try OpenFile.open(path, .read, hint: FourCC(0))
            format = file.format
            cookie = file.description.magicCookie
            priming = Int(file.description.packetTable?.primingFrames ?? 0)
            // A last packet of ALAC is decoded to no more frames than count.
            remainder = id == .alac ? 0 : Int(file.description.packetTable?.remainderFrames ?? 0)
            for position in 0..<file.description.packets.count {
                var packet = [UInt8](repeating: 0, count: 1 << 16)
                let read = try packet.withUnsafeMutableBytes {
                    try file.readPackets(from: position, count: 1, into: $0)
                }
                packets.append(Array(packet[..<read.bytes]))
            }
            try file.close()

            let reader = try ExtendedFile.open(path)
            try reader.setClientFormat(.float32(sampleRate: rate, channels: 1))
            var block = [Float](repeating: 0, count: 4096)
            while true {
                let count = try Self.with(&block) { try reader.read(4096, into: $0) }
                if count == 0 { break }
                decoded += block[..<count]
            }
            try reader.dispose()
        }

        private static func with<Result>(
            _ samples: [Float], _ body: (UnsafeMutablePointer<AudioBufferList>) throws -> Result
        ) rethrows -> Result {
            var copy = samples
            return try with(&copy, body)
        }

        private static func with<Result>(
            _ samples: inout [Float], _ body: (UnsafeMutablePointer<AudioBufferList>) throws -> Result
        ) rethrows -> Result {
            try samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList.interleaved(1, bytes)
                return try body(&list)
            }
        }

        /// Puts packets in a queue's line, in one buffer.
        func enqueue(_ range: Range<Int>, trim: (Int, Int) = (0, 0), in queue: PlayingQueue) throws {
            let bytes = packets[range].flatMap { $0 }
            let buffer = try queue.allocateBuffer(bytes: bytes.count, descriptions: 0)
            bytes.withUnsafeBytes { buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            buffer.pointee.mAudioDataByteSize = UInt32(bytes.count)
            var offset: Int64 = 0
            let places = packets[range].map { packet in
                defer { offset += Int64(packet.count) }
                return AudioStreamPacketDescription(PacketDescription(offset: offset, size: UInt32(packet.count)))
            }
            var request = EnqueueRequest(buffer: buffer)
            (request.trimAtStart, request.trimAtEnd) = trim
            try places.withUnsafeBufferPointer { places in
                if format.bytesPerPacket == 0 { request.descriptions = places }
                _ = try queue.enqueue(request)
            }
        }
    }

    private func runner(_ sound: Encoded, rate: Double? = nil) throws -> QueueRunner {
        let server = ManualServer()
        let output = try server.output(rate: rate ?? sound.format.sampleRate, cycle: 512)
        let runner = try QueueRunner(sound.format, server: server, output: output)
        if !sound.cookie.isEmpty {
            try sound.cookie.withUnsafeBytes {
                try runner.queue.setProperty(kAudioQueueProperty_MagicCookie, .bytes($0))
            }
        }
        return runner
    }

    /// Lets time pass as fast as the queue decodes, until so many frames have been played.
    private func play(_ runner: QueueRunner, _ frames: Int) -> [Float] {
        var heard: [Float] = []
        while heard.count < frames {
            let step = min(512, frames - heard.count)
            guard
                eventually(
                    seconds: 5,
                    {
                        guard let voice = runner.queue.pipelineState.withLock({ $0.voice }) else { return false }
                        return voice.ring.filled() >= step
                    })
            else { return heard }
            heard += runner.server.advance(step)
        }
        return heard
    }

    private static let hasAAC = Codecs.named(.aac)?.abilities.encodes ?? false

    @Test(.enabled(if: hasAAC)) func aLoopOfAACHasNoSeam() throws {
        let sound = try Encoded(Signal.sine(0.02, frames: 22_050), .aac, in: "m4af")
        #expect(sound.priming > 0 && sound.decoded.count == 22_050)
        let runner = try runner(sound)
        defer { try? runner.end() }
        for _ in 0..<4 {
            try sound.enqueue(sound.packets.indices, trim: (sound.priming, sound.remainder), in: runner.queue)
        }
        try runner.start()
        let heard = play(runner, 4 * 22_050)
        #expect(heard.count == 4 * 22_050)
        // Each round is what the file decodes to.
        for round in 0..<4 {
            let part = Array(heard[(round * 22_050)..<((round + 1) * 22_050)])
            let difference = Measure.largestDifference(part, sound.decoded)
            #expect(difference <= (round == 0 ? 0 : 1e-4), "round \(round): \(difference)")
        }
    }

    @Test(.enabled(if: hasAAC), arguments: ["aac ", "alac", "ima4"] as [FourCC])
    func buffersAreDecodedAsFilesAre(id: FourCC) throws {
        let sound = try Encoded(Signal.sweep(from: 0.002, to: 0.2, frames: 30_000), id, in: "caff")
        let runner = try runner(sound)
        defer { try? runner.end() }
        // Buffers of uneven size, the priming left out of the first and the remainder of the last.
        var next = 0
        let sizes = [1, 5, 2, 17, 3, 40]
        var round = 0
        while next < sound.packets.count {
            let end = min(sound.packets.count, next + sizes[round % sizes.count])
            let isLast = end == sound.packets.count
            let trim = (next == 0 ? sound.priming : 0, isLast ? sound.remainder : 0)
            // Priming that is longer than the first buffer is left out of the second too.
            let frames = (end - next) * sound.format.framesPerPacket
            try sound.enqueue(next..<end, trim: (min(trim.0, frames), trim.1), in: runner.queue)
            if next == 0, sound.priming > frames {
                let more = min(sound.packets.count, end + 5)
                try sound.enqueue(end..<more, trim: (sound.priming - frames, 0), in: runner.queue)
                next = more
            } else {
                next = end
            }
            round += 1
        }
        try runner.start()
        let heard = play(runner, sound.decoded.count)
        #expect(heard.count == sound.decoded.count)
        let isSame = heard == sound.decoded
        #expect(isSame)
    }

    @Test(.enabled(if: hasAAC), arguments: ["aac ", "alac", "ima4"] as [FourCC])
    func rendersOfflineWhatAFileDecodesTo(id: FourCC) throws {
        let sound = try Encoded(Signal.sweep(from: 0.002, to: 0.2, frames: 30_000), id, in: "caff")
        let runner = try runner(sound)
        defer { try? runner.end() }
        let queue = runner.queue
        try queue.setOfflineFormat(.float32(sampleRate: sound.format.sampleRate, channels: 1), layout: nil)
        let target = try queue.allocateBuffer(bytes: 4096 * 4, descriptions: 0)
        try queue.start(at: nil)
        #expect(try queue.renderOffline(0, into: target) == 0)
        try sound.enqueue(sound.packets.indices, trim: (sound.priming, sound.remainder), in: queue)
        var rendered: [Float] = []
        while true {
            let count = try queue.renderOffline(4096, into: target)
            if count == 0 { break }
            let samples = target.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            rendered += UnsafeBufferPointer(start: samples, count: count)
        }
        let isSame = rendered == sound.decoded
        #expect(isSame)
    }

    // MARK: Rate and pitch

    private func changed(
        rate: Float, pitch: Float, algorithm: FourCC, frames: Int, tone: Double = 1000
    ) throws -> [Float] {
        let server = ManualServer()
        let output = try server.output(rate: 48_000, cycle: 512)
        let runner = try QueueRunner(.float32(sampleRate: 48_000, channels: 1), server: server, output: output)
        defer { try? runner.end() }
        try withUnsafeBytes(of: UInt32(1)) {
            try runner.queue.setProperty(kAudioQueueProperty_EnableTimePitch, .bytes($0))
        }
        try withUnsafeBytes(of: algorithm.rawValue) {
            try runner.queue.setProperty(kAudioQueueProperty_TimePitchAlgorithm, .bytes($0))
        }
        try runner.queue.setParameter(kAudioQueueParam_PlayRate, rate)
        try runner.queue.setParameter(kAudioQueueParam_Pitch, pitch)
        try runner.enqueue(Signal.sine(tone / 48_000, frames: 96_000))
        try runner.queue.flush()
        try runner.start()
        return play(runner, frames)
    }

    /// A tap behind rate and pitch sees the sound to its stretched end.
    @Test(arguments: [AudioQueueProcessingTapFlags.preEffects, .postEffects])
    func aTapMissesNothingOfTheEnd(flags: AudioQueueProcessingTapFlags) throws {
        let server = ManualServer()
        let output = try server.output(rate: 48_000, cycle: 512)
        let runner = try QueueRunner(.float32(sampleRate: 48_000, channels: 1), server: server, output: output)
        defer { try? runner.end() }
        try withUnsafeBytes(of: UInt32(1)) {
            try runner.queue.setProperty(kAudioQueueProperty_EnableTimePitch, .bytes($0))
        }
        try runner.queue.setParameter(kAudioQueueParam_PlayRate, 0.5)
        let seen = LockedValue(0)
        let tap = LockedValue<QueueTap?>(nil)
        let made = try runner.queue.addTap(flags) { frames, time, flags, delivered, data in
            try? tap.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data)
            seen.withLock { $0 += Int(delivered.pointee) }
        }
        tap.withLock { $0 = made }
        defer { tap.withLock { $0 = nil } }
        try runner.enqueue(Signal.sine(1.0 / 48, frames: 6000))
        try runner.start()
        try runner.queue.stop(immediately: false)
        for isRunning in [true, false] {
            #expect(
                eventually(seconds: 10) {
                    _ = server.advance(512)
                    return runner.isRunning == isRunning
                })
        }
        #expect(seen.withLock { $0 } == (flags == .preEffects ? 6000 : 12_000))
    }

    private func frequency(_ samples: ArraySlice<Float>) -> Double {
        let crossings = zip(samples, samples.dropFirst()).count { $0 <= 0 && $1 > 0 }
        return Double(crossings) * 48_000 / Double(samples.count)
    }

    @Test(arguments: [Float(0.5), 0.75, 1.5, 2], ["spec", "tido"] as [FourCC])
    func theRateLeavesThePitch(rate: Float, algorithm: FourCC) throws {
        let frames = Int(96_000 / rate)
        let heard = try changed(rate: rate, pitch: 0, algorithm: algorithm, frames: frames - 4096)
        try #require(heard.count == frames - 4096)
        #expect(abs(frequency(heard[4800..<(frames - 9600)]) - 1000) < 12)
    }

    @Test(arguments: [Float(0.5), 1.5, 2]) func varispeedMovesBoth(rate: Float) throws {
        let frames = Int(96_000 / rate)
        let heard = try changed(rate: rate, pitch: 0, algorithm: "vspd", frames: frames - 4096)
        try #require(heard.count == frames - 4096)
        #expect(abs(frequency(heard[4800..<(frames - 9600)]) - 1000 * Double(rate)) < 2)
    }

    /// At twice the rate 12,480 Hz would be 24,960 Hz, and fold back to 23,040 Hz.
    @Test(arguments: [12_480, 15_000, 21_000] as [Double]) func whatIsTooHighForVarispeedDoesNotFold(tone: Double)
        throws
    {
        let heard = try changed(rate: 2, pitch: 0, algorithm: "vspd", frames: 24_000, tone: tone)
        try #require(heard.count == 24_000)
        // 60 dB below the tone.
        #expect(heard[4800...].allSatisfy { $0.magnitude < 0.5e-3 })
    }

    /// Up to 0.4 of the sample rate the sound keeps its level within 0.1 dB. It is less than two frames late.
    @Test(arguments: [500, 4800, 9600] as [Double]) func varispeedKeepsWhatIsHeard(tone: Double) throws {
        let heard = try changed(rate: 2, pitch: 0, algorithm: "vspd", frames: 24_000, tone: tone)
        try #require(heard.count == 24_000)
        let frequency = 2 * tone / 48_000
        let sound = Measure.sineFit(heard[4800..<19_200], frequency: frequency)
        #expect(abs(Measure.decibels(sound.amplitude / 0.5)) < 0.105 && sound.residual < -60)
        // The phase tells delays of up to half a period apart.
        if frequency < 0.25 { #expect((0..<2).contains(-sound.phase / (2 * .pi * frequency))) }
    }

    @Test func varispeedPassesTheUsualRateUnchanged() throws {
        let heard = try changed(rate: 1, pitch: 0, algorithm: "vspd", frames: 24_000)
        let isSame = heard == Signal.sine(1.0 / 48, frames: 24_000)
        #expect(isSame)
    }

    @Test(arguments: [Float(-1200), -700, 500, 1200]) func thePitchLeavesTheRate(cents: Float) throws {
        let heard = try changed(rate: 1, pitch: cents, algorithm: "spec", frames: 90_000)
        try #require(heard.count == 90_000)
        // 2 to the power of octaves, by whole semitones.
        let semitone = 1.059_463_094_359_295_3
        let steps = Int(cents) / 100
        let ratio = (0..<abs(steps)).reduce(1.0) { product, _ in steps > 0 ? product * semitone : product / semitone }
        #expect(abs(frequency(heard[4800..<86_000]) - 1000 * ratio) < 12 * ratio)
    }
}
