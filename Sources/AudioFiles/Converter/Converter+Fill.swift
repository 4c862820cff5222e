import AudioCore
import CAudioToolbox

// AudioConverterFillComplexBuffer: the client asks for output, the converter asks the client for input.
extension Converter {
    /// Asks the client for packets. Sets their number, their place and, where sizes vary, their descriptions. No packets and
    /// no error is the end of the stream; any other status means that there is nothing at the moment.
    package typealias Supply = (
        UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
        UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> Int32

    /// Fills the client's buffers with up to `packets` packets.
    ///
    /// - Parameters:
    ///   - packets: on return, how many were written. Fewer than asked for at the end of the stream, when the callback had
    ///     nothing more for now, and where packets of varying size found no room.
    ///   - output: their sizes in bytes are set to what was written, also where an error is thrown.
    ///   - descriptions: gets one description per packet, where not null.
    /// - Throws: `converterOutputSize` before anything is taken in, where the buffers do not hold what is asked for;
    ///   `converterInputSize` and `requiresPacketDescriptions` for what the callback did wrong; a status of the callback,
    ///   with the output that was there written.
    package func fill(
        _ packets: inout UInt32, into output: UnsafeMutablePointer<AudioBufferList>,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, from supply: Supply
    ) throws(AudioError) {
        let status = try fillAsSupplied(&packets, into: output, descriptions: descriptions, from: supply)
        guard status == 0 else {
            throw AudioError(status: status, reason: "the input callback has nothing to give for now")
        }
    }

    /// Fills as `fill` does, and returns a status of the callback instead of throwing it.
    ///
    /// For audio threads, where a callback that has nothing for now is part of many cycles: throwing may run code that allocates, such as
    /// a test library's that notes the place.
    package func fillAsSupplied(
        _ packets: inout UInt32, into output: UnsafeMutablePointer<AudioBufferList>,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, from supply: Supply
    ) throws(AudioError) -> Int32 {
        let list = AudioBuffers(output)
        let wanted = Int(packets)
        packets = 0
        try beginFilling()
        defer { endFilling() }
        let plan = try prepared()
        try check(list, for: wanted, plan)
        // The two structs have the same fields in the same places.
        let described = UnsafeMutableRawPointer(descriptions)?.assumingMemoryBound(to: PacketDescription.self)
        var room = PacketRoom(list[0], descriptions: described, packets: wanted, plan.maximumPacketSize ?? 1)
        var frames = 0
        defer { finishFill(&packets, list, frames: frames, room, described) }
        if let encoding = plan.encoding {
            return try encode(into: &room, plan, encoding, supply)
        }
        for index in 0..<outputFormat.bufferCount { outputPointers[index] = list[index].mData ?? outputPointers[0] }
        return try produce(wanted, plan, supply, written: &frames)
    }

    /// Whether the client's buffers hold `packets` packets, or at least one where they vary in size.
    private func check(
        _ list: AudioBuffers, for packets: Int, _ plan: ConverterPlan
    ) throws(AudioError) {
        guard list.count >= outputFormat.bufferCount else {
            throw .converterOutputSize.because("the output has too few buffers")
        }
        let one = outputFormat.bytesPerPacket > 0 ? outputFormat.bytesPerPacket : plan.maximumPacketSize ?? 0
        let size = one * (outputFormat.bytesPerPacket > 0 ? packets : min(packets, 1))
        for index in 0..<outputFormat.bufferCount where size > 0 {
            guard list[index].mData != nil else { throw .parameter.because("an output buffer has no memory") }
            guard Int(list[index].mDataByteSize) >= size else { throw .converterOutputSize }
        }
    }

    /// Stores the numbers of packets and bytes that were written where the client reads them.
    private func finishFill(
        _ packets: inout UInt32, _ list: AudioBuffers, frames: Int, _ room: PacketRoom,
        _ descriptions: UnsafeMutablePointer<PacketDescription>?
    ) {
        guard outputFormat.isPCM else {
            packets = UInt32(room.packets)
            list.setSize(room.byteCount, of: 0)
            return
        }
        let size = outputFormat.bytesPerFrame
        packets = UInt32(frames)
        for index in 0..<outputFormat.bufferCount { list.setSize(frames * size, of: index) }
        guard let descriptions else { return }
        for index in 0..<frames {
            descriptions[index] = PacketDescription(offset: Int64(index * size), size: UInt32(size))
        }
    }

    /// Makes packets, whole ones until the end of the stream.
    ///
    /// - Returns: a status of the callback that ended this; 0 without one.
    private func encode(
        into room: inout PacketRoom, _ plan: ConverterPlan, _ encoding: EncodingStage, _ supply: Supply
    ) throws(AudioError) -> Int32 {
        while room.packetsLeft > 0 {
            let missing = max(0, encoding.framesMissing(for: room.packetsLeft))
            outputPointers[0] = encoding.room
            var (written, status): (Int, Int32) = (0, 0)
            do throws(AudioError) {
                status = try produce(missing, plan, supply, written: &written)
            } catch {
                encoding.add(frames: written)
                try encoding.encode(into: &room)
                throw error
            }
            encoding.add(frames: written)
            try encoding.encode(into: &room)
            guard status == 0 else { return status }
            guard written == missing else {
                try encoding.finish(into: &room)
                return 0
            }
        }
        return 0
    }

    /// Makes `wanted` frames of linear PCM at `outputPointers`, fewer only at the end of the stream.
    ///
    /// - Returns: a status of the callback that ended this; 0 without one.
    private func produce(
        _ wanted: Int, _ plan: ConverterPlan, _ supply: Supply, written: inout Int
    ) throws(AudioError) -> Int32 {
        let pipeline = plan.pipeline
        while written < wanted {
            let room = wanted - written
            let needed = pipeline.inputFrames(for: room)
            var hasInput = false
            if needed > 0 {
                switch try obtain(needed, plan, room: room, supply) {
                case .packets: hasInput = true
                case .endOfStream: pipeline.finish()
                case .status(let status): return status
                }
            }
            let produced: Int
            if hasInput {
                produced = try convert(plan, room: room)
            } else {
                // Nothing is needed or nothing is left: out comes what stands in the stages.
                produced = pipeline.process(input.buffers, frames: 0, outputPointers, room: room).produced
                guard produced > 0 else { return 0 }
            }
            written += produced
            for index in 0..<pipeline.output.bufferCount {
                outputPointers[index] += produced * pipeline.output.bytesPerFrame
            }
        }
        return 0
    }

    /// Sees to it that there are frames to convert, unless the stream has ended or the callback refuses.
    private func obtain(
        _ frames: Int, _ plan: ConverterPlan, room: Int, _ supply: Supply
    ) throws(AudioError) -> ConverterInput.Outcome {
        guard let decoding = plan.decoding else {
            return input.packets > 0 ? .packets : try ask(frames, supply)
        }
        while decoding.available == 0 {
            if let parallel = decoding.parallel {
                let status = try handIn(to: parallel, supply)
                guard status == 0 else { return .status(status) }
                if try decoding.refill(from: parallel) { continue }
                try decoding.finish()
                return decoding.available > 0 ? .packets : .endOfStream
            }
            if input.packets == 0 {
                switch try ask(decoding.packets(for: frames), supply) {
                case .packets: break
                case .endOfStream:
                    try decoding.finish()
                    return decoding.available > 0 ? .packets : .endOfStream
                case .status(let status): return .status(status)
                }
            }
            if plan.passesThrough(room: room) { return .packets }
            try decoding.refill(from: input)
        }
        return .packets
    }

    /// Gives the decoding threads packets, until they have enough or there are no more.
    ///
    /// - Returns: a status of the callback where nothing of earlier packets is left; else 0.
    private func handIn(to parallel: ParallelDecoder, _ supply: Supply) throws(AudioError) -> Int32 {
        while parallel.hasRoom {
            if input.packets == 0 {
                let outcome: ConverterInput.Outcome
                do throws(AudioError) { outcome = try ask(parallel.packetsWanted, supply) } catch {
                    parallel.flush()
                    // The frames of earlier packets come first; the next call meets this again.
                    guard !parallel.isBusy else { return 0 }
                    throw error
                }
                switch outcome {
                case .packets: break
                case .endOfStream:
                    parallel.flush()
                    return 0
                case .status(let status):
                    parallel.flush()
                    // As above.
                    return parallel.isBusy ? 0 : status
                }
            }
            parallel.take(from: input)
        }
        return 0
    }

    /// Calls the client, unless the stream has ended.
    private func ask(_ packets: Int, _ supply: Supply) throws(AudioError) -> ConverterInput.Outcome {
        guard !isAtEnd else { return .endOfStream }
        let outcome = try input.ask(for: packets, supply)
        if case .endOfStream = outcome { isAtEnd = true }
        return outcome
    }

    /// Sends what `obtain` found through the pipeline.
    private func convert(_ plan: ConverterPlan, room: Int) throws(AudioError) -> Int {
        guard let decoding = plan.decoding else {
            let (consumed, produced) = plan.pipeline.process(
                input.buffers, frames: input.packets, outputPointers, room: room)
            input.consume(consumed)
            return produced
        }
        guard decoding.available > 0 else {
            return try decoding.passThrough(from: input, into: outputPointers[0], frames: room)
        }
        var frames = decoding.frames
        let (consumed, produced) = plan.pipeline.process(
            &frames, frames: decoding.available, outputPointers, room: room)
        decoding.consume(consumed)
        return produced
    }
}

extension ConverterPlan {
    /// The largest packet that comes out; nil for linear PCM.
    var maximumPacketSize: Int? { encoding?.encoder.maximumPacketSize }

    /// Whether packets may be decoded right into the output.
    func passesThrough(room: Int) -> Bool {
        guard let decoding, pipeline.isIdentity, decoding.canPassThrough else { return false }
        return room >= decoding.framesPerPacket
    }
}
