import AudioCore
import CCoreAudio

/// The object that represents the sound server, and makes aggregates.
final class HardwarePlugIn: HardwareObject, @unchecked Sendable {
    static let name = "org.swift.corelibs.audio"
    /// The name by which programs look for the plug-in that makes aggregates.
    static let appleName = "com.apple.audio.CoreAudio"

    let id: AudioObjectID
    weak var system: HardwareSystem?

    init(id: AudioObjectID) { self.id = id }

    var classes: [AudioClassID] { [AudioClassID(kAudioPlugInClassID), AudioClassID(kAudioObjectClassID)] }
    var ownerID: AudioObjectID { AudioObjectID(kAudioObjectSystemObject) }
    var owned: [any HardwareObject] { system?.allDevices ?? [] }

    /// Whether the plug-in is the one of a bundle identifier.
    static func isCalled(_ name: String) -> Bool { name == self.name || name == appleName }

    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        guard let system else { throw .badObject }
        let none = AudioObjectID(kAudioObjectUnknown)
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyName), Int(kAudioPlugInPropertyBundleID): return .text(Self.name)
        case Int(kAudioPlugInPropertyDeviceList): return .many(system.allDevices.map(\.id))
        case Int(kAudioPlugInPropertyTranslateUIDToDevice):
            return .one(system.device(uid: try request.text())?.id ?? none)
        case Int(kAudioPlugInPropertyBoxList), Int(kAudioPlugInPropertyClockDeviceList):
            return .many([AudioObjectID]())
        case Int(kAudioPlugInPropertyTranslateUIDToBox), Int(kAudioPlugInPropertyTranslateUIDToClockDevice):
            _ = try request.text()
            return .one(none)
        // Reading either of these two performs an operation.
        case Int(kAudioPlugInCreateAggregateDevice):
            if request.isForSize { return .one(none) }
            let composition = try request.object(in: request.qualifier, request.objects.composition)
            guard request.input.count >= MemoryLayout<AudioObjectID>.size else { throw .badPropertySize }
            return .one(try system.createAggregate(composition))
        case Int(kAudioPlugInDestroyAggregateDevice):
            if request.isForSize { return .one(none) }
            let id = try request.load(AudioObjectID.self)
            try system.destroyAggregate(id)
            return .one(id)
        default: throw .unknownProperty
        }
    }
}
