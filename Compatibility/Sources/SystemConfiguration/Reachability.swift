import CCFObjects
package import CSystemConfiguration
package import CoreFoundation
import Dispatch
import Foundation
package import NetworkTables

/// The contents of an `SCNetworkReachabilityRef`: a target, the program's function, and where it is called.
///
/// The monitor's queue finds the flags. Where they differ from the last, they are added to a list that the program's queue or run loop
/// takes them from, so that each change is reported once, in order. The program's functions are called without the lock. While it is
/// scheduled, the object keeps itself alive.
package final class Reachability: @unchecked Sendable {
    private let target: ReachabilityTarget
    private let monitor: NetworkMonitor
    private let resolve: @Sendable (String) -> Resolution
    private let knowsServers: @Sendable () -> Bool
    /// The object of Core Foundation that owns this one.
    private var object: UnsafeRawPointer!

    private let lock = NSLock()
    private var callout: Callout?
    private var delivery: Delivery?
    /// Is increased when the target is first scheduled and when it is last unscheduled. Work that began in another period is dropped.
    private var period = 0
    private var observer: Int?
    /// The flags that were reported last, and those that wait.
    private var last: SCNetworkReachabilityFlags?
    private var waiting: [SCNetworkReachabilityFlags] = []

    // For the monitor's queue alone: the last state, the number of the last question for addresses, and the answer to an earlier one.
    private var state: NetworkState?
    private var question = 0
    private var known: (period: Int, addresses: [IPAddress])?
    /// How many questions wait for answers, and whether another is asked after one of them: a server that is not there takes long.
    private var asking = 0
    private var asksLater = false
    private static let mostQuestions = 2
    private static let resolving = DispatchQueue(label: "reachability-names", qos: .utility, attributes: .concurrent)

    /// The type of Core Foundation.
    package static let type: UInt = {
        // Core Foundation keeps the pointer.
        let type = CFObjectRegister(strdup("SCNetworkReachability")!)
        CFObjectSetClass(type, unsafeBitCast(SCNetworkReachability.self as AnyClass, to: UnsafeRawPointer.self))
        return type
    }()

    private init(
        _ target: ReachabilityTarget, _ monitor: NetworkMonitor, _ resolve: @escaping @Sendable (String) -> Resolution,
        _ knowsServers: @escaping @Sendable () -> Bool
    ) {
        self.target = target
        self.monitor = monitor
        self.resolve = resolve
        self.knowsServers = knowsServers
    }

    /// Creates an object of Core Foundation.
    ///
    /// - Parameters:
    ///   - target: what is asked for.
    ///   - monitor: what follows the network.
    ///   - resolve: finds the addresses of names.
    ///   - knowsServers: whether the system knows a server of names.
    /// - Returns: the object, with one reference.
    package static func make(
        _ target: ReachabilityTarget, monitor: NetworkMonitor = .shared,
        resolve: @escaping @Sendable (String) -> Resolution = Resolution.of,
        knowsServers: @escaping @Sendable () -> Bool = { NameServers.areKnown() }
    ) -> UnsafeRawPointer {
        let made = Reachability(target, monitor, resolve, knowsServers)
        let object = CFObjectCreate(type, Unmanaged.passRetained(made).toOpaque()) {
            Unmanaged<Reachability>.fromOpaque($0).release()
        }
        made.object = object
        return object
    }

    /// Returns the contents of an object.
    ///
    /// - Parameter object: the object.
    package static func of(_ object: UnsafeRawPointer) -> Reachability {
        Unmanaged<Reachability>.fromOpaque(CFObjectPayload(object)).takeUnretainedValue()
    }

    /// The flags now; nil if the kernel does not say.
    package var flags: SCNetworkReachabilityFlags? {
        // What a scheduled target has reported holds, with the addresses of its name.
        if case .name = target, let last = lock.withLock({ last }) { return last }
        return (try? NetworkMonitor.read()).map { target.flags(in: $0, knowsServers: knowsServers()) }
    }

    /// Sets the program's function.
    ///
    /// - Parameter new: the function, with a reference to its pointer; nil for none.
    package func setCallout(_ new: Callout?) {
        // The program's function that releases the old pointer is called without the lock.
        let old = lock.withLock {
            defer { callout = new }
            return callout
        }
        _ = old
    }

    // MARK: Where it is called

    /// Has the function called on a queue.
    ///
    /// - Parameter queue: the queue; nil to end that.
    /// - Returns: false if the target is scheduled already, or if it has no queue and nothing is to end.
    package func setQueue(_ queue: Queue?) -> Bool {
        lock.lock()
        switch (delivery, queue) {
        case (nil, let queue?):
            delivery = .queue(queue)
            return begin()
        case (.queue, nil):
            end()
            return true
        default:
            lock.unlock()
            return false
        }
    }

    /// Has the function called by a run loop.
    ///
    /// - Parameters:
    ///   - loop: the run loop.
    ///   - mode: the mode.
    /// - Returns: false if the target has a queue.
    package func schedule(_ loop: CFRunLoop, _ mode: CoreFoundation.CFString) -> Bool {
        let place = Delivery.Place(loop: loop, mode: mode)
        lock.lock()
        switch delivery {
        case nil:
            let source = makeSource()
            place.add(source)
            delivery = .runLoops([place], source: source)
            return begin()
        case .runLoops(let places, let source):
            if !places.contains(where: place.isSame) {
                place.add(source)
                delivery = .runLoops(places + [place], source: source)
            }
            lock.unlock()
            return true
        case .queue:
            lock.unlock()
            return false
        }
    }

    /// Ends what `schedule` began.
    ///
    /// - Parameters:
    ///   - loop: the run loop.
    ///   - mode: the mode.
    /// - Returns: false if the target is not scheduled there.
    package func unschedule(_ loop: CFRunLoop, _ mode: CoreFoundation.CFString) -> Bool {
        let place = Delivery.Place(loop: loop, mode: mode)
        lock.lock()
        guard case .runLoops(let places, let source) = delivery, places.contains(where: place.isSame) else {
            lock.unlock()
            return false
        }
        place.remove(source)
        let rest = places.filter { !place.isSame($0) }
        guard rest.isEmpty else {
            delivery = .runLoops(rest, source: source)
            lock.unlock()
            return true
        }
        end()
        return true
    }

    /// Begins a period in which the flags are followed. Called with the lock, which it gives back.
    private func begin() -> Bool {
        period += 1
        let period = period
        _ = Unmanaged<AnyObject>.fromOpaque(object).retain()
        lock.unlock()
        guard let number = try? monitor.add({ [weak self] state in self?.take(state, period) }) else {
            lock.lock()
            if self.period == period { end() } else { lock.unlock() }
            return false
        }
        // Another thread may have ended the period.
        let ended = lock.withLock {
            if self.period == period { observer = number }
            return self.period != period
        }
        if ended { monitor.remove(number) }
        return true
    }

    /// Ends the period. Called with the lock, which it gives back.
    private func end() {
        period += 1
        let ended = delivery
        delivery = nil
        last = nil
        waiting = []
        let number = observer
        observer = nil
        lock.unlock()
        if let number { monitor.remove(number) }
        if case .runLoops(_, let source) = ended { CFRunLoopSourceInvalidate(source) }
        Unmanaged<AnyObject>.fromOpaque(object).release()
    }

    // MARK: The flags

    /// Takes a state of the network. On the monitor's queue.
    private func take(_ state: NetworkState, _ period: Int) {
        self.state = state
        question += 1
        let flags = target.flags(in: state, knowsServers: knowsServers())
        guard case .name(let name) = target else { return report(flags, period) }
        // What is known without asking is reported at once; later, the answer decides. The system is asked without a server and without
        // a route, too: the hosts file has names of this machine, and other machines of a link answer for themselves.
        if let known, known.period == period {
            report(state.reachability(ofAnyOf: known.addresses), period)
        } else if flags.isEmpty || lock.withLock({ last == nil }) {
            report(flags, period)
        }
        ask(name, period, patience: 5)
    }

    /// Asks for the addresses of a name, and reports what they make of the flags unless the network has changed again.
    private func ask(_ name: String, _ period: Int, patience: Int) {
        guard asking < Self.mostQuestions else {
            asksLater = true
            return
        }
        asking += 1
        let question = question
        Self.resolving.async { [weak self] in
            guard let self else { return }
            let resolution = self.resolve(name)
            self.monitor.queue.async { [weak self] in
                guard let self else { return }
                self.asking -= 1
                if self.asksLater {
                    self.asksLater = false
                    let latest = self.lock.withLock { self.period }
                    self.ask(name, latest, patience: 5)
                }
                guard question == self.question, let state = self.state else { return }
                switch resolution {
                case .addresses(let addresses):
                    self.known = (period, addresses)
                    self.report(state.reachability(ofAnyOf: addresses), period)
                case .noAnswer:
                    self.known = nil
                    self.report([], period)
                    // On a machine without a link, no answer comes before the next change.
                    guard state.links.contains(where: { $0.isRunning && $0.kind != .loopback }) else { return }
                    self.monitor.queue.asyncAfter(deadline: .now() + .seconds(patience)) { [weak self] in
                        guard let self, question == self.question, self.lock.withLock({ self.period == period }) else {
                            return
                        }
                        self.ask(name, period, patience: min(patience * 2, 60))
                    }
                }
            }
        }
    }

    /// Has flags delivered that differ from the last.
    private func report(_ flags: SCNetworkReachabilityFlags, _ period: Int) {
        lock.lock()
        guard period == self.period, flags != last, let delivery else { return lock.unlock() }
        last = flags
        waiting.append(flags)
        switch delivery {
        case .queue(let queue):
            lock.unlock()
            queue.async { [weak self] in self?.deliver(period) }
        case .runLoops(let places, let source):
            lock.unlock()
            CFRunLoopSourceSignal(source)
            for place in places { CFRunLoopWakeUp(place.loop) }
        }
    }

    /// Calls the program's function with the first flags that wait.
    ///
    /// - Returns: whether there were any.
    @discardableResult private func deliver(_ period: Int) -> Bool {
        lock.lock()
        guard period == self.period, !waiting.isEmpty else {
            lock.unlock()
            return false
        }
        let flags = waiting.removeFirst()
        // Whatever the function does, the object lives until it has returned.
        let alive = Unmanaged<AnyObject>.fromOpaque(object).retain()
        let callout = callout
        lock.unlock()
        callout?(object, flags)
        alive.release()
        return true
    }

    private func makeSource() -> CFRunLoopSource {
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        // The source may be at work while another thread unschedules the target.
        context.retain = { UnsafeRawPointer(Unmanaged<Reachability>.fromOpaque($0!).retain().toOpaque()) }
        context.release = { Unmanaged<Reachability>.fromOpaque($0!).release() }
        context.perform = { info in
            let reachability = Unmanaged<Reachability>.fromOpaque(info!).takeUnretainedValue()
            let period = reachability.lock.withLock { reachability.period }
            while reachability.deliver(period) {}
        }
        return CFRunLoopSourceCreate(nil, 0, &context)
    }
}
