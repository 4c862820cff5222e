import Foundation
import TestSupport
import Testing

/// Programs in the style of those for the Mac. Each ends without output if every sample is right.
@Suite(.needsCompiler) struct ZooTests {
    static let clients = ["recorder", "offline-renderer", "converter", "device-lister", "player", "openal-loader"]
    static let backend = ["COREAUDIO_BACKEND": "null"]

    @Test(arguments: Compiler.all, clients)
    func runsAsOnAMac(compiler: Compiler, client: String) throws {
        let run = try compiler.buildAndRun("zoo/\(client).c", ["@"], environment: Self.backend)
        #expect(run == .success)
    }

    /// The same programs, built by what find_package(coreaudio) gives.
    @Test(.needs("cmake", "gcc", "g++"), arguments: ["C", "CXX"])
    func buildsWithCMake(language: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zoo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let build = folder.path + "/build"
        let configured = try run(
            "/usr/bin/env",
            [
                "cmake", "-S", Compiler.clients + "/zoo", "-B", build, "-DZOO_LANGUAGE=\(language)",
                "-DCMAKE_PREFIX_PATH=" + (Installed.prefix ?? ""),
            ])
        try #require(configured.status == 0, "\(configured.output)")
        let built = try run("/usr/bin/env", ["cmake", "--build", build])
        try #require(built.status == 0, "\(built.output)")
        for client in Self.clients {
            let ended = try run("/usr/bin/env", ["COREAUDIO_BACKEND=null", build + "/" + client, folder.path])
            #expect(ended == .success, "\(client)")
        }
    }
}
