import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioIO

/// Whose title the stream has that several sounds share.
@Suite struct MixTitleTests {
    private let server = ManualServer()
    private let connection: Connection

    init() throws {
        let server = self.server
        connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func output(_ device: String? = nil) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.device = device
        configuration.channels = 1
        return try Output(configuration, on: connection)
    }

    private static func silence() -> OutputSource {
        OutputSource(context: UnsafeMutableRawPointer(bitPattern: 16)!) { _, _ in 0 }
    }

    private func shows(_ title: String) -> Bool { eventually { server.titles == [title] } }

    @Test func theNewestTitledSourceCounts() throws {
        let output = try output()
        #expect(shows(StreamTitle.program))
        let (first, second, plain) = (Self.silence(), Self.silence(), Self.silence())
        output.setTitle("first", of: first)
        output.setTitle("second", of: second)
        output.add(second)
        #expect(shows("second"))
        output.add(first)
        #expect(shows("first"))
        output.add(plain)
        output.setTitle("second, again", of: second)
        output.setTitle(" first,\nagain", of: first)
        #expect(shows("first, again"))
        output.remove(first)
        #expect(shows("second, again"))
        output.add(first)
        output.add(second)
        #expect(shows("first, again"), "the second has been there all the time")
        output.setTitle(nil, of: first)
        #expect(shows("second, again"))
        output.setTitle("", of: second)
        #expect(shows(StreamTitle.program))
        output.setTitle("second", of: second)
        #expect(shows("second"))
        output.remove(second)
        #expect(shows(StreamTitle.program))
    }

    @Test func outputsOfOneDeviceShareATitle() throws {
        let (one, two) = (try output(), try output("manual"))
        let (first, second) = (Self.silence(), Self.silence())
        one.add(first)
        one.setTitle("first", of: first)
        #expect(shows("first"))
        two.setTitle("second", of: second)
        two.add(second)
        #expect(shows("second"))
        two.remove(second)
        #expect(shows("first"))
    }

    @Test func aStreamThatIsOpenedAgainHasTheTitle() throws {
        let output = try output()
        let source = Self.silence()
        output.setTitle("song", of: source)
        output.add(source)
        #expect(shows("song"))
        server.crash()
        #expect(eventually { output.backendName == nil })
        output.setTitle("another song", of: source)
        server.revive()
        #expect(shows("another song"))
    }

    @Test func anInputHasTheTitleOfWhatItRecords() throws {
        let input = try Input(InputConfiguration(), on: connection)
        let sink = InputSink(context: UnsafeMutableRawPointer(bitPattern: 16)!) { _, _ in 0 }
        input.setTitle("take.caf", of: sink)
        input.add(sink)
        #expect(shows("take.caf"))
        input.remove(sink)
        #expect(shows(StreamTitle.program))
    }
}
