import TestSupport
import Testing

/// Programs that play, record and mix through audio units. Each ends without output if everything was right.
@Suite(.needsCompiler, .mustEnd) struct UnitClientTests {
    /// The oldest modes that programs are built in, and the usual ones.
    private static let compilers =
        Compiler.modes("clang", "c", ["c99"]) + Compiler.modes("gcc", "c", ["c99", "gnu17"])
        + Compiler.modes("clang++", "c++", ["c++11"]) + Compiler.modes("g++", "c++", ["c++17"])

    @Test(
        arguments: compilers,
        [
            "output", "input", "connected", "players", "two-devices", "switching", "pass-through",
            "components", "component-manager", "late", "within",
        ])
    func callsUnits(compiler: Compiler, client: String) throws {
        let run = try compiler.buildAndRun(
            "units/\(client).c", client == "players" ? ["@/sound.caf"] : [], environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test func aCallbackThatTakesTooLongIsReported() throws {
        let run = try Compiler.all[0].buildAndRun("units/overload.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(.needsRealtimePriority) func aCallbackThatSpinsLosesItsPriorityAndNotItsProcess() throws {
        let run = try Compiler.all[0].buildAndRun(
            "units/overload.c", ["spin"], environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    /// By a program with allocation functions of its own, which count.
    @Test func nothingIsAllocatedWhileUnitsRender() throws {
        let run = try Compiler.all[0].buildAndRun("units/allocations.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    /// What needs no device: the graphs, listeners and units that the program renders by hand.
    @Test(arguments: compilers, ["graph", "parameters", "process", "as-converter", "music", "own-listeners", "texts"])
    func callsByHand(compiler: Compiler, client: String) throws {
        // An argument: without a device that a clock moves. Nothing but a test's process moves the Manual device.
        let run = try compiler.buildAndRun(
            "units/\(client).c", client == "graph" ? ["by hand"] : [], environment: ["COREAUDIO_BACKEND": "manual"])
        #expect(run == .success)
    }

    @Test(arguments: compilers) func aGraphPlaysOnADevice(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("units/graph.c", environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }

    @Test(arguments: compilers) func aDeviceIsHoggedThroughAUnit(compiler: Compiler) throws {
        let run = try compiler.buildAndRun("units/hogging.c", ["@"], environment: ["COREAUDIO_BACKEND": "null"])
        #expect(run == .success)
    }
}
