import AudioCore
import AudioDevices
internal import CPipeWire
import Glibc

/// Pictures of a video source. Its functions run on the loop's thread, with the loop's lock held.
final class PipeWireCameraStream: CameraStream, @unchecked Sendable {
    let node: CameraNode
    private let link: PipeWireCameraLink
    private let library: PipeWireLibrary
    private let receiver: CameraReceiver
    private var object: OpaquePointer?
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    /// What the server has agreed to.
    private var format: CameraFormat?
    private var hasEnded = false

    /// How far a time may be from the present to be one of our clock.
    private static let doubt: Int64 = 2_000_000_000

    /// With the loop's lock held.
    init(
        _ link: PipeWireCameraLink, _ node: CameraNode, _ format: CameraFormat, _ rate: CameraRate?,
        _ receiver: CameraReceiver
    ) throws(AudioError) {
        (self.link, self.node, self.receiver) = (link, node, receiver)
        library = link.library
        let properties = library.properties([
            ("media.type", "Video"), ("media.category", "Capture"), ("media.role", "Camera"),
            ("target.object", node.target), ("node.target", node.target), ("node.dont-reconnect", "true"),
        ])
        object = library.pw_stream_new(link.core, "camera", properties)
        guard let object else { throw .memoryFull }
        library.pw_stream_add_listener(object, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        let flags = UInt32(PWStreamAutoconnect | PWStreamMapBuffers)
        let result = VideoPods.format(format, rate).withUnsafeBytes { wanted in
            VideoPods.buffers.withUnsafeBytes { buffers in
                VideoPods.header.withUnsafeBytes { header in
                    var parameters = [wanted.baseAddress, buffers.baseAddress, header.baseAddress]
                    return library.pw_stream_connect(
                        object, Int32(PWDirectionInput), UInt32(PWIdAny), flags, &parameters, 3)
                }
            }
        }
        guard result >= 0 else {
            destroy()
            throw .serverUnavailable.because("PipeWire opens no stream of pictures")
        }
    }

    deinit { hook.deallocate() }

    func close() { link.close(self) }

    /// With the loop's lock held.
    func destroy() {
        hasEnded = true
        if let object { library.pw_stream_destroy(object) }
        object = nil
    }

    func end(_ error: AudioError) {
        guard !hasEnded else { return }
        hasEnded = true
        receiver.ended(error)
    }

    // MARK: Pictures

    private func process() {
        guard let object else { return }
        while let buffer = library.pw_stream_dequeue_buffer(object) {
            if !hasEnded, let memory = buffer.pointee.memory { receive(memory.pointee) }
            _ = library.pw_stream_queue_buffer(object, buffer)
        }
    }

    private func receive(_ memory: PWMemory) {
        guard let format, memory.dataCount > 0, let data = memory.datas?.pointee, let base = data.data,
            let chunk = data.chunk?.pointee, chunk.flags & 1 == 0
        else { return }
        let offset = min(chunk.offset, data.maximumSize)
        let size = min(chunk.size, data.maximumSize - offset)
        let header = PictureHeader(memory)
        guard size > 0, header.map({ $0.flags & PictureHeader.isDamaged == 0 }) ?? true else { return }
        let stride = chunk.stride > 0 ? Int(chunk.stride) : format.layout.stride(width: format.width)
        receiver.frame(
            CameraFrame(
                format.layout, format.width, format.height,
                bytes: UnsafeRawBufferPointer(start: base + Int(offset), count: Int(size)), stride: stride,
                hostTime: time(header), sequence: header?.number))
    }

    /// When a picture was captured: as the camera says, where that is in our clock, else when its cycle began.
    private func time(_ header: PictureHeader?) -> UInt64 {
        let now = Int64(HostTime.now())
        if let header, header.time > 0, abs(header.time - now) < Self.doubt { return UInt64(header.time) }
        var time = PWTime()
        if let object { _ = library.pw_stream_get_time_n(object, &time, MemoryLayout<PWTime>.size) }
        return time.now > 0 && abs(time.now - now) < Self.doubt ? UInt64(time.now) : UInt64(now)
    }

    private static func borrow(_ data: UnsafeMutableRawPointer?) -> PipeWireCameraStream {
        Unmanaged<PipeWireCameraStream>.fromOpaque(data!).takeUnretainedValue()
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWStreamEvents>.allocateZeroed()
        table.pointee.version = UInt32(PWStreamEventsVersion)
        table.pointee.stateChanged = { data, _, state, error in
            guard state == PWStreamStateError else { return }
            let reason = error.map { String(cString: $0) } ?? "the stream has an error"
            borrow(data).end(.serverUnavailable.because(reason))
        }
        table.pointee.parameterChanged = { data, id, pod in
            guard id == UInt32(PWParameterFormat) else { return }
            borrow(data).format = pod.flatMap { VideoPods.formats($0).first }
        }
        table.pointee.process = { data in borrow(data).process() }
        return table
    }()
}

extension CameraLayout {
    /// Bytes from one row to the next where nothing lies between them.
    func stride(width: Int) -> Int {
        switch self {
        case .yuy2, .uyvy: (width + 1) / 2 * 4
        case .nv12, .i420: (width + 1) / 2 * 2
        case .bgra, .bgrx, .rgba, .rgbx: 4 * width
        case .rgb, .bgr: (3 * width + 3) / 4 * 4
        case .gray8: width
        case .mjpeg: 0
        }
    }
}
