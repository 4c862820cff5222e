import CoreMedia
import Foundation
import Synchronization
import Testing

@Suite struct ClockTests {
    private let clock = CMClockGetHostTimeClock()

    @Test func hostTimesAreNanoseconds() throws {
        #expect(CMClockMakeHostTimeFromSystemUnits(1_500_000_000).seconds == 1.5)
        #expect(CMClockConvertHostTimeToSystemUnits(CMTime(value: 3, timescale: 2)) == 1_500_000_000)
        #expect(CMClockConvertHostTimeToSystemUnits(.invalid) == 0)
        #expect(CMClock.convertHostTimeToSystemUnits(CMTime(value: -1, timescale: 2)) == 0)
        #expect(CMClock.convertSystemUnitsToHostTime(.max).isNumeric)
        let (one, other) = (CMClockGetTime(clock), clock.time)
        #expect(one.isNumeric && other >= one && CMClock.hostTimeClock === clock)
        let anchor = try clock.anchorTime()
        #expect(anchor.anchorTime == anchor.referenceTime)
        var (time, reference) = (CMTime.invalid, CMTime.invalid)
        #expect(CMClockGetAnchorTime(clock, clockTimeOut: &time, referenceClockTimeOut: &reference) == 0)
        #expect(time == reference && time >= other)
        #expect(!CMClockMightDrift(clock, otherClock: clock) && !clock.mightDrift(relativeTo: clock))
        CMClockInvalidate(clock)
        clock.invalidate()
        #expect(clock.time >= time)
    }

    /// A timebase that another one drives, which stands: so its times are exact.
    @Test func aTimebaseFollowsItsSource() throws {
        let source = try CMTimebase(sourceClock: clock)
        let timebase = try CMTimebase(sourceTimebase: source)
        #expect(timebase.time == .zero && timebase.rate == 0 && CMTimebaseGetRate(timebase) == 0)
        try timebase.setRate(2)
        try source.setTime(CMTime(value: 3, timescale: 1))
        #expect(timebase.time.seconds == 6 && CMTimebaseGetTime(timebase).seconds == 6)
        try timebase.setRate(-1)
        try source.setTime(CMTime(value: 4, timescale: 1))
        #expect(timebase.time.seconds == 5 && timebase.timeAndRate.rate == -1)
        try timebase.setAnchorTime(CMTime(value: 100, timescale: 1), referenceTime: CMTime(value: 2, timescale: 1))
        #expect(timebase.time.seconds == 98)
        try timebase.setRateAndAnchorTime(
            rate: 0.5, anchorTime: CMTime(value: 10, timescale: 1), referenceTime: CMTime(value: 0, timescale: 1))
        #expect(timebase.time.seconds == 12 && timebase.effectiveRate == 0)
        #expect(timebase.time(withTimescale: 10) == CMTime(value: 120, timescale: 10))
        #expect(CMTimebaseGetTimeWithTimeScale(timebase, timescale: 10, method: .roundTowardZero).value == 120)
        #expect(CMTimebaseSetTime(timebase, time: CMTime(value: 1, timescale: 1)) == 0 && timebase.time.seconds == 1)
        #expect(CMTimebaseSetRate(timebase, rate: 0) == 0)
        #expect(
            CMTimebaseSetAnchorTime(timebase, timebaseTime: .zero, immediateSourceTime: CMTime(value: 4, timescale: 1))
                == 0)
        #expect(
            CMTimebaseSetRateAndAnchorTime(timebase, rate: 1, anchorTime: .zero, immediateSourceTime: .zero) == 0)
        var (time, rate) = (CMTime.invalid, 0.0)
        #expect(
            CMTimebaseGetTimeAndRate(timebase, timeOut: &time, rateOut: &rate) == 0 && rate == 1 && time.seconds == 4)
    }

    @Test func sourcesAndWhatIsRefused() throws {
        var made: CMTimebase?
        #expect(CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: clock, timebaseOut: &made) == 0)
        let source = try #require(made)
        #expect(CMTimebaseCreateWithMasterClock(allocator: nil, masterClock: clock, timebaseOut: &made) == 0)
        #expect(CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: source, timebaseOut: &made) == 0)
        let timebase = try #require(made)
        #expect(timebase.sourceTimebase === source && timebase.sourceClock == nil && source.sourceClock === clock)
        #expect(timebase.masterTimebase === source && source.masterClock === clock && timebase.master === source)
        #expect(timebase.ultimateSourceClock === clock && timebase.ultimateMasterClock === clock)
        #expect(CMTimebaseCopySourceClock(source) === clock && CMTimebaseCopySourceTimebase(timebase) === source)
        #expect(CMTimebaseCopySource(timebase) === source && CMTimebaseCopyUltimateSourceClock(timebase) === clock)
        #expect(CMTimebaseSetSourceTimebase(source, timebase) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseSetSourceTimebase(source, source) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseSetSourceClock(timebase, clock) == 0 && timebase.source === clock)
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setRate(.nan) }
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setTime(.indefinite) }
        #expect(timebase.rate == 0 && timebase.time == .zero)
        #expect(try CMTimebase(masterClock: clock).rate == 0 && CMTimebase(masterTimebase: source).rate == 0)
        try timebase.notificationBarrier()
        #expect(CMTimebaseNotificationBarrier(timebase) == 0)
    }

    @Test func changesArePosted() throws {
        let timebase = try CMTimebase(sourceClock: clock)
        let seen = Mutex<[Notification.Name]>([])
        let observers = [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { name in
            NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { note in
                seen.withLock { $0.append(note.name) }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        try timebase.setRate(1)
        try timebase.setRate(1)
        try timebase.setTime(.zero)
        #expect(seen.withLock { $0 } == [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped])
        #expect(CMTimebaseGetEffectiveRate(timebase) == 1)
        #expect(String(describing: kCMTimebaseNotification_TimeJumped) == CMTimebase.timeJumped.rawValue)
        #expect(
            String(describing: kCMTimebaseNotification_EffectiveRateChanged) == CMTimebase.effectiveRateChanged.rawValue
        )
    }

    @Test func timesAreConverted() throws {
        let (one, other) = (try CMTimebase(sourceClock: clock), try CMTimebase(sourceClock: clock))
        let moment = CMTime(value: 50, timescale: 1)
        try one.setRateAndAnchorTime(rate: 2, anchorTime: .zero, referenceTime: moment)
        try other.setRateAndAnchorTime(rate: 1, anchorTime: CMTime(value: 7, timescale: 1), referenceTime: moment)
        #expect(one.convertTime(CMTime(value: 4, timescale: 1), to: other).seconds == 9)
        #expect(CMSyncConvertTime(CMTime(value: 9, timescale: 1), from: other, to: one).seconds == 4)
        #expect(CMSyncConvertTime(moment, from: clock, to: other).seconds == 7)
        #expect(one.rate(relativeTo: other) == 2 && CMSyncGetRelativeRate(other, relativeTo: one) == 0.5)
        let anchor = try one.rateAndAnchorTime(relativeTo: other)
        #expect(anchor.rate == 2 && anchor.anchorTime.isNumeric && anchor.referenceTime.isNumeric)
        var rate = 0.0
        try other.setRate(0)
        #expect(
            CMSyncGetRelativeRateAndAnchorTime(
                one, relativeTo: other, relativeRateOut: &rate, anchorTimeOut: nil, relativeToAnchorTimeOut: nil)
                == kCMSyncError_RateMustBeNonZero)
        #expect(!CMSyncConvertTime(moment, from: other, to: one).isValid)
        #expect(!CMSyncMightDrift(one, other) && !one.mightDrift(relativeTo: clock))
        #expect(CMSyncGetTime(clock).isNumeric && !CMSyncGetTime(NSObject()).isValid)
        let object: CMClockOrTimebase = NSObject()
        #expect(
            CMSyncGetRelativeRateAndAnchorTime(
                object, relativeTo: clock, relativeRateOut: nil, anchorTimeOut: nil, relativeToAnchorTimeOut: nil)
                == kCMSyncError_InvalidParameter)
        func generic(_ clock: any CMSyncProtocol) -> CMTime { clock.time }
        #expect(generic(clock).isNumeric)
    }

    /// The numbers are those of CMSync.h.
    @Test func numbers() {
        let statuses = [
            kCMClockError_MissingRequiredParameter, kCMClockError_InvalidParameter, kCMClockError_AllocationFailed,
            kCMClockError_UnsupportedOperation, kCMTimebaseError_MissingRequiredParameter,
            kCMTimebaseError_AllocationFailed,
            kCMTimebaseError_ReadOnly, kCMSyncError_MissingRequiredParameter, kCMSyncError_AllocationFailed,
        ]
        #expect(statuses == [-12745, -12746, -12747, -12756, -12748, -12750, -12757, -12752, -12754])
        let errors = [
            CMClock.Error.missingRequiredParameter, CMClock.Error.unsupportedOperation, CMClock.Error.allocationFailed,
            CMTimebase.Error.readOnly,
        ]
        #expect(errors.map(\.code) == [-12745, -12756, -12747, -12757])
    }
}

@Suite struct SimpleQueueTests {
    @Test func pointersComeOutAsTheyWentIn() throws {
        var made: CMSimpleQueue?
        #expect(CMSimpleQueueCreate(allocator: nil, capacity: 2, queueOut: &made) == 0)
        let queue = try #require(made)
        let pointers = (1...3).map { UnsafeRawPointer(bitPattern: $0 * 8)! }
        #expect(CMSimpleQueueGetHead(queue) == nil && CMSimpleQueueDequeue(queue) == nil && queue.fullness == 0)
        for _ in 0..<3 {
            #expect(CMSimpleQueueEnqueue(queue, element: pointers[0]) == 0)
            try queue.enqueue(pointers[1])
            #expect(CMSimpleQueueEnqueue(queue, element: pointers[2]) == kCMSimpleQueueError_QueueIsFull)
            #expect(throws: CMSimpleQueue.Error.queueIsFull) { try queue.enqueue(pointers[2]) }
            #expect(
                queue.head == pointers[0] && queue.count == 2 && CMSimpleQueueGetCount(queue) == 2
                    && queue.fullness == 1)
            #expect(queue.dequeue() == pointers[0] && queue.dequeue() == pointers[1])
        }
        try queue.enqueue(pointers[0])
        #expect(CMSimpleQueueReset(queue) == 0 && queue.count == 0 && CMSimpleQueueGetCapacity(queue) == 2)
        try queue.reset()
        #expect(
            CMSimpleQueueCreate(allocator: nil, capacity: -1, queueOut: &made)
                == kCMSimpleQueueError_ParameterOutOfRange)
        #expect(made == nil && queue.capacity == 2)
        let none = try CMSimpleQueue(capacity: 0)
        #expect(none.head == nil && none.dequeue() == nil && none.fullness == 1)
        #expect(throws: CMSimpleQueue.Error.queueIsFull) { try none.enqueue(pointers[0]) }
        #expect(
            kCMSimpleQueueError_AllocationFailed == -12770 && kCMSimpleQueueError_RequiredParameterMissing == -12771)
        let errors = [
            CMSimpleQueue.Error.allocationFailed, CMSimpleQueue.Error.requiredParameterMissing,
            CMSimpleQueue.Error.parameterOutOfRange,
        ]
        #expect(errors.map(\.code) == [-12770, -12771, -12772])
    }

    /// One thread puts in what another takes out, in order and without loss.
    @Test func twoThreads() async throws {
        let queue = try CMSimpleQueue(capacity: 7)
        let count = 20_000
        let writer = Task.detached {
            for number in 1...count {
                while CMSimpleQueueEnqueue(queue, element: UnsafeRawPointer(bitPattern: number)!) != 0 {
                    await Task.yield()
                }
            }
        }
        var next = 1
        while next <= count {
            guard let pointer = queue.dequeue() else {
                await Task.yield()
                continue
            }
            guard pointer == UnsafeRawPointer(bitPattern: next) else {
                Issue.record("\(pointer) came out in place of \(next)")
                break
            }
            next += 1
        }
        await writer.value
    }
}
