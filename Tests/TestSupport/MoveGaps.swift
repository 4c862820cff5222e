import Testing

/// The gaps in what is heard behind moves of sound to another device, and whether they are a fault of ours.
///
/// A frame that is lost, repeated or of something else is a fault in any move. Silence between two frames is one on PipeWire. A stream
/// that PulseAudio moves has some now and then by the server's own doing: of 40 moves each, ours had none, and those of pacat, which
/// is PulseAudio's own program, had some in three or four. So that is a fault where it shows in two of three moves.
package struct MoveGaps: CustomStringConvertible {
    private let mostSilent: Int
    private var moves = 0
    private var silentMoves = 0
    private var faults: [RenderCounter.Gap] = []

    package init(_ kind: PrivateServer.Kind) { mostSilent = kind == .pulse ? 1 : 0 }

    /// Adds what was heard behind one move.
    package mutating func add(_ gaps: [RenderCounter.Gap]) {
        moves += 1
        silentMoves += gaps.contains { $0.silent > 0 } ? 1 : 0
        faults += gaps.filter { $0.lost != 0 || $0.foreign != nil }
    }

    package var isGood: Bool { faults.isEmpty && silentMoves <= mostSilent }

    /// Whether another move would change nothing.
    package var isDecided: Bool { moves > 0 && (!isGood || silentMoves == 0 || moves == 3) }

    package var description: String { "\(faults), and silence behind \(silentMoves) of \(moves) moves" }
}

/// Expects that sound goes on, frame by frame, on the device that it moves to.
///
/// - Parameter heard: makes a move, and gives the signal of `RenderCounter` as the device plays it from then on.
package func expectNoGaps(
    behindMovesOn kind: PrivateServer.Kind, at location: SourceLocation = #_sourceLocation,
    _ heard: () throws -> [Float]
) throws {
    // A busy machine may drop a cycle: that shows, and the move is made again without being counted.
    let attempts = Attempts()
    var moves = MoveGaps(kind)
    repeat {
        let gaps = RenderCounter.gaps(in: try heard().prefix(2000))
        if !gaps.isEmpty {
            print("\(kind): \(gaps) in the first 2000 samples")
            if attempts.another() { continue }
        }
        moves.add(gaps)
    } while !moves.isDecided
    #expect(moves.isGood, "\(kind): \(moves)", sourceLocation: location)
}
