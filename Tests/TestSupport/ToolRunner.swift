import Foundation

/// Where the build put the examples and the library that belong to these tests.
package enum Products {
    /// The folder of the test bundle that runs.
    package static let folder = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent().path

    /// The maps that the build wrote for our C modules.
    package static func moduleMaps() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".build") }
            .map { "\(folder)/\($0)/module.modulemap" }
            .filter(FileManager.default.fileExists)
    }
}

/// A folder that goes when its last user does, and programs run in it with the installed tools first in PATH.
package final class TemporaryFolder {
    package let path: String

    /// Seconds after which a program counts as hung, and is ended so that the test can say so.
    private static let longestRun = 600

    package init() throws {
        path = NSTemporaryDirectory() + "coreaudio-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func run(_ program: String, _ arguments: String...) throws -> ProgramResult { try run(program, arguments) }

    package func run(_ program: String, _ arguments: [String]) throws -> ProgramResult {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = Installed.tools + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["COREAUDIO_BACKEND"] = "null"
        let (output, errors) = (path + "/.output", path + "/.errors")
        guard
            let process = ChildProcess(
                "/usr/bin/env", ["-C", path, program] + arguments, environment: environment, output: output,
                errors: errors)
        else { throw CocoaError(.executableNotLoadable) }
        let status = process.wait(atMost: Self.longestRun)
        let texts = try [output, errors].map { try String(contentsOfFile: $0, encoding: .utf8) }
        return ProgramResult(status: status, output: texts[0], errors: texts[1])
    }
}

extension TemporaryFolder {
    /// Puts a fixture into the folder, so that reports name it without this machine's path.
    package func copy(_ fixture: String, as name: String? = nil) throws {
        let source = Fixture.named(fixture).file
        let target = name ?? String(fixture.split(separator: "/").last!)
        try FileManager.default.copyItem(atPath: source, toPath: path + "/" + target)
    }

    package func tool(_ arguments: String...) throws -> ProgramResult { try run("/usr/bin/env", arguments) }

    /// The names in the folder, hidden ones too, but for the two that hold what programs print.
    package var files: Set<String> {
        get throws {
            Set(try FileManager.default.contentsOfDirectory(atPath: path)).subtracting([".output", ".errors"])
        }
    }

    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }
}

package struct ProgramResult {
    package let status: Int32
    package let output: String
    package let errors: String
}
