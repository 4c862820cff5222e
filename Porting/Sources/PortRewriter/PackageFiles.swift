import Foundation
import SwiftSyntax

/// Finds the Swift files of a package.
enum PackageFiles {
    /// Folders that other programs fill.
    private static let skipped: Set<String> = [
        "Pods", "Carthage", "DerivedData", "SourcePackages", "checkouts", "node_modules",
    ]

    /// Paths from the folder, sorted. Hidden files, folders of other packages' sources, and symbolic links are left out.
    static func swiftFiles(in root: String) throws -> [String] {
        var found: [String] = []
        var open = [""]
        while let folder = open.popLast() {
            for name in try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) {
                let path = folder.isEmpty ? name : folder + "/" + name
                guard !name.hasPrefix("."), !skipped.contains(name) else { continue }
                // The attributes are those of a link itself, not of what it leads to.
                switch try FileManager.default.attributesOfItem(atPath: root + "/" + path)[.type] as? FileAttributeType
                {
                case .typeDirectory: open.append(path)
                case .typeRegular where name.hasSuffix(".swift"): found.append(path)
                default: break
                }
            }
        }
        return found.sorted()
    }
}

/// Says to which module's folder a file belongs.
struct ModuleFolders {
    private var folders: Set<String> = []

    /// - Parameter manifests: the paths and trees of `Package.swift` and of those in folders.
    init(root: String, manifests: [(path: String, tree: SourceFileSyntax)]) {
        for manifest in manifests where Self.isManifest(manifest.path) {
            let collector = TargetCollector(viewMode: .sourceAccurate)
            collector.walk(manifest.tree)
            let package = manifest.path.split(separator: "/").dropLast().joined(separator: "/")
            for target in collector.targets {
                for folder in target.folders {
                    let path = [package, folder].filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
                    var isFolder: ObjCBool = false
                    let exists =
                        FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                        && isFolder.boolValue
                    if exists { folders.insert(path) }
                }
            }
        }
    }

    static func isManifest(_ path: String) -> Bool {
        path == "Package.swift" || path.hasSuffix("/Package.swift") || path.contains("Package@swift")
    }

    /// The folder of the target that has the file. For a file of no target, the first folder of its path; for one in no folder, "".
    func folder(of path: String) -> String {
        let components = path.split(separator: "/").dropLast()
        for count in stride(from: components.count, through: 0, by: -1) {
            let folder = components.prefix(count).joined(separator: "/")
            if folders.contains(folder) { return folder }
        }
        return components.first.map(String.init) ?? ""
    }
}

/// Reads the targets of a manifest, as far as they are literals.
private final class TargetCollector: SyntaxVisitor {
    struct Target {
        /// Where its sources may be.
        var folders: [String]
    }
    var targets: [Target] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
            ["target", "executableTarget", "testTarget", "macro", "plugin"].contains(access.declName.baseName.text),
            let name = text("name", of: node)
        else { return .visitChildren }
        let folders: [String]
        if let path = text("path", of: node) {
            let trimmed = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
            folders = [[trimmed, firstSource(of: node)].filter { !$0.isEmpty }.joined(separator: "/")]
        } else {
            folders = ["Sources", "Source", "src", "srcs", "Tests"].map { "\($0)/\(name)" }
        }
        targets.append(Target(folders: folders))
        return .visitChildren
    }

    private func text(_ label: String, of node: FunctionCallExprSyntax) -> String? {
        node.arguments.first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?
            .representedLiteralValue
    }

    /// The first folder of `sources:`, or "".
    private func firstSource(of node: FunctionCallExprSyntax) -> String {
        let sources = node.arguments.first { $0.label?.text == "sources" }?.expression.as(ArrayExprSyntax.self)
        let first = sources?.elements.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        return first.flatMap { $0.hasSuffix(".swift") ? nil : $0 } ?? ""
    }
}
