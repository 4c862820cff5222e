import AVFAudio
import AudioCore
import Foundation
import Testing

/// Loops over notifications, which Foundation has on a Mac alone.
@Suite struct NotificationSequenceTests {
    private static let name = Notification.Name("NotificationSequenceTests")

    @Test func notificationsOfOneObjectComeInOrder() async {
        let (center, mine, other) = (NotificationCenter(), NSObject(), NSObject())
        var notes = center.notifications(named: Self.name, object: mine).makeAsyncIterator()
        for number in 0..<3 {
            center.post(name: Self.name, object: other)
            center.post(name: Self.name, object: mine, userInfo: ["number": number])
            center.post(name: Notification.Name("Other"), object: mine)
        }
        for number in 0..<3 {
            let note = await notes.next()
            #expect(note?.userInfo?["number"] as? Int == number && note?.object as? NSObject === mine)
        }
    }

    /// The newest ones are kept while nobody asks.
    @Test func whatNobodyAsksForIsBounded() async {
        let center = NotificationCenter()
        var notes = center.notifications(named: Self.name).makeAsyncIterator()
        for number in 0..<1000 { center.post(name: Self.name, object: nil, userInfo: ["number": number]) }
        let first = await notes.next()
        #expect(first?.userInfo?["number"] as? Int == 936)
    }

    @Test func aTaskThatIsCancelledEnds() async {
        let center = NotificationCenter()
        let task = Task {
            var count = 0
            for await _ in center.notifications(named: Self.name) { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    /// A loop that is over keeps none of its notifications, and the center calls it no longer.
    @Test func aLoopThatIsOverListensNoLonger() async {
        let (center, ended) = (NotificationCenter(), LockedValue(0))
        await Self.loop(center, ended)
        #expect(ended.withLock(\.self) == 1)
        Self.post(center, ended)
        #expect(ended.withLock(\.self) == 2)
    }

    private final class Marked: NSObject {
        let ended: LockedValue<Int>
        init(_ ended: LockedValue<Int>) { self.ended = ended }
        deinit { ended.withLock { $0 += 1 } }
    }

    private static func post(_ center: NotificationCenter, _ ended: LockedValue<Int>) {
        center.post(name: name, object: Marked(ended))
    }

    private static func loop(_ center: NotificationCenter, _ ended: LockedValue<Int>) async {
        for await note in Posting(center, ended) {
            #expect(note.object is Marked)
            break
        }
    }

    /// Posts once somebody listens.
    private struct Posting: AsyncSequence {
        typealias Element = Notification
        let center: NotificationCenter
        let ended: LockedValue<Int>

        init(_ center: NotificationCenter, _ ended: LockedValue<Int>) { (self.center, self.ended) = (center, ended) }

        func makeAsyncIterator() -> NotificationCenter.Notifications.AsyncIterator {
            let iterator = center.notifications(named: name).makeAsyncIterator()
            post(center, ended)
            return iterator
        }
    }
}
