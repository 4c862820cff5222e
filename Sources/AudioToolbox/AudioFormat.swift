import AudioCore
import AudioEngine
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
        let buffer = try FormatPropertyBuffer(ioPropertyDataSize, outPropertyData)
        try buffer.fill(
            FormatProperties.value(
                of: inPropertyID, specifier: specifier(inSpecifier, inSpecifierSize), current: buffer.contents))
    }
}
