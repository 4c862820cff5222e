import AudioCore
import COpenAL
import OpenALEngine

// The bodies of OpenAL/alc.h for capturing.

/// The open microphone of a handle; nil where it is not one.
func capture(_ device: OpaquePointer?) -> CapturingDevice? { try? CapturingDevice.handles.object(for: device) }

func isCapture(_ device: OpaquePointer?) -> Bool { capture(device) != nil }

/// The same, with an error where it is not one.
private func microphone(_ device: OpaquePointer?) -> CapturingDevice? {
    if let found = capture(device) { return found }
    SoundSpace.shared.fail(SpaceDeviceError.invalidDevice)
    return nil
}

@c @implementation
public func alcCaptureOpenDevice(
    _ devicename: UnsafePointer<ALCchar>!, _ frequency: ALCuint, _ format: ALCenum, _ buffersize: ALCsizei
) -> OpaquePointer! {
    let space = SoundSpace.shared
    guard let form = CaptureForm(format: format) else {
        space.fail(SpaceDeviceError.invalidEnum)
        return nil
    }
    do throws(AudioError) {
        guard (1...768_000).contains(frequency) else { throw .parameter }
        let device = try CapturingDevice(
            name(devicename), rate: Double(frequency), form: form, frames: Int(buffersize), in: space)
        return try CapturingDevice.handles.insert(device)
    } catch {
        space.fail(SpaceDeviceError.invalidValue)
        return nil
    }
}

@c @implementation
public func alcCaptureCloseDevice(_ device: OpaquePointer!) -> ALCboolean {
    guard let closed = try? CapturingDevice.handles.remove(device) else {
        SoundSpace.shared.fail(SpaceDeviceError.invalidDevice)
        return 0
    }
    closed.close()
    return 1
}

@c @implementation
public func alcCaptureStart(_ device: OpaquePointer!) { microphone(device)?.start() }

@c @implementation
public func alcCaptureStop(_ device: OpaquePointer!) { microphone(device)?.stop() }

@c @implementation
public func alcCaptureSamples(_ device: OpaquePointer!, _ buffer: UnsafeMutableRawPointer!, _ samples: ALCsizei) {
    guard let microphone = microphone(device) else { return }
    guard let buffer, microphone.frames.read(Int(samples), into: buffer) else {
        return SoundSpace.shared.fail(SpaceDeviceError.invalidValue, of: device)
    }
}
