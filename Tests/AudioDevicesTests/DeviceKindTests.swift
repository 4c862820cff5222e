import Testing

@testable import AudioDevices

/// What devices and their sockets are, as sound servers say it: names and properties as PipeWire, PulseAudio and ALSA write them.
struct DeviceKindTests {
    @Test(
        arguments: [
            ("analog-output-headphones", .headphones), ("[Out] Headphones1", .headphones),
            ("analog-output-speaker", .speaker), ("[Out] Speaker", .speaker), ("analog-output-lineout", .line),
            ("analog-input-linein", .line), ("iec958-stereo-output", .unknown), ("hdmi-output-0", .hdmi),
            ("[Out] HDMI1", .hdmi), ("displayport-output-1", .displayPort), ("analog-input-mic", .microphone),
            ("[In] Mic1", .microphone), ("analog-input-internal-mic", .microphone), ("headset-output", .headset),
            ("analog-input-headset-mic", .headset), ("analog-input-headphone-mic", .headphones),
            ("headphone-output", .headphones), ("analog-output", .unknown), ("", .unknown),
        ] as [(String, DeviceKind)])
    func socketsByTheirNames(_ name: String, _ kind: DeviceKind) { #expect(DeviceKind(named: name) == kind) }

    private func kind(
        _ properties: [String: String], _ name: String = "device", _ direction: DeviceDirection = .output
    ) -> DeviceKind { DeviceKind(direction, name: name) { properties[$0] } }

    @Test(
        arguments: [
            ("a2dp-sink", .bluetoothA2DP), ("a2dp-source", .bluetoothA2DP), ("a2dp_sink", .bluetoothA2DP),
            ("headset-head-unit", .bluetoothHFP), ("headset-audio-gateway", .bluetoothHFP),
            ("handsfree_head_unit", .bluetoothHFP), ("bap-sink", .bluetoothLE), ("off", .unknown),
        ] as [(String, DeviceKind)])
    func bluetoothByItsProfile(_ profile: String, _ kind: DeviceKind) {
        #expect(self.kind(["api.bluez5.profile": profile]) == kind)
        #expect(self.kind(["bluetooth.protocol": profile]) == kind)
        // It says more than what the device looks like.
        #expect(
            self.kind(["api.bluez5.profile": profile, "device.form-factor": "headphone"])
                == (kind == .unknown ? .headphones : kind))
    }

    @Test(
        arguments: [
            ("headphone", .headphones, .headphones), ("headset", .headset, .headset), ("handset", .headset, .headset),
            ("hands-free", .headset, .headset), ("microphone", .microphone, .microphone),
            ("webcam", .microphone, .microphone), ("speaker", .speaker, .microphone),
            ("internal", .speaker, .microphone), ("portable", .speaker, .microphone), ("car", .car, .car),
            ("tv", .unknown, .unknown), ("", .unknown, .unknown),
        ] as [(String, DeviceKind, DeviceKind)])
    func theFormOfEachDirection(_ form: String, _ output: DeviceKind, _ input: DeviceKind) {
        #expect(kind(["device.form-factor": form]) == output)
        #expect(kind(["device.form-factor": form], "device", .input) == input)
    }

    @Test func theProfileAndTheNameWhereNothingElseTells() {
        #expect(kind(["device.profile.name": "hdmi-stereo"]) == .hdmi)
        #expect(kind(["device.profile.name": "analog-stereo"]) == .unknown)
        #expect(kind([:], "alsa_output.pci-0000_00_1f.3.hdmi-stereo") == .hdmi)
        #expect(
            kind([:], "alsa_output.pci-0000_00_1f.3-platform-skl_hda_dsp_generic.HiFi__hw_Headphone") == .headphones)
        // Anyone may call a device of software as they like.
        #expect(kind([:], "speakers") == .unknown && kind([:], "my.hdmi.sink") == .unknown)
        #expect(kind(["device.form-factor": "headset", "device.profile.name": "hdmi-stereo"]) == .headset)
    }

    private func transport(_ properties: [String: String], _ name: String = "device") -> DeviceTransport? {
        DeviceTransport(name: name) { properties[$0] }
    }

    @Test(
        arguments: [
            ("usb", .usb), ("pci", .pci), ("firewire", .fireWire), ("bluetooth", .bluetooth), ("isa", nil),
        ] as [(String, DeviceTransport?)])
    func theBus(_ bus: String, _ expected: DeviceTransport?) { #expect(transport(["device.bus": bus]) == expected) }

    @Test func theBusInOtherPlaces() {
        #expect(transport([:], "alsa_output.usb-Focusrite_Scarlett-00.analog-stereo") == .usb)
        #expect(transport([:], "alsa_output.pci-0000_00_1f.3.analog-stereo") == .pci)
        #expect(transport(["device.api": "bluez5"]) == .bluetooth)
        #expect(transport([:], "bluez_output.00_11_22_33_44_55.1") == .bluetooth)
        #expect(transport([:], "bluez_sink.00_11_22_33_44_55.a2dp_sink") == .bluetooth)
        #expect(transport(["device.bus": "pci", "device.form-factor": "internal"]) == .builtIn)
        #expect(transport(["device.bus": "pci"], "alsa_output.pci-0000_01_00.1.hdmi-stereo") == .hdmi)
    }

    @Test func networksAndSoftware() {
        #expect(transport([:], "raop_sink.kitchen.local.192.168.1.7.7000") == .airPlay)
        #expect(transport(["device.bus": "usb"], "raop_output") == .airPlay)
        // By a name of the user's, too.
        #expect(transport(["node.virtual": "true", "media.name": "RAOP sink"], "kitchen") == .airPlay)
        #expect(transport(["node.virtual": "true", "media.name": "RAOP to Kitchen"], "kitchen") == .airPlay)
        #expect(transport(["node.virtual": "true", "raop.ip": "192.168.1.7"], "kitchen") == .airPlay)
        #expect(transport(["node.virtual": "true"]) == .virtual)
        #expect(transport(["node.virtual": "false"]) == nil)
        #expect(transport(["device.class": "abstract"]) == .virtual && transport(["device.class": "sound"]) == nil)
        #expect(transport(["factory.name": "support.null-audio-sink"]) == .virtual)
        // What a device of software says that it is.
        #expect(transport(["factory.name": "support.null-audio-sink", "device.bus": "usb"]) == .usb)
        #expect(transport([:]) == nil)
    }
}
