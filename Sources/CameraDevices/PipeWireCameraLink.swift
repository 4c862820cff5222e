import AudioCore
import AudioDevices
internal import CPipeWire
import CRealtime
import Glibc
import Synchronization

/// One connection to a PipeWire server for cameras: its list of video sources, and the loop that brings their pictures.
///
/// It does not heal: once it is lost it stays so.
final class PipeWireCameraLink: @unchecked Sendable {
    let library: PipeWireLibrary
    let loop: OpaquePointer
    private(set) var core: OpaquePointer!
    private let context: OpaquePointer
    private let changed: @Sendable () -> Void
    private let lost = Atomic<Bool>(false)

    // These belong to the loop: touched on its thread or with its lock held.
    private var registry: OpaquePointer?
    private var nodes: [UInt32: CameraNode] = [:]
    private var streams: [ObjectIdentifier: PipeWireCameraStream] = [:]
    private var lastDone: Int32 = -1
    private var isReady = false
    private var isClosed = false
    private let coreHook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private let registryHook = UnsafeMutablePointer<PWHook>.allocateZeroed()

    /// - Parameter changed: called on the loop's thread when a camera comes, goes or is described anew, and when the server is gone.
    init(changed: @escaping @Sendable () -> Void) throws(AudioError) {
        guard let library = PipeWireLoad()?.pointee else {
            throw .serverUnavailable.because("libpipewire-0.3 is not installed")
        }
        guard let loop = library.pw_thread_loop_new("cameras", nil) else { throw .memoryFull }
        guard let context = library.context(loop, .present) else {
            library.pw_thread_loop_destroy(loop)
            throw .serverUnavailable.because("PipeWire's client configuration cannot be read")
        }
        (self.library, self.loop, self.context, self.changed) = (library, loop, context, changed)
        core = library.pw_context_connect(context, nil, 0)
        guard core != nil else {
            tearDown()
            throw .serverUnavailable.because("PipeWire does not answer")
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        PWCoreAddListener(core, coreHook, Self.coreEvents, this)
        registry = PWCoreGetRegistry(core)
        PWRegistryAddListener(registry, registryHook, Self.registryEvents, this)
        guard library.pw_thread_loop_start(loop) == 0, learn() else {
            tearDown()
            throw .serverUnavailable.because("PipeWire does not answer")
        }
    }

    var isLost: Bool { lost.load(ordering: .acquiring) }

    /// Runs `body` with the loop's lock held.
    private func locked<Result>(_ body: () throws(AudioError) -> Result) throws(AudioError) -> Result {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        return try body()
    }

    /// The first round trip names the nodes, the second brings what they are, the third their formats.
    private func learn() -> Bool {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        var deadline = timespec()
        _ = library.pw_thread_loop_get_time(loop, &deadline, 3 * Int64(HostTime.ticksPerSecond))
        for _ in 0..<3 {
            let sequence = PWCoreSync(core, UInt32(PWIdCore), 0)
            while lastDone != sequence {
                guard !isLost, library.pw_thread_loop_timed_wait_full(loop, &deadline) == 0 else { return false }
            }
        }
        isReady = true
        return true
    }

    func cameras() -> [CameraDescription] {
        library.pw_thread_loop_lock(loop)
        defer { library.pw_thread_loop_unlock(loop) }
        guard !isClosed, !isLost else { return [] }
        // A new node's formats come a while after it.
        return nodes.sorted { $0.key < $1.key }.map(\.value.camera).filter { !$0.formats.isEmpty }
    }

    func open(
        _ camera: String, _ format: CameraFormat, _ rate: CameraRate?, _ receiver: CameraReceiver
    ) throws(AudioError) -> PipeWireCameraStream {
        try locked { () throws(AudioError) in
            guard !isClosed, !isLost else { throw .serverUnavailable }
            guard let node = nodes.values.first(where: { $0.camera.id == camera }) else { throw .noDevice }
            let stream = try PipeWireCameraStream(self, node, format, rate, receiver)
            streams[ObjectIdentifier(stream)] = stream
            return stream
        }
    }

    /// Ends a stream. Not on the loop's thread.
    func close(_ stream: PipeWireCameraStream) {
        library.pw_thread_loop_lock(loop)
        let isOurs = streams.removeValue(forKey: ObjectIdentifier(stream)) != nil
        if isOurs { stream.destroy() }
        library.pw_thread_loop_unlock(loop)
    }

    /// Ends the connection with all its streams. Not on the loop's thread.
    func close() {
        library.pw_thread_loop_lock(loop)
        let isFirst = !isClosed
        isClosed = true
        let open = Array(streams.values)
        streams = [:]
        for stream in open { stream.destroy() }
        library.pw_thread_loop_unlock(loop)
        if isFirst { tearDown() }
    }

    private func tearDown() {
        library.pw_thread_loop_stop(loop)
        for node in nodes.values { library.pw_proxy_destroy(node.proxy) }
        nodes = [:]
        if let registry { library.pw_proxy_destroy(registry) }
        registry = nil
        if core != nil { _ = library.pw_core_disconnect(core) }
        core = nil
        library.pw_context_destroy(context)
    }

    deinit {
        library.pw_thread_loop_destroy(loop)
        coreHook.deallocate()
        registryHook.deallocate()
    }

    // MARK: Reports of the server

    private func lose() {
        guard !lost.exchange(true, ordering: .acquiringAndReleasing) else { return }
        library.pw_thread_loop_signal(loop, false)
        for stream in streams.values { stream.end(.serverUnavailable.because("PipeWire is gone")) }
        if isReady { changed() }
    }

    private func didAdd(_ id: UInt32, _ type: String, _ properties: [String: String]) {
        guard type == "PipeWire:Interface:Node", properties["media.class"] == "Video/Source",
            let name = properties["node.name"], let proxy = PWRegistryBindNode(registry, id)
        else { return }
        nodes[id] = CameraNode(proxy, name, properties) { [weak self] in
            if let self, isReady { changed() }
        }
    }

    private func didRemove(_ id: UInt32) {
        guard let node = nodes.removeValue(forKey: id) else { return }
        library.pw_proxy_destroy(node.proxy)
        for stream in streams.values where stream.node === node { stream.end(.noDevice) }
        if isReady { changed() }
    }

    private static func borrow(_ data: UnsafeMutableRawPointer?) -> PipeWireCameraLink {
        Unmanaged<PipeWireCameraLink>.fromOpaque(data!).takeUnretainedValue()
    }

    // Event tables live as long as the process: a listener keeps the pointer.

    private nonisolated(unsafe) static let coreEvents = {
        let table = UnsafeMutablePointer<PWCoreEvents>.allocateZeroed()
        table.pointee.done = { data, id, sequence in
            guard id == UInt32(PWIdCore) else { return }
            let this = borrow(data)
            this.lastDone = sequence
            this.library.pw_thread_loop_signal(this.loop, false)
        }
        table.pointee.error = { data, id, _, result, _ in
            if id == UInt32(PWIdCore), result == -EPIPE { borrow(data).lose() }
        }
        return table
    }()

    private nonisolated(unsafe) static let registryEvents = {
        let table = UnsafeMutablePointer<PWRegistryEvents>.allocateZeroed()
        table.pointee.global = { data, id, _, type, _, properties in
            guard let type, let properties else { return }
            borrow(data).didAdd(id, String(cString: type), properties.pointee.asDictionary)
        }
        table.pointee.globalRemove = { data, id in borrow(data).didRemove(id) }
        return table
    }()
}

/// A video source, with what is known of it. Belongs to the loop.
final class CameraNode {
    let proxy: OpaquePointer
    /// What the session manager finds the node by: its serial number, which no other node will have, or else its name.
    let target: String
    private(set) var camera: CameraDescription
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private let changed: () -> Void

    init(_ proxy: OpaquePointer, _ name: String, _ properties: [String: String], changed: @escaping () -> Void) {
        (self.proxy, self.changed) = (proxy, changed)
        target = properties["object.serial"] ?? name
        camera = CameraDescription(id: name, name: properties["node.description"] ?? properties["node.nick"] ?? name)
        PWNodeAddListener(proxy, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        PWNodeSubscribe(proxy, UInt32(PWParameterEnumFormat), UInt32(PWParameterEnumFormat))
    }

    /// After the proxy has been destroyed, which takes the listener away.
    deinit { hook.deallocate() }

    private func update(_ body: (inout CameraDescription) -> Void) {
        let before = camera
        body(&camera)
        if camera != before { changed() }
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWNodeEvents>.allocateZeroed()
        table.pointee.info = { data, info in
            guard let info = info?.pointee, info.changeMask & UInt64(PWNodeChangeProperties) != 0,
                let properties = info.properties?.pointee.asDictionary
            else { return }
            Unmanaged<CameraNode>.fromOpaque(data!).takeUnretainedValue().update { camera in
                camera.name = properties["node.description"] ?? camera.name
                camera.maker = properties["device.vendor.name"] ?? camera.maker
                switch properties["api.libcamera.location"] {
                case "front": camera.position = .front
                case "back": camera.position = .back
                default: break
                }
            }
        }
        table.pointee.parameter = { data, _, id, index, _, pod in
            guard let pod, id == UInt32(PWParameterEnumFormat) else { return }
            let new = VideoPods.formats(pod)
            Unmanaged<CameraNode>.fromOpaque(data!).takeUnretainedValue().update { camera in
                // The first one of a list begins it anew.
                if index == 0 { camera.formats = [] }
                for format in new where camera.formats.count < 4096 && !camera.formats.contains(format) {
                    camera.formats.append(format)
                }
            }
        }
        return table
    }()
}
