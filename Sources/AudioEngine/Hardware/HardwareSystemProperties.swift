import AudioCore
import AudioDevices
import CCoreAudio

// What the system object answers.

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
        // The last two are there to be listened to.
        case Int(kAudioHardwarePropertyIsInitingOrExiting), Int(kAudioHardwarePropertyMixStereoToMono),
            Int(kAudioHardwarePropertyUserIDChanged), Int(kAudioHardwarePropertyServiceRestarted):
            return .flag(false)
        // Listeners are always told on a thread of ours.
        case Int(kAudioHardwarePropertyRunLoop): return .one(UInt(0))
        case let selector where Self.keptDefaults[selector] != nil:
            return .one(kept(request.selector) ?? Self.keptDefaults[selector] ?? 0)
        default: throw .unknownProperty
        }
    }

    /// Objects by their names, in the qualifier or, as the first systems asked, in a translation.
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

    /// The text that a translation asks about; nil where only the size of the answer matters.
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
        // System sounds go where everything else does.
        case Int(kAudioHardwarePropertyDefaultSystemOutputDevice):
            guard try device(try request.load(UInt32.self)).id == defaultDevice(.output) else {
                throw .unsupportedOperation
            }
        // None is what most programs set: that is how it is here. Another thread's run loop is not served.
        case Int(kAudioHardwarePropertyRunLoop):
            guard try request.load(UInt.self) == 0 else { throw .unsupportedOperation }
        case let selector where Self.keptDefaults[selector] != nil:
            keep(request.selector, try request.load(UInt32.self))
            notify(id, [.init(request.selector)])
        default: throw .unsupportedOperation
        }
    }
}
