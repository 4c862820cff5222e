import TestSupport
import Testing

@Suite struct FixtureTests {
    @Test func manifestListsEveryFormatFolder() {
        #expect(Set(Fixture.all.map(\.container)).isSuperset(of: ["WAVE", "AIFF", "AU", "CAF"]))
        #expect(Set(Fixture.all.map(\.path)).count == Fixture.all.count)
    }

    @Test(arguments: Fixture.all) func fileIsThereAndSmall(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        #expect((64...64 << 10).contains(bytes.count))
        #expect(fixture.frames > 0 && fixture.channels > 0 && fixture.sampleRate > 0)
        #expect(fixture.sha256.count == 64)
    }
}
