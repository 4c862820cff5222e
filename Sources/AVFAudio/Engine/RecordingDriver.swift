import AudioCore
import AudioToolbox
import AudioUnits

/// The cycles of an engine that only records.
final class RecordingDriver: @unchecked Sendable {
    private let hook: CycleHook
    private let roots: RootPuller

    init(_ hook: CycleHook, _ roots: RootPuller) { (self.hook, self.roots) = (hook, roots) }

    /// Not 0 where nothing plays: the cycle of the recording is that of the engine.
    let isAlone = Latest(0)

    /// `AURenderCallbackStruct` with a function that gets no buffers.
    static func callback(_ driver: RecordingDriver) -> (function: UInt, context: UInt) {
        let function: RenderCallback = { context, flags, time, bus, frames, list in
            guard let context else { return 0 }
            // A sink may release the engine.
            let driver = Unmanaged<RecordingDriver>.fromOpaque(context).takeUnretainedValue()
            driver.cycle(time, frames)
            return 0
        }
        return (
            unsafeBitCast(function, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(driver).toOpaque())
        )
    }

    private func cycle(_ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32) {
        guard isAlone.read() != 0 else { return }
        hook.makeCycle { roots.pull(time, frames) }
    }
}
