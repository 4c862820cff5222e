import Testing
import ToolSupport

/// The files that tools keep their input in while they need it.
@Suite struct TemporaryFileTests {
    @Test func programsThatAreStartedDoNotInheritIt() throws {
        let file = try TemporaryFile()
        let descriptor = try #require(ownDescriptor(file.path))
        #expect(!isInherited(descriptor))
    }
}
