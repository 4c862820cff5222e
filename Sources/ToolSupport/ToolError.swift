import AudioToolbox

/// What a tool says before it gives up, in the words that scripts look for: the call that failed, and its status.
public struct ToolError: Error {
    public let operation: String
    public let status: OSStatus
    private let isSentence: Bool

    public init(_ operation: String, _ status: OSStatus) {
        (self.operation, self.status, isSentence) = (operation, status, false)
    }

    /// An error with a message of its own, for instance "Couldn't open input file".
    public init(saying sentence: String, _ status: OSStatus) {
        (operation, self.status, isSentence) = (sentence, status, true)
    }

    /// `ExtAudioFileSetProperty ('cfmt') failed ('fmt?')`.
    public var text: String { operation + (isSentence ? "" : " failed") + " (\(spelled(status)))" }
}

/// Throws unless a call returned `noErr`.
public func check(_ operation: String, _ status: OSStatus) throws(ToolError) {
    guard status == noErr else { throw ToolError(operation, status) }
}

/// Throws unless a call that concerns a property returned `noErr`.
public func check(_ operation: String, of property: UInt32, _ status: OSStatus) throws(ToolError) {
    guard status == noErr else { throw ToolError("\(operation) ('\(spelled(property))')", status) }
}
