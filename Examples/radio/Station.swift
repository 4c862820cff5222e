import AudioToolbox
import Foundation
import FoundationNetworking

/// A station, over as many connections as it takes.
final class Station: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let address: URL
    private let player = Player()
    /// The session's callbacks come one after another.
    private let callbacks = OperationQueue()
    private lazy var session = URLSession(configuration: .default, delegate: self, delegateQueue: callbacks)
    private var titles = Titles(interval: 0)
    private var isAfterGap = false
    private var connections = 0
    private var connected = Date.distantPast
    private var idleConnections = 0

    private let lock = NSLock()
    private var task: URLSessionDataTask?
    private var problem: String?
    private var wasBuffering = true

    /// Connections in a row that may bring nothing.
    private static let patience = 5
    /// Seconds of sound ahead at which a server that sends faster than it plays is made to wait, and to go on.
    private static let most = 20.0, least = 10.0

    init(_ address: URL) {
        self.address = address
        super.init()
        callbacks.maxConcurrentOperationCount = 1
    }

    /// Why there is no more sound.
    var failure: String? { lock.withLock { problem } }

    func connect() {
        var request = URLRequest(url: address)
        request.setValue("1", forHTTPHeaderField: "Icy-MetaData")
        request.timeoutInterval = 10
        let next = session.dataTask(with: request)
        lock.withLock { task = next }
        next.resume()
    }

    /// Called now and then: lets the player pause where it ran dry, and reports its state.
    func watch() {
        let isBuffering = player.pauseIfDry()
        let changed = lock.withLock {
            defer { wasBuffering = isBuffering }
            return wasBuffering != isBuffering
        }
        if changed { say(isBuffering ? "buffering" : "playing") }
        if player.secondsAhead < Self.least, let task = lock.withLock({ task }), task.state == .suspended {
            task.resume()
        }
    }

    // MARK: What the network brings

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let answer = response as? HTTPURLResponse, answer.statusCode == 200 else {
            lock.withLock { problem = "the server answers \((response as? HTTPURLResponse)?.statusCode ?? 0)" }
            return completionHandler(.cancel)
        }
        if let name = answer.value(forHTTPHeaderField: "icy-name") { say("station: \(name)") }
        let interval = answer.value(forHTTPHeaderField: "icy-metaint").flatMap { Int($0) } ?? 0
        titles = Titles(interval: (0...1 << 24).contains(interval) ? interval : 0)
        isAfterGap = connections > 0
        connections += 1
        connected = Date()
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        idleConnections = 0
        let (sound, title) = titles.split(data)
        if let title { say("title: \(title)") }
        let status = player.parse(sound, isAfterGap: isAfterGap)
        isAfterGap = false
        guard status == noErr else {
            lock.withLock { problem = "status \(status)" }
            return dataTask.cancel()
        }
        if player.secondsAhead > Self.most { dataTask.suspend() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard failure == nil else { return }
        idleConnections += 1
        guard connections > 0, idleConnections < Self.patience else {
            lock.withLock { problem = error?.localizedDescription ?? "the server sends nothing" }
            return
        }
        say("connecting again")
        // A server that hangs up at once is not pestered.
        let pause = Date() < connected + 2 ? Double(idleConnections) : 0
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [self] in connect() }
    }
}
