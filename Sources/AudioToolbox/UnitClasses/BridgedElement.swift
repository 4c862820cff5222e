import AudioCore
import AudioUnits
import CAudioToolbox
import Foundation

/// An element of a unit of version 2 behind an `AUAudioUnitBus`.
final class BridgedElement: @unchecked Sendable {
    private weak var bridge: UnitBridge?
    private let scope: AudioUnitScope
    private let index: AudioUnitElement

    init(_ bridge: UnitBridge, _ scope: AudioUnitScope, _ index: AudioUnitElement) {
        (self.bridge, self.scope, self.index) = (bridge, scope, index)
    }

    /// Nil where the unit has ended.
    var format: AVAudioFormat? {
        let description = bridge?.get(kAudioUnitProperty_StreamFormat, scope, index, AudioStreamBasicDescription())
        let layout = bridge?.bytes(kAudioUnitProperty_AudioChannelLayout, scope, index).flatMap { bytes in
            bytes.withUnsafeBytes { try? ChannelLayout(bytes: $0) }
        }
        return description.map { AVAudioFormat(StreamFormat($0), layout: layout) }
    }

    func setFormat(_ format: AVAudioFormat) throws {
        guard let bridge else { return }
        let status = bridge.set(kAudioUnitProperty_StreamFormat, format.streamDescription.pointee, scope, index)
        // What a Mac says of a unit that is allocated.
        let isAllocated = status == kAudioUnitErr_PropertyNotWritable
        try UnitBridge.check(isAllocated ? kAudioUnitErr_Initialized : status)
        guard let layout = format.channelLayout?.data else { return }
        layout.withUnsafeBytes {
            _ = AudioUnitSetProperty(
                bridge.reference, kAudioUnitProperty_AudioChannelLayout, scope, index, $0.baseAddress,
                UInt32($0.count))
        }
    }

    var layoutTags: [NSNumber]? {
        bridge?.bytes(kAudioUnitProperty_SupportedChannelLayoutTags, scope, index).map { bytes in
            stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { place in
                NSNumber(value: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) })
            }
        }
    }

    var allocates: Bool? {
        get { bridge?.number(kAudioUnitProperty_ShouldAllocateBuffer, scope, index).map { $0 != 0 } }
        set { bridge?.set(kAudioUnitProperty_ShouldAllocateBuffer, UInt32(newValue == false ? 0 : 1), scope, index) }
    }

    func enable(_ isOn: Bool) { if scope == kAudioUnitScope_Input { bridge?.enableInput(index, isOn) } }

    var name: String? { bridge?.text(kAudioUnitProperty_ElementName, scope, index) }
    func setName(_ name: String?) { bridge?.setText(kAudioUnitProperty_ElementName, name, scope, index) }

    func setPresentationLatency(_ seconds: Double) {
        bridge?.set(kAudioUnitProperty_PresentationLatency, seconds, scope, index)
    }
}
