import CRealtime

/// Reads `cycle.samples`, on the audio thread, and leaves them as they are: others read them too.
///
/// `cycle.sampleTime` counts the input's frames, through restarts of the server and changes of the device: where it does not
/// go on from the end of the cycle before, the frames between were lost. `cycle.hostTime` is when the first frame was
/// captured.
package typealias SinkFunction =
    @convention(c) (_ context: UnsafeMutableRawPointer, _ cycle: UnsafePointer<RenderCycle>) -> Int32

/// One listener of an input: a function with its context.
///
/// The input keeps the sink, and the sink its `owner`, until no cycle can call the function any more.
package final class InputSink: Sendable {
    /// A step of the input's plan, which is of the same kind as an output's.
    let source: OutputSource

    /// - Parameters:
    ///   - context: handed to the function; valid as long as `owner` lives, if there is one.
    ///   - function: real-time safe. What it returns means nothing.
    package init(context: UnsafeMutableRawPointer, owner: AnyObject? = nil, function: @escaping SinkFunction) {
        source = OutputSource(context: context, owner: owner, function: function)
    }
}
