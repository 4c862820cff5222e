import Foundation

/// A C or C++ compiler, and what it needs to know to build programs against the library under test.
struct Compiler: Sendable, CustomStringConvertible {
    let path: String
    let language: String
    let standard: String

    /// Clang understands blocks; GCC does not.
    var isClang: Bool { path.contains("clang") }

    var description: String { "\((path as NSString).lastPathComponent) -std=\(standard)" }

    /// Those that exist here: the toolchain's, and the system's GCC.
    static let all: [Compiler] = {
        let candidates = [
            (toolchain + "/bin/clang", "c", ["gnu17", "c11"]), (toolchain + "/bin/clang++", "c++", ["c++17"]),
            ("/usr/bin/gcc", "c", ["gnu11", "gnu17", "c11"]), ("/usr/bin/g++", "c++", ["c++17"]),
        ]
        let found = candidates.flatMap { path, language, standards -> [Compiler] in
            guard FileManager.default.isExecutableFile(atPath: path) else { return [] }
            return standards.map { Compiler(path: path, language: language, standard: $0) }
        }
        if found.isEmpty { print("skipped: programs in C, because there is no C compiler") }
        return found
    }()

    /// The folder `usr` of the toolchain: the one whose `swift` is on the path.
    static let toolchain: String = {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        let swift = folders.map { $0 + "/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        let real = URL(fileURLWithPath: swift ?? "/usr/bin/swift").resolvingSymlinksInPath()
        return real.deletingLastPathComponent().deletingLastPathComponent().path
    }()

    static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Clients"

    static let headers =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path + "/Sources/CoreAudioHeaders/include"

    /// Where the tests were built, and libcoreaudio.so with them.
    static let products: String = {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = (executable as NSString).deletingLastPathComponent
        guard FileManager.default.fileExists(atPath: folder + "/libcoreaudio.so") else {
            return (CommandLine.arguments[0] as NSString).deletingLastPathComponent
        }
        return folder
    }()

    /// Warnings are errors: they would be noise in every program that includes the headers.
    private var flags: [String] {
        let warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-nonnull", "-Wno-missing-field-initializers"]
        let folders = ["-I", Self.headers, "-isystem", Self.toolchain + "/lib/swift"]
        return ["-x", language, "-std=" + standard] + warnings + (isClang ? ["-fblocks"] : []) + folders
    }

    /// Checks a program without building it. Returns what the compiler says.
    func check(_ source: String) throws -> Run {
        try run(path, flags + ["-fsyntax-only", Self.clients + "/" + source])
    }

    /// Builds a Swift program of one file against the modules and libcoreaudio.so, as a main.swift, and runs it.
    static func buildAndRunSwift(_ source: String) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let main = folder.appendingPathComponent("main.swift").path
        let program = folder.appendingPathComponent("client").path
        try FileManager.default.copyItem(atPath: clients + "/" + source, toPath: main)
        // The package's own C modules too, which the Swift modules were built with.
        let builds = try FileManager.default.contentsOfDirectory(atPath: products).filter { $0.hasSuffix(".build") }
        let maps = ([headers] + builds.sorted().map { products + "/" + $0 }).map { $0 + "/module.modulemap" }
            .filter(FileManager.default.fileExists)
        let modules = ["-I", products + "/Modules"] + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
        let libraries = ["-I", headers, "-L", products, "-lcoreaudio", "-Xlinker", "-rpath=" + products]
        let build = try run(
            toolchain + "/bin/swiftc", ["-swift-version", "6", main, "-o", program] + modules + libraries)
        return build.status == 0 ? try run(program, []) : build
    }

    /// Builds a program against libcoreaudio.so, runs it in a folder of its own, and returns how that went.
    func buildAndRun(_ source: String, _ arguments: [String] = []) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("client").path
        let runtime = Self.toolchain + "/lib/swift/linux"
        let libraries =
            ["-L", Self.products, "-lcoreaudio", "-L", runtime, "-lFoundation"]
            + (isClang ? ["-lBlocksRuntime"] : [])
            + [Self.products, runtime].map { "-Wl,-rpath," + $0 } + ["-Wl,--allow-shlib-undefined"]
        let build = try run(path, flags + [Self.clients + "/" + source, "-o", program] + libraries)
        guard build.status == 0 else { return build }
        return try run(program, arguments.map { $0.replacingOccurrences(of: "@", with: folder.path) })
    }
}

/// How a program ended, and all that it printed.
struct Run: Equatable {
    var status: Int32
    var output: String
    static let success = Run(status: 0, output: "")
}

/// Runs a program to its end.
func run(_ path: String, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
}
