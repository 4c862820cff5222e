import AudioCore
import CPulse

/// The thread on which the streams of a PulseAudio connection render and deliver.
///
/// libpulse's own thread holds the loop's lock whenever it calls a function of ours, and it receives the server's answers. A
/// client's callback there would keep every other thread from the server: one that holds a mutex of the client around a call
/// would never return where the callback wants the mutex. This thread holds no lock while it calls a client.
final class PulseRenderer: @unchecked Sendable {
    private let library: PulseLibrary
    private let loop: OpaquePointer
    private var thread: Thread?

    // These belong to the loop: touched with its lock held.
    /// The first stream of the list, without references, which the thread would have to count. A stream is taken out before it is freed.
    private var firstStream: Unmanaged<PulseStream>?
    private var lastRequest = 0
    private var isEnding = false

    init(_ library: PulseLibrary, _ loop: OpaquePointer) {
        self.library = library
        self.loop = loop
    }

    func start() throws(AudioError) { thread = try Thread(name: "pulse-audio") { self.run() } }

    /// Ends the thread and waits for that. After its streams have left, and without the loop's lock.
    func stop() {
        library.pa_threaded_mainloop_lock(loop)
        isEnding = true
        library.pa_threaded_mainloop_signal(loop, 0)
        library.pa_threaded_mainloop_unlock(loop)
        thread?.join()
        thread = nil
    }

    // MARK: With the loop's lock held

    func add(_ stream: PulseStream) {
        stream.nextStream = firstStream
        firstStream = .passUnretained(stream)
    }

    /// Takes out a stream that is in no cycle.
    func remove(_ stream: PulseStream) {
        guard firstStream?.takeUnretainedValue() !== stream else {
            firstStream = stream.nextStream
            return
        }
        var other = firstStream?.takeUnretainedValue()
        while let before = other, before.nextStream?.takeUnretainedValue() !== stream {
            other = before.nextStream?.takeUnretainedValue()
        }
        other?.nextStream = stream.nextStream
    }

    /// The number of a request that has come now: streams have their turns in the order of these.
    @_noLocks func nextRequest() -> Int {
        lastRequest += 1
        wake()
        return lastRequest
    }

    /// Wakes the thread, and all others that wait for the loop.
    @_noLocks func wake() {
        let (library, loop) = (self.library, self.loop)
        // Wakes threads, and waits for none.
        realtimeTrusted { library.pa_threaded_mainloop_signal(loop, 0) }
    }

    /// Releases the loop's lock, before a client is called. libpulse's thread holds it while it handles messages.
    @_noLocks func unlock() {
        let (library, loop) = (self.library, self.loop)
        realtimeTrusted { library.pa_threaded_mainloop_unlock(loop) }
    }

    @_noLocks func lock() {
        let (library, loop) = (self.library, self.loop)
        realtimeTrusted { library.pa_threaded_mainloop_lock(loop) }
    }

    // MARK: The thread

    private func run() {
        RealtimeService.shared.request()
        library.pa_threaded_mainloop_lock(loop)
        while !isEnding {
            if let stream = nextToServe() {
                stream._withUnsafeGuaranteedRef { $0.serve() }
            } else {
                library.pa_threaded_mainloop_wait(loop)
            }
        }
        library.pa_threaded_mainloop_unlock(loop)
    }

    /// The stream that has waited longest.
    @_noLocks private func nextToServe() -> Unmanaged<PulseStream>? {
        var found: Unmanaged<PulseStream>?
        var least = Int.max
        var next = firstStream
        while let stream = next {
            let request = stream._withUnsafeGuaranteedRef { $0.request }
            if request > 0, request < least { (found, least) = (stream, request) }
            next = stream._withUnsafeGuaranteedRef { $0.nextStream }
        }
        return found
    }
}
