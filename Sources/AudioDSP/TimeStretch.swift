import CKernels

/// Makes sound last longer or shorter at the same pitch, by waveform-similarity overlap-add (WSOLA).
///
/// The sound is cut into pieces of two hops, which are laid over each other at the output's hop. Each piece is taken near
/// the place where the rate wants it, at the offset where it resembles best what follows the piece before, so that
/// periods meet in phase (Verhelst and Roelands, 1993). For a tone whose period is longer than this search, places further
/// back are searched too. Works on whole frames of interleaved samples, allocates in `init` only, and is used by one
/// thread.
package final class TimeStretch {
    /// Gives up to `frames` interleaved frames and says how many; 0 once there are no more, less than 0 where there are
    /// none now but will be.
    package typealias Source = (_ samples: UnsafeMutablePointer<Float>, _ frames: Int) -> Int

    private let kernel = Kernels.best.table.pointee.likeness
    private let productsOfFour = Kernels.best.table.pointee.productsOfFour
    /// The products of four places of a search.
    private let products = UnsafeMutablePointer<Float>.allocate(capacity: 4)
    private let channels: Int
    /// How much faster than recorded, above 0 and at most the rate that room was made for. A change counts from the next
    /// piece on.
    package var rate: Double
    /// Frames a piece adds to the output.
    private let hop: Int
    /// How far from the wanted place a piece may be taken.
    private let tolerance: Int
    /// How far before it a piece of a low tone may be taken.
    private let reach: Int
    /// Frames of a step of the search for that, and those in which such a tone hardly changes.
    private let lowStep: Int
    private let lowChange: Int
    /// Steps of the search for the best place of a piece, in frames; 0 for no search.
    package var searchStep: Int
    private let window: [Float]
    /// Input frames, the first of which stands at `inputStart` of the sound.
    private let input: UnsafeMutablePointer<Float>
    private let capacity: Int
    private var inputStart = 0
    private var inputCount = 0
    private var sourceEnded = false
    /// Where the piece before was taken, and how many pieces there have been.
    private var lastPlace = 0
    private var pieces = 0
    /// Where the rate wants the next piece, in frames of the sound.
    package var nextPlace = 0.0
    /// The faded-out half of the piece before, then frames that are ready to be read.
    private let tail: UnsafeMutablePointer<Float>
    private let ready: UnsafeMutablePointer<Float>
    private var readyCount = 0
    private var readyPosition = 0

    /// Frames that are read before a change of the rate is heard: those of the present piece, and a piece that fades from its
    /// place to the next. At the start of the sound the first piece is as recorded.
    package var framesBeforeChange: Int { readyCount - readyPosition + hop }

    /// Frames that are read before the next piece.
    package var framesReady: Int { readyCount - readyPosition }

    private static func hop(_ sampleRate: Double) -> Int { max(32, Int(sampleRate * 0.015)) }

    private static func tolerance(_ sampleRate: Double) -> Int { max(8, Int(sampleRate * 0.008)) }

    /// Frames of input behind the wanted place of a piece that have to be there before it is made.
    package static func framesAhead(sampleRate: Double) -> Int { 2 * hop(sampleRate) + tolerance(sampleRate) }

    /// - Parameters:
    ///   - rate: how much faster than recorded, above 0.
    ///   - maximumRate: the fastest that `rate` will be set to.
    ///   - searches: whether each place is searched for frame by frame, rather than roughly.
    package init(
        channels: Int, sampleRate: Double, rate: Double, maximumRate: Double = 1, searches: Bool
    ) {
        self.channels = channels
        self.rate = rate
        hop = Self.hop(sampleRate)
        tolerance = Self.tolerance(sampleRate)
        reach = max(tolerance, Int(sampleRate * 0.017))
        lowStep = max(1, Int(sampleRate / 4000))
        lowChange = max(1, Int(sampleRate / 1000))
        searchStep = searches ? 1 : 4
        let hop = hop
        window = (0..<hop).map { Float($0) / Float(hop) }
        capacity = 4 * hop + 4 * tolerance + Int(Double(2 * hop) * max(rate, maximumRate))
        input = .allocate(capacity: capacity * channels)
        tail = .allocate(capacity: hop * channels)
        tail.initialize(repeating: 0, count: hop * channels)
        ready = .allocate(capacity: hop * channels)
    }

    deinit {
        products.deallocate()
        input.deallocate()
        tail.deallocate()
        ready.deallocate()
    }

    /// Reads up to `frames` stretched frames; 0 at the end.
    package func read(into output: UnsafeMutablePointer<Float>, frames: Int, from source: Source) -> Int {
        var done = 0
        while done < frames {
            if readyPosition == readyCount, !makePiece(source) { break }
            let count = min(frames - done, readyCount - readyPosition)
            (output + done * channels).update(from: ready + readyPosition * channels, count: count * channels)
            readyPosition += count
            done += count
        }
        return done
    }

    /// Lays the next piece over the one before; false at the end of the sound.
    private func makePiece(_ source: Source) -> Bool {
        let wanted = Int(nextPlace.rounded())
        guard fill(upTo: wanted + tolerance + 2 * hop, from: source) else { return false }
        let end = inputStart + inputCount
        guard wanted < end else { return false }
        let place = pieces == 0 ? 0 : bestPlace(near: wanted, end: end)
        let piece = input + (place - inputStart) * channels
        let available = end - place
        for frame in 0..<hop {
            let weight = pieces == 0 ? 1 : window[frame]
            for channel in 0..<channels {
                let index = frame * channels + channel
                let fresh = frame < available ? piece[index] : 0
                ready[index] = pieces == 0 ? fresh : tail[index] * (1 - weight) + fresh * weight
                tail[index] = frame + hop < available ? piece[index + hop * channels] : 0
            }
        }
        lastPlace = place
        pieces += 1
        nextPlace += Double(hop) * rate
        // The last piece is cut where the stretched sound ends.
        let left = sourceEnded ? max(1, Int((Double(end - wanted) / rate).rounded(.up))) : hop
        (readyPosition, readyCount) = (0, min(hop, left))
        return true
    }

    /// The place within the tolerance whose frames resemble those that follow the piece before.
    private func bestPlace(near wanted: Int, end: Int) -> Int {
        let natural = lastPlace + hop
        let first = max(inputStart, wanted - tolerance)
        let last = min(end - hop, wanted + tolerance)
        guard searchStep > 0, first < last, natural >= inputStart, natural + hop <= end else {
            return max(inputStart, min(wanted, end - 1))
        }
        // In silence all places are alike: there what follows stands where the rate wants it.
        let ahead = min(max(wanted + Int((rate - 1) * Double(hop)), first), last)
        var best = (place: ahead, likeness: likeness(ahead, natural))
        if searchStep == 1 {
            searchAll(first, last, natural, &best)
        } else {
            for place in stride(from: first, through: last, by: searchStep) {
                let likeness = likeness(place, natural)
                if likeness > best.likeness + 1e-7 { best = (place, likeness) }
            }
        }
        guard searchStep == 1, isLow(natural, end) else { return best.place }
        return placeOfLowTone(before: first, from: wanted - reach, natural, best.likeness) ?? best.place
    }

    /// Looks at each place of a range, four at a time.
    private func searchAll(_ first: Int, _ last: Int, _ natural: Int, _ best: inout (place: Int, likeness: Float)) {
        let count = hop * channels
        let other = input + (natural - inputStart) * channels
        var samples = input + (first - inputStart) * channels
        // The energy follows from that of the place before, exactly enough to be that of the place.
        var energy = 0.0
        for index in 0..<count { energy += Double(samples[index]) * Double(samples[index]) }
        var place = first
        while place <= last {
            let part = min(4, last - place + 1)
            if part == 4 {
                productsOfFour(samples, other, count, channels, products)
            } else {
                for index in 0..<part {
                    products[index] = kernel(samples + index * channels, other, hop, channels, 1).product
                }
            }
            for index in 0..<part {
                let likeness = products[index] / Float(max(energy, 0) + 1e-9).squareRoot()
                if likeness > best.likeness + 1e-7 { best = (place + index, likeness) }
                guard place + index < last else { break }
                for channel in 0..<channels {
                    let (gone, come) = (samples[channel], samples[channel + count])
                    energy += Double(come) * Double(come) - Double(gone) * Double(gone)
                }
                samples += channels
            }
            place += part
        }
    }

    /// Whether the sound from a place on is a low tone alone: a millisecond later it is nearly the same. Higher tones and noise are not.
    private func isLow(_ place: Int, _ end: Int) -> Bool {
        place + lowChange + hop <= end && likeness(place + lowChange, place) > 0.9 * likeness(place, place)
    }

    /// A place before those of the search, for a tone whose period is longer than these: a period of 25 ms fits from there on.
    ///
    /// - Parameter nearest: how alike the best place of the search is.
    /// - Returns: nil where that is as good.
    private func placeOfLowTone(before end: Int, from first: Int, _ natural: Int, _ nearest: Float) -> Int? {
        let (start, whole) = (max(inputStart, first), likeness(natural, natural))
        // A small difference in each piece adds up: the pitch drifts.
        guard nearest < 0.999 * whole, start < end else { return nil }
        var best = (place: start, likeness: max(nearest, 0.98 * whole))
        var isFound = false
        func look(_ places: StrideTo<Int>) {
            for place in places {
                let found = likeness(place, natural)
                guard found > best.likeness else { continue }
                best = (place, found)
                isFound = true
            }
        }
        look(stride(from: start, to: end, by: lowStep))
        guard isFound else { return nil }
        let middle = best.place
        look(stride(from: max(start, middle - lowStep), to: min(end, middle + lowStep + 1), by: 1))
        return best.place
    }

    /// The normalised correlation of the first hop of frames at two places.
    private func likeness(_ one: Int, _ other: Int) -> Float {
        let a = input + (one - inputStart) * channels
        let b = input + (other - inputStart) * channels
        // The search spends most of its time here.
        let sums = kernel(a, b, hop, channels, max(1, searchStep))
        return sums.product / (sums.energy + 1e-9).squareRoot()
    }

    /// Forgets all input, as at the start.
    package func reset() {
        (inputStart, inputCount, sourceEnded) = (0, 0, false)
        (lastPlace, pieces, nextPlace) = (0, 0, 0)
        (readyCount, readyPosition) = (0, 0)
        tail.update(repeating: 0, count: hop * channels)
    }

    /// Reads on until the input reaches to frame `end`, and forgets what is no longer needed; false where the source has
    /// too little for now.
    private func fill(upTo end: Int, from source: Source) -> Bool {
        let needed = max(inputStart, min(lastPlace + hop, Int(nextPlace) - reach))
        let dropped = min(inputCount, needed - inputStart)
        if dropped > 0 {
            input.update(from: input + dropped * channels, count: (inputCount - dropped) * channels)
            inputStart += dropped
            inputCount -= dropped
        }
        while !sourceEnded, inputStart + inputCount < end, inputCount < capacity {
            let count = source(input + inputCount * channels, min(end - inputStart - inputCount, capacity - inputCount))
            guard count >= 0 else { return false }
            if count == 0 { sourceEnded = true }
            inputCount += count
        }
        return true
    }
}
