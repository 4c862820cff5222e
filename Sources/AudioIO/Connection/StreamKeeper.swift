import AudioCore
import AudioDevices
import CRealtime

/// The half of a mix that a stream calls, as the keeper of the stream sees it.
protocol StreamSide: AnyObject, Sendable {
    /// Holds no reference: the keeper closes the stream before the side goes.
    var renderCall: RenderCall { get }
    var hasLoosePlans: Bool { get }
    /// Frees what the audio thread has done with, and returns what it has noted.
    func sweep() -> [StreamEvent]
    /// Before cycles begin: after a pause that was wanted, time that passed is no gap.
    func willStart(afterPause: Bool)
    /// After cycles have ended: there is no present time until they begin again.
    func didStop()
    /// The stream does not run, and no client needs it. Called on the connection's thread, perhaps again and again.
    func didFallIdle()
}

/// How a keeper treats its stream.
struct StreamPolicy {
    /// How long a stream that no client needs keeps running.
    var idleTime: UInt64
    /// How often to check what the audio thread has noted, while it runs.
    var sweepTime: UInt64
}

/// One stream on the connection: opens it, starts and stops it as sources come and go, and opens it again after a loss.
///
/// Everything but `stream` and `xruns` belongs to the connection's thread.
final class StreamKeeper: @unchecked Sendable {
    private struct Published {
        var stream: (any DeviceStream)?
        var pastXruns = 0
    }

    let side: any StreamSide
    private(set) var request: StreamRequest
    private let policy: StreamPolicy
    private let published = LockedValue(Published())
    /// Called with what happens to the stream and its device.
    var notify: (StreamEvent) -> Void = { _ in }
    /// Called when the stream does not run and no client needs it, perhaps again and again.
    var didFallIdle: () -> Void = {}

    private(set) var isRunning = false
    /// Whether there is a stream that does not run.
    var isIdle: Bool { !isRunning && stream != nil }
    /// Whether the stream has run on this or an earlier server and was not stopped since.
    private var isInterrupted = false
    private var openedAt: UInt64 = 0
    /// When to try again to open the stream, or to start it.
    private(set) var nextTry: UInt64?
    private var idleSince: UInt64?
    /// The first cycle since the last start, as long as it has not come: since when it is due, and how late it may be.
    private var firstCycle: (due: UInt64?, patience: UInt64)?
    /// The count of missed cycles of which observers have been notified.
    private var notifiedXruns = 0

    /// Between two attempts to open the stream.
    private static let retryTime: UInt64 = 200_000_000
    /// How late the first cycle may be, at first and at most.
    private static let firstCycleTime: (first: UInt64, most: UInt64) = (200_000_000, 5_000_000_000)
    /// How long to wait for plans that the audio thread has yet to pick up or has done with.
    private static let looseTime: UInt64 = 50_000_000

    init(_ side: any StreamSide, _ request: StreamRequest, _ policy: StreamPolicy) {
        self.side = side
        self.request = request
        self.policy = policy
    }

    // MARK: Any thread

    var stream: (any DeviceStream)? { published.withLock { $0.stream } }
    var xruns: Int { published.withLock { $0.pastXruns + ($0.stream?.xruns ?? 0) } }

    // MARK: The connection's thread

    /// Opens the stream, stopped.
    func open(on backend: any Backend) throws(AudioError) {
        openedAt = HostTime.now()
        // The side outlives the stream.
        let stream = try backend.open(request, render: side.renderCall)
        published.withLock { $0.stream = stream }
        nextTry = nil
    }

    func close() {
        isRunning = false
        firstCycle = nil
        nextTry = nil
        let stream = published.withLock { published in
            defer { published.stream = nil }
            published.pastXruns += published.stream?.xruns ?? 0
            return published.stream
        }
        stream?.close()
        side.didStop()
        sweep()
    }

    /// Opens a stream again that has ended. One on a device of its own ends with the device, and is opened when the device
    /// is back.
    func check(on backend: any Backend) {
        nextTry = nil
        guard let devices = try? backend.devices() else {
            if stream == nil { nextTry = HostTime.now() + Self.retryTime }
            return
        }
        let isListed =
            request.device == nil
            || devices.contains { $0.id == request.device && $0.direction == request.direction }
        let listsAll = backend.listsAllDevices
        if let stream, stream.hasEnded || !isListed && listsAll {
            close()
            notify(.lost)
        }
        // Whether a device that is not in the list is there, only opening it shows.
        guard isListed || !listsAll, stream == nil else { return }
        // One that cannot be opened, or ends at once, is tried again and again, but not without a pause.
        guard HostTime.now() >= openedAt + Self.retryTime else {
            nextTry = openedAt + Self.retryTime
            return
        }
        do throws(AudioError) {
            try open(on: backend)
            notify(.resumed)
        } catch {
            // One that is not in the list is tried again when a device comes or goes.
            nextTry = isListed ? HostTime.now() + Self.retryTime : nil
        }
    }

    func setLocksCycle(_ locks: Bool) {
        request.locksCycle = locks
        stream?.setLocksCycle(locks)
    }

    /// Shows the stream by another title, and each that is opened after it.
    func setTitle(_ title: String) {
        request.title = title
        stream?.setTitle(title)
    }

    /// Asks for cycles of another length: of the live stream, or of a new one where the device cannot change them.
    func setFramesPerCycle(_ frames: Int, on backend: (any Backend)?) {
        guard frames != request.shape.framesPerCycle else { return }
        request.shape.framesPerCycle = frames
        guard let stream, !stream.setFramesPerCycle(frames), let backend else { return }
        close()
        do throws(AudioError) {
            try open(on: backend)
            notify(.resumed)
        } catch {
            notify(.lost)
            nextTry = HostTime.now() + Self.retryTime
        }
    }

    func start() {
        guard let stream else { return }
        do throws(AudioError) {
            side.willStart(afterPause: !isInterrupted)
            try stream.start()
            isRunning = true
            isInterrupted = true
            idleSince = nil
            firstCycle = (nil, Self.firstCycleTime.first)
            realtime_survive_time_limit()
        } catch {
            close()
            notify(.lost)
            nextTry = HostTime.now() + Self.retryTime
        }
    }

    /// Frees what is free, notifies of what the audio thread has noted, and stops a stream that no client has needed for long
    /// enough.
    func tend(isWanted: Bool) {
        sweep()
        guard isRunning else {
            guard !isWanted else { return }
            isInterrupted = false
            side.didFallIdle()
            didFallIdle()
            return
        }
        lookForFirstCycle()
        guard isRunning else { return }
        // Priority may come, and a limit with it, after the stream has started.
        realtime_survive_time_limit()
        let now = HostTime.now()
        if isWanted {
            idleSince = nil
        } else if let idleSince, now - idleSince >= policy.idleTime {
            // What was taken out last is still to be freed, which takes a cycle, where there are any.
            guard !side.hasLoosePlans || now - idleSince >= 2 * policy.idleTime else { return }
            stream?.stop()
            side.didStop()
            (isRunning, firstCycle) = (false, nil)
            isInterrupted = false
            side.didFallIdle()
            didFallIdle()
        } else if idleSince == nil {
            idleSince = now
        }
    }

    /// Starts a stream once more that the server runs, as it says, and that gets no cycle: the start may have met a server that hung, or
    /// that had still to drop what was before. Ever less often, as devices wake slowly.
    private func lookForFirstCycle() {
        guard let patience = firstCycle?.patience, let stream else { return }
        switch stream.firstCycle {
        case .came: firstCycle = nil
        case .notDue: firstCycle?.due = nil
        case .due:
            let now = HostTime.now()
            let due = firstCycle?.due ?? now
            guard now >= due + patience else {
                firstCycle = (due, patience)
                return
            }
            firstCycle = (nil, min(2 * patience, Self.firstCycleTime.most))
            stream.stop()
            do throws(AudioError) { try stream.start() } catch {
                close()
                notify(.lost)
                nextTry = HostTime.now() + Self.retryTime
            }
        }
    }

    /// Nanoseconds until the stream wants attention; nil where only an event brings that.
    func patience(isWanted: Bool, _ now: UInt64) -> UInt64? {
        var times: [UInt64] = []
        if let nextTry { times.append(nextTry > now ? nextTry - now : 0) }
        if isRunning {
            times.append(side.hasLoosePlans ? Self.looseTime : policy.sweepTime)
            if let firstCycle { times.append(firstCycle.patience / 2) }
            if !isWanted, let idleSince {
                let end = idleSince + policy.idleTime
                times.append(end > now ? end - now : side.hasLoosePlans ? Self.looseTime : 0)
            }
        }
        return times.min()
    }

    private func sweep() {
        for event in side.sweep() { notify(event) }
        let missed = xruns - notifiedXruns
        notifiedXruns += missed
        // What an input misses is a gap.
        if missed > 0, request.direction == .output { notify(.overload(cycles: missed)) }
    }
}
