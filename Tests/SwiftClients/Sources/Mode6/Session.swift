import AudioToolbox

// The session by its C calls: a run loop, listeners, and an object by pointer.

private let routeCalls = Counter()
private let interruptionCalls = Counter()

/// Called by name.
private func ignore(
    _ client: UnsafeMutableRawPointer?, _ property: AudioSessionPropertyID, _ size: UInt32, _ data: UnsafeRawPointer?
) {}

@preconcurrency @MainActor func useSession() {
    check(AudioSessionSetActive(true) == kAudioSessionNotInitialized)
    check(
        AudioSessionInitialize(
            CFRunLoopGetMain(), kCFRunLoopDefaultMode, { Counter.at($0).add(Int($1)) }, interruptionCalls.pointer))
    check(AudioSessionInitialize(nil, nil, { _, _ in }, nil) == kAudioSessionAlreadyInitialized)

    let route = kAudioSessionProperty_AudioRouteChange
    check(
        AudioSessionAddPropertyListener(
            route,
            { client, _, _, data in
                let change = Unmanaged<CFDictionary>.fromOpaque(data!).takeUnretainedValue()
                let reason = change.object(forKey: kAudioSession_RouteChangeKey_Reason) as? NSNumber
                Counter.at(client).add(reason?.uint32Value == kAudioSessionRouteChangeReason_CategoryChange ? 1 : 1000)
                CFRunLoopStop(CFRunLoopGetMain())
            }, routeCalls.pointer))
    check(AudioSessionAddPropertyListener(route, ignore, nil))
    check(AudioSessionRemovePropertyListenerWithUserData(route, ignore, nil))
    var category = kAudioSessionCategory_MediaPlayback
    check(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category))
    check(CFRunLoopRunInMode(.defaultMode, 20, false) == .stopped && routeCalls.value == 1)
    check(AudioSessionRemovePropertyListener(route))

    var description: Unmanaged<CFDictionary>?
    var size = UInt32(MemoryLayout<CFDictionary>.size)
    check(AudioSessionGetProperty(kAudioSessionProperty_AudioRouteDescription, &size, &description))
    let ports = description!.takeRetainedValue().object(forKey: kAudioSession_AudioRouteKey_Inputs) as? [Any]
    check(ports?.isEmpty == true)
    check(AudioSessionSetActive(true))
    check(AudioSessionSetActiveWithFlags(false, kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation))
}
