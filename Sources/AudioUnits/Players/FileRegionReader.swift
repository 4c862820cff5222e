import AudioCore
import CAudioToolbox

/// The buffers that a file player reads into, each as a list of the format's channels.
final class FileBuffers: @unchecked Sendable {
    let format: StreamFormat
    let frames: Int
    let lists: [BufferList]
    private let memory: UnsafeMutablePointer<Float>

    init(_ format: StreamFormat, frames: Int, count: Int) {
        (self.format, self.frames) = (format, frames)
        memory = .allocate(capacity: max(1, frames * count * format.channels))
        let memory = self.memory
        lists = (0..<count).map { index in
            let list = BufferList.allocate(count: format.channels)
            for channel in 0..<format.channels {
                list.buffers[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(frames * 4),
                    mData: UnsafeMutableRawPointer(memory + (index * format.channels + channel) * frames))
            }
            return list
        }
    }

    /// Where the samples of a buffer are.
    func samples(_ index: Int) -> PieceSamples {
        PieceSamples(
            addresses: UnsafeRawPointer(lists[index].buffers) + (MemoryLayout<AudioBuffer>.offset(of: \.mData) ?? 8),
            step: MemoryLayout<AudioBuffer>.stride, channels: format.channels)
    }

    deinit {
        for list in lists { list.deallocate() }
        memory.deallocate()
    }
}

/// Reads the regions that a file player plays, in their order, ahead of the time line.
///
/// `work` runs on the player's thread alone. No lock is held while a file is read or a client's procedure runs.
final class FileRegionReader: @unchecked Sendable {
    private struct State {
        /// Those that are not read to their ends.
        var regions: [FileRegion] = []
        /// The first of them, where it is being read.
        var begun: FileRegion?
        /// Those that were returned, whose procedures are still to be called.
        var returned: [FileRegion] = []
        var isReading = false
        var buffers: FileBuffers?
        /// Buffers without frames, and the regions of the others.
        var free: [Int] = []
        var owners: [Int: FileRegion] = [:]
        /// How often buffers were made: a part of the numbers of pieces.
        var generation = 0
        /// Older buffers, by their generations, and how many pieces of theirs are not finished.
        var retired: [Int: (buffers: FileBuffers, pieces: Int)] = [:]

        /// Takes back a buffer that has no frames any more.
        ///
        /// - Returns: the region whose frames it had, and older buffers that nothing uses now, to be freed without the lock.
        mutating func giveBack(_ index: Int, of generation: Int) -> (owner: FileRegion?, unused: FileBuffers?) {
            if generation == self.generation {
                free.append(index)
                return (owners.removeValue(forKey: index), nil)
            }
            guard let old = retired[generation] else { return (nil, nil) }
            retired[generation] = old.pieces > 1 ? (old.buffers, old.pieces - 1) : nil
            return (nil, old.pieces > 1 ? nil : old.buffers)
        }
    }

    /// The end of what has been put on the time line. For the player's thread alone.
    private struct LineEnd {
        /// How often the time line had returned all pieces before.
        var returns = 0
        /// The frame at which the time line ends; not a number where that depends on when earlier pieces end.
        var frame = Double.nan
        /// By how much the last region's file ends later.
        var fraction = 0.0
    }

    private let timeline: Timeline
    private var lineEnd = LineEnd()
    private let state = LockedValue(State(), .state)

    init(_ timeline: Timeline) { self.timeline = timeline }

    // MARK: Any thread

    /// Makes the buffers. Older ones stay until their pieces have left the time line.
    func prepare(_ buffers: FileBuffers) {
        let old = state.withLock { state -> FileBuffers? in
            defer {
                state.buffers = buffers
                state.free = Array(buffers.lists.indices)
                state.owners = [:]
                state.generation += 1
            }
            if let old = state.buffers, !state.owners.isEmpty {
                state.retired[state.generation] = (old, state.owners.count)
            }
            return state.buffers
        }
        // Perhaps the last reference.
        withExtendedLifetime(old) {}
    }

    func add(_ region: FileRegion) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard state.regions.count < Timeline.capacity else { throw .memoryFull }
            var place = state.regions.count
            var index = place
            // Before those that begin later and have not been begun, with what follows them.
            while index > 0, !region.start.isNaN {
                let before = state.regions[index - 1]
                guard before !== state.begun, !(before.start <= region.start) else { break }
                index -= 1
                if before.start > region.start { place = index }
            }
            state.regions.insert(region, at: place)
        }
    }

    /// Begins to read.
    func begin() { state.withLock { $0.isReading = true } }

    /// Gives up all regions. The time line returns their pieces.
    func returnAll() {
        state.withLock { state in
            state.returned += state.regions
            state.regions = []
            state.begun = nil
            state.isReading = false
        }
    }

    // MARK: The player's thread

    func work() {
        repeat {
            recycle()
            for region in takeReturned() { region.complete(AudioError.unitContext.status) }
        } while readNext()
    }

    private func takeReturned() -> [FileRegion] {
        state.withLock { state in
            defer { state.returned = [] }
            return state.returned
        }
    }

    private static let tagsOfGeneration = 1 << 16

    private func recycle() {
        while let piece = timeline.nextFinished() {
            let (generation, index) = (piece.tag / Self.tagsOfGeneration, piece.tag % Self.tagsOfGeneration)
            let (owner, unused) = state.withLock { $0.giveBack(index, of: generation) }
            withExtendedLifetime(unused) {}
            if piece.isLate { owner?.noteLate() }
        }
    }

    /// What a step reads, and where to.
    private struct Step {
        let region: FileRegion
        let buffers: FileBuffers
        let index: Int
        let generation: Int
        /// How often the time line had returned all pieces before.
        let returns: Int
    }

    /// Reads frames into a free buffer, and puts them on the time line.
    ///
    /// - Returns: false where there is no buffer or nothing to read.
    private func readNext() -> Bool {
        let step = state.withLock { state -> Step? in
            guard state.isReading, let region = state.regions.first, let buffers = state.buffers,
                let index = state.free.popLast()
            else { return nil }
            state.begun = region
            return Step(
                region: region, buffers: buffers, index: index, generation: state.generation,
                returns: timeline.returns)
        }
        guard let step else { return false }
        if lineEnd.returns != step.returns { lineEnd = LineEnd(returns: step.returns) }
        let first = step.region.framesRead
        let list = step.buffers.lists[step.index]
        let count = step.region.read(
            step.buffers.frames, into: list, format: step.buffers.format, after: lineEnd.fraction)
        noteEnd(step.region, count: count, from: first)
        finish(step, count: count, from: first)
        guard step.region.isOver else { return true }
        lineEnd.fraction = step.region.endFraction
        step.region.endReading()
        // A region that was returned meanwhile completes as such.
        let isOwn = state.withLock { state -> Bool in
            guard let place = state.regions.firstIndex(where: { $0 === step.region }) else { return false }
            state.regions.remove(at: place)
            state.begun = nil
            return true
        }
        if isOwn { step.region.complete(step.region.status) }
        return true
    }

    /// Notes where frames of a region end, and whether some of them will be left out.
    private func noteEnd(_ region: FileRegion, count: Int, from first: Int) {
        let start = region.start.isNaN ? lineEnd.frame : region.start + Double(first)
        if count > 0, !region.start.isNaN, start < lineEnd.frame || start < Double(timeline.currentFrame) {
            region.noteLate()
        }
        let end = start + Double(count)
        lineEnd.frame = lineEnd.frame > end ? lineEnd.frame : end
    }

    private func finish(_ step: Step, count: Int, from first: Int) {
        // A buffer with an owner counts as a piece, also of a generation that has passed.
        let isOwned = state.withLock { state -> Bool in
            guard count > 0, state.generation == step.generation else { return false }
            state.owners[step.index] = step.region
            return true
        }
        guard isOwned else {
            return state.withLock { state in
                if state.generation == step.generation { state.free.append(step.index) }
            }
        }
        guard !schedule(step, count: count, from: first) else { return }
        let (_, unused) = state.withLock { $0.giveBack(step.index, of: step.generation) }
        withExtendedLifetime(unused) {}
    }

    private func schedule(_ step: Step, count: Int, from first: Int) -> Bool {
        let start = step.region.start
        var piece = TimelinePiece(
            step.buffers.samples(step.index), frames: count, start: start + Double(first))
        piece.tag = step.generation * Self.tagsOfGeneration + step.index
        return (try? timeline.schedule(piece, since: step.returns)) != nil
    }
}
