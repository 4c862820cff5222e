import Foundation

// On a Mac, Foundation brings these names.

struct ToneError: Error {
    let status: OSStatus
}

func check(_ status: OSStatus) throws {
    guard status == noErr else { throw ToneError(status: status) }
}

func text(of code: OSType) -> String {
    String(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, encoding: .ascii) ?? "????"
}
