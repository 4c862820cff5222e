import AudioCore
import AudioSession
import Foundation
import Testing

@testable import AVFAudio

/// What stands in for key-value observing: streams, observations and a notification.
@Suite struct SessionObservingTests {
    private let stage: SessionStage
    private var session: AVAudioSession { stage.session }

    init() throws { stage = try SessionStage() }

    /// The present value comes first, then each that differs, while the session is inactive.
    @Test func streamsGiveThePresentValueAndChanges() async throws {
        try stage.setOutputVolume(0.5)
        var values: [Float] = []
        for await volume in session.values(of: \.outputVolume) {
            values.append(volume)
            switch values.count {
            case 1:
                try stage.setOutputVolume(0.5)
                try stage.setOutputVolume(0.25)
            case 2: try stage.setOutputVolume(1)
            default: break
            }
            if values.count == 3 { break }
        }
        #expect(values == [0.5, 0.25, 1])
    }

    /// Any property may be followed; the category changes with the program's own call.
    @Test func streamsFollowOtherProperties() async throws {
        var categories: [AVAudioSession.Category] = []
        for await category in session.values(of: \.category) {
            categories.append(category)
            if categories.count == 2 { break }
            try session.setCategory(.playback)
        }
        #expect(categories == [.soloAmbient, .playback])
    }

    /// A change between the first reading and the observation's beginning is not missed.
    @Test func streamsBeginWithWhatIsThere() async throws {
        try stage.setOutputVolume(0.5)
        let stage = stage
        let reading = Reading { #expect(throws: Never.self) { try stage.setOutputVolume(0.25) } }
        Reading.current.withLock { $0 = reading }
        var values: [Float] = []
        for await value in session.values(of: \.slowVolume) {
            values.append(value)
            if value < 0.5 || value > 0.5 { break }
            // What comes next is 0.25 unless that was missed.
            stage.center.settle()
            try stage.setOutputVolume(0.75)
        }
        Reading.current.withLock { $0 = nil }
        #expect(values.last == 0.25)
    }

    /// A stream that is not read any more ends, and lets the session go.
    @Test func streamsEndWithTheirReader() async throws {
        weak var weakSession: AVAudioSession?
        do {
            let session = AVAudioSession(center: stage.center, notifications: stage.notifications)
            weakSession = session
            for await _ in session.values(of: \.outputVolume) { break }
        }
        #expect(weakSession == nil)
    }

    private struct Change: Equatable {
        let old: Float?
        let new: Float?
        let isOnMain: Bool
    }

    @Test func observationsAreToldOnTheMainQueue() throws {
        try stage.setOutputVolume(0.5)
        _ = MainQueue.isCurrent
        let changes = WaitableValue<[Change]>([])
        let options: NSKeyValueObservingOptions = [.initial, .old, .new]
        let observation = session.observe(\.outputVolume, options: options) {
            (_, change: NSKeyValueObservedChange<Float>) in
            let new = Change(old: change.oldValue, new: change.newValue, isOnMain: MainQueue.isCurrent)
            changes.withLock { $0.append(new) }
        }
        #expect(changes.withLock { $0 } == [Change(old: nil, new: 0.5, isOnMain: false)])
        try stage.setOutputVolume(0.75)
        let told = changes.wait(nanoseconds: 20_000_000_000) { $0.count >= 2 ? $0 : nil }
        #expect(told?.last == Change(old: 0.5, new: 0.75, isOnMain: true))
        observation.invalidate()
        try stage.setOutputVolume(0.25)
        waitForTheMainQueue()
        #expect(changes.withLock { $0.count } == 2)
    }

    /// Without options the handler learns only that there was a change. The last reference ends the observation.
    @Test func observationsEndWithTheirLastReference() throws {
        try stage.setOutputVolume(0.5)
        let changes = WaitableValue<[Change]>([])
        var observation: NSKeyValueObservation? = session.observe(\.outputVolume) { _, change in
            let new = Change(old: change.oldValue, new: change.newValue, isOnMain: true)
            changes.withLock { $0.append(new) }
        }
        #expect(changes.withLock { $0.isEmpty })
        try stage.setOutputVolume(1)
        let told = changes.wait(nanoseconds: 20_000_000_000) { $0.isEmpty ? nil : $0 }
        #expect(told == [Change(old: nil, new: nil, isOnMain: true)])
        #expect(observation != nil)
        observation = nil
        try stage.setOutputVolume(0.25)
        waitForTheMainQueue()
        #expect(changes.withLock { $0.count } == 1)
    }

    @Test func changesArePostedByName() throws {
        try stage.setOutputVolume(0.5)
        waitForTheMainQueue()
        let posts = Posts(stage.notifications, [AVAudioSession.propertyDidChangeNotification])
        let names = LockedValue<[String]>([])
        let token = stage.notifications.addObserver(
            forName: AVAudioSession.propertyDidChangeNotification, object: session, queue: nil
        ) { notification in
            guard let name = notification.userInfo?[AVAudioSession.propertyNameKey] as? String else { return }
            names.withLock { $0.append(name) }
        }
        defer { stage.notifications.removeObserver(token) }
        try stage.setOutputVolume(0.125)
        let first = posts.first(1)
        #expect(first.map { $0.values[AVAudioSession.propertyValueKey] } == [0.125])
        #expect(first.map(\.isOnMain) == [true])
        waitForTheMainQueue()
        #expect(names.withLock { $0 } == ["outputVolume"])
    }

    /// Waits until what was sent to the main queue before has been done.
    private func waitForTheMainQueue() {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { done.signal() }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }
}

/// What happens while a property is read the first time.
private final class Reading: Sendable {
    static let current = LockedValue<Reading?>(nil)
    private let body: LockedValue<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = LockedValue(body) }

    func happen() { body.withLock { $0.take() }?() }
}

extension AVAudioSession {
    fileprivate var slowVolume: Float {
        let volume = outputVolume
        Reading.current.withLock { $0 }?.happen()
        return volume
    }
}
