import AudioCore
import AudioFiles
import CoreMedia
import Foundation
import PlaybackAndRecording

/// An item that is open: what plays it. Used on the engine's queue.
final class ItemSound {
    let source: any PlayableSource
    let ahead: ReadAhead?
    let player: Player
    enum Run { case idle, playing, paused }

    /// What the engine has had the player do. A player that the session has paused, or that has ended, differs from it.
    var run = Run.idle
    /// Ends that the player will report though a seek has gone elsewhere since.
    var staleEnds = 0
    /// Metadata whose time has not come.
    var metadata: [AVTimedMetadataGroup] = []
    /// Whether what follows is to be opened.
    var isNearEnd = false
    /// The end of the item before, where this one waits for it.
    var start: Player.End?
    /// The audio mix, the tracks without sound, and the end with which it is read.
    var mix: AVAudioMix?
    var silent: Set<CMPersistentTrackID> = []
    var end: Int64?

    init(_ source: any PlayableSource, _ ahead: ReadAhead?, _ player: Player) {
        (self.source, self.ahead, self.player) = (source, ahead, player)
    }

    var sampleRate: Double { source.format.sampleRate }
    /// Whether it can be played without a stall, as far as is known.
    var keepsUp: Bool { source.isLikelyToKeepUp && ahead?.isReady != false }

    /// Whether the player has ended, and the engine has not heard of it.
    var hasEnded: Bool { run == .playing && !player.isPlaying && !player.isPaused }

    /// The frame at a time: at most the length of a sound whose length nobody knows, as any time can be asked for.
    func frame(at seconds: Double) -> Int64 {
        Int64(min(max(0, seconds * sampleRate), Double(FrameLength.unknown)).rounded())
    }

    /// Stops what waits for its start. The position stays.
    func stop() {
        player.stop()
        (run, start) = (.idle, nil)
    }

    func close() {
        player.close()
        source.interrupt()
    }
}

extension CMTime {
    /// The time of a frame.
    init(frame: Double, rate: Double) {
        self.init(value: Int64(frame.rounded()), timescale: AssetContents.timescale(rate))
    }

    /// The time of a length in frames, which nobody may know.
    init(length: Int64, rate: Double) {
        self = length >= FrameLength.unknown ? .indefinite : CMTime(frame: Double(length), rate: rate)
    }
}
