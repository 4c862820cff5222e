import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import MessageBus
import TestSupport
import Testing

@testable import AVFAudio

/// The desktop's portal, played by a fake, which asks the user about the microphone.
@Suite(.serialized) struct RecordPermissionTests {
    private let bus: PrivateBus

    init() throws { bus = try PrivateBus() }

    private static let name = "org.freedesktop.portal.Desktop"
    private static let request = "org.freedesktop.portal.Request"

    /// A portal, with the requests that came.
    private final class Portal: Sendable {
        enum Manner {
            case usual
            /// Chooses the paths of its requests.
            case ownPaths
            case refuses(String)
            case wrongTypes
        }

        private let requests = WaitableValue<[String]>([])
        private let asker = LockedValue("")
        let fake: BusFake

        init(_ bus: PrivateBus, _ manner: Manner = .usual) throws {
            fake = try BusFake(bus.address, named: RecordPermissionTests.name) { [requests, asker] client, message in
                guard message.kind == .call, message.member == "AccessDevice",
                    let values = message.values("uasa{sv}"),
                    let token = values[2].dictionary?["handle_token"]?.text
                else { return client.refuse(message, "UnknownMethod") }
                #expect(values[0].integer(Int32.self) == getpid())
                #expect(values[1].elements == [.text("microphone")])
                let sender = message.sender.dropFirst().replacing(".", with: "_")
                var path = "/org/freedesktop/portal/desktop/request/\(sender)/\(token)"
                switch manner {
                case .usual: client.reply(to: message, .path(path))
                case .ownPaths:
                    path = "/org/freedesktop/portal/desktop/request/7"
                    client.reply(to: message, .path(path))
                case .refuses(let error): client.refuse(message, error)
                case .wrongTypes: client.reply(to: message, .text(path))
                }
                asker.withLock { $0 = message.sender }
                requests.withLock { $0.append(path) }
            }
        }

        /// Waits for the request of a number.
        func request(_ number: Int) -> String? {
            requests.wait(nanoseconds: 10_000_000_000) { $0.count > number ? $0[number] : nil }
        }
        var count: Int { requests.withLockQuietly(\.count) }

        /// Says what the user has answered: 0 is consent.
        func answer(_ code: UInt32, _ path: String, by fake: BusFake? = nil, _ results: [String: BusValue] = [:]) {
            let (values, asker) = ([.uint32(code), .dictionary(results)] as [BusValue], asker.withLock(\.self))
            (fake ?? self.fake).post { client in
                client.emit(path, RecordPermissionTests.request, "Response", values, to: asker)
            }
        }
    }

    /// A program that records what the device counts, with its answers.
    private final class Program: Sendable {
        let server = ManualServer()
        let center: SessionCenter
        let connection: Connection
        let application: AVAudioApplication
        let answers = WaitableValue<[Bool]>([])

        init(_ bus: PrivateBus) throws {
            let server = server
            server.countsInput = true
            let connection = try Connection { (events) throws(AudioError) in
                try Manual(server: server, events: events)
            }
            self.connection = connection
            let surroundings = DesktopSurroundings(
                session: .at(bus.address), system: .at("unix:path=/nonexistent/bus"))
            center = SessionCenter(surroundings: surroundings) { () throws(AudioError) in connection }
            application = AVAudioApplication(center: center)
        }

        func ask() { application.request { [answers] granted in answers.withLock { $0.append(granted) } } }
        func hears(_ expected: [Bool]) -> Bool {
            answers.wait(nanoseconds: 10_000_000_000) { $0.count >= expected.count ? $0 == expected : nil } ?? false
        }

        /// Whether 100 frames that are recorded now are silence.
        func recordsSilence() throws -> Bool {
            let input = try Input(InputConfiguration(), on: connection)
            let recorder = CaptureRecorder()
            let sink = recorder.sink
            input.add(sink)
            defer { input.remove(sink) }
            guard eventually({ server.runningStreams == 1 }) else { throw AudioError.serverUnavailable }
            server.advance(100)
            let samples = recorder.samples
            #expect(!samples.isEmpty)
            return samples.allSatisfy { $0 == 0 }
        }
    }

    @Test(.needs("dbus-daemon")) func withoutAPortalNobodyIsAsked() throws {
        let program = try Program(bus)
        #expect(program.application.recordPermission == .granted)
        program.ask()
        #expect(program.answers.withLockQuietly(\.self) == [true])
        #expect(try !program.recordsSilence())
    }

    @Test(.needs("dbus-daemon"), arguments: [0, 1, 2] as [UInt32]) func theUsersAnswerCounts(_ code: UInt32) throws {
        let portal = try Portal(bus)
        let program = try Program(bus)
        let isGranted = code == 0
        #expect(program.application.recordPermission == .undetermined)
        #expect(try !program.recordsSilence())
        // Both calls return before the user has answered, and one question serves both.
        program.ask()
        program.ask()
        let path = try #require(portal.request(0))
        #expect(
            program.answers.withLockQuietly(\.self).isEmpty && program.application.recordPermission == .undetermined)
        portal.answer(code, path)
        #expect(program.hears([isGranted, isGranted]) && portal.count == 1)
        #expect(program.application.recordPermission == (isGranted ? .granted : .denied))
        #expect(try program.recordsSilence() != isGranted)
        // From now on the answer is known, before the call returns.
        program.ask()
        #expect(program.answers.withLockQuietly(\.self) == [isGranted, isGranted, isGranted] && portal.count == 1)
        // The program's own mute is another: ending it does not give back what the user has refused.
        program.center.inputMuted = true
        #expect(try program.recordsSilence())
        program.center.inputMuted = false
        #expect(try program.recordsSilence() != isGranted)
    }

    /// Others cannot answer for the user.
    @Test(.needs("dbus-daemon")) func onlyThePortalAnswers() throws {
        let portal = try Portal(bus)
        let stranger = try BusFake(bus.address)
        let program = try Program(bus)
        program.ask()
        let path = try #require(portal.request(0))
        portal.answer(0, path, by: stranger)
        // Another request's answer, and then one that is none: neither is the answer.
        portal.answer(0, path + "0")
        portal.fake.emit(path, Self.request, "Response", .text("yes"))
        portal.answer(1, path)
        #expect(program.hears([false]) && program.application.recordPermission == .denied)
    }

    @Test(
        .needs("dbus-daemon"), arguments: ["UnknownMethod", "UnknownInterface", "UnknownObject", "ServiceUnknown"])
    func aPortalThatCannotAskGrants(error: String) throws {
        let portal = try Portal(bus, .refuses(error))
        let program = try Program(bus)
        program.ask()
        #expect(program.hears([true]) && program.application.recordPermission == .granted)
        #expect(try !program.recordsSilence())
        withExtendedLifetime(portal) {}
    }

    /// It is no consent, and no answer of the user's that would count from then on.
    @Test(
        .needs("dbus-daemon"),
        arguments: [.refuses("AccessDenied"), .refuses("Failed"), .refuses("NoReply"), .wrongTypes] as [Portal.Manner])
    private func aPortalThatFailsLeavesItOpen(_ manner: Portal.Manner) throws {
        let portal = try Portal(bus, manner)
        let program = try Program(bus)
        program.ask()
        #expect(program.hears([false]) && program.application.recordPermission == .undetermined)
        program.ask()
        #expect(program.hears([false, false]) && portal.request(1) != nil)
    }

    /// Portals of old answer where they like, and all may tell as much as they like.
    @Test(.needs("dbus-daemon"), arguments: [0, 1] as [UInt32]) func theAnswerIsFoundAndRead(_ code: UInt32) throws {
        let portal = try Portal(bus, .ownPaths)
        let program = try Program(bus)
        program.ask()
        let path = try #require(portal.request(0))
        let many = BusValue.array(of: "i", Array(repeating: .int32(1), count: 100_000))
        portal.answer(code, path, ["many": .variant(many)])
        #expect(program.hears([code == 0]))
        #expect(program.application.recordPermission == (code == 0 ? .granted : .denied))
    }

    /// The question has no answer then, and can be asked again.
    @Test(.needs("dbus-daemon")) func aPortalThatEndsLeavesItOpen() throws {
        let portal = try Portal(bus)
        let program = try Program(bus)
        program.ask()
        #expect(portal.request(0) != nil)
        portal.fake.stop()
        #expect(program.hears([false]))
        #expect(eventually { program.application.recordPermission == .granted })
        let next = try Portal(bus)
        #expect(eventually { program.application.recordPermission == .undetermined })
        program.ask()
        next.answer(0, try #require(next.request(0)))
        #expect(program.hears([false, true]) && program.application.recordPermission == .granted)
    }

    /// A closure that is written on the main actor is called on another thread, which does not end the program.
    @Test(.needs("dbus-daemon")) func theMainActorAsks() async throws {
        let portal = try Portal(bus)
        let program = try Program(bus)
        await MainActor.run {
            program.application.request { granted in program.answers.withLock { $0.append(granted) } }
        }
        portal.answer(0, try #require(portal.request(0)))
        #expect(program.hears([true]))
    }

    @Test(.needs("dbus-daemon")) func asynchronousProgramsWaitForTheUser() async throws {
        let portal = try Portal(bus)
        let program = try Program(bus)
        async let answer = withCheckedContinuation { continuation in
            program.application.request { continuation.resume(returning: $0) }
        }
        portal.answer(0, try #require(portal.request(0)))
        #expect(await answer)
    }
}
