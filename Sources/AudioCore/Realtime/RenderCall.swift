import CRealtime

/// What the audio thread calls: a function and the context it is given, as plain pointers.
///
/// Holds no reference. The code that opens a stream keeps the context alive until the stream is closed.
package struct RenderCall: @unchecked Sendable {
    package let function: RenderFunction
    package let context: UnsafeMutableRawPointer

    package init(context: UnsafeMutableRawPointer, function: @escaping RenderFunction) {
        self.function = function
        self.context = context
    }

    /// Renders one cycle, inside the bracket that RealtimeSanitizer watches. Real-time safe.
    @_noLocks package func callAsFunction(_ cycle: RenderCycle) {
        var cycle = cycle
        realtime_enter()
        // The function's author has promised real-time safety; the sanitizer run checks the promise.
        realtimeTrusted { function(context, &cycle) }
        realtime_exit()
    }
}
