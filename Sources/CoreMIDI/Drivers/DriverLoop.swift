import AudioCore
import AudioDevices
import Foundation

/// The thread and the run loop for the input and output of drivers.
final class DriverLoop: @unchecked Sendable {
    static let shared = DriverLoop()

    let loop: CFRunLoop

    private init() {
        let made = WaitableValue<Found>(Found())
        let thread = Foundation.Thread {
            RealtimeService.shared.request()
            let loop = RunLoop.current
            // A run loop without anything to wait for would end.
            loop.add(Timer(fire: .distantFuture, interval: 1, repeats: true) { _ in }, forMode: .default)
            made.withLock { $0.loop = loop.getCFRunLoop() }
            while true { loop.run(until: .distantFuture) }
        }
        thread.name = "midi-drivers"
        thread.start()
        loop = made.wait { $0.loop } ?? CFRunLoopGetMain()
    }

    private struct Found: @unchecked Sendable { var loop: CFRunLoop? }
}
