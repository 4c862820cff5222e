internal import CPipeWire

/// A connection of its own to the server, for the objects that are grouped with one input.
///
/// A server before version 0.3.74 keeps the memory of a driver for a client whose grouped node is destroyed while it has that
/// driver, as the session manager destroys a node whose device is gone. Once the driver is gone, too, the server takes new memory for
/// the driver's and lets the client map the wrong one, which may be too short. What it keeps ends with the client.
///
/// Comes and goes with the loop's lock held.
final class PipeWireClient {
    let core: OpaquePointer
    private let library: PipeWireLibrary

    /// Nil where the server takes no further connection.
    init?(_ library: PipeWireLibrary, _ context: OpaquePointer) {
        guard let core = library.pw_context_connect(context, nil, 0) else { return nil }
        self.core = core
        self.library = library
    }

    deinit { _ = library.pw_core_disconnect(core) }
}
