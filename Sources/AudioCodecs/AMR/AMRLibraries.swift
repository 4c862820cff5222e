import AudioCore
import CSpeech

/// The state that a library keeps between frames. Created when it is first needed, and again after `reset`.
final class AMRState {
    private let make: @convention(c) () -> UnsafeMutableRawPointer?
    private let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
    private var state: UnsafeMutableRawPointer?

    init(
        make: @escaping @convention(c) () -> UnsafeMutableRawPointer?,
        free: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) {
        self.make = make
        self.free = free
    }

    deinit { reset() }

    func pointer() throws(AudioError) -> UnsafeMutableRawPointer {
        if let state { return state }
        guard let fresh = make() else { throw .memoryFull }
        state = fresh
        return fresh
    }

    func reset() {
        if let state { free(state) }
        state = nil
    }
}

/// A library's way from frames to samples.
struct AMRDecoding {
    let state: AMRState
    /// State, frame, samples, and 1 for a frame that is damaged or lost.
    let decode:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int16>?, Int32
        ) -> Void

    init(_ library: AMRNarrowLibrary) {
        state = AMRState(make: library.Decoder_Interface_init, free: library.Decoder_Interface_exit)
        decode = library.Decoder_Interface_Decode
    }

    init(_ library: AMRWideDecoderLibrary) {
        state = AMRState(make: library.D_IF_init, free: library.D_IF_exit)
        decode = library.D_IF_decode
    }
}

/// A library's way from samples to frames. Pauses are encoded like speech: no library is asked to leave them out.
struct AMREncoding {
    let state: AMRState
    /// Mode, state, samples, frame; returns the frame's bytes.
    let encode: (Int, UnsafeMutableRawPointer, UnsafePointer<Int16>, UnsafeMutablePointer<UInt8>) -> Int

    init(_ library: AMRNarrowLibrary) {
        state = AMRState(make: AMRMakeNarrowEncoder, free: library.Encoder_Interface_exit)
        encode = { Int(library.Encoder_Interface_Encode($1, UInt32($0), $2, $3, 0)) }
    }

    init(_ library: AMRWideEncoderLibrary) {
        state = AMRState(make: library.E_IF_init, free: library.E_IF_exit)
        encode = { Int(library.E_IF_encode($1, Int32($0), $2, $3, 0)) }
    }
}
