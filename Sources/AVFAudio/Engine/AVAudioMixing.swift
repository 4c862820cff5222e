public import Foundation

/// Placeholder for the protocols of mixing.
public protocol AVAudioMixing: NSObjectProtocol {}
