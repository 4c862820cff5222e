import AVKit
import AudioCore
import AudioDevices
import Foundation
import TestSupport
import Testing

/// `AVRouteDetector` and `AVRoutePickerView` on outputs of a test's own.
@Suite struct RoutePickerTests {
    private typealias Devices = OutputStage

    @Test func severalRoutesAreDetectedOnceThatIsEnabled() throws {
        let name = NSNotification.Name.AVRouteDetectorMultipleRoutesDetectedDidChange
        #expect(name.rawValue == "AVRouteDetectorMultipleRoutesDetectedDidChangeNotification")
        let stage = try OutputStage([Devices.speaker, Devices.screen], names: [name])
        let detector = AVRouteDetector(stage.session, notifications: stage.notifications)
        #expect(!detector.isRouteDetectionEnabled && !detector.multipleRoutesDetected && stage.take() == [])
        detector.isRouteDetectionEnabled = true
        detector.isRouteDetectionEnabled = true
        #expect(detector.isRouteDetectionEnabled && detector.multipleRoutesDetected)
        #expect(stage.areAll(of: detector) && stage.take() == [name.rawValue])
        stage.have([Devices.speaker])
        #expect(!detector.multipleRoutesDetected && stage.take() == [name.rawValue])
        stage.have([Devices.speaker, Devices.ears])
        stage.have([Devices.speaker, Devices.ears, Devices.kitchen])
        #expect(detector.multipleRoutesDetected && stage.take() == [name.rawValue])
        detector.isRouteDetectionEnabled = false
        #expect(!detector.multipleRoutesDetected && stage.take() == [name.rawValue])
        stage.have([Devices.speaker])
        #expect(stage.take() == [] && !detector.detectsCustomRoutes)
        detector.detectsCustomRoutes = true
        #expect(detector.detectsCustomRoutes)
    }

    @Test func aDetectorIsSwitchedOnManyThreads() throws {
        let stage = try OutputStage([Devices.speaker, Devices.screen])
        let detector = AVRouteDetector(stage.session, notifications: stage.notifications)
        let threads = try (0..<4).map { number in
            try AudioCore.Thread(name: "switch") {
                for index in 0..<200 { detector.isRouteDetectionEnabled = (index + number) % 2 == 0 }
            }
        }
        for thread in threads { thread.join() }
        detector.isRouteDetectionEnabled = true
        #expect(detector.multipleRoutesDetected)
    }

    private final class Delegate: NSObject, AVRoutePickerViewDelegate, @unchecked Sendable {
        var calls: [String] = []

        func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {
            calls.append("begin \(routePickerView.isPresentingRoutes)")
        }

        func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {
            calls.append("end \(routePickerView.isPresentingRoutes)")
            // Any call is legal here.
            routePickerView.dismissRoutes()
        }
    }

    private final class Silent: NSObject, AVRoutePickerViewDelegate {}

    @Test func theDelegateLearnsOfTheList() throws {
        let stage = try OutputStage([Devices.speaker, Devices.kitchen])
        let view = AVRoutePickerView(stage.session)
        let delegate = Delegate()
        view.delegate = delegate
        #expect(view.delegate === delegate && !view.isPresentingRoutes && !view.prioritizesVideoDevices)
        view.dismissRoutes()
        view.presentRoutes()
        view.presentRoutes()
        view.dismissRoutes()
        #expect(delegate.calls == ["begin true", "end false"])
        view.prioritizesVideoDevices = true
        #expect(view.prioritizesVideoDevices)
        do {
            let silent = Silent()
            view.delegate = silent
            view.presentRoutes()
            view.dismissRoutes()
            withExtendedLifetime(silent) {}
        }
        #expect(view.delegate == nil && delegate.calls.count == 2)
        view.presentRoutes()
        #expect(view.isPresentingRoutes)
    }

    @Test func aRouteIsSelected() async throws {
        let stage = try OutputStage([Devices.speaker, Devices.kitchen])
        let view = AVRoutePickerView(stage.session)
        #expect(view.routes.map(\.portType) == [.builtInSpeaker, .airPlay] && view.activeRoute?.uid == "speaker")
        let seen = WaitableValue(0)
        let observation = view.observe(\.activeRoute) { view, _ in
            if view.activeRoute?.uid == "kitchen" { seen.withLock { $0 += 1 } }
        }
        try view.selectRoute(view.routes[1])
        #expect(view.activeRoute?.uid == "kitchen")
        #expect(seen.wait(nanoseconds: 20_000_000_000) { $0 == 1 ? true : nil } == true)
        for await route in view.values(of: \.activeRoute) {
            #expect(route?.uid == "kitchen")
            break
        }
        #expect(throws: NSError.self) {
            let gone = view.routes[1]
            stage.have([Devices.speaker])
            try view.selectRoute(gone)
        }
        observation.invalidate()
    }
}
