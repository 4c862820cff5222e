import SwiftSyntax

/// Parts of the file that is added to a module.
enum SupportPart: String, CaseIterable, Sendable {
    case notifications = "Notifications"
    case timers = "Timers"
    case delayedCalls = "Delayed calls"
    case remoteCommands = "Remote commands"
    case keyValueObserving = "Key-value observing"
    case associatedObjects = "Associated objects"
    case objectLocks = "Locks of objects"
}

/// Finds the edits of one file. The rules stand in extensions, one subject a file.
final class PortVisitor: LinuxVisitor {
    let index: PackageIndex
    let locations: SourceLocationConverter
    /// The line break of the file.
    let newline: String
    /// Modules that the file imports, on Linux.
    let imports: Set<String>
    var edits: [SourceEdit] = []
    var remarks: [Remark] = []
    var parts: Set<SupportPart> = []
    /// Selectors that belong to a call which is ported or remarked on as a whole.
    var handled: Set<SyntaxIdentifier> = []

    init(_ source: SourceFileSyntax, index: PackageIndex, newline: String) {
        self.index = index
        self.newline = newline
        locations = SourceLocationConverter(fileName: "", tree: source)
        let collector = ImportCollector(viewMode: .sourceAccurate)
        collector.walk(source)
        imports = Set(collector.imports.map(\.module))
        super.init(viewMode: .sourceAccurate)
        walk(source)
        importRest(of: collector.imports, in: source)
        remarks.sort { $0.line < $1.line }
    }

    // MARK: Edits

    func replace(_ node: some SyntaxProtocol, with text: String) {
        replace(from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia, with: text)
    }

    func replace(from start: AbsolutePosition, to end: AbsolutePosition, with text: String) {
        edits.append(SourceEdit(range: start.utf8Offset..<end.utf8Offset, text: text))
    }

    func insert(_ text: String, at position: AbsolutePosition) { replace(from: position, to: position, with: text) }

    /// Removes a node, and the space up to the next token unless a comment stands there.
    func remove(_ node: some SyntaxProtocol) {
        let end = node.endPositionBeforeTrailingTrivia
        guard let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate) else {
            return replace(from: node.positionAfterSkippingLeadingTrivia, to: end, with: "")
        }
        let trivia = node.trailingTrivia.pieces + next.leadingTrivia.pieces
        var length = SourceLength.zero
        for piece in trivia {
            if piece.isComment { break }
            length += piece.sourceLength
        }
        // In front of a comment only the blanks of the line go.
        if trivia.contains(where: \.isComment) {
            length = .zero
            for piece in trivia {
                guard case .spaces = piece else { break }
                length += piece.sourceLength
            }
        }
        replace(from: node.positionAfterSkippingLeadingTrivia, to: end + length, with: "")
    }

    func remark(_ text: String, at node: some SyntaxProtocol) {
        remarks.append(Remark(line: line(of: node), text: text))
    }

    func line(of node: some SyntaxProtocol) -> Int {
        locations.location(for: node.positionAfterSkippingLeadingTrivia).line
    }

    // MARK: Declarations

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        portObservingClass(node)
        return super.visit(node)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        portProtocol(node)
        return super.visit(node)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let kind = super.visit(node)
        return portSelectorConstants(node) ? .skipChildren : kind
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        portAttribute(node)
        return .skipChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        portModifier(node)
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        portObserveValue(node)
        return .visitChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        portImport(node)
        return .skipChildren
    }

    // MARK: Expressions

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        portOptionalCall(node)
        portCall(node)
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        portMacro(node)
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if let base = node.base?.as(DeclReferenceExprSyntax.self), base.baseName.text == "Darwin" {
            // Foundation brings the C library of either system.
            if imports.contains("Foundation") {
                replace(base, with: "Foundation")
                return .visitChildren
            }
            remark(
                "The C library is named Glibc here: write \(node.declName.baseName.text) without Darwin, or both under #if.",
                at: node)
        }
        return .visitChildren
    }
}
