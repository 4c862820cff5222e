internal import AudioCore
import AudioDevices
import CSystem
import Glibc
internal import MIDIEvents
internal import MessageBus

/// The server through which the MIDI programs of a user reach each other: a system with the devices, to which the endpoints of all
/// programs are added.
///
/// One thread does everything. What a program sends it sends on at once, and holds nothing for later that another process
/// will deliver.
package final class MIDIServer: @unchecked Sendable {
    /// Programs that are connected at most.
    static let mostPeers = 1000
    /// How long a program may take to introduce itself, in nanoseconds.
    static let patience = 2 * HostTime.ticksPerSecond
    /// How long a server that ends may hold the lock: longer than the file takes at most, which it writes last.
    private static let lockPatience = 3 * HostTime.ticksPerSecond
    /// Messages of one program that are taken before it is another one's turn.
    private static let mostMessages = 64
    /// Messages that are taken from a program whose connection has ended: more than a socket holds.
    private static let mostLastMessages = 4096
    /// How long programs wait that could not be accepted, unless another one goes, in nanoseconds.
    private static let listeningPause = HostTime.ticksPerSecond
    /// How long changes wait to be written to the file, in nanoseconds.
    private static let savingPause: UInt64 = 50_000_000

    package let system: MIDISystem
    let waker: PollWaker
    private let place: ServerPlace
    private let linger: UInt64
    private let listener: Int32
    private let lock: Int32
    private let events: Int32
    private let isOver = LockedValue(false)
    private let memory = ReceivingMemory()
    private let budget: QueueBudget

    // Those of the server's thread.
    private var peers: [Int32: ServerPeer] = [:]
    private var lastNumber: UInt32 = 0
    /// When programs that connect are noticed again; nil where they are.
    private var listensAt: UInt64?
    /// Since when there is no program.
    private var loneSince: UInt64
    let store: ServerStore

    /// What is known of the objects. Guarded by the system's lock.
    var objects = ServedObjects()

    /// Becomes the server of a place.
    ///
    /// - Parameters:
    ///   - file: what lasts; nil where nothing does.
    ///   - linger: how long the server waits for another program when the last one has gone, in nanoseconds.
    ///   - mostWaiting: bytes that may wait for all programs together. Beyond that, the server drops the one for which most waits.
    /// - Returns: nil where another server listens there, or none can.
    package init?(_ place: ServerPlace, file: String?, linger: UInt64, mostWaiting: Int = 64 << 20) {
        budget = QueueBudget(most: mostWaiting)
        guard let waker = PollWaker(), place.prepareFolder(), let lock = Self.lock(place) else { return nil }
        (listener, events) = (system_listen(place.socketPath), system_new_watch())
        (self.waker, self.lock, self.place, self.linger) = (waker, lock, place, linger)
        system = MIDISystem(clock: { HostTime.now() }, hasThread: false, waker: waker)
        store = ServerStore(file: file)
        loneSince = HostTime.now()
        guard listener >= 0, events >= 0, system_watch(events, listener, 1, 0) != 0 else { return nil }
        system.addBus()
        restore()
    }

    deinit {
        for descriptor in [listener, events, lock] where descriptor >= 0 { close(descriptor) }
    }

    /// Locks the file that only one server locks. Waits where another one has just begun, or is about to end.
    private static func lock(_ place: ServerPlace) -> Int32? {
        let file = open(place.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        let deadline = HostTime.now() + Self.lockPatience
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let socket = system_connect(place.socketPath)
            if socket >= 0 { close(socket) }
            guard socket < 0, HostTime.now() < deadline else {
                close(file)
                return nil
            }
            Thread.sleep(until: HostTime.now() + 2_000_000)
        }
        return file
    }

    /// Writes the number of this process to the file that the server locks, for people.
    package func noteProcess() {
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(lock, 0) == 0 else { return }
        _ = pwrite(lock, text, text.count, 0)
    }

    // MARK: The thread

    /// Serves until `end`, or until there has been no program for as long as the server waits for one.
    package func run() {
        RealtimeService.shared.request()
        var ready = [Int32](repeating: -1, count: 64)
        while !isOver.withLock({ $0 }) {
            let next = system.deliverLists()
            wait(until: [next, dueTime].compactMap { $0 }.min())
            let count = Int(system_watched(events, &ready, Int32(ready.count)))
            for index in 0..<max(0, count) { serve(ready[index]) }
            dropSlowest()
            let now = HostTime.now()
            if let time = system.state.withLock({ _ in objects.savesAt }), now >= time { save() }
            dropStrangers(now)
            listenAgain(now)
            if peers.isEmpty, now >= loneSince + linger { break }
        }
        finish()
    }

    /// Lets another server take the place.
    private func finish() {
        shutdown(listener, Int32(SHUT_RDWR))
        unlink(place.socketPath)
        sendStrangersAway()
        save()
        store.finish()
        // Programs that are still there keep their objects for the next server: nothing is removed.
        system.state.withLock { state in
            state.sharing = nil
            objects.audience = []
        }
        for peer in Array(peers.values) { drop(peer) }
        flock(lock, LOCK_UN)
    }

    /// Has those who have not been welcomed yet look for the next server at once.
    private func sendStrangersAway() {
        while true {
            let socket = system_accept(listener)
            guard socket >= 0 else { break }
            close(socket)
        }
        for peer in Array(peers.values) where peer.number == nil { drop(peer) }
    }

    /// Ends the server, from any thread.
    package func end() {
        isOver.withLock { $0 = true }
        waker.event.signal()
    }

    /// When there is something to do besides messages.
    private var dueTime: UInt64? {
        var times = peers.values.filter { $0.number == nil }.map { $0.since + Self.patience }
        if peers.isEmpty { times.append(loneSince + linger) }
        if let listensAt { times.append(listensAt) }
        if let time = system.state.withLock({ _ in objects.savesAt }) { times.append(time) }
        return times.min()
    }

    private func wait(until time: UInt64?) {
        waker.begin()
        let now = HostTime.now()
        let timeout = system.queue.hasNews ? 0 : time.map { Int64(clamping: $0 > now ? $0 - now : 0) } ?? -1
        var descriptors = [pollfd(fd: events, events: Int16(POLLIN), revents: 0), waker.event.poll]
        _ = system_wait(&descriptors, descriptors.count, timeout)
        waker.end()
        guard descriptors[1].revents != 0 else { return }
        waker.event.clear()
        // Messages have begun to wait for a program, or its connection has ended.
        for peer in Array(peers.values) {
            if !peer.connection.isOpen { readToEnd(peer) } else { watchRoom(of: peer) }
        }
    }

    /// Takes what a program has sent before its connection ended, and drops the program.
    private func readToEnd(_ peer: ServerPeer) {
        for _ in 0..<Self.mostLastMessages {
            // Dropped before, it is gone with its objects, and what it has sent would make others that nobody removes.
            guard peers[peer.connection.socket] === peer else { return }
            guard case .message(let bytes) = memory.receive(peer.connection.socket), take(bytes, from: peer) else {
                break
            }
            dropSlowest()
        }
        drop(peer)
    }

    private func watchRoom(of peer: ServerPeer) {
        let isWaiting = peer.connection.isWaiting
        guard isWaiting != peer.isWaitingForRoom else { return }
        peer.isWaitingForRoom = isWaiting
        _ = system_watch(events, peer.connection.socket, 0, isWaiting ? 1 : 0)
    }

    private func serve(_ descriptor: Int32) {
        if descriptor == listener { return accept() }
        guard let peer = peers[descriptor] else { return }
        if peer.isWaitingForRoom {
            peer.connection.flush()
            watchRoom(of: peer)
        }
        for _ in 0..<Self.mostMessages {
            switch memory.receive(peer.connection.socket) {
            case .nothing: return
            case .ended: return drop(peer)
            case .message(let bytes):
                guard take(bytes, from: peer) else { return drop(peer) }
                dropSlowest()
                guard peers[descriptor] === peer else { return }
            }
        }
    }

    // MARK: Programs

    /// Drops the programs for which most waits, while more waits for all than may: they do not read, and learn everything anew when
    /// they come back.
    private func dropSlowest() {
        while budget.isExceeded,
            let slowest = peers.values.max(by: { $0.connection.waitingBytes < $1.connection.waitingBytes }),
            slowest.connection.waitingBytes > 0
        { drop(slowest) }
    }

    private func accept() {
        for _ in 0..<16 {
            let socket = system_accept(listener)
            guard socket >= 0 else {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { stopListening() }
                return
            }
            guard peers.count < Self.mostPeers, system_peer_user(socket) == Int64(geteuid()),
                system_watch(events, socket, 1, 0) != 0
            else {
                close(socket)
                continue
            }
            let connection = PeerConnection(socket, wakeUp: waker.event, budget: budget)
            peers[socket] = ServerPeer(connection, since: HostTime.now())
        }
    }

    /// Lets programs wait until another one has gone, or for a while: the system has no descriptor for them.
    private func stopListening() {
        guard listensAt == nil else { return }
        listensAt = HostTime.now() + Self.listeningPause
        system_stop_watching(events, listener)
    }

    private func listenAgain(_ now: UInt64) {
        guard let time = listensAt, now >= time, system_watch(events, listener, 1, 0) != 0 else { return }
        listensAt = nil
    }

    /// Drops who has not introduced themselves.
    private func dropStrangers(_ now: UInt64) {
        for peer in peers.values where peer.number == nil && now >= peer.since + Self.patience { drop(peer) }
    }

    private func drop(_ peer: ServerPeer) {
        guard peers.removeValue(forKey: peer.connection.socket) != nil else { return }
        system_stop_watching(events, peer.connection.socket)
        peer.connection.close()
        if listensAt != nil { listensAt = 0 }
        if peers.isEmpty { loneSince = HostTime.now() }
        removeObjects(of: peer)
    }

    /// Accepts a program that has introduced itself, and describes all objects to it.
    func welcome(_ peer: ServerPeer) {
        lastNumber &+= 1
        if lastNumber == 0 { lastNumber = 1 }
        peer.number = lastNumber
        peer.connection.send(.welcome(version: WireMessage.version, number: lastNumber))
        system.state.withLock { state in
            objects.usage.begin(lastNumber)
            describeAll(to: peer.connection, state)
            peer.connection.send(.complete)
            objects.audience.append(peer.connection)
            peer.connection.number = lastNumber
            objects.channels.add(peer.connection)
        }
    }

    /// Notes that something has changed that lasts. Under the system's lock.
    func saveLater() {
        guard objects.savesAt == nil else { return }
        objects.savesAt = HostTime.now() + Self.savingPause
        waker.event.signal()
    }

    private func save() {
        let messages = system.state.withLock { state -> [WireMessage]? in
            guard objects.savesAt != nil else { return nil }
            objects.savesAt = nil
            return lastingMessages(state)
        }
        if let messages { store.write(messages) }
    }
}

/// A program that is connected to the server. It belongs to the server's thread.
final class ServerPeer {
    let connection: PeerConnection
    let since: UInt64
    /// Nil until it has introduced itself.
    var number: UInt32?
    /// The name of its program.
    var name = ""
    /// The client that owns its objects; 0 until it has any.
    var client: UInt32 = 0
    var isWaitingForRoom = false

    init(_ connection: PeerConnection, since: UInt64) {
        self.connection = connection
        self.since = since
    }
}

/// What the server knows of objects. Guarded by the system's lock.
struct ServedObjects {
    /// The references of shared objects.
    var references: [UInt64: UInt32] = [:]
    /// How much programs share.
    var usage = SharingUsage()
    /// Identifiers that programs have given to their endpoints, by the endpoints' keys.
    var identifiers = LastingStore<String, Int32>()
    /// Properties of devices and their parts that programs have set, by unique identifier. Nil for one of the device's own that was
    /// removed.
    var properties = LastingStore<Int32, [String: MIDIValue?]>()
    /// The channels between programs.
    var channels = ServedChannels()
    /// Programs that know all objects, and get each change.
    var audience: [PeerConnection] = []
    /// The program whose message the server handles: it knows the change.
    var origin: PeerConnection?
    /// When what lasts is written.
    var savesAt: UInt64?

    func object(_ id: UInt64, _ state: MIDIState) -> MIDIObject? { references[id].flatMap { state.objects[$0] } }
}
