import AudioCore
import Testing

@testable import AudioDevices

@Suite struct BackendsTests {
    @Test func namesAreUniqueAndFound() {
        let kinds = Backends.all + Backends.byNameOnly
        #expect(Set(kinds.map { $0.name }).count == kinds.count)
        for kind in kinds { #expect(Backends.named(kind.name) == kind) }
        #expect(Backends.named("pulse") == PulseAudio.self)
        #expect(Backends.named("") == nil)
        #expect(Backends.all.last == Null.self)
        #expect(!Backends.all.contains { $0 == Manual.self })
    }

    @Test func aNameThatNobodyHasIsAnError() {
        #expect(throws: AudioError.self) { _ = try Backends.connect("gramophone") { _ in } }
    }

    @Test func theProgramsChoiceComesBeforeTheEnvironments() throws {
        #expect(Backends.forced("null") == "null")
        #expect(try Backends.connect("null") { _ in } is Null)
        #expect(try Backends.connect("manual") { _ in } is Manual)
    }
}
