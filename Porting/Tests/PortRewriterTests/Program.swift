import Foundation
import Testing

@testable import PortRewriter

/// A program of a Mac that is ported, compiled and run.
struct Program {
    /// Modules that stand for those of this project: their names and sources.
    var modules: [(name: String, source: String)] = []
    var source: String

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Ports the program, compiles it with the file of support, and returns the lines that it prints.
    func lines(mode: Int) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let port = try PortCase.port(source)
        #expect(port.remarks == [])
        let files = [("Program.swift", port.text), (SupportFile.name, SupportFile.text(port.parts))]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        for module in modules {
            try Data(module.source.utf8).write(to: folder.appendingPathComponent("\(module.name).module.swift"))
            try run(
                [
                    "swiftc", "-parse-as-library", "-emit-module", "-emit-object", "-module-name", module.name, "-I",
                    ".",
                    "\(module.name).module.swift", "-o", "\(module.name).o", "-emit-module-path",
                    "\(module.name).swiftmodule",
                ], in: folder)
        }
        try run(
            ["swiftc", "-swift-version", "\(mode)", "-warnings-as-errors", "-parse-as-library", "-I", "."]
                + files.map(\.0)
                + modules.map { "\($0.name).o" } + ["-o", "program"], in: folder)
        return try run(["./program"], in: folder).split(separator: "\n").map(String.init)
    }

    @discardableResult
    private func run(_ arguments: [String], in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " "))\n\(text)")
        }
        return text
    }
}
