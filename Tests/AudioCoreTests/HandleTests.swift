import AudioCore
import Synchronization
import Testing

@Suite struct HandleTests {
    /// An object that records use after its end.
    private final class Canary: Sendable {
        static let alive: UInt64 = 0x600D_600D_600D_600D
        let song = Atomic<UInt64>(alive)
        let count: Shared

        init(_ count: Shared) {
            self.count = count
            count.living.wrappingAdd(1, ordering: .relaxed)
        }

        deinit {
            song.store(0, ordering: .relaxed)
            count.living.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    /// The state that the threads share.
    private final class Shared: Sendable {
        let living = Atomic<Int>(0)
        let reference = Atomic<UInt>(0)
        let isOver = Atomic<Bool>(false)
        let found = Atomic<Int>(0)
        let dead = Atomic<Int>(0)
        let removed = Atomic<Int>(0)
    }

    private static let rounds = 20_000

    /// One thread replaces an object repeatedly, another removes what it finds, and two look it up.
    @Test func anObjectThatIsFoundLives() throws {
        let table = HandleTable<Canary>(kind: 3, wrongReference: .notOpen)
        let shared = Shared()
        let lookers = try (0..<2).map { _ in
            try AudioCore.Thread(name: "looks") {
                while !shared.isOver.load(ordering: .relaxed) {
                    let reference = OpaquePointer(bitPattern: shared.reference.load(ordering: .acquiring))
                    guard let canary = try? table.object(for: reference) else { continue }
                    shared.found.wrappingAdd(1, ordering: .relaxed)
                    if canary.song.load(ordering: .relaxed) != Canary.alive {
                        shared.dead.wrappingAdd(1, ordering: .relaxed)
                    }
                }
            }
        }
        let remover = try AudioCore.Thread(name: "removes") {
            while !shared.isOver.load(ordering: .relaxed) {
                let reference = OpaquePointer(bitPattern: shared.reference.load(ordering: .acquiring))
                if (try? table.remove(reference)) != nil { shared.removed.wrappingAdd(1, ordering: .relaxed) }
            }
        }
        for _ in 0..<Self.rounds {
            let reference = try table.insert(Canary(shared))
            shared.reference.store(UInt(bitPattern: reference), ordering: .releasing)
            // Half of them are left to the other thread.
            if UInt(bitPattern: reference) >> 24 & 2 == 0, (try? table.remove(reference)) != nil {
                shared.removed.wrappingAdd(1, ordering: .relaxed)
            }
            while let last = OpaquePointer(bitPattern: shared.reference.load(ordering: .acquiring)),
                (try? table.object(for: last)) != nil
            {}
        }
        shared.isOver.store(true, ordering: .relaxed)
        for thread in lookers + [remover] { thread.join() }
        #expect(shared.dead.load(ordering: .relaxed) == 0)
        #expect(shared.found.load(ordering: .relaxed) > 0)
        // Each was removed once, and the table kept none.
        #expect(shared.removed.load(ordering: .relaxed) == Self.rounds)
        #expect(shared.living.load(ordering: .relaxed) == 0)
    }

    @Test func aReferenceOfAnEarlierObjectStaysRefused() throws {
        let table = HandleTable<Canary>(kind: 3, wrongReference: .notOpen)
        let shared = Shared()
        let first = try table.insert(Canary(shared))
        _ = try table.remove(first)
        // The slot is reused, so only the generation differs.
        let second = try table.insert(Canary(shared))
        #expect(UInt(bitPattern: first) & 0xFF_FFFF == UInt(bitPattern: second) & 0xFF_FFFF)
        #expect(throws: AudioError.notOpen) { try table.object(for: first) }
        #expect(throws: AudioError.notOpen) { try table.remove(first) }
        #expect(try table.object(for: second).song.load(ordering: .relaxed) == Canary.alive)
        #expect(shared.living.load(ordering: .relaxed) == 1)
        _ = try table.remove(second)
        #expect(shared.living.load(ordering: .relaxed) == 0)
    }
}

@Suite struct HandleTableTests {
    private final class Thing: Sendable {}

    @Test func aReferenceIsGoodUntilItIsRemoved() throws {
        let table = HandleTable<Thing>(kind: 2, wrongReference: .notOpen)
        let thing = Thing()
        let reference = try table.insert(thing)
        #expect(try table.object(for: reference) === thing)
        #expect(try table.remove(reference) === thing)
        #expect(throws: AudioError.notOpen) { try table.object(for: reference) }
        #expect(throws: AudioError.notOpen) { try table.remove(reference) }
    }

    @Test func aSlotUsedAgainHasAnotherReference() throws {
        let table = HandleTable<Thing>(kind: 2, wrongReference: .notOpen)
        let first = try table.insert(Thing())
        _ = try table.remove(first)
        let second = try table.insert(Thing())
        #expect(first != second)
        #expect(throws: AudioError.notOpen) { try table.object(for: first) }
    }

    @Test func foreignReferencesAreRefused() throws {
        let one = HandleTable<Thing>(kind: 1, wrongReference: .notOpen)
        let two = HandleTable<Thing>(kind: 2, wrongReference: .notOpen)
        let reference = try one.insert(Thing())
        #expect(throws: AudioError.notOpen) { try two.object(for: reference) }
        #expect(throws: AudioError.notOpen) { try one.object(for: nil) }
        #expect(throws: AudioError.notOpen) { try one.object(for: OpaquePointer(bitPattern: 0x7FFF_FFFF_FFF1)) }
    }

    @Test func manyAreKeptApart() throws {
        let table = HandleTable<Thing>(kind: 3, wrongReference: .notOpen)
        let things = (0..<1000).map { _ in Thing() }
        let references = try things.map { try table.insert($0) }
        for (thing, reference) in zip(things, references) { #expect(try table.object(for: reference) === thing) }
    }
}
