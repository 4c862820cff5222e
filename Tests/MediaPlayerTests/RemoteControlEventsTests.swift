import AudioCore
import NowPlaying
import RemoteControlEvents
import TestSupport
import Testing

@testable import MediaPlayer

/// Events of remote control and who gets them. They share the application, as a program's responders do.
@Suite(.serialized) struct RemoteControlEventsTests {
    @MainActor private class Responder: UIResponder {
        var events: [UIEvent.EventSubtype] = []
        var passesOn = false
        var accepts = true
        var resigns = true
        var above: UIResponder?

        override var next: UIResponder? { above ?? super.next }
        override var canBecomeFirstResponder: Bool { accepts }
        override var canResignFirstResponder: Bool { resigns }
        override func remoteControlReceived(with event: UIEvent?) {
            if let event {
                #expect(event.type == .remoteControl && event.timestamp > 0)
                events.append(event.subtype)
            }
            if passesOn { super.remoteControlReceived(with: event) }
        }
    }

    private final class Delegate: Responder, UIApplicationDelegate {}

    @Test func valuesAreThoseOfApple() {
        #expect(UIEventType.self == UIEvent.EventType.self && UIEventSubtype.self == UIEvent.EventSubtype.self)
        let subtypes: [UIEvent.EventSubtype] = [
            .remoteControlPlay, .remoteControlPause, .remoteControlStop, .remoteControlTogglePlayPause,
            .remoteControlNextTrack, .remoteControlPreviousTrack, .remoteControlBeginSeekingBackward,
            .remoteControlEndSeekingBackward, .remoteControlBeginSeekingForward, .remoteControlEndSeekingForward,
        ]
        #expect(subtypes.map(\.rawValue) == Array(100...109))
        #expect([UIEventSubtype.none, .motionShake].map(\.rawValue) == [0, 1])
        let types: [UIEvent.EventType] = [.touches, .motion, .remoteControl, .presses, .scroll, .hover, .transform]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 10, 11, 14])
    }

    @Test @MainActor func eventsComeToTheFirstResponderAndGoUp() {
        let application = UIApplication.shared
        let (first, second, delegate) = (Responder(), Responder(), Delegate())
        defer { first.resignFirstResponder() }
        func send(_ subtype: UIEvent.EventSubtype) { application.sendEvent(UIEvent(remoteControl: subtype)) }
        // Nobody is there.
        send(.remoteControlPlay)
        application.delegate = delegate
        send(.remoteControlPause)
        #expect(delegate.events == [.remoteControlPause])
        #expect(first.becomeFirstResponder() && first.isFirstResponder && first.becomeFirstResponder())
        send(.remoteControlStop)
        #expect(first.events == [.remoteControlStop] && delegate.events.count == 1)
        (first.passesOn, first.above) = (true, second)
        send(.remoteControlNextTrack)
        #expect(second.events == [.remoteControlNextTrack] && delegate.events.count == 1)
        second.passesOn = true
        send(.remoteControlPreviousTrack)
        #expect(delegate.events == [.remoteControlPause, .remoteControlPreviousTrack])
        // What the delegate passes on, too, ends there.
        delegate.passesOn = true
        send(.remoteControlTogglePlayPause)
        #expect(delegate.events.count == 3 && delegate.next == nil)
        // The delegate is not kept.
        withExtendedLifetime(delegate) {}
    }

    @Test @MainActor func oneIsTheFirst() {
        let (first, second, plain) = (Responder(), Responder(), UIResponder())
        #expect(!plain.becomeFirstResponder() && !plain.canBecomeFirstResponder && plain.canResignFirstResponder)
        #expect(plain.next === UIApplication.shared && UIApplication.shared.next == nil)
        #expect(first.becomeFirstResponder())
        second.accepts = false
        #expect(!second.becomeFirstResponder() && first.isFirstResponder)
        (second.accepts, first.resigns) = (true, false)
        #expect(!second.becomeFirstResponder() && first.isFirstResponder && !first.resignFirstResponder())
        first.resigns = true
        #expect(second.becomeFirstResponder() && !first.isFirstResponder)
        // One that is not the first changes nothing.
        #expect(first.resignFirstResponder() && second.isFirstResponder)
        #expect(second.resignFirstResponder() && !second.isFirstResponder)
        func forget() {
            let short = Responder()
            #expect(short.becomeFirstResponder())
        }
        forget()
        UIApplication.shared.sendEvent(UIEvent(remoteControl: .remoteControlPlay))
        #expect(first.events == [] && second.events == [])
    }

    /// A program's player without a bus, with what it was sent.
    private final class Program {
        let events = LockedValue<[RemoteEvent]>([])
        let calls = LockedValue<[String]>([])
        let link: NowPlayingLink

        init() {
            link = NowPlayingLink({ PlayerService(.at("unix:path=/nonexistent"), command: $0) })
            link.send(eventsTo: { [events] event in events.withLock { $0.append(event) } })
        }

        func target(_ command: MPRemoteCommand, _ name: String) {
            command.addTarget { [calls] _ in
                calls.withLock { $0.append(name) }
                return .success
            }
        }

        @MainActor func press(_ commands: PlayerCommand...) -> [RemoteEvent] {
            for command in commands { link.carryOut(command) }
            return events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    @Test @MainActor func whatNoTargetTakesIsAnEvent() {
        let program = Program()
        #expect(
            program.press(.play, .pause, .toggle, .stop, .next, .previous, .skip(3), .move(2), .shuffle(true))
                == [.play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack])
        program.link.send(eventsTo: nil)
        #expect(program.press(.play, .toggle) == [])
    }

    @Test @MainActor func aTargetTakesItsEventAway() {
        let program = Program()
        let center = program.link.center
        program.target(center.nextTrackCommand, "next")
        #expect(program.press(.next, .previous) == [.previousTrack])
        // Also while it is not enabled.
        center.nextTrackCommand.isEnabled = false
        #expect(program.press(.next) == [])
        #expect(program.calls.withLock { $0 } == ["next"])
        center.nextTrackCommand.removeTarget(nil)
        #expect(program.press(.next) == [.nextTrack])
    }

    /// A headset sends one command, for which the player's state decides.
    @Test @MainActor func aHeadsetReachesTargetsOfPlayAndPause() {
        let program = Program()
        let center = program.link.center
        program.target(center.playCommand, "play")
        program.link.playbackState = .paused
        #expect(program.press(.toggle) == [])
        program.link.playbackState = .playing
        // Nobody takes a pause.
        #expect(program.press(.toggle) == [.togglePlayPause])
        program.target(center.pauseCommand, "pause")
        #expect(program.press(.toggle) == [])
        program.target(center.togglePlayPauseCommand, "toggle")
        #expect(program.press(.toggle) == [])
        center.playCommand.removeTarget(nil)
        #expect(program.press(.play) == [])
        #expect(program.calls.withLock { $0 } == ["play", "pause", "toggle", "toggle"])
    }

    @Test func theDesktopIsOfferedWhatEventsTake() {
        let center = MPRemoteCommandCenter {}
        #expect(!PlayerOffer(center).hasTargets && PlayerOffer(center).abilities == [])
        let offer = PlayerOffer(center, receivesEvents: true)
        #expect(offer.hasTargets && offer.abilities == [.play, .pause, .stop, .next, .previous])
        center.stopCommand.addTarget { _ in .success }
        center.stopCommand.isEnabled = false
        #expect(PlayerOffer(center, receivesEvents: true).abilities == [.play, .pause, .next, .previous])
    }

    /// The application itself is what the desktop's commands come to.
    @Test @MainActor func theApplicationReceivesEvents() {
        let (application, responder) = (UIApplication.shared, Responder())
        #expect(responder.becomeFirstResponder())
        defer { responder.resignFirstResponder() }
        application.beginReceivingRemoteControlEvents()
        application.beginReceivingRemoteControlEvents()
        for command in [.toggle, .next] as [PlayerCommand] { NowPlayingLink.shared.carryOut(command) }
        #expect(responder.events == [.remoteControlTogglePlayPause, .remoteControlNextTrack])
        application.endReceivingRemoteControlEvents()
        application.endReceivingRemoteControlEvents()
        NowPlayingLink.shared.carryOut(.next)
        #expect(responder.events.count == 2)
    }
}
