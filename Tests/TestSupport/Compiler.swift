import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test where C programs can be built against what is installed.
    package static var needsCompiler: Self {
        .enabled(if: Installed.isThere && !Compiler.all.isEmpty, "nothing is installed, or there is no C compiler")
    }
}

/// A C or C++ compiler in one language mode. It builds programs as users of the library do: against what is installed,
/// with the flags that pkg-config gives and nothing more.
package struct Compiler: Sendable, CustomStringConvertible {
    package let path: String
    package let language: String
    let standard: String
    /// Whether the language has blocks: clang's, if asked with `-fblocks`.
    var blocks = false

    package var isClang: Bool { path.contains("clang") }

    package var description: String {
        "\((path as NSString).lastPathComponent) -std=\(standard)\(blocks ? " -fblocks" : "")"
    }

    /// Four compilers in the modes that programs are built in.
    package static let all = c + cxx

    package static let c =
        modes("clang", "c", ["gnu17"], blocks: true) + modes("clang", "c", ["c11"])
        + modes("gcc", "c", ["gnu11", "gnu17", "c11"])

    package static let cxx =
        modes("clang++", "c++", ["c++17"], blocks: true) + modes("clang++", "c++", ["gnu++14"])
        + modes("g++", "c++", ["c++17"])

    /// A compiler, once for each of the standards; none where it is not installed. Clang is the toolchain's.
    package static func modes(_ name: String, _ language: String, _ standards: [String], blocks: Bool = false)
        -> [Compiler]
    {
        let path = (name.hasPrefix("clang") ? toolchain : "/usr") + "/bin/" + name
        guard FileManager.default.isExecutableFile(atPath: path) else { return [] }
        return standards.map { Compiler(path: path, language: language, standard: $0, blocks: blocks) }
    }

    /// The folder `usr` of the toolchain: the one whose `swift` is on the path.
    package static let toolchain: String = {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        let swift = folders.map { $0 + "/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        let real = URL(fileURLWithPath: swift ?? "/usr/bin/swift").resolvingSymlinksInPath()
        return real.deletingLastPathComponent().deletingLastPathComponent().path
    }()

    package static let clients = PrivateServer.projectRoot.appending(path: "Tests/CClientTests/Clients").path

    /// Where the public headers are installed.
    package static let headers = (Installed.prefix ?? "") + "/include/coreaudio"

    /// The installed library.
    package static let library = (Installed.prefix ?? "") + "/lib/libcoreaudio.so"

    /// The flags that pkg-config gives for an installed package: `--cflags` or `--libs`.
    package static func packageFlags(_ kind: String, _ package: String = "coreaudio") throws -> [String] {
        let folder = (Installed.prefix ?? "") + "/lib/pkgconfig"
        let flags = try run("/usr/bin/env", ["PKG_CONFIG_PATH=" + folder, "pkg-config", kind, package])
        guard flags.status == 0 else { throw CocoaError(.fileReadUnknown, userInfo: ["pkg-config": flags.output]) }
        return flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Warnings are errors: they would be noise in every program that includes the headers.
    private func flags(_ package: String) throws -> [String] {
        let warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-nonnull", "-Wno-missing-field-initializers"]
        let mode = ["-x", language, "-std=" + standard] + (blocks ? ["-fblocks"] : [])
        return try mode + warnings + Self.packageFlags("--cflags", package)
    }

    /// A path in `Clients`, or an absolute one.
    private func path(of source: String) -> String { source.hasPrefix("/") ? source : Self.clients + "/" + source }

    /// Checks a program without building it. Returns what the compiler says.
    package func check(_ source: String, _ options: [String] = [], package: String = "coreaudio") throws -> Run {
        try run(path, flags(package) + options + ["-fsyntax-only", path(of: source)])
    }

    /// Checks a program of nothing but includes.
    package func check(including headers: [String], _ options: [String] = [], package: String = "coreaudio") throws
        -> Run
    {
        try run(
            path, flags(package) + options + ["-fsyntax-only"] + headers.flatMap { ["-include", $0] } + ["/dev/null"])
    }

    /// Builds a program, runs it in a folder of its own, and returns how that went. `@` in an argument is the folder.
    package func buildAndRun(
        _ source: String, _ arguments: [String] = [], environment: [String: String] = [:],
        options: [String] = [], package: String = "coreaudio"
    ) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("client").path
        let libraries = try Self.packageFlags("--libs", package)
        let build = try run(path, flags(package) + options + [path(of: source), "-o", program] + libraries)
        guard build.status == 0 else { return build }
        return try run(
            program, arguments.map { $0.replacingOccurrences(of: "@", with: folder.path) }, environment: environment)
    }
}

/// How a program ended, and all that it printed.
package struct Run: Equatable {
    package var status: Int32
    package var output: String
    package static let success = Run(status: 0, output: "")

    package init(status: Int32, output: String) { (self.status, self.output) = (status, output) }
}

/// Runs a program to its end. `environment` is added to what the tests were started with.
package func run(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Run {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try withoutBlockedSignals { try process.run() }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
}

/// Worker threads block signals, and a child would inherit that: CMake would wait for its own children for ever.
private func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
}
