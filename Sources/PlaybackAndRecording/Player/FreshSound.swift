import AudioCore
import AudioDSP

/// Frames of another speed that take the place of frames in a ring, where the audio thread has not come to these yet.
struct FreshSound {
    /// Where they begin: a frame of the ring, and the fresh frame of the same place in the file.
    struct Seam {
        let ring: Int
        let frame: Int
    }

    private let unit: TimePitch
    private let channels: Int
    private let source: TimePitch.Source
    /// Which frame of the file each fresh frame is of.
    private var map: PlayerMap
    /// The first frames of the time stretch are as recorded.
    private let unchanged: Int
    private let steps: (recorded: Double, changed: Double)
    private var samples: [Float] = []
    private(set) var hasEnded = false

    private var count: Int { samples.count / channels }

    /// - Parameters:
    ///   - unit: has the new speed, and is at its start.
    ///   - media: the frame of the file that `source` gives first.
    ///   - steps: frames of the file for each of the ring, as recorded and at the new speed.
    init(
        _ unit: TimePitch, channels: Int, from media: Double, steps: (recorded: Double, changed: Double),
        source: @escaping TimePitch.Source
    ) {
        (self.unit, self.channels, self.steps, self.source) = (unit, channels, steps, source)
        unchanged = unit.isNeutral ? 0 : unit.framesBeforeChange
        map = PlayerMap(ring: 0, media: media, step: steps.recorded)
        map.setStep(steps.changed, at: unchanged, keepingFrom: -1)
    }

    /// Decodes as many frames as reach to the ring's end.
    ///
    /// - Parameters:
    ///   - old: which frame of the file each frame of the ring is of.
    ///   - earliest: the first frame of the ring that may be replaced now. Decoding takes time: it is called again after that.
    mutating func fill(to end: Int, old: PlayerMap, earliest: () -> Int) -> Seam {
        while true {
            let ring = min(earliest(), end)
            let frame = max(0, Int(map.ring(of: old.media(at: Double(ring))).rounded()))
            let missing = frame + end - ring - count
            guard missing > 0, !hasEnded else { return Seam(ring: ring, frame: min(frame, count)) }
            read(missing)
        }
    }

    private mutating func read(_ frames: Int) {
        let block = UnsafeMutablePointer<Float>.allocate(capacity: frames * channels)
        defer { block.deallocate() }
        var done = 0
        while done < frames {
            let got = unit.read(block + done * channels, frames: frames - done, from: source)
            guard got > 0 else {
                hasEnded = true
                break
            }
            done += got
        }
        samples += UnsafeBufferPointer(start: block, count: done * channels)
    }

    /// Decodes as many frames as reach to the ring's end, and puts them there while no cycle reads the frames that they replace.
    ///
    /// - Parameters:
    ///   - overlap: frames in which the old sound goes over to the new one.
    ///   - earliest: as for `fill`. Where the audio thread comes to that frame before it is held, a later one is taken.
    /// - Returns: where the fresh frames begin, and the frame of the ring that follows them.
    mutating func replace(
        in ring: Ring, _ hold: RingHold, old: PlayerMap, overlap: Int, earliest: () -> Int
    ) -> (seam: Seam, end: Int) {
        var seam = fill(to: ring.writtenFrames, old: old, earliest: earliest)
        // Frames that are added after the last one need no hold.
        while seam.ring < ring.writtenFrames, !hold.hold(from: seam.ring) {
            seam = fill(to: ring.writtenFrames, old: old, earliest: earliest)
        }
        let end = write(to: ring, from: seam, overlap: overlap)
        hold.release()
        return (seam, end)
    }

    /// Puts the frames from the seam on into the ring, the first of them gradually.
    ///
    /// - Parameter overlap: frames in which the old sound goes over to the new one.
    /// - Returns: the frame of the ring that follows them.
    private func write(to ring: Ring, from seam: Seam, overlap: Int) -> Int {
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return seam.ring }
            let (fresh, left) = (start + seam.frame * channels, count - seam.frame)
            let replaced = min(left, ring.writtenFrames - seam.ring)
            let overlap = min(overlap, replaced)
            var frame = 0
            while frame < replaced {
                let (old, run) = ring.writtenRun(at: seam.ring + frame)
                for index in 0..<min(run, replaced - frame) * channels {
                    let weight = min(1, Float(frame + index / channels) / Float(overlap))
                    old[index] += (fresh[frame * channels + index] - old[index]) * weight
                }
                frame += run
            }
            // The audio thread has made room for what is left.
            return seam.ring + replaced + ring.write(fresh + replaced * channels, frames: left - replaced)
        }
    }

    /// Notes which frames of the file are in the ring from the seam on.
    ///
    /// - Parameter oldest: the first frame of the ring that will still be asked for.
    func note(in ringMap: inout PlayerMap, from seam: Seam, keepingFrom oldest: Double) {
        ringMap.cut(at: seam.ring, media: map.media(at: Double(seam.frame)), step: steps.recorded)
        ringMap.setStep(
            steps.changed, at: seam.ring + max(0, unchanged - seam.frame), keepingFrom: oldest)
    }
}
