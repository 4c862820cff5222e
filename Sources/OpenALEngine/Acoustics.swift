import AudioCore
import COpenALSoft
import Glibc

/// Apple's spatial audio, ALC_EXT_ASA: a reverb for the listener, and what stands between it and its sources. OpenAL Soft's effects
/// (ALC_EXT_EFX) carry it out.
///
/// Each context has one effect in one slot, which its sources send to, and one filter, which OpenAL Soft copies into a source
/// whenever that is given it.
package final class Acoustics: Sendable {
    /// What a listener has.
    struct Listener: Equatable {
        var isOn: UInt32 = 0
        var level: Float = 0
        var room: Int32 = 0
        var gain: Float = 0
        var bandwidth: Float = 3
        var frequency: Float = 800
    }

    /// What a source has.
    struct Source: Equatable {
        var send: Float = 0
        var occlusion: Float = 0
        var obstruction: Float = 0
    }

    private struct Scene {
        var listener = Listener()
        var sources: [UInt32: Source] = [:]
        /// OpenAL Soft's names of them; 0 until they are needed.
        var effect: UInt32 = 0
        var slot: UInt32 = 0
        var filter: UInt32 = 0
    }

    private let scenes = LockedValue<[OpaquePointer: Scene]>([:], .state)

    package init() {}

    // MARK: Lives

    /// Runs `body` while no effect or filter is changed. OpenAL Soft takes the locks of a device and of its effects in one order where a
    /// device changes, and in the other where an effect does.
    package func whileNothingChanges<Result>(_ body: () -> Result) -> Result { scenes.withLock { _ in body() } }

    /// Forgets a context that is about to end. Its slot ends with it; the effect and the filter are its device's, and are deleted.
    func forget(context: OpaquePointer) {
        scenes.withLock { scenes in
            guard var scene = scenes.removeValue(forKey: context), let soft else { return }
            // OpenAL Soft deletes them from the device of the context that is current.
            let before = soft.pointee.alcGetThreadContext()
            guard soft.pointee.alcSetThreadContext(context) != 0 else { return }
            if scene.effect != 0 { soft.pointee.alDeleteEffects(1, &scene.effect) }
            if scene.filter != 0 { soft.pointee.alDeleteFilters(1, &scene.filter) }
            _ = soft.pointee.alcSetThreadContext(before)
        }
    }

    package func forget(_ sources: [UInt32], in context: OpaquePointer) {
        scenes.withLock { scenes in
            for source in sources { scenes[context]?.sources[source] = nil }
        }
    }

    // MARK: Properties

    /// - Parameter context: the current one.
    package func listener(_ property: FourCC, in context: OpaquePointer) throws(SpaceError) -> UInt32 {
        let listener = scenes.withLock { $0[context]?.listener ?? Listener() }
        switch property {
        case "rvon": return listener.isOn
        case "rvgl": return listener.level.bitPattern
        case "rvrt": return UInt32(bitPattern: listener.room)
        case "rveg": return listener.gain.bitPattern
        case "rveb": return listener.bandwidth.bitPattern
        case "rvef": return listener.frequency.bitPattern
        default: throw .invalidEnum
        }
    }

    /// - Parameter bits: the value's 32 bits.
    package func setListener(_ property: FourCC, _ bits: UInt32, in context: OpaquePointer) throws(SpaceError) {
        let value = Float(bitPattern: bits)
        try scenes.withLock { scenes throws(SpaceError) in
            var scene = scenes[context] ?? Scene()
            switch property {
            case "rvon":
                guard bits <= 1 else { throw .invalidValue }
                scene.listener.isOn = bits
            case "rvgl": scene.listener.level = try Self.checked(value, -40...40)
            case "rvrt":
                guard bits < UInt32(RoomSound.all.count) else { throw .invalidValue }
                scene.listener.room = Int32(bits)
            case "rveg": scene.listener.gain = try Self.checked(value, -18...18)
            case "rveb": scene.listener.bandwidth = try Self.checked(value, 0.5...4)
            case "rvef": scene.listener.frequency = try Self.checked(value, 10...20_000)
            default: throw .invalidEnum
            }
            let hadSlot = scene.slot != 0
            Self.apply(&scene)
            if !hadSlot, scene.slot != 0 {
                for (number, source) in scene.sources { Self.apply(source, to: number, &scene) }
            }
            scenes[context] = scene
        }
    }

    package func source(
        _ property: FourCC, _ number: UInt32, in context: OpaquePointer
    ) throws(SpaceError) -> UInt32 {
        guard let soft, soft.pointee.alIsSource(number) != 0 else { throw .invalidName }
        let source = scenes.withLock { $0[context]?.sources[number] ?? Source() }
        switch property {
        case "rvsl": return source.send.bitPattern
        case "occl": return source.occlusion.bitPattern
        case "obst": return source.obstruction.bitPattern
        default: throw .invalidEnum
        }
    }

    package func setSource(
        _ property: FourCC, _ number: UInt32, _ bits: UInt32, in context: OpaquePointer
    ) throws(SpaceError) {
        guard let soft, soft.pointee.alIsSource(number) != 0 else { throw .invalidName }
        let value = Float(bitPattern: bits)
        try scenes.withLock { scenes throws(SpaceError) in
            var scene = scenes[context] ?? Scene()
            var source = scene.sources[number] ?? Source()
            switch property {
            case "rvsl": source.send = try Self.checked(value, 0...1)
            case "occl": source.occlusion = try Self.checked(value, -100...0)
            case "obst": source.obstruction = try Self.checked(value, -100...0)
            default: throw .invalidEnum
            }
            scene.sources[number] = source
            Self.apply(source, to: number, &scene)
            scenes[context] = scene
        }
    }

    private static func checked(_ value: Float, _ range: ClosedRange<Float>) throws(SpaceError) -> Float {
        guard range.contains(value) else { throw .invalidValue }
        return value
    }

    // MARK: Carrying out

    private static func factor(_ decibels: Float) -> Float { powf(10, decibels / 20) }

    /// Brings the slot to what the listener has.
    private static func apply(_ scene: inout Scene) {
        guard let soft, scene.listener.isOn != 0 || scene.slot != 0 else { return }
        if scene.slot == 0 {
            soft.pointee.alGenEffects(1, &scene.effect)
            soft.pointee.alGenAuxiliaryEffectSlots(1, &scene.slot)
            soft.pointee.alEffecti(scene.effect, SoftConstant.effectType, SoftConstant.reverb)
        }
        let listener = scene.listener
        guard listener.isOn != 0 else {
            return soft.pointee.alAuxiliaryEffectSloti(scene.slot, SoftConstant.slotEffect, 0)
        }
        let room = RoomSound.all[Int(listener.room)]
        // With it, OpenAL Soft 1.19 ends the program in a room where sound is fast.
        soft.pointee.alEffecti(scene.effect, RoomSound.limitsHighDecay, 0)
        for (parameter, value) in room.parameters { soft.pointee.alEffectf(scene.effect, parameter, value) }
        let gain = min(1, factor(listener.gain))
        let isHigh = listener.frequency >= 1000
        soft.pointee.alEffectf(scene.effect, RoomSound.highGain, room.highGain * (isHigh ? gain : 1))
        soft.pointee.alEffectf(scene.effect, RoomSound.lowGain, isHigh ? 1 : gain)
        soft.pointee.alEffectf(scene.effect, RoomSound.highReference, isHigh ? listener.frequency : 5000)
        soft.pointee.alEffectf(scene.effect, RoomSound.lowReference, isHigh ? 250 : max(20, listener.frequency))
        soft.pointee.alAuxiliaryEffectSlotf(scene.slot, SoftConstant.slotGain, min(1, factor(listener.level)))
        soft.pointee.alAuxiliaryEffectSloti(scene.slot, SoftConstant.slotEffect, Int32(bitPattern: scene.effect))
    }

    /// Gives a source its filters, and its way to the slot.
    private static func apply(_ source: Source, to number: UInt32, _ scene: inout Scene) {
        guard let soft else { return }
        if scene.filter == 0 {
            soft.pointee.alGenFilters(1, &scene.filter)
            soft.pointee.alFilteri(scene.filter, SoftConstant.filterType, SoftConstant.lowPass)
        }
        let filter = Int32(bitPattern: scene.filter)
        soft.pointee.alFilterf(scene.filter, SoftConstant.lowPassGain, 1)
        soft.pointee.alFilterf(
            scene.filter, SoftConstant.lowPassGainHF, factor(source.occlusion + source.obstruction))
        soft.pointee.alSourcei(number, SoftConstant.directFilter, filter)
        soft.pointee.alFilterf(scene.filter, SoftConstant.lowPassGain, source.send)
        soft.pointee.alFilterf(scene.filter, SoftConstant.lowPassGainHF, factor(source.occlusion))
        let slot = source.send > 0 ? Int32(bitPattern: scene.slot) : 0
        soft.pointee.alSource3i(number, SoftConstant.auxiliarySendFilter, slot, 0, filter)
    }
}
