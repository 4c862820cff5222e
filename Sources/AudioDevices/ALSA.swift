import AudioCore
import CALSA
import Glibc

/// The kernel's sound devices, and whatever else the system's ALSA configuration names, without a server.
///
/// ALSA reports neither devices that come and go nor a new default: no events but `streamEnded`, when the device
/// that a stream plays on is gone.
package final class ALSA: Backend {
    package static let name = "alsa"

    let library: ALSALibrary
    let events: @Sendable (DeviceEvent) -> Void

    /// Throws where the library is missing, or where its default device cannot be opened.
    package convenience init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        guard let library = ALSALoad()?.pointee else { throw .serverUnavailable.because("libasound is not installed") }
        try self.init(library, events: events)
    }

    init(_ library: ALSALibrary, events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        self.library = library
        self.events = events
        var pcm: OpaquePointer?
        let status = library.snd_pcm_open(&pcm, "default", Int32(ALSAPlayback), Int32(ALSANonblock))
        // Busy means that it is there.
        guard status >= 0 || status == -EBUSY else {
            throw .serverUnavailable.because("ALSA has no default device: \(library.message(status))")
        }
        if let pcm { _ = library.snd_pcm_close(pcm) }
    }

    package func devices() throws(AudioError) -> [DeviceDescription] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard library.snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { _ = library.snd_device_name_free_hint(hints) }
        var devices: [DeviceDescription] = []
        var next = hints
        while let hint = next.pointee {
            next += 1
            guard let name = text(hint, "NAME"), name != "null" else { continue }
            let title = text(hint, "DESC").map { $0.split(separator: "\n").joined(separator: ", ") } ?? name
            let only = text(hint, "IOID")
            for (direction, word) in [(DeviceDirection.output, "Output"), (.input, "Input")]
            where only == nil || only == word {
                devices.append(
                    DeviceDescription(id: name, name: title, direction: direction, isDefault: name == "default"))
            }
        }
        return devices
    }

    private func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let value = library.snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }

    /// A device without a mixer of its own opens once.
    package var knowsRoles: Bool { false }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.shape.isSane else { throw .deviceFormat }
        return try ALSAStream(self, wanted, render)
    }

    package func close() {}
}

extension ALSALibrary {
    /// The library's words for one of its negative error numbers.
    func message(_ status: Int32) -> String { snd_strerror(status).map { String(cString: $0) } ?? "error \(status)" }
}
