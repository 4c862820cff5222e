import SwiftSyntax

/// Properties whose name in Objective-C lacks the `is` of their name in Swift.
enum KeyPathNames {
    private static let withoutIs: Set<String> = [
        "playbackLikelyToKeepUp", "playbackBufferFull", "playbackBufferEmpty", "muted", "readyForDisplay",
        "externalPlaybackActive",
        "finished", "executing", "cancelled", "ready", "indeterminate", "paused", "inputAvailable", "otherAudioPlaying",
    ]

    /// The path as Objective-C names it.
    static func objectiveC(_ path: String) -> String {
        path.split(separator: ".").map { name in
            let short =
                name.hasPrefix("is") ? name.dropFirst(2).prefix(1).lowercased() + name.dropFirst(3) : String(name)
            return withoutIs.contains(short) ? short : String(name)
        }.joined(separator: ".")
    }

    /// The path as Swift names it.
    static func swift(_ path: String) -> String {
        path.split(separator: ".").map { name in
            withoutIs.contains(String(name)) ? "is" + name.prefix(1).uppercased() + name.dropFirst() : String(name)
        }.joined(separator: ".")
    }
}

extension PortVisitor {
    /// A call that observes a property gets a closure that observes its key path.
    func portKeyValueObserving(_ node: FunctionCallExprSyntax) {
        guard let argument = node.arguments.first(where: { $0.label?.text == "forKeyPath" }),
            let last = node.arguments.last
        else { return }
        guard let path = keyPath(argument.expression), path.wholeMatch(of: #/[A-Za-z_][\w.]*/#) != nil else {
            return remark(
                "The key path is not known before the program runs: observe each property with observe(\\.property).",
                at: node)
        }
        let closure = "{ $0.observe(\\.\(KeyPathNames.swift(path)), options: $1, changeHandler: $2) }"
        insert(", observing: " + closure, at: last.expression.endPositionBeforeTrailingTrivia)
        parts.insert(.keyValueObserving)
    }

    private func keyPath(_ expression: ExprSyntax) -> String? {
        if let path = literalKeyPath(expression) { return path }
        let name = expression.trimmedDescription
        if let path = index.keyPaths[name.split(separator: ".").suffix(2).joined(separator: ".")], name.contains(".") {
            return path
        }
        return expression.is(DeclReferenceExprSyntax.self)
            ? index.keyPaths[types.last.map { "\($0).\(name)" } ?? name] : nil
    }

    /// A class that overrides `observeValue` declares it, and says that it does: `NSObject` has no such method on Linux.
    func portObservingClass(_ node: ClassDeclSyntax) {
        let observes = node.memberBlock.members.contains {
            $0.decl.as(FunctionDeclSyntax.self).map(isObserveValue) == true
        }
        guard observes, !index.inheritsObserving(node.name.text) else { return }
        parts.insert(.keyValueObserving)
        let inherited = node.inheritanceClause?.inheritedTypes
        guard inherited?.contains(where: { $0.type.trimmedDescription == "KeyValueObserver" }) != true else { return }
        if let last = inherited?.last {
            insert(", KeyValueObserver", at: last.type.endPositionBeforeTrailingTrivia)
        } else {
            insert(
                ": KeyValueObserver",
                at: node.genericParameterClause?.endPositionBeforeTrailingTrivia
                    ?? node.name.endPositionBeforeTrailingTrivia)
        }
    }

    func portObserveValue(_ node: FunctionDeclSyntax) {
        guard isObserveValue(node), let owner = types.last, !index.inheritsObserving(owner) else { return }
        if let word = node.modifiers.first(where: { $0.name.tokenKind == .keyword(.override) }) { remove(word) }
    }

    /// `super.observeValue(…)` stops the program on a Mac, where no class above observes.
    func portSuperObserveValue(_ node: FunctionCallExprSyntax) {
        guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
            access.base?.is(SuperExprSyntax.self) == true,
            let owner = types.last, !index.inheritsObserving(owner)
        else { return }
        replace(access, with: "unexpectedValue")
    }
}
