import Testing

@testable import PortRewriter

/// Programs with selectors do on Linux what they do on a Mac.
@Suite(.serialized) struct Behaviour {
    @Test(arguments: [5, 6]) func notifications(mode: Int) throws {
        let lines = try Program(source: notificationProgram).lines(mode: mode)
        #expect(
            lines == [
                "one sound", "one sound", "on the thread that posts: true", "removed", "many other", "another",
                "many sound", "gone", "token",
                "end",
            ])
    }

    @Test(arguments: [5, 6]) func timers(mode: Int) throws {
        let lines = try Program(source: timerProgram).lines(mode: mode)
        #expect(
            lines == [
                "tick 1", "tick 2", "tick 3", "held until then", "gone: true", "dated", "value 1", "value 2",
                "main actor", "end",
            ])
    }

    @Test(arguments: [5, 6]) func objects(mode: Int) throws {
        let lines = try Program(source: objectProgram).lines(mode: mode)
        #expect(
            lines == [
                "nil", "7", "weak", "other nil", "8", "weak nil", "removed nil", "gone", "1000", "locked 0 0 -1", "end",
            ])
    }

    @Test(arguments: [5, 6]) func delayedCalls(mode: Int) throws {
        let lines = try Program(source: delayedProgram).lines(mode: mode)
        #expect(lines == ["kept with argument b", "on the main thread: true", "in the background: true", "end"])
    }

    @Test(arguments: [5, 6]) func optionalRequirements(mode: Int) throws {
        let lines = try Program(source: optionalProgram).lines(mode: mode)
        #expect(
            lines == [
                "full heard 1", "full says false", "full named x", "empty says true", "empty named nil",
                "nobody says true",
            ])
    }

    @Test(arguments: [5, 6]) func remoteCommands(mode: Int) throws {
        let program = Program(modules: [("MediaPlayer", mediaPlayer)], source: remoteProgram)
        #expect(
            try program.lines(mode: mode) == [
                "play", "status 0", "seek 7", "status 200", "others status 0", "removed 110", "gone 100", "end",
            ])
    }

    @Test(arguments: [5, 6]) func keyValueObserving(mode: Int) throws {
        let program = Program(modules: [("AVFoundation", observablePlayer)], source: keyValueProgram)
        #expect(
            try program.lines(mode: mode) == [
                "rate 1.0 was 0.0 context true", "rate 2.0 was 1.0 context true", "buffer empty true", "removed",
                "gone", "end",
            ])
    }
}

private let notificationProgram = """
    import Foundation

    extension Notification.Name {
        static let sound = Notification.Name("sound"), other = Notification.Name("other"), third = Notification.Name("third")
    }

    final class One: NSObject {
        func begin() { NotificationCenter.default.addObserver(self, selector: #selector(hear), name: .sound, object: nil) }
        func end() { NotificationCenter.default.removeObserver(self) }
        @objc private func hear(_ note: Notification) {
            print("one", note.name.rawValue)
            if let thread = note.object as? Thread { print("on the thread that posts:", thread === Thread.current) }
        }
    }

    class Many {
        init(_ source: Source) {
            NotificationCenter.default.addObserver(self, selector: #selector(Many.hear(note:)), name: nil, object: source)
        }
        func begin(_ source: Source) {
            NotificationCenter.default.addObserver(self, selector: #selector(another), name: .third, object: source)
        }
        func end(_ source: Source) { NotificationCenter.default.removeObserver(self, name: .third, object: source) }
        @objc func hear(note: NSNotification) { print("many", note.name.rawValue) }
        @objc func another() -> Int { print("another"); return 1 }
    }

    final class Source {}

    @main enum Main {
        static func post(_ name: Notification.Name, _ object: Any? = nil) { NotificationCenter.default.post(name: name, object: object) }
        static func main() {
            let one = One()
            one.begin()
            post(.sound)
            one.end()
            post(.sound)
            one.begin()
            let done = DispatchSemaphore(value: 0)
            Thread {
                post(.sound, Thread.current)
                done.signal()
            }.start()
            done.wait()
            one.end()
            print("removed")
            let source = Source(), second = Source()
            var many: Many? = Many(source)
            post(.other, source)
            post(.other, second)
            many?.begin(second)
            post(.third, second)
            many?.end(second)
            post(.third, second)
            post(.sound, source)
            many = nil
            post(.other, source)
            print("gone")
            let token = NotificationCenter.default.addObserver(forName: .third, object: nil, queue: nil) { _ in print("token") }
            post(.third)
            NotificationCenter.default.removeObserver(token)
            post(.third)
            print("end")
        }
    }
    """

private let timerProgram = """
    import Foundation

    final class Clock: NSObject {
        var count = 0
        var over = false
        var timer: Timer?
        deinit { print("held until then") }
        func start() {
            timer = Timer.scheduledTimer(timeInterval: 0.001, target: self, selector: #selector(tick(_:)), userInfo: nil, repeats: true)
        }
        @objc private func tick(_ timer: Timer) {
            count += 1
            print("tick", count)
            if count == 3 { timer.invalidate(); over = true }
        }
    }

    final class Once {
        var over = false
        func start() {
            let timer = Timer(fireAt: Date(), interval: 0, target: self, selector: #selector(fire), userInfo: nil, repeats: false)
            RunLoop.current.add(timer, forMode: .default)
        }
        @objc func fire() { print("dated"); over = true }
    }

    final class Valued {
        var over = false
        func start() {
            Timer.scheduledTimer(timeInterval: 0.001, target: self, selector: #selector(first(_:)), userInfo: ["n": 1], repeats: false)
        }
        @objc func first(_ timer: Timer) {
            print("value", (timer.userInfo as? [String: Int])?["n"] ?? 0)
            let timer = Timer(timeInterval: 0, target: self, selector: #selector(second(_:)), userInfo: 2, repeats: false)
            RunLoop.current.add(timer, forMode: .default)
        }
        @objc func second(_ timer: Timer) {
            print("value", timer.userInfo as? Int ?? 0)
            over = true
        }
    }

    @MainActor final class Face {
        var over = false
        func start() { Timer.scheduledTimer(timeInterval: 0.001, target: self, selector: #selector(fire), userInfo: nil, repeats: false) }
        @objc func fire() { print("main actor"); over = true }
    }

    @main @MainActor enum Main {
        static func spin(until isOver: () -> Bool) {
            while !isOver() { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        }
        static func main() {
            weak var clock: Clock?
            do {
                let made = Clock()
                made.start()
                clock = made
            }
            spin { clock?.over ?? true }
            print("gone:", clock == nil)
            let once = Once()
            once.start()
            spin { once.over }
            let valued = Valued()
            valued.start()
            spin { valued.over }
            let face = Face()
            face.start()
            spin { face.over }
            print("end")
        }
    }
    """

private let objectProgram = """
    import Foundation

    final class Thing: Sendable {}
    final class Value {
        let text: String
        init(_ text: String) { self.text = text }
        deinit { if text == "held" { print("gone") } }
    }
    final class Count: @unchecked Sendable { var value = 0 }
    nonisolated(unsafe) private var numberKey: UInt8 = 0
    nonisolated(unsafe) private var valueKey: UInt8 = 0

    extension Thing {
        var number: Int? {
            get { objc_getAssociatedObject(self, &numberKey) as? Int }
            set { objc_setAssociatedObject(self, &numberKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
        }
        var value: Value? { objc_getAssociatedObject(self, &valueKey) as? Value }
        func assign(_ value: Value) { objc_setAssociatedObject(self, &valueKey, value, .OBJC_ASSOCIATION_ASSIGN) }
        func hold(_ value: Value) { objc_setAssociatedObject(self, &valueKey, value, .OBJC_ASSOCIATION_RETAIN) }
    }

    @main enum Main {
        static func show(_ number: Int?) -> String { number.map(String.init) ?? "nil" }
        static func main() {
            let thing = Thing()
            print(show(thing.number))
            thing.number = 7
            print(show(thing.number))
            withExtendedLifetime(Value("weak")) { value in
                thing.assign(value)
                print(thing.value?.text ?? "lost")
            }
            print("other", show(Thing().number))
            thing.number = 8
            print(show(thing.number))
            print("weak", thing.value?.text ?? "nil")
            objc_removeAssociatedObjects(thing)
            print("removed", show(thing.number))
            do { Thing().hold(Value("held")) }
            thing.number = nil

            let count = Count()
            DispatchQueue.concurrentPerform(iterations: 10) { _ in
                for _ in 0..<100 {
                    objc_sync_enter(count)
                    count.value += 1
                    objc_sync_exit(count)
                }
            }
            print(count.value)
            print("locked", objc_sync_enter(thing), objc_sync_exit(thing), objc_sync_exit(thing))
            print("end")
        }
    }
    """

private let delayedProgram = """
    import Foundation

    final class Worker: NSObject, @unchecked Sendable {
        var over = false
        let done = DispatchSemaphore(value: 0)
        func start() {
            perform(#selector(never), with: nil, afterDelay: 0.001)
            perform(#selector(kept(_:)), with: "a", afterDelay: 0.001)
            perform(#selector(kept(_:)), with: "b", afterDelay: 0.002)
            NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(never), object: nil)
            NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(kept(_:)), object: "a")
        }
        func elsewhere() {
            over = false
            performSelector(onMainThread: #selector(onMain), with: nil, waitUntilDone: false)
        }
        func behind() { performSelector(inBackground: #selector(background), with: nil) }
        func end() {
            perform(#selector(never), with: nil, afterDelay: 0)
            NSObject.cancelPreviousPerformRequests(withTarget: self)
        }
        @objc func never() { print("never") }
        @objc func kept(_ text: String) { print("kept with argument", text); over = true }
        @objc func onMain() { print("on the main thread:", Thread.isMainThread); over = true }
        @objc func background() { print("in the background:", !Thread.isMainThread); done.signal() }
    }

    @main @MainActor enum Main {
        static func spin(until isOver: () -> Bool) {
            while !isOver() { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        }
        static func main() {
            let worker = Worker()
            worker.start()
            spin { worker.over }
            worker.elsewhere()
            spin { worker.over }
            worker.behind()
            worker.done.wait()
            worker.end()
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            print("end")
        }
    }
    """

private let optionalProgram = """
    import Foundation

    @objc public protocol Ears {
        @objc optional func heard(_ count: Int)
        @objc optional func mayGoOn() -> Bool
        @objc optional var name: String? { get }
    }

    @objcMembers final class Full: NSObject, Ears {
        func heard(_ count: Int) { print("full heard", count) }
        func mayGoOn() -> Bool { false }
        var name: String? { "x" }
    }

    final class Empty: Ears {}

    struct Speaker {
        weak var ears: (any Ears)?
        func speak(_ who: String) {
            ears?.heard?(1)
            print(who, "says", ears?.mayGoOn?() ?? true)
            if let ears { print(who, "named", ears.name ?? "nil") }
        }
    }

    @main enum Main {
        static func main() {
            let full = Full(), empty = Empty()
            Speaker(ears: full).speak("full")
            Speaker(ears: empty).speak("empty")
            Speaker(ears: nil).speak("nobody")
        }
    }
    """

/// As much of the module as the programs call.
private let mediaPlayer = """
    import Foundation

    public enum MPRemoteCommandHandlerStatus: Int { case success = 0, noSuchContent = 100, commandFailed = 200 }
    open class MPRemoteCommandEvent: NSObject {}
    public final class MPSeekEvent: MPRemoteCommandEvent { public var position = 7 }
    open class MPRemoteCommand: NSObject {
        private var handlers: [(NSObject, (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus)] = []
        @discardableResult public func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
            let token = NSObject()
            handlers.append((token, handler))
            return token
        }
        public func removeTarget(_ target: Any?) { handlers.removeAll { $0.0 === target as AnyObject? } }
        public func send(_ event: MPRemoteCommandEvent = MPRemoteCommandEvent()) -> Int { handlers.last?.1(event).rawValue ?? 110 }
    }
    """

private let remoteProgram = """
    import Foundation
    import MediaPlayer

    final class Remote: NSObject {
        func begin(_ playCommand: MPRemoteCommand, _ seekCommand: MPRemoteCommand) {
            playCommand.addTarget(self, action: #selector(play))
            seekCommand.addTarget(self, action: #selector(seek(event:)))
        }
        func end(_ playCommand: MPRemoteCommand) { playCommand.removeTarget(self, action: #selector(play)) }
        @objc func play() { print("play") }
        @objc func seek(event: MPSeekEvent) -> MPRemoteCommandHandlerStatus { print("seek", event.position); return .commandFailed }
    }

    @main enum Main {
        static func main() {
            let play = MPRemoteCommand(), seek = MPRemoteCommand()
            var remote: Remote? = Remote()
            remote?.begin(play, seek)
            print("status", play.send())
            print("status", seek.send(MPSeekEvent()))
            play.addTarget { _ in .success }
            remote?.end(play)
            print("others status", play.send())
            seek.removeTarget(remote!)
            print("removed", seek.send(MPSeekEvent()))
            remote?.begin(MPRemoteCommand(), seek)
            remote = nil
            print("gone", seek.send(MPSeekEvent()))
            print("end")
        }
    }
    """

/// A player whose properties are observed with the names of this project.
private let observablePlayer = """
    import Foundation

    public struct NSKeyValueObservingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let new = Self(rawValue: 1), old = Self(rawValue: 2)
    }
    public struct NSKeyValueObservedChange<Value> { public let newValue: Value?, oldValue: Value? }
    public final class NSKeyValueObservation {
        var end: () -> Void = {}
        public func invalidate() { end() }
        deinit { end() }
    }
    open class AVPlayer: NSObject {
        private var observers: [Int: (AnyKeyPath, Any, Any) -> Void] = [:]
        private func tell(_ path: AnyKeyPath, _ old: Any, _ new: Any) {
            for key in observers.keys.sorted() { observers[key]?(path, old, new) }
        }
        public var rate: Float = 0 { didSet { tell(\\AVPlayer.rate, oldValue, rate) } }
        public var isPlaybackBufferEmpty = false { didSet { tell(\\AVPlayer.isPlaybackBufferEmpty, oldValue, isPlaybackBufferEmpty) } }
        public func observe<Value>(
            _ path: KeyPath<AVPlayer, Value>, options: NSKeyValueObservingOptions,
            changeHandler: @escaping @Sendable (AVPlayer, NSKeyValueObservedChange<Value>) -> Void
        ) -> NSKeyValueObservation {
            let key = (observers.keys.max() ?? 0) + 1
            observers[key] = { [unowned self] changed, old, new in
                guard changed == path else { return }
                changeHandler(self, NSKeyValueObservedChange(newValue: new as? Value, oldValue: options.contains(.old) ? old as? Value : nil))
            }
            let observation = NSKeyValueObservation()
            observation.end = { [weak self] in self?.observers[key] = nil }
            return observation
        }
    }
    """

private let keyValueProgram = """
    import AVFoundation
    import Foundation

    private struct Paths { static let rate = #keyPath(AVPlayer.rate) }

    class Watcher: NSObject {
        private nonisolated(unsafe) static var context = 0
        let player: AVPlayer
        init(_ player: AVPlayer) {
            self.player = player
            super.init()
            player.addObserver(self, forKeyPath: Paths.rate, options: [.old, .new], context: &Watcher.context)
            player.addObserver(self, forKeyPath: "playbackBufferEmpty", options: .new, context: nil)
        }
        deinit { player.removeObserver(self, forKeyPath: Paths.rate, context: &Watcher.context) }
        func end() { player.removeObserver(self, forKeyPath: "playbackBufferEmpty") }
        private func isSame(_ one: UnsafeMutableRawPointer?, _ other: UnsafeMutableRawPointer) -> Bool { one == other }

        override func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
        ) {
            switch keyPath {
            case #keyPath(AVPlayer.rate):
                guard let new = change?[.newKey] as? Float, let old = change?[.oldKey] as? Float else { return }
                print("rate", new, "was", old, "context", isSame(context, &Watcher.context))
            case #keyPath(AVPlayer.isPlaybackBufferEmpty):
                print("buffer empty", change?[.newKey] as? Bool ?? "unknown")
            default:
                super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
            }
        }
    }

    @main enum Main {
        static func main() {
            let player = AVPlayer()
            var watcher: Watcher? = Watcher(player)
            player.rate = 1
            player.rate = 2
            player.isPlaybackBufferEmpty = true
            watcher?.end()
            player.isPlaybackBufferEmpty = false
            print("removed")
            watcher = nil
            player.rate = 3
            print("gone")
            print("end")
        }
    }
    """
