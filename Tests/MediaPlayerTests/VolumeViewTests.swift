import AVFAudio
import AudioCore
import AudioDevices
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// `MPVolumeView` on outputs of a test's own.
@Suite struct VolumeViewTests {
    private typealias Devices = OutputStage

    @available(*, deprecated) @Test func bothPartsAreShownUnlessTheProgramHidesThem() throws {
        let stage = try OutputStage([Devices.speaker])
        let view = MPVolumeView(stage.session)
        #expect(view.showsVolumeSlider && view.showsRouteButton)
        (view.showsVolumeSlider, view.showsRouteButton) = (false, false)
        #expect(!view.showsVolumeSlider && !view.showsRouteButton)
    }

    @Test func theVolumeIsThatOfTheOutput() throws {
        let stage = try OutputStage([Devices.speaker, Devices.kitchen])
        let view = MPVolumeView(stage.session)
        #expect(view.volume == 0.5 && view.isVolumeSettable && MPVolumeView.volumeStepCount == 16)
        view.volume = 0.75
        #expect(view.volume == 0.75)
        stage.settle()
        #expect(
            stage.server.devices.map(\.volume) == [[0.75, 0.75], [0.5, 0.5]] && stage.session.outputVolume == 0.75)
        view.increaseVolume()
        #expect(view.volume == 0.8125)
        view.decreaseVolume()
        view.decreaseVolume()
        stage.settle()
        #expect(view.volume == 0.6875 && stage.session.outputVolume == 0.6875)
        // Another output has another volume.
        try view.selectRoute(view.routes.last)
        #expect(view.volume == 0.5 && view.activeRoute?.uid == "kitchen")
        var silent = Devices.speaker
        silent.volume = []
        stage.have([silent])
        #expect(!view.isVolumeSettable && view.volume == 1)
    }

    @Test func outsideChangesAreFollowed() throws {
        let stage = try OutputStage([Devices.speaker])
        let view = MPVolumeView(stage.session)
        let seen = WaitableValue<[Float]>([])
        let observation = view.observe(\.volume, options: [.initial, .new]) { _, change in
            seen.withLock { $0.append(change.newValue ?? -1) }
        }
        var louder = Devices.speaker
        louder.volume = [1, 1]
        stage.have([louder])
        #expect(eventually { view.volume == 1 })
        #expect(seen.wait(nanoseconds: 20_000_000_000) { $0 == [0.5, 1] ? true : nil } == true)
        louder.isMuted = true
        stage.server.setDevices([louder])
        #expect(seen.wait(nanoseconds: 20_000_000_000) { $0 == [0.5, 1, 0] ? true : nil } == true)
        observation.invalidate()
    }

    /// A view shows what was asked for, and what it is once that has been given up. A key at the end of the scale changes nothing.
    @Test func whatWasAskedForInVainIsTakenBack() throws {
        var full = Devices.speaker
        full.volume = [1, 1]
        let stage = try OutputStage([full], names: [AVAudioSession.propertyDidChangeNotification])
        let view = MPVolumeView(stage.session)
        let seen = WaitableValue<[Float]>([])
        let observation = view.observe(\.volume, options: .new) { _, change in
            seen.withLock { $0.append(change.newValue ?? -1) }
        }
        view.increaseVolume()
        stage.settle()
        #expect(view.volume == 1 && seen.withLock { $0.isEmpty } && stage.take() == [])
        stage.server.crash()
        view.volume = 0.25
        #expect(eventually { view.volume == 1 })
        stage.settle()
        #expect(seen.withLock { $0.last ?? 1 } == 1)
        observation.invalidate()
    }

    @Test func valuesCanBeAwaited() async throws {
        let stage = try OutputStage([Devices.speaker])
        let view = MPVolumeView(stage.session)
        var counts: [Int] = []
        for await routes in view.values(of: \.routes) {
            counts.append(routes.count)
            guard counts.count < 2 else { break }
            stage.server.setDevices([Devices.speaker, Devices.screen])
        }
        #expect(counts == [1, 2])
    }

    @Test func routesAreTypedAndCanBeSelected() throws {
        let stage = try OutputStage([Devices.speaker, Devices.screen, Devices.kitchen, Devices.ears])
        let view = MPVolumeView(stage.session)
        #expect(view.routes.map(\.portType) == [.builtInSpeaker, .HDMI, .airPlay, .bluetoothA2DP])
        #expect(view.routes.map(\.portName) == ["Speaker", "Screen", "Kitchen", "Ears"])
        #expect(view.activeRoute == view.routes[0])
        try view.selectRoute(view.routes[3])
        #expect(view.activeRoute?.uid == "ears")
        let gone = view.routes[1]
        stage.have([Devices.speaker, Devices.kitchen, Devices.ears])
        let error = #expect(throws: NSError.self) { try view.selectRoute(gone) }
        #expect(error?.code == -50 && view.activeRoute?.uid == "ears")
        try view.selectRoute(nil)
        #expect(view.activeRoute?.uid == "speaker")
    }

    @available(*, deprecated) @Test func wirelessRoutesArePosted() throws {
        let names: [NSNotification.Name] = [
            .MPVolumeViewWirelessRoutesAvailableDidChange, .MPVolumeViewWirelessRouteActiveDidChange,
        ]
        let (available, active) = (names[0].rawValue, names[1].rawValue)
        #expect(available == "MPVolumeViewWirelessRoutesAvailableDidChangeNotification")
        #expect(active == "MPVolumeViewWirelessRouteActiveDidChangeNotification")
        let stage = try OutputStage([Devices.speaker], names: names)
        let view = MPVolumeView(stage.session, notifications: stage.notifications)
        #expect(!view.areWirelessRoutesAvailable && !view.isWirelessRouteActive)
        stage.have([Devices.speaker, Devices.screen])
        #expect(stage.take() == [])
        stage.have([Devices.speaker, Devices.kitchen])
        #expect(view.areWirelessRoutesAvailable && !view.isWirelessRouteActive)
        #expect(stage.areAll(of: view) && stage.take() == [available])
        try view.selectRoute(view.routes[1])
        #expect(view.isWirelessRouteActive && stage.take() == [active])
        stage.have([Devices.speaker])
        #expect(!view.areWirelessRoutesAvailable && !view.isWirelessRouteActive)
        #expect(stage.take() == [available, active])
    }

    /// A picture of one pixel.
    private static let picture = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!

    @available(*, deprecated) @Test func imagesAreKeptForTheToolkit() throws {
        let view = MPVolumeView(try OutputStage([Devices.speaker]).session)
        let (usual, pressed) = (MPVolumeView.Image(data: Self.picture), MPVolumeView.Image(data: Self.picture))
        let parts: [((MPVolumeView.Image?, MPVolumeView.ControlState) -> Void, (MPVolumeView.ControlState) -> Any?)] = [
            (view.setMinimumVolumeSliderImage(_:for:), view.minimumVolumeSliderImage(for:)),
            (view.setMaximumVolumeSliderImage(_:for:), view.maximumVolumeSliderImage(for:)),
            (view.setVolumeThumbImage(_:for:), view.volumeThumbImage(for:)),
            (view.setRouteButtonImage(_:for:), view.routeButtonImage(for:)),
        ]
        func isSame(_ one: Any?, _ other: MPVolumeView.Image?) -> Bool { one as? MPVolumeView.Image === other }
        for (set, get) in parts {
            #expect(isSame(get(.normal), nil))
            set(usual, .normal)
            set(pressed, .highlighted)
            #expect(isSame(get(.normal), usual) && isSame(get(.highlighted), pressed))
            // A state without an image has that of the usual one.
            #expect(isSame(get(.disabled), usual) && isSame(get([.selected, .focused]), usual))
            set(nil, .highlighted)
            #expect(isSame(get(.highlighted), usual))
        }
        #expect(view.volumeWarningSliderImage == nil)
        view.volumeWarningSliderImage = usual
        #expect(view.volumeWarningSliderImage === usual)
    }

    @available(*, deprecated) @Test func thePartsStandSideBySide() throws {
        let view = MPVolumeView(try OutputStage([Devices.speaker]).session)
        let bounds = CGRect(x: 10, y: 20, width: 200, height: 50)
        let button = view.routeButtonRect(forBounds: bounds)
        let slider = view.volumeSliderRect(forBounds: bounds)
        #expect(button == CGRect(x: 166, y: 23, width: 44, height: 44))
        #expect(slider == CGRect(x: 10, y: 20, width: 148, height: 50))
        func thumb(_ value: Float) -> CGRect {
            view.volumeThumbRect(forBounds: bounds, volumeSliderRect: slider, value: value)
        }
        #expect(thumb(0) == CGRect(x: 10, y: 31, width: 28, height: 28))
        #expect(thumb(0.5).minX == 70 && thumb(1).maxX == slider.maxX)
        for value in [-1, .nan, -.infinity] as [Float] { #expect(thumb(value) == thumb(0)) }
        #expect(thumb(9) == thumb(1))
        view.showsRouteButton = false
        #expect(view.volumeSliderRect(forBounds: bounds) == bounds && view.routeButtonRect(forBounds: bounds).isEmpty)
        view.showsRouteButton = true
        view.setRouteButtonImage(MPVolumeView.Image(data: Self.picture), for: .normal)
        view.setVolumeThumbImage(MPVolumeView.Image(data: Self.picture), for: .normal)
        #expect(view.routeButtonRect(forBounds: bounds).size == CGSize(width: 1, height: 1))
        #expect(thumb(0).size == CGSize(width: 1, height: 1))
        // A view without room has no parts beyond it.
        let small = CGRect(x: 0, y: 0, width: 4, height: 2)
        #expect(
            small.contains(view.volumeSliderRect(forBounds: small)) || view.volumeSliderRect(forBounds: small).isEmpty)
    }

    /// A view that observes itself does not keep itself, and posts nothing once it is gone.
    @available(*, deprecated) @Test func aViewThatIsGoneSaysNothing() throws {
        let stage = try OutputStage([Devices.speaker], names: [.MPVolumeViewWirelessRoutesAvailableDidChange])
        weak var gone: MPVolumeView?
        var observation: NSKeyValueObservation?
        do {
            let view = MPVolumeView(stage.session, notifications: stage.notifications)
            observation = view.observe(\.volume) { _, _ in Issue.record("called for a view that is gone") }
            gone = view
        }
        stage.settle()
        #expect(gone == nil)
        stage.have([Devices.speaker, Devices.kitchen])
        #expect(stage.take() == [])
        withExtendedLifetime(observation) {}
    }

    /// Without a server there is silence, with a route that has no volume.
    @Test func withoutAServerNothingCanBeSet() throws {
        let stage = try OutputStage([Devices.speaker, Devices.kitchen])
        let view = MPVolumeView(stage.session)
        stage.server.crash()
        view.volume = 1
        // The program learns of it a moment later.
        var code: Int?
        #expect(
            eventually {
                do { try view.selectRoute(view.routes[1]) } catch { code = (error as NSError).code }
                return code != nil
            })
        #expect(code == 0x6D73_7276)
        #expect(eventually { view.volume == 0.5 })
    }
}
