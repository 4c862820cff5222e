import AudioContainers
import AudioCore

// Reading and writing audio data, by bytes and by packets.
extension OpenFile {
    /// Reads audio data from `start`, counted from the first byte of audio, and returns how many bytes there were.
    ///
    /// Fewer than asked only at the end of the audio data.
    package func readBytes(at start: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard permissions.contains(.read) else { throw .permissions }
        guard start >= 0 else { throw .position }
        let count = max(0, min(Int64(buffer.count), description.dataSize - start))
        guard count > 0 else { return 0 }
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count)])
        if let pages = description.pages { return try pages.read(into: target, at: start, from: source) }
        return try source.read(into: target, at: description.dataOffset + start)
    }

    /// Writes audio data at `start`, counted from the first byte of audio; at most one byte past what is there.
    package func writeBytes(_ buffer: UnsafeRawBufferPointer, at start: Int64) throws(AudioError) {
        guard description.packets.isConstant else {
            throw .operationNotSupported.because("packets of varying size are written as packets, not as bytes")
        }
        try write(buffer, at: start)
    }

    private func write(_ block: [UInt8], at start: Int64) throws(AudioError) {
        var failure: AudioError?
        block.withUnsafeBytes { bytes in
            do throws(AudioError) { try write(bytes, at: start) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func write(_ buffer: UnsafeRawBufferPointer, at start: Int64) throws(AudioError) {
        let sink = try prepareToWriteData()
        guard start >= 0, start <= description.dataSize else { throw .position }
        let end = start + Int64(buffer.count)
        try checkSize(end)
        if end > description.dataSize || !description.packets.isConstant { try prepareToAppend() }
        try moveJournal(outOfWayOf: description.dataOffset + end)
        try sink.write(buffer, at: description.dataOffset + start)
        try dataReaches(end)
    }

    /// Refuses data that the header could not describe, before it is written.
    func checkSize(_ end: Int64) throws(AudioError) {
        guard description.dataOffset + end > checkedDataSize else { return }
        // Laying a head out costs more than writing a packet, so one check serves for many writes.
        let ahead = end.addingReportingOverflow(Self.checkedAhead)
        if !ahead.overflow, (try? describe(ahead.partialValue)) != nil {
            checkedDataSize = ahead.partialValue
        } else {
            try describe(end)
        }
    }

    private static let checkedAhead: Int64 = 256 << 20

    /// Lays out a head for audio data of `size` bytes, without the table of packets, whose size limits nothing.
    private func describe(_ size: Int64) throws(AudioError) {
        var grown = description
        grown.dataSize = max(grown.dataSize, size)
        try loadChunks(of: &grown)
        if !grown.packets.isConstant {
            grown.packets = PacketIndex(variableSizesWithFrames: grown.packets.constantFrames)
        }
        _ = try container.enclose(grown, dataOffset: description.dataOffset)
    }

    /// What `readPackets` delivered.
    package struct PacketRead: Equatable, Sendable {
        package var packets: Int
        package var bytes: Int
    }

    /// Reads whole packets from `start` on: as many as asked for, as fit the buffer, and as there are.
    ///
    /// - Parameter descriptions: called for each packet read, with its place in `buffer`; nil where the client needs none.
    /// - Throws: `position` for a negative start. Past the end, 0 packets are no error.
    package func readPackets(
        from start: Int64, count: Int, into buffer: UnsafeMutableRawBufferPointer,
        descriptions: ((Int, PacketDescription) -> Void)? = nil
    ) throws(AudioError) -> PacketRead {
        guard permissions.contains(.read) else { throw .permissions }
        guard start >= 0, count >= 0 else { throw .position }
        let index = description.packets
        if let scanFailure { throw scanFailure }
        let available = Int(clamping: min(Int64(count), max(0, index.count - start)))
        guard available > 0 else { return PacketRead(packets: 0, bytes: 0) }
        return index.isConstant
            ? try readConstant(from: start, count: available, into: buffer, descriptions)
            : try readVariable(from: start, count: available, into: buffer, descriptions)
    }

    private func readConstant(
        from start: Int64, count: Int, into buffer: UnsafeMutableRawBufferPointer,
        _ descriptions: ((Int, PacketDescription) -> Void)?
    ) throws(AudioError) -> PacketRead {
        let size = description.packets.constantSize
        let fitting = min(count, buffer.count / size)
        let got = try readBytes(
            at: start * Int64(size), into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(fitting * size)]))
        var packets = got / size
        let cut = got % size
        if cut > 0, start + Int64(packets) == description.packets.count - 1 {
            // A last block that the file cuts off counts where a part of it can be decoded. Zeros stand for the rest.
            UnsafeMutableRawBufferPointer(rebasing: buffer[got..<(packets + 1) * size]).initializeMemory(
                as: UInt8.self, repeating: 0)
            packets += 1
        }
        if let descriptions {
            for i in 0..<packets { descriptions(i, PacketDescription(offset: Int64(i * size), size: UInt32(size))) }
        }
        return PacketRead(packets: packets, bytes: packets * size)
    }

    /// Packets that follow each other in the file are read in one go.
    private func readVariable(
        from start: Int64, count: Int, into buffer: UnsafeMutableRawBufferPointer,
        _ descriptions: ((Int, PacketDescription) -> Void)?
    ) throws(AudioError) -> PacketRead {
        let index = description.packets
        var packets = 0
        var filled = 0
        while packets < count {
            let runStart = index[start + Int64(packets)].offset
            var runBytes = 0
            let firstOfRun = packets
            while packets < count {
                let packet = index[start + Int64(packets)]
                let size = Int(packet.size)
                guard packet.offset == runStart + Int64(runBytes), filled + runBytes + size <= buffer.count else {
                    break
                }
                runBytes += size
                packets += 1
            }
            guard packets > firstOfRun else { break }
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + runBytes])
            let got = try readBytes(at: runStart, into: target)
            // Where the file ends within the run, the packets that are whole are returned.
            let isCut = got < runBytes
            while runBytes > got {
                packets -= 1
                runBytes -= Int(index[start + Int64(packets)].size)
            }
            for i in firstOfRun..<packets {
                let packet = index[start + Int64(i)]
                descriptions?(
                    i,
                    PacketDescription(
                        offset: Int64(filled) + packet.offset - runStart, frames: packet.frames, size: packet.size))
            }
            filled += runBytes
            if isCut { break }
        }
        return PacketRead(packets: packets, bytes: filled)
    }

    /// Writes `count` packets at packet position `start`.
    ///
    /// Packets of constant size may overwrite earlier ones; others can only be added behind the last.
    /// - Parameter descriptions: one per packet, required where sizes vary.
    package func writePackets(
        _ buffer: UnsafeRawBufferPointer, _ descriptions: [PacketDescription]?, at start: Int64, count: Int
    ) throws(AudioError) {
        guard start >= 0, count >= 0 else { throw .position }
        guard permissions.contains(.write) else { throw .permissions }
        let index = description.packets
        if index.isConstant {
            let (size, overflow) = count.multipliedReportingOverflow(by: index.constantSize)
            guard !overflow, size <= buffer.count else { throw .parameter.because("fewer bytes than the packets need") }
            guard start <= index.count else { throw .invalidPacketOffset }
            let missing = index.totalBytes - description.dataSize
            if start == index.count, missing > 0, missing < Int64(index.constantSize) {
                try write([UInt8](repeating: 0, count: Int(missing)), at: description.dataSize)
            }
            return try write(UnsafeRawBufferPointer(rebasing: buffer[..<size]), at: start * Int64(index.constantSize))
        }
        guard let descriptions, descriptions.count >= count else {
            throw .parameter.because("packets of varying size need packet descriptions")
        }
        guard start == index.count else { throw .invalidPacketOffset }
        for packet in descriptions.prefix(count) {
            let end = packet.offset.addingReportingOverflow(Int64(packet.size))
            guard packet.offset >= 0, !end.overflow, end.partialValue <= Int64(buffer.count) else {
                throw .parameter.because("a packet description points outside the buffer")
            }
            guard index.constantFrames > 0 || packet.frames > 0 else {
                throw .parameter.because(
                    "the format has no constant packet length, so each packet must state its frames")
            }
        }
        try writeVariable(buffer, descriptions.prefix(count))
    }

    private func writeVariable(
        _ buffer: UnsafeRawBufferPointer, _ descriptions: ArraySlice<PacketDescription>
    ) throws(AudioError) {
        // All packets in one write, each behind the header that it has in the file.
        var block: [UInt8] = []
        var placed: [PacketDescription] = []
        // Not at `dataSize`: a file cut off in the middle of a packet has bytes after its last whole one.
        let end = description.packets.totalBytes
        try reopenLastPage()
        let (number, page) = (description.nextFrameNumber, description.lastPage)
        var isWritten = false
        defer { if !isWritten { (description.nextFrameNumber, description.lastPage) = (number, page) } }
        let packets = descriptions.map { packet in
            UnsafeRawBufferPointer(rebasing: buffer[Int(packet.offset)..<Int(packet.offset) + Int(packet.size)])
        }
        let headers = try container.packetHeaders(packets, in: &description)
        for (index, packet) in descriptions.enumerated() {
            let bytes = packets[index]
            block += headers[index]
            placed.append(
                PacketDescription(offset: end + Int64(block.count), frames: packet.frames, size: packet.size))
            block += bytes
        }
        guard !description.packets.isFull else {
            throw .operationNotSupported.because("there are more packets than can be indexed")
        }
        try write(block, at: end)
        isWritten = true
        for packet in placed { description.packets.append(packet) }
        // What a continued file's table left out at its end is in the middle now.
        if description.packetTable != nil { description.packetTable = description.packetTableSoFar }
        try updateSizes()
        try keepJournal()
    }
}

extension OpenFile {
    /// Takes back that the last page is the last, before others are added.
    private func reopenLastPage() throws(AudioError) {
        guard description.lastPage != nil, let sink else { return }
        let wasComplete = description.isComplete
        description.isComplete = false
        defer { description.isComplete = wasComplete }
        try revisePage(sink)
    }

    /// Rewrites the header of the last page where it has changed.
    func revisePage(_ sink: any ByteSink) throws(AudioError) {
        guard let page = try container.revisedPage(of: &description) else { return }
        try sink.write(page.bytes, at: description.dataOffset + page.offset)
    }

    /// Cuts audio data of constant packets off, or adds zeros, until there are `count` packets.
    package func setPacketCount(_ count: Int64) throws(AudioError) {
        guard description.packets.isConstant, count >= 0 else { throw .operationNotSupported }
        let (size, overflow) = count.multipliedReportingOverflow(by: Int64(description.packets.constantSize))
        guard !overflow else { throw .parameter }
        let sink = try prepareToWriteData()
        try checkSize(size)
        if size > description.dataSize { try prepareToAppend() }
        try sink.resize(to: description.dataOffset + size)
        description.dataSize = size
        description.packets.setConstantCount(count)
        needsLayout = true
    }
}
