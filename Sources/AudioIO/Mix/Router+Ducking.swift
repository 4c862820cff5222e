import AudioCore

/// Lowers what a connection plays but voices and sounds of role `event`, for as long as it lives.
package final class DuckedSound: Sendable {
    private let connection: Connection

    fileprivate init(_ connection: Connection, gain: Float) {
        self.connection = connection
        connection.router.duck(ObjectIdentifier(self), to: gain)
    }

    deinit { connection.router.duck(ObjectIdentifier(self), to: nil) }
}

extension HardwareSystem {
    /// Lowers what the system's connection plays to a part of its volume, in 0.1 s. The least of several factors holds.
    package func duckOthers(to gain: Float) throws(AudioError) -> DuckedSound {
        DuckedSound(try connection(), gain: gain)
    }
}

extension Router {
    /// How long sources take to their new level, in seconds.
    private static let duckingTime: Float = 0.1

    /// Sets an owner's factor; nil takes it away. Any thread. Does not wait.
    fileprivate func duck(_ owner: ObjectIdentifier, to gain: Float?) {
        entries.withLock { entries in
            ducking.withLock { $0[owner] = gain }
            for entry in entries where entry.mix.direction == .output {
                for bus in entry.buses + entry.arriving {
                    let gain = duckedGain(of: bus)
                    for source in bus.sources { source.duck(to: gain, over: Self.duckingTime) }
                }
            }
        }
    }

    /// The factor on the sources of a bus but voices.
    func duckedGain(of bus: Bus) -> Float {
        bus.role == .event ? 1 : ducking.withLock { $0.values.min() } ?? 1
    }
}
