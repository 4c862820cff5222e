import AudioCore

// Previews of elementary streams, from their first frames. A length that the head states is trusted; without one, it is
// estimated from the size of the first frames.

extension FrameScanner {
    /// Sound, bytes and sizes of the first frames from here on.
    fileprivate mutating func sample(
        _ frames: (Header) -> Int
    ) throws(AudioError) -> (frames: Int, bytes: Int, sizes: ClosedRange<Int>?) {
        var sum = (frames: 0, bytes: 0)
        var sizes: ClosedRange<Int>?
        for _ in 0..<256 {
            guard let next = try self.next() else { break }
            let size = next.header.size
            sum.frames += frames(next.header)
            sum.bytes += size
            sizes = min(sizes?.lowerBound ?? size, size)...max(sizes?.upperBound ?? size, size)
        }
        return (sum.frames, sum.bytes, sizes)
    }
}

extension FilePreview {
    /// - Parameter start: where the first packet's frame begins.
    fileprivate init?(
        _ type: FourCC, _ format: StreamFormat, from start: Int64, to end: Int64, frames: Double, bound: Int
    ) {
        guard end > start, frames > 0 else { return nil }
        description = FileDescription(
            fileType: type, format: format, packets: PacketIndex(variableSizesWithFrames: format.framesPerPacket))
        description.dataOffset = start
        description.dataSize = end - start
        description.alignsAudioData = false
        duration = frames / format.sampleRate
        bitRate = Double(end - start) * 8 / duration
        packetSizeUpperBound = bound
    }
}

extension FilePreview {
    /// What the first packets let expect of a sound that continues to `end` as it begins. Nil where there are none.
    init?(
        _ file: FileDescription, _ scanner: some PacketScanner, to end: Int64, upperBound: Int
    ) throws(AudioError) {
        var scanner = scanner
        var (frames, bytes) = (0.0, 0.0)
        for _ in 0..<256 {
            guard let packet = try scanner.next() else { break }
            frames += packet.frames > 0 ? Double(packet.frames) : Double(file.format.framesPerPacket)
            bytes += Double(packet.size)
        }
        guard frames > 0, bytes > 0, end > file.dataOffset else { return nil }
        description = file
        description.dataSize = end - file.dataOffset
        duration = Double(description.dataSize) * frames / bytes / file.format.sampleRate
        bitRate = Double(description.dataSize) * 8 / duration
        packetSizeUpperBound = upperBound
    }
}

extension MPEGAudio {
    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        let tags = try StreamTags(source)
        var scanner = FrameScanner<Header>(source, from: tags.start, to: tags.end)
        guard let (header, offset) = try scanner.next(), header.base.bitRate != nil else { return nil }
        let numbers = InfoFrame(try scanner.bytes(at: offset, atLeast: header.size), header)
        let start = numbers == nil ? offset : offset + Int64(header.size)
        var ahead = FrameScanner<Header>(source, from: start, to: tags.end)
        let sample = try ahead.sample { $0.frames }
        var frames = 0.0
        if let numbers, let count = numbers.frameCount, Header.mayTake(tags.end - start, frames: count) {
            frames = Double(count) * Double(header.frames)
            if let delay = numbers.delay, let padding = numbers.padding {
                frames = max(0, frames - Double(delay + max(padding, decoderDelay)))
            }
        } else if sample.bytes > 0 {
            frames = Double(tags.end - start) * Double(sample.frames) / Double(sample.bytes)
        }
        let base = header.base
        let format = StreamFormat(
            sampleRate: Double(base.sampleRate), formatID: MPEGAudioHeader.formatIDs[base.layer - 1],
            framesPerPacket: base.frames, channels: base.channels)
        let rate = MPEGAudioHeader.bitRates(layer: base.layer, isLow: base.isLow).last ?? 0
        // A slot more than the bit rate makes; of layer I a slot has four bytes.
        let bound = base.frames / 8 * rate / base.sampleRate + 4
        var preview = FilePreview(
            fileType(header.layer), format, from: start, to: tags.end, frames: frames, bound: bound)
        if numbers?.isVariable != true, let constant = sample.sizes.flatMap({ constantBitRate(format, sizes: $0) }) {
            preview?.bitRate = Double(constant)
        }
        preview?.description.info = tags.info
        if let encoder = numbers?.encoder, tags.info["source encoder"] == nil {
            preview?.description.info["source encoder"] = encoder
        }
        return preview
    }
}

extension ADTS {
    package static func preview(_ source: any ByteSource) throws(AudioError) -> FilePreview? {
        guard try source.size() > FilePreview.smallestSize else { return nil }
        let tags = try StreamTags(source)
        var scanner = FrameScanner<Header>(source, from: tags.start, to: tags.end)
        guard let (header, offset) = try scanner.next(), header.blockCount == 1 else { return nil }
        let bytes = UnsafeBufferPointer(rebasing: try scanner.bytes(at: offset, atLeast: header.size)[..<header.size])
        let config = try Config(header, bytes)
        // At such a rate the packets may contain spectral band replication, which only decoding them shows.
        guard config.sampleRate > 24_000 else { return nil }
        var ahead = FrameScanner<Header>(source, from: offset, to: tags.end)
        let sample = try ahead.sample { $0.blockCount * blockFrames }
        let format = StreamFormat(
            sampleRate: config.sampleRate, formatID: .aac, framesPerPacket: blockFrames, channels: config.channels)
        let frames = Double(tags.end - offset) * Double(sample.frames) / Double(max(1, sample.bytes))
        var preview = FilePreview(
            "adts", format, from: offset, to: tags.end, frames: frames, bound: maximumFrame)
        preview?.description.magicCookie = config.cookie
        preview?.description.layout = config.layout
        preview?.description.info = tags.info
        return preview
    }
}
