public import Foundation

// Foundation has this on a Mac alone. One of Foundation's own would be preferred to it.

extension NotificationCenter {
    /// Notifications as they are posted, until the loop over them ends.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
        /// What the loop gets.
        public typealias Element = Notification
        /// What gets it.
        public typealias AsyncIterator = Iterator

        let center: NotificationCenter
        let name: Notification.Name
        let object: AnyObject?

        /// Begins to listen.
        ///
        /// - Returns: an iterator with the notifications that are posted from now on.
        public func makeAsyncIterator() -> Iterator { Iterator(center, name, object) }

        /// The notifications, one after the other. While nobody asks for them the newest 64 are kept.
        public struct Iterator: AsyncIteratorProtocol {
            private struct Box: @unchecked Sendable { let value: Notification }
            private struct Token: @unchecked Sendable { let value: any NSObjectProtocol }

            private var notes: AsyncStream<Box>.Iterator

            init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
                let stream = AsyncStream<Box>(bufferingPolicy: .bufferingNewest(64)) { continuation in
                    let token = Token(
                        value: center.addObserver(forName: name, object: object, queue: nil) {
                            continuation.yield(Box(value: $0))
                        })
                    continuation.onTermination = { _ in center.removeObserver(token.value) }
                }
                notes = stream.makeAsyncIterator()
            }

            /// Waits for the next notification.
            ///
            /// - Returns: the notification; nil once the task is cancelled.
            public mutating func next() async -> Notification? { await notes.next()?.value }
        }
    }

    /// The notifications of a name, to be looped over.
    ///
    /// <!-- before
    /// import AVFAudio
    /// -->
    /// ```swift
    /// for await note in NotificationCenter.default.notifications(named: AVAudioSession.interruptionNotification) {
    ///     print(note.userInfo ?? [:])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the notifications' name.
    ///   - object: whose they are; nil for everyone's.
    /// - Returns: the notifications from the loop's beginning on.
    @_disfavoredOverload
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }
}
