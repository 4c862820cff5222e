import Testing

@testable import PortRewriter

@Test(arguments: attributeCases) func attributes(_ row: PortCase) throws { try row.check() }

private let attributeCases: [PortCase] = [
    PortCase(
        name: "a method", input: "class A {\n    @objc func f() {}\n}\n", output: "class A {\n    func f() {}\n}\n"),
    PortCase(
        name: "on a line of its own", input: "class A {\n    @objc\n    private func f() {}\n}\n",
        output: "class A {\n    private func f() {}\n}\n"),
    PortCase(
        name: "with a name", input: "class A {\n    @objc(fWithX:) func f(x: Int) {}\n}\n",
        output: "class A {\n    func f(x: Int) {}\n}\n"),
    PortCase(
        name: "a class", input: "@objc public final class A: NSObject {}\n",
        output: "public final class A: NSObject {}\n"),
    PortCase(
        name: "members of a class", input: "@objcMembers\nclass A: NSObject {\n    var x = 1\n}\n",
        output: "class A: NSObject {\n    var x = 1\n}\n"),
    PortCase(
        name: "both on one line", input: "@objc @objcMembers public class A: NSObject {}\n",
        output: "public class A: NSObject {}\n"),
    PortCase(name: "an enumeration", input: "@objc enum E: Int { case a }\n", output: "enum E: Int { case a }\n"),
    PortCase(
        name: "an extension", input: "@objc extension A {\n    func f() {}\n}\n",
        output: "extension A {\n    func f() {}\n}\n"),
    PortCase(
        name: "dynamic goes with it",
        input: "class A: NSObject {\n    @objc dynamic var x = 1\n    @objc public private(set) dynamic var y = 1\n}\n",
        output: "class A: NSObject {\n    var x = 1\n    public private(set) var y = 1\n}\n"),
    PortCase(
        name: "dynamic in a class with members", input: "@objcMembers class A: NSObject {\n    dynamic var x = 1\n}\n",
        output: "class A: NSObject {\n    var x = 1\n}\n"),
    .same("dynamic of Swift stays", "class A {\n    dynamic func f() {}\n}\n"),
    .same("nonobjc stays", "class A {\n    @nonobjc func f() {}\n}\n"),
    PortCase(
        name: "before another attribute", input: "class A {\n    @objc @discardableResult func f() -> Int { 1 }\n}\n",
        output: "class A {\n    @discardableResult func f() -> Int { 1 }\n}\n"),
    PortCase(
        name: "after another attribute",
        input: "class A {\n    @discardableResult @objc\n    func f() -> Int { 1 }\n}\n",
        output: "class A {\n    @discardableResult func f() -> Int { 1 }\n}\n"),
    PortCase(
        name: "comments stay",
        input: "class A {\n    /// Does it.\n    @objc // for the timer\n    func f() {} // here\n}\n",
        output: "class A {\n    /// Does it.\n    // for the timer\n    func f() {} // here\n}\n"),
    PortCase(
        name: "odd spacing stays", input: "class A{\n\t@objc   func f( ){ }\n\n\n  let  y=2\n}",
        output: "class A{\n\tfunc f( ){ }\n\n\n  let  y=2\n}"),
    PortCase(
        name: "line breaks of another system", input: "class A {\r\n    @objc\r\n    func f() {}\r\n}\r\n",
        output: "class A {\r\n    func f() {}\r\n}\r\n"),
    PortCase(
        name: "an initializer and a property",
        input: "class A: NSObject {\n    @objc override init() {}\n    @objc static let shared = A()\n}\n",
        output: "class A: NSObject {\n    override init() {}\n    static let shared = A()\n}\n"),
    PortCase(
        name: "interface builder",
        input: "class A: NSObject {\n    @IBAction func tap(_ sender: Any) {}\n    @IBInspectable var x = 1\n}\n",
        output: "class A: NSObject {\n    func tap(_ sender: Any) {}\n    var x = 1\n}\n"),
    .same(
        "interface builder in a file of the interface",
        "import UIKit\nclass A: UIViewController {\n    @IBOutlet weak var label: UILabel!\n}\n",
        remarks: ["1: UIKit does not exist on Linux"]),
    PortCase(
        name: "managed objects", input: "class A {\n    @NSManaged var x: Int\n}\n",
        output: "class A {\n    var x: Int\n}\n"),
    .same(
        "a program with windows", "@UIApplicationMain\nclass A {}\n", remarks: ["1: UIApplicationMain starts a program"]
    ),
    .same("strings and comments", "// @objc func f()\nlet s = \"@objc #selector(f)\"\n"),
    .same(
        "code for Objective-C is left alone",
        "#if canImport(ObjectiveC)\nclass A: NSObject {\n    @objc func f() {}\n    let s = #selector(f)\n}\n#endif\n"),
    .same("code for iOS is left alone", "#if os(iOS) || os(tvOS)\nclass A {\n    @objc func f() {}\n}\n#endif\n"),
    .same("code that is not for Linux is left alone", "#if !os(Linux)\nimport UIKit\n#endif\n"),
    PortCase(
        name: "the other branch is ported",
        input: "#if os(iOS)\nimport UIKit\n#else\nclass A {\n    @objc func f() {}\n}\n#endif\n",
        output: "#if os(iOS)\nimport UIKit\n#else\nclass A {\n    func f() {}\n}\n#endif\n"),
    PortCase(
        name: "a flag of the package's own",
        input: "#if DEBUG && !os(macOS)\nclass A {\n    @objc func f() {}\n}\n#endif\n",
        output: "#if DEBUG && !os(macOS)\nclass A {\n    func f() {}\n}\n#endif\n"),
]
