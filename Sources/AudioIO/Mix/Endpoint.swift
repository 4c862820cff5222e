import AudioCore
import AudioDevices

/// What an output and an input have in common: a bus, in the mix of the device that it was opened for.
final class Endpoint: @unchecked Sendable {
    let bus: Bus
    let format: StreamFormat
    let connection: Connection

    /// Opens the device's stream, or joins it. Throws where the device cannot be opened.
    ///
    /// - Parameters:
    ///   - sampleRate: frames per second; nil for the device's own.
    ///   - channels: samples per frame; nil for the device's own.
    init(
        _ request: StreamRequest, sampleRate: Double?, channels: Int?, _ connection: Connection
    ) throws(AudioError) {
        let bus = Bus(device: request.device, framesPerCycle: request.shape.framesPerCycle)
        self.bus = bus
        self.connection = connection
        let router = connection.router
        let mix = try connection.thread.perform { () throws(AudioError) in
            try router.attach(bus, request, sampleRate: sampleRate, channels: channels)
        }
        format = .float32(sampleRate: mix.shape.sampleRate, channels: mix.shape.channels)
    }

    deinit {
        let (router, bus) = (connection.router, bus)
        // Retains the connection until then.
        connection.thread.post { [connection] in withExtendedLifetime(connection) { router.detach(bus) } }
    }

    private var mix: Mix? { connection.router.mix(of: bus) }

    func add(_ source: OutputSource) {
        connection.router.change(bus) { bus in
            if !bus.sources.contains(where: { $0 === source }) { bus.sources.append(source) }
        }
    }

    func retire(_ source: OutputSource) {
        connection.router.change(bus) { bus in bus.sources.removeAll { $0 === source } }
    }

    /// Asks for cycles of another length.
    func setFramesPerCycle(_ frames: Int) { connection.router.change(bus) { $0.framesPerCycle = frames } }

    func waitForCycle() { mix?.side.waitForCycle() }

    /// The sample time of the next cycle.
    var position: Int64 { mix.map { bus.sampleTime($0.side.position) } ?? 0 }

    /// The last cycle's first frame; nil before the first cycle.
    var clock: ClockAnchor? {
        guard var anchor = mix?.side.anchor else { return nil }
        anchor.sampleTime = bus.sampleTime(anchor.sampleTime)
        return anchor
    }

    /// Whether there is no stream.
    var standsStill: Bool { mix?.keeper.stream == nil }
    var latency: Int { mix?.keeper.stream?.latency ?? 0 }
    var xruns: Int { mix?.keeper.xruns ?? 0 }
    var side: (any MixSide)? { mix?.side }
}
