import AudioCore
import CALSA
import Glibc

/// The kernel's sound devices, and whatever else the system's ALSA configuration names, without a server.
///
/// Nobody moves a stream from one device to another. ALSA does not report that cards come and go, which is seen by their files
/// (`CardWatch`), and which device is the default one says its configuration, which each stream reads when it opens.
package final class ALSA: Backend {
    package static let name = "alsa"

    let library: ALSALibrary
    let events: @Sendable (DeviceEvent) -> Void
    /// Nil where cards are not watched.
    private let watch: CardWatch?

    /// Throws where the library is missing, or where neither the default device nor, while its card is gone, another card's can be
    /// opened.
    package convenience init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        guard let library = ALSALoad()?.pointee else { throw .serverUnavailable.because("libasound is not installed") }
        try self.init(library, cards: (name: "snd", parent: "/dev"), events: events)
    }

    /// - Parameter cards: the folder of the files of the system's cards, and the folder that it is in.
    init(
        _ library: ALSALibrary, cards: (name: String, parent: String)? = nil,
        events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(AudioError) {
        let (pcm, status) = Self.open(library, nil, .output)
        // Busy means that it is there.
        guard pcm != nil || status == -EBUSY else {
            throw .serverUnavailable.because("ALSA has no default device: \(library.message(status))")
        }
        if let pcm { _ = library.snd_pcm_close(pcm) }
        self.library = library
        self.events = events
        watch = cards.flatMap { cards in CardWatch(cards.name, in: cards.parent) { events(.devicesChanged) } }
    }

    deinit { watch?.end() }

    package func close() { watch?.end() }

    package func devices() throws(AudioError) -> [DeviceDescription] { Self.devices(library) }

    private static func devices(_ library: ALSALibrary) -> [DeviceDescription] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard library.snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { _ = library.snd_device_name_free_hint(hints) }
        var devices: [DeviceDescription] = []
        var next = hints
        while let hint = next.pointee {
            next += 1
            guard let name = library.text(hint, "NAME"), name != "null" else { continue }
            let title = library.text(hint, "DESC").map { $0.split(separator: "\n").joined(separator: ", ") } ?? name
            let only = library.text(hint, "IOID")
            for (direction, word) in [(DeviceDirection.output, "Output"), (.input, "Input")]
            where only == nil || only == word {
                devices.append(
                    DeviceDescription(id: name, name: title, direction: direction, isDefault: name == defaultName))
            }
        }
        return devices
    }

    /// A device without a mixer of its own opens once.
    package var knowsRoles: Bool { false }
    /// "hw:0,0" and "plughw:Board" name devices, and are not in the list.
    package var listsAllDevices: Bool { false }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.shape.isSane else { throw .deviceFormat }
        return try ALSAStream(self, wanted, render)
    }

    // MARK: Opening devices

    /// What opens the device that the configuration specifies.
    private static let defaultName = "default"
    /// How the names of the default devices of single cards begin.
    private static let cardPrefix = "sysdefault:CARD="
    /// What the library answers where a device's card is not there.
    private static let goneStatuses = [-ENOENT, -ENODEV, -ENXIO]

    /// Opens a device; nil is the default one, or the first card's that can be opened where the default one's card is gone.
    ///
    /// - Returns: the device, to be closed with `snd_pcm_close`, or what the library answers where there is none.
    static func open(
        _ library: ALSALibrary, _ device: String?, _ direction: DeviceDirection
    ) -> (pcm: OpaquePointer?, status: Int32) {
        var last = open(library, named: device ?? defaultName, direction)
        guard device == nil, goneStatuses.contains(last.status) else { return last }
        for other in devices(library) where other.direction == direction && other.id.hasPrefix(cardPrefix) {
            let card = open(library, named: other.id, direction)
            if card.pcm != nil { return card }
            // One that is busy is there.
            if card.status == -EBUSY { last = card }
        }
        return last
    }

    private static func open(
        _ library: ALSALibrary, named name: String, _ direction: DeviceDirection
    ) -> (pcm: OpaquePointer?, status: Int32) {
        var pcm: OpaquePointer?
        let stream = Int32(direction == .input ? ALSACapture : ALSAPlayback)
        let status = library.snd_pcm_open(&pcm, name, stream, Int32(ALSANonblock))
        return (status >= 0 ? pcm : nil, status)
    }
}

extension ALSALibrary {
    /// One of the texts of an entry in the list of devices; nil where it has none.
    fileprivate func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }

    /// The library's words for one of its negative error numbers.
    func message(_ status: Int32) -> String { snd_strerror(status).map { String(cString: $0) } ?? "error \(status)" }
}
