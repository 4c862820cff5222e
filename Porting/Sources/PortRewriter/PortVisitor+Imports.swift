import SwiftSyntax

/// Collects the imports that are compiled on Linux.
final class ImportCollector: LinuxVisitor {
    var imports: [(module: String, node: ImportDeclSyntax)] = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.text { imports.append((module, node)) }
        return .skipChildren
    }
}

/// Collects the modules beside Foundation whose names are in the code that is compiled on Linux.
private final class RestCollector: LinuxVisitor {
    var modules: Set<String> = []

    private static let names: [String: Set<String>] = [
        "FoundationNetworking": [
            "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLSessionTask", "URLSessionDataTask",
            "URLSessionDownloadTask", "URLSessionUploadTask", "URLSessionConfiguration", "URLSessionDelegate",
            "URLSessionDataDelegate", "URLSessionTaskDelegate", "URLSessionDownloadDelegate", "URLCache",
            "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage", "URLCredential", "URLAuthenticationChallenge",
            "URLProtectionSpace", "URLProtocol", "URLSessionWebSocketTask",
        ],
        "FoundationXML": ["XMLParser", "XMLParserDelegate", "XMLDocument", "XMLNode", "XMLElement", "XMLDTD"],
        "CoreAudioTypes": [
            "CFTypeRef", "CFString", "CFURL", "CFData", "CFArray", "CFDictionary", "CFNumber", "CFBoolean", "CFError",
            "CFDate", "CFMutableString", "CFMutableData", "CFMutableArray", "CFMutableDictionary", "CFRunLoop",
            "CFRange", "CFIndex", "CFTimeInterval", "CFAbsoluteTime", "CFAbsoluteTimeGetCurrent",
            "kCFAllocatorDefault", "kCFBooleanTrue", "kCFBooleanFalse",
        ],
    ]

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        guard case .identifier(let word) = token.tokenKind else { return .skipChildren }
        for (module, names) in Self.names where names.contains(word) { modules.insert(module) }
        return .skipChildren
    }
}

extension PortVisitor {
    func portImport(_ node: ImportDeclSyntax) {
        guard let module = node.path.first?.name.text else { return }
        switch module {
        case "Darwin": guardImport(node, of: "Darwin", otherwise: linuxImport(node))
        case "ObjectiveC": guardImport(node, of: "ObjectiveC", otherwise: nil)
        // Beside these modules, CFURL and the like would be ambiguous.
        case "CoreFoundation" where !imports.isDisjoint(with: Self.withCoreFoundation):
            guardImport(node, of: "Darwin", otherwise: nil)
        case "IOKit" where node.path.dropFirst().first?.name.text == "audio": break
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

    /// On Linux the classes of URL loading and of XML have modules of their own, and Foundation does not bring CoreFoundation's names.
    func importRest(of imports: [(module: String, node: ImportDeclSyntax)], in source: SourceFileSyntax) {
        let rest = RestCollector(viewMode: .sourceAccurate)
        rest.walk(source)
        guard let place = (imports.first { $0.module == "Foundation" } ?? imports.last)?.node else { return }
        let modules = Set(imports.map(\.module))
        if !modules.isDisjoint(with: Self.withCoreFoundation.union(["CoreFoundation"])) {
            rest.modules.remove("CoreAudioTypes")
        }
        let indentation = indentation(of: place)
        for module in rest.modules.subtracting(modules).sorted() {
            let lines = ["", "#if canImport(\(module))", "import \(module)", "#endif"]
            insert(lines.joined(separator: newline + indentation), at: place.endPosition)
        }
    }

    /// Modules that bring CoreFoundation's names on Linux.
    private static var withCoreFoundation: Set<String> {
        [
            "CoreAudioTypes", "CoreAudio", "AudioToolbox", "AudioUnit", "CoreMIDI", "CoreMedia", "MediaToolbox",
            "AVFAudio",
            "AVFoundation",
        ]
    }
}
