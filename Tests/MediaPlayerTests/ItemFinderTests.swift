import AudioCore
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// What the desktop's player is asked for its item costs nobody the time that the library takes.
@Suite struct ItemFinderTests {
    private final class Song: MPMediaItem, @unchecked Sendable {
        init(_ number: Int64) { super.init(number, LibraryAccess(nil)) }
        required init?(coder: NSCoder) { nil }
    }

    private static let (first, second) = (Song(1), Song(2))
    private static let address = "file:///music/1.mp3"

    /// While the library is silent, many questions take less than a few would that wait.
    @Test func aSilentLibraryHoldsUpNoQuestion() {
        let (gate, found) = (DispatchSemaphore(value: 0), LockedValue(0))
        let finder = ItemFinder(
            { _ in
                gate.wait()
                return Self.first
            }, watch: { _ in }, found: { found.withLock { $0 += 1 } })
        let start = DispatchTime.now()
        for _ in 0..<2000 { #expect(finder.item(Self.address) == nil) }
        // Each would wait for 40 ms: 80 s.
        #expect(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds < 20_000_000_000)
        gate.signal()
        #expect(eventually { found.withLock { $0 == 1 } })
        #expect(finder.item(Self.address) === Self.first)
        #expect(finder.itemSoon(Self.address) === Self.first)
        #expect(finder.item("https://example.org/1.mp3") == nil && finder.item(nil) == nil)
    }

    /// What was found stays the answer while the library, which has changed, is asked again.
    @Test func whatIsKnownStaysUntilMoreIs() {
        let (library, changed) = (LockedValue<MPMediaItem?>(Self.first), LockedValue<(@Sendable () -> Void)?>(nil))
        let (gate, searches) = (DispatchSemaphore(value: 0), LockedValue(0))
        gate.signal()
        let finder = ItemFinder(
            { _ in
                gate.wait()
                searches.withLock { $0 += 1 }
                return library.withLock { $0 }
            }, watch: { body in changed.withLock { $0 = body } }, found: {})
        #expect(eventually { finder.item(Self.address) === Self.first })
        library.withLock { $0 = Self.second }
        changed.withLock { $0 }?()
        #expect(finder.item(Self.address) === Self.first, "nothing else is known yet")
        #expect(finder.itemSoon(Self.address) === Self.first)
        gate.signal()
        #expect(eventually { finder.item(Self.address) === Self.second })
        #expect(searches.withLock { $0 } == 2)
        // Another address has nothing of it.
        #expect(finder.item("file:///music/2.mp3") == nil)
        gate.signal()
    }
}
