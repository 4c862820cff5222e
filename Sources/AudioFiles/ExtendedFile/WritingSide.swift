import AudioContainers
import AudioCore
import CAudioToolbox

/// Writes a file through a converter.
final class WritingSide {
    private let file: OpenFile
    private let client: StreamFormat
    private let converter: Converter?
    /// Bytes that came out of the converter and go to the disk in one piece.
    private let buffer: UnsafeMutableRawBufferPointer
    /// For packets of varying size.
    private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    private let packetsPerRun: Int
    private var nextPacket: Int64
    /// Frames that were in the file before, its priming too.
    private let framesBefore: Int64
    /// Frames from the client, at its rate.
    private var framesGiven: Int64 = 0
    /// What the first write that failed ran into. The packets that came out of the converter then are lost, so nothing may
    /// follow them. The same holds where nothing is converted, so that each kind of file has one rule.
    private var failure: AudioError?
    private var isFinished = false

    init(_ file: OpenFile, client: StreamFormat, _ converter: Converter?, bufferSize: Int) throws(AudioError) {
        self.file = file
        self.client = client
        self.converter = converter
        let packetSize = max(1, try converter?.maximumOutputPacketSize() ?? client.bytesPerPacket)
        packetsPerRun = max(1, bufferSize / packetSize)
        buffer = .allocate(byteCount: packetsPerRun * packetSize, alignment: 64)
        descriptions = file.format.hasConstantPacketSize ? nil : .allocate(capacity: packetsPerRun)
        nextPacket = file.description.packets.count
        framesBefore = file.description.packets.totalFrames
        if let encoder = try converter?.prepared().encoding?.encoder {
            var described = file.description
            if !encoder.magicCookie.isEmpty { described.magicCookie = encoder.magicCookie }
            // What the client left to the encoder, the width of lossless samples for instance.
            if described.format.flags == [] { described.format.flags = encoder.outputFormat.flags }
            described.expectedPriming = Int32(clamping: try converter?.primeInfo().leading ?? 0)
            if described != file.description { try file.adopt(described) }
        }
    }

    deinit {
        buffer.deallocate()
        descriptions?.deallocate()
    }

    /// The next frame to be written, counted at the file's rate. After a write that failed, no frame is written any more, and this
    /// is how many are in the file.
    var position: Int64 { failure == nil ? given : min(given, held) }

    /// Frames from the client, at the file's rate.
    private var given: Int64 {
        guard client.sampleRate != file.format.sampleRate else { return framesGiven }
        return Int64((Double(framesGiven) * file.format.sampleRate / client.sampleRate).rounded())
    }

    /// Frames of sound that were written into the file.
    private var held: Int64 {
        let total = file.description.packets.totalFrames - framesBefore
        guard let converter, !file.format.isPCM else { return total }
        let leading = (try? converter.primeInfo().leading) ?? 0
        return max(0, total - Int64(leading))
    }

    /// - Throws: what this write ran into, or an earlier one.
    func write(_ frames: Int, _ source: UnsafePointer<AudioBufferList>) throws(AudioError) {
        guard !isFinished else { throw .invalidOperationOrder }
        if let failure { throw failure }
        let frames = try framesThere(frames, source)
        guard frames > 0 else { return }
        framesGiven += Int64(frames)
        do throws(AudioError) { try pass(frames, source) } catch {
            failure = error
            throw error
        }
    }

    private func pass(_ frames: Int, _ source: UnsafePointer<AudioBufferList>) throws(AudioError) {
        guard converter != nil else {
            let bytes = UnsafeRawBufferPointer(
                start: source.pointee.mBuffers.mData, count: frames * client.bytesPerFrame)
            try file.writePackets(bytes, nil, at: nextPacket, count: frames)
            nextPacket += Int64(frames)
            return
        }
        var isGiven = false
        try convert { count, target, _ in
            // Everything was taken: there will be more with the next call.
            guard !isGiven else {
                count.pointee = 0
                return WritingSide.noMoreForNow
            }
            isGiven = true
            count.pointee = UInt32(frames)
            copyList(from: source, to: target, frameSize: self.client.bytesPerFrame, frames: frames)
            return 0
        }
    }

    /// Ends the converter's input, writes the packets that it held back, and writes how many of all frames count. After a write
    /// that failed, nothing but the latter is written.
    ///
    /// - Throws: what went wrong first, in an earlier write too.
    func finish() throws(AudioError) {
        guard !isFinished else { return }
        isFinished = true
        do throws(AudioError) {
            if converter != nil, failure == nil {
                try convert { count, _, _ in
                    count.pointee = 0
                    return 0
                }
            }
        } catch { failure = error }
        do throws(AudioError) { try describePackets() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Writes how many of all frames count.
    private func describePackets() throws(AudioError) {
        guard let converter, !file.format.isPCM, file.format.framesPerPacket != 1 else { return }
        let prime = try converter.primeInfo()
        let total = file.description.packets.totalFrames
        var described = file.description
        guard failure == nil else {
            // The encoder's own numbers are those of packets that did not get into the file.
            let leading = min(total, Int64(prime.leading))
            let valid = min(total - leading, framesBefore + given)
            described.packetTable = PacketTableInfo(
                validFrames: valid, primingFrames: Int32(leading), remainderFrames: Int32(total - leading - valid))
            return try file.adopt(described)
        }
        // Some codecs describe all packets in their magic cookie once they have finished. Where a codec has no cookie, the
        // container may have made one from the packets' headers.
        if let cookie = try converter.prepared().encoding?.encoder.magicCookie, !cookie.isEmpty {
            described.magicCookie = cookie
        }
        described.packetTable = PacketTableInfo(
            validFrames: max(0, total - Int64(prime.leading) - Int64(prime.trailing)),
            primingFrames: Int32(prime.leading),
            remainderFrames: Int32(prime.trailing))
        try file.adopt(described)
    }

    /// A status of our own between the converter and its supply; never seen outside.
    private static let noMoreForNow: Int32 = FourCC("more").status

    private func convert(_ supply: Converter.Supply) throws(AudioError) {
        var status: Int32 = 0
        while status == 0 {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(file.format.channels), mDataByteSize: UInt32(buffer.count),
                    mData: buffer.baseAddress))
            var packets = UInt32(packetsPerRun)
            do throws(AudioError) {
                try converter!.fill(&packets, into: &list, descriptions: descriptions, from: supply)
            } catch {
                guard error.status == Self.noMoreForNow else { throw error }
                status = error.status
            }
            if packets == 0 { return }
            try file.writePackets(
                UnsafeRawBufferPointer(start: buffer.baseAddress, count: Int(list.mBuffers.mDataByteSize)),
                descriptions.map { list in (0..<Int(packets)).map { PacketDescription(list[$0]) } }, at: nextPacket,
                count: Int(packets))
            nextPacket += Int64(packets)
        }
    }

    /// How many frames the buffers hold of those that the client announces: as on a Mac, their sizes count where they have fewer.
    private func framesThere(_ frames: Int, _ source: UnsafePointer<AudioBufferList>) throws(AudioError) -> Int {
        let buffers = AudioBuffers(UnsafeMutablePointer(mutating: source))
        guard frames >= 0, buffers.count == client.bufferCount else {
            throw .parameter.because("the buffer list does not fit the client's format")
        }
        var there = frames
        for index in 0..<buffers.count where frames > 0 {
            there = min(there, Int(buffers[index].mDataByteSize) / client.bytesPerFrame)
            guard buffers[index].mData != nil, there > 0 else { throw .parameter.because("a buffer has no frame") }
        }
        return there
    }
}

/// Points a converter's input list at a client's memory.
private func copyList(
    from source: UnsafePointer<AudioBufferList>, to target: UnsafeMutablePointer<AudioBufferList>, frameSize: Int,
    frames: Int
) {
    let from = AudioBuffers(UnsafeMutablePointer(mutating: source))
    let to = AudioBuffers(target)
    for i in 0..<min(from.count, to.count) {
        to[i].mData = from[i].mData
        to.setSize(frames * frameSize, of: i)
    }
}
