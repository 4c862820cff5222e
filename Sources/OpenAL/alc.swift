import COpenAL
import COpenALSoft
import OpenALEngine

// The bodies of OpenAL/alc.h for devices that play, contexts and questions.

// MARK: Contexts

@c @implementation
public func alcCreateContext(_ device: OpaquePointer!, _ attrlist: UnsafePointer<ALCint>!) -> OpaquePointer! {
    guard let ours = SoundSpace.shared.device(device) else {
        return soft.flatMap { $0.pointee.alcCreateContext(device, attrlist) }
    }
    return ours.createContext(attributes(attrlist))
}

/// The pairs up to the 0, of which there are 64 at most.
private func attributes(_ list: UnsafePointer<ALCint>?) -> [ALCint] {
    guard let list else { return [] }
    let count = stride(from: 0, to: 128, by: 2).first { list[$0] == 0 } ?? 128
    return Array(UnsafeBufferPointer(start: list, count: count))
}

@c @implementation
public func alcMakeContextCurrent(_ context: OpaquePointer!) -> ALCboolean {
    let isDone = soft?.pointee.alcMakeContextCurrent(context) ?? 0
    guard isDone != 0 else { return isDone }
    SoundSpace.shared.device(of: context)?.resume()
    return isDone
}

@c @implementation
public func alcProcessContext(_ context: OpaquePointer!) {
    soft?.pointee.alcProcessContext(context)
    SoundSpace.shared.device(of: context)?.resume()
}

@c @implementation
public func alcSuspendContext(_ context: OpaquePointer!) { soft?.pointee.alcSuspendContext(context) }

@c @implementation
public func alcDestroyContext(_ context: OpaquePointer!) {
    if let context { SoundSpace.shared.device(of: context)?.forget(context: context) }
    SoundSpace.shared.acoustics.whileNothingChanges { soft?.pointee.alcDestroyContext(context) }
}

@c @implementation
public func alcGetCurrentContext() -> OpaquePointer! { SoundSpace.shared.currentContext }

@c @implementation
public func alcGetContextsDevice(_ context: OpaquePointer!) -> OpaquePointer! {
    soft.flatMap { $0.pointee.alcGetContextsDevice(context) }
}

// MARK: Devices

@c @implementation
public func alcOpenDevice(_ devicename: UnsafePointer<ALCchar>!) -> OpaquePointer! {
    SoundSpace.shared.open(name(devicename))
}

/// The name of a device; nil for the default one.
func name(_ text: UnsafePointer<ALCchar>?) -> String? { text.flatMap { $0.pointee == 0 ? nil : String(cString: $0) } }

@c @implementation
public func alcCloseDevice(_ device: OpaquePointer!) -> ALCboolean { SoundSpace.shared.close(device) }

@c @implementation
public func alcGetError(_ device: OpaquePointer!) -> ALCenum {
    if let own = SoundSpace.shared.takeError(of: device) { return own }
    guard device == nil || !isCapture(device) else { return ALC_NO_ERROR }
    return soft?.pointee.alcGetError(device) ?? ALC_NO_ERROR
}

@c @implementation
public func alcGetString(_ device: OpaquePointer!, _ param: ALCenum) -> UnsafePointer<ALCchar>! {
    SoundSpace.shared.deviceText(param, of: device)
}

@c @implementation
public func alcGetIntegerv(
    _ device: OpaquePointer!, _ param: ALCenum, _ size: ALCsizei, _ data: UnsafeMutablePointer<ALCint>!
) {
    if param == SoundSpace.connected, let isConnected = SoundSpace.shared.isConnected(device) {
        guard let data, size > 0 else { return SoundSpace.shared.fail(SpaceDeviceError.invalidValue, of: device) }
        data.pointee = isConnected ? 1 : 0
        return
    }
    guard let capturing = capture(device) else {
        soft?.pointee.alcGetIntegerv(device, param, size, data)
        return
    }
    guard let data, size > 0 else { return SoundSpace.shared.fail(SpaceDeviceError.invalidValue, of: device) }
    switch param {
    case ALC_CAPTURE_SAMPLES: data.pointee = ALCint(capturing.frames.available)
    case ALC_MAJOR_VERSION, ALC_MINOR_VERSION: data.pointee = 1
    default: SoundSpace.shared.fail(SpaceDeviceError.invalidEnum, of: device)
    }
}

// MARK: Extensions

@c @implementation
public func alcIsExtensionPresent(_ device: OpaquePointer!, _ extname: UnsafePointer<ALCchar>!) -> ALCboolean {
    extname.map { SoundSpace.shared.hasDeviceExtension($0) } ?? false ? 1 : 0
}

@c @implementation
public func alcGetProcAddress(
    _ device: OpaquePointer!, _ funcname: UnsafePointer<ALCchar>!
) -> UnsafeMutableRawPointer! { alGetProcAddress(funcname) }

@c @implementation
public func alcGetEnumValue(_ device: OpaquePointer!, _ enumname: UnsafePointer<ALCchar>!) -> ALCenum {
    alGetEnumValue(enumname)
}
