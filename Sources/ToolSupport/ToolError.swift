import AudioToolbox

/// What a tool says before it gives up, in the words that scripts look for: the call that failed, and its status. What people need
/// to know follows: the file's name, and the cause.
public struct ToolError: Error {
    public let operation: String
    public let status: OSStatus
    /// "song.wav: no such file"; nil where nobody has added one.
    public private(set) var explanation: String?
    private let isSentence: Bool

    public init(_ operation: String, _ status: OSStatus, because explanation: String? = nil) {
        (self.operation, self.status, self.explanation, isSentence) = (operation, status, explanation, false)
    }

    /// An error with a message of its own, for instance "Couldn't open input file".
    public init(saying sentence: String, _ status: OSStatus, because explanation: String? = nil) {
        (operation, self.status, self.explanation, isSentence) = (sentence, status, explanation, true)
    }

    /// `ExtAudioFileSetProperty ('cfmt') failed ('fmt?'): song.caf: …`.
    public var text: String { operation + (isSentence ? "" : " failed") + " (\(spelled(status)))" + addition }

    /// What follows the words that scripts look for; empty where there is nothing.
    public var addition: String { explanation.map { ": " + $0 } ?? "" }

    /// The error with an explanation, unless it has one.
    public func explained(_ explanation: @autoclosure () -> String?) -> ToolError {
        guard self.explanation == nil else { return self }
        var error = self
        error.explanation = explanation()
        return error
    }
}

/// Does something with a file, whose errors get the explanation that `explain` finds for their status.
public func explaining<Result>(
    _ explain: (OSStatus) -> String?, _ body: () throws(ToolError) -> Result
) throws(ToolError) -> Result {
    do throws(ToolError) { return try body() } catch { throw error.explained(explain(error.status)) }
}

/// Throws unless a call returned `noErr`.
public func check(
    _ operation: String, _ status: OSStatus, because explanation: @autoclosure () -> String? = nil
) throws(ToolError) {
    guard status == noErr else { throw ToolError(operation, status, because: explanation()) }
}

/// Throws unless a call that concerns a property returned `noErr`.
public func check(
    _ operation: String, of property: UInt32, _ status: OSStatus, because explanation: @autoclosure () -> String? = nil
) throws(ToolError) {
    guard status == noErr else {
        throw ToolError("\(operation) ('\(spelled(property))')", status, because: explanation())
    }
}
