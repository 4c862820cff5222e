import AudioToolbox

/// Plays a file or a broadcast as its bytes arrive: Audio File Stream Services find the packets, a `QueuePlayer` plays them.
///
/// For the thread that brings the bytes.
public final class StreamPlayer {
    public typealias MakePlayer = (QueuePlayer.Sound) throws(ToolError) -> QueuePlayer

    private let makePlayer: MakePlayer
    private var stream: AudioFileStreamID?
    private var player: QueuePlayer?
    private var format = AudioStreamBasicDescription()
    private var failure: ToolError?
    /// The first bytes, until it plays: they say what it is that is no sound.
    public private(set) var head: [UInt8] = []

    private static let headSize = 4096

    /// - Parameter makePlayer: called once it is known what the sound is.
    public init(typeHint: AudioFileTypeID, makePlayer: @escaping MakePlayer) throws(ToolError) {
        self.makePlayer = makePlayer
        try check(
            "AudioFileStreamOpen",
            AudioFileStreamOpen(
                Unmanaged.passUnretained(self).toOpaque(),
                { context, _, property, _ in
                    guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
                    Unmanaged<StreamPlayer>.fromOpaque(context).takeUnretainedValue().begin()
                },
                { context, _, count, bytes, descriptions in
                    Unmanaged<StreamPlayer>.fromOpaque(context).takeUnretainedValue().take(bytes, count, descriptions)
                }, typeHint, &stream))
    }

    deinit { if let stream { AudioFileStreamClose(stream) } }

    /// Takes the next bytes and waits while there are enough.
    ///
    /// - Returns: false once no more are wanted.
    public func parse(_ bytes: UnsafeRawBufferPointer, isDiscontinuous: Bool = false) throws(ToolError) -> Bool {
        if player == nil { head += bytes.prefix(Self.headSize - head.count) }
        try parse(bytes, isDiscontinuous ? .discontinuity : [])
        if player != nil { head = [] }
        return player?.wantsMore ?? true
    }

    /// No more bytes come: passes on what still waited for them.
    public func finish() throws(ToolError) {
        try parse(UnsafeRawBufferPointer(start: nil, count: 0), [])
        if player == nil { throw ToolError("AudioFileStreamParseBytes", kAudioFileStreamError_InvalidFile) }
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, _ flags: AudioFileStreamParseFlags) throws(ToolError) {
        guard let stream else { return }
        let status = AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes.baseAddress, flags)
        if let failure { throw failure }
        try check("AudioFileStreamParseBytes", status)
    }

    /// The properties are there.
    private func begin() {
        format = value(kAudioFileStreamProperty_DataFormat, format) ?? format
        var sound = QueuePlayer.Sound(format)
        sound.cookie = bytes(kAudioFileStreamProperty_MagicCookieData)
        sound.layout = bytes(kAudioFileStreamProperty_ChannelLayout)
        if let table = value(kAudioFileStreamProperty_PacketTableInfo, AudioFilePacketTableInfo()) {
            sound.primingFrames = UInt32(clamping: table.mPrimingFrames)
            sound.remainderFrames = UInt32(clamping: table.mRemainderFrames)
        }
        sound.largestPacket = value(kAudioFileStreamProperty_PacketSizeUpperBound, UInt32(0)) ?? 0
        if let rate = value(kAudioFileStreamProperty_BitRate, UInt32(0)) { sound.bytesPerSecond = Double(rate) / 8 }
        do throws(ToolError) { player = try makePlayer(sound) } catch { failure = error }
    }

    private func take(
        _ bytes: UnsafeRawPointer, _ count: UInt32, _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        guard failure == nil, let player else { return }
        do throws(ToolError) {
            guard let descriptions else {
                _ = try player.append(bytes, packets: Int(count))
                return
            }
            for packet in UnsafeBufferPointer(start: descriptions, count: Int(count)) {
                let place = bytes + Int(packet.mStartOffset)
                let size = Int(packet.mDataByteSize)
                guard try player.append(place, size: size, frames: packet.mVariableFramesInPacket) else { return }
            }
        } catch { failure = error }
    }

    private func value<T: BitwiseCopyable>(_ property: AudioFileStreamPropertyID, _ initial: T) -> T? {
        guard let stream else { return nil }
        var (value, size) = (initial, UInt32(MemoryLayout<T>.size))
        return AudioFileStreamGetProperty(stream, property, &size, &value) == noErr ? value : nil
    }

    private func bytes(_ property: AudioFileStreamPropertyID) -> [UInt8]? {
        var size: UInt32 = 0
        guard let stream, AudioFileStreamGetPropertyInfo(stream, property, &size, nil) == noErr, size > 0 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        return AudioFileStreamGetProperty(stream, property, &size, &bytes) == noErr ? bytes : nil
    }
}
