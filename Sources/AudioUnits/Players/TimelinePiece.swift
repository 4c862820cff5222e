import CRealtime

/// Where the samples of a piece are: Float32, the channels apart. Not moved or freed until the piece is finished.
struct PieceSamples: BitwiseCopyable {
    /// Where the address of the first channel's samples is. Those of the others follow at steps of so many bytes.
    let addresses: UnsafeRawPointer
    let step: Int
    let channels: Int
    /// Where the bytes of the first channel are, as a `UInt32`, and at the same steps those of the others; nil where they are
    /// enough for the piece's frames.
    var sizes: UnsafeRawPointer?

    @_noLocks func address(_ channel: Int) -> UnsafePointer<Float>? {
        UnsafePointer((addresses + channel * step).load(as: Optional<UnsafePointer<Float>>.self))
    }

    /// How many frames of a channel there are from a frame on, up to so many.
    @_noLocks func frames(_ channel: Int, from offset: Int, most: Int) -> Int {
        guard let sizes else { return most }
        return min(most, Int((sizes + channel * step).load(as: UInt32.self)) / 4 - offset)
    }
}

/// Bits that a time line sets in memory of a piece's owner while it plays the piece.
struct PieceMarks: BitwiseCopyable {
    var place: UnsafeMutablePointer<UInt32>?
    var complete: UInt32 = 0
    var began: UInt32 = 0
    var beganLate: UInt32 = 0

    @_noLocks func set(_ bit: UInt32) {
        guard let place else { return }
        place.pointee |= bit
    }
}

/// How a piece has left its time line.
package enum PieceEnd: UInt8, BitwiseCopyable, Sendable {
    /// Its last frame was copied out of it, or left out.
    case played
    /// Another piece took its place.
    case interrupted
    /// All pieces were returned.
    case returned
}

/// Frames to play from a time on, and how far they have been played.
struct TimelinePiece: BitwiseCopyable {
    /// The frames, unless a stream brings them.
    var samples: PieceSamples?
    /// The `FrameStream` that brings the frames.
    var stream: UnsafeRawPointer?
    /// The frames of one pass.
    var frames: Int
    /// The frame of the time line at which it begins; not a number where it follows the piece before.
    var start: Double
    /// The time of the host's clock at which it begins, where it has no frame for that; 0 for none.
    var hostTime: UInt64 = 0
    var loops = false
    /// Whether it takes the place of earlier pieces once it is due: at once, or where a pass of the present one ends.
    var interrupts = false
    var interruptsAtLoop = false
    var marks = PieceMarks()
    /// The owner's number of the piece, and what else it needs when the piece is finished.
    var tag = 0
    var owned: (UInt, UInt) = (0, 0)

    // MARK: What becomes of it

    /// Frames of the present pass that have been played.
    var played = 0
    var hasBegun = false
    /// Whether frames were left out because the piece came too late.
    var isLate = false
    var end = PieceEnd.played
    /// The host time at which its last frame has been heard; 0 where the cycle had none.
    var heard: UInt64 = 0

    init(_ samples: PieceSamples?, frames: Int, start: Double) {
        (self.samples, self.frames, self.start) = (samples, frames, start)
    }

    var isInterruption: Bool { @_noLocks get { interrupts || interruptsAtLoop } }
}

/// When a time line begins to play, or continues.
package enum TimelineStart: BitwiseCopyable, Sendable {
    case never, nextCycle
    /// At a sample time of the unit's renders.
    case sample(Double)
    case host(UInt64)
}

/// A cycle in which a time line plays: what turns host times into its frames.
struct TimelineCycle: BitwiseCopyable {
    /// The host time of the cycle's first frame; 0 where it has none.
    let hostTime: UInt64
    let sampleRate: Double
    /// The frame of the time line that would be at the cycle's first frame; not a number where it does not run.
    var origin = Double.nan

    @_noLocks init(hostTime: UInt64, sampleRate: Double) {
        (self.hostTime, self.sampleRate) = (hostTime, sampleRate)
    }

    /// The frame of the time line at a host time; not a number in a cycle without host time, or in which the line does not run.
    @_noLocks func frame(at time: UInt64) -> Double {
        guard hostTime != 0, !origin.isNaN else { return .nan }
        let ticks = Int64(bitPattern: time &- hostTime)
        let frame = min(max(origin + Double(ticks) * sampleRate / 1e9, -1e15), 1e15)
        return Double(Int(frame + (frame < 0 ? -0.5 : 0.5)))
    }

    /// The host time at a frame of the cycle; 0 in a cycle without host time.
    @_noLocks func time(at frame: Int) -> UInt64 {
        guard hostTime != 0 else { return 0 }
        return hostTime &+ UInt64(Double(frame) * 1e9 / sampleRate + 0.5)
    }
}
