import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import COpenALSoft

/// What OpenAL has once in a process: the open devices, what Apple's extensions have set, and the errors that are not OpenAL
/// Soft's.
package final class SoundSpace: @unchecked Sendable {
    package static let shared = SoundSpace()

    /// Where devices play and record, and in whose session. Tests have their own.
    package struct Surroundings: Sendable {
        package var output: @Sendable (String?) throws(AudioError) -> Output = { device throws(AudioError) in
            try .shared(device: device)
        }
        package var input: @Sendable (String?) throws(AudioError) -> Input = { device throws(AudioError) in
            try .shared(device: device)
        }
        package var devices: @Sendable () throws(AudioError) -> [DeviceDescription] = { () throws(AudioError) in
            try Connection.shared().devices()
        }
        package var session = SessionCenter.shared

        package init() {}
    }

    private struct State {
        var devices: [OpaquePointer: PlayingDevice] = [:]
        var settings = SpaceSettings()
        /// The first error since the last call that asked for it.
        var error: SpaceError?
        /// The same for each device, and for NULL.
        var deviceErrors: [OpaquePointer?: SpaceDeviceError] = [:]
    }

    private let state = LockedValue(State(), .state)
    private let place = LockedValue(Surroundings())
    package let watch = SourceWatch()
    package let names = DeviceNames()
    package let acoustics = Acoustics()
    package let capturer = OutputCapturer()
    /// What calls in callbacks leave to a thread.
    let work = DeferredWork()

    package init() {}

    package var surroundings: Surroundings {
        get { place.withLock { $0 } }
        set {
            // The old ones are released without the lock.
            let before = place.withLock { place in
                defer { place = newValue }
                return place
            }
            withExtendedLifetime(before) {}
        }
    }

    // MARK: Errors

    /// Keeps an error for `alGetError`.
    package func fail(_ error: SpaceError) { state.withLock { $0.error = $0.error ?? error } }

    /// Runs `body`, and keeps its error.
    package func reporting(_ body: () throws(SpaceError) -> Void) {
        do throws(SpaceError) { try body() } catch { fail(error) }
    }

    /// OpenAL Soft, for a call that needs a current context: without one, the call is an error.
    package var called: UnsafePointer<SoftFunctions>? {
        if currentContext == nil { fail(.invalidOperation) }
        return soft
    }

    /// OpenAL Soft for a call with a list, which is an error where the list is null and is to have entries: OpenAL Soft would read it.
    package func calledWith(_ list: UnsafeRawPointer?, _ count: Int32) -> UnsafePointer<SoftFunctions>? {
        guard let soft = called else { return nil }
        guard list != nil || count <= 0 || currentContext == nil else {
            fail(.invalidValue)
            return nil
        }
        return soft
    }

    /// The first error that is not OpenAL Soft's, which is forgotten; 0 where there is none.
    package func takeError() -> Int32 {
        state.withLock { state in
            defer { state.error = nil }
            return state.error?.rawValue ?? 0
        }
    }

    /// Keeps an error for `alcGetError`. For what is not an open device it is that of NULL.
    package func fail(_ error: SpaceDeviceError, of device: OpaquePointer? = nil) {
        let isCapture = (try? CapturingDevice.handles.object(for: device)) != nil
        state.withLock { state in
            let device = isCapture || device.map { state.devices[$0] != nil } ?? false ? device : nil
            state.deviceErrors[device] = state.deviceErrors[device] ?? error
        }
    }

    package func takeError(of device: OpaquePointer?) -> Int32? {
        state.withLock { $0.deviceErrors.removeValue(forKey: device)?.rawValue }
    }

    // MARK: Devices

    package var settings: SpaceSettings { state.withLock { $0.settings } }

    /// Changes what holds for all devices, which go on with it.
    package func change(_ body: (inout SpaceSettings) -> Void) {
        let devices = state.withLock { state -> [PlayingDevice] in
            let before = state.settings
            body(&state.settings)
            return state.settings == before ? [] : Array(state.devices.values)
        }
        for device in devices { device.followSettings() }
    }

    /// Opens a device by the name of one, or the default one.
    package func open(_ name: String?) -> OpaquePointer? {
        guard let library = soft else { return failed(.invalidDevice) }
        var id: String?
        if let name {
            guard let found = find(name, .output) else { return failed(.invalidValue) }
            id = found
        }
        guard let output = try? surroundings.output(id) else { return failed(.invalidDevice) }
        guard let handle = library.pointee.alcLoopbackOpenDeviceSOFT(nil) else { return failed(.outOfMemory) }
        let device = PlayingDevice(handle, library, output, name ?? deviceNames(.output).first ?? "", id: id, self)
        state.withLock { state in
            state.devices[handle] = device
            state.deviceErrors[handle] = nil
        }
        return handle
    }

    private func failed(_ error: SpaceDeviceError) -> OpaquePointer? {
        fail(error)
        return nil
    }

    /// Closes a device. What is none, or is closed already, is an error.
    package func close(_ handle: OpaquePointer?) -> CChar {
        let device = handle.flatMap { handle in state.withLock { $0.devices.removeValue(forKey: handle) } }
        guard let device, let handle else {
            // OpenAL Soft would look into it, where it has no device.
            fail(.invalidDevice)
            return 0
        }
        // The cycle of a callback that closes the device may still have to mix it.
        let number = Int(bitPattern: handle)
        let close: @Sendable () -> CChar = {
            device.end()
            return self.acoustics.whileNothingChanges {
                soft?.pointee.alcCloseDevice(OpaquePointer(bitPattern: number)) ?? 0
            }
        }
        return work.takesOver({ _ = close() }) ? 1 : close()
    }

    package func device(_ handle: OpaquePointer?) -> PlayingDevice? {
        handle.flatMap { handle in state.withLock { $0.devices[handle] } }
    }

    /// The device of a context; nil where it is not one of ours.
    package func device(of context: OpaquePointer?) -> PlayingDevice? {
        guard let context, let soft else { return nil }
        return device(soft.pointee.alcGetContextsDevice(context))
    }

    package var currentContext: OpaquePointer? { soft?.pointee.alcGetCurrentContext() }
    package var currentDevice: PlayingDevice? { device(of: currentContext) }

    // MARK: Names

    private func found(_ direction: DeviceDirection) -> [DeviceNames.Named] {
        DeviceNames.all((try? surroundings.devices()) ?? [], direction)
    }

    /// The names of all devices of a direction, the default one first.
    package func deviceNames(_ direction: DeviceDirection) -> [String] { found(direction).map(\.name) }

    /// The identifier of a device by its name.
    package func find(_ name: String, _ direction: DeviceDirection) -> String? {
        let found = found(direction)
        return (found.first { $0.name == name } ?? found.first { $0.id == name })?.id
    }
}

extension SoundSpace {
    /// Frames per second of the mix: what was set, or else what the current context's device has, or the default output.
    package var sampleRate: Double {
        settings.sampleRate ?? currentDevice?.sampleRate ?? (try? surroundings.output(nil))?.format.sampleRate ?? 0
    }
}
