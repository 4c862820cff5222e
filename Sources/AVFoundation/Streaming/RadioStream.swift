import AudioCore
import AudioFiles
import AudioToolbox
import RemoteMedia

/// A broadcast: a thread of its own receives it and finds its packets, as many as a player takes.
final class RadioStream: Sendable {
    private let pipe: Pipe

    /// Begins to receive.
    ///
    /// - Parameters:
    ///   - hint: the file type that the server says, or 0.
    ///   - note: called with each title, and the frame from which it holds, on the stream's thread.
    init(
        _ address: String, hint: FourCC, _ environment: RemoteEnvironment,
        note: @escaping @Sendable (String, Int64) -> Void
    ) throws(AudioError) {
        let pipe = Pipe(note)
        self.pipe = pipe
        try AudioCore.Thread(name: "radio") { pipe.run(address, hint, environment) }.detach()
    }

    deinit { cancel() }

    func cancel() { pipe.cancel() }

    /// The next packets; nil at the end. Waits for them.
    ///
    /// - Throws: a failure of the network, and one for packets that no player plays.
    func packets() throws(HTTPSource.Failure) -> StreamPackets? {
        let packets = try pipe.next()
        try packets?.requirePlayable()
        return packets
    }
}

/// What the thread that receives and the one that decodes have in common.
private final class Pipe: @unchecked Sendable {
    private struct State {
        var waiting: [StreamPackets] = []
        var bytes = 0
        var end: Result<Void, HTTPSource.Failure>?
        var isCancelled = false
    }

    private let state = WaitableValue(State())
    private let note: @Sendable (String, Int64) -> Void

    // The receiving thread's own.
    private var stream: FileStream?
    private var format: StreamFormat?
    private var cookie: [UInt8] = []
    private var priming = 0
    private var isDiscontinuous = false
    private var frames: Int64 = 0

    /// Bytes that wait for a decoder. Then the server waits too.
    private static let mostBytes = 1 << 20

    init(_ note: @escaping @Sendable (String, Int64) -> Void) { self.note = note }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func next() throws(HTTPSource.Failure) -> StreamPackets? {
        let outcome = state.wait { state -> Result<StreamPackets?, HTTPSource.Failure>? in
            if state.isCancelled { return .failure(HTTPSource.Failure("interrupted", .interrupted)) }
            if !state.waiting.isEmpty {
                let packets = state.waiting.removeFirst()
                state.bytes -= packets.bytes.count
                return .success(packets)
            }
            switch state.end {
            case nil: return nil
            case .success: return .success(nil)
            case .failure(let failure): return .failure(failure)
            }
        }
        return try outcome!.get()
    }

    func run(_ address: String, _ hint: FourCC, _ environment: RemoteEnvironment) {
        var fault: AudioError?
        let source = HTTPSource(
            address, options: environment.options, silence: Silence(patience: environment.patience),
            pause: environment.pause,
            note: { [self] event in
                if case .title(let title) = event { note(title, frames) }
            },
            take: { [self] bytes, _, isDiscontinuous in
                do throws(AudioError) { try parse(bytes, hint, isDiscontinuous) } catch { fault = error }
                return fault == nil && !isCancelled
            })
        source.goesOn = { [self] in !isCancelled }
        var outcome: Result<Void, HTTPSource.Failure> = .success(())
        do throws(HTTPSource.Failure) { try source.run() } catch { outcome = .failure(error) }
        if fault == nil, case .success = outcome, !isCancelled {
            do throws(AudioError) {
                try stream?.parse(UnsafeRawBufferPointer(start: nil, count: 0), isDiscontinuous: false)
            } catch { fault = error }
        }
        if let fault { outcome = .failure(HTTPSource.Failure(fault.reason, .content)) }
        state.withLock { $0.end = outcome }
    }

    private var isCancelled: Bool { state.withLockQuietly { $0.isCancelled } }

    // MARK: Packets

    private func parse(_ bytes: UnsafeRawBufferPointer, _ hint: FourCC, _ isDiscontinuous: Bool) throws(AudioError) {
        if stream == nil {
            let made = FileStream(hint: hint)
            made.client = FileStream.Client(
                property: { [unowned self] id, _ in
                    if id == kAudioFileStreamProperty_ReadyToProducePackets { begin() }
                },
                packets: { [unowned self] bytes, count, descriptions in take(bytes, Int(count), descriptions) })
            stream = made
        }
        if isDiscontinuous { self.isDiscontinuous = true }
        do throws(AudioError) { try stream?.parse(bytes, isDiscontinuous: isDiscontinuous) } catch {
            // Ogg's pages after a gap may be those of a new stream.
            guard error.status == AudioError.discontinuityCantRecover.status, isDiscontinuous else { throw error }
            stream = nil
            try parse(bytes, hint, false)
        }
    }

    private func begin() {
        let bytes = self.bytes(kAudioFileStreamProperty_DataFormat)
        guard bytes.count >= MemoryLayout<AudioStreamBasicDescription>.size else { return }
        format = bytes.withUnsafeBytes { StreamFormat($0.loadUnaligned(as: AudioStreamBasicDescription.self)) }
        cookie = self.bytes(kAudioFileStreamProperty_MagicCookieData)
        let table = self.bytes(kAudioFileStreamProperty_PacketTableInfo)
        if table.count >= MemoryLayout<AudioFilePacketTableInfo>.size {
            priming = table.withUnsafeBytes {
                Int(max(0, $0.loadUnaligned(as: AudioFilePacketTableInfo.self).mPrimingFrames))
            }
        }
    }

    private func bytes(_ property: UInt32) -> [UInt8] {
        switch try? stream?.property(property, input: UnsafeRawBufferPointer(start: nil, count: 0)) {
        case .bytes(let bytes): bytes
        case .data(let bytes): bytes ?? []
        default: []
        }
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ count: Int, _ given: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        guard let format else { return }
        var packets: [PacketDescription] = []
        for index in 0..<count {
            if let given {
                let packet = given[index]
                packets.append(
                    PacketDescription(
                        offset: packet.mStartOffset, frames: packet.mVariableFramesInPacket, size: packet.mDataByteSize)
                )
            } else {
                let size = bytes.count / count
                packets.append(PacketDescription(offset: Int64(index * size), size: UInt32(size)))
            }
        }
        let made = StreamPackets(
            format: format, cookie: cookie, layout: nil, bytes: Array(bytes), packets: packets, priming: priming,
            isDiscontinuous: isDiscontinuous)
        (priming, isDiscontinuous) = (0, false)
        frames += made.frames
        // The server waits as long as the decoder has enough.
        _ = state.wait { $0.bytes <= Self.mostBytes || $0.isCancelled ? true : nil }
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.waiting.append(made)
            state.bytes += made.bytes.count
        }
    }
}
