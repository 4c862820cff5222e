import AudioDevices
import AudioSession
import Testing

/// Which port a device is.
struct SessionPortTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var kind: DeviceKind
        var transport: DeviceTransport
        var output: SessionPortType
        var input: SessionPortType
        var testDescription: String { "\(transport) \(kind)" }
    }

    static let rows = [
        Row(kind: .speaker, transport: .pci, output: .builtInSpeaker, input: .builtInMic),
        Row(kind: .headphones, transport: .pci, output: .headphones, input: .headsetMic),
        Row(kind: .headset, transport: .builtIn, output: .headphones, input: .headsetMic),
        Row(kind: .line, transport: .pci, output: .lineOut, input: .lineIn),
        Row(kind: .unknown, transport: .pci, output: .builtInSpeaker, input: .builtInMic),
        Row(kind: .headset, transport: .usb, output: .usb, input: .usb),
        Row(kind: .bluetoothA2DP, transport: .bluetooth, output: .bluetoothA2DP, input: .bluetoothHFP),
        Row(kind: .bluetoothHFP, transport: .bluetooth, output: .bluetoothHFP, input: .bluetoothHFP),
        Row(kind: .bluetoothLE, transport: .bluetooth, output: .bluetoothLE, input: .bluetoothLE),
        Row(kind: .unknown, transport: .bluetooth, output: .bluetoothA2DP, input: .bluetoothHFP),
        Row(kind: .car, transport: .bluetooth, output: .carAudio, input: .carAudio),
        Row(kind: .hdmi, transport: .pci, output: .hdmi, input: .hdmi),
        Row(kind: .displayPort, transport: .hdmi, output: .displayPort, input: .displayPort),
        Row(kind: .unknown, transport: .airPlay, output: .airPlay, input: .airPlay),
        Row(kind: .unknown, transport: .fireWire, output: .fireWire, input: .fireWire),
        Row(kind: .speaker, transport: .virtual, output: .virtual, input: .virtual),
    ]

    @Test(arguments: rows) func aDeviceIsItsPort(_ row: Row) {
        for (direction, expected) in [(DeviceDirection.output, row.output), (.input, row.input)] {
            let port = SessionPort(.test("id", direction, row.kind, row.transport, channels: 3))
            #expect(port.type == expected && port.uid == "id" && port.channels.count == 3 && port.sources.isEmpty)
        }
    }

    /// The socket in use says more than the device.
    @Test func theSocketInUseCounts() {
        let device = DeviceDescription.test("id").withJack(isPlugged: true, inUse: "jack")
        let port = SessionPort(device)
        #expect(port.type == .headphones && port.selectedSource == 1)
        #expect(port.sources.map(\.name) == ["Speaker", "Headphones"] && port.sources.map(\.id) == [0, 1])
    }

    @Test func withoutHardwareItIsVirtual() {
        let device = DeviceDescription(id: "null", name: "Null", direction: .output)
        #expect(SessionPort(device).type == .virtual)
    }
}
