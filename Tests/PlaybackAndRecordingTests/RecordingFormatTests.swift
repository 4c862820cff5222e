import AudioCodecs
import AudioCore
import AudioFiles
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// The packets that a recording queue's callback receives, and the properties of its converter.
@Suite struct RecordingFormatTests {
    private static let hasAAC = Codecs.named(.aac)?.abilities.encodes ?? false

    private func encoded(_ id: FourCC, rate: Double = 1000, flags: UInt32 = 0) -> StreamFormat {
        StreamFormat(sampleRate: rate, formatID: id, flags: .init(rawValue: flags), channels: 1)
    }

    private func ramp(_ frames: Int) -> [Float] { (0..<frames).map { Float($0 % 4001 - 2000) / 32768 } }

    private func uint32(_ value: PropertyValue) -> UInt32? {
        guard case .bytes(let bytes) = value, bytes.count == 4 else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    private func bytes(_ value: PropertyValue) -> [UInt8] {
        guard case .bytes(let bytes) = value else { return [] }
        return bytes
    }

    private func format(_ value: PropertyValue) -> StreamFormat? {
        let bytes = bytes(value)
        guard bytes.count == MemoryLayout<AudioStreamBasicDescription>.size else { return nil }
        return StreamFormat(bytes.withUnsafeBytes { $0.loadUnaligned(as: AudioStreamBasicDescription.self) })
    }

    private func set(_ queue: any QueueKind, _ id: UInt32, _ value: UInt32) throws {
        try withUnsafeBytes(of: value) { try queue.setProperty(id, .bytes($0)) }
    }

    /// Programs write `if (inNumPackets > 0)` in their input callback.
    @Test func packetsOfConstantSizeAreCountedAndNotDescribed() throws {
        let recorder = try RecordingRunner(.int16(sampleRate: 1000, channels: 2))
        defer { try? recorder.end() }
        for _ in 0..<2 { try recorder.enqueue(bytes: 4 * 8) }
        try recorder.start()
        recorder.server.advance(12, input: ramp(12))
        #expect(recorder.waitFor(1))
        try recorder.queue.stop(immediately: true)
        #expect(recorder.all.map(\.packets) == [8, 4])
        #expect(recorder.all.allSatisfy { $0.descriptions == nil })
    }

    @Test(arguments: [(FourCC("ulaw"), 1, 1), ("alaw", 1, 1), (.ima4, 34, 64)])
    func buffersOfConstantPacketsAreFilled(id: FourCC, bytesPerPacket: Int, framesPerPacket: Int) throws {
        let recorder = try RecordingRunner(encoded(id))
        defer { try? recorder.end() }
        let packets = 300
        for _ in 0..<2 { try recorder.enqueue(bytes: packets * bytesPerPacket) }
        try recorder.start()
        recorder.record(ramp(packets * 2 * framesPerPacket))
        #expect(recorder.waitFor(2))
        #expect(recorder.all.map(\.packets) == [packets, packets])
        #expect(recorder.all.map(\.bytes.count) == [packets * bytesPerPacket, packets * bytesPerPacket])
        #expect(recorder.all.allSatisfy { $0.descriptions == nil })
        #expect(recorder.all.map(\.time.mSampleTime) == [0, Double(packets * framesPerPacket)])
    }

    /// Recorders read the cookie from the converter in the queue; the packets cannot be decoded without it.
    @Test func whatWasRecordedDecodesWithTheConvertersCookie() throws {
        let recorder = try RecordingRunner(encoded(.alac, rate: 8000, flags: 1), rate: 8000)
        defer { try? recorder.end() }
        let cookie = bytes(try recorder.queue.property(kAudioConverterCompressionMagicCookie))
        #expect(!cookie.isEmpty)
        #expect(bytes(try recorder.queue.property(kAudioQueueProperty_MagicCookie)) == cookie)
        for _ in 0..<4 { try recorder.enqueue(bytes: 20_000) }
        try recorder.start()
        let sound = ramp(10_000)
        recorder.record(sound)
        try recorder.queue.stop(immediately: true)
        let output = try #require(format(recorder.queue.property(kAudioConverterCurrentOutputStreamDescription)))
        let last = bytes(try recorder.queue.property(kAudioConverterCompressionMagicCookie))
        let decoder = try QueueDecoder(output, magicCookie: last)
        var decoded: [Float] = []
        for given in recorder.all {
            let places = given.descriptions ?? []
            #expect(places.count == given.packets)
            let buffer = QueueBuffer(byteCount: max(given.bytes.count, 1), descriptionCount: 0)
            buffer.room.copyBytes(from: given.bytes)
            buffer.setContent(byteCount: given.bytes.count, packets: [])
            var entry = QueueEntry(kind: .buffer(buffer))
            entry.descriptions = places.map { PacketDescription($0) }
            decoder.begin(entry, buffer)
            var samples = [Float](repeating: 0, count: 20_000)
            while true {
                let count = samples.withUnsafeMutableBufferPointer { decoder.read($0.baseAddress!, frames: $0.count) }
                if count == 0 { break }
                decoded += samples[..<count]
            }
        }
        #expect(decoded == sound)
    }

    @Test func tellsTheFormatsOnBothSides() throws {
        let recorder = try RecordingRunner(encoded(.ima4), rate: 2000)
        defer { try? recorder.end() }
        let queue = recorder.queue
        let input = try format(queue.property(kAudioConverterCurrentInputStreamDescription))
        #expect(input == .float32(sampleRate: 2000, channels: 1))
        let output = try format(queue.property(kAudioConverterCurrentOutputStreamDescription))
        #expect(output?.formatID == .ima4 && output?.bytesPerPacket == 34 && output?.sampleRate == 1000)
        let largest = try uint32(queue.property(kAudioConverterPropertyMaximumOutputPacketSize))
        #expect(largest == 34)
        #expect(throws: AudioError.queueProperty) { try queue.property(kAudioConverterCompressionMagicCookie) }
        #expect(throws: AudioError.queueProperty) { try queue.property(FourCC("none").rawValue) }
    }

    @Test func anUnknownPropertyOpensNoDevice() throws {
        let recorder = try RecordingRunner()
        defer { try? recorder.end() }
        let unknown = FourCC("none").rawValue
        #expect(throws: AudioError.queueProperty) { try recorder.queue.property(unknown) }
        #expect(throws: AudioError.queueProperty) { try set(recorder.queue, unknown, 1) }
        #expect(recorder.queue.pipelineState.withLock { $0.capture == nil })
    }

    @Test(.enabled(if: hasAAC)) func theBitRateSetBeforeTheStartCounts() throws {
        func recordedBytes(at rate: UInt32) throws -> Int {
            let recorder = try RecordingRunner(encoded(.aac, rate: 44_100), rate: 44_100)
            defer { try? recorder.end() }
            try set(recorder.queue, kAudioConverterEncodeBitRate, rate)
            #expect(try uint32(recorder.queue.property(kAudioConverterEncodeBitRate)) == rate)
            for _ in 0..<8 { try recorder.enqueue(bytes: 30_000) }
            try recorder.start()
            #expect(throws: AudioError.queueRunState) { try set(recorder.queue, kAudioConverterEncodeBitRate, 64_000) }
            recorder.record(Signal.noise(frames: 40_000, seed: 1, amplitude: 0.25))
            try recorder.queue.stop(immediately: true)
            return recorder.all.reduce(0) { $0 + $1.bytes.count }
        }
        let (few, many) = (try recordedBytes(at: 32_000), try recordedBytes(at: 128_000))
        #expect(many > 2 * few, "\(few) bytes at 32 kbit/s, \(many) at 128")
    }

    /// After a change of the device, the new converter has the settings made before.
    @Test func settingsOutliveTheConverter() throws {
        let recorder = try RecordingRunner(encoded(.ima4), rate: 2000)
        defer { try? recorder.end() }
        let queue = recorder.queue
        try set(queue, kAudioConverterSampleRateConverterQuality, 0x7F)
        try set(queue, kAudioConverterCodecQuality, 0x60)
        try queue.setProperty(kAudioQueueProperty_CurrentDevice, .text("another"))
        #expect(try uint32(queue.property(kAudioConverterSampleRateConverterQuality)) == 0x7F)
        #expect(try uint32(queue.property(kAudioConverterCodecQuality)) == 0x60)
        #expect(throws: AudioError.queuePropertyValue) { try set(queue, kAudioConverterCodecQuality, 128) }
        #expect(throws: AudioError.queueProperty) { try set(queue, kAudioConverterCompressionMagicCookie, 1) }
        #expect(throws: AudioError.queuePropertySize) {
            try queue.setProperty(
                kAudioConverterCodecQuality, .bytes(UnsafeRawBufferPointer(start: nil, count: 0)))
        }
    }
}
