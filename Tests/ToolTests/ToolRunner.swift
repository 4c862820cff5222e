import Foundation
import TestSupport

/// Where the build put the examples and the library that belong to these tests.
enum Products {
    /// The folder of the test bundle that runs.
    static let folder = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent().path

    /// The maps that the build wrote for our C modules.
    static func moduleMaps() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".build") }
            .map { "\(folder)/\($0)/module.modulemap" }
            .filter(FileManager.default.fileExists)
    }
}

/// A folder that goes when its last user does, and programs run in it with the installed tools first in PATH.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "coreaudio-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func run(_ program: String, _ arguments: String...) throws -> ProgramResult { try run(program, arguments) }

    func run(_ program: String, _ arguments: [String]) throws -> ProgramResult {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = Installed.tools + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["COREAUDIO_BACKEND"] = "null"
        let (output, errors) = (path + "/.output", path + "/.errors")
        guard
            let process = ChildProcess(
                "/usr/bin/env", ["-C", path, program] + arguments, environment: environment, output: output,
                errors: errors)
        else { throw CocoaError(.executableNotLoadable) }
        let status = process.wait()
        let texts = try [output, errors].map { try String(contentsOfFile: $0, encoding: .utf8) }
        return ProgramResult(status: status, output: texts[0], errors: texts[1])
    }
}

struct ProgramResult {
    let status: Int32
    let output: String
    let errors: String
}
