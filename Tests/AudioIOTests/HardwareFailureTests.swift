import AudioCore
import AudioDevices
import CCoreAudio
import Synchronization
import TestSupport
import Testing

@testable import AudioIO

/// What remains of a change that the server refuses, or that another thread overtakes.
@Suite struct HardwareFailureTests {
    private let server = ManualServer()
    private let incident = Incident()

    private func system() throws -> HardwareSystem {
        server.setDevices(
            [("out", .output), ("other", .output), ("in", .input)].map { id, direction in
                var device = DeviceDescription(id: id, name: id, direction: direction, isDefault: id != "other")
                device.rates = [44_100, 48_000]
                return device
            })
        let (server, incident) = (self.server, self.incident)
        let system = HardwareSystem { (events) throws(AudioError) in
            IncidentBackend(try Manual(server: server, events: events), incident)
        }
        _ = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        return system
    }

    /// A thread destroys the aggregate while another makes it the default: the default is the part that the server has.
    @Test func aDestroyedAggregateDoesNotStayTheDefault() throws {
        let system = try system()
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["other", "in"]))
        incident.set { [weak system] operation in
            if case .change(.becomeDefault, _) = operation { try? system?.destroyAggregate(both) }
        }
        try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: both)
        let other = try #require(system.device(uid: "other")?.id)
        #expect(try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice) == other)
    }

    /// Of two threads that make an aggregate of one UID, or destroy one aggregate, one succeeds. Many parts make the time
    /// long that it takes to look them up.
    @Test func oneOfTwoThreadsSucceeds() throws {
        let system = try system()
        let parts = (0..<60).map { "part \($0)" }
        server.setDevices(parts.map { DeviceDescription(id: $0, name: $0, direction: .output) })
        #expect(eventually { system.device(uid: "part 59") != nil })
        for round in 0..<20 {
            let composition = AggregateComposition(uid: "round \(round)", name: "Round", parts: parts)
            let made = try Self.onTwoThreads { try system.createAggregate(composition) }
            #expect(made.count == 1)
            let aggregate = try #require(made.first)
            #expect(try Self.onTwoThreads { try system.destroyAggregate(aggregate) }.count == 1)
        }
    }

    /// Of two threads that set the number of frames, either may be last; callbacks get what the property has then.
    @Test func callbacksHaveTheFramesThatThePropertyHas() throws {
        let system = try system()
        let device = try #require(system.device(uid: "out")?.id)
        let frames = LockedValue<UInt32>(0)
        let proc = try system.createProc(device) { _, _, _, output, _ in
            frames.withLock { $0 = output.pointee.mBuffers.mDataByteSize / 8 }
        }
        try system.start(device, proc)
        defer { try? system.destroyProc(device, proc) }
        // A start takes effect a little later than it returns.
        try #require(
            eventually {
                server.advance(512)
                return frames.withLock { $0 } > 0
            })
        let turn = Atomic<UInt32>(0)
        for _ in 0..<500 {
            _ = try Self.onTwoThreads {
                let isFirst = turn.wrappingAdd(1, ordering: .relaxed).newValue % 2 == 0
                try set(system, device, kAudioDevicePropertyBufferFrameSize, to: isFirst ? 64 : 128 as UInt32)
            }
            server.advance(512)
            let wanted: UInt32 = try number(system, device, kAudioDevicePropertyBufferFrameSize)
            try #require(frames.withLock { $0 } == wanted)
        }
    }

    /// Runs an operation on two threads at once.
    ///
    /// - Returns: what those returned that did not throw.
    private static func onTwoThreads<Result: Sendable>(
        _ operation: @escaping @Sendable () throws -> Result
    ) throws -> [Result] {
        let (ready, results) = (WaitableValue(0), LockedValue<[Result]>([]))
        let threads = try (0..<2).map { _ in
            try Thread(name: "test-race") {
                ready.withLock { $0 += 1 }
                _ = ready.wait { $0 == 2 ? true : nil }
                guard let result = try? operation() else { return }
                results.withLock { $0.append(result) }
            }
        }
        for thread in threads { thread.join() }
        return results.withLock { $0 }
    }

    /// A part's drift compensation that is set while another client replaces the list of parts.
    @Test func driftCompensationIsNotLost() throws {
        let system = try system()
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        let part = try #require(owned(system, both, of: [kAudioSubDeviceClassID]).last)
        let client = ClientObjects(texts: { [weak system] _ in
            if let system { try? set(system, part, kAudioSubDevicePropertyDriftCompensation, to: UInt32(1)) }
            return ["other", "in"]
        })
        try withReference {
            try system.set(
                both,
                HardwareRequest(.init(kAudioAggregateDevicePropertyFullSubDeviceList), input: $0, objects: client))
        }
        #expect(try number(system, part, kAudioSubDevicePropertyDriftCompensation) == 1)
    }

    /// The output takes a rate, and the input refuses it: both keep the one that they had.
    @Test func aRateThatOneSideRefusesChangesNeither() throws {
        let system = try system()
        let both = try system.createAggregate(.init(uid: "both", name: "Both", parts: ["out", "in"]))
        incident.set { operation throws(AudioError) in
            if case .change(.sampleRate, .input) = operation { throw .unsupportedChange }
        }
        #expect(throws: AudioError.unsupportedChange) {
            try set(system, both, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        }
        #expect(server.devices.map(\.sampleRate) == [48_000, 48_000, 48_000])
        #expect(try number(system, both, kAudioDevicePropertyNominalSampleRate, as: Double.self) == 48_000)
    }

    /// A running device whose streams do not open at another rate: listeners are notified that it has stopped.
    @Test func aRateThatDoesNotOpenStopsTheDevice() throws {
        let system = try system()
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let news = try HardwareNews(system, device)
        let proc = try system.createProc(device) { _, _, _, _, _ in }
        try system.start(device, proc)
        #expect(eventually { news.count(kAudioDevicePropertyDeviceIsRunning) == 1 })
        incident.set { operation throws(AudioError) in if case .open = operation { throw .deviceFormat } }
        try set(system, device, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        #expect(eventually { news.count(kAudioDevicePropertyDeviceIsRunning) == 2 })
        #expect(try number(system, device, kAudioDevicePropertyDeviceIsRunning) == 0)
        #expect(news.count(kAudioDevicePropertyIOStoppedAbnormally) == 1)
        incident.set { _ in }
        try system.start(device, proc)
        #expect(eventually { server.runningStreams == 1 })
        try system.stop(device, proc)
    }

    /// A server that hangs does not hold up the program: the device starts when it answers, or has stopped abnormally. One that has not
    /// answered in time is asked again.
    @Test(arguments: [nil, AudioError.serverUnavailable, .serverTimeout, .deviceFormat])
    func aStartDoesNotWaitLong(error: AudioError?) throws {
        let system = try system()
        let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
        let news = try HardwareNews(system, device)
        let proc = try system.createProc(device) { _, _, _, _, _ in }
        let answers = WaitableValue(false)
        let failures = Atomic(2)
        incident.set { operation throws(AudioError) in
            guard case .open = operation else { return }
            _ = answers.wait { $0 ? true : nil }
            if let error, failures.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 { throw error }
        }
        // The test ends where a start waits for the answer.
        try system.start(device, proc)
        #expect(server.runningStreams == 0)
        #expect(try number(system, device, kAudioDevicePropertyDeviceIsRunning) == 1)
        answers.withLock { $0 = true }
        if error != .deviceFormat {
            #expect(eventually { server.runningStreams == 1 })
            #expect(!news.has(kAudioDevicePropertyIOStoppedAbnormally))
            try system.stop(device, proc)
        } else {
            #expect(eventually { news.has(kAudioDevicePropertyIOStoppedAbnormally) })
            #expect(try number(system, device, kAudioDevicePropertyDeviceIsRunning) == 0)
        }
    }

    /// A program that lets go of everything while the server hangs goes on when it answers.
    @Test func aSystemStaysForAStartThatIsUnderWay() throws {
        let answers = WaitableValue(false)
        weak var last: HardwareSystem?
        func begin() throws {
            let system = try system()
            last = system
            let device = try number(system, 1, kAudioHardwarePropertyDefaultOutputDevice)
            let proc = try system.createProc(device) { _, _, _, _, _ in }
            incident.set { operation throws(AudioError) in
                if case .open = operation { _ = answers.wait { $0 ? true : nil } }
            }
            try system.start(device, proc)
        }
        try begin()
        #expect(last != nil)
        answers.withLock { $0 = true }
        #expect(eventually { last == nil && server.runningStreams == 0 })
    }
}

/// What a client's own mutex may keep from ending.
extension HardwareFailureTests {
    /// A change that waits behind a long cycle is made after the call that asks for it.
    @Test func aChangeWaitsForNoCycleThatWaits() throws {
        let system = try system()
        let device = try #require(system.device(uid: "out")?.id)
        let mayGoOn = WaitableValue(false)
        incident.set { operation throws(AudioError) in
            if case .change = operation { _ = mayGoOn.wait { $0 ? true : nil } }
        }
        incident.cycleTime.store(1_000_000_000, ordering: .relaxed)
        let rate = { try number(system, device, kAudioDevicePropertyNominalSampleRate, as: Double.self) }
        try set(system, device, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        #expect(try rate() == 48_000)
        mayGoOn.withLock { $0 = true }
        #expect(eventually { (try? rate()) == 44_100 })
    }

    /// A change that no cycle holds up is waited for, and its error reaches the caller.
    @Test func aRefusedChangeIsReported() throws {
        let system = try system()
        let device = try #require(system.device(uid: "out")?.id)
        let other = try #require(system.device(uid: "other")?.id)
        incident.set { operation throws(AudioError) in
            if case .change = operation { throw .unsupportedChange }
        }
        #expect(throws: AudioError.unsupportedChange) {
            try set(system, device, kAudioDevicePropertyNominalSampleRate, to: 44_100.0)
        }
        #expect(throws: AudioError.unsupportedChange) {
            try set(system, 1, kAudioHardwarePropertyDefaultOutputDevice, to: other)
        }
    }

    /// A callback that waits for what the thread holds that sets the frames of its calls.
    @Test func newFramesWaitForNoCallbackThatWaits() throws {
        let system = try system()
        let device = try #require(system.device(uid: "out")?.id)
        let mayGoOn = WaitableValue(false)
        let frames = LockedValue<[UInt32]>([])
        let proc = try system.createProc(device) { _, _, _, output, _ in
            frames.withLock { $0.append(output.pointee.mBuffers.mDataByteSize / 8) }
            _ = mayGoOn.wait { $0 ? true : nil }
        }
        try system.start(device, proc)
        defer {
            mayGoOn.withLock { $0 = true }
            try? system.destroyProc(device, proc)
        }
        let server = self.server
        #expect(eventually { server.runningStreams == 1 })
        let time = try AudioCore.Thread(name: "test-time") { for _ in 0..<4 { server.advance(512) } }
        #expect(eventually { !frames.withLock { $0.isEmpty } })
        try set(system, device, kAudioDevicePropertyBufferFrameSize, to: UInt32(128))
        mayGoOn.withLock { $0 = true }
        time.join()
        #expect(frames.withLock { $0.first } == 512)
        #expect(
            eventually {
                server.advance(512)
                return frames.withLock { $0.last } == 128
            })
    }
}

/// What a test does before a back end opens a stream or changes a device. Throws where the back end is to refuse.
private final class Incident: Sendable {
    enum Operation {
        case open
        case change(DeviceChange, DeviceDirection)
    }
    typealias Body = @Sendable (Operation) throws(AudioError) -> Void

    private let body = LockedValue<Body>({ _ in })
    /// For how long the present cycle has lasted.
    let cycleTime = Atomic<UInt64>(0)

    func set(_ body: @escaping Body) { self.body.withLock { $0 = body } }

    func happen(_ operation: Operation) throws(AudioError) { try body.withLock { $0 }(operation) }
}

/// The Manual device with incidents.
private final class IncidentBackend: Backend {
    static let name = "incident"

    private let manual: Manual
    private let incident: Incident

    init(_ manual: Manual, _ incident: Incident) {
        self.manual = manual
        self.incident = incident
    }

    convenience init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        self.init(try Manual(events: events), Incident())
    }

    var now: UInt64 { manual.now }
    var cycleTime: UInt64 { incident.cycleTime.load(ordering: .relaxed) }

    func devices() throws(AudioError) -> [DeviceDescription] { try manual.devices() }

    func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        try incident.happen(.open)
        return try manual.open(wanted, render: render)
    }

    func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        try incident.happen(.change(change, direction))
        try manual.apply(change, to: device, direction)
    }

    func close() { manual.close() }
}
