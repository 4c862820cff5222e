import AVFAudio
import AudioCore
import Testing

/// An instrument of the tests' own, which a client would write: it notes the messages that it is sent, and plays 0.25.
struct NoteKeeper {
    /// The first field, so that its address is that of the instrument.
    private var interface = AudioComponentPlugInInterface(
        Open: { _, _ in 0 }, Close: NoteKeeper.close, Lookup: NoteKeeper.lookup, reserved: nil)
    private let messages = LockedValue<[[UInt8]]>([])
    private let offsets = LockedValue<[UInt32]>([])

    static let description = AudioComponentDescription(
        componentType: kAudioUnitType_MusicDevice, componentSubType: 0x6E6F_7465,
        componentManufacturer: 0x7465_7374, componentFlags: 0, componentFlagsMask: 0)

    /// Registers the component.
    static func register(_ description: AudioComponentDescription = description, _ name: String = "Tests: Note Keeper")
    {
        var description = description
        AudioComponentRegister(&description, name as NSString, 0x0102_0304) { _ in
            let memory = UnsafeMutablePointer<NoteKeeper>.allocate(capacity: 1)
            memory.initialize(to: NoteKeeper())
            return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: AudioComponentPlugInInterface.self)
        }
    }

    /// Registered once for all tests.
    static let isRegistered: Bool = {
        register()
        return true
    }()

    static func messages(of unit: AudioUnit) -> [[UInt8]] {
        __GetComponentInstanceStorage(unit).map { at($0).pointee.messages.withLock { $0 } } ?? []
    }

    /// The frames of the messages of three bytes in their cycles.
    static func offsets(of unit: AudioUnit) -> [UInt32] {
        __GetComponentInstanceStorage(unit).map { at($0).pointee.offsets.withLock { $0 } } ?? []
    }

    private static func at(_ own: UnsafeMutableRawPointer) -> UnsafeMutablePointer<NoteKeeper> {
        own.assumingMemoryBound(to: NoteKeeper.self)
    }

    private static let close: @convention(c) (UnsafeMutableRawPointer) -> OSStatus = { own in
        at(own).deinitialize(count: 1).deallocate()
        return 0
    }

    private static let lookup: @convention(c) (Int16) -> AudioComponentMethod? = { selector in
        switch UInt32(selector) {
        case UInt32(kAudioUnitInitializeSelect): unsafeBitCast(initialize, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitUninitializeSelect): unsafeBitCast(initialize, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitGetPropertySelect): unsafeBitCast(get, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitSetPropertySelect): unsafeBitCast(set, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitRenderSelect): unsafeBitCast(render, to: AudioComponentMethod.self)
        case UInt32(kMusicDeviceMIDIEventSelect): unsafeBitCast(midiEvent, to: AudioComponentMethod.self)
        case UInt32(kMusicDeviceSysExSelect): unsafeBitCast(sysEx, to: AudioComponentMethod.self)
        default: nil
        }
    }

    private static let initialize: AudioUnitInitializeProc = { _ in 0 }
    private static let set: AudioUnitSetPropertyProc = { _, _, _, _, _, _ in 0 }

    private static let get: AudioUnitGetPropertyProc = { own, id, scope, _, data, size in
        switch id {
        case kAudioUnitProperty_StreamFormat:
            data.storeBytes(
                of: NodeStage.stereo.streamDescription.pointee, as: AudioStreamBasicDescription.self)
        case kAudioUnitProperty_ElementCount:
            data.storeBytes(of: scope == kAudioUnitScope_Output ? 1 : 0, as: UInt32.self)
        default: return kAudioUnitErr_InvalidProperty
        }
        return 0
    }

    nonisolated(unsafe) private static let memory = UnsafeMutablePointer<Float>.allocate(capacity: 8192)

    private static let render: AudioUnitRenderProc = { _, _, _, _, frames, list in
        for (index, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
            let samples = buffer.mData?.assumingMemoryBound(to: Float.self) ?? memory
            samples.update(repeating: 0.25, count: Int(frames))
            UnsafeMutableAudioBufferListPointer(list)[index].mData = UnsafeMutableRawPointer(samples)
        }
        return 0
    }

    private static let midiEvent: MusicDeviceMIDIEventProc = { own, status, first, second, offset in
        at(own).pointee.offsets.withLock { $0.append(offset) }
        at(own).pointee.messages.withLock { $0.append([UInt8(status), UInt8(first), UInt8(second)]) }
        return 0
    }

    private static let sysEx: MusicDeviceSysExProc = { own, data, length in
        at(own).pointee.messages.withLock { $0.append(Array(UnsafeBufferPointer(start: data, count: Int(length)))) }
        return 0
    }
}
