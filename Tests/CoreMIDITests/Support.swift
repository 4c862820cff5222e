import AudioCore
import CoreMIDI
import Foundation
import MIDIDevices
import Testing

/// A system whose clock stays where the test sets it, and which delivers when the test says so.
final class ManualSystem: Sendable {
    private let time = LockedValue<UInt64>(1_000)
    let system: MIDISystem
    let client: UInt32

    init(notices: NoticeChannel? = nil) throws {
        let time = time
        system = MIDISystem(clock: { time.withLock { $0 } }, hasThread: false)
        client = try system.createClient("test", notices: notices)
    }

    var now: UInt64 { time.withLock { $0 } }

    /// Sets the clock, and delivers what is due.
    @discardableResult func advance(to now: UInt64) -> UInt64? {
        time.withLock { $0 = now }
        return system.deliver()
    }

    @discardableResult func deliver() -> UInt64? { system.deliver() }
}

/// Numbers that look random and follow from a seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}

/// The numbers of a random test: always others, unless `COREAUDIO_SEED` names the seed that an earlier run has printed.
func randomNumbers(_ test: String = #function) -> SeededRandom {
    let named = ProcessInfo.processInfo.environment["COREAUDIO_SEED"].flatMap { UInt64($0) }
    let seed = named ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("\(test): COREAUDIO_SEED=\(seed)")
    return SeededRandom(seed)
}

/// What a receiver has got.
final class Inbox: Sendable {
    struct Packet: Equatable, Sendable {
        var time: UInt64
        var bytes: [UInt8] = []
        var words: [UInt32] = []
        var refCon: Int = 0

        /// Whether it is of MIDI-CI, or a stream message: tests of these ask all destinations of the process.
        var isInquiry: Bool {
            if bytes.count > 3 { return bytes[0...1] == [0xF0, 0x7E] && bytes[3] == 0x0D }
            guard words.count > 1 else { return false }
            return words[0] >> 28 == 0xF || (words[0] & 0xF0F0_FF00 == 0x3010_7E00 && words[1] >> 24 == 0x0D)
        }
    }

    private let state = WaitableValue<[Packet]>([])
    private let hearsInquiries: Bool

    init(hearsInquiries: Bool = false) { self.hearsInquiries = hearsInquiries }

    var packets: [Packet] { state.withLockQuietly { $0 } }
    var bytes: [[UInt8]] { packets.map(\.bytes) }
    var words: [[UInt32]] { packets.map(\.words) }

    /// Waits for a number of packets, for ten seconds at most.
    func wait(for count: Int) -> [Packet] {
        state.wait(nanoseconds: 10_000_000_000) { $0.count >= count ? $0 : nil } ?? packets
    }

    func add(_ list: UnsafePointer<MIDIPacketList>, _ refCon: UnsafeMutableRawPointer?) {
        let packets = list.unsafeSequence().map {
            Packet(
                time: UnsafeRawPointer($0).loadUnaligned(as: UInt64.self), bytes: Array($0.bytes()),
                refCon: Int(bitPattern: refCon))
        }
        add(packets)
    }

    private func add(_ packets: [Packet]) {
        state.withLock { $0 += packets.filter { hearsInquiries || !$0.isInquiry } }
    }

    func add(_ list: UnsafePointer<MIDIEventList>, _ refCon: UnsafeMutableRawPointer?) {
        let packets = list.unsafeSequence().map {
            Packet(
                time: UnsafeRawPointer($0).loadUnaligned(as: UInt64.self), words: Array($0.words()),
                refCon: Int(bitPattern: refCon))
        }
        add(packets)
    }

    var receiver: MIDIReceiver { .bytes { [self] in add($0, $1) } }
    func receiver(_ number: Int32) -> MIDIReceiver { .words(number) { [self] in add($0, $1) } }
}

/// Calls `body` with a list of packets.
func withPackets<Result>(
    _ packets: [(time: UInt64, bytes: [UInt8])], _ body: (UnsafePointer<MIDIPacketList>) throws -> Result
) rethrows -> Result {
    let size = 16 + packets.reduce(0) { $0 + 16 + $1.bytes.count }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 512), alignment: 8)
    defer { memory.deallocate() }
    let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
    var packet = MIDIPacketListInit(list)
    for (time, bytes) in packets { packet = MIDIPacketListAdd(list, max(size, 512), packet, time, bytes.count, bytes) }
    return try body(list)
}

/// Calls `body` with a list of events.
func withEvents<Result>(
    _ number: MIDIProtocolID, _ packets: [(time: UInt64, words: [UInt32])],
    _ body: (UnsafePointer<MIDIEventList>) throws -> Result
) rethrows -> Result {
    let size = 16 + packets.reduce(0) { $0 + 16 + 4 * $1.words.count }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 512), alignment: 8)
    defer { memory.deallocate() }
    let list = memory.assumingMemoryBound(to: MIDIEventList.self)
    var packet = MIDIEventListInit(list, number)
    for (time, words) in packets { packet = MIDIEventListAdd(list, max(size, 512), packet, time, words.count, words) }
    return try body(list)
}

/// What the calls of this process find around it.
enum Surroundings {
    private static let isSet: Void = {
        // The system of the process shares nothing with other programs of the user.
        _ = setenv(ServerPlace.variable, "none", 1)
    }()

    /// To be called before the first call.
    static func begin() { isSet }
}
