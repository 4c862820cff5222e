import CAudioToolbox
import CCoreAudio

// The volume and the balance of a device as a whole, from AudioHardwareService.h. Both are properties of the main
// element, whose volume changes all channels alike.

extension AudioObjectPropertyAddress {
    private static let virtual: [(of: UInt32, property: UInt32)] = [
        (UInt32(kAudioHardwareServiceDeviceProperty_VirtualMainVolume), UInt32(kAudioDevicePropertyVolumeScalar)),
        (UInt32(kAudioHardwareServiceDeviceProperty_VirtualMainBalance), UInt32(kAudioDevicePropertyStereoPan)),
    ]

    /// The property that implements a virtual one; any other property itself.
    var resolved: Self {
        guard mElement == 0, let found = Self.virtual.first(where: { $0.of == mSelector }) else { return self }
        return Self(mSelector: found.property, mScope: mScope, mElement: mElement)
    }

    /// The virtual properties that change with this one.
    var virtual: [Self] {
        guard mElement == 0, mSelector == UInt32(kAudioDevicePropertyVolumeScalar) else { return [] }
        return Self.virtual.map { Self(mSelector: $0.of, mScope: mScope, mElement: mElement) }
    }
}

extension HardwareRequest {
    /// The request for the property that implements a virtual one.
    var resolved: Self {
        var request = self
        request.address = address.resolved
        return request
    }
}
