internal import CALSA

/// A port of the ALSA sequencer.
struct SequencerPort: Equatable, Sendable {
    var client: UInt8
    var port: UInt8
    var clientName: String
    var name: String
    /// Whether others can connect to what it sends, and to what it takes.
    var sends: Bool
    var takes: Bool
}

/// What the sequencer does for us. One thread waits and changes ports; the thread that delivers messages sends.
protocol SequencerCalls: AnyObject, Sendable {
    /// Our client's number.
    var client: UInt8 { get }
    /// All ports of all clients that are there for others.
    func ports() -> [SequencerPort]
    /// Makes a port of ours: for others to read from, to write to, or, as ours alone, for none of that. Nil where that fails.
    func makePort(_ name: String, sends: Bool, takes: Bool) -> UInt8?
    func removePort(_ port: UInt8)
    /// Has a port of ours get what another sends. False where the sequencer refuses.
    func connect(_ port: UInt8, from client: UInt8, _ other: UInt8) -> Bool
    func disconnect(_ port: UInt8, from client: UInt8, _ other: UInt8)
    /// Sends an event at once. What the sequencer has no room for is lost.
    func send(_ event: ALSAEvent)
    /// Waits for events, or for `wake`, and calls `body` with those that there are: with the bytes of those of variable length, which
    /// are valid during the call. False where the sequencer is gone.
    func receive(_ body: (ALSAEvent, UnsafeRawBufferPointer) -> Void) -> Bool
    /// Ends a wait, on any thread.
    func wake()
}
