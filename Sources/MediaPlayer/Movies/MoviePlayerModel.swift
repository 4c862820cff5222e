import Foundation

/// What a movie player does, and where its movie stands: a value, without threads and sound.
///
/// Each change returns what programs learn of it, in the order in which they do. Whoever changes the value sees to the sound afterwards.
struct MoviePlayerModel {
    /// What is known of a movie that is open.
    struct Facts: Equatable {
        var types: MPMovieMediaTypeMask = []
        var source = MPMovieSourceType.unknown
        var size = CGSize.zero
        /// Seconds; 0 where nobody knows.
        var duration = 0.0
    }

    enum Opening: Equatable { case idle, opening, ready, failed }
    enum Direction: Equatable { case forward, backward }

    struct Seek: Equatable {
        let id: Int
        let time: Double
    }

    enum Notice: Equatable {
        case mediaTypes, sourceType, naturalSize, duration, prepared, loadState, nowPlaying, state, readyForDisplay
        case finished(MPMovieFinishReason, NSError?)
    }

    var hint = MPMovieSourceType.unknown
    var shouldAutoplay = true
    var repeats = false
    /// Where the movie begins and ends; below 0 or no number for its own start and end.
    var initialTime = Double.nan
    var endTime = Double.nan

    private(set) var hasMovie = false
    /// Counts the times that a movie is opened, so that news of an older one is not taken for that of this one.
    private(set) var generation = 0
    private(set) var opening = Opening.idle
    private(set) var facts: Facts?
    /// Whether the movie is to be played.
    private(set) var wantsPlay = false
    /// Whether it begins by itself, once it would play through.
    private(set) var autoplays = false
    /// Whether it has begun since it was opened or stopped.
    private(set) var hasBegun = false
    /// Whether it stands at its end, so that a start needs a seek.
    private(set) var hasEnded = false
    private(set) var keepsUp = false
    private(set) var isInterrupted = false
    private(set) var direction: Direction?
    private(set) var rate: Float = 1
    private(set) var seek: Seek?
    private var lastSeek = 0
    /// Where a movie that is not open begins.
    private(set) var startTime: Double?
    /// Counts what starts the sound, as the sound may have stopped for a reason of its own.
    private(set) var starts = 0
    /// The movie that was played last.
    private var played = 0

    // MARK: What follows from it

    var isPrepared: Bool { opening == .ready }
    var sourceType: MPMovieSourceType { hint != .unknown ? hint : facts?.source ?? .unknown }
    var isReadyForDisplay: Bool { isPrepared && facts?.types.contains(.video) == true }
    /// The movie that is to be open; nil for none.
    var wantedMovie: Int? { opening == .idle ? nil : generation }

    var loadState: MPMovieLoadState {
        guard isPrepared else { return [] }
        if keepsUp { return [.playable, .playthroughOK] }
        return hasBegun && wantsPlay ? [.playable, .stalled] : .playable
    }

    var state: MPMoviePlaybackState {
        guard isPrepared, hasBegun else { return .stopped }
        if let direction { return direction == .forward ? .seekingForward : .seekingBackward }
        if isInterrupted { return .interrupted }
        return wantsPlay && keepsUp ? .playing : .paused
    }

    /// The rate at which the sound is to play; 0 for a pause.
    var soundRate: Float { wantsPlay && isPrepared && direction == nil && !isInterrupted ? rate : 0 }

    /// Where the movie begins.
    var start: Double { initialTime.isFinite && initialTime > 0 ? clamped(initialTime) : 0 }

    /// Where the movie ends; nil where nobody knows.
    var end: Double? {
        let own = facts.flatMap { $0.duration > 0 ? $0.duration : nil }
        guard let wanted = wantedEnd else { return own }
        return own.map { min($0, wanted) } ?? wanted
    }

    /// The end that the program has set; nil for the movie's own.
    var wantedEnd: Double? { endTime.isFinite && endTime >= 0 ? endTime : nil }

    /// Whether there is nothing between its beginning and its end, so that it would be repeated at once for ever.
    private var isEmpty: Bool { end.map { start >= $0 } ?? (facts?.source == .file) }

    private func clamped(_ time: Double) -> Double { max(0, min(time, end ?? Self.latest)) }
    /// No movie is longer.
    private static let latest = 1e9

    // MARK: Changes

    /// Makes a change, and returns what programs learn of it and of what follows from it.
    mutating func change(_ body: (inout Self, inout [Notice]) -> Void) -> [Notice] {
        let before = self
        var last: [Notice] = []
        body(&self, &last)
        settle()
        var notices: [Notice] = []
        if let facts {
            let old = before.facts ?? Facts()
            if facts.types != old.types { notices.append(.mediaTypes) }
            if before.sourceType == .unknown, sourceType != .unknown { notices.append(.sourceType) }
            if facts.size != old.size { notices.append(.naturalSize) }
            if facts.duration != old.duration { notices.append(.duration) }
        }
        if before.isPrepared != isPrepared { notices.append(.prepared) }
        if before.loadState != loadState { notices.append(.loadState) }
        if before.played != played { notices.append(.nowPlaying) }
        if before.state != state { notices.append(.state) }
        if before.isReadyForDisplay != isReadyForDisplay { notices.append(.readyForDisplay) }
        return notices + last
    }

    /// Begins what was waited for.
    private mutating func settle() {
        guard isPrepared, keepsUp else { return }
        if autoplays {
            autoplays = false
            if shouldAutoplay, !wantsPlay {
                rate = 1
                startSound()
            }
        }
        guard wantsPlay, !hasBegun else { return }
        (hasBegun, played) = (true, generation)
    }

    private mutating func startSound() {
        wantsPlay = true
        starts += 1
    }

    private mutating func go(to time: Double) {
        lastSeek += 1
        seek = Seek(id: lastSeek, time: clamped(time))
        hasEnded = false
    }

    /// Forgets the movie that was open.
    private mutating func forget() {
        generation += 1
        (opening, facts, keepsUp) = (.idle, nil, false)
        (hasBegun, hasEnded, isInterrupted, direction, seek) = (false, false, false, nil, nil)
    }

    private mutating func open() {
        forget()
        opening = .opening
    }

    // MARK: What programs ask for

    /// Takes another movie. A player that plays, or gets ready, continues with that.
    mutating func setMovie(_ isThere: Bool) -> [Notice] {
        change { model, _ in
            model.hasMovie = isThere
            let goesOn = isThere && (model.opening == .opening || model.wantsPlay)
            model.startTime = nil
            if goesOn {
                model.open()
                if model.wantsPlay { model.starts += 1 }
            } else {
                model.forget()
                (model.wantsPlay, model.autoplays) = (false, false)
            }
        }
    }

    mutating func prepare() -> [Notice] {
        change { model, _ in
            guard model.hasMovie, !model.isPrepared else { return }
            if model.opening != .opening { model.open() }
            model.autoplays = true
        }
    }

    mutating func play() -> [Notice] { change { model, _ in model.begin() } }

    private mutating func begin() {
        guard hasMovie else { return }
        if opening == .idle || opening == .failed { open() }
        autoplays = false
        guard !wantsPlay || isInterrupted || direction != nil else { return }
        if hasEnded { go(to: start) }
        if !wantsPlay { rate = 1 }
        (isInterrupted, direction) = (false, nil)
        startSound()
    }

    mutating func pause() -> [Notice] { change { model, _ in model.rest() } }

    private mutating func rest() {
        (wantsPlay, autoplays, isInterrupted, direction) = (false, false, false, nil)
    }

    mutating func stop(_ reason: MPMovieFinishReason = .playbackEnded) -> [Notice] {
        change { model, last in
            let wasStopped = model.state == .stopped
            model.rest()
            model.hasBegun = false
            if model.isPrepared { model.go(to: model.start) }
            model.startTime = nil
            if !wasStopped || reason == .userExited { last.append(.finished(reason, nil)) }
        }
    }

    /// Changes the rate, and plays. 0 and what is below pauses.
    mutating func setRate(_ new: Float) -> [Notice] {
        change { model, _ in
            guard new.isFinite else { return }
            guard new > 0 else { return model.rest() }
            model.begin()
            if model.hasMovie { model.rate = min(max(new, 0.5), 2) }
        }
    }

    mutating func setTime(_ time: Double) -> [Notice] {
        change { model, _ in
            guard time.isFinite else { return }
            if model.isPrepared { model.go(to: time) } else { model.startTime = max(0, min(time, Self.latest)) }
        }
    }

    mutating func beginMoving(_ direction: Direction) -> [Notice] {
        change { model, _ in
            guard model.isPrepared, model.hasBegun else { return }
            model.direction = direction
        }
    }

    mutating func endMoving() -> [Notice] { change { model, _ in model.stay() } }

    private mutating func stay() {
        guard direction != nil else { return }
        direction = nil
        if wantsPlay { starts += 1 }
    }

    /// Makes a step of moving fast. Ends it at the start and at the end of the movie.
    mutating func move(by seconds: Double, from time: Double) -> [Notice] {
        change { model, _ in
            guard let direction = model.direction else { return }
            let new = time + (direction == .forward ? seconds : -seconds)
            model.go(to: new)
            if new <= 0 || model.end.map({ new >= $0 }) == true { model.stay() }
        }
    }

    // MARK: What the sound reports

    mutating func opened(_ movie: Int, _ facts: Facts, keepsUp: Bool) -> [Notice] {
        change { model, _ in
            guard movie == model.generation, model.opening == .opening else { return }
            (model.opening, model.facts, model.keepsUp) = (.ready, facts, keepsUp)
            let time = model.startTime ?? model.start
            model.startTime = nil
            if time > 0 { model.go(to: time) }
        }
    }

    mutating func know(_ movie: Int, _ facts: Facts) -> [Notice] {
        change { model, _ in if movie == model.generation, model.isPrepared { model.facts = facts } }
    }

    mutating func setKeepsUp(_ movie: Int, _ keepsUp: Bool) -> [Notice] {
        change { model, _ in if movie == model.generation, model.isPrepared { model.keepsUp = keepsUp } }
    }

    /// The movie cannot be opened.
    mutating func failed(_ movie: Int, _ error: NSError?) -> [Notice] {
        change { model, last in
            guard movie == model.generation, model.opening == .opening else { return }
            model.opening = .failed
            model.rest()
            last.append(.finished(.playbackError, error))
        }
    }

    /// A seek is done, or is given up.
    mutating func sought(_ id: Int) -> [Notice] { change { model, _ in if model.seek?.id == id { model.seek = nil } } }

    /// The last of the movie has been heard.
    mutating func ended(_ movie: Int) -> [Notice] {
        change { model, last in
            guard movie == model.generation, model.isPrepared, !model.hasEnded else { return }
            // A seek goes elsewhere since. The sound has stopped at the end before it.
            guard model.seek == nil else {
                model.starts += 1
                return
            }
            if model.repeats, model.wantsPlay, !model.isEmpty {
                model.go(to: model.start)
                model.starts += 1
            } else {
                model.hasEnded = true
                // A pause may have come just before the end was heard of.
                guard model.wantsPlay else { return }
                model.finish(.playbackEnded, nil, &last)
            }
        }
    }

    /// The movie cannot be read to its end, or cannot be heard.
    mutating func failedToPlay(_ movie: Int, _ error: NSError?) -> [Notice] {
        change { model, last in
            guard movie == model.generation, model.isPrepared, !model.hasEnded else { return }
            model.hasEnded = true
            guard model.wantsPlay else { return }
            model.finish(.playbackError, error, &last)
        }
    }

    private mutating func finish(_ reason: MPMovieFinishReason, _ error: NSError?, _ last: inout [Notice]) {
        rest()
        hasBegun = false
        last.append(.finished(reason, error))
    }

    /// The session has paused the sound.
    ///
    /// - Parameter comesBack: whether it will say when the interruption is over. It does not where headphones are unplugged.
    mutating func interrupted(_ movie: Int, comesBack: Bool) -> [Notice] {
        change { model, _ in
            guard movie == model.generation, model.isPrepared, model.wantsPlay else { return }
            if comesBack, model.hasBegun { model.isInterrupted = true } else { model.rest() }
        }
    }

    mutating func interruptionEnded(resumes: Bool) -> [Notice] {
        change { model, _ in
            guard model.isInterrupted else { return }
            model.isInterrupted = false
            if resumes { model.starts += 1 } else { model.wantsPlay = false }
        }
    }
}
