import AudioCore
import AudioFiles
import CAudioToolbox

// AudioToolbox/AudioFormat.h. Each call goes to `FormatProperties`.

@c @implementation
public func AudioFormatGetPropertyInfo(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        try nonnull(outPropertyDataSize).pointee = UInt32(
            FormatProperties.value(of: inPropertyID, specifier: specifier(inSpecifier, inSpecifierSize)).size)
    }
}

@c @implementation
public func AudioFormatGetProperty(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    status {
        guard let size = ioPropertyDataSize, let data = outPropertyData else { throw AudioError.parameter }
        try FormatProperties.value(
            of: inPropertyID, specifier: specifier(inSpecifier, inSpecifierSize),
            current: PropertyInput.question(size, data)
        ).copy(to: data, size)
    }
}

/// The bytes of a specifier; none for a null pointer, whatever its size says.
private func specifier(_ pointer: UnsafeRawPointer?, _ size: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : Int(size))
}
