import Foundation
import TestSupport

/// Builds Swift programs against the modules of the build that the tests belong to: Swift's modules are not installed.
enum SwiftCompiler {
    /// Where the tests were built, and libcoreaudio.so with them.
    static let products: String = {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = (executable as NSString).deletingLastPathComponent
        guard FileManager.default.fileExists(atPath: folder + "/libcoreaudio.so") else {
            return (CommandLine.arguments[0] as NSString).deletingLastPathComponent
        }
        return folder
    }()

    static let headers =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path + "/Sources/CoreAudioHeaders/include"

    /// The programs of the package in Tests/SwiftClients.
    static let clients =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/SwiftClients"

    /// Builds a target of that package against the modules and libcoreaudio.so, in a language mode, and runs it.
    static func buildAndRun(_ target: String, languageMode: Int) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("client").path
        let sources = try FileManager.default.contentsOfDirectory(atPath: clients + "/Sources/" + target)
            .map { clients + "/Sources/" + target + "/" + $0 }
        let build = try build(sources, to: program, languageMode: languageMode)
        return build.status == 0 ? try run(program, []) : build
    }

    /// The modules that libcoreaudio.so does not have.
    private static let classes = ["CoreMedia", "AVFAudio", "AVFoundation"]

    /// Builds a program against the modules and libcoreaudio.so, and with the objects of the classes where it imports one of them.
    ///
    /// - Parameter folders: places of the headers and module maps of C targets.
    static func build(
        _ sources: [String], to program: String, languageMode: Int, including folders: [String] = []
    ) throws -> Run {
        // The package's own C modules too, which the Swift modules were built with.
        let builds = try FileManager.default.contentsOfDirectory(atPath: products).filter { $0.hasSuffix(".build") }
        let maps = ([headers] + builds.sorted().map { products + "/" + $0 }).map { $0 + "/module.modulemap" }
            .filter(FileManager.default.fileExists)
        let modules = ["-I", products + "/Modules"] + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
        let text = try sources.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined(separator: "\n")
        let usesClasses = classes.contains { text.contains("import " + $0) }
        let objects = try usesClasses ? classes.flatMap(objects) : []
        let libraries = ["-I", headers, "-L", products, "-lcoreaudio", "-Xlinker", "-rpath=" + products]
        return try run(
            Compiler.toolchain + "/bin/swiftc",
            ["-swift-version", "\(languageMode)"] + sources + objects + ["-o", program] + modules + libraries
                + folders.flatMap { ["-I", $0] })
    }

    private static func objects(of module: String) throws -> [String] {
        let folder = products + "/\(module).build/"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        return files.filter { $0.hasSuffix(".o") }.map { folder + $0 }
    }
}
