import SwiftSyntax

/// The call that takes the place of a selector.
struct SelectorCall {
    var method: IndexedMethod?
    var name: String
    /// The labels of the arguments, empty for `_`.
    var labels: [String]

    /// What is known of the type of the one argument.
    var parameterType: String? { method?.parameters.first?.type }
    var returnsValue: Bool { method?.returns.map { !["Void", "()"].contains($0) } ?? false }

    /// `{ target, _ in target.name() }` or `{ $0.name(label: $1) }`.
    ///
    /// - Parameters:
    ///   - argument: the text that is passed, which begins with `$1`.
    ///   - result: what stands before the call, and what follows it.
    func closure(argument: String, before: String = "", after: String = "") -> String {
        let before = before.isEmpty && after.isEmpty && returnsValue ? "_ = " : before
        guard let label = labels.first else { return "{ target, _ in \(before)target.\(name)()\(after) }" }
        return "{ \(before)$0.\(name)(\(label.isEmpty ? "" : label + ": ")\(argument))\(after) }"
    }
}

/// Why an expression cannot be ported.
struct CannotPort: Error {
    /// A sentence that says what to do.
    var advice: String
}

extension PackageIndex {
    /// The call that `#selector(…)`, or a constant that stands for one, names.
    ///
    /// - Parameter owner: the type in which the selector is written.
    func call(of expression: ExprSyntax, in owner: String?) throws(CannotPort) -> SelectorCall {
        if let macro = expression.as(MacroExpansionExprSyntax.self), macro.macroName.text == "selector",
            macro.arguments.count == 1,
            let argument = macro.arguments.first, argument.label == nil
        {
            return try call(named: argument.expression, in: owner)
        }
        if let access = expression.as(MemberAccessExprSyntax.self),
            let constant = selectors[access.declName.baseName.text],
            access.base == nil || access.base?.trimmedDescription == "Selector"
        {
            return try call(of: constant, in: nil)
        }
        throw CannotPort(advice: "Linux has no selectors: call the method in a closure.")
    }

    private func call(named expression: ExprSyntax, in owner: String?) throws(CannotPort) -> SelectorCall {
        let name: DeclReferenceExprSyntax
        var owner = owner
        if let access = expression.as(MemberAccessExprSyntax.self) {
            name = access.declName
            let base = access.base?.trimmedDescription.split(separator: ".").last.map(String.init)
            if let base, base.first?.isUppercase == true, base != "Self" { owner = base }
        } else if let reference = expression.as(DeclReferenceExprSyntax.self) {
            name = reference
        } else {
            throw CannotPort(advice: "Linux has no selectors: call the method in a closure.")
        }
        let labels = name.argumentNames.map { $0.arguments.map(\.name.text) }
        let method = method(named: name.baseName.text, labels: labels, in: owner)
        guard let found = labels ?? method.map({ $0.parameters.map(\.label) }) else {
            throw CannotPort(
                advice:
                    "The method \(name.baseName.text) is not declared in this package: write its arguments in the selector, as in "
                    + "#selector(\(name.baseName.text)(_:)), and port again.")
        }
        guard found.count <= 1 else {
            throw CannotPort(
                advice: "The method \(name.baseName.text) takes \(found.count) arguments: call it in a closure.")
        }
        guard method?.isStatic != true else {
            throw CannotPort(
                advice: "The method \(name.baseName.text) belongs to a type, not to an object: call it in a closure.")
        }
        if let effects = method?.effects, !effects.isEmpty {
            let how = effects.contains("async") ? "in a Task of a closure" : "with `try` in a closure"
            throw CannotPort(advice: "The method \(name.baseName.text) is declared \(effects): call it \(how).")
        }
        return SelectorCall(method: method, name: name.baseName.text, labels: found.map { $0 == "_" ? "" : $0 })
    }
}
