import SwiftSyntax

/// An optional requirement of a protocol of Objective-C, and its default implementation.
struct OptionalRequirement {
    /// The default, without indentation and access.
    var implementation: String

    /// Nil where no default is known: the requirement returns something that cannot be nil, and the package does not write the same
    /// `?? value` after each call of it.
    init?(_ node: FunctionDeclSyntax, _ index: PackageIndex) {
        guard let body = Self.body(node.signature.returnClause?.type, node.name.text, index) else { return nil }
        var declaration = node
        declaration.attributes = declaration.attributes.filter { !Self.isObjC($0) }
        declaration.modifiers = declaration.modifiers.filter { $0.name.tokenKind != .keyword(.optional) }
        implementation = declaration.trimmedDescription + " " + body
    }

    /// Nil also for a property that can be set.
    init?(_ node: VariableDeclSyntax, _ index: PackageIndex) {
        guard node.bindings.count == 1, let binding = node.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self),
            let type = binding.typeAnnotation?.type, let accessors = binding.accessorBlock,
            !accessors.description.contains("set"),
            let body = Self.body(type, name.identifier.text, index)
        else { return nil }
        let isStatic = node.modifiers.has(.static) ? "static " : ""
        implementation = "\(isStatic)var \(name.identifier.text): \(type.trimmedDescription) \(body)"
    }

    private static func body(_ type: TypeSyntax?, _ name: String, _ index: PackageIndex) -> String? {
        guard let type, !["Void", "()"].contains(type.trimmedDescription) else { return "{}" }
        if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "{ nil }" }
        guard let values = index.fallbacks[name], values.count == 1, let value = values.first, isConstant(value) else {
            return nil
        }
        return "{ \(value) }"
    }

    /// A literal or a case, which means the same everywhere.
    private static func isConstant(_ text: String) -> Bool {
        ["true", "false", "[]", "[:]", "\"\""].contains(text) || Double(text) != nil
            || text.wholeMatch(of: #/\.[a-z]\w*/#) != nil || text.wholeMatch(of: #/[A-Z]\w*\.[a-z]\w*/#) != nil
    }

    static func isObjC(_ element: AttributeListSyntax.Element) -> Bool {
        element.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "objc"
    }
}
