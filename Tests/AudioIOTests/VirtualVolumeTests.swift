import AudioCore
import AudioDevices
import CAudioToolbox
import CCoreAudio
import TestSupport
import Testing

@testable import AudioIO

/// The volume of a device as a whole, on a Manual device.
@Suite struct VirtualVolumeTests {
    private let system: HardwareSystem
    private let device: AudioObjectID

    init() throws {
        let server = ManualServer()
        system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let output = AudioObjectPropertyAddress(kAudioHardwarePropertyDefaultOutputDevice)
        device = try Self.number(system.value(AudioObjectID(kAudioObjectSystemObject), HardwareRequest(output)))
    }

    private static func number<T: BitwiseCopyable>(_ value: HardwareValue, as: T.Type = T.self) throws -> T {
        guard case .bytes(let bytes, _) = value, bytes.count >= MemoryLayout<T>.size else {
            throw AudioError.badPropertySize
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: T.self) }
    }

    private func address(_ selector: some BinaryInteger, _ element: UInt32 = 0) -> AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(selector, kAudioObjectPropertyScopeOutput, element)
    }

    private func volume(_ selector: some BinaryInteger, _ element: UInt32 = 0) throws -> Float32 {
        try Self.number(system.value(device, HardwareRequest(address(selector, element))))
    }

    private func set(_ value: Float32, _ selector: some BinaryInteger, _ element: UInt32 = 0) throws {
        try withUnsafeBytes(of: value) {
            try system.set(device, HardwareRequest(address(selector, element), input: $0))
        }
    }

    @Test func movesAllChannelsAlike() throws {
        try set(0.5, kAudioDevicePropertyVolumeScalar, 1)
        try set(0.25, kAudioDevicePropertyVolumeScalar, 2)
        #expect(try volume(kAudioHardwareServiceDeviceProperty_VirtualMainVolume) == 0.5)
        try set(1, kAudioHardwareServiceDeviceProperty_VirtualMainVolume)
        #expect(try volume(kAudioDevicePropertyVolumeScalar, 1) == 1)
        #expect(try volume(kAudioDevicePropertyVolumeScalar, 2) == 0.5)
        #expect(try system.isSettable(device, address(kAudioHardwareServiceDeviceProperty_VirtualMainVolume)))
    }

    @Test func balanceTurnsOneSideDown() throws {
        #expect(try volume(kAudioHardwareServiceDeviceProperty_VirtualMainBalance) == 0.5)
        try set(0.75, kAudioHardwareServiceDeviceProperty_VirtualMainBalance)
        #expect(try volume(kAudioDevicePropertyVolumeScalar, 1) == 0.5)
        #expect(try volume(kAudioDevicePropertyVolumeScalar, 2) == 1)
        #expect(try volume(kAudioHardwareServiceDeviceProperty_VirtualMainBalance) == 0.75)
    }

    @Test func isOfTheMainElement() {
        #expect(system.has(device, address(kAudioHardwareServiceDeviceProperty_VirtualMainVolume)))
        #expect(!system.has(device, address(kAudioHardwareServiceDeviceProperty_VirtualMainVolume, 1)))
    }

    /// Listeners of the virtual properties are called with their own address when the volume changes.
    @Test(arguments: [
        UInt32(kAudioHardwareServiceDeviceProperty_VirtualMainVolume),
        UInt32(kAudioHardwareServiceDeviceProperty_VirtualMainBalance),
    ]) func tellsItsListeners(selector: UInt32) throws {
        let heard = WaitableValue<[UInt32]>([])
        try system.addListener(device, address(selector), key: [1]) { _, addresses in
            heard.withLock { $0 += addresses.map(\.mSelector) }
        }
        try set(0.125, kAudioDevicePropertyVolumeScalar)
        #expect(heard.wait(nanoseconds: 10_000_000_000, until: { $0.isEmpty ? nil : $0 }) == [selector])
    }
}
