import AudioCore

/// The memory that the sources of an input take in turn: a sum of channels after what occludes it, the same after what obstructs
/// it, and what an ear hears; and where the parameters of the input are in this cycle.
struct SpatialScratch: BitwiseCopyable {
    let mono: UnsafeMutablePointer<Float>
    let obstructed: UnsafeMutablePointer<Float>
    let heard: UnsafeMutablePointer<Float>
    let places: UnsafeMutablePointer<SpatialPlaces>

    init(_ maximumFrames: Int, _ first: SpatialPlaces) {
        mono = .allocate(capacity: maximumFrames)
        obstructed = .allocate(capacity: maximumFrames)
        heard = .allocate(capacity: maximumFrames)
        places = .allocate(capacity: 1)
        places.initialize(to: first)
    }

    func deallocate() {
        mono.deallocate()
        obstructed.deallocate()
        heard.deallocate()
        places.deallocate()
    }
}

/// The channels of an input as sources of their own, each where its loudspeaker is. They are silent unless the input is a bed.
/// Audio thread.
final class SpatialBed: @unchecked Sendable {
    private let placers: [SpatialPlacer]
    /// The same, without counting references.
    private let links: UnsafeMutablePointer<Unmanaged<SpatialPlacer>>
    private let count: Int

    /// The sources of an input of so many channels. One channel is a source already.
    static func count(_ channels: Int) -> Int { channels > 1 ? min(channels, SpatialLayouts.most) : 0 }

    /// Bytes of its memory.
    static func bytes(channels: Int, outputs: Int, _ sampleRate: Double) -> Int {
        count(channels) * SpatialPlacer.bytes(outputs: outputs, sampleRate)
    }

    /// - Parameter make: makes the source of a channel.
    init(channels: Int, _ make: (_ channel: Int) -> SpatialPlacer) {
        count = Self.count(channels)
        placers = (0..<count).map(make)
        links = .allocate(capacity: max(1, count))
        for (index, placer) in placers.enumerated() { (links + index).initialize(to: .passUnretained(placer)) }
    }

    deinit { links.deallocate() }

    func reset() { for index in 0..<count { links[index]._withUnsafeGuaranteedRef { $0.reset() } } }

    /// Whether nothing comes out where nothing goes in.
    var isQuiet: Bool {
        for index in 0..<count {
            let isQuiet = links[index]._withUnsafeGuaranteedRef { $0.isQuiet }
            if !isQuiet { return false }
        }
        return true
    }

    func beginCycle(_ frames: Int, _ layouts: Unmanaged<SpatialLayouts>) {
        for index in 0..<count { links[index]._withUnsafeGuaranteedRef { $0.beginCycle(frames, layouts) } }
    }

    /// Adds a slice to the output, and to what the room hears.
    ///
    /// - Returns: whether the room hears any of it.
    func add(to slice: SpatialSlice, _ values: UnsafeMutablePointer<RenderParameter>, mode: UInt32) -> Bool {
        var isHeard = false
        for index in 0..<count {
            let isSent = links[index]._withUnsafeGuaranteedRef { $0.add(to: slice, values, mode: mode) }
            if isSent { isHeard = true }
        }
        return isHeard
    }
}
