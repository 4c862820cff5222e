import Foundation
import TestSupport
import Testing

/// C programs that read every property of the hardware layer, that start devices at given times, and that hog a device.
@Suite(.serialized, .needsCompiler) struct HardwareObjectClientTests {
    @Test(arguments: Compiler.all, ["manual", "null"])
    func everyPropertyAnswers(compiler: Compiler, backend: String) throws {
        let selectors = hardwareSelectors.map { String($0, radix: 16) }
        #expect(try compiler.buildAndRun("hardware-objects.c", [backend] + selectors) == .success)
    }

    @Test(arguments: Compiler.all) func aDeviceStartsAtTheTimeThatIsAskedFor(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("hardware-start.c") == .success)
    }

    @Test func aProgramWithOtherRightsTrustsNoEnvironment() throws {
        #expect(try Compiler.all[0].buildAndRun("set-user-id.c", ["@"]) == .success)
    }

    @Test(arguments: Compiler.all) func aDeviceIsHoggedByOneProcess(compiler: Compiler) throws {
        #expect(try compiler.buildAndRun("hardware-hog.c", ["@"]) == .success)
    }
}
