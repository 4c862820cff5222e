import AudioCore
import CoreMIDI
import Foundation
import MIDIEvents
import Testing

@testable import MIDIDevices

/// How much of what programs share and set the server takes and keeps.
@Suite(.serialized) struct SharingLimitTests {
    private let store = LastingStoreOfIDs()

    /// What lasts, without a server, for objects that are there or not.
    private final class LastingStoreOfIDs {
        var store = LastingStore<Int32, Int>()
        var present: Set<Int32> = []
        var asked = 0

        func set(_ id: Int32, growth: Int, by author: UInt32 = 0) -> Bool {
            store.set(0, for: id, growth: growth, by: author) {
                asked += 1
                let present = present
                return { present.contains($0) }
            }
        }
    }

    @Test func whatIsNotThereGivesWayOldestFirst() {
        let piece = SharingLimits.mostLastingBytes / 16
        for id: Int32 in 1...16 { #expect(store.set(id, growth: piece)) }
        store.present = [1, 2]
        #expect(store.set(17, growth: piece))
        // Room for some more is made at once.
        #expect(store.store.inOrder.map(\.key) == [1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
        #expect(store.set(18, growth: piece) && store.set(19, growth: piece) && store.asked == 1)
        #expect(store.store.size == SharingLimits.mostLastingBytes)
    }

    @Test func whatIsThereStays() {
        let piece = SharingLimits.mostLastingBytes / 4
        store.present = [1, 2, 3, 4]
        for id: Int32 in 1...4 { #expect(store.set(id, growth: piece, by: UInt32(id))) }
        #expect(!store.set(5, growth: 1) && !store.set(1, growth: 1) && !store.set(6, growth: 1))
        // What is there is looked for once, and again where something has gone.
        #expect(store.asked == 1)
        store.present.remove(2)
        #expect(!store.set(5, growth: 1))
        store.store.objectHasGone()
        #expect(store.set(5, growth: 1) && store.store[2] == nil && store.store.count == 4)
        #expect(store.set(1, growth: -piece) && store.store.size == 2 * piece + 1)
    }

    @Test func thereIsALimitOfObjects() {
        for id in 1...Int32(SharingLimits.mostLasting) {
            store.present.insert(id)
            #expect(store.set(id, growth: 1, by: 1))
        }
        #expect(!store.set(0, growth: 1) && store.set(1, growth: 1))
        #expect(store.store.count == SharingLimits.mostLasting)
    }

    /// What lasts of programs that have gone does not keep others from setting something.
    @Test func whatWasSetByOneThatHasGoneGivesWay() {
        let piece = SharingLimits.mostLastingBytes / 16
        for id: Int32 in 1...16 {
            store.present.insert(id)
            #expect(store.set(id, growth: piece, by: UInt32(id % 8 + 1)))
        }
        #expect(!store.set(17, growth: piece, by: 9))
        store.store.forget(author: 2)
        #expect(store.set(17, growth: piece, by: 9))
        // 1 and 9 are the first program's, and both make room.
        #expect(store.store[1] == nil && store.store[9] == nil && store.store[2] != nil && store.store.count == 15)
    }

    @Test func oneProgramDoesNotTakeAll() {
        let share = SharingLimits.mostLastingBytesOfProgram
        #expect(store.set(1, growth: share / 2, by: 7) && store.set(2, growth: share / 2, by: 7))
        #expect(!store.set(3, growth: 1, by: 7) && !store.set(1, growth: 1, by: 7))
        #expect(store.set(3, growth: 1, by: 8))
        // What another one overwrites is that one's.
        #expect(store.set(2, growth: 0, by: 8) && store.set(4, growth: share / 2, by: 7))
        #expect(!store.set(5, growth: 1, by: 7))
        store.store.remove(1)
        #expect(store.set(5, growth: share / 2, by: 7))
        store.store.forget(author: 7)
        #expect(store.set(6, growth: share, by: 9) && store.set(7, growth: share, by: 7))
    }

    @Test func anObjectHasSoManyProperties() throws {
        let system = try ManualSystem().system
        let device = system.createDevice("d", "", "", isExternal: false)
        let size = 100 << 10
        try system.set("a", of: device, to: .data([UInt8](repeating: 1, count: size)))
        try system.set("b", of: device, to: .data([UInt8](repeating: 1, count: size)))
        func status(_ name: String, _ value: MIDIValue) -> Int32 {
            do throws(AudioError) {
                try system.set(name, of: device, to: value)
                return 0
            } catch { return error.status }
        }
        let refused = AudioError.midiNotPermitted.status
        #expect(status("c", .data([UInt8](repeating: 1, count: size))) == refused)
        #expect(status("a", .data([UInt8](repeating: 1, count: 128 << 10))) == refused)
        // What takes the place of something may be as large, and what was removed makes room.
        try system.set("b", of: device, to: .data([UInt8](repeating: 2, count: size)))
        try system.removeProperty("a", of: device)
        try system.set("c", of: device, to: .data([UInt8](repeating: 1, count: size)))
        let present = try system.properties(of: device, deep: false).properties.count
        for number in present..<SharingLimits.mostProperties {
            try system.set("\(number)", of: device, to: .integer(1))
        }
        #expect(status("one more", .integer(1)) == refused)
        try system.set("\(present)", of: device, to: .integer(2))
    }

    // MARK: With a server

    @Test func namesThatComeAndGoLeaveNothing() throws {
        let place = try PrivatePlace()
        let server = try ThreadServer(place)
        defer { server.end() }
        let client = place.system()
        let bus = try #require(client.system.all(.device).first)
        for number in 0..<SharingLimits.mostProperties + 10 {
            try client.system.set("name \(number)", of: bus, to: .integer(1))
            try client.system.removeProperty("name \(number)", of: bus)
        }
        try client.system.removeProperty("driver", of: bus)
        try client.system.set("image", of: bus, to: .string("/i"))
        let other = place.system()
        #expect(eventually { (try? other.system.string("image", of: other.system.all(.device)[0])) == "/i" })
        let lasting = server.lasting
        #expect(lasting.count == 1 && lasting.first?.value.count == 2)
        #expect(lasting.first?.value["image"] == .some(.some(.string("/i"))))
        #expect(lasting.first?.value["driver"] == .some(nil))
    }

    @Test func whatIsTooMuchIsTakenBack() throws {
        let place = try PrivatePlace()
        let server = try ThreadServer(place)
        defer { server.end() }
        let (one, two) = (place.system(), place.system())
        _ = try one.client("one")
        let count = SharingLimits.mostLastingBytesOfProgram / (100 << 10) + 2
        var devices: [UInt32] = []
        for number in 0..<count {
            let device = one.system.createDevice("d\(number)", "", "", isExternal: true)
            try one.system.addToSetup(device, isExternal: true)
            devices.append(device)
            try one.system.set("large", of: device, to: .data([UInt8](repeating: 1, count: 100 << 10)))
        }
        // The server takes as much as a program may set. The rest it takes back, and the connection stays.
        #expect(eventually { (try? one.system.value("large", of: devices[count - 1])) == nil })
        #expect(try one.system.data("large", of: devices[0]).count == 100 << 10)
        #expect(server.lastingBytes <= SharingLimits.mostLastingBytesOfProgram)
        _ = try one.system.createSource(try one.client("c"), "s", protocolID: 1)
        _ = try two.client("two")
        #expect(eventually { two.source("s") != nil })
    }

    @Test func objectsBeyondTheLimitAreTheProgramsAlone() throws {
        let place = try PrivatePlace()
        let server = try ThreadServer(place)
        defer { server.end() }
        let (one, two) = (place.system(), place.system())
        let client = try one.client("one")
        _ = try two.client("two")
        let long = String(repeating: "n", count: 50 << 10)
        let count = SharingLimits.mostProgramBytes / (100 << 10) + 2
        var sources: [UInt32] = []
        // Shared objects have the name twice: as it is, and in what their identifier follows from.
        for _ in 0..<count { sources.append(try one.system.createSource(client, long, protocolID: 1)) }
        #expect(eventually { server.sharedBytes > SharingLimits.mostProgramBytes - 100 << 10 })
        #expect(server.sharedBytes <= SharingLimits.mostProgramBytes + 4096)
        for source in sources { try one.system.disposeEndpoint(source) }
        _ = try one.system.createSource(client, "s", protocolID: 1)
        #expect(eventually { two.source("s") != nil })
        #expect(server.sharedBytes < 4096)
    }
}
