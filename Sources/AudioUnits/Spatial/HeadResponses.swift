import AudioCore
import CMySofa
import Glibc

/// What an ear hears of sources in all directions: impulse responses that were measured at a head, at one sample rate, after a
/// `HeadEqualizer`.
///
/// Only those of the left ear are used, and the right ear has them mirrored: so a source on one side sounds as it does on the other.
/// Directions have steps of 5 degrees around the head and 10 degrees up and down, as the measurements have.
final class HeadResponses: @unchecked Sendable {
    /// Frames of each response, a multiple of 4.
    let length: Int
    private let samples: UnsafeMutablePointer<Float>

    private static let columns = 72
    private static let rows = 19

    private struct Weak { weak var responses: HeadResponses? }
    private static let known = LockedValue<[Double: Weak]>([:])

    /// The responses at a sample rate, which units share.
    ///
    /// - Throws: `unitValue` where libmysofa or its measurements are missing. The variable COREAUDIO_HRTF names another file.
    static func at(_ sampleRate: Double) throws(AudioError) -> HeadResponses {
        if let present = known.withLock({ $0[sampleRate]?.responses }) { return present }
        let made = try HeadResponses(sampleRate)
        return known.withLock { known in
            known = known.filter { $0.value.responses != nil }
            if let present = known[sampleRate]?.responses { return present }
            known[sampleRate] = Weak(responses: made)
            return made
        }
    }

    private init(_ sampleRate: Double) throws(AudioError) {
        var all = try Self.measured(sampleRate)
        HeadEqualizer(all, sampleRate, weight: Self.solidAngle)?.apply(to: &all)
        length = Self.heardLength(all)
        samples = .allocate(capacity: all.count * length)
        samples.initialize(repeating: 0, count: all.count * length)
        for (place, response) in all.enumerated() {
            for frame in 0..<min(length, response.count) { samples[place * length + frame] = response[frame] }
        }
    }

    deinit { samples.deallocate() }

    // MARK: Measurements

    /// How many directions there are.
    static let places = columns * rows

    /// The direction of a response.
    static func direction(_ place: Int) -> SpatialDirection {
        SpatialDirection(azimuth: Float(place % columns * 5), elevation: Float(place / columns * 10 - 90))
    }

    /// The part of a sphere that is nearer to a response's direction than to others.
    static func solidAngle(_ place: Int) -> Double {
        let elevation = Double(place / columns * 10 - 90)
        let ends = [max(-90, elevation - 5), min(90, elevation + 5)].map { sin($0 * .pi / 180) }
        return (ends[1] - ends[0]) / Double(2 * columns)
    }

    /// The left ear's responses as they were measured, each after its delay. libmysofa's level depends on the sample rate.
    static func measured(_ sampleRate: Double) throws(AudioError) -> [[Float]] {
        guard let library = SofaLoad() else {
            throw .unitValue.because("libmysofa.so.1 is not there (Debian: libmysofa1; Fedora: libmysofa)")
        }
        guard let place = SofaPath(), (4000...400_000).contains(sampleRate) else {
            throw .unitValue.because("there are no responses of a head at \(sampleRate) Hz")
        }
        let path = String(cString: place)
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw .unitValue.because("\(path) is no file")
        }
        var (count, status) = (Int32(0), Int32(0))
        let file = library.pointee.mysofa_open(path, Float(sampleRate), &count, &status)
        guard let file else { throw .unitValue.because("\(path) has no responses of a head (error \(status))") }
        defer { library.pointee.mysofa_close(file) }
        guard (1...1 << 14).contains(count) else {
            throw .unitValue.because("\(path) has responses of \(count) frames")
        }
        return read(library, file, Int(count), sampleRate)
    }

    private static func read(
        _ library: UnsafePointer<SofaLibrary>, _ file: OpaquePointer, _ measured: Int, _ sampleRate: Double
    ) -> [[Float]] {
        var (left, right) = ([Float](repeating: 0, count: measured), [Float](repeating: 0, count: measured))
        return (0..<places).map { place in
            let direction = direction(place)
            var (delay, other): (Float, Float) = (0, 0)
            library.pointee.mysofa_getfilter_float(
                file, Float(direction.ahead), Float(-direction.right), Float(direction.up), &left, &right, &delay,
                &other)
            let frames = delay.isFinite ? Int(min(max(0, Double(delay) * sampleRate), 4096).rounded()) : 0
            return Array(repeating: 0, count: frames) + left.map { $0.isFinite ? $0 : 0 }
        }
    }

    /// The frames after which all responses have less than a millionth of their energy.
    private static func heardLength(_ all: [[Float]]) -> Int {
        let longest = all.reduce(0) { longest, response in
            let energy = response.reduce(0) { $0 + Double($1) * Double($1) }
            var (rest, count) = (0.0, response.count)
            while count > 0 {
                rest += Double(response[count - 1]) * Double(response[count - 1])
                if rest > energy * 1e-6 { break }
                count -= 1
            }
            return max(longest, count)
        }
        return max(4, (longest + 3) / 4 * 4)
    }

    // MARK: Audio thread

    /// The response of an ear to a source in a direction. Real-time safe.
    func response(_ direction: SpatialDirection, isRight: Bool) -> UnsafePointer<Float> {
        let elevation = asin(min(1, max(-1, direction.up))) * 180 / .pi
        let azimuth = (isRight ? -direction.azimuth : direction.azimuth) * 180 / .pi
        let row = min(Self.rows - 1, max(0, Int((elevation + 90) / 10 + 0.5)))
        let column = Int((azimuth + 360) / 5 + 0.5) % Self.columns
        return UnsafePointer(samples + (row * Self.columns + column) * length)
    }
}
