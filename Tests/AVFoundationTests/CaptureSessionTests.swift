import AVFAudio
import AudioCore
import AudioDevices
import CameraDevices
import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Sessions, their inputs and outputs, and the devices that come and go.
@Suite struct CaptureSessionTests {
    private let stage: CaptureStage

    init() throws { stage = try CaptureStage() }

    private func camera(_ id: String) -> CameraDescription {
        var camera = CameraDescription(id: id, name: "Camera \(id)")
        camera.maker = "Maker"
        camera.position = .front
        camera.formats = [
            CameraFormat(.yuy2, 640, 480, rates: [CameraRate(15), CameraRate(30)]),
            CameraFormat(.mjpeg, 1920, 1080, rates: [CameraRate(30)]),
            CameraFormat(.yuy2, 1920, 1080, rates: [CameraRate(5)]),
            CameraFormat(.nv12, 1280, 720, rates: [CameraRate(10), CameraRate(60)], isRange: true),
        ]
        return camera
    }

    // MARK: Devices

    @Test func devicesAreThoseOfTheServers() throws {
        stage.server.setDevices([
            CaptureStage.microphone("other", rate: 44_100, channels: 2),
            CaptureStage.microphone("desk", rate: 48_000, isDefault: true),
            DeviceDescription(id: "speakers", name: "Speakers", direction: .output),
        ])
        stage.cameras.set([camera("cam")])
        let microphones = stage.center.devices(.audio)
        #expect(microphones.map(\.uniqueID) == ["desk", "other"])
        #expect(microphones.map(\.localizedName) == ["Microphone desk", "Microphone other"])
        #expect(microphones[1].manufacturer == "Maker of other" && microphones[1].modelID == "Microphone other")
        #expect(microphones.allSatisfy { $0.hasMediaType(.audio) && !$0.hasMediaType(.video) && $0.isConnected })
        #expect(microphones.allSatisfy { $0.deviceType == .builtInMicrophone && $0.position == .unspecified })
        let format = try #require(microphones[1].activeFormat.formatDescription.audioStreamBasicDescription)
        #expect(format.mSampleRate == 44_100 && format.mChannelsPerFrame == 2)
        #expect(microphones[1].formats.count == 1 && microphones[1].formats[0] === microphones[1].activeFormat)
        #expect(microphones[1].activeFormat.mediaType == .audio)
        #expect(microphones[1].activeFormat.videoSupportedFrameRateRanges.isEmpty && !microphones[0].isSuspended)
        let cameras = stage.center.devices(.video)
        #expect(cameras.count == 1 && cameras[0].position == .front && cameras[0].deviceType == .builtInWideAngleCamera)
        #expect(stage.center.devices(nil).count == 3 && stage.center.devices(.text).isEmpty)
        // The same device is the same object.
        #expect(stage.center.devices(.video)[0] === cameras[0] && stage.center.devices(.audio)[0] === microphones[0])
        let again = AVCaptureDevice(try #require(stage.center.device("cam")), stage.center)
        #expect(again == cameras[0] && again.hash == cameras[0].hash && again != microphones[0])
        #expect(stage.center.device("none") == nil)
        let both = AVCaptureDevice.DiscoverySession(
            stage.center, [.builtInWideAngleCamera, .builtInMicrophone], nil, .unspecified)
        #expect(both.devices.map(\.uniqueID) == ["cam", "desk", "other"])
        let back = AVCaptureDevice.DiscoverySession(stage.center, [.builtInWideAngleCamera], .video, .back)
        #expect(back.devices.isEmpty)
        for type in [AVCaptureDevice.DeviceType.builtInTelephotoCamera, .builtInUltraWideCamera] {
            #expect(AVCaptureDevice.DiscoverySession(stage.center, [type], nil, .unspecified).devices.isEmpty)
        }
    }

    /// The public calls reach the servers of the machine, whatever they have.
    @Test func theListsAgree() {
        for type in [AVMediaType.audio, .video] {
            let list = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInMicrophone, .builtInWideAngleCamera], mediaType: type, position: .unspecified
            ).devices
            #expect(AVCaptureDevice.default(for: type) == list.first)
            let kind: AVCaptureDevice.DeviceType = type == .audio ? .builtInMicrophone : .builtInWideAngleCamera
            #expect(AVCaptureDevice.default(kind, for: type, position: .unspecified) == list.first)
            if let first = list.first { #expect(AVCaptureDevice(uniqueID: first.uniqueID) == first) }
        }
        #expect(AVCaptureDevice(uniqueID: "there is none such") == nil && AVCaptureDevice.default(for: .text) == nil)
    }

    @Test func devicesComeAndGo() throws {
        let desk = CaptureStage.microphone("desk", isDefault: true)
        // Nobody is notified of what was there before the program looked.
        let first = stage.center.devices(.audio)[0]
        _ = stage.center.devices(.video)
        stage.server.setDevices([desk, CaptureStage.microphone("headset")])
        #expect(eventually { stage.names == ["DeviceWasConnected"] })
        let headset = try #require(stage.notification(0).object as? AVCaptureDevice)
        #expect(headset.uniqueID == "headset" && headset.isConnected)
        stage.server.setDevices([desk])
        #expect(eventually { stage.names.last == "DeviceWasDisconnected" } && !headset.isConnected)
        #expect(throws: AVError.self) { try headset.lockForConfiguration() }
        #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: headset) }
        stage.server.setDevices([desk, CaptureStage.microphone("headset")])
        #expect(eventually { stage.names.count == 3 } && headset.isConnected && first.isConnected)
        #expect(stage.notification(2).object as? AVCaptureDevice === headset)
        stage.cameras.set([camera("cam")])
        #expect(eventually { stage.names.count == 4 } && stage.names[3] == "DeviceWasConnected")
        stage.cameras.set([])
        #expect(eventually { stage.names.last == "DeviceWasDisconnected" })
    }

    // MARK: Configuration

    @Test func inputsAndOutputsAreConnectedByTheirMedium() throws {
        stage.cameras.set([camera("cam")])
        let session = stage.session()
        let microphone = try AVCaptureDeviceInput(device: stage.center.devices(.audio)[0])
        let camera = try AVCaptureDeviceInput(device: stage.center.devices(.video)[0])
        let (sound, pictures) = (AVCaptureAudioDataOutput(), AVCaptureVideoDataOutput())
        #expect(session.canAddOutput(sound) && session.canAddInput(microphone))
        session.addOutput(sound)
        #expect(session.connections.isEmpty && sound.connection(with: .audio) == nil)
        session.addInput(camera)
        #expect(session.connections.isEmpty)
        session.addInput(microphone)
        session.addOutput(pictures)
        #expect(session.inputs.count == 2 && session.outputs.count == 2 && session.connections.count == 2)
        let inputs: [AVCaptureInput] = session.inputs
        #expect(inputs[0] === camera && camera.device.supportsSessionPreset(.high))
        #expect(sound.recommendedAudioSettingsForAssetWriter(writingTo: .mp4)?[AVFormatIDKey] != nil)
        let way = try #require(sound.connection(with: .audio))
        #expect(way.output === sound && way.inputPorts[0] === microphone.ports[0] && way.isEnabled && !way.isActive)
        #expect(microphone.ports[0].mediaType == .audio && microphone.ports[0].input === microphone)
        #expect(microphone.ports[0].clock === CMClock.hostTimeClock && microphone.ports[0].isEnabled)
        #expect(microphone.ports[0].formatDescription?.audioStreamBasicDescription?.mSampleRate == 8000)
        #expect(microphone.ports[0].sourceDeviceType == .builtInMicrophone)
        #expect(camera.ports[0].sourceDevicePosition == .front && camera.device.uniqueID == "cam")
        #expect(sound.connection(with: .video) == nil && pictures.connections[0].mediaType == .video)
        // Nothing is in two sessions, or twice in one.
        let other = stage.session()
        #expect(!session.canAddInput(microphone) && !other.canAddInput(microphone) && !other.canAddOutput(sound))
        session.removeInput(microphone)
        #expect(sound.connections.isEmpty && session.connections.count == 1 && other.canAddInput(microphone))
        session.addInputWithNoConnections(microphone)
        #expect(sound.connections.isEmpty)
        session.removeOutput(sound)
        session.addOutputWithNoConnections(sound)
        let hand = AVCaptureConnection(inputPorts: microphone.ports, output: sound)
        #expect(session.canAddConnection(hand) && !other.canAddConnection(hand))
        #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: camera.ports, output: sound)))
        #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: [], output: sound)))
        session.addConnection(hand)
        #expect(sound.connections.first === hand && !session.canAddConnection(hand))
        session.removeConnection(hand)
        #expect(sound.connections.isEmpty)
        #expect(camera.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .front).count == 1)
        #expect(camera.ports(for: .audio, sourceDeviceType: nil, sourceDevicePosition: .unspecified).isEmpty)
        #expect(session.synchronizationClock === CMClock.hostTimeClock)
        #expect(session.usesApplicationAudioSession && session.automaticallyConfiguresApplicationAudioSession)
        session.usesApplicationAudioSession = false
        session.automaticallyConfiguresApplicationAudioSession = false
        #expect(!session.usesApplicationAudioSession && !session.automaticallyConfiguresApplicationAudioSession)
    }

    @Test func pictureSettingsOfAConnectionSayWhatIsThere() throws {
        let listener = CaptureListener()
        let way = try stage.session(listener).session.connections[0]
        #expect(
            !way.isVideoOrientationSupported && !way.isVideoMirroringSupported && !way.isVideoStabilizationSupported)
        way.videoOrientation = .landscapeRight
        (way.isVideoMirrored, way.automaticallyAdjustsVideoMirroring) = (false, false)
        way.preferredVideoStabilizationMode = .auto
        #expect(way.preferredVideoStabilizationMode == .auto && way.activeVideoStabilizationMode == .off)
        #expect(
            !way.isVideoMirrored && !way.automaticallyAdjustsVideoMirroring && way.videoOrientation == .landscapeRight)
        let orientations: [AVCaptureVideoOrientation] = [
            .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
        ]
        #expect(orientations.map(\.rawValue) == [1, 2, 3, 4])
        let modes: [AVCaptureVideoStabilizationMode] = [.off, .standard, .cinematic, .cinematicExtended, .auto]
        #expect(modes.map(\.rawValue) == [0, 1, 2, 3, -1])
        let reasons: [AVCaptureOutput.DataDroppedReason] = [.none, .lateData, .outOfBuffers, .discontinuity]
        #expect(reasons.map(\.rawValue) == [0, 1, 2, 3])
        let positions: [AVCaptureDevice.Position] = [.unspecified, .back, .front]
        #expect(positions.map(\.rawValue) == [0, 1, 2])
    }

    @Test func presetsChooseTheFormatOfACamera() throws {
        stage.cameras.set([camera("cam")])
        let listener = CaptureListener()
        let (session, _) = try stage.session(pictures: listener, camera: "cam")
        #expect(session.sessionPreset == .high && !session.canSetSessionPreset(.init(rawValue: "none")))
        #expect(session.canSetSessionPreset(.vga640x480) && !session.canSetSessionPreset(.hd4K3840x2160))
        session.startRunning()
        func format() -> String {
            let open = stage.cameras.open
            return open.count == 1 ? "\(open[0].format.layout) \(open[0].format.width)" : "\(open.count)"
        }
        let wanted: [(AVCaptureSession.Preset, String)] = [
            (.high, "mjpeg 1920"), (.photo, "mjpeg 1920"), (.hd1920x1080, "mjpeg 1920"), (.hd1280x720, "nv12 1280"),
            (.iFrame1280x720, "nv12 1280"), (.vga640x480, "yuy2 640"), (.medium, "yuy2 640"), (.low, "yuy2 640"),
            (.inputPriority, "mjpeg 1920"),
        ]
        for (preset, name) in wanted {
            session.sessionPreset = preset
            if preset == .photo || preset == .hd1920x1080 {
                // What need not be decoded comes before what comes oftener.
                #expect(format() == "yuy2 1920", "\(preset)")
            } else {
                #expect(format() == name, "\(preset)")
            }
        }
        for preset in [AVCaptureSession.Preset.cif352x288, .iFrame960x540, .hd4K3840x2160] {
            #expect(!session.canSetSessionPreset(preset))
        }
        session.stopRunning()
        #expect(stage.cameras.open.isEmpty)
    }

    @Test func anActiveFormatIsTakenWhileTheSessionRuns() throws {
        stage.cameras.set([camera("cam")])
        let listener = CaptureListener()
        let (session, _) = try stage.session(pictures: listener, camera: "cam")
        let device = try #require(session.deviceInputs.first?.device)
        #expect(device.formats.map { $0.camera?.width } == [1920, 1920, 1280, 640])
        let small = try #require(device.formats.last)
        #expect(small.formatDescription.dimensions.width == 640 && small.mediaType == .video)
        #expect(small.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_422YpCbCr8_yuvs)
        let ranges: [AVFrameRateRange] = small.videoSupportedFrameRateRanges
        #expect(ranges.map(\.minFrameRate) == [15, 30] && ranges.map(\.maxFrameRate) == [15, 30])
        #expect(ranges[1].minFrameDuration == CMTime(value: 1, timescale: 30))
        #expect(ranges[0].maxFrameDuration == CMTime(value: 1, timescale: 15))
        let range = device.formats[2].videoSupportedFrameRateRanges
        #expect(range.count == 1 && range[0].minFrameRate == 10 && range[0].maxFrameRate == 60)
        session.startRunning()
        try device.lockForConfiguration()
        device.activeFormat = small
        #expect(session.sessionPreset == .inputPriority && stage.cameras.open[0].format == small.camera)
        #expect(
            stage.cameras.open[0].rate == nil && device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
        #expect(stage.cameras.open[0].rate == CameraRate(15) && stage.cameras.open.count == 1)
        #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 15))
        device.activeVideoMaxFrameDuration = .invalid
        #expect(stage.cameras.open[0].rate == nil)
        device.unlockForConfiguration()
        #expect(device.activeFormat === small && session.isRunning)
        session.stopRunning()
    }

    @Test func aConfigurationTakesEffectAtItsEnd() throws {
        let listener = CaptureListener()
        let (session, output) = try stage.session(listener)
        session.startRunning()
        #expect(eventually { stage.server.openStreams == 1 })
        session.beginConfiguration()
        session.beginConfiguration()
        session.removeOutput(output)
        session.commitConfiguration()
        #expect(stage.server.openStreams == 1)
        session.commitConfiguration()
        #expect(session.isRunning && eventually { stage.server.openStreams == 0 })
        session.addOutput(output)
        #expect(eventually { stage.server.openStreams == 1 } && output.connections[0].isActive)
        // A way that is not enabled closes the microphone.
        output.connections[0].isEnabled = false
        #expect(!output.connections[0].isActive && eventually { stage.server.openStreams == 0 })
        output.connections[0].isEnabled = true
        #expect(eventually { stage.server.openStreams == 1 })
        let port = output.connections[0].inputPorts[0]
        port.isEnabled = false
        #expect(!output.connections[0].isActive && eventually { stage.server.openStreams == 0 })
        port.isEnabled = true
        #expect(eventually { stage.server.openStreams == 1 })
        session.removeInput(session.inputs[0])
        #expect(session.isRunning && eventually { stage.server.openStreams == 0 })
        session.stopRunning()
        session.stopRunning()
        #expect(stage.names == ["SessionDidStartRunning", "SessionDidStopRunning"])
    }

    // MARK: Loss

    /// A microphone that is not the user's choice ends the session when it goes.
    @Test func aLostDeviceIsAnError() throws {
        let desk = CaptureStage.microphone("desk", isDefault: true)
        stage.server.setDevices([desk, CaptureStage.microphone("headset")])
        let listener = CaptureListener()
        let (session, _) = try stage.session(listener, device: "headset")
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        stage.server.setDevices([desk])
        #expect(eventually { stage.names.contains("SessionDidStopRunning") } && !session.isRunning)
        let at = try #require(stage.names.firstIndex(of: "SessionRuntimeError"))
        #expect(stage.error(at)?.code == .deviceWasDisconnected)
        #expect((stage.error(at)?.userInfo[AVErrorDeviceKey] as? AVCaptureDevice)?.uniqueID == "headset")
        #expect(eventually { stage.server.openStreams == 0 })
        // It can be started again when the device is back.
        stage.server.setDevices([desk, CaptureStage.microphone("headset")])
        #expect(eventually { stage.names.last == "DeviceWasConnected" })
        session.startRunning()
        #expect(session.isRunning && eventually { stage.server.runningStreams == 1 })
        session.stopRunning()
    }

    /// The user's choice is followed, as a recorder does.
    @Test func theDefaultMicrophoneIsFollowed() throws {
        let listener = CaptureListener()
        let (session, _) = try stage.session(listener)
        session.startRunning()
        #expect(eventually { stage.server.runningStreams == 1 })
        stage.server.setDevices([CaptureStage.microphone("headset", isDefault: true)])
        #expect(eventually { stage.names.contains("DeviceWasDisconnected") } && session.isRunning)
        #expect(eventually { stage.server.runningStreams == 1 })
        stage.bring([Float](repeating: 0.25, count: 1600))
        #expect(listener.wait(frames: 1440) && !stage.names.contains("SessionRuntimeError"))
        session.stopRunning()
    }

    @Test(arguments: [true, false]) func aLostCameraIsAnError(_ isListed: Bool) throws {
        stage.cameras.set([camera("cam")])
        let listener = CaptureListener()
        let (session, _) = try stage.session(pictures: listener, camera: "cam")
        session.startRunning()
        let opened = try #require(stage.cameras.open.first)
        // Either the list says so first, or the stream.
        if isListed { stage.cameras.set([]) } else { opened.receiver.ended(.noDevice) }
        #expect(eventually { stage.names.contains("SessionDidStopRunning") } && !session.isRunning)
        let at = try #require(stage.names.firstIndex(of: "SessionRuntimeError"))
        #expect(stage.error(at)?.code == .deviceWasDisconnected && opened.stream.isClosed)
    }

    @Test func aCameraThatDoesNotOpenIsAnError() throws {
        stage.cameras.set([camera("cam")])
        stage.cameras.refuse(with: .noDevice)
        let listener = CaptureListener()
        let (session, _) = try stage.session(pictures: listener, camera: "cam")
        session.startRunning()
        #expect(!session.isRunning && stage.names == ["SessionRuntimeError"])
        #expect(stage.error(0)?.code == .deviceNotConnected)
        stage.cameras.refuse(with: nil)
        session.startRunning()
        #expect(session.isRunning && stage.cameras.open.count == 1)
        session.stopRunning()
    }

    @Test func observersSeeTheSessionRun() async throws {
        let listener = CaptureListener()
        let (session, _) = try stage.session(listener)
        let seen = WaitableValue<[Bool]>([])
        let observation = session.observe(\.isRunning, options: [.new]) { _, change in
            seen.withLock { $0.append(change.newValue ?? false) }
        }
        session.startRunning()
        session.stopRunning()
        #expect(eventually { seen.withLock { $0.count } == 2 } && seen.withLock { $0.map { $0 } } == [true, false])
        observation.invalidate()
        #expect(!session.isInterrupted)
    }
}
