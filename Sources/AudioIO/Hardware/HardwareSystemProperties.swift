import AudioCore
import AudioDevices
import CCoreAudio

// The properties of the system object.

extension HardwareSystem {
    var classes: [AudioClassID] { [AudioClassID(kAudioSystemObjectClassID), AudioClassID(kAudioObjectClassID)] }
    var ownerID: AudioObjectID { AudioObjectID(kAudioObjectUnknown) }
    var owned: [any HardwareObject] { [plugIn] + allDevices }

    func ownValue(_ request: HardwareRequest) throws(AudioError) -> HardwareValue {
        if let value = try lookUp(request) { return value }
        switch Int(request.selector) {
        case Int(kAudioObjectPropertyName): return .text("Core Audio")
        case Int(kAudioHardwarePropertyDevices): return .many(allDevices.map(\.id))
        case Int(kAudioHardwarePropertyDefaultInputDevice): return .one(defaultDevice(.input))
        case Int(kAudioHardwarePropertyDefaultOutputDevice), Int(kAudioHardwarePropertyDefaultSystemOutputDevice):
            return .one(defaultDevice(.output))
        case Int(kAudioHardwarePropertyPlugInList): return .many([plugIn.id])
        case Int(kAudioHardwarePropertyTransportManagerList), Int(kAudioHardwarePropertyBoxList),
            Int(kAudioHardwarePropertyClockDeviceList):
            return .many([AudioObjectID]())
        case Int(kAudioHardwarePropertyProcessIsMain), Int(kAudioHardwarePropertyProcessIsMaster),
            Int(kAudioHardwarePropertyUserSessionIsActiveOrHeadless), Int(kAudioHardwarePropertyProcessIsAudible):
            return .flag(true)
        // The last two exist for their listeners.
        case Int(kAudioHardwarePropertyIsInitingOrExiting), Int(kAudioHardwarePropertyMixStereoToMono),
            Int(kAudioHardwarePropertyUserIDChanged), Int(kAudioHardwarePropertyServiceRestarted):
            return .flag(false)
        // Listeners are always called on a thread of the library.
        case Int(kAudioHardwarePropertyRunLoop): return .one(UInt(0))
        case let selector where Self.keptDefaults[selector] != nil:
            return .one(kept(request.selector) ?? Self.keptDefaults[selector] ?? 0)
        default: throw .unknownProperty
        }
    }

    /// Objects by name. The name is in the qualifier or, in the properties of the first systems, in an
    /// `AudioValueTranslation`.
    private func lookUp(_ request: HardwareRequest) throws(AudioError) -> HardwareValue? {
        let none = AudioObjectID(kAudioObjectUnknown)
        switch Int(request.selector) {
        case Int(kAudioHardwarePropertyTranslateUIDToDevice):
            return .one(device(uid: try request.text())?.id ?? none)
        case Int(kAudioHardwarePropertyTranslateBundleIDToPlugIn):
            return .one(HardwarePlugIn.isCalled(try request.text()) ? plugIn.id : none)
        case Int(kAudioHardwarePropertyTranslateUIDToBox), Int(kAudioHardwarePropertyTranslateUIDToClockDevice),
            Int(kAudioHardwarePropertyTranslateBundleIDToTransportManager):
            _ = try request.text()
            return .one(none)
        case Int(kAudioHardwarePropertyDeviceForUID):
            return .translation(.one(try asked(request).flatMap { device(uid: $0)?.id } ?? none))
        case Int(kAudioHardwarePropertyPlugInForBundleID):
            return .translation(.one(try asked(request).map(HardwarePlugIn.isCalled) == true ? plugIn.id : none))
        default: return nil
        }
    }

    /// The input text of a translation; nil if only the size of the value is requested.
    private func asked(_ request: HardwareRequest) throws(AudioError) -> String? {
        guard !request.isForSize else { return nil }
        let size = MemoryLayout<UnsafeRawPointer>.size
        return try request.object(in: try request.question(size), request.objects.text)
    }

    private static let keptDefaults: [Int: UInt32] = [
        Int(kAudioHardwarePropertyPowerHint): 0, Int(kAudioHardwarePropertySleepingIsAllowed): 1,
        Int(kAudioHardwarePropertyUnloadingIsAllowed): 1, Int(kAudioHardwarePropertyHogModeIsAllowed): 1,
    ]

    func isSettable(_ address: AudioObjectPropertyAddress) -> Bool {
        let others = [
            kAudioHardwarePropertyDefaultInputDevice, kAudioHardwarePropertyDefaultOutputDevice,
            kAudioHardwarePropertyDefaultSystemOutputDevice, kAudioHardwarePropertyRunLoop,
        ]
        return others.contains { UInt32($0) == address.mSelector } || Self.keptDefaults[Int(address.mSelector)] != nil
    }

    func set(_ request: HardwareRequest) throws(AudioError) {
        switch Int(request.selector) {
        case Int(kAudioHardwarePropertyDefaultInputDevice): try makeDefault(try request.load(UInt32.self), .input)
        case Int(kAudioHardwarePropertyDefaultOutputDevice): try makeDefault(try request.load(UInt32.self), .output)
        // System sounds play on the default output.
        case Int(kAudioHardwarePropertyDefaultSystemOutputDevice):
            guard try device(try request.load(UInt32.self)).id == defaultDevice(.output) else {
                throw .unsupportedOperation
            }
        // Most programs set null, which is the state here. Run loops are not supported.
        case Int(kAudioHardwarePropertyRunLoop):
            guard try request.load(UInt.self) == 0 else { throw .unsupportedOperation }
        case let selector where Self.keptDefaults[selector] != nil:
            keep(request.selector, try request.load(UInt32.self))
            notify(id, [.init(request.selector)])
        default: throw .unsupportedOperation
        }
    }
}
