import SwiftSyntax

extension PortVisitor {
    func portCall(_ node: FunctionCallExprSyntax) {
        guard let name = calledName(node.calledExpression) else { return }
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        switch (name, labels) {
        case ("addObserver", ["_", "selector", "name", "object"]): portNotification(node)
        case ("addObserver", _) where labels.starts(with: ["_", "forKeyPath"]) && labels.last != "observing":
            portKeyValueObserving(node)
        case ("removeObserver", _) where labels.first == "_": portRemoval(node, labels)
        case ("observeValue", _): portSuperObserveValue(node)
        case ("scheduledTimer", ["timeInterval", "target", "selector", "userInfo", "repeats"]),
            ("Timer", ["timeInterval", "target", "selector", "userInfo", "repeats"]),
            ("Timer", ["fireAt", "interval", "target", "selector", "userInfo", "repeats"]):
            portTimer(node)
        case ("CADisplayLink", ["target", "selector"]):
            handle(node)
            remark(
                "CADisplayLink calls a selector, and Linux has none: use Timer.scheduledTimer(withTimeInterval:repeats:block:).",
                at: node)
        case ("addTarget", ["_", "action"]), ("removeTarget", ["_", "action"]):
            portRemoteCommand(node, adds: name == "addTarget")
        case ("addTarget", ["_", "action", "for"]), ("removeTarget", ["_", "action", "for"]):
            handle(node)
            remark(
                "Controls of UIKit do not exist on Linux: put this call between #if canImport(UIKit) and #endif.",
                at: node)
        case ("perform", ["_", "with", "afterDelay"]), ("performSelector", ["onMainThread", "with", "waitUntilDone"]),
            ("performSelector", ["inBackground", "with"]):
            portDelayedCall(node)
        case ("cancelPreviousPerformRequests", ["withTarget", "selector", "object"]): portCancelling(node)
        case ("cancelPreviousPerformRequests", ["withTarget"]): parts.insert(.delayedCalls)
        default: remarkOnRuntime(name, node)
        }
    }

    /// `f` of `f`, `a.f` and `a.f.init`.
    private func calledName(_ expression: ExprSyntax) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
        guard let access = expression.as(MemberAccessExprSyntax.self) else { return nil }
        if access.declName.baseName.text == "init", let base = access.base { return calledName(base) }
        return access.declName.baseName.text
    }

    /// Notes that the selectors in a call need no remark of their own.
    private func handle(_ node: FunctionCallExprSyntax) {
        for argument in node.arguments where argument.expression.is(MacroExpansionExprSyntax.self) {
            handled.insert(argument.expression.id)
        }
    }

    private func argument(_ label: String, of node: FunctionCallExprSyntax) -> LabeledExprSyntax? {
        node.arguments.first { $0.label?.text == label }
    }

    /// Finds the call that a selector stands for, or remarks why there is none.
    private func call(of argument: LabeledExprSyntax, in node: FunctionCallExprSyntax) -> SelectorCall? {
        handle(node)
        do throws(CannotPort) {
            return try index.call(of: argument.expression, in: types.last)
        } catch {
            remark(error.advice, at: argument)
            return nil
        }
    }

    private func replaceSelector(_ argument: LabeledExprSyntax, with closure: String) {
        replace(
            from: argument.positionAfterSkippingLeadingTrivia, to: argument.expression.endPositionBeforeTrailingTrivia,
            with: "handler: " + closure)
    }

    // MARK: Notifications

    private func portNotification(_ node: FunctionCallExprSyntax) {
        guard let selector = argument("selector", of: node), let call = call(of: selector, in: node) else { return }
        let type = call.parameterType ?? "Notification"
        let isBridged = ["NSNotification", "Any", "AnyObject", "NSObject", "AnyObject?", "Any?", "NSNotification?"]
            .contains(type)
        replaceSelector(selector, with: call.closure(argument: isBridged ? "$1 as NSNotification" : "$1"))
        parts.insert(.notifications)
    }

    private func portRemoval(_ node: FunctionCallExprSyntax, _ labels: [String]) {
        guard labels.contains("forKeyPath") else { return }
        parts.insert(.keyValueObserving)
    }

    // MARK: Timers

    private func portTimer(_ node: FunctionCallExprSyntax) {
        guard let selector = argument("selector", of: node), let call = call(of: selector, in: node) else { return }
        replaceSelector(selector, with: call.closure(argument: "$1"))
        let hasValue = argument("userInfo", of: node)?.expression.is(NilLiteralExprSyntax.self) != true
        if hasValue, calledName(node.calledExpression) == "Timer" {
            replace(node.calledExpression, with: "TimerWithUserInfo")
        }
        parts.insert(.timers)
    }

    // MARK: Remote commands

    private func portRemoteCommand(_ node: FunctionCallExprSyntax, adds: Bool) {
        guard let action = argument("action", of: node),
            let access = node.calledExpression.as(MemberAccessExprSyntax.self)
        else { return }
        guard isSelector(action.expression) else { return }
        handle(node)
        let isCommand = access.base?.trimmedDescription.lowercased().hasSuffix("command") == true
        guard imports.contains("MediaPlayer"), isCommand else {
            return remark(
                "Linux has no selectors: put this call between #if canImport(ObjectiveC) and #endif, or call the method in a closure.",
                at: node)
        }
        guard let call = call(of: action, in: node) else { return }
        parts.insert(.remoteCommands)
        guard adds else { return replace(action.expression, with: "\"\(call.name)\"") }
        let type = call.parameterType ?? "MPRemoteCommandEvent"
        let isEvent = ["MPRemoteCommandEvent", "Any", "AnyObject", "Any?"].contains(type)
        let argument = isEvent ? "$1" : "$1 as! \(type)"
        let closure =
            call.method.map { $0.returns == nil } == true
            ? call.closure(argument: argument, after: "; return .success")
            : call.closure(argument: argument, before: "").replacing("_ = ", with: "")
        replace(action.expression, with: "\"\(call.name)\", handler: \(closure)")
    }

    private func isSelector(_ expression: ExprSyntax) -> Bool {
        if let macro = expression.as(MacroExpansionExprSyntax.self) { return macro.macroName.text == "selector" }
        return (try? index.call(of: expression, in: types.last)) != nil
    }

    // MARK: Delayed calls

    private func portDelayedCall(_ node: FunctionCallExprSyntax) {
        guard let selector = node.arguments.first, let last = node.arguments.last,
            let passed = argument("with", of: node),
            isSelector(selector.expression), let call = call(of: selector, in: node)
        else { return }
        let type = call.parameterType ?? "Any?"
        let isAny = ["Any", "Any?", "AnyObject", "AnyObject?"].contains(type)
        if !call.labels.isEmpty, passed.expression.is(NilLiteralExprSyntax.self), !type.hasSuffix("?") {
            return remark(
                "The method \(call.name) takes a \(type), and gets nil here: pass an object, or call it in a closure.",
                at: node)
        }
        let argument = type == "Any?" ? "$1" : isAny ? "$1 as \(type)" : "$1 as! \(type)"
        replace(selector.expression, with: "\"\(call.name)\"")
        insert(", handler: " + call.closure(argument: argument), at: last.expression.endPositionBeforeTrailingTrivia)
        parts.insert(.delayedCalls)
    }

    private func portCancelling(_ node: FunctionCallExprSyntax) {
        guard let selector = argument("selector", of: node), isSelector(selector.expression),
            let call = call(of: selector, in: node)
        else { return }
        replace(selector.expression, with: "\"\(call.name)\"")
        parts.insert(.delayedCalls)
    }

    // MARK: Constants

    /// An extension of `Selector` goes if it has constants alone: their uses become closures. Another one is left to Objective-C.
    func portSelectorConstants(_ node: ExtensionDeclSyntax) -> Bool {
        guard node.extendedType.trimmedDescription == "Selector" else { return false }
        let isAllConstants = node.memberBlock.members.allSatisfy { member in
            member.decl.as(VariableDeclSyntax.self)?.bindings.allSatisfy {
                $0.initializer?.value.as(MacroExpansionExprSyntax.self)?.macroName.text == "selector"
            } == true
        }
        if isAllConstants {
            removeLines(of: node)
        } else {
            insert("#if canImport(ObjectiveC)" + newline, at: commentStart(of: node))
            insert(newline + "#endif", at: node.endPosition)
        }
        return true
    }

    /// Removes a declaration with the comment above it, and the empty lines below it.
    private func removeLines(of node: some SyntaxProtocol) {
        var end = node.endPosition
        let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        for piece in next?.leadingTrivia.pieces ?? [] {
            guard piece.isNewline else { break }
            end += piece.sourceLength
        }
        replace(from: commentStart(of: node), to: end, with: "")
    }

    /// Where the comment begins that stands directly above a declaration, or the declaration itself.
    private func commentStart(of node: some SyntaxProtocol) -> AbsolutePosition {
        var start = node.positionAfterSkippingLeadingTrivia
        var at = start
        for piece in node.leadingTrivia.pieces.reversed() {
            at = AbsolutePosition(utf8Offset: at.utf8Offset - piece.sourceLength.utf8Length)
            switch piece {
            case .docLineComment, .docBlockComment: start = at
            case .newlines(let count) where count > 1, .carriageReturnLineFeeds(let count) where count > 1: return start
            case .newlines, .carriageReturnLineFeeds, .spaces, .tabs: break
            default: return start
            }
        }
        return start
    }
}
