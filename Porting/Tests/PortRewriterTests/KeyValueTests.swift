import Testing

@testable import PortRewriter

@Test(arguments: keyValueCases) func keyValueObserving(_ row: PortCase) throws { try row.check() }
@Test(arguments: importCases) func imports(_ row: PortCase) throws { try row.check() }

private let observe =
    "observeValue(forKeyPath k: String?, of o: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?)"

private let keyValueCases: [PortCase] = [
    PortCase(
        name: "a literal path",
        input: "func f(_ a: A) { item.addObserver(a, forKeyPath: \"status\", options: [.new], context: nil) }\n",
        output: "func f(_ a: A) { item.addObserver(a, forKeyPath: \"status\", options: [.new], context: nil, "
            + "observing: { $0.observe(\\.status, options: $1, changeHandler: $2) }) }\n",
        parts: [.keyValueObserving]),
    PortCase(
        name: "a checked path, with Apple's two names",
        input:
            "func f(_ a: A) { item?.addObserver(a, forKeyPath: #keyPath(AVPlayerItem.isPlaybackBufferEmpty), options: .new, context: &c) }\n",
        output:
            "func f(_ a: A) { item?.addObserver(a, forKeyPath: \"playbackBufferEmpty\", options: .new, context: &c, "
            + "observing: { $0.observe(\\.isPlaybackBufferEmpty, options: $1, changeHandler: $2) }) }\n",
        parts: [.keyValueObserving]),
    PortCase(
        name: "a constant",
        input: "struct Paths {\n    static let status = #keyPath(AVPlayer.status)\n}\n"
            + "func f(_ a: A) { p.addObserver(a, forKeyPath: Paths.status, options: .new, context: nil) }\n",
        output: "struct Paths {\n    static let status = \"status\"\n}\n"
            + "func f(_ a: A) { p.addObserver(a, forKeyPath: Paths.status, options: .new, context: nil, "
            + "observing: { $0.observe(\\.status, options: $1, changeHandler: $2) }) }\n",
        parts: [.keyValueObserving]),
    .same(
        "a path in a variable",
        "func f(_ a: A, _ k: String) { p.addObserver(a, forKeyPath: k, options: .new, context: nil) }\n",
        remarks: ["1: The key path is not known"]),
    PortCase(
        name: "the method",
        input:
            "class A: NSObject {\n    override func \(observe) {\n        super.observeValue(forKeyPath: k, of: o, change: change, context: context)\n    }\n}\n",
        output: "class A: NSObject, KeyValueObserver {\n    func \(observe) {\n"
            + "        unexpectedValue(forKeyPath: k, of: o, change: change, context: context)\n    }\n}\n",
        parts: [.keyValueObserving]),
    PortCase(
        name: "the method, open", input: "open class A: NSObject {\n    override open func \(observe) {}\n}\n",
        output: "open class A: NSObject, KeyValueObserver {\n    open func \(observe) {}\n}\n",
        parts: [.keyValueObserving]),
    PortCase(
        name: "the method of a subclass",
        input: "class A: NSObject {\n    override func \(observe) {}\n}\nclass B: A {\n    override func \(observe) {\n"
            + "        super.observeValue(forKeyPath: k, of: o, change: change, context: context)\n    }\n}\n",
        output:
            "class A: NSObject, KeyValueObserver {\n    func \(observe) {}\n}\nclass B: A {\n    override func \(observe) {\n"
            + "        super.observeValue(forKeyPath: k, of: o, change: change, context: context)\n    }\n}\n",
        parts: [.keyValueObserving]),
    PortCase(
        name: "a path elsewhere", input: "let s = #keyPath(Outer.Inner.a.b)\n", output: "let s = \"a.b\"\n"),
    .same("removing", "func f(_ a: A) { p.removeObserver(a, forKeyPath: \"status\") }\n", parts: [.keyValueObserving]),
    .same("observing stays", "let o = player.observe(\\.rate, options: [.new]) { _, _ in }\n"),
    .same(
        "announcing a change", "class A: NSObject {\n    func f() { willChangeValue(forKey: \"x\") }\n}\n",
        remarks: ["2: Key-value observing of your own"]),
    .same("key-value coding", "let x = a.value(forKeyPath: \"b.c\")\n", remarks: ["1: Key-value coding"]),
]

private let importCases: [PortCase] = [
    PortCase(
        name: "Darwin", input: "// Head.\nimport Darwin // C\nimport Foundation\n",
        output: "// Head.\n#if canImport(Darwin)\nimport Darwin // C\n#else\nimport Glibc\n#endif\nimport Foundation\n"),
    PortCase(
        name: "a part of Darwin", input: "import Darwin.Mach\n",
        output: "#if canImport(Darwin)\nimport Darwin.Mach\n#else\nimport Glibc\n#endif\n"),
    PortCase(
        name: "a function of Darwin", input: "import func Darwin.C.sqrt\n",
        output: "#if canImport(Darwin)\nimport func Darwin.C.sqrt\n#else\nimport func Glibc.sqrt\n#endif\n"),
    .same(
        "Darwin under a condition",
        "#if canImport(Darwin)\nimport Darwin\n#elseif canImport(Glibc)\nimport Glibc\n#endif\n"),
    PortCase(
        name: "Darwin in a branch for Linux", input: "#if DEBUG\n  import Darwin\n#endif\n",
        output: "#if DEBUG\n  #if canImport(Darwin)\n  import Darwin\n  #else\n  import Glibc\n  #endif\n#endif\n"),
    .same("a name of Darwin", "let x = Darwin.sqrt(2)\n", remarks: ["1: The C library is named Glibc"]),
    PortCase(
        name: "a name of Darwin with Foundation", input: "import Foundation\nlet x = Darwin.sqrt(2)\n",
        output: "import Foundation\nlet x = Foundation.sqrt(2)\n"),
    PortCase(
        name: "XML and URL loading", input: "import Foundation\nlet x: XMLParser? = nil\nlet s = URLSession.shared\n",
        output:
            "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n#if canImport(FoundationXML)\nimport FoundationXML\n#endif\nlet x: XMLParser? = nil\nlet s = URLSession.shared\n"
    ),
    PortCase(
        name: "Objective-C", input: "import ObjectiveC\nimport Foundation\n",
        output: "#if canImport(ObjectiveC)\nimport ObjectiveC\n#endif\nimport Foundation\n"),
    PortCase(
        name: "URL loading", input: "import AVFoundation\nimport Foundation\n\nlet s = URLSession.shared\n",
        output:
            "import AVFoundation\nimport Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n\nlet s = URLSession.shared\n"
    ),
    PortCase(
        name: "URL loading without Foundation", input: "import AVFoundation\nlet s: URLRequest? = nil\n",
        output:
            "import AVFoundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\nlet s: URLRequest? = nil\n"
    ),
    .same(
        "URL loading, ported",
        "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\nlet s = URLSession.shared\n"
    ),
    .same("a URL", "import Foundation\nlet s: URL? = nil\n"),
    PortCase(
        name: "CoreFoundation's names", input: "import Foundation\nlet s = \"a\" as CFString\n",
        output:
            "import Foundation\n#if canImport(CoreAudioTypes)\nimport CoreAudioTypes\n#endif\nlet s = \"a\" as CFString\n"
    ),
    .same("CoreFoundation's names with sound", "import AudioToolbox\nimport Foundation\nlet s = \"a\" as CFString\n"),
    .same("CoreFoundation's names with its module", "import CoreFoundation\nlet t = CFAbsoluteTimeGetCurrent()\n"),
    PortCase(
        name: "CoreFoundation beside sound", input: "import AudioToolbox\nimport CoreFoundation\nlet s: CFURL? = nil\n",
        output:
            "import AudioToolbox\n#if canImport(Darwin)\nimport CoreFoundation\n#endif\nlet s: CFURL? = nil\n"
    ),
    .same("windows", "import Foundation\nimport AppKit\n", remarks: ["2: AppKit does not exist on Linux"]),
    .same("names of jacks", "import IOKit.audio\n"),
    .same("logs", "import os\nimport os.log\nimport OSLog\nimport Combine\nimport Accelerate\n"),
]
