import AudioCore
internal import AudioDevices
package import MIDIDevices

/// The ways of a system to other programs and to devices: PipeWire and the ALSA sequencer.
package enum MIDITransports {
    /// The systems that have them.
    private static let systems = LockedValue<[MIDISystem]>([])

    /// Connects a system on threads of the transports' own, and again whenever their servers come back. Does nothing for a system that
    /// has been connected, and does not wait.
    package static func start(_ system: MIDISystem) {
        let isNew = systems.withLock { systems in
            guard !systems.contains(where: { $0 === system }) else { return false }
            systems.append(system)
            return true
        }
        guard isNew, !ForkedChild.isHere else { return }
        try? Thread(name: "midi-transports") {
            let hasSequencer = startSequencer(system)
            runPipeWire(system, hasSequencer: hasSequencer)
        }.detach()
    }

    /// False where there is no sequencer.
    private static func startSequencer(_ system: MIDISystem) -> Bool {
        let name = SequencerTransport.clientPrefix + ProgramIdentity.present.name
        guard let sequencer = ALSASequencer(name), let transport = SequencerTransport(system, sequencer) else {
            return false
        }
        let thread = try? Thread(name: "midi-alsa") {
            RealtimeService.shared.request()
            transport.run()
        }
        thread?.detach()
        return thread != nil
    }

    /// How long to wait before connecting again, in nanoseconds: a server that ends connections at once is not asked all the time.
    ///
    /// - Parameter life: how long the last connection has lasted.
    static func pause(after life: UInt64) -> UInt64 {
        life < HostTime.ticksPerSecond ? HostTime.ticksPerSecond / 10 : 0
    }

    private static func runPipeWire(_ system: MIDISystem, hasSequencer: Bool) {
        guard PipeWireMIDI.isInstalled else { return }
        let watch = PipeWireMIDI.watchSocket()
        while true {
            if let connection = PipeWireMIDI(system, hasSequencer: hasSequencer) {
                let begin = HostTime.now()
                connection.waitUntilLost()
                connection.close()
                Thread.sleep(until: HostTime.now() + pause(after: HostTime.now() - begin))
            } else {
                // A session without a folder for servers has none.
                guard let watch else { return }
                watch.wait()
            }
        }
    }
}
