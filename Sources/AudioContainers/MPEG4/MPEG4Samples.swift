import AudioCore

/// Collects where a track's samples stand and how long they last, and makes packets of them.
struct MPEG4Samples {
    var format: StreamFormat
    let fileSize: Int64
    /// Offsets from the file's start; frames in units of the track's timescale until `countsFrames`.
    private(set) var packets = PacketIndex(variableSizesWithFrames: 0)
    private var countsFrames = false
    /// Where the first byte of all packets stands, and the end of the last.
    private var extent: (start: Int64, end: Int64)?
    /// How long the first sample lasts and the last so far, and whether all before the last are as long as the first.
    private var firstTicks: UInt32 = 0
    private var lastTicks: UInt32 = 0
    private var isSteady = true
    /// Stretches of packets of constant size.
    private(set) var runs: [(start: Int64, size: Int64)] = []
    /// How long all samples last, in units of the track's timescale.
    private(set) var ticks: Int64 = 0
    /// Samples that reach past the end of the file.
    private(set) var isCut = false
    private var bytes: Int64 = 0
    private var empty = 0
    private var unlisted: Int64 = 0

    private static let maximumEmpty = 1 << 16
    private static let maximumUnlisted: Int64 = 1 << 20
    /// Frames of linear PCM in separate stretches cost memory each.
    private static let maximumScattered: Int64 = 1 << 21

    init(format: StreamFormat, fileSize: Int64) {
        self.format = format
        self.fileSize = fileSize
    }

    var isConstant: Bool { format.bytesPerPacket > 0 }

    /// Adds a sample. False where the file ends before it does.
    mutating func add(offset: Int64, size: UInt32, ticks duration: UInt32) throws(AudioError) -> Bool {
        if size == 0 {
            empty += 1
            guard empty <= Self.maximumEmpty, empty <= fileSize else {
                throw .invalidFile.because("the sample table is empty samples")
            }
        }
        if isConstant { return try addRun(offset: offset, size: Int64(size), ticks: Int64(duration)) }
        guard offset >= 0, offset <= fileSize, Int64(size) <= fileSize - offset else {
            isCut = true
            return false
        }
        try account(Int64(size))
        guard packets.count < fileSize else { throw .invalidFile.because("there are more samples than bytes") }
        try append(PacketDescription(offset: offset, frames: duration, size: size))
        ticks &+= Int64(duration)
        return true
    }

    private mutating func append(_ packet: PacketDescription) throws(AudioError) {
        guard !packets.isFull else { throw .invalidFile.because("there are more samples than can be indexed") }
        if packets.count == 0 { firstTicks = packet.frames } else { isSteady = isSteady && lastTicks == firstTicks }
        lastTicks = packet.frames
        packets.append(packet)
        let end = packet.offset + Int64(packet.size)
        extent = extent.map { (min($0.start, packet.offset), max($0.end, end)) } ?? (packet.offset, end)
    }

    /// Refuses more samples than memory is given for where no table lists them one by one.
    mutating func expectUnlisted(_ count: Int64) throws(AudioError) {
        unlisted += min(count, fileSize)
        guard isConstant || unlisted <= Self.maximumUnlisted else {
            throw .invalidFile.because("the file claims \(unlisted) samples of one size")
        }
    }

    /// Adds bytes that are packets of constant size, as many as are there.
    mutating func addRun(offset: Int64, size: Int64, ticks duration: Int64) throws(AudioError) -> Bool {
        guard offset >= 0, offset <= fileSize, size >= 0 else {
            isCut = true
            return false
        }
        let there = min(size, fileSize - offset)
        try account(there)
        ticks &+= duration
        if let last = runs.last, last.start + last.size == offset {
            runs[runs.count - 1].size += there
        } else if there > 0 {
            runs.append((offset, there))
        }
        isCut = isCut || there < size
        return there == size
    }

    /// Samples that overlap would let a small file claim any amount of sound.
    private mutating func account(_ size: Int64) throws(AudioError) {
        bytes += size
        guard bytes <= fileSize else { throw .invalidFile.because("the samples have more bytes than the file") }
    }

    // MARK: Packets

    /// The packets, with offsets from where the audio data begins.
    struct Result {
        var index: PacketIndex
        var dataOffset: Int64
        var dataSize: Int64
        var framesPerPacket: Int
    }

    /// - Parameter timescale: units of time per second.
    func result(timescale: Double) throws(AudioError) -> Result {
        isConstant ? try constantResult() : variableResult(timescale: timescale)
    }

    private func constantResult() throws(AudioError) -> Result {
        let size = Int64(format.bytesPerPacket)
        let start = runs.map(\.start).min() ?? 0
        let end = runs.map { $0.start + $0.size }.max() ?? 0
        var result = Result(
            index: PacketIndex(
                constantSize: Int(size), frames: format.framesPerPacket, count: runs.first.map { $0.size / size } ?? 0),
            dataOffset: start, dataSize: end - start, framesPerPacket: format.framesPerPacket)
        guard runs.count > 1 else { return result }
        guard bytes / size <= Self.maximumScattered else {
            throw .unsupportedDataFormat.because("the sound lies in too many pieces")
        }
        result.index = PacketIndex(variableSizesWithFrames: format.framesPerPacket)
        for run in runs {
            for packet in 0..<run.size / size {
                result.index.append(
                    PacketDescription(offset: run.start - start + packet * size, size: UInt32(size)))
            }
        }
        return result
    }

    private func variableResult(timescale: Double) -> Result {
        let (start, end) = extent ?? (0, 0)
        let scale = countsFrames ? 1 : format.sampleRate / timescale
        func frames(_ ticks: UInt32) -> UInt32 { Self.frames(ticks, scale) }
        let steady = Int(frames(steadyTicks ?? 0))
        let perPacket = format.framesPerPacket > 0 ? format.framesPerPacket : steady <= 1 << 24 ? steady : 0
        var index = perPacket > 0 || scale == 1 ? packets : packets.mappingFrames(frames)
        if perPacket > 0 { index.setConstantFrames(perPacket) }
        index.move(by: -start)
        return Result(index: index, dataOffset: start, dataSize: end - start, framesPerPacket: perPacket)
    }

    /// - Parameter scale: frames in a unit of time.
    static func frames(_ ticks: UInt32, _ scale: Double) -> UInt32 {
        UInt32(clamping: Int64((Double(ticks) * scale).rounded()))
    }

    /// How long each sample lasts where all but the last, which may be shorter, agree.
    var steadyTicks: UInt32? { packets.count > 0 && isSteady && lastTicks <= firstTicks ? firstTicks : nil }

    /// Replaces each sample by the packets it consists of.
    ///
    /// - Parameter intoFrames: whether the packets state frames of sound. The track's timescale may be too coarse for these.
    mutating func split(
        intoFrames: Bool = false, _ pieces: (PacketDescription) throws(AudioError) -> [PacketDescription]
    ) throws(AudioError) {
        let whole = packets
        countsFrames = intoFrames
        packets = PacketIndex(variableSizesWithFrames: 0)
        isSteady = true
        for position in 0..<whole.count {
            for piece in try pieces(whole[position]) { try append(piece) }
        }
    }
}
