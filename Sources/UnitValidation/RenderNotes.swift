import CAudioToolbox
import CoreAudioTypes

/// What a unit's render notifications are called with.
final class RenderNotes {
    var calls: [(flags: AudioUnitRenderActionFlags, bus: UInt32, frames: UInt32)] = []

    /// Also sets a flag, which no one is to see: each notification has a copy of the flags.
    static let notify: SendableRenderCallback = { context, flags, _, bus, frames, _ in
        let notes = Unmanaged<RenderNotes>.fromOpaque(context).takeUnretainedValue()
        notes.calls.append((flags.pointee, bus, frames))
        flags.pointee.insert(.unitRenderAction_DoNotCheckRenderArgs)
        return noErr
    }

    /// It is used by the unit only while that is kept with it.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
