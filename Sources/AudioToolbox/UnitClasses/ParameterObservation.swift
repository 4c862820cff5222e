import AudioCore
package import CAudioToolbox
import Dispatch
import Foundation
import Synchronization

/// An observer of parameters, and the token that names it.
package final class ParameterObservation: @unchecked Sendable {
    enum Kind {
        case value(AUParameterObserver)
        case recording(AUParameterRecordingObserver)
        case automation(AUParameterAutomationObserver)
    }

    let kind: Kind
    package let token: AUParameterObserverToken
    private let isOver = Atomic<Bool>(false)

    private static let count = Atomic<UInt>(0)

    init(_ kind: Kind) {
        self.kind = kind
        // A number that no other observer has had, and no pointer to anything.
        token = UnsafeMutableRawPointer(bitPattern: Self.count.wrappingAdd(16, ordering: .relaxed).newValue)!
    }

    func end() { isOver.store(true, ordering: .releasing) }

    /// Calls the observer for changes that others have made.
    fileprivate func call(_ changes: [ParameterChange]) {
        let others = changes.filter { $0.originator != token }
        guard !others.isEmpty, !isOver.load(ordering: .acquiring) else { return }
        switch kind {
        case .value(let observer):
            // The last value of each parameter, in the order in which these came.
            var seen: Set<AUParameterAddress> = []
            let last = changes.reversed().filter { $0.isValue && seen.insert($0.address).inserted }.reversed()
            for change in last where change.originator != token { observer(change.address, change.value) }
        case .recording(let observer):
            let events = others.filter(\.isValue).map {
                AURecordedParameterEvent(hostTime: $0.hostTime, address: $0.address, value: $0.value)
            }
            if !events.isEmpty { events.withUnsafeBufferPointer { observer($0.count, $0.baseAddress!) } }
        case .automation(let observer):
            let events = others.map {
                AUParameterAutomationEvent(
                    hostTime: $0.hostTime, address: $0.address, value: $0.value, eventType: $0.type, reserved: 0)
            }
            events.withUnsafeBufferPointer { observer($0.count, $0.baseAddress!) }
        }
    }
}

/// A change of a parameter on its way to the observers.
struct ParameterChange: Sendable {
    let address: AUParameterAddress
    let value: AUValue
    let hostTime: UInt64
    let type: AUParameterAutomationEventType
    /// The address of the observer's token who has made the change; 0 for none.
    let origin: UInt

    var originator: AUParameterObserverToken? { UnsafeMutableRawPointer(bitPattern: origin) }
    var isValue: Bool { type == .value }
}

/// Brings changes to observers, on one thread of its own for each.
///
/// Changes that come while observers run are brought together afterwards.
package final class ParameterReports: Sendable {
    private struct Waiting {
        /// For each change the observers of its parameter, from the parameter up to the tree.
        var changes: [(change: ParameterChange, observers: [ParameterObservation])] = []
        var isRunning = false
    }

    package static let shared = ParameterReports()

    private let waiting = LockedValue(Waiting())
    private let queue = DispatchQueue(label: "AUParameter observers")

    func report(_ change: ParameterChange, to observers: [ParameterObservation]) {
        let begins = waiting.withLock { waiting -> Bool in
            waiting.changes.append((change, observers))
            defer { waiting.isRunning = true }
            return !waiting.isRunning
        }
        if begins { queue.async { self.run() } }
    }

    /// Waits until observers have heard of all changes so far. For tests.
    package func finish() { queue.sync {} }

    private func run() {
        while true {
            let changes = waiting.withLock {
                waiting -> [(change: ParameterChange, observers: [ParameterObservation])] in
                defer { waiting.changes = [] }
                if waiting.changes.isEmpty { waiting.isRunning = false }
                return waiting.changes
            }
            guard !changes.isEmpty else { return }
            var order: [ParameterObservation] = []
            var own: [ObjectIdentifier: [ParameterChange]] = [:]
            for (change, observers) in changes {
                for observer in observers {
                    if own[ObjectIdentifier(observer)] == nil { order.append(observer) }
                    own[ObjectIdentifier(observer), default: []].append(change)
                }
            }
            for observer in order { ProgramEnd.call { observer.call(own[ObjectIdentifier(observer)] ?? []) } }
        }
    }
}
