import AudioCore
import CALSA
import Foundation
import Glibc
import TestSupport
import Testing

@testable import AudioDevices

/// A library that lists the default device and those of two cards, some of which cannot be opened.
private enum Cards {
    static let names = ["default", "sysdefault:CARD=Box", "hw:CARD=Board,DEV=0", "sysdefault:CARD=Board"]
    /// What the library answers for those that do not open.
    static let refusals = LockedValue<[String: Int32]>([:])
    static let opened = LockedValue<[String]>([])

    static let library: ALSALibrary = {
        var library = StillDevice.library
        library.snd_pcm_open = { pcm, name, _, _ in
            guard let name, let pcm else { return -EINVAL }
            let text = String(cString: name)
            if let refusal = Cards.refusals.withLock({ $0[text] }) { return refusal }
            Cards.opened.withLock { $0.append(text) }
            pcm.pointee = OpaquePointer(bitPattern: 16)
            return 0
        }
        library.snd_device_name_hint = { _, _, list in
            let hints = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: Cards.names.count + 1)
            for index in Cards.names.indices {
                (hints + index).initialize(to: UnsafeMutableRawPointer(bitPattern: index + 1))
            }
            (hints + Cards.names.count).initialize(to: nil)
            list?.pointee = hints
            return 0
        }
        library.snd_device_name_free_hint = { hints in
            hints?.deallocate()
            return 0
        }
        library.snd_device_name_get_hint = { hint, key in
            guard let key, String(cString: key) == "NAME" else { return nil }
            return strdup(Cards.names[Int(bitPattern: hint) - 1])
        }
        return library
    }()

    /// Opens a stream and closes it; the devices that were opened for it.
    static func devices(_ backend: ALSA, _ device: String?, _ direction: DeviceDirection) throws -> [String] {
        opened.withLock { $0 = [] }
        var request = StreamRequest()
        request.device = device
        request.direction = direction
        try backend.open(request, render: RenderCounter().call).close()
        return opened.withLock { $0 }
    }
}

@Suite(.serialized) struct ALSACardTests {
    /// A card that is gone, and not one that is in use, has another one in its place. What names a device waits for that.
    @Test(arguments: [DeviceDirection.output, .input])
    func anotherCardTakesThePlaceOfTheDefaultOne(direction: DeviceDirection) throws {
        defer { Cards.refusals.withLock { $0 = [:] } }
        let backend = try ALSA(Cards.library) { _ in }
        #expect(try Cards.devices(backend, nil, direction) == ["default"])
        Cards.refusals.withLock { $0 = ["default": -ENOENT, "sysdefault:CARD=Box": -ENODEV] }
        #expect(try Cards.devices(backend, nil, direction) == ["sysdefault:CARD=Board"])
        #expect(throws: AudioError.self) { _ = try Cards.devices(backend, "sysdefault:CARD=Box", direction) }
        Cards.refusals.withLock { $0 = ["default": -EBUSY] }
        #expect(throws: AudioError.self) { _ = try Cards.devices(backend, nil, direction) }
        Cards.refusals.withLock { $0 = [:] }
        #expect(try Cards.devices(backend, nil, direction) == ["default"])
    }

    @Test func itAnswersWhereAnyCardIs() throws {
        defer { Cards.refusals.withLock { $0 = [:] } }
        Cards.refusals.withLock { $0 = ["default": -ENOENT, "sysdefault:CARD=Box": -ENODEV] }
        _ = try ALSA(Cards.library) { _ in }
        Cards.refusals.withLock { $0["sysdefault:CARD=Board"] = -EBUSY }
        _ = try ALSA(Cards.library) { _ in }
        Cards.refusals.withLock { $0["sysdefault:CARD=Board"] = -ENODEV }
        #expect(throws: AudioError.self) { _ = try ALSA(Cards.library) { _ in } }
    }

    /// The folder of the files comes with the first card, and goes with the last one.
    @Test func cardsThatComeAndGoAreReported() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "cards-\(UUID().uuidString)")
        let (folder, card) = (parent.appending(path: "snd"), parent.appending(path: "snd/controlC0"))
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        let events = LockedValue<[DeviceEvent]>([])
        let backend = try ALSA(Cards.library, cards: (name: "snd", parent: parent.path)) { event in
            events.withLock { $0.append(event) }
        }
        let changes: [() throws -> Void] = [
            { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) },
            { try Data().write(to: card) },
            { try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: card.path) },
            { try FileManager.default.removeItem(at: folder) },
            { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) },
            { try Data().write(to: card) },
        ]
        for (index, change) in changes.enumerated() {
            let count = events.withLock { $0.count }
            try change()
            #expect(eventually { events.withLock { $0.count } > count }, "change \(index)")
        }
        #expect(events.withLock { $0.allSatisfy { $0 == .devicesChanged } })
        backend.close()
        let count = events.withLock { $0.count }
        try FileManager.default.removeItem(at: folder)
        backend.close()
        #expect(events.withLock { $0.count } == count)
    }
}
