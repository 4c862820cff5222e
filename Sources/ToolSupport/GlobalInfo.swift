import AudioToolbox
import Foundation

/// Four-character codes that a global property reports for a file type, or for all where `type` is nil.
public func globalCodes(_ property: AudioFilePropertyID, type: AudioFileTypeID? = nil) -> [UInt32] {
    guard var type else { return array(property, 0, nil) }
    return array(property, UInt32(MemoryLayout<AudioFileTypeID>.size), &type)
}

/// Four-character codes that a global property reports for a text: an extension, a MIME type.
public func globalCodes(_ property: AudioFilePropertyID, specifier: CFString) -> [UInt32] {
    withExtendedLifetime(specifier) {
        var pointer = Unmanaged.passUnretained(specifier).toOpaque()
        return array(property, UInt32(MemoryLayout<UnsafeRawPointer>.size), &pointer)
    }
}

/// The forms of linear PCM that a file type holds.
public func globalDescriptions(
    _ type: AudioFileTypeID, _ format: AudioFormatID = kAudioFormatLinearPCM
) -> [AudioStreamBasicDescription] {
    var question = AudioFileTypeAndFormatID(mFileType: type, mFormatID: format)
    return array(
        kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, UInt32(MemoryLayout<AudioFileTypeAndFormatID>.size),
        &question)
}

/// The ends of the ranges of rates that a format can be encoded at; none where the encoder leaves them open.
public func encoderRates(_ format: AudioFormatID) -> [Double] {
    var (format, size) = (format, UInt32(0))
    let property = kAudioFormatProperty_AvailableEncodeSampleRates
    guard AudioFormatGetPropertyInfo(property, 4, &format, &size) == noErr else { return [] }
    var ranges = [AudioValueRange](
        repeating: AudioValueRange(), count: Int(size) / MemoryLayout<AudioValueRange>.stride)
    guard !ranges.isEmpty, AudioFormatGetProperty(property, 4, &format, &size, &ranges) == noErr else { return [] }
    return ranges.flatMap { [$0.mMinimum, $0.mMaximum] }
}

/// Texts that a global property reports for all file types.
public func globalTexts(_ property: AudioFilePropertyID) -> [String] {
    var array: Unmanaged<CFArray>?
    var size = UInt32(MemoryLayout<Unmanaged<CFArray>?>.size)
    guard AudioFileGetGlobalInfo(property, 0, nil, &size, &array) == noErr, let texts = array?.takeRetainedValue()
    else { return [] }
    return texts.compactMap { ($0 as? String) ?? ($0 as? NSString).map { String(describing: $0) } }
}

/// Texts that a global property reports for a file type.
public func globalTexts(_ property: AudioFilePropertyID, type: AudioFileTypeID) -> [String] {
    var type = type
    var array: Unmanaged<CFArray>?
    var size = UInt32(MemoryLayout<Unmanaged<CFArray>?>.size)
    guard
        AudioFileGetGlobalInfo(property, UInt32(MemoryLayout<AudioFileTypeID>.size), &type, &size, &array) == noErr,
        let texts = array?.takeRetainedValue()
    else { return [] }
    return texts.compactMap { ($0 as? String) ?? ($0 as? NSString).map { String(describing: $0) } }
}

/// What a file type is called.
public func globalName(type: AudioFileTypeID) -> String? {
    var type = type
    var text: Unmanaged<CFString>?
    var size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
    guard
        AudioFileGetGlobalInfo(
            kAudioFileGlobalInfo_FileTypeName, UInt32(MemoryLayout<AudioFileTypeID>.size), &type, &size, &text) == noErr
    else { return nil }
    return text.map { String(describing: $0.takeRetainedValue()) }
}

private func array<T: BitwiseCopyable>(
    _ property: AudioFilePropertyID, _ specifierSize: UInt32, _ specifier: UnsafeMutableRawPointer?
) -> [T] {
    var size: UInt32 = 0
    guard AudioFileGetGlobalInfoSize(property, specifierSize, specifier, &size) == noErr else { return [] }
    let count = Int(size) / MemoryLayout<T>.stride
    // Every array without elements is one and the same, which several threads must not fill at once.
    guard count > 0 else { return [] }
    return [T](unsafeUninitializedCapacity: count) { buffer, initialized in
        guard AudioFileGetGlobalInfo(property, specifierSize, specifier, &size, buffer.baseAddress!) == noErr
        else { return }
        initialized = min(count, Int(size) / MemoryLayout<T>.stride)
    }
}
