import SwiftSyntax

/// Collects the imports that are compiled on Linux.
final class ImportCollector: LinuxVisitor {
    var imports: [(module: String, node: ImportDeclSyntax)] = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.text { imports.append((module, node)) }
        return .skipChildren
    }
}

/// Collects the words of the code that is compiled on Linux.
private final class WordCollector: LinuxVisitor {
    var usesNetworking = false

    private static let networking: Set<String> = [
        "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLSessionTask", "URLSessionDataTask",
        "URLSessionDownloadTask",
        "URLSessionUploadTask", "URLSessionConfiguration", "URLSessionDelegate", "URLSessionDataDelegate",
        "URLSessionTaskDelegate",
        "URLSessionDownloadDelegate", "URLCache", "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage",
        "URLCredential",
        "URLAuthenticationChallenge", "URLProtectionSpace", "URLProtocol", "URLSessionWebSocketTask",
    ]

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if case .identifier(let word) = token.tokenKind, Self.networking.contains(word) { usesNetworking = true }
        return .skipChildren
    }
}

extension PortVisitor {
    func portImport(_ node: ImportDeclSyntax) {
        guard let module = node.path.first?.name.text else { return }
        switch module {
        case "Darwin": guardImport(node, of: "Darwin", otherwise: linuxImport(node))
        case "ObjectiveC": guardImport(node, of: "ObjectiveC", otherwise: nil)
        case _ where LinuxCondition.appleModules.contains(module):
            remark(
                "\(module) does not exist on Linux: put it and what uses it under #if canImport(\(module)), or leave the file out.",
                at: node)
        default: break
        }
    }

    /// Submodules of Darwin are all of Glibc's; one declaration stays one.
    private func linuxImport(_ node: ImportDeclSyntax) -> String {
        guard let kind = node.importKindSpecifier?.text, let name = node.path.last?.name.text else {
            return "import Glibc"
        }
        return "import \(kind) Glibc.\(name)"
    }

    private func guardImport(_ node: ImportDeclSyntax, of module: String, otherwise: String?) {
        let indentation = indentation(of: node)
        let start = AbsolutePosition(
            utf8Offset: node.positionAfterSkippingLeadingTrivia.utf8Offset - indentation.utf8.count)
        insert("\(indentation)#if canImport(\(module))\(newline)", at: start)
        let other = otherwise.map { "\(newline)\(indentation)#else\(newline)\(indentation)\($0)" } ?? ""
        insert("\(other)\(newline)\(indentation)#endif", at: node.endPosition)
    }

    /// On Linux the classes of URL loading have a module of their own.
    func importNetworking(_ imports: [(module: String, node: ImportDeclSyntax)], in source: SourceFileSyntax) {
        guard !imports.contains(where: { $0.module == "FoundationNetworking" }) else { return }
        let words = WordCollector(viewMode: .sourceAccurate)
        words.walk(source)
        guard words.usesNetworking, let place = (imports.first { $0.module == "Foundation" } ?? imports.last)?.node
        else { return }
        let indentation = indentation(of: place)
        let lines = ["", "#if canImport(FoundationNetworking)", "import FoundationNetworking", "#endif"]
        insert(lines.joined(separator: newline + indentation), at: place.endPosition)
    }
}
