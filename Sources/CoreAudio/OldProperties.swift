import AudioCore
import AudioIO
import CCoreAudio
import CoreAudioTypes

/// A property as the first systems named it: an object, a channel, and for devices a direction.
struct OldProperty {
    private let object: AudioObjectID
    private let address: AudioObjectPropertyAddress

    private static let global = AudioObjectPropertyScope(kAudioObjectPropertyScopeGlobal)

    /// Of the system.
    init(_ id: AudioObjectPropertySelector) {
        self.init(id, of: AudioObjectID(kAudioObjectSystemObject), 0)
    }

    /// Converts the names of a stream's property.
    init(_ id: AudioObjectPropertySelector, of object: AudioObjectID, _ channel: UInt32) {
        self.object = object
        address = AudioObjectPropertyAddress(mSelector: id, mScope: Self.global, mElement: channel)
    }

    /// Converts the names of a device's property. Either direction finds a property of the whole device.
    init(_ id: AudioObjectPropertySelector, of device: AudioObjectID, _ channel: UInt32, _ isInput: Bool) {
        let scope = isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput
        let one = AudioObjectPropertyAddress(
            mSelector: id, mScope: AudioObjectPropertyScope(scope), mElement: channel)
        let whole = AudioObjectPropertyAddress(mSelector: id, mScope: Self.global, mElement: channel)
        object = device
        let system = HardwareSystem.shared
        address = !system.has(device, one) && system.has(device, whole) ? whole : one
    }

    func info(_ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<Bool>?) throws(AudioError) {
        let bytes = try dataSize(object, HardwareRequest(address))
        let settable = try HardwareSystem.shared.isSettable(object, address)
        size?.pointee = bytes
        isWritable?.pointee = settable
    }

    func get(_ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer) -> OSStatus {
        withUnsafePointer(to: address) { AudioObjectGetPropertyData(object, $0, 0, nil, size, data) }
    }

    func set(_ size: UInt32, _ data: UnsafeRawPointer) -> OSStatus {
        withUnsafePointer(to: address) { AudioObjectSetPropertyData(object, $0, 0, nil, size, data) }
    }

    func listen(_ key: [UInt], _ body: @escaping @Sendable () -> Void) throws(AudioError) {
        try HardwareSystem.shared.addListener(object, everywhere, key: key) { _, _ in body() }
    }

    func unlisten(_ key: [UInt]) throws(AudioError) {
        try HardwareSystem.shared.removeListener(object, everywhere, key: key)
    }

    /// Changes of a device as a whole count for both directions.
    private var everywhere: AudioObjectPropertyAddress {
        var address = self.address
        address.mScope = AudioObjectPropertyScope(kAudioObjectPropertyScopeWildcard)
        return address
    }
}

/// By what an old listener is known: its address, and nothing of the client's.
func oldKey(_ function: UInt) -> [UInt] { [function, .max] }
