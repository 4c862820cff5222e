public import Foundation

/// Calls a function once a frame, on the run loops that it is added to.
///
/// There is no display here: a timer takes its place. Frames are 1/60 second apart, at whole multiples of that on the clock
/// of `CACurrentMediaTime`. With a lower rate the function is called at every second, third … of them. A frame that comes
/// while the thread is busy is left out.
///
/// A link and the run loop that it is added to belong to one thread. The run loop keeps the link until `invalidate`.
///
/// A target and a selector need Objective-C. `init(handler:)` is an addition that takes their place:
///
/// ```swift
/// let link = CADisplayLink { link in print(link.targetTimestamp) }
/// link.add(to: .main, forMode: .common)
/// ```
open class CADisplayLink: NSObject {
    /// The rate of the display that a link takes for its own, in frames a second.
    static let displayRate = 60

    private let handler: (CADisplayLink) -> Void
    private var timers: [(loop: RunLoop, mode: RunLoop.Mode, timer: Timer)] = []
    private var isInvalid = false

    /// The time of the frame that was shown last, in seconds of `CACurrentMediaTime`; 0 before the first call.
    public private(set) var timestamp: CFTimeInterval = 0
    /// The time of the next frame. The function draws for it.
    public private(set) var targetTimestamp: CFTimeInterval = 0
    /// The time between two frames of the display, in seconds; 0 before the first call.
    public private(set) var duration: CFTimeInterval = 0

    /// Whether the function is not called for the time being. False at first.
    open var isPaused = false {
        didSet { if isPaused != oldValue { schedule() } }
    }

    /// The rate that the program would like, in frames a second. 0, as at first, is the display's rate.
    open var preferredFramesPerSecond = 0 {
        didSet { schedule() }
    }

    /// The rates that the program can do with. One that is not `default` precedes `preferredFramesPerSecond`.
    open var preferredFrameRateRange = CAFrameRateRange.default {
        didSet { schedule() }
    }

    /// Makes a link that calls a function. This is an addition.
    ///
    /// - Parameter handler: the function, which is called with the link on the thread of the run loop.
    public init(handler: @escaping (CADisplayLink) -> Void) {
        self.handler = handler
        super.init()
    }

    /// Adds the link to a run loop, whose thread then calls the function.
    ///
    /// - Parameters:
    ///   - runloop: the run loop. It keeps the link.
    ///   - mode: the mode of the run loop in which it is called.
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        if isInvalid || timers.contains(where: { $0.loop === runloop && $0.mode == mode }) { return }
        timers.append((runloop, mode, start(runloop, mode)))
    }

    /// Removes the link from a run loop.
    ///
    /// - Parameters:
    ///   - runloop: the run loop.
    ///   - mode: the mode that it was added for.
    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        for entry in timers where entry.loop === runloop && entry.mode == mode { entry.timer.invalidate() }
        timers.removeAll { $0.loop === runloop && $0.mode == mode }
    }

    /// Removes the link from all run loops. It cannot be added again.
    open func invalidate() {
        isInvalid = true
        for entry in timers { entry.timer.invalidate() }
        timers = []
    }

    /// How many frames of the display one call is for.
    private var step: Int {
        let range = preferredFrameRateRange
        var rate = Float(preferredFramesPerSecond)
        if range != .default { rate = range.preferred ?? range.maximum }
        guard rate > 0, rate < Float(Self.displayRate) else { return 1 }
        let nearest = max(Int((Float(Self.displayRate) / rate).rounded()), 1)
        // A rate below the range becomes the next one in it.
        if range != .default, range.minimum > 0 {
            return max(min(nearest, Int(Float(Self.displayRate) / range.minimum)), 1)
        }
        return nearest
    }

    /// Timers get the rate that holds now.
    private func schedule() {
        for index in timers.indices {
            timers[index].timer.invalidate()
            timers[index].timer = start(timers[index].loop, timers[index].mode)
        }
    }

    private func start(_ loop: RunLoop, _ mode: RunLoop.Mode) -> Timer {
        let interval = Double(step) / Double(Self.displayRate)
        let now = CACurrentMediaTime()
        let next = (now / interval).rounded(.down) * interval + interval
        // The timer calls on the thread of the run loop, to which the link belongs.
        nonisolated(unsafe) let link = self
        // A paused link keeps its place in the run loop.
        let wait = isPaused ? 100_000_000 : next - now
        let timer = Timer(fire: Date(timeIntervalSinceNow: wait), interval: interval, repeats: true) { _ in
            link.fire(interval)
        }
        loop.add(timer, forMode: mode)
        return timer
    }

    private func fire(_ interval: Double) {
        // The clocks of the timer and of the frames may differ by a little: the nearest frame is meant.
        let frame = (CACurrentMediaTime() / interval).rounded()
        if frame * interval <= timestamp { return }
        duration = 1 / Double(Self.displayRate)
        timestamp = frame * interval
        targetTimestamp = (frame + 1) * interval
        handler(self)
    }
}
