import AudioCore
import CAudioToolbox

/// The functions that `kAudioUnitProperty_FastDispatch` gives for units of ours. Their storage is the client's reference to
/// the unit, so that a call after the unit's end fails as any other.
enum FastDispatch {
    private typealias GetParameter =
        @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, UnsafeMutablePointer<Float>?) -> Int32
    private typealias SetParameter =
        @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, Float, UInt32) -> Int32
    private typealias Render =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>?, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>?
        ) -> Int32

    /// The address of the function of a selector.
    static func address(of selector: UInt32) throws(AudioError) -> UInt {
        switch Int(selector) {
        case kAudioUnitGetParameterSelect: unsafeBitCast(getParameter as GetParameter, to: UInt.self)
        case kAudioUnitSetParameterSelect: unsafeBitCast(setParameter as SetParameter, to: UInt.self)
        case kAudioUnitRenderSelect: unsafeBitCast(render as Render, to: UInt.self)
        default: throw .unitElement
        }
    }

    private static let getParameter: GetParameter = { storage, id, scope, element, value in
        status(of: storage) { instance throws(AudioError) in
            guard let value else { throw .parameter }
            try instance.parameter(id, scope, element, value)
            return 0
        }
    }

    private static let setParameter: SetParameter = { storage, id, scope, element, value, offset in
        status(of: storage) { instance throws(AudioError) in
            try instance.setParameter(id, scope, element, value, offset)
            return 0
        }
    }

    private static let render: Render = { storage, flags, time, bus, frames, list in
        status(of: storage) { instance throws(AudioError) in
            guard let time, let list else { throw .parameter }
            return instance.render(flags, time, bus: bus, frames: frames, list)
        }
    }

    private static func status(
        of storage: UnsafeMutableRawPointer?, _ body: (ComponentInstance) throws(AudioError) -> Int32
    ) -> Int32 {
        do throws(AudioError) {
            return try body(
                ComponentInstance.handles.object(for: storage.map { AudioComponentInstance(OpaquePointer($0)) }))
        } catch {
            return error.status
        }
    }
}
