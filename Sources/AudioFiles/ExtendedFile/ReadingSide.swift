import AudioCodecs
import AudioContainers
import AudioCore
import CAudioToolbox

/// Reads a file through a converter, from the first valid frame to the last.
final class ReadingSide {
    private let file: OpenFile
    private let client: StreamFormat
    private let converter: Converter?
    private let feeder: PacketFeeder
    private let bufferSize: Int
    /// The state of a decoder that remembers all packets; made for the first seek.
    private var history: DecoderHistory?
    /// One behind the last packet with a valid frame in it.
    private let endPacket: Int64
    /// Frames of the last packet that do not count.
    private let trailing: Int
    private let list = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: ReadingSide.runPackets)
    /// Where reading began after the last seek, in frames of the file, and client frames read since.
    private var base: Int64 = 0
    private var framesRead: Int64 = 0

    /// Packets of varying size that are handed to the converter at a time.
    private static let runPackets = 512
    /// More packets than any sound of a stream leans on.
    private static let mostLeadPackets = 512
    /// More packets of priming than any codec has.
    private static let primingPackets: Int64 = 64

    init(_ file: OpenFile, client: StreamFormat, _ converter: Converter?, bufferSize: Int) throws(AudioError) {
        self.file = file
        self.client = client
        self.converter = converter
        feeder = PacketFeeder(file, bufferSize: bufferSize)
        self.bufferSize = bufferSize
        let index = file.description.packets
        let priming = Int64(file.description.packetTable?.primingFrames ?? 0)
        let end = min(priming.addingReportingOverflow(file.validFrames).partialValue, index.totalFrames)
        let last = index.packet(holdingFrame: end - 1)
        endPacket = last.map { $0 + 1 } ?? 0
        let frames = endPacket < index.count ? index.firstFrame(of: endPacket) : index.totalFrames
        trailing = last == nil ? 0 : Int(clamping: frames - end)
        try seek(to: 0)
    }

    deinit { list.deallocate() }

    /// The next frame to be read, counted at the file's rate. Never behind the end, although the last frame of a lower
    /// rate may stand for more frames than there are.
    var position: Int64 {
        guard client.sampleRate != file.format.sampleRate else { return base + framesRead }
        let read = (Double(framesRead) * file.format.sampleRate / client.sampleRate).rounded()
        return min(base + Int64(clampingTo: min(read, 1e15)), max(base, file.validFrames))
    }

    func seek(to frame: Int64) throws(AudioError) {
        let index = file.description.packets
        let wanted = Int64(file.description.packetTable?.primingFrames ?? 0) + frame
        base = frame
        framesRead = 0
        guard let packet = index.packet(holdingFrame: wanted), packet < endPacket else {
            feeder.seek(to: endPacket)
            try converter?.restart(leading: 0, trailing: 0)
            return
        }
        // The sound's start is decoded from the first packet on, as an encoder meant its priming to be.
        let isShortWay = frame == 0 && packet <= Self.primingPackets
        let (start, lead) = isShortWay ? (0, 0) : try beginning(for: packet)
        feeder.seek(to: start - Int64(lead))
        try converter?.restart(
            leading: Int(wanted - index.firstFrame(of: start)), trailing: trailing, leadPackets: lead,
            state: try state(before: start))
    }

    /// The packet whose frames are the first output after a seek to `packet`, and how many packets before it are decoded for
    /// what they leave behind.
    private func beginning(for packet: Int64) throws(AudioError) -> (packet: Int64, lead: Int) {
        guard let decoder = try converter?.prepared().decoding?.decoder else { return (packet, 0) }
        // A decoder that is reset at each segment gives exact samples from the segment's start.
        guard let segment = decoder.packetsPerSegment.map(Int64.init) else {
            return (packet, try lead(before: packet, decoder) ?? 0)
        }
        var start = packet / segment * segment
        while true {
            if let lead = try lead(before: start, decoder) { return (start, lead) }
            start -= segment
        }
    }

    /// How many packets before one are decoded for what they leave behind: what the decoder always wants, and as many as it
    /// says of those that are there; nil if all that went before counts.
    private func lead(before packet: Int64, _ decoder: any PacketDecoder) throws(AudioError) -> Int? {
        guard packet > 0 else { return 0 }
        let usual = decoder.memory(of: PacketRun())
        guard usual != nil || decoder.packetsPerSegment != nil else {
            let latest = max(0, packet - Int64(decoder.preRollPackets))
            return Int(packet - latest / Int64(decoder.packetsPerCycle) * Int64(decoder.packetsPerCycle))
        }
        let most = min(Int64(Self.mostLeadPackets), packet)
        var count = 0
        var needed: Int? = max(decoder.preRollPackets, usual ?? 0)
        // Where all that are looked at are needed, they may not be enough.
        while needed.map({ $0 > 0 && $0 >= count }) ?? true, count < most {
            count = Int(min(Int64(max((needed ?? 0) + 1, 2 * count)), packet))
            needed = decoder.memory(of: try run(of: count, before: packet)).map { max(decoder.preRollPackets, $0) }
        }
        return needed.map { needed in
            let lead = min(needed, count)
            return lead + Int(packet - Int64(lead)) % decoder.packetsPerCycle
        }
    }

    private func run(of count: Int, before packet: Int64) throws(AudioError) -> PacketRun {
        var run = PacketRun()
        feeder.seek(to: packet - Int64(count))
        while run.count < count {
            let (bytes, packets) = try feeder.next(count - run.count)
            guard packets > 0 else { throw .endOfFile }
            let size = bytes.count / packets
            let descriptions =
                feeder.descriptions.isEmpty
                ? (0..<packets).map { PacketDescription(offset: Int64($0 * size), size: UInt32(size)) }
                : feeder.descriptions
            descriptions.withUnsafeBufferPointer { run.append(bytes, $0, count: packets) }
        }
        return run
    }

    /// What the decoder knows behind all packets before one; nil where that is no more than the last ones leave.
    private func state(before packet: Int64) throws(AudioError) -> [Int32]? {
        guard packet > 0, let converter, try converter.prepared().decoding?.decoder.state != nil else { return nil }
        if history == nil, let decoder = try converter.makeDecoder() {
            history = DecoderHistory(file, decoder: decoder, bufferSize: bufferSize)
        }
        return try history?.state(before: packet)
    }

    func read(_ frames: Int, into target: UnsafeMutablePointer<AudioBufferList>) throws(AudioError) -> Int {
        let wanted = min(frames, room(in: target))
        let count = converter == nil ? try readDirectly(frames, into: target) : try convert(wanted, into: target)
        if count == 0, wanted > 0, base == 0, framesRead == 0 { try requireEmptySound() }
        framesRead += Int64(count)
        return count
    }

    /// Makes sure that a file of which nothing can be read has no sound.
    ///
    /// - Throws: `invalidFile` where it has audio data, which its packet table does not declare to be no sound.
    private func requireEmptySound() throws(AudioError) {
        let table = file.description.packetTable
        let isEmpty = table.map { $0.validFrames == 0 && $0.totalFrames > 0 } ?? false
        guard !isEmpty, file.description.dataSize > 0 || file.validFrames > 0 else { return }
        throw .invalidFile.because("the audio data of the file contain no frame of sound")
    }

    /// The client wants what the file holds: linear PCM goes from the disk to the client's memory.
    private func readDirectly(_ frames: Int, into target: UnsafeMutablePointer<AudioBufferList>) throws(AudioError)
        -> Int
    {
        let buffers = AudioBuffers(target)
        guard buffers.count == 1, let memory = buffers[0].mData else {
            throw .parameter.because("the buffer list does not fit the format")
        }
        let room = Int(buffers[0].mDataByteSize) / client.bytesPerFrame
        let start = feeder.nextPacket
        let count = max(0, min(Int64(min(frames, room)), endPacket - start))
        let read = try file.readPackets(
            from: start, count: Int(count),
            into: UnsafeMutableRawBufferPointer(start: memory, count: Int(buffers[0].mDataByteSize)))
        feeder.seek(to: start + Int64(read.packets))
        buffers.setSize(read.bytes, of: 0)
        return read.packets
    }

    /// The frames for which each buffer has room. Fewer than asked for may be read.
    private func room(in target: UnsafeMutablePointer<AudioBufferList>) -> Int {
        let buffers = AudioBuffers(target)
        let bytes = (0..<buffers.count).map { Int(buffers[$0].mDataByteSize) }.min() ?? 0
        return bytes / max(1, client.bytesPerFrame)
    }

    private func convert(_ wanted: Int, into target: UnsafeMutablePointer<AudioBufferList>) throws(AudioError) -> Int {
        guard let converter else { return 0 }
        let buffers = AudioBuffers(target)
        do throws(AudioError) {
            return try fill(wanted, target, converter)
        } catch {
            // Behind a seek, all may be damaged that is left of a file.
            guard let decoding = try converter.prepared().decoding, decoding.hasOnlyDamage, try hasGoodPacket(converter)
            else { throw error }
            decoding.giveSilence()
            for index in 0..<buffers.count { buffers.setSize(wanted * client.bytesPerFrame, of: index) }
            return try fill(wanted, target, converter)
        }
    }

    private func fill(
        _ frames: Int, _ target: UnsafeMutablePointer<AudioBufferList>, _ converter: Converter
    ) throws(AudioError) -> Int {
        var count = UInt32(clamping: frames)
        var failure: AudioError?
        do throws(AudioError) {
            try converter.fill(&count, into: target, descriptions: nil) { packets, source, descriptions in
                do throws(AudioError) {
                    try self.supply(&packets.pointee, source, descriptions)
                    return 0
                } catch {
                    failure = error
                    packets.pointee = 0
                    return error.status
                }
            }
        } catch {
            // What was converted before the trouble is returned first; the next call meets it again.
            guard count > 0 else { throw failure ?? error }
        }
        return Int(count)
    }

    /// Whether one packet of the file can be decoded.
    private func hasGoodPacket(_ converter: Converter) throws(AudioError) -> Bool {
        guard let decoder = try converter.makeDecoder(), let format = try converter.prepared().decoding else {
            return false
        }
        let feeder = PacketFeeder(file, bufferSize: bufferSize)
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: format.framesPerPacket * decoder.outputFormat.bytesPerFrame, alignment: 64)
        defer { room.deallocate() }
        while feeder.nextPacket < endPacket, decoder.decodedPackets == 0 {
            let (bytes, packets) = try feeder.next(1)
            guard packets > 0 else { break }
            _ = try feeder.descriptions.withUnsafeBufferPointer { (list) throws(AudioError) in
                try decoder.decode(bytes, list.isEmpty ? nil : list, count: packets, into: room)
            }
        }
        return decoder.decodedPackets > 0
    }

    private func supply(
        _ count: inout UInt32, _ source: UnsafeMutablePointer<AudioBufferList>,
        _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) throws(AudioError) {
        let varies = !file.description.packets.isConstant
        let wanted = varies ? min(Int(count), Self.runPackets) : Int(count)
        let left = Int(clamping: max(0, endPacket - feeder.nextPacket))
        let (bytes, packets) = try feeder.next(min(wanted, left))
        count = UInt32(packets)
        source.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        source.pointee.mBuffers.mDataByteSize = UInt32(bytes.count)
        if let descriptions, varies {
            // Only the last packet may be shorter than the others: the decoder gets the others' length for these.
            let index = file.description.packets
            let known = UInt32(clamping: index.constantFrames)
            let first = feeder.nextPacket - Int64(packets)
            for (i, packet) in feeder.descriptions.enumerated() {
                list[i] = AudioStreamPacketDescription(packet)
                if known > 0, first + Int64(i) < index.count - 1 { list[i].mVariableFramesInPacket = known }
            }
            descriptions.pointee = list
        }
    }
}

extension Converter {
    /// Restarts decoding. Drops frames at the start and at the end, and decodes `leadPackets` packets before them only for
    /// their effect on the decoder's state.
    ///
    /// - Parameter state: what the decoder knows before the first packet, for one that remembers all of them.
    func restart(leading: Int, trailing: Int, leadPackets: Int = 0, state: [Int32]? = nil) throws(AudioError) {
        if !inputFormat.isPCM { trim(ConverterPrimeInfo(leading: leading, trailing: trailing)) }
        reset()
        guard leadPackets > 0 || state != nil else { return }
        let decoding = try prepared().decoding
        if leadPackets > 0 { decoding?.begin(behind: leadPackets) }
        if let state { decoding?.decoder.state = state }
    }
}
