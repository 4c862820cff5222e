import AudioCore
internal import MIDIDevices
import MIDIEvents
import Synchronization

/// Takes messages on the thread that delivers them, for a port of ours on the audio thread.
final class PipeWireSender: MIDIWayOut, @unchecked Sendable {
    /// Bytes of messages that wait for the next cycle, or for a link, at most. More are dropped.
    private static let room = 256 << 10

    let form: ListForm
    private let ring = LockedValue<MessageRing?>(nil)
    private let keepsWaiting: Bool
    private let isOpen = Atomic<Bool>(false)
    private let isWanted = Atomic<Bool>(false)
    private let wasWanted: @Sendable () -> Void
    /// The delivering thread's own.
    private var messages = ByteMessages()

    /// - Parameters:
    ///   - keepsWaiting: whether messages wait until the port runs. Otherwise they are dropped while it does not.
    ///   - wasWanted: called with the first message.
    init(_ form: ListForm, keepsWaiting: Bool, wasWanted: @escaping @Sendable () -> Void = {}) {
        self.form = form
        self.keepsWaiting = keepsWaiting
        self.wasWanted = wasWanted
    }

    /// Whether there has been a message.
    var hasMessages: Bool { isWanted.load(ordering: .acquiring) }

    /// Whether the port runs.
    func setOpen(_ open: Bool) { isOpen.store(open, ordering: .releasing) }

    /// What the audio thread reads, which is made when it is needed.
    func makeRing() -> MessageRing {
        ring.withLock { ring in
            let made = ring ?? MessageRing(capacity: Self.room)
            ring = made
            return made
        }
    }

    func send(_ list: UnsafeRawPointer) {
        guard keepsWaiting || isOpen.load(ordering: .acquiring) else { return }
        let ring = makeRing()
        let now = HostTime.now()
        if form == .bytes {
            PacketLists.forEach(list) { packet in
                let time = PacketLists.time(packet)
                messages.forEach(PacketLists.data(packet)) { message in
                    guard let start = message.baseAddress else { return }
                    _ = ring.write(isWords: false, at: time == 0 ? now : time, start, message.count)
                }
            }
        } else {
            EventLists.forEach(list) { packet in
                let time = EventLists.time(packet)
                EventLists.forEachMessage(packet) { index, count in
                    let start = packet + EventLists.packetHeader + 4 * index
                    _ = ring.write(isWords: true, at: time == 0 ? now : time, start, 4 * count)
                }
            }
        }
        if !isWanted.exchange(true, ordering: .acquiringAndReleasing) { wasWanted() }
    }
}
