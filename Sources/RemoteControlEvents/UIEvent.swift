public import Foundation

/// What the user has done with a key, a headset or the desktop's player controls.
///
/// There are events of remote control alone. The types of others are declared for programs that name them.
@preconcurrency @MainActor open class UIEvent: NSObject {
    /// What an event comes from.
    public enum EventType: Int, @unchecked Sendable {
        /// A screen that is touched.
        case touches = 0
        /// A device that is moved.
        case motion = 1
        /// A remote control: the only type that there is here.
        case remoteControl = 2
        /// A button that is pressed.
        case presses = 3
        /// A surface that scrolls.
        case scroll = 10
        /// A pointer over a surface.
        case hover = 11
        /// A gesture that turns or scales.
        case transform = 14
    }

    /// What an event asks for.
    public enum EventSubtype: Int, @unchecked Sendable {
        /// Nothing of its own.
        case none = 0
        /// The device is shaken.
        case motionShake = 1
        /// Play.
        case remoteControlPlay = 100
        /// Pause.
        case remoteControlPause = 101
        /// Stop.
        case remoteControlStop = 102
        /// Play or pause: the one key of many headsets.
        case remoteControlTogglePlayPause = 103
        /// Go to the next item.
        case remoteControlNextTrack = 104
        /// Go to the item before.
        case remoteControlPreviousTrack = 105
        /// Begin to move backward fast. Desktops do not send it.
        case remoteControlBeginSeekingBackward = 106
        /// End it.
        case remoteControlEndSeekingBackward = 107
        /// Begin to move forward fast. Desktops do not send it.
        case remoteControlBeginSeekingForward = 108
        /// End it.
        case remoteControlEndSeekingForward = 109
    }

    /// What it comes from.
    open var type: EventType { .remoteControl }
    /// What it asks for.
    open var subtype: EventSubtype { what }
    /// When it came, in seconds since the machine was started.
    open var timestamp: TimeInterval { time }

    private let what: EventSubtype
    private let time = ProcessInfo.processInfo.systemUptime

    /// An addition: creates an event of remote control, for tests of a program.
    ///
    /// - Parameter remoteControl: what it asks for.
    public init(remoteControl: EventSubtype) {
        what = remoteControl
        super.init()
    }
}

/// What an event comes from, by its older name.
public typealias UIEventType = UIEvent.EventType
/// What an event asks for, by its older name.
public typealias UIEventSubtype = UIEvent.EventSubtype
