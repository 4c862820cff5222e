import AudioCore

/// What a player node has scheduled, and who is notified of what becomes of it.
///
/// Sounds go to the time line as long as that has room for them; the others wait in order. A thread reads files ahead, and
/// reports.
final class PlayerLine: @unchecked Sendable {
    let timeline = Timeline(ScheduleThread(name: "audio-player"))

    /// A sound that is not finished.
    private struct Entry {
        let sound: PlayerSound
        /// How often the player had been stopped before.
        let stops: Int
        var reading: FileReading?
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var lastTag = 0
        /// Those that the time line has no room for.
        var waiting: [TimelinePiece] = []
        /// Those that were given up before the time line had them.
        var ended: [(sound: PlayerSound, report: PlayerReport)] = []
        /// Files that are not read to their ends, in the order in which they are played.
        var readings: [(start: Double, reading: FileReading)] = []
        /// The format of the output, by whose rate the time line counts.
        var format: StreamFormat?
        /// How often the player was stopped.
        var stops = 0
        var isClosed = false
    }

    private let state = LockedValue(State(), .state)

    // For the player's thread alone.

    /// Sounds that were rendered, and when they have been heard.
    private var unheard: [(time: UInt64, entry: Entry)] = []

    /// Seconds.
    private let delay = Latest(0)

    // MARK: Any thread but the audio thread

    /// The seconds that units after the player delay its sound, beyond the host times of its renders.
    func setDelay(_ seconds: Double) { delay.write(Float(max(0, seconds.isFinite ? seconds : 0))) }

    /// Schedules a sound.
    ///
    /// - Parameter format: that of the output.
    func schedule(_ sound: PlayerSound, _ moment: PlayerMoment, _ options: PlayerOptions, _ format: StreamFormat) {
        follow(format)
        try? startThread()
        var piece = TimelinePiece(nil, frames: sound.frames(format), start: .nan)
        switch moment {
        case .next: break
        case .frame(let frame): if frame.isFinite, frame.magnitude < 1e15 { piece.start = frame.rounded() }
        case .host(let time): piece.hostTime = time
        }
        piece.loops = options.contains(.loops) && piece.frames > 0
        piece.interrupts = options.contains(.interrupts)
        piece.interruptsAtLoop = options.contains(.interruptsAtLoop) && !piece.interrupts
        // Nothing to play, and nothing to interrupt.
        let isEmpty = piece.frames == 0 && !piece.isInterruption
        state.withLock { state in
            if state.isClosed || isEmpty {
                state.ended.append((sound, isEmpty ? .playedBack : .stopped))
            } else {
                add(sound, piece, &state)
            }
        }
        timeline.thread.wake()
    }

    private func add(_ sound: PlayerSound, _ new: TimelinePiece, _ state: inout State) {
        var piece = new
        state.lastTag += 1
        piece.tag = state.lastTag
        var entry = Entry(sound: sound, stops: state.stops)
        switch sound.content {
        case .nothing: break
        case .memory(let memory): piece.samples = memory.samples
        case .file(let segment):
            let reading = FileReading(segment, state.format ?? Unit.usualFormat)
            entry.reading = reading
            piece.stream = UnsafeRawPointer(Unmanaged.passUnretained(reading.stream).toOpaque())
            insert(reading, piece.start, &state)
        }
        state.entries[piece.tag] = entry
        if piece.interrupts, piece.start.isNaN, piece.hostTime == 0, !state.waiting.isEmpty {
            // It takes the place of all that waits.
            for other in state.waiting { give(up: other.tag, .interrupted, &state) }
            state.waiting = []
        }
        guard !state.waiting.isEmpty || !put(piece, isUrgent: piece.isInterruption) else { return }
        state.waiting.append(piece)
        timeline.isCrowded = true
    }

    /// Places on the time line that only what interrupts takes.
    private static let reserve = 64

    private func put(_ piece: TimelinePiece, isUrgent: Bool = false) -> Bool {
        guard isUrgent || timeline.count < Timeline.capacity - Self.reserve else { return false }
        return (try? timeline.schedule(piece)) != nil
    }

    /// Before those that begin later and what follows them.
    private func insert(_ reading: FileReading, _ start: Double, _ state: inout State) {
        var (index, place) = (state.readings.count, state.readings.count)
        while index > 0, !start.isNaN {
            let before = state.readings[index - 1]
            guard !before.reading.stream.isNeeded, !(before.start <= start) else { break }
            index -= 1
            if before.start > start { place = index }
        }
        state.readings.insert((start, reading), at: place)
    }

    private func give(up tag: Int, _ report: PlayerReport, _ state: inout State) {
        guard let entry = remove(tag, &state) else { return }
        state.ended.append((entry.sound, report))
    }

    private func remove(_ tag: Int, _ state: inout State) -> Entry? {
        guard let entry = state.entries.removeValue(forKey: tag) else { return nil }
        if let reading = entry.reading { state.readings.removeAll { $0.reading === reading } }
        return entry
    }

    func startThread() throws(AudioError) {
        try timeline.thread.start(untilNext: { [self] in work() })
    }

    /// Gives up all sounds, and has the time begin at 0 with the next start.
    func stop() {
        state.withLock { state in
            state.stops += 1
            // The time line gives up those that it has.
            state.readings = []
            for piece in state.waiting { give(up: piece.tag, .stopped, &state) }
            state.waiting = []
        }
        timeline.returnAll()
    }

    /// Does so for good.
    func close() {
        state.withLock { $0.isClosed = true }
        stop()
        timeline.close()
        timeline.thread.close()
    }

    // MARK: Another format

    /// Has the time line follow the format of the output, which changes only while nothing is rendered.
    ///
    /// The present time, and the starts of what is scheduled, stay at the same seconds. Frames in memory are played at the new
    /// rate; files are read anew.
    func follow(_ format: StreamFormat) {
        let change = state.withLock { state -> FormatChange? in adopt(format, &state) }
        guard let change else { return }
        timeline.change(rateBy: change.factor) { piece in
            guard let (reading, frames) = change.readings[piece.pointee.tag] else { return }
            piece.pointee.take(reading, frames)
        }
        // The time line has the old streams no more.
        withExtendedLifetime(change.old) {}
    }

    /// What another format changes of the time line.
    private struct FormatChange {
        let factor: Double
        /// By their pieces, with all frames of these.
        var readings: [Int: (reading: FileReading, frames: Int)] = [:]
        let old: [Int: Entry]
    }

    private func adopt(_ format: StreamFormat, _ state: inout State) -> FormatChange? {
        let before = state.format
        state.format = format
        guard let before, before != format else { return nil }
        var change = FormatChange(factor: format.sampleRate / before.sampleRate, old: state.entries)
        for (tag, entry) in change.old {
            guard let old = entry.reading, case .file(let segment) = entry.sound.content else { continue }
            let played = Int((Double(old.stream.takenFrames) * change.factor).rounded())
            let reading = FileReading(segment, format, from: played)
            if old.stream.isNeeded { reading.stream.want() }
            change.readings[tag] = (reading, segment.frames(at: format.sampleRate))
            state.entries[tag]?.reading = reading
            if let index = state.readings.firstIndex(where: { $0.reading === old }) {
                state.readings[index].reading = reading
            } else {
                // All of it had been read.
                state.readings.insert((.nan, reading), at: 0)
            }
        }
        for index in state.readings.indices { state.readings[index].start *= change.factor }
        for index in state.waiting.indices {
            state.waiting[index].start = (state.waiting[index].start * change.factor).rounded()
            if let (reading, frames) = change.readings[state.waiting[index].tag] {
                state.waiting[index].take(reading, frames)
            }
        }
        return change
    }

    // MARK: The player's thread

    /// Does what there is to do.
    ///
    /// - Returns: the host time at which there is more.
    func work() -> UInt64? {
        repeat { report() } while feed() || readNext()
        reportHeard()
        return unheard.first?.time
    }

    private func report() {
        let (ended, stops) = state.withLock { state in
            defer { state.ended = [] }
            return (state.ended, state.stops)
        }
        while let piece = timeline.nextFinished() {
            guard let entry = state.withLock({ remove(piece.tag, &$0) }) else { continue }
            LockOrder.willCallClient()
            switch piece.end {
            case .played:
                entry.sound.report(.consumed)
                entry.sound.report(.rendered)
                let ticks = piece.heard == 0 ? 0 : UInt64(Double(delay.read()) * 1e9)
                unheard.append((piece.heard &+ ticks, Entry(sound: entry.sound, stops: entry.stops)))
                reportHeard()
            case .interrupted: entry.sound.report(.interrupted)
            case .returned:
                reportStopped(by: entry.stops + 1)
                entry.sound.report(.stopped)
            }
        }
        reportStopped(by: stops)
        reportHeard()
        for (sound, report) in ended {
            if report == .playedBack {
                sound.report(.consumed)
                sound.report(.rendered)
            }
            sound.report(report)
        }
    }

    /// Those that nobody will hear, as the player was stopped.
    private func reportStopped(by stops: Int) {
        let stopped = unheard.filter { $0.entry.stops < stops }
        unheard.removeAll { $0.entry.stops < stops }
        for (_, entry) in stopped { entry.sound.report(.stopped) }
    }

    private func reportHeard() {
        let now = HostTime.now()
        let count = unheard.firstIndex { $0.time > now } ?? unheard.count
        let heard = unheard.prefix(count)
        unheard.removeFirst(count)
        for (_, entry) in heard { entry.sound.report(.playedBack) }
    }

    /// Gives the time line what it has room for now.
    ///
    /// - Returns: whether that was any.
    private func feed() -> Bool {
        state.withLock { state in
            var count = 0
            while count < state.waiting.count, put(state.waiting[count]) { count += 1 }
            state.waiting.removeFirst(count)
            timeline.isCrowded = !state.waiting.isEmpty
            return count > 0
        }
    }

    /// The frames of all streams whose memory is there.
    private static let mostFrames = 1 << 19

    /// Reads some frames of the file that needs them first.
    ///
    /// - Returns: whether there was one.
    private func readNext() -> Bool {
        guard let reading = state.withLock({ next($0) }) else { return false }
        reading.readOn()
        guard reading.isOver else { return true }
        state.withLock { state in state.readings.removeAll { $0.reading === reading } }
        return true
    }

    /// What is played comes first, then what is played next, as long as there is memory for it.
    private func next(_ state: State) -> FileReading? {
        if let needed = state.readings.first(where: { $0.reading.stream.isNeeded && $0.reading.isHungry }) {
            return needed.reading
        }
        guard let first = state.readings.first(where: { $0.reading.isHungry })?.reading else { return nil }
        if first.stream.memoryFrames > 0 { return first }
        let used = state.entries.values.reduce(0) { $0 + ($1.reading?.stream.memoryFrames ?? 0) }
        return used < Self.mostFrames ? first : nil
    }
}

extension TimelinePiece {
    /// Continues with another reading of its file.
    fileprivate mutating func take(_ reading: FileReading, _ frames: Int) {
        stream = UnsafeRawPointer(Unmanaged.passUnretained(reading.stream).toOpaque())
        (played, self.frames) = (reading.stream.takenFrames, frames)
    }
}
