import AudioCore

/// A way to reach loudspeakers and microphones: PipeWire, PulseAudio, ALSA, or one of ours without hardware.
///
/// One instance is one connection to a server. It does not heal: once it has reported `connectionLost` it stays dead, and
/// its owner closes its streams and makes another. Methods may be called on any thread but the audio thread.
package protocol Backend: AnyObject, Sendable {
    /// The name by which it is chosen: "pipewire", "null", …
    static var name: String { get }

    /// Connects, or throws where the server or its library is not there. Cheap when it fails.
    ///
    /// - Parameter events: called on a thread of the back end's own, never on the audio thread. It must return soon and
    ///   must not call the back end: who has more to do hands it to another thread.
    init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError)

    /// Whether streams of several roles on one device sound together. Where they do not, all sound is of one role.
    var knowsRoles: Bool { get }

    /// Whether the devices are those of a sound server: that moves a stream without a device of its own as soon as the user
    /// chooses another default, and streams that are stopped cost it nothing.
    var isServer: Bool { get }

    /// Whether all devices on which streams can be opened are among `devices`. Where they are not, a stream whose device is gone
    /// ends by itself.
    var listsAllDevices: Bool { get }

    /// The time that the cycles' host times are in: CLOCK_MONOTONIC, unless the back end makes its own.
    var now: UInt64 { get }

    /// The devices of both directions as they are now.
    func devices() throws(AudioError) -> [DeviceDescription]

    /// Opens a stream, stopped.
    ///
    /// The server converts where the device differs from what is asked for; `format` of the stream is the result.
    /// - Parameter render: called once a cycle on the audio thread from `start` on, until `close` has returned. For an
    ///   output it fills the cycle's samples, for an input it reads them. The sample time of an input continues over frames
    ///   that were lost, so that a jump in it is a gap of so many frames.
    func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream

    /// For how many nanoseconds the present cycle has lasted, where calls may have to wait for its end; 0 between cycles.
    var cycleTime: UInt64 { get }

    /// Asks the server to change a device, and waits for its answer, at most three seconds. Afterwards `devices` gives
    /// the new state, and `events` receives the change.
    ///
    /// - Throws: `unsupportedChange` where the server, or its device, has no such setting.
    func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError)

    /// Ends the connection. Streams are to be closed first. No event comes after it has returned.
    func close()
}

extension Backend {
    package var now: UInt64 { HostTime.now() }
    package var knowsRoles: Bool { true }
    package var isServer: Bool { false }
    package var listsAllDevices: Bool { true }

    package var cycleTime: UInt64 { 0 }

    package func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        throw .unsupportedChange
    }
}

/// One stream to or from a device. To be closed by its owner, before the back end is.
package protocol DeviceStream: AnyObject, Sendable {
    /// Frames per second, samples per frame, and the most frames that one render call asks for.
    var format: StreamShape { get }

    func start() throws(AudioError)

    /// Where the first cycle since the last `start` is. One that does not come although it is due has the stream started once more.
    var firstCycle: FirstCycle { get }

    /// Stops the cycles; the sample time continues from here at `start`. Frames that the device has got and has not
    /// played yet may be heard now, later or never: who cares renders silence first.
    func stop()

    /// Ends the stream. When it returns, no render call runs and none will.
    func close()

    /// Whether the stream has ended without `close`: its device has gone, or the server removed the stream. It has no more
    /// cycles, even if a device of the same name appears. `streamEnded` or `devicesChanged` announces it.
    var hasEnded: Bool { get }

    /// The device that the stream plays on or records from now; nil where that is the default device, or the server does
    /// not report it. `streamMoved` announces another.
    var device: String? { get }

    /// Asks for cycles of another length while the stream runs. No frame is lost, and the next cycles may still have the
    /// old length.
    ///
    /// - Parameter frames: the most frames of one render call.
    /// - Returns: false where the stream has to be opened again for that.
    func setFramesPerCycle(_ frames: Int) -> Bool

    /// Asks for cycles that keep their length when other programs ask for shorter ones, where the server can do that.
    func setLocksCycle(_ locks: Bool)

    /// Shows the stream to the user by another title, where a server shows streams. The cycles go on. May wait for the back end's
    /// lock, and not for the server.
    func setTitle(_ title: String)

    /// Lets the cycles of an output follow those of an input of the same back end, from the next cycles on: each comes right
    /// after the input's, has its length, and is in its clock. While the input does not run, and once its device is gone,
    /// the output continues by itself.
    ///
    /// - Parameter input: which no other output follows; nil: the output continues by itself.
    /// - Returns: false where it does not follow.
    func follow(_ input: (any DeviceStream)?) -> Bool

    /// Completes what the stream has begun by itself, after an event. May wait for a few cycles.
    func waitForChange()

    /// Whether the cycles' host times are measured. At first they may be those that were asked for.
    var hasTimes: Bool { get }

    /// Frames between handing one over in a render call and hearing it, or between a sound and the render call that
    /// brings it, as last measured. Real-time safe.
    var latency: Int { get }

    /// Those of them that are the device's own, as last measured: the rest waits in buffers. 0 where the server does not report
    /// them here. Real-time safe.
    var deviceLatency: Int { get }

    /// The most frames that the device may ask for at once, where those are several cycles. Real-time safe.
    var burst: Int { get }

    /// How many times the device went without, or cycles were missed, since the stream was opened. Real-time safe.
    var xruns: Int { get }
}

extension DeviceStream {
    package var deviceLatency: Int { 0 }

    package var hasEnded: Bool { false }
    package var firstCycle: FirstCycle { .came }
    package var device: String? { nil }
    package func setFramesPerCycle(_ frames: Int) -> Bool { false }
    package func setLocksCycle(_ locks: Bool) {}
    package func setTitle(_ title: String) {}
    package func follow(_ input: (any DeviceStream)?) -> Bool { false }
    package func waitForChange() {}
    package var burst: Int { 0 }
    package var hasTimes: Bool { true }
}

/// The first cycle since a stream was started.
package enum FirstCycle: Sendable {
    /// The server has not answered the start yet.
    case notDue
    /// It has, and the cycle is to come within a few of its length.
    case due
    /// It has come, or the back end makes its cycles itself.
    case came
}

/// The three numbers by which a stream is asked for, and by which it answers.
package struct StreamShape: Hashable, Sendable {
    /// Frames per second.
    package var sampleRate: Double
    /// Samples per frame, interleaved Float32.
    package var channels: Int
    /// The most frames of one render call.
    package var framesPerCycle: Int

    package init(sampleRate: Double = 48_000, channels: Int = 2, framesPerCycle: Int = 512) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.framesPerCycle = framesPerCycle
    }

    /// Whether the numbers are ones that any device could mean.
    package var isSane: Bool {
        (1...768_000).contains(sampleRate) && (1...64).contains(channels) && (1...16_384).contains(framesPerCycle)
    }
}

/// What a stream's sound is for. Sound servers have a volume and rules of their own for each.
package enum StreamRole: Hashable, Sendable {
    /// Music, speech, games: what a program is for.
    case sound
    /// Short sounds that accompany what people do.
    case event
    /// A conversation: desktops lower or pause other sound for it, and let a Bluetooth headset use its microphone.
    case communication
}

/// What to open.
package struct StreamRequest: Sendable {
    package var direction = DeviceDirection.output
    package var role = StreamRole.sound
    /// A device's `id`; nil for the default device, which the stream then follows when the user chooses another.
    package var device: String?
    package var shape = StreamShape()
    /// Whether cycles are to keep their length when other programs ask for shorter ones.
    package var locksCycle = false
    /// What the server shows to the user as the stream's name.
    package var title = StreamTitle.program

    package init() {}
}

/// Which way the sound goes.
package enum DeviceDirection: Hashable, Sendable { case output, input }

/// How a device is attached.
package enum DeviceTransport: Hashable, Sendable {
    case unknown, builtIn, virtual, pci, usb, bluetooth, hdmi, airPlay, fireWire
}

/// A socket or a built-in part of a device, one of which is in use.
package struct DevicePort: Hashable, Sendable {
    package var id: String
    package var name: String
    package var kind = DeviceKind.unknown
    /// False where the server knows that nothing is in the socket.
    package var isPlugged = true

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A setting that a server may be asked to change.
package enum DeviceChange: Equatable, Sendable {
    /// Makes the device the one that streams without a device of their own use.
    case becomeDefault
    /// One factor a channel as people see it, 0 silent and 1 full.
    case volume([Float])
    case muted(Bool)
    case port(String)
    case sampleRate(Double)
}

/// One loudspeaker or microphone, as its server describes it. A device of both directions is two with one `id`.
package struct DeviceDescription: Hashable, Sendable {
    /// The server's lasting name for it: what `StreamRequest.device` takes.
    package var id: String
    /// What people call it.
    package var name: String
    package var direction: DeviceDirection
    /// The device's own rate where the server reports it, else the most likely one.
    package var sampleRate: Double
    package var channels: Int
    package var isDefault: Bool
    /// The rates that it can be set to.
    package var rates: [Double]
    /// Frames of one cycle as the device has it, and those that can be asked for.
    package var framesPerCycle = 512
    package var cycleRange = 16...8192
    /// Frames between a sample at the device's edge and the sound.
    package var latency = 0
    package var maker = ""
    package var transport = DeviceTransport.unknown
    /// What it is, where its ports do not say.
    package var kind = DeviceKind.unknown
    /// The same for all that one piece of hardware is at one time or another; empty where the server does not report it.
    package var address = ""
    /// Whether any program uses it; nil where the server does not report it.
    package var isRunning: Bool?
    /// One factor a channel as people see it, 0 silent and 1 full; empty where there is no such setting.
    package var volume: [Float] = []
    package var isMuted: Bool?
    package var ports: [DevicePort] = []
    /// The `id` of the port in use.
    package var port: String?

    package init(
        id: String, name: String, direction: DeviceDirection, sampleRate: Double = 48_000, channels: Int = 2,
        isDefault: Bool = false
    ) {
        self.id = id
        self.name = name
        self.direction = direction
        self.sampleRate = sampleRate
        self.channels = channels
        self.isDefault = isDefault
        rates = [sampleRate]
    }
}

/// An event that a back end reports.
package enum DeviceEvent: Equatable, Sendable {
    /// A device came or went.
    case devicesChanged
    /// Something about a device is another than before: its volume, its port, whether it runs.
    case deviceChanged(String)
    /// The server removed a stream: the one whose `hasEnded` is true.
    case streamEnded
    /// The server moved a stream to another device: its `device` has changed.
    case streamMoved
    /// The user, or the system, chose another default. Streams opened without a device move by themselves.
    case defaultChanged(DeviceDirection)
    /// The server is gone, with all streams. Render calls have ceased or are about to.
    case connectionLost(AudioError)
}

extension AudioError {
    package static let noDevice = AudioError("!dev", "there is no such device")
    package static let serverUnavailable = AudioError("stop", "the sound server does not answer")
    package static let serverTimeout = AudioError("stop", "the sound server is there, and does not answer in time")
    package static let unsupportedChange = AudioError("unop", "the device has no such setting")
    package static let deviceFormat = AudioError("!dat", "the device does not take this rate or number of channels")
}
