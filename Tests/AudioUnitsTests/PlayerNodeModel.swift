@testable import AudioUnits

/// A player in its plainest form: it decides frame by frame what plays.
struct PlayerModel {
    private struct Piece {
        let frames: Int
        let first: Float
        /// Not a number where it follows the piece before.
        let start: Double
        let options: PlayerOptions
        /// By which pieces with a start find their places: its start, or that of the piece before.
        let time: Double
        var played = 0
        var hasBegun = false

        func isDue(_ position: Int) -> Bool { start.isNaN || start <= Double(position) }
    }

    private var pieces: [Piece] = []
    private(set) var position = 0
    private(set) var sound: [Float] = []

    mutating func schedule(_ frames: Int, from first: Float, at start: Double, _ given: PlayerOptions) {
        var options = given
        if frames == 0 { options.remove(.loops) }
        guard frames > 0 || !options.isEmpty else { return }
        var index = pieces.count
        if !start.isNaN {
            let played = pieces.first?.hasBegun == true ? 1 : 0
            index = pieces[played...].firstIndex { $0.time > start } ?? pieces.count
        }
        let before = index > 0 ? pieces[index - 1].time : -.infinity
        let time = start.isNaN ? before : start
        pieces.insert(Piece(frames: frames, first: first, start: start, options: options, time: time), at: index)
    }

    /// Plays one frame.
    mutating func play() {
        sound.append(next() ?? 0)
    }

    private mutating func next() -> Float? {
        while true {
            pieces.removeFirst(interruption { $0.contains(.interrupts) })
            guard !pieces.isEmpty, pieces[0].hasBegun || pieces[0].isDue(position) else {
                position += 1
                return nil
            }
            begin()
            guard pieces[0].played < pieces[0].frames else {
                endPass()
                continue
            }
            let sample = pieces[0].first + Float(pieces[0].played)
            pieces[0].played += 1
            position += 1
            if pieces[0].played == pieces[0].frames { endPass() }
            return sample
        }
    }

    /// The last piece but the first that is due and interrupts in a way; 0 for none.
    private func interruption(_ isOne: (PlayerOptions) -> Bool) -> Int {
        pieces.indices.last { $0 > 0 && isOne(pieces[$0].options) && pieces[$0].isDue(position) } ?? 0
    }

    private mutating func begin() {
        guard !pieces[0].hasBegun else { return }
        pieces[0].hasBegun = true
        guard !pieces[0].start.isNaN else { return }
        let late = position - Int(pieces[0].start)
        let frames = pieces[0].frames
        pieces[0].played = pieces[0].options.contains(.loops) ? late % frames : min(late, frames)
    }

    private mutating func endPass() {
        let last = interruption { $0.contains(.interrupts) || $0.contains(.interruptsAtLoop) }
        if last > 0 {
            pieces.removeFirst(last)
            // It waited for the end of the pass, and is not late.
            if pieces[0].options.contains(.interruptsAtLoop) { pieces[0].hasBegun = true }
        } else if pieces[0].options.contains(.loops) {
            pieces[0].played = 0
        } else {
            pieces.removeFirst()
        }
    }
}
