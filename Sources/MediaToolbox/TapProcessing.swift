import AudioToolbox
import CoreMedia

/// Frames that came out of a track, or out of a tap.
package struct TapPiece: Equatable {
    /// How many there are.
    package var frames: CMItemCount = 0
    /// `kMTAudioProcessingTapFlag_StartOfStream`, `kMTAudioProcessingTapFlag_EndOfStream`.
    package var flags: MTAudioProcessingTapFlags = 0
    /// When in the track they are.
    package var timeRange = CMTimeRange.invalid

    /// Creates a piece.
    package init(frames: CMItemCount = 0, flags: MTAudioProcessingTapFlags = 0, timeRange: CMTimeRange = .invalid) {
        (self.frames, self.flags, self.timeRange) = (frames, flags, timeRange)
    }
}

/// What a tap has from when its owner prepares it until it unprepares it: the track's frames, and memory for them.
final class TapProcessing {
    let source: MTAudioProcessingTap.Source
    private let maximumFrames: CMItemCount
    private let bytesPerFrame: Int
    private let bufferCount: Int
    /// One buffer behind the other.
    private let memory: UnsafeMutableRawBufferPointer
    /// Whether the process callback runs.
    var isInCallback = false

    init(
        _ maximumFrames: CMItemCount, _ format: AudioStreamBasicDescription,
        _ source: @escaping MTAudioProcessingTap.Source
    ) {
        (self.source, self.maximumFrames) = (source, maximumFrames)
        bytesPerFrame = Int(format.mBytesPerFrame)
        let isInterleaved = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
        bufferCount = isInterleaved ? 1 : Int(format.mChannelsPerFrame)
        memory = .allocate(byteCount: max(1, bufferCount * maximumFrames * bytesPerFrame), alignment: 64)
    }

    deinit { memory.deallocate() }

    /// The tap's own memory for a buffer.
    private func room(_ index: Int) -> UnsafeMutableRawPointer? {
        memory.baseAddress.map { $0 + index * maximumFrames * bytesPerFrame }
    }

    func read(
        _ frames: CMItemCount, into list: UnsafeMutablePointer<AudioBufferList>, _ piece: inout TapPiece
    ) -> OSStatus {
        guard isInCallback else { return kAudioUnitErr_CannotDoInCurrentContext }
        guard frames <= maximumFrames else { return kAudioUnitErr_TooManyFramesToProcess }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        guard frames >= 0, buffers.count == bufferCount else { return OSStatus(paramErr) }
        let size = frames * bytesPerFrame
        guard buffers.allSatisfy({ $0.mData == nil || Int($0.mDataByteSize) >= size }) else {
            return OSStatus(paramErr)
        }
        for index in buffers.indices {
            if buffers[index].mData == nil { buffers[index].mData = room(index) }
            buffers[index].mDataByteSize = UInt32(size)
        }
        let status = source(frames, list, &piece)
        piece.frames = status == noErr ? min(max(piece.frames, 0), frames) : 0
        for index in buffers.indices { buffers[index].mDataByteSize = UInt32(piece.frames * bytesPerFrame) }
        return status
    }

    /// Makes silence of buffers that the callback has left without memory, and states the size of all.
    func complete(_ list: UnsafeMutablePointer<AudioBufferList>, _ frames: CMItemCount) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        let size = frames * bytesPerFrame
        for index in buffers.indices {
            if buffers[index].mData == nil, index < bufferCount {
                buffers[index].mData = room(index)
                buffers[index].mData?.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            }
            buffers[index].mDataByteSize = UInt32(size)
        }
    }
}

// What the owner of a tap does with it: what plays or reads a track. One thread at a time.
extension MTAudioProcessingTap {
    /// Gives the next frames of a track: writes up to `frames` frames into the buffers and states in `piece` what they are. Called on an
    /// audio thread.
    package typealias Source = (
        _ frames: CMItemCount, _ buffers: UnsafeMutablePointer<AudioBufferList>, _ piece: inout TapPiece
    ) -> OSStatus

    /// Allocates the tap's memory and calls the prepare callback.
    ///
    /// - Parameters:
    ///   - maximumFrames: the most frames of one call of `process`.
    ///   - format: the format of the frames, which is linear PCM.
    ///   - source: where the frames of the track come from.
    /// - Returns: false, without a call, if the tap is prepared already: it has one owner at a time.
    package func prepare(
        maximumFrames: CMItemCount, format: AudioStreamBasicDescription, source: @escaping Source
    ) -> Bool {
        guard processing == nil else { return false }
        processing = TapProcessing(maximumFrames, format, source)
        withUnsafePointer(to: format) { callbacks.prepare?(self, maximumFrames, $0) }
        return true
    }

    /// Calls the unprepare callback and frees the tap's memory; nothing if the tap is not prepared.
    package func unprepare() {
        guard processing != nil else { return }
        callbacks.unprepare?(self)
        processing = nil
    }

    /// Has the process callback make frames. On an audio thread; allocates nothing.
    ///
    /// - Parameters:
    ///   - frames: how many, at most those of `prepare`.
    ///   - buffers: as many as the format has. Where `mData` is nil, it is set to memory that is valid until the next call.
    /// - Returns: the number of frames and their flags; no frames if the tap is not prepared.
    package func process(_ frames: CMItemCount, into buffers: UnsafeMutablePointer<AudioBufferList>) -> TapPiece {
        guard let processing else { return TapPiece() }
        var made = TapPiece()
        processing.isInCallback = true
        callbacks.process(self, frames, flags, buffers, &made.frames, &made.flags)
        processing.isInCallback = false
        made.frames = min(max(made.frames, 0), frames)
        processing.complete(buffers, made.frames)
        return made
    }
}
