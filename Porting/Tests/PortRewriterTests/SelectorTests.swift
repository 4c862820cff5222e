import Testing

@testable import PortRewriter

@Test(arguments: notificationCases) func notifications(_ row: PortCase) throws { try row.check() }
@Test(arguments: timerCases) func timers(_ row: PortCase) throws { try row.check() }
@Test(arguments: delayedCallCases) func delayedCalls(_ row: PortCase) throws { try row.check() }
@Test(arguments: remoteCommandCases) func remoteCommands(_ row: PortCase) throws { try row.check() }
@Test(arguments: otherCases) func otherSelectors(_ row: PortCase) throws { try row.check() }

/// A class with one statement and one method.
private func type(_ statement: String, _ method: String) -> String {
    "class A: NSObject {\n    func start() {\n        \(statement)\n    }\n    \(method)\n}\n"
}

private let notificationCases: [PortCase] = [
    PortCase(
        name: "without an argument",
        input: type(
            "NotificationCenter.default.addObserver(self, selector: #selector(stop), name: .x, object: nil)",
            "@objc func stop() {}"),
        output: type(
            "NotificationCenter.default.addObserver(self, handler: { target, _ in target.stop() }, name: .x, object: nil)",
            "func stop() {}"),
        parts: [.notifications]),
    PortCase(
        name: "with an argument",
        input: type(
            "center.addObserver(self, selector: #selector(stop(_:)), name: .x, object: player)",
            "@objc func stop(_ n: Notification) {}"),
        output: type(
            "center.addObserver(self, handler: { $0.stop($1) }, name: .x, object: player)",
            "func stop(_ n: Notification) {}"),
        parts: [.notifications]),
    PortCase(
        name: "with a label that the selector leaves out",
        input: type(
            "center.addObserver(self, selector: #selector(stop), name: .x, object: nil)",
            "@objc func stop(note: Notification) {}"),
        output: type(
            "center.addObserver(self, handler: { $0.stop(note: $1) }, name: .x, object: nil)",
            "func stop(note: Notification) {}"),
        parts: [.notifications]),
    PortCase(
        name: "the older type",
        input: type(
            "center.addObserver(self, selector: #selector(A.stop(_:)), name: .x, object: nil)",
            "@objc func stop(_ n: NSNotification) {}"),
        output: type(
            "center.addObserver(self, handler: { $0.stop($1 as NSNotification) }, name: .x, object: nil)",
            "func stop(_ n: NSNotification) {}"),
        parts: [.notifications]),
    PortCase(
        name: "a method that returns something",
        input: type(
            "center.addObserver(self, selector: #selector(stop), name: .x, object: nil)",
            "@objc func stop() -> Int { 1 }"),
        output: type(
            "center.addObserver(self, handler: { target, _ in _ = target.stop() }, name: .x, object: nil)",
            "func stop() -> Int { 1 }"),
        parts: [.notifications]),
    PortCase(
        name: "on several lines, with comments",
        input: type(
            "center.addObserver(\n            self, // us\n            selector: #selector(self.stop), /* this */\n            name: .x,\n"
                + "            object: nil\n        )", "@objc func stop() {}"),
        output: type(
            "center.addObserver(\n            self, // us\n            handler: { target, _ in target.stop() }, /* this */\n            name: .x,\n"
                + "            object: nil\n        )", "func stop() {}"),
        parts: [.notifications]),
    PortCase(
        name: "another observer",
        input: "func f(_ a: A) { center.addObserver(a, selector: #selector(A.stop), name: nil, object: nil) }\n",
        output:
            "func f(_ a: A) { center.addObserver(a, handler: { target, _ in target.stop() }, name: nil, object: nil) }\n",
        parts: [.notifications], others: ["class A: NSObject {\n    @objc func stop() {}\n}\n"]),
    PortCase(
        name: "a method of the same name in another class",
        input: type(
            "center.addObserver(self, selector: #selector(stop), name: .x, object: nil)", "@objc func stop() {}"),
        output: type(
            "center.addObserver(self, handler: { target, _ in target.stop() }, name: .x, object: nil)", "func stop() {}"
        ),
        parts: [.notifications], others: ["class B: NSObject {\n    @objc func stop(_ n: Notification) {}\n}\n"]),
    PortCase(
        name: "an unknown method, with its arguments",
        input:
            "class A: B {\n    func f() { center.addObserver(self, selector: #selector(stop(_:)), name: .x, object: nil) }\n}\n",
        output:
            "class A: B {\n    func f() { center.addObserver(self, handler: { $0.stop($1) }, name: .x, object: nil) }\n}\n",
        parts: [.notifications]),
    .same(
        "an unknown method",
        "class A: B {\n    func f() { center.addObserver(self, selector: #selector(stop), name: .x, object: nil) }\n}\n",
        remarks: ["2: The method stop is not declared in this package"]),
    .same(
        "a selector in a variable",
        "class A: B {\n    func f(_ s: Selector) { center.addObserver(self, selector: s, name: .x, object: nil) }\n}\n",
        remarks: ["2: Linux has no selectors"]),
    .same(
        "two arguments",
        type(
            "center.addObserver(self, selector: #selector(stop), name: .x, object: nil)",
            "func stop(_ a: Int, b: Int) {}"),
        remarks: ["3: The method stop takes 2 arguments"]),
    .same(
        "an asynchronous method",
        type("center.addObserver(self, selector: #selector(stop), name: .x, object: nil)", "func stop() async {}"),
        remarks: ["3: The method stop is declared async: call it in a Task"]),
    .same(
        "a method of the class",
        type("center.addObserver(self, selector: #selector(stop), name: .x, object: nil)", "class func stop() {}"),
        remarks: ["3: The method stop belongs to a type"]),
    .same(
        "removing stays",
        "func f(_ a: A) { center.removeObserver(a); center.removeObserver(a, name: .x, object: nil) }\n"),
    .same("the form with a block stays", "let t = center.addObserver(forName: .x, object: nil, queue: nil) { _ in }\n"),
    PortCase(
        name: "a constant",
        input:
            "private extension Selector {\n    /// Stops.\n    static let stop = #selector(A.stop(note:))\n}\n\n// MARK: A\n\n"
            + type(
                "center.addObserver(self, selector: .stop, name: .x, object: nil)",
                "@objc func stop(note: Notification) {}"),
        output: "// MARK: A\n\n"
            + type(
                "center.addObserver(self, handler: { $0.stop(note: $1) }, name: .x, object: nil)",
                "func stop(note: Notification) {}"),
        parts: [.notifications]),
    PortCase(
        name: "a constant among others",
        input:
            "extension Selector {\n    #if os(iOS)\n    static let a = #selector(A.a)\n    #endif\n    static let stop = #selector(A.stop)\n}\n"
            + type("center.addObserver(self, selector: .stop, name: .x, object: nil)", "@objc func stop() {}"),
        output:
            "#if canImport(ObjectiveC)\nextension Selector {\n    #if os(iOS)\n    static let a = #selector(A.a)\n    #endif\n"
            + "    static let stop = #selector(A.stop)\n}\n#endif\n"
            + type(
                "center.addObserver(self, handler: { target, _ in target.stop() }, name: .x, object: nil)",
                "func stop() {}"),
        parts: [.notifications]),
]

private let timerCases: [PortCase] = [
    PortCase(
        name: "scheduled",
        input: type(
            "t = Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)",
            "@objc func tick() {}"),
        output: type(
            "t = Timer.scheduledTimer(timeInterval: 1, target: self, handler: { target, _ in target.tick() }, userInfo: nil, repeats: true)",
            "func tick() {}"),
        parts: [.timers]),
    PortCase(
        name: "with the timer",
        input: type(
            "t = Timer(timeInterval: 1, target: self, selector: #selector(tick(_:)), userInfo: nil, repeats: true)",
            "@objc func tick(_ t: Timer) {}"),
        output: type(
            "t = Timer(timeInterval: 1, target: self, handler: { $0.tick($1) }, userInfo: nil, repeats: true)",
            "func tick(_ t: Timer) {}"),
        parts: [.timers]),
    PortCase(
        name: "from a date on",
        input: type(
            "t = Timer(fireAt: d, interval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: false)",
            "@objc func tick() {}"),
        output: type(
            "t = Timer(fireAt: d, interval: 1, target: self, handler: { target, _ in target.tick() }, userInfo: nil, repeats: false)",
            "func tick() {}"),
        parts: [.timers]),
    PortCase(
        name: "without its type",
        input: type(
            "t = .scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)",
            "@objc func tick() {}"),
        output: type(
            "t = .scheduledTimer(timeInterval: 1, target: self, handler: { target, _ in target.tick() }, userInfo: nil, repeats: true)",
            "func tick() {}"),
        parts: [.timers]),
    PortCase(
        name: "with a value",
        input: type(
            "t = Timer.init(timeInterval: 1, target: self, selector: #selector(tick(_:)), userInfo: x, repeats: true)",
            "@objc func tick(_ t: Timer) {}"),
        output: type(
            "t = TimerWithUserInfo(timeInterval: 1, target: self, handler: { $0.tick($1) }, userInfo: x, repeats: true)",
            "func tick(_ t: Timer) {}"),
        parts: [.timers]),
    PortCase(
        name: "scheduled with a value",
        input: type(
            "Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: [\"a\": 1], repeats: true)",
            "@objc func tick() {}"),
        output: type(
            "Timer.scheduledTimer(timeInterval: 1, target: self, handler: { target, _ in target.tick() }, userInfo: [\"a\": 1], repeats: true)",
            "func tick() {}"),
        parts: [.timers]),
    .same("with a block", "let t = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }\n"),
    .same(
        "a display link", type("link = CADisplayLink(target: self, selector: #selector(tick))", "func tick() {}"),
        remarks: ["3: CADisplayLink calls a selector"]),
]

private let delayedCallCases: [PortCase] = [
    PortCase(
        name: "after a delay",
        input: type("perform(#selector(stop), with: nil, afterDelay: 0.5)", "@objc func stop() {}"),
        output: type(
            "perform(\"stop\", with: nil, afterDelay: 0.5, handler: { target, _ in target.stop() })", "func stop() {}"),
        parts: [.delayedCalls]),
    PortCase(
        name: "with an argument",
        input: type("self.perform(#selector(stop(_:)), with: x, afterDelay: 1)", "@objc func stop(_ x: String) {}"),
        output: type(
            "self.perform(\"stop\", with: x, afterDelay: 1, handler: { $0.stop($1 as! String) })",
            "func stop(_ x: String) {}"),
        parts: [.delayedCalls]),
    .same(
        "nil for an argument",
        type("perform(#selector(stop(_:)), with: nil, afterDelay: 1)", "func stop(_ x: String) {}"),
        remarks: ["3: The method stop takes a String, and gets nil here"]),
    PortCase(
        name: "on the main thread",
        input: type(
            "performSelector(onMainThread: #selector(stop), with: nil, waitUntilDone: false)", "@objc func stop() {}"),
        output: type(
            "performSelector(onMainThread: \"stop\", with: nil, waitUntilDone: false, handler: { target, _ in target.stop() })",
            "func stop() {}"),
        parts: [.delayedCalls]),
    PortCase(
        name: "in the background",
        input: type("performSelector(inBackground: #selector(stop), with: nil)", "@objc func stop() {}"),
        output: type(
            "performSelector(inBackground: \"stop\", with: nil, handler: { target, _ in target.stop() })",
            "func stop() {}"),
        parts: [.delayedCalls]),
    PortCase(
        name: "cancelling one",
        input: type(
            "NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(stop), object: nil)",
            "@objc func stop() {}"),
        output: type(
            "NSObject.cancelPreviousPerformRequests(withTarget: self, selector: \"stop\", object: nil)",
            "func stop() {}"),
        parts: [.delayedCalls]),
    .same(
        "cancelling all", "func f(_ a: A) { NSObject.cancelPreviousPerformRequests(withTarget: a) }\n",
        parts: [.delayedCalls]),
    .same("a function of one's own", "func f(_ a: A) { a.perform(1, with: 2, afterDelay: 3) }\n"),
]

private let remoteCommandCases: [PortCase] = [
    PortCase(
        name: "with the event",
        input: "import MediaPlayer\n"
            + type(
                "center.playCommand.addTarget(self, action: #selector(play(_:)))",
                "@objc func play(_ e: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus { .success }"),
        output: "import MediaPlayer\n"
            + type(
                "center.playCommand.addTarget(self, action: \"play\", handler: { $0.play($1) })",
                "func play(_ e: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus { .success }"),
        parts: [.remoteCommands]),
    PortCase(
        name: "with an event of its own",
        input: "import MediaPlayer\n"
            + type(
                "seekCommand.addTarget(self, action: #selector(seek))",
                "@objc func seek(e: SeekEvent) -> MPRemoteCommandHandlerStatus { .success }"),
        output: "import MediaPlayer\n"
            + type(
                "seekCommand.addTarget(self, action: \"seek\", handler: { $0.seek(e: $1 as! SeekEvent) })",
                "func seek(e: SeekEvent) -> MPRemoteCommandHandlerStatus { .success }"),
        parts: [.remoteCommands]),
    PortCase(
        name: "without a result",
        input: "import MediaPlayer\n"
            + type("center.playCommand.addTarget(self, action: #selector(play))", "@objc func play() {}"),
        output: "import MediaPlayer\n"
            + type(
                "center.playCommand.addTarget(self, action: \"play\", handler: { target, _ in target.play(); return .success })",
                "func play() {}"),
        parts: [.remoteCommands]),
    PortCase(
        name: "removing",
        input: "import MediaPlayer\n"
            + type("center.playCommand.removeTarget(self, action: #selector(play))", "@objc func play() {}"),
        output: "import MediaPlayer\n"
            + type("center.playCommand.removeTarget(self, action: \"play\")", "func play() {}"),
        parts: [.remoteCommands]),
    .same(
        "a control", type("button.addTarget(self, action: #selector(tap), for: .touchUpInside)", "func tap() {}"),
        remarks: ["3: Controls of UIKit"]),
    .same(
        "a gesture", type("gesture.addTarget(self, action: #selector(tap))", "func tap() {}"),
        remarks: ["3: Linux has no selectors"]),
]

private let otherCases: [PortCase] = [
    .same(
        "a selector elsewhere", type("let s = #selector(stop)", "func stop() {}"),
        remarks: ["3: Linux has no selectors"]),
    .same("a selector of a string", "let s = Selector((\"stop\"))\n", remarks: ["1: Linux has no selectors"]),
    .same(
        "the string of a selector", "let s = NSStringFromSelector(x)\n",
        remarks: ["1: Linux has no selectors: write the name"]),
    .same(
        "asking an object", type("if x.responds(to: #selector(stop)) {}", "func stop() {}"),
        remarks: ["3: Linux has no selectors: ask"]),
    PortCase(
        name: "associated objects", input: "let x = objc_getAssociatedObject(a, &key)\n",
        output: "let x = objc_getAssociatedObject(a, &key)\n", parts: [.associatedObjects]),
    PortCase(
        name: "locks of objects", input: "func f() { objc_sync_enter(a) }\n",
        output: "func f() { objc_sync_enter(a) }\n",
        parts: [.objectLocks]),
    .same("pools stay", "autoreleasepool { f() }\n"),
]
