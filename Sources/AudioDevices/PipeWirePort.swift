import AudioCore
internal import CPipeWire

/// One stream object of the server: a `PipeWireStream` has one, and two while it changes over from one to the other.
///
/// Belongs to the loop, but for `object` and `number`, which do not change.
final class PipeWirePort {
    let object: OpaquePointer
    /// Larger than those of the stream's earlier objects.
    let number: Int
    /// The input whose cycles trigger those of this object; nil where the server schedules them.
    private(set) weak var leader: PipeWireStream?
    let isTriggered: Bool
    /// The same as the owner of this object, to be used without counting references.
    let ownerLink: Unmanaged<PipeWireStream>
    /// For the audio thread alone.
    private let converter = UnsafeMutablePointer<PipeWireConverter>.allocate(capacity: 1)
    private let connection: PipeWire
    /// The object's connection; nil for the one that most objects share.
    private var client: PipeWireClient?
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    private var isClosing = false
    /// Whether the server runs the object: its first cycle is due.
    private(set) var isStreaming = false
    /// What triggers the object when the leader does not any more.
    private var metronome: PipeWireMetronome?

    /// With the loop's lock held.
    ///
    /// - Parameter leader: the input that triggers the cycles.
    init(
        _ owner: PipeWireStream, number: Int, _ properties: [(String, String)], leader: PipeWireStream?,
        client: PipeWireClient?
    ) throws(AudioError) {
        self.number = number
        self.leader = leader
        isTriggered = leader != nil
        ownerLink = .passUnretained(owner)
        connection = owner.owner
        self.client = client
        let library = owner.library
        let core = client?.core ?? connection.core
        guard let object = library.pw_stream_new(core, connection.identity.name, library.properties(properties)) else {
            hook.deallocate()
            converter.deallocate()
            throw .memoryFull
        }
        self.object = object
        converter.initialize(to: PipeWireConverter())
        library.pw_stream_add_listener(object, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        var flags = PWStreamAutoconnect | PWStreamMapBuffers | PWStreamRealtimeProcess | PWStreamInactive
        if isTriggered { flags |= PWStreamTrigger }
        let format = owner.format
        let status = withUnsafeTemporaryAllocation(byteCount: 4 * Int(PWFormatWords), alignment: 8) { pod in
            let words = pod.bindMemory(to: UInt32.self)
            PWBuildFormat(
                words.baseAddress, UInt32(format.sampleRate), UInt32(format.channels),
                PipeWire.positions(format.channels))
            var parameter = UnsafeRawPointer(pod.baseAddress)
            return library.pw_stream_connect(
                object, Int32(owner.isInput ? PWDirectionInput : PWDirectionOutput), UInt32(PWIdAny), UInt32(flags),
                &parameter, 1)
        }
        guard status >= 0 else {
            isClosing = true
            library.pw_stream_destroy(object)
            throw .serverUnavailable.because("PipeWire refuses the stream")
        }
        connection.add(object, of: owner)
        if let leader { metronome = PipeWireMetronome(owner, core, group: leader.group, triggering: object) }
    }

    deinit {
        hook.deallocate()
        converter.deallocate()
    }

    func setActive(_ active: Bool) {
        metronome?.setActive(active)
        _ = connection.library.pw_stream_set_active(object, active)
    }

    /// The leader is lost, and the object continues until another one plays.
    func leaderIsLost() { metronome?.inputIsLost() }

    /// The device is gone, and the session manager destroys the object next. The server takes its buffers away before it says that the
    /// object does not play any more, and waits for no cycle that it has not asked for: one that runs then uses memory that is gone.
    func deviceIsLost() { stopBeingTriggered() }

    /// When this returns, nothing triggers the object.
    private func stopBeingTriggered() {
        leader?.stopTriggering(object)
        metronome?.setReady(false)
    }

    func update(_ properties: [(String, String)]) {
        connection.library.withDictionary(properties) { dictionary in
            _ = connection.library.pw_stream_update_properties(object, dictionary)
        }
    }

    /// With the loop's lock held. The object's function does not run and will not be called again.
    func close() {
        isClosing = true
        stopBeingTriggered()
        metronome?.close()
        metronome = nil
        connection.remove(object)
        connection.library.pw_stream_destroy(object)
        client = nil
    }

    private func didEnter(_ state: Int32) {
        guard !isClosing else { return }
        isStreaming = state == PWStreamStateStreaming
        // An object without buffers must not be triggered, nor is one that is about to lose them.
        if state == PWStreamStateStreaming, ownerLink.takeUnretainedValue().node?.isGone != true {
            leader?.trigger(object, metronome)
            metronome?.setReady(true)
        } else {
            stopBeingTriggered()
        }
        guard state == PWStreamStateUnconnected || state == Int32(PWStreamStateError) else { return }
        ownerLink.takeUnretainedValue().didEnd(self)
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWStreamEvents>.allocateZeroed()
        table.pointee.version = UInt32(PWStreamEventsVersion)
        table.pointee.stateChanged = { data, _, state, _ in
            Unmanaged<PipeWirePort>.fromOpaque(data!).takeUnretainedValue().didEnter(state)
        }
        table.pointee.process = { data in
            Unmanaged<PipeWirePort>.fromOpaque(data!)._withUnsafeGuaranteedRef { port in
                let (object, number, converter) = (port.object, port.number, port.converter)
                port.ownerLink._withUnsafeGuaranteedRef { $0.process(object, number, converter) }
            }
        }
        return table
    }()
}

/// The frames that the server's converter keeps, between the rate of an object that plays and the graph's: its filter
/// needs some that follow the one it makes.
///
/// The server asks for them in the object's first cycle, in addition to those of which the graph's cycle is made, and again
/// in the first cycle after the graph has taken another rate. It says how many the converter has once that has taken a
/// cycle, not before. A pause does not empty the converter.
struct PipeWireConverter {
    private var kept: UInt64 = 0

    /// Takes the frames of a cycle. Real-time safe.
    ///
    /// - Parameter keeping: how many the converter has behind the cycle; 0 where there is none.
    /// - Returns: how many of the stream's frames pass from the cycle's beginning until the first of its frames leaves
    ///   the graph: those of the graph's cycle, and those that are heard before.
    @_noLocks mutating func take(_ frames: Int, keeping: UInt64) -> Double {
        // Where it keeps fewer than before, it has dropped the others.
        let before = Double(min(kept, keeping))
        kept = keeping
        let cycle = Double(frames) + before - Double(keeping)
        return cycle + before
    }
}
