import AudioToolbox

/// What a shell offers after `--device` of a tool that plays: the devices of the back end that `--backend` names on the line, or of
/// the one that answers.
public func outputDeviceChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    deviceChoices(kAudioObjectPropertyScopeOutput, words, index)
}

/// The same for a tool that records.
public func inputDeviceChoices(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    deviceChoices(kAudioObjectPropertyScopeInput, words, index)
}

private func deviceChoices(_ scope: AudioObjectPropertyScope, _ words: [String], _ index: Int) -> [String] {
    if let backend = Completions.value(of: ["--backend"], at: index, of: words) {
        setenv("COREAUDIO_BACKEND", backend, 1)
    }
    return list(AudioObjectID(kAudioObjectSystemObject), kAudioHardwarePropertyDevices)
        .filter { !list($0, kAudioDevicePropertyStreams, scope).isEmpty }
        .compactMap { device in
            text(device, kAudioDevicePropertyDeviceUID).map {
                Completions.line($0, text(device, kAudioObjectPropertyName))
            }
        }
}

/// The objects that a property of an object lists.
private func list(
    _ object: AudioObjectID, _ selector: AudioObjectPropertySelector,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
) -> [AudioObjectID] {
    var address = address(selector, scope)
    var size: UInt32 = 0
    guard AudioObjectGetPropertyDataSize(object, &address, 0, nil, &size) == noErr, size > 0 else { return [] }
    var objects = [AudioObjectID](repeating: 0, count: Int(size) / MemoryLayout<AudioObjectID>.stride)
    guard AudioObjectGetPropertyData(object, &address, 0, nil, &size, &objects) == noErr else { return [] }
    return Array(objects.prefix(Int(size) / MemoryLayout<AudioObjectID>.stride))
}

private func text(_ object: AudioObjectID, _ selector: AudioObjectPropertySelector) -> String? {
    var address = address(selector, kAudioObjectPropertyScopeGlobal)
    var text: Unmanaged<CFString>?
    var size = UInt32(MemoryLayout<Unmanaged<CFString>?>.size)
    guard AudioObjectGetPropertyData(object, &address, 0, nil, &size, &text) == noErr else { return nil }
    return text.map { String(describing: $0.takeRetainedValue()) }
}

private func address(_ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope)
    -> AudioObjectPropertyAddress
{
    AudioObjectPropertyAddress(
        mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
}
