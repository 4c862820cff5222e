import Testing

@testable import PortRewriter

@Test(arguments: protocolCases) func protocols(_ row: PortCase) throws { try row.check() }

private let protocolCases: [PortCase] = [
    PortCase(
        name: "classes alone", input: "@objc protocol P {\n    func f()\n}\n",
        output: "protocol P: AnyObject {\n    func f()\n}\n"),
    PortCase(
        name: "classes alone, by inheritance", input: "@objc public protocol P: NSObjectProtocol {\n    func f()\n}\n",
        output: "public protocol P: NSObjectProtocol {\n    func f()\n}\n"),
    PortCase(
        name: "from a protocol of the package", input: "@objc protocol P {}\n@objc protocol Q: P {}\n",
        output: "protocol P: AnyObject {}\nprotocol Q: P {}\n"),
    PortCase(
        name: "from another protocol", input: "@objc protocol P: Other {}\n",
        output: "protocol P: AnyObject, Other {}\n"),
    PortCase(
        name: "an optional method",
        input: "@objc protocol P: AnyObject {\n    @objc optional func f(_ x: Int)\n    func g()\n}\n",
        output:
            "protocol P: AnyObject {\n    func f(_ x: Int)\n    func g()\n}\n\nextension P {\n    func f(_ x: Int) {}\n}\n"
    ),
    PortCase(
        name: "of a public protocol",
        input:
            "@objc public protocol P: AnyObject {\n    /// Called.\n    @objc optional func f() // now\n    optional func g() -> String?\n}\nlet x = 1\n",
        output: "public protocol P: AnyObject {\n    /// Called.\n    func f() // now\n    func g() -> String?\n}\n\n"
            + "public extension P {\n    func f() {}\n    func g() -> String? { nil }\n}\nlet x = 1\n"),
    PortCase(
        name: "a call of it",
        input: "@objc protocol P: AnyObject {\n    @objc optional func f()\n}\nfunc g(_ p: P?) { p?.f?() }\n",
        output:
            "protocol P: AnyObject {\n    func f()\n}\n\nextension P {\n    func f() {}\n}\nfunc g(_ p: P?) { p?.f() }\n"
    ),
    PortCase(
        name: "a call in another file", input: "func g(_ p: P?) { p?.f?(x: 1) { _ in } }\n",
        output: "func g(_ p: P?) { p?.f(x: 1) { _ in } }\n",
        others: ["@objc protocol P: AnyObject {\n    @objc optional func f(x: Int, y: (Int) -> Void)\n}\n"]),
    .same("a call of a closure that may be nil", "func g(_ p: A?) { p?.handler?() }\n"),
    PortCase(
        name: "a default from the calls",
        input:
            "@objc protocol P: AnyObject {\n    @objc optional func f() -> Bool\n}\nfunc g(_ p: P?) -> Bool { p?.f?() ?? true }\n",
        output: "protocol P: AnyObject {\n    func f() -> Bool\n}\n\nextension P {\n    func f() -> Bool { true }\n}\n"
            + "func g(_ p: P?) -> Bool { p?.f() ?? true }\n"),
    .same(
        "no default is known",
        "protocol P: AnyObject {\n    @objc optional func f() -> Int\n}\nfunc g(_ p: P?) -> Int? { p?.f?() }\n",
        remarks: ["2: No default value is known for this optional requirement"]),
    .same(
        "two defaults",
        "protocol P: AnyObject {\n    @objc optional func f() -> Int\n}\nfunc g(_ p: P?) -> Int { p?.f?() ?? 1 + (p?.f?() ?? 2) }\n",
        remarks: ["2: No default value is known for this optional requirement"]),
    PortCase(
        name: "an optional property",
        input: "@objc protocol P: AnyObject {\n    @objc optional var name: String? { get }\n}\n",
        output:
            "protocol P: AnyObject {\n    var name: String? { get }\n}\n\nextension P {\n    var name: String? { nil }\n}\n"
    ),
    .same(
        "an optional property that can be set",
        "protocol P: AnyObject {\n    @objc optional var name: String? { get set }\n}\n",
        remarks: ["2: No default value is known for this optional requirement"]),
    PortCase(
        name: "a conformance",
        input:
            "@objc protocol P: AnyObject {\n    @objc optional func f()\n}\nclass A: P {\n    @objc func f() {}\n}\n",
        output:
            "protocol P: AnyObject {\n    func f()\n}\n\nextension P {\n    func f() {}\n}\nclass A: P {\n    func f() {}\n}\n"
    ),
    PortCase(
        name: "under a condition",
        input: "@objc protocol P: AnyObject {\n    #if DEBUG\n    @objc optional func f()\n    #endif\n}\n",
        output:
            "protocol P: AnyObject {\n    #if DEBUG\n    func f()\n    #endif\n}\n\nextension P {\n    func f() {}\n}\n"
    ),
]
