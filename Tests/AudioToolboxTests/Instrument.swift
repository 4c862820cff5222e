import AudioToolbox
import Foundation
import Testing

/// An instrument of the tests' own, which a client would write: it notes what it is sent, and plays the velocity of its last
/// message as a constant, 0.5 for 64.
struct Instrument {
    /// The first field, so that its address is that of the instrument.
    private var interface = AudioComponentPlugInInterface(
        Open: { _, _ in 0 }, Close: Instrument.close, Lookup: Instrument.lookup, reserved: nil)
    /// What was called, with all arguments.
    private(set) var calls: [String] = []
    private var level: Float = 0
    private var events: [(frame: Int, level: Float)] = []
    /// Memory for hosts that bring none.
    private let lent = UnsafeMutablePointer<Float>.allocate(capacity: 4096)

    /// Makes an instance of the registered component.
    static func make() throws -> AudioUnit {
        var unit: AudioUnit?
        let status = AudioComponentInstanceNew(try #require(component), &unit)
        #expect(status == noErr)
        return try #require(unit)
    }

    /// What a unit was sent.
    static func calls(of unit: AudioUnit) -> [String] {
        __GetComponentInstanceStorage(unit)?.assumingMemoryBound(to: Instrument.self).pointee.calls ?? []
    }

    nonisolated(unsafe) private static let component: AudioComponent? = {
        var description = AudioComponentDescription()
        description.componentType = kAudioUnitType_MusicDevice
        description.componentSubType = 0x696E_7374
        description.componentManufacturer = 0x7465_7374
        return AudioComponentRegister(&description, "Tests: Instrument", 1) { _ in
            let memory = UnsafeMutablePointer<Instrument>.allocate(capacity: 1)
            memory.initialize(to: Instrument())
            return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: AudioComponentPlugInInterface.self)
        }
    }()

    private mutating func take(_ level: Float, at frame: UInt32) { events.append((Int(frame), level)) }

    private mutating func play(_ frames: Int, into samples: UnsafeMutablePointer<Float>) {
        for frame in 0..<frames {
            for event in events where event.frame == frame { level = event.level }
            samples[frame] = level
        }
        events = []
    }
}

// MARK: The functions of the component

extension Instrument {
    private typealias Own = UnsafeMutableRawPointer

    private static func at(_ own: Own) -> UnsafeMutablePointer<Instrument> {
        own.assumingMemoryBound(to: Instrument.self)
    }

    private static let close: @convention(c) (UnsafeMutableRawPointer) -> OSStatus = { own in
        at(own).pointee.lent.deallocate()
        at(own).deinitialize(count: 1).deallocate()
        return 0
    }

    private static let lookup: @convention(c) (Int16) -> AudioComponentMethod? = { selector in
        switch UInt32(selector) {
        case UInt32(kAudioUnitInitializeSelect): unsafeBitCast(initialize, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitGetPropertySelect): unsafeBitCast(get, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitGetParameterSelect): unsafeBitCast(getParameter, to: AudioComponentMethod.self)
        case UInt32(kAudioUnitRenderSelect): unsafeBitCast(render, to: AudioComponentMethod.self)
        case UInt32(kMusicDeviceMIDIEventSelect): unsafeBitCast(midiEvent, to: AudioComponentMethod.self)
        case UInt32(kMusicDeviceSysExSelect): unsafeBitCast(sysEx, to: AudioComponentMethod.self)
        case UInt32(kMusicDevicePrepareInstrumentSelect): unsafeBitCast(prepare, to: AudioComponentMethod.self)
        case UInt32(kMusicDeviceStartNoteSelect): unsafeBitCast(start, to: AudioComponentMethod.self)
        case UInt32(kMusicDeviceStopNoteSelect): unsafeBitCast(stop, to: AudioComponentMethod.self)
        default: nil
        }
    }

    private static let initialize: AudioUnitInitializeProc = { _ in 0 }

    /// The name of parameter 8, as long as anyone has it.
    nonisolated(unsafe) private(set) static weak var lastName: NSMutableString?

    /// The format of the output, what is to know of parameter 8, and a function of the instrument's own for parameters.
    private static let get: AudioUnitGetPropertyProc = { own, id, _, element, data, size in
        switch (id, element) {
        case (kAudioUnitProperty_StreamFormat, _):
            data.storeBytes(of: format, as: AudioStreamBasicDescription.self)
            size.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        case (kAudioUnitProperty_ParameterInfo, 8):
            at(own).pointee.calls.append("describe 8")
            let name = NSMutableString(string: "Constant")
            lastName = name
            var info = AudioUnitParameterInfo()
            info.cfNameString = .passRetained(name)
            info.flags = [.flag_IsReadable, .flag_HasCFNameString, .flag_CFNameRelease]
            data.assumingMemoryBound(to: AudioUnitParameterInfo.self).pointee = info
        case (kAudioUnitProperty_FastDispatch, UInt32(kAudioUnitGetParameterSelect)):
            data.storeBytes(of: unsafeBitCast(getParameter, to: UInt.self), as: UInt.self)
            size.pointee = 8
        default: return kAudioUnitErr_InvalidProperty
        }
        return 0
    }

    /// One channel of 32-bit float.
    static var format: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
    }

    /// Parameter 7 is the present level.
    private static let getParameter: AudioUnitGetParameterProc = { own, id, _, _, value in
        guard id == 7 else { return kAudioUnitErr_InvalidParameter }
        value.pointee = at(own).pointee.level
        return 0
    }

    private static let render: AudioUnitRenderProc = { own, _, _, _, frames, list in
        for index in 0..<UnsafeMutableAudioBufferListPointer(list).count {
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            let samples = buffers[index].mData?.assumingMemoryBound(to: Float.self) ?? at(own).pointee.lent
            buffers[index].mData = UnsafeMutableRawPointer(samples)
            at(own).pointee.play(Int(frames), into: samples)
        }
        return 0
    }

    private static let midiEvent: MusicDeviceMIDIEventProc = { own, status, first, second, offset in
        at(own).pointee.calls.append("message \(status) \(first) \(second) at \(offset)")
        switch status & 0xF0 {
        case 0x90: at(own).pointee.take(Float(second) / 128, at: offset)
        case 0x80: at(own).pointee.take(0, at: offset)
        default: return kAudioUnitErr_InvalidParameterValue
        }
        return 0
    }

    private static let sysEx: MusicDeviceSysExProc = { own, data, length in
        let bytes = UnsafeBufferPointer(start: data, count: Int(length)).map { "\($0)" }
        at(own).pointee.calls.append("exclusive " + bytes.joined(separator: " "))
        return 0
    }

    private static let prepare: @convention(c) (UnsafeMutableRawPointer, MusicDeviceInstrumentID) -> OSStatus = {
        own, instrument in
        at(own).pointee.calls.append("prepare \(instrument)")
        return 0
    }

    private static let start: MusicDeviceStartNoteProc = { own, instrument, group, note, offset, parameters in
        let given = parameters.pointee
        let control = given.argCount == 3 ? " \(given.mControls.mID)=\(given.mControls.mValue)" : ""
        at(own).pointee.calls.append(
            "start \(instrument) \(group) \(given.mPitch) \(given.mVelocity)\(control) at \(offset)")
        at(own).pointee.take(given.mVelocity / 128, at: offset)
        note.pointee = 1000 + group
        return 0
    }

    private static let stop: MusicDeviceStopNoteProc = { own, group, note, offset in
        at(own).pointee.calls.append("stop \(group) \(note) at \(offset)")
        at(own).pointee.take(0, at: offset)
        return 0
    }
}
