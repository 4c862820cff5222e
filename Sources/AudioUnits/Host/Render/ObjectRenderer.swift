import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

/// The code of an object of version 3 that renders: `AUInternalRenderBlock`.
package typealias HostedCode = (
    UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
    UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, HostedPull?
) -> OSStatus

/// Is notified of renders: `AURenderObserver`.
package typealias HostedObserver = (
    AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, UInt32, Int
) -> Void

/// The audio half of an `AUAudioUnit`: its observers, the events of a cycle, and its code.
package final class ObjectRenderer: @unchecked Sendable {
    /// Where events for the unit go.
    package let line: UnitEventLine
    private let agenda: EventAgenda
    private let agendaLink: Unmanaged<EventAgenda>
    private let gate = RenderGate()
    private let gateLink: Unmanaged<RenderGate>
    private let code = Published()
    private let codeLink: Unmanaged<Published>
    private let observers = Published()
    private let observersLink: Unmanaged<Published>
    private let known = LockedValue(Known())
    private let followsUnit = Atomic<Bool>(false)
    /// The time of the cycle that is in progress. For the unit's code.
    package private(set) var cycleTime = AudioTimeStamp()
    /// The most frames of a render; 0 while the unit is not allocated.
    private let maximumFrames = Atomic<UInt32>(0)

    private struct Known {
        var list: [HostedObserverList.Entry] = []
        var lastToken = 0
    }

    package init() {
        line = UnitEventLine(capacity: 4096)
        agenda = EventAgenda(line)
        agendaLink = .passUnretained(agenda)
        gateLink = .passUnretained(gate)
        codeLink = .passUnretained(code)
        observersLink = .passUnretained(observers)
    }

    // MARK: Control

    /// Whether the unit is allocated.
    package var isAllocated: Bool { maximumFrames.load(ordering: .acquiring) > 0 }

    /// Allows renders of so many frames; none for 0.
    package func allow(_ frames: UInt32) { maximumFrames.store(frames, ordering: .releasing) }

    /// Leaves observers and events to `follow`, which is called for all renders of a unit of version 2, whoever asks for them.
    package func followUnit() { followsUnit.store(true, ordering: .releasing) }

    /// Sets what renders.
    package func setCode(_ body: @escaping HostedCode) { code.publish(HostedCodeBox(body), gate) }

    /// Adds an observer.
    ///
    /// - Returns: its token.
    package func add(_ observer: @escaping HostedObserver) -> Int {
        let token = known.withLock { known -> Int in
            known.lastToken += 1
            known.list.append(HostedObserverList.Entry(token: known.lastToken, body: observer))
            return known.lastToken
        }
        publishObservers()
        return token
    }

    /// Removes an observer. A call of it that is in progress ends as usual.
    package func remove(_ token: Int) {
        // Freed without the lock.
        let removed = known.withLock { known -> HostedObserverList.Entry? in
            guard let place = known.list.firstIndex(where: { $0.token == token }) else { return nil }
            return known.list.remove(at: place)
        }
        guard removed != nil else { return }
        publishObservers()
    }

    /// Gives the audio thread the present list, whichever of several threads comes last.
    private func publishObservers() {
        var tokens: [Int] = []
        repeat {
            let list = known.withLock { $0.list }
            tokens = list.map(\.token)
            observers.publish(list.isEmpty ? nil : HostedObserverList(list), gate)
        } while known.withLock({ $0.list.map(\.token) }) != tokens
    }

    // MARK: Audio thread

    /// Renders an output. Real-time safe, if the unit's code is.
    @_noLocks package func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frames: UInt32, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: UnsafePointer<HostedPull?>
    ) -> Int32 {
        gateLink._withUnsafeGuaranteedRef { $0.enter() }
        defer { gateLink._withUnsafeGuaranteedRef { $0.leave() } }
        let most = maximumFrames.load(ordering: .acquiring)
        guard most > 0, let raw = codeLink._withUnsafeGuaranteedRef({ $0.raw }) else {
            return kAudioUnitErr_Uninitialized
        }
        guard frames <= most else { return kAudioUnitErr_TooManyFramesToProcess }
        let before = flags.pointee.rawValue
        let isFollowed = followsUnit.load(ordering: .acquiring)
        if !isFollowed { notify(before | RenderFlags.preRender, time, frames, bus) }
        let hasEvents =
            isFollowed ? false : agendaLink._withUnsafeGuaranteedRef { $0.begin(time, bus: bus, frames: Int(frames)) }
        cycleTime = time.pointee
        let first = hasEvents ? agendaLink._withUnsafeGuaranteedRef { $0.first } : nil
        var status: Int32 = 0
        let box = Unmanaged<HostedCodeBox>.fromOpaque(raw)
        LockOrder.willCallClient(under: .cycle)
        // The client has promised real-time safety.
        realtimeTrusted {
            status = box._withUnsafeGuaranteedRef { code in
                code.body(flags, time, frames, bus, list, first, pull.pointee)
            }
        }
        if hasEvents { agendaLink._withUnsafeGuaranteedRef { $0.end() } }
        if !isFollowed { notify(RenderFlags.after(before, status), time, frames, bus) }
        return status
    }

    /// Calls the observers before or after a render of the unit of version 2, and takes the events of the cycle before it.
    ///
    /// - Parameter deliver: gets the first of the events, and whether the cycle's events were delivered with another output.
    package func follow(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32, _ bus: Int,
        _ deliver: (UnsafePointer<AURenderEvent>?, _ isTaken: Bool) -> Void
    ) {
        gate.enter()
        defer { gate.leave() }
        notify(flags, time, frames, bus)
        guard flags & RenderFlags.preRender != 0, agenda.begin(time, bus: bus, frames: Int(frames)) else { return }
        deliver(agenda.first, agenda.isTaken)
        agenda.end()
    }

    @_noLocks private func notify(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32, _ bus: Int
    ) {
        guard let raw = observersLink._withUnsafeGuaranteedRef({ $0.raw }) else { return }
        LockOrder.willCallClient(under: .cycle)
        let list = Unmanaged<HostedObserverList>.fromOpaque(raw)
        // As above.
        realtimeTrusted {
            list._withUnsafeGuaranteedRef {
                for entry in $0.entries { entry.body(AudioUnitRenderActionFlags(rawValue: flags), time, frames, bus) }
            }
        }
    }
}

private final class HostedCodeBox: @unchecked Sendable {
    let body: HostedCode

    init(_ body: @escaping HostedCode) { self.body = body }
}

private final class HostedObserverList: @unchecked Sendable {
    struct Entry {
        let token: Int
        let body: HostedObserver
    }

    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }
}
