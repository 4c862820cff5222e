import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

/// The events of a unit of version 3 on the audio thread: those of the cycle as the list that its code gets, and later ones.
///
/// One thread at a time renders the unit. Where a second one does, it gets no events.
package final class EventAgenda: @unchecked Sendable {
    private struct Entry: BitwiseCopyable {
        var time: Int64
        var place: Int
        var size: Int
    }

    private let line: UnitEventLine
    private let lineLink: Unmanaged<UnitEventLine>
    /// Events, each as an `AURenderEvent` that is as long as it needs to be. One half has them, the other is for moving them.
    private let halves: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private let halfSize: Int
    /// What is read of an event is as long as the longest kind, also at the end of a half.
    private static let margin = MemoryLayout<AURenderEvent>.stride
    private var half = 0
    private var used = 0
    /// In the order of their times; of those with the same one, the first came first.
    private let entries: UnsafeMutablePointer<Entry>
    private let most: Int
    private var count = 0
    /// How many of them the cycle has.
    private var due = 0
    /// The cycle whose events were given, and a bit for each output that it has rendered.
    private var lastTime = Double.nan
    private var buses: UInt64 = 0
    private var dropPosition = 0
    private let isBusy = Atomic<Bool>(false)

    /// - Parameters:
    ///   - line: where the events come from.
    ///   - capacity: the most events that wait.
    ///   - bytes: the most memory that they take.
    package init(_ line: UnitEventLine, capacity: Int = 4096, bytes: Int = 1 << 18) {
        self.line = line
        lineLink = .passUnretained(line)
        (most, halfSize) = (capacity, bytes)
        halves = .allocate(capacity: 2)
        for index in 0..<2 {
            (halves + index).initialize(to: .allocate(byteCount: bytes + Self.margin, alignment: 8))
        }
        entries = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<2 { halves[index].deallocate() }
        halves.deallocate()
        entries.deallocate()
    }

    /// Whether the cycle's events were taken with another output before. Valid from `begin` to `end`.
    package private(set) var isTaken = false
    /// The first of the cycle's events; nil where there is none. Valid from `begin` to `end`.
    package private(set) var first: UnsafePointer<AURenderEvent>?

    /// Takes the events of a cycle: those before its end. A cycle that renders several outputs has them once. Real-time safe.
    ///
    /// - Returns: whether this thread has them, and calls `end`: false where another one renders the unit now.
    @_noLocks package func begin(_ time: UnsafePointer<AudioTimeStamp>, bus: Int, frames: Int) -> Bool {
        guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        let sampleTime = time.pointee.mSampleTime
        let isValid = sampleTime.isFinite && sampleTime.magnitude < 9e15
        let start = isValid ? Int64(sampleTime) : 0
        drop()
        let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: bus & 63)
        let (before, seen) = (lastTime, buses & bit)
        let isSame = sampleTime == before && seen == 0
        (lastTime, buses, isTaken) = (sampleTime, isSame ? buses | bit : bit, isSame)
        guard !isSame else { return true }
        while let event = lineLink._withUnsafeGuaranteedRef({ $0.oldest() }) {
            guard take(event, start) else { break }
            lineLink._withUnsafeGuaranteedRef { $0.advance() }
        }
        while due < count, entries[due].time < start + Int64(frames) { due += 1 }
        first = link(start)
        return true
    }

    /// Frees the events of the cycle. Real-time safe.
    @_noLocks package func end() {
        first = nil
        count -= due
        if due > 0 { for index in 0..<count { entries[index] = entries[index + due] } }
        due = 0
        if count == 0 { used = 0 } else if used > halfSize / 2 { compact() }
        isBusy.store(false, ordering: .releasing)
    }

    /// Drops what was there when the unit was reset.
    @_noLocks private func drop() {
        let position = lineLink._withUnsafeGuaranteedRef { $0.dropPosition }
        guard position != dropPosition else { return }
        (dropPosition, count, used, lastTime) = (position, 0, 0, .nan)
    }

    /// Copies an event of the line.
    ///
    /// - Returns: false where there is no room: it stays in the line.
    @_noLocks private func take(_ event: UnsafePointer<UnitEvent>, _ start: Int64) -> Bool {
        let length = Int(event.pointee.length)
        let size = (EventSize.of(event.pointee.kind, length) + 7) & ~7
        guard count < most, used + size <= halfSize else { return false }
        let target = halves[half] + used
        let time = event.pointee.frame(from: start)
        write(event, length, time, to: target)
        var place = count
        while place > 0, entries[place - 1].time > time {
            (entries + place).initialize(to: entries[place - 1])
            place -= 1
        }
        (entries + place).initialize(to: Entry(time: time, place: used, size: size))
        count += 1
        used += size
        return true
    }

    /// Writes an `AURenderEvent`.
    @_noLocks private func write(
        _ event: UnsafePointer<UnitEvent>, _ length: Int, _ time: Int64, to target: UnsafeMutableRawPointer
    ) {
        let kind = event.pointee.kind
        _ = realtime_fill(target, 0, EventSize.of(kind, length))
        target.storeBytes(of: time, toByteOffset: 8, as: Int64.self)
        target.storeBytes(of: kind, toByteOffset: 16, as: UInt8.self)
        switch kind {
        case 1, 2:
            target.storeBytes(of: event.pointee.duration, toByteOffset: 20, as: UInt32.self)
            target.storeBytes(of: event.pointee.address, toByteOffset: 24, as: UInt64.self)
            target.storeBytes(of: event.pointee.value, toByteOffset: 32, as: Float.self)
        case 10:
            target.storeBytes(of: event.pointee.cable, toByteOffset: 18, as: UInt8.self)
            _ = realtime_copy(target + 20, LinePlace.bytes(event), length)
        default:
            target.storeBytes(of: UInt16(truncatingIfNeeded: length), toByteOffset: 18, as: UInt16.self)
            target.storeBytes(of: event.pointee.cable, toByteOffset: 20, as: UInt8.self)
            _ = realtime_copy(target + 21, LinePlace.bytes(event), length)
        }
    }

    /// Makes a list of the events of the cycle. Those that are late count at its beginning.
    @_noLocks private func link(_ start: Int64) -> UnsafePointer<AURenderEvent>? {
        guard due > 0 else { return nil }
        for index in 0..<due {
            let event = halves[half] + entries[index].place
            let next = index + 1 < due ? halves[half] + entries[index + 1].place : nil
            event.storeBytes(of: next, as: UnsafeMutableRawPointer?.self)
            if entries[index].time < start { event.storeBytes(of: start, toByteOffset: 8, as: Int64.self) }
        }
        return UnsafePointer((halves[half] + entries[0].place).assumingMemoryBound(to: AURenderEvent.self))
    }

    /// Moves the events that wait to the beginning of the other half.
    @_noLocks private func compact() {
        let (from, to) = (halves[half], halves[1 - half])
        var place = 0
        for index in 0..<count {
            _ = realtime_copy(to + place, from + entries[index].place, entries[index].size)
            entries[index].place = place
            place += entries[index].size
        }
        (half, used) = (1 - half, place)
    }
}

private enum EventSize {
    /// Bytes of an `AURenderEvent` of a kind.
    @_noLocks static func of(_ kind: UInt8, _ length: Int) -> Int {
        switch kind {
        case 1, 2: MemoryLayout<AUParameterEvent>.stride
        case 10: MemoryLayout<AUMIDIEventList>.stride - MemoryLayout<MIDIEventList>.stride + length
        default: MemoryLayout<AUMIDIEvent>.stride - 3 + max(length, 3)
        }
    }
}
