import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import CCoreAudio
import TestSupport
import Testing

@testable import AudioUnits

/// A unit whose start returns before its device has opened.
@Suite(.mustEnd) struct DeviceUnitStartTests {
    /// The device does not open in the end: the unit has stopped, and its listeners hear of that. A server that has not answered in
    /// time is asked again, and the unit runs.
    @Test(arguments: [AudioError.deviceFormat, .serverTimeout]) func aLateFailureIsHeardOf(failure: AudioError) throws {
        let (server, opening) = (ManualServer(), WaitableValue<(mayEnd: Bool, failures: Int)>((false, 1)))
        let system = HardwareSystem { (events) throws(AudioError) in
            HangingBackend(try Manual(server: server, events: events)) { () throws(AudioError) in
                let fails = opening.wait { opening -> Bool? in
                    guard opening.mayEnd else { return nil }
                    defer { opening.failures -= 1 }
                    return opening.failures > 0
                }
                if fails == true { throw failure }
            }
        }
        let kind = DeviceUnit.Kind(records: false, choosesDevice: false)
        let (client, notes) = (try Client(DeviceUnit.defaultOutput, kind, system), Notes())
        notes.listen(to: client.unit, kAudioOutputUnitProperty_IsRunning)
        try client.setFormat(.float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Input)
        try client.unit.initialize()
        try client.unit.start()
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        opening.withLock { $0.mayEnd = true }
        if failure == .deviceFormat {
            #expect(eventually { (try? client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self)) == 0 })
            #expect(eventually { notes.properties.count { $0.id == UInt32(kAudioOutputUnitProperty_IsRunning) } == 2 })
            #expect(server.runningStreams == 0)
            try client.unit.start()
        }
        // The device has two sides, and each has a stream.
        #expect(eventually { server.runningStreams == 2 })
        #expect(try client.get(kAudioOutputUnitProperty_IsRunning, as: UInt32.self) == 1)
        try client.unit.stop()
    }
}

/// The Manual device, of which no stream opens before a function has returned.
private final class HangingBackend: Backend {
    static let name = "hanging"

    private let manual: Manual
    private let willOpen: @Sendable () throws(AudioError) -> Void

    init(_ manual: Manual, willOpen: @escaping @Sendable () throws(AudioError) -> Void) {
        self.manual = manual
        self.willOpen = willOpen
    }

    convenience init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        self.init(try Manual(events: events)) {}
    }

    var now: UInt64 { manual.now }
    func devices() throws(AudioError) -> [DeviceDescription] { try manual.devices() }

    func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        try willOpen()
        return try manual.open(wanted, render: render)
    }

    func close() { manual.close() }
}
