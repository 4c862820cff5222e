import Foundation
import Testing

@testable import PortRewriter

/// A folder with files, which goes with its last reference.
private final class Folder {
    let path: String

    init(_ files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(of name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    func run(_ arguments: String..., input: String = "") throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        pipe.fileHandleForWriting.write(Data(input.utf8))
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    func write(_ port: PackagePort) throws { for change in port.changes { try change.write(in: path) } }
}

private let manifest = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(name: "P", targets: [
        .target(name: "A"), .target(name: "B", path: "Code/B"), .target(name: "C", path: "Code/C", sources: ["In"]), .testTarget(name: "ATests"),
    ])
    """
private let timer = """
    class A: NSObject {
        func f() { Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(g), userInfo: nil, repeats: true) }
        @objc func g() {}
    }

    """

@Test func eachModuleGetsItsSupport() throws {
    let folder = try Folder([
        "Package.swift": manifest, "Sources/A/Deep/X.swift": timer, "Code/B/Y.swift": timer, "Code/C/In/Z.swift": timer,
        "Tests/ATests/T.swift": timer, "Sources/Plain/P.swift": "let x = 1\n",
    ])
    let port = try PackagePort(root: folder.path)
    #expect(
        port.changes.map(\.path) == [
            "Code/B/SelectorSupport.swift", "Code/B/Y.swift", "Code/C/In/SelectorSupport.swift", "Code/C/In/Z.swift",
            "Sources/A/Deep/X.swift",
            "Sources/A/SelectorSupport.swift", "Tests/ATests/SelectorSupport.swift", "Tests/ATests/T.swift",
        ])
    #expect(port.problems == [])
    #expect(port.summary(written: false) == "6 Swift files, 8 to change, 0 places to look at")
    try folder.write(port)
    let again = try PackagePort(root: folder.path)
    #expect(again.changes.isEmpty && again.problems == [])
    #expect(again.summary(written: true) == "10 Swift files, 0 changed, 0 places to look at")
}

@Test func supportKeepsItsPartsAndGetsMore() throws {
    let folder = try Folder(["Package.swift": manifest, "Sources/A/X.swift": timer])
    try folder.write(try PackagePort(root: folder.path))
    #expect(SupportFile.parts(of: try folder.text(of: "Sources/A/SelectorSupport.swift")) == [.timers])
    try folder.write(
        "class B { func f() { c.addObserver(self, selector: #selector(g), name: n, object: nil) }\n func g() {} }",
        to: "Sources/A/Y.swift")
    let port = try PackagePort(root: folder.path)
    #expect(port.changes.map(\.path) == ["Sources/A/SelectorSupport.swift", "Sources/A/Y.swift"])
    try folder.write(port)
    #expect(SupportFile.parts(of: try folder.text(of: "Sources/A/SelectorSupport.swift")) == [.timers, .notifications])
}

@Test func otherFoldersAreLeftOut() throws {
    let outside = try Folder(["X.swift": timer])
    let folder = try Folder([
        ".build/checkouts/D/X.swift": timer, ".hidden/X.swift": timer, "Pods/X.swift": timer, "Carthage/X.swift": timer,
        "DerivedData/X.swift": timer, ".X.swift": timer, "X.txt": timer,
    ])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/Linked", withDestinationPath: outside.path)
    try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/X.swift", withDestinationPath: outside.path + "/X.swift")
    let port = try PackagePort(root: folder.path)
    #expect(port.changes.isEmpty && port.problems == [])
    #expect(port.summary(written: false) == "0 Swift files, 0 to change, 0 places to look at")
}

@Test func filesThatAreNotSwiftAreLeft() throws {
    let folder = try Folder([
        "A.swift": "class A {\n    @objc func f( {\n}\n", "B.swift": "@objc class B: NSObject {}\n",
    ])
    try Data([0x2F, 0x2F, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: folder.path + "/C.swift"))
    let port = try PackagePort(root: folder.path)
    #expect(port.hasUnreadableFiles)
    #expect(port.changes.map(\.path) == ["B.swift"])
    #expect(port.problems.count == 2)
    #expect(port.problems[0].hasPrefix("A.swift:2: This file is left as it is: "))
    #expect(port.problems[1] == "C.swift:1: This file is left as it is: the file cannot be read as UTF-8.")
}

@Test func placesAreThoseOfTheFileAsItIs() throws {
    let text = "import Darwin\n\n@objc\nclass A: NSObject {\n    let s = #selector(f)\n    @objc\n    func f() {}\n}\n"
    let folder = try Folder(["A.swift": text])
    #expect(
        try PackagePort(root: folder.path).problems == [
            "A.swift:5: Linux has no selectors: call the method in a closure."
        ])
}

@Test func theDiffIsWhatPatchTakes() throws {
    let files = [
        "Package.swift": manifest, "Sources/A/X Y.swift": "import Darwin\n" + timer + "// the end",
        "Code/B/Y.swift": timer + timer,
    ]
    let (written, patched) = (try Folder(files), try Folder(files))
    let port = try PackagePort(root: written.path)
    try written.write(port)
    try patched.run("patch", "-p1", "-s", input: port.changes.map(\.diff).joined())
    for change in port.changes { #expect(try patched.text(of: change.path) == written.text(of: change.path)) }
}

@Test func writingKeepsTheModeOfAFile() throws {
    let folder = try Folder(["A.swift": "@objc class A: NSObject {}\n"])
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder.path + "/A.swift")
    try folder.write(try PackagePort(root: folder.path))
    #expect(try folder.text(of: "A.swift") == "class A: NSObject {}\n")
    let mode =
        try FileManager.default.attributesOfItem(atPath: folder.path + "/A.swift")[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o750)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["A.swift"])
}

@Test func uncommittedChangesAreNotWrittenOver() throws {
    let folder = try Folder(["A.swift": "class A {}\n"])
    #expect(WorkTree.reasonNotToWrite(in: folder.path)?.contains("is not in a git repository") == true)
    try folder.run("git", "init", "-q")
    #expect(WorkTree.reasonNotToWrite(in: folder.path)?.contains("has uncommitted changes in 1 file.") == true)
    try folder.run("git", "add", ".")
    try folder.run("git", "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-q", "-m", "A")
    #expect(WorkTree.reasonNotToWrite(in: folder.path) == nil)
    try folder.write("class B {}\n", to: "A.swift")
    #expect(WorkTree.reasonNotToWrite(in: folder.path)?.contains("has uncommitted changes in 1 file.") == true)
}

@Test(arguments: [
    ("os(Linux)", true), ("os(macOS)", false), ("!os(macOS)", true), ("canImport(UIKit) && FLAG", false), ("FLAG", nil),
    ("!FLAG", nil),
    ("os(iOS) || FLAG", nil), ("os(iOS) || os(Linux)", true), ("(os(iOS) || os(tvOS))", false),
    ("canImport(AVFoundation)", nil),
    ("targetEnvironment(simulator)", false), ("FLAG && os(iOS) || !canImport(Darwin)", true), ("swift(>=5.9)", nil),
    ("true", true),
])
func conditions(_ text: String, _ value: Bool?) throws {
    let file = try FilePort.parse("#if \(text)\nlet inside = #selector(f)\n#else\nlet other = #selector(f)\n#endif\n")
    let visitor = PortVisitor(file, index: PackageIndex([file]), newline: "\n")
    let lines = visitor.remarks.map(\.line)
    #expect(lines == (value == true ? [2] : value == false ? [4] : [2, 4]))
}
