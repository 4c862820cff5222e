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
            for change in others { observer(change.address, change.value) }
        case .recording(let observer):
            let events = others.map {
                AURecordedParameterEvent(hostTime: $0.hostTime, address: $0.address, value: $0.value)
            }
            events.withUnsafeBufferPointer { observer($0.count, $0.baseAddress!) }
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

/// The changes that an observer has not heard of.
private struct WaitingChanges {
    /// The most changes that wait for an observer that records. Older ones are dropped.
    static let most = 4096

    let observer: ParameterObservation
    private var last: [AUParameterAddress: (number: Int, change: ParameterChange)] = [:]
    private var list: [ParameterChange] = []
    private var count = 0

    init(_ observer: ParameterObservation) { self.observer = observer }

    mutating func add(_ change: ParameterChange) {
        count += 1
        switch observer.kind {
        // The last value of each parameter.
        case .value: if change.isValue { last[change.address] = (count, change) }
        case .recording: if change.isValue { record(change) }
        case .automation: record(change)
        }
    }

    private mutating func record(_ change: ParameterChange) {
        // Half of them at once, as moving the others takes time.
        if list.count >= Self.most { list.removeFirst(Self.most / 2) }
        list.append(change)
    }

    /// In the order in which they came.
    var changes: [ParameterChange] {
        list.isEmpty ? last.values.sorted { $0.number < $1.number }.map(\.change) : list
    }
}

/// Brings changes to observers, on a thread of its own.
///
/// Changes that come while observers run are brought together afterwards. What waits is bounded, however long an observer takes: for
/// an observer of values one change of each parameter, for others `WaitingChanges.most`.
package final class ParameterReports: Sendable {
    private struct Waiting {
        /// The observers that are to be notified of changes, in the order in which these came.
        var order: [ObjectIdentifier] = []
        var changes: [ObjectIdentifier: WaitingChanges] = [:]
        var isRunning = false
    }

    package static let shared = ParameterReports()

    private let waiting = LockedValue(Waiting())
    private let queue = DispatchQueue(label: "AUParameter observers")

    func report(_ change: ParameterChange, to observers: [ParameterObservation]) {
        let begins = waiting.withLock { waiting -> Bool in
            for observer in observers {
                let place = ObjectIdentifier(observer)
                if waiting.changes[place] == nil {
                    waiting.order.append(place)
                    waiting.changes[place] = WaitingChanges(observer)
                }
                waiting.changes[place]?.add(change)
            }
            defer { waiting.isRunning = true }
            return !waiting.isRunning
        }
        if begins { queue.async { self.run() } }
    }

    /// Waits until observers have heard of all changes so far. For tests.
    package func finish() { queue.sync {} }

    private func run() {
        while true {
            let all = waiting.withLock { waiting -> [WaitingChanges] in
                defer { (waiting.order, waiting.changes) = ([], [:]) }
                if waiting.order.isEmpty { waiting.isRunning = false }
                return waiting.order.compactMap { waiting.changes[$0] }
            }
            guard !all.isEmpty else { return }
            for one in all { ProgramEnd.call { one.observer.call(one.changes) } }
        }
    }
}
