import AudioCore
import CMPG123

/// Decodes MPEG audio through libmpg123, one frame after the other on the calling thread.
///
/// The library gets whole frames of the stream's layer, rate and channels alone, so that it never looks for another one.
/// It rounds a sample by how many blocks it has synthesized before, which repeats every few packets: see `packetsPerCycle`.
/// A frame that it gives up leaves blocks out. All frames count alike here, so that the same packets give the same samples
/// from wherever a client begins: behind a frame that cannot be decoded, the library is where one of silence leaves it.
///
/// The library does not return that it gave up a frame, but fills that up with zeros. A good frame may end in zeros, too: the
/// library is asked how far it came in a frame of layer III that does. Asking about each frame would take 4 to 7 % longer.
final class MPEGFrameDecoder: PacketDecoder {
    let outputFormat: StreamFormat
    /// Always 0, as that of `FFmpegDecoder`.
    let primingFrames = 0
    let preRollPackets: Int
    let maximumFramesPerPacket: Int
    let packetsPerCycle: Int
    private let layer: Int
    /// The library's decoder, which the first packet opens: only its header states the rate of a format without one.
    private var decoder: OpaquePointer?
    private var sampleRate: Int
    /// What stands for a packet that is no frame of the stream; nil as long as the rate is not known.
    private var silence: [UInt8]?
    /// Whether the library's decoder has not seen any frame.
    private var isFresh = true
    /// Whether the library is asked about each frame of layer III, as it is behind the first one that ends in zeros.
    private var isWatching = false
    private let canWatch = MPGCanWatch() != 0
    /// Bytes of a frame of free format without header and padding; -1 before the first one.
    private var freeSize = -1
    /// Bytes of layer III before the next frame that it may begin in.
    private var reservoir = 0
    /// Whether the frame before has fewer channels than come out.
    private var isNarrow = false
    /// Frames as the library got them, an empty one for a packet that was none. Both runs begin at a cycle.
    private var older = PacketRun()
    private var recent = PacketRun()
    /// Frames that may be decoded again: a stream in which each one is damaged costs a few times what others do.
    private var allowance = MPEGFrameDecoder.largestAllowance
    /// The frame that is being decoded, and room for samples that are not wanted.
    private let frame: UnsafeMutablePointer<UInt8>
    private let unwanted: UnsafeMutablePointer<Float>

    /// The largest frame that the library takes.
    private static let largestFrame = 3460
    /// More than most streams' packets need of those before, and a multiple of each cycle.
    private static let packetsPerRun = 64
    private static let largestAllowance = 512
    private static let allowancePerPacket = 4

    /// - Parameters:
    ///   - format: complete, of one or two channels.
    ///   - preRollPackets: packets that a usual stream needs decoded after a jump.
    init(_ format: StreamFormat, layer: Int, preRollPackets: Int) {
        self.layer = layer
        self.preRollPackets = preRollPackets
        maximumFramesPerPacket = format.framesPerPacket
        // A frame has 12, 18 or 36 blocks, and the rounding repeats every 16.
        packetsPerCycle = layer == 3 && format.sampleRate < 32_000 ? 8 : 4
        outputFormat = .float32(sampleRate: format.sampleRate, channels: format.channels)
        let rate = Int(min(format.sampleRate, 1_000_000))
        sampleRate = rate
        silence = MPEGAudioHeader.silence(layer: layer, sampleRate: rate, channels: format.channels)
        frame = .allocate(capacity: Self.largestFrame)
        unwanted = .allocate(capacity: 1152 * 2)
    }

    deinit {
        if let decoder { MPGDecoderClose(decoder) }
        frame.deallocate()
        unwanted.deallocate()
    }

    func memory(of run: PacketRun) -> Int? {
        MPEGAudioMemory.packets(of: run, layer: layer, sampleRate: sampleRate, channels: outputFormat.channels)
    }

    func reset() {
        let wasFresh = isFresh
        forget()
        freeSize = -1
        allowance = Self.largestAllowance
        isWatching = false
        if !wasFresh { isFresh = restart() }
    }

    /// Forgets what was decoded, as the library has.
    private func forget() {
        older.removeAll()
        recent.removeAll()
        reservoir = 0
        isNarrow = false
        isFresh = true
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var frames = 0
        try forEachPacket(packets, descriptions, count) { packet throws(AudioError) in
            frames += try decode(
                packet, into: UnsafeMutableRawBufferPointer(rebasing: output[(frames * outputFormat.bytesPerFrame)...]))
        }
        return frames
    }

    private func decode(
        _ packet: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard let header = MPEGAudioHeader(packet), let size = try frameSize(of: packet, header),
            let room = output.baseAddress,
            header.frames <= min(output.count / outputFormat.bytesPerFrame, maximumFramesPerPacket)
        else {
            try passOver()
            throw Self.damaged
        }
        let samples = room.assumingMemoryBound(to: Float.self)
        let isNarrower = header.channels < outputFormat.channels
        // The second channel would go on where it was left, however long ago that is.
        if isNarrow, !isNarrower, allowance > 0 { try replay() }
        isNarrow = isNarrower
        copy(packet, size: size)
        let sign = prepare(header, size: size)
        var isWhole = try feed(header, size: size, to: samples, isWatched: isWatching && sign == .granules)
        allowance = min(allowance + Self.allowancePerPacket, Self.largestAllowance)
        if isWhole == nil, sign != .nothing, allowance > 0, endsInNothing(samples, header) {
            isWhole = try sign == .granules ? isDecodedWhole(packet, header, size: size) : false
        }
        if isWhole == false, allowance > 0 {
            // What it decoded of the frame is heard.
            try replay()
            copy(packet, size: size)
            silenceFrame(header, size: size)
            try feed(header, size: size, to: unwanted)
        }
        remember(UnsafeRawBufferPointer(start: frame, count: size))
        return header.frames
    }

    /// Decodes a packet that ended in zeros once more, and asks the library about it and all further ones.
    private func isDecodedWhole(
        _ packet: UnsafeRawBufferPointer, _ header: MPEGAudioHeader, size: Int
    ) throws(AudioError) -> Bool {
        isWatching = true
        try replay()
        copy(packet, size: size)
        _ = prepare(header, size: size)
        return try feed(header, size: size, to: unwanted, isWatched: true) != false
    }

    static let damaged = AudioError.converterUnspecified.because("a packet is damaged")

    // MARK: Packets

    /// The bytes of a packet's frame; nil where the packet is not a frame of the stream.
    private func frameSize(of packet: UnsafeRawBufferPointer, _ header: MPEGAudioHeader) throws(AudioError) -> Int? {
        guard header.layer == layer, header.channels <= outputFormat.channels,
            sampleRate == 0 || header.sampleRate == sampleRate
        else { return nil }
        let size = header.size ?? packet.count
        let least = header.headSize + header.sideInfoSize
        guard size <= Self.largestFrame, min(size, packet.count) >= least else { return nil }
        if decoder == nil { try open(sampleRate: header.sampleRate) }
        guard header.size == nil else { return size }
        return try takesFreeFormat(header, size: size) ? size : nil
    }

    private func open(sampleRate rate: Int) throws(AudioError) {
        sampleRate = rate
        silence = MPEGAudioHeader.silence(layer: layer, sampleRate: rate, channels: outputFormat.channels)
        guard let fresh = MPGDecoderOpen(Int32(rate), Int32(outputFormat.channels)) else { throw .memoryFull }
        decoder = fresh
        isFresh = restart()
    }

    /// Whether a frame of free format has the size of the first one, which the library is given.
    private func takesFreeFormat(_ header: MPEGAudioHeader, size: Int) throws(AudioError) -> Bool {
        // The library counts four bytes of padding as one.
        guard layer > 1 || !header.hasPadding else { return false }
        let bare = size - 4 - (header.hasPadding ? 1 : 0)
        if freeSize < 0 {
            freeSize = bare
            try replay()
        }
        return freeSize == bare
    }

    /// Copies a packet's frame. What is missing at its end becomes zeros.
    private func copy(_ packet: UnsafeRawBufferPointer, size: Int) {
        let count = min(packet.count, size)
        let bytes = UnsafeMutableRawBufferPointer(start: frame, count: size)
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: packet[..<count]))
        (frame + count).update(repeating: 0, count: size - count)
    }

    /// Counts a packet that is no frame. What later frames would find of it is lost.
    private func passOver() throws(AudioError) {
        if decoder == nil {
            guard silence != nil else { return }
            try open(sampleRate: sampleRate)
        }
        try feedSilence()
        isNarrow = false
        remember(UnsafeRawBufferPointer(start: nil, count: 0))
    }

    private func remember(_ bytes: UnsafeRawBufferPointer) {
        if recent.count == Self.packetsPerRun {
            swap(&older, &recent)
            recent.removeAll()
        }
        recent.append(bytes)
    }

    // MARK: Frames

    /// What shows that the library gives up a frame.
    private enum Sign {
        /// Nothing does, or the frame is one of silence anyway.
        case nothing
        /// That the frame ends in zeros.
        case zeros
        /// What the library says of its granules, if it ends in zeros.
        case granules
    }

    /// Makes the copied frame one of silence where it is damaged, or begins in bytes that are not there. Returns what would
    /// show that the library gives it up.
    private func prepare(_ header: MPEGAudioHeader, size: Int) -> Sign {
        guard layer == 3 else {
            if layer == 2 { separateChannels(header) }
            // A frame of silence begins with the allocation of no bits.
            let isSound = (header.headSize..<min(header.headSize + 8, size)).contains { frame[$0] != 0 }
            return isSound ? .zeros : .nothing
        }
        let start = header.headSize
        let info = MPEGSideInfo(UnsafeRawBufferPointer(start: frame + start, count: header.sideInfoSize), of: header)
        let mainSize = size - start - header.sideInfoSize
        guard info.isValid, info.mainDataBegin <= reservoir, info.mainBits <= (info.mainDataBegin + mainSize) * 8 else {
            silenceFrame(header, size: size)
            return .nothing
        }
        // What the library holds: before the frame's own bytes only those in which it begins.
        reservoir = min(info.mainDataBegin + mainSize, header.reservoir)
        guard info.mainBits > 0 else { return .nothing }
        // About mixed blocks the library cannot be asked: such a frame that ends in zeros is taken for one that it gives up.
        if info.hasMixedBlocks { return .zeros }
        if canWatch { return .granules }
        // The last of three short blocks is heard in the next frame alone: where the others are zero, so is the end of this one.
        return info.endsInShortBlocks ? .nothing : .zeros
    }

    /// Makes the copied frame one of silence; what it holds for later frames remains.
    private func silenceFrame(_ header: MPEGAudioHeader, size: Int) {
        let start = header.headSize
        guard layer == 3 else {
            if layer == 2 { separateChannels(header) }
            return (frame + start).update(repeating: 0, count: size - start)
        }
        (frame + start).update(repeating: 0, count: header.sideInfoSize)
        // Its main data begins as early as there is any, so that the library keeps that together with the frame's.
        if header.isLow {
            frame[start] = UInt8(reservoir)
        } else {
            frame[start] = UInt8(reservoir >> 1)
            frame[start + 1] = UInt8(reservoir & 1) << 7
        }
        reservoir = min(reservoir + size - start - header.sideInfoSize, header.reservoir)
    }

    /// Where the joint part of two channels would begin behind the last band, layer II has none. The library reports that
    /// on the standard error.
    private func separateChannels(_ header: MPEGAudioHeader) {
        let isJoint = frame[3] >> 6 == 1
        guard isJoint, !header.isLow, (1...6).contains(frame[2] >> 4) else { return }
        let bands = header.sampleRate == 32_000 ? 12 : 8
        if Int(frame[3] >> 4 & 3) * 4 + 4 > bands { frame[3] &= 0x3F }
    }

    /// Decodes the copied frame. Returns whether all of its granules came to sound, where the library is asked.
    @discardableResult
    private func feed(
        _ header: MPEGAudioHeader, size: Int, to samples: UnsafeMutablePointer<Float>, isWatched: Bool = false
    ) throws(AudioError) -> Bool? {
        isFresh = false
        guard let decoder else { throw Self.damaged }
        var granules: Int32 = 0
        let result =
            isWatched
            ? MPGDecoderWatch(decoder, frame, size, samples, Int32(header.frames), &granules)
            : MPGDecoderDecode(decoder, frame, size, samples, Int32(header.frames))
        guard result == 0 else {
            forget()
            isFresh = restart()
            throw Self.damaged
        }
        return isWatched ? Int(granules) * 576 == header.frames : nil
    }

    /// Starts the library's decoder over. Returns whether it is as new.
    ///
    /// The library keeps what it read of the last granule, which a damaged one with short blocks lets through. Silence takes
    /// its place.
    private func restart() -> Bool {
        guard let decoder, let silence, MPGDecoderRestart(decoder, -1) == 0 else { return false }
        let isClear = silence.withUnsafeBytes { bytes -> Bool in
            guard let header = MPEGAudioHeader(bytes), let start = bytes.baseAddress else { return false }
            let packet = start.assumingMemoryBound(to: UInt8.self)
            return MPGDecoderDecode(decoder, packet, bytes.count, unwanted, Int32(header.frames)) == 0
        }
        return isClear && MPGDecoderRestart(decoder, Int32(freeSize)) == 0
    }

    /// Decodes a frame of silence behind which the reservoir is empty.
    private func feedSilence() throws(AudioError) {
        if let silence { try feed(silence[...], isSilence: true) }
        reservoir = 0
    }

    /// Whether the library may have given up a frame: its last granule, or the smallest part of one of the other layers, is zero.
    private func endsInNothing(_ samples: UnsafeMutablePointer<Float>, _ header: MPEGAudioHeader) -> Bool {
        let tail = (layer == 3 ? 576 : layer == 2 ? 96 : 32) * outputFormat.channels
        let end = header.frames * outputFormat.channels
        var place = end
        while place > end - tail {
            place -= 1
            if samples[place] != 0 { return false }
        }
        return true
    }

    /// Starts the library's decoder over and brings it to where it was, as far as that matters.
    private func replay() throws(AudioError) {
        // Both runs begin at a cycle, and the lower layers need no more than the last packets.
        var history = layer == 3 || recent.count < 8 ? older : PacketRun()
        history.append(last: recent.count, of: recent)
        let needed = min(memory(of: history) ?? history.count, history.count)
        let lead = needed + (history.count - needed) % packetsPerCycle
        guard restart() else { throw Self.damaged }
        allowance -= lead
        reservoir = 0
        for index in (history.count - lead)..<history.count {
            guard !history[index].isEmpty else {
                try feedSilence()
                continue
            }
            try feed(history[index], isSilence: false)
        }
    }

    /// Decodes a frame for what it leaves in the library's decoder.
    private func feed(_ bytes: ArraySlice<UInt8>, isSilence: Bool) throws(AudioError) {
        bytes.withUnsafeBytes { copy($0, size: $0.count) }
        guard let header = MPEGAudioHeader(UnsafeRawBufferPointer(start: frame, count: bytes.count)) else { return }
        if !isSilence { _ = prepare(header, size: bytes.count) }
        try feed(header, size: bytes.count, to: unwanted)
    }
}
