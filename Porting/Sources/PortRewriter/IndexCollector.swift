import SwiftSyntax

/// A visitor that leaves out the code which is not compiled on Linux, and knows the types around a place.
class LinuxVisitor: SyntaxVisitor {
    /// The types around the place, from the outside in.
    private(set) var types: [String] = []

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in LinuxCondition.active(node.clauses) where clause.elements != nil { walk(clause.elements!) }
        return .skipChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ProtocolDeclSyntax) { types.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription.split(separator: ".").last.map(String.init) ?? "")
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

    func enter(_ name: String) -> SyntaxVisitorContinueKind {
        types.append(name)
        return .visitChildren
    }
}

extension AttributeListSyntax {
    func has(_ name: String) -> Bool {
        contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name }
    }
}

extension DeclModifierListSyntax {
    func has(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) } }
}

/// Collects what the index has of one file.
final class IndexCollector: LinuxVisitor {
    var methods: [IndexedMethod] = []
    var objcProtocols: Set<String> = []
    var fallbacks: [(String, String)] = []
    var selectors: [String: ExprSyntax] = [:]
    var keyPaths: [String: String] = [:]
    var observingClasses: Set<String> = []
    var inherited: [String: [String]] = [:]

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        inherited[node.name.text, default: []] +=
            node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
        return super.visit(node)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.attributes.has("objc") { objcProtocols.insert(node.name.text) }
        return super.visit(node)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let parameters = node.signature.parameterClause.parameters.map {
            IndexedMethod.Parameter(
                label: $0.firstName.text == "_" ? "" : $0.firstName.text, type: $0.type.trimmedDescription)
        }
        methods.append(
            IndexedMethod(
                owner: types.last ?? "", name: node.name.text, parameters: parameters,
                returns: node.signature.returnClause?.type.trimmedDescription, isObjC: node.attributes.has("objc"),
                isStatic: node.modifiers.has(.static) || node.modifiers.has(.class),
                effects: node.signature.effectSpecifiers?.trimmedDescription ?? ""))
        if isObserveValue(node), let owner = types.last { observingClasses.insert(owner) }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let value = binding.initializer?.value
            else {
                continue
            }
            if types.last == "Selector", value.as(MacroExpansionExprSyntax.self)?.macroName.text == "selector" {
                selectors[name] = value
            }
            if let path = literalKeyPath(value) {
                keyPaths[name] = path
                if let owner = types.last { keyPaths["\(owner).\(name)"] = path }
            }
        }
        return .visitChildren
    }

    /// `delegate?.method?(…) ?? default`
    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (at, element) in elements.enumerated()
        where element.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
            guard at > 0, at + 1 < elements.count, let name = optionalMember(elements[at - 1]) else { continue }
            fallbacks.append((name, elements[at + 1].trimmedDescription))
        }
        return .visitChildren
    }
}

/// The name of an optional requirement that an expression calls or reads: of `a?.name?(…)` and `a?.name`.
private func optionalMember(_ expression: ExprSyntax) -> String? {
    if let call = expression.as(FunctionCallExprSyntax.self) {
        return call.calledExpression.as(OptionalChainingExprSyntax.self)?.expression.as(MemberAccessExprSyntax.self)?
            .declName.baseName.text
    }
    return expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
}

/// The path of a string literal or of `#keyPath`, or nil.
func literalKeyPath(_ expression: ExprSyntax) -> String? {
    if let literal = expression.as(StringLiteralExprSyntax.self) { return literal.representedLiteralValue }
    guard let macro = expression.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath",
        macro.arguments.count == 1,
        let argument = macro.arguments.first
    else { return nil }
    let names = argument.expression.trimmedDescription.split(separator: ".")
    // Types begin with a capital, properties do not.
    let path = names.drop { $0.first?.isUppercase == true || $0 == "self" }
    return path.isEmpty ? nil : path.joined(separator: ".")
}

/// Whether a method is `observeValue(forKeyPath:of:change:context:)`.
func isObserveValue(_ node: FunctionDeclSyntax) -> Bool {
    node.name.text == "observeValue"
        && node.signature.parameterClause.parameters.map(\.firstName.text) == ["forKeyPath", "of", "change", "context"]
}

/// Collects the optional requirements that can be given a default.
final class OptionalCollector: LinuxVisitor {
    let index: PackageIndex
    var names: Set<String> = []

    init(index: PackageIndex) {
        self.index = index
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.modifiers.has(.optional), OptionalRequirement(node, index) != nil { names.insert(node.name.text) }
        return .skipChildren
    }
}
