import Foundation
import TestSupport
import Testing

/// Our declarations of other people's binary interfaces, compared with the real headers by the compiler.
@Suite struct ABITests {
    struct Check: Sendable, CustomTestStringConvertible {
        let file: String
        /// What pkg-config calls them.
        var package = ""
        /// Where the header is of one that pkg-config does not know.
        var header = ""
        var isInstalled: Bool {
            package.isEmpty ? FileManager.default.fileExists(atPath: header) : OtherProgram.finds(package)
        }
        var testDescription: String { file }
    }

    static let installed = [
        Check(file: "PipeWire.c", package: "libpipewire-0.3"), Check(file: "Pulse.c", package: "libpulse"),
        Check(file: "ALSA.c", package: "alsa"), Check(file: "DBus.c", package: "libsystemd"),
        Check(file: "AMR.c", package: "opencore-amrnb opencore-amrwb vo-amrwbenc"),
        Check(file: "GSM.c", header: "/usr/include/gsm.h"),
        Check(file: "OpenAL.c", package: "openal"), Check(file: "MySofa.c", header: "/usr/include/mysofa.h"),
        Check(file: "FDK.c", package: "fdk-aac"), Check(file: "MPG123.c", package: "libmpg123"),
        Check(file: "SQLite.c", package: "sqlite3"),
    ].filter(\.isInstalled)

    @Test(
        .needs("clang"), .enabled(if: !installed.isEmpty, "no development package of a sound server is installed"),
        arguments: installed)
    func agreesWithTheInstalledHeaders(check: Check) throws {
        var flags = ""
        if !check.package.isEmpty {
            let answer = try run(["pkg-config", "--cflags"] + check.package.split(separator: " ").map(String.init))
            try #require(answer.0 == 0)
            flags = answer.1
        }
        let file = PrivateServer.projectRoot.appending(path: "Tests/ABIChecks/\(check.file)").path
        let words = flags.split(whereSeparator: \.isWhitespace).map(String.init)
        let (result, messages) = try run(["clang", "-std=gnu11", "-fsyntax-only"] + words + [file])
        #expect(result == 0, "\(messages)")
    }

    private func run(_ command: [String]) throws -> (Int32, String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
