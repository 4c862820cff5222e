import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import Foundation
import MediaToolbox

/// What an audio mix does with a track's frames: a tap, and the volume.
final class MixStage {
    /// The most frames of a call.
    static let frames = 8192
    /// Float32 with a buffer for each channel.
    private let format: StreamFormat
    private let reader: any FrameReading
    private let volume: VolumeCurve
    private let tap: MTAudioProcessingTap?
    private let planes: FloatPlanes
    private var position: Int64 = 0
    /// What reading has failed with, in the tap's function, which has a status alone.
    private var failure: (any Error)?
    private var isPrepared = false
    private var appliesVolumeFirst = false

    init(_ reader: any FrameReading, _ parameters: AVAudioMixInputParameters?, _ format: StreamFormat) {
        (self.reader, self.format) = (reader, format)
        let values = parameters?.values.withLock { $0 }
        volume = values?.volume ?? VolumeCurve()
        tap = values?.tap
        planes = FloatPlanes(channels: format.channels, frames: Self.frames)
    }

    /// Gets the tap ready, if there is one.
    ///
    /// - Throws: `operationNotAllowed` for a tap that somebody uses.
    func prepare() throws {
        guard let tap else { return }
        isPrepared = tap.prepare(maximumFrames: Self.frames, format: AudioStreamBasicDescription(format)) {
            [unowned self] frames, list, piece in
            fill(frames, list, &piece)
        }
        guard isPrepared else {
            throw AVError(
                .operationNotAllowed, userInfo: [NSLocalizedFailureReasonErrorKey: "the tap has another owner"])
        }
    }

    /// Not for a tap that another reader has.
    func end() {
        if isPrepared { tap?.unprepare() }
        isPrepared = false
    }

    func seek(to time: CMTime) throws {
        try reader.seek(to: time)
        position = FrameRange.frame(time, AssetContents.timescale(format.sampleRate))
    }

    /// Continues at a frame, where the client moves the reader itself.
    func move(to position: Int64) { self.position = position }

    /// The samples of a channel that the last call of `pull` has given.
    func samples(_ channel: Int) -> UnsafePointer<Float>? {
        // A tap may have put other memory into the list.
        planes.buffers[channel].mData.map { UnsafePointer($0.assumingMemoryBound(to: Float.self)) }
    }

    /// Reads and mixes frames, and returns how many there were; 0 at the end.
    func pull(_ frames: Int) throws -> Int {
        let wanted = min(frames, Self.frames)
        planes.reset(wanted)
        var count: Int
        if let tap {
            let isAfter = tap.flags & kMTAudioProcessingTapCreationFlag_PostEffects != 0
            appliesVolumeFirst = isAfter
            let piece = tap.process(wanted, into: planes.buffers.list)
            if let failure { throw failure }
            count = min(max(0, piece.frames), wanted)
            if !isAfter { apply(planes.buffers.list, at: position, count) }
        } else {
            count = try reader.read(wanted, into: planes.buffers.list)
            apply(planes.buffers.list, at: position, count)
        }
        position += Int64(count)
        return count
    }

    private func fill(
        _ frames: CMItemCount, _ list: UnsafeMutablePointer<AudioBufferList>, _ piece: inout TapPiece
    ) -> OSStatus {
        do {
            let start = position
            let count = try reader.read(frames, into: list)
            if appliesVolumeFirst { apply(list, at: start, count) }
            let timescale = AssetContents.timescale(format.sampleRate)
            piece.frames = count
            piece.timeRange = CMTimeRange(
                start: CMTime(value: start, timescale: timescale),
                duration: CMTime(value: Int64(count), timescale: timescale))
            piece.flags = count < frames ? kMTAudioProcessingTapFlag_EndOfStream : 0
            return noErr
        } catch {
            failure = error
            return OSStatus(-50)
        }
    }

    /// Multiplies frames by the volume at the time of each.
    private func apply(_ list: UnsafeMutablePointer<AudioBufferList>, at start: Int64, _ count: Int) {
        guard !volume.ramps.isEmpty else { return }
        let gains = (0..<count).map { volume.volume(at: Double(start + Int64($0)) / format.sampleRate) }
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
            guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
            for index in 0..<count { samples[index] *= gains[index] }
        }
    }
}
