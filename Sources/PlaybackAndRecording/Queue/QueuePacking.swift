import AudioCore
import AudioFiles
import CAudioToolbox

/// Makes packets of a recording queue's ring: rate, channels, form or encoding, and the time of each packet.
///
/// Used by one thread at a time.
final class QueuePacking {
    let deviceFormat: StreamFormat
    /// The format of the packets, complete.
    var format: StreamFormat { converter.outputFormat }
    let converter: Converter
    private let capture: QueueCapture
    private let scratch: UnsafeMutablePointer<Float>
    private let list = AudioBuffers.allocate(count: 1)
    private let places: UnsafeMutablePointer<AudioStreamPacketDescription>

    /// The first cycle; each pause since has moved its time. `latest` is the cycle that has the ring's next frame.
    private var start: QueueCapture.Note?
    private var latest: QueueCapture.Note?
    /// The sample time that the ring's next frame should have.
    private var expected: Int64 = 0
    /// Frames lost since the start.
    private var lost: Int64 = 0
    private var isEnding = false
    /// The ring's frame from which on the recording continues after a pause.
    private var resumption: Int?

    private static let block = 1024
    /// The largest number of packets per call, of variable and of constant size.
    private static let most = (described: 256, constant: 1 << 20)
    /// What the converter gets where there is nothing at the moment, and where frames are missing.
    private static let nothingYet: Int32 = 0x6E6F_7879  // 'noxy'
    private static let gap: Int32 = 0x6761_7021  // 'gap!'

    /// What one call of `fill` came to.
    enum Outcome {
        /// The buffer is full, or holds no further packet.
        case full
        /// There is room for more packets than one call makes.
        case more
        case nothingYet
        /// Frames were lost before the next one: what comes next has another time.
        case gap
        /// The encoder has given everything.
        case ended
    }

    init(from device: StreamFormat, to format: StreamFormat, _ capture: QueueCapture) throws(AudioError) {
        deviceFormat = device
        self.capture = capture
        converter = try Converter(from: device, to: format)
        // One microphone is heard from every side.
        if device.channels == 1, format.channels > 1 {
            converter.change { $0.channelMap = [Int32](repeating: 0, count: format.channels) }
        }
        scratch = .allocate(capacity: Self.block * device.channels)
        places = .allocate(capacity: Self.most.described)
    }

    deinit {
        scratch.deallocate()
        places.deallocate()
        list.deallocate()
    }

    /// Takes each channel from one of the device's, from 1 on. One that the device does not have is silent.
    func assign(_ channels: [Int]) {
        let places = 1...deviceFormat.channels
        converter.change { $0.channelMap = channels.map { places.contains($0) ? Int32($0 - 1) : -1 } }
    }

    func magicCookie() throws(AudioError) -> [UInt8] { try converter.magicCookie() }

    func maximumPacketSize() throws(AudioError) -> Int { try converter.maximumOutputPacketSize() }

    /// Begins a new recording.
    func reset() {
        converter.reset()
        (start, latest, expected, lost, packets, isEnding) = (nil, nil, 0, 0, 0, false)
        resumption = nil
    }

    /// What the ring gets from now on comes after a pause, which is no gap. Only while the audio thread does not call.
    func resume() { resumption = capture.ring.writtenFrames }

    /// What is in the ring is the last: the encoder gives what it has kept.
    func end() { isEnding = true }

    /// Packets made since the start.
    private(set) var packets: Int64 = 0

    /// When a packet since the last gap begins, on the queue's time line and, once it has been made, the host's.
    func time(ofPacket packet: Int64) -> AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mRateScalar = 1
        let ratio = format.sampleRate / deviceFormat.sampleRate
        let frames = Double(packet) * Double(max(format.framesPerPacket, 1))
        time.mSampleTime = frames + Double(lost) * ratio
        time.mFlags = [.sampleTimeValid, .rateScalarValid]
        guard let note = latest, let start else { return time }
        // From the last cycle known, so that the device's drift from its nominal rate does not add up.
        let sample = Double(start.sampleTime) + time.mSampleTime / ratio
        let ticks = (sample - Double(note.sampleTime)) * Double(HostTime.ticksPerSecond) / deviceFormat.sampleRate
        time.mHostTime = note.hostTime &+ UInt64(bitPattern: Int64(ticks.rounded()))
        time.mFlags.insert(.hostTimeValid)
        return time
    }

    /// Puts packets into `room`. Those of varying size get descriptions, whose offsets count from its start.
    func fill(
        _ room: UnsafeMutableRawBufferPointer, at offset: Int, limit: Int, _ descriptions: inout [PacketDescription]
    ) throws(AudioError) -> (bytes: Int, outcome: Outcome) {
        let isConstant = format.bytesPerPacket > 0
        let most = isConstant ? (room.count - offset) / format.bytesPerPacket : limit - descriptions.count
        guard most > 0, let base = room.baseAddress else { return (0, .full) }
        let wanted = UInt32(min(most, isConstant ? Self.most.constant : Self.most.described))
        var count = wanted
        list[0] = AudioBuffer(
            mNumberChannels: UInt32(format.channels), mDataByteSize: UInt32(room.count - offset), mData: base + offset)
        var outcome: Outcome
        do throws(AudioError) {
            try converter.fill(
                &count, into: list.list, descriptions: isConstant ? nil : places,
                from: { count, data, _ in supply(count, data) })
            outcome = count < wanted ? (converter.isAtEnd ? .ended : .full) : count < most ? .more : .full
        } catch {
            switch error.status {
            case Self.nothingYet: outcome = .nothingYet
            case Self.gap: outcome = .gap
            case AudioError.converterOutputSize.status where count == 0 && offset > 0: outcome = .full
            default: throw error
            }
        }
        if !isConstant {
            for index in 0..<Int(count) {
                var place = PacketDescription(places[index])
                place.offset += Int64(offset)
                descriptions.append(place)
            }
        }
        packets += Int64(count)
        return (Int(list[0].mDataByteSize), outcome)
    }

    /// Continues after a gap.
    func passGap() {
        guard let note = capture.nextNote() else { return }
        lost += note.sampleTime - expected
        expected = note.sampleTime
    }

    /// Frames of the ring, for the converter.
    private func supply(_ count: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutablePointer<AudioBufferList>) -> Int32 {
        let position = capture.ring.readFrames
        while let note = capture.nextNote(), note.ringFrame <= position {
            if start == nil {
                start = note
                expected = note.sampleTime
            }
            if let first = resumption, note.ringFrame >= first {
                start?.sampleTime += note.sampleTime - expected
                expected = note.sampleTime
                resumption = nil
            }
            guard note.sampleTime <= expected else {
                count.pointee = 0
                return Self.gap
            }
            latest = note
            capture.takeNote()
        }
        var frames = min(Int(count.pointee), Self.block)
        if let next = capture.nextNote() { frames = min(frames, next.ringFrame - position) }
        let got = capture.ring.read(scratch, frames: frames)
        guard got > 0 else {
            count.pointee = 0
            return isEnding ? 0 : Self.nothingYet
        }
        expected += Int64(got)
        count.pointee = UInt32(got)
        let buffers = AudioBuffers(data)
        buffers[0] = AudioBuffer(
            mNumberChannels: UInt32(deviceFormat.channels), mDataByteSize: UInt32(got * deviceFormat.bytesPerFrame),
            mData: UnsafeMutableRawPointer(scratch))
        return 0
    }
}
