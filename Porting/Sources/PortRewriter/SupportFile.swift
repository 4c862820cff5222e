/// The file that the port adds to a module which used selectors.
enum SupportFile {
    static let name = "SelectorSupport.swift"
    private static let firstLine = "// Added by `coreaudio-swift port`, which writes this file anew when it runs again."

    static func isOne(_ text: String) -> Bool { text.hasPrefix(firstLine) }

    /// The parts of a file that an earlier port wrote; empty for another file.
    static func parts(of text: String) -> Set<SupportPart> {
        guard isOne(text) else { return [] }
        return Set(SupportPart.allCases.filter { text.contains("\n// MARK: \($0.rawValue)\n") })
    }

    static func text(_ parts: Set<SupportPart>) -> String {
        let sorted = SupportPart.allCases.filter(parts.contains)
        let imports = Set(["Foundation"] + sorted.compactMap(\.module)).sorted().map { "import \($0)\n" }.joined()
        let head = """
            \(firstLine)
            // Selectors and key-value observing belong to Objective-C. These methods take a closure instead, and keep the rules of Apple's:
            // what they hold weakly, on which thread they call, and what ends it. Functions of Objective-C's runtime have their own names.


            """
        return head + imports + sorted.map { "\n// MARK: \($0.rawValue)\n\n\($0.source)" }.joined()
    }
}

extension SupportPart {
    /// The module that declares what the part extends, if it is not Foundation.
    fileprivate var module: String? {
        switch self {
        case .notifications, .timers, .delayedCalls, .associatedObjects, .objectLocks: nil
        case .remoteCommands: "MediaPlayer"
        case .keyValueObserving: "AVFoundation"
        }
    }

    fileprivate var source: String {
        switch self {
        case .notifications: SupportSources.notifications
        case .timers: SupportSources.timers
        case .delayedCalls: SupportSources.delayedCalls
        case .remoteCommands: SupportSources.remoteCommands
        case .keyValueObserving: SupportSources.keyValueObserving
        case .associatedObjects: SupportSources.associatedObjects
        case .objectLocks: SupportSources.objectLocks
        }
    }
}
