// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AVFAudio
import AudioCore
import AudioSession
import Dispatch
public import Foundation

extension NSNotification.Name {
    /// `areWirelessRoutesAvailable` has changed. Posted on the main queue by each view.
    @available(*, deprecated, message: "Use AVRouteDetectorMultipleRoutesDetectedDidChange.")
    public static let MPVolumeViewWirelessRoutesAvailableDidChange =
        NSNotification.Name("MPVolumeViewWirelessRoutesAvailableDidChangeNotification")
    /// `isWirelessRouteActive` has changed. Posted on the main queue by each view.
    @available(*, deprecated, message: "Observe AVAudioSession.routeChangeNotification.")
    public static let MPVolumeViewWirelessRouteActiveDidChange =
        NSNotification.Name("MPVolumeViewWirelessRouteActiveDidChangeNotification")
}

/// The volume of the output and the outputs to choose from, for a slider and a route button.
///
/// On Linux this is a model without a picture, as there is no UIKit: a toolkit draws it. The images that the program sets, and the
/// rectangles that it may override, are what the toolkit asks for. It binds to the members that are additions: `volume`,
/// `routes` and `observe(_:options:changeHandler:)`. Any thread may call.
///
/// ```swift
/// import MediaPlayer
///
/// let volumeView = MPVolumeView()
/// print(volumeView.volume, volumeView.routes.map(\.portName))
/// let observation = volumeView.observe(\.volume) { view, _ in print("the volume is", view.volume) }
/// ```
open class MPVolumeView: NSObject, @unchecked Sendable {
    private let session: AVAudioSession
    private let notifications: NotificationCenter
    private let shown = LockedValue(Shown())
    private var watch: PropertyWatch<WirelessRoutes>?

    private struct Shown {
        var slider = true
        var button = true
        var images: [Part: [UInt: Image]] = [:]
        var warning: Image?
    }

    /// A part of the view that has an image of its own.
    private enum Part: Sendable { case minimum, maximum, thumb, button }

    /// A picture as a file has it, which `UIImage` is here.
    public typealias Image = MPMediaItemArtwork.Image

    /// The state of a slider or a button, which `UIControl.State` is here.
    public struct ControlState: OptionSet, Sendable {
        public let rawValue: UInt
        /// Creates a state.
        ///
        /// - Parameter rawValue: the sum of the values of its parts.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// It can be used, and is not being used.
        public static let normal = ControlState([])
        /// It is being pressed.
        public static let highlighted = ControlState(rawValue: 1)
        /// It cannot be used.
        public static let disabled = ControlState(rawValue: 2)
        /// It is chosen.
        public static let selected = ControlState(rawValue: 4)
        /// Keys are for it.
        public static let focused = ControlState(rawValue: 8)
    }

    /// What the notifications are about.
    private struct WirelessRoutes: Equatable {
        var areThere: Bool
        var isActive: Bool

        init(_ outputs: SessionOutputs) { (areThere, isActive) = (outputs.hasWireless, outputs.isWireless) }
    }

    /// Makes a view of the program's session.
    public override convenience init() { self.init(.sharedInstance()) }

    /// - Parameters:
    ///   - session: whose output the view is about.
    ///   - notifications: where the view's notifications are posted.
    init(_ session: AVAudioSession, notifications: NotificationCenter = .default) {
        (self.session, self.notifications) = (session, notifications)
        super.init()
        let center = session.center
        watch = PropertyWatch(center) {
            WirelessRoutes(center.outputs)
        } changed: { [weak self] before, now in
            OperationQueue.main.addOperation { [weak self] in self?.post(before, now) }
        }
        watch?.begin()
    }

    deinit { watch?.end() }

    private func post(_ before: WirelessRoutes, _ now: WirelessRoutes) {
        // The constants are deprecated.
        let changes = [
            ("MPVolumeViewWirelessRoutesAvailableDidChangeNotification", before.areThere != now.areThere),
            ("MPVolumeViewWirelessRouteActiveDidChangeNotification", before.isActive != now.isActive),
        ]
        for (name, hasChanged) in changes where hasChanged {
            ProgramEnd.call { notifications.post(name: NSNotification.Name(name), object: self) }
        }
    }

    // MARK: What is shown

    /// Whether whoever draws the view is to show the slider; true unless set.
    open var showsVolumeSlider: Bool {
        get { shown.withLock { $0.slider } }
        set { shown.withLock { $0.slider = newValue } }
    }

    /// Whether whoever draws the view is to show the route button; true unless set. A button is of use where `routes` has several.
    @available(*, deprecated, message: "Use AVRoutePickerView of AVKit.")
    open var showsRouteButton: Bool {
        get { shown.withLock { $0.button } }
        set { shown.withLock { $0.button = newValue } }
    }

    // MARK: Images

    private func set(_ image: Image?, _ part: Part, _ state: ControlState) {
        shown.withLock { $0.images[part, default: [:]][state.rawValue] = image }
    }

    private func image(_ part: Part, _ state: ControlState) -> Image? {
        shown.withLock { $0.images[part]?[state.rawValue] ?? $0.images[part]?[ControlState.normal.rawValue] }
    }

    /// Sets the image of the part of the slider below the volume.
    ///
    /// - Parameters:
    ///   - image: the image; nil for the toolkit's own.
    ///   - state: the state in which it is shown.
    open func setMinimumVolumeSliderImage(_ image: Image?, for state: ControlState) { set(image, .minimum, state) }

    /// The image of the part of the slider below the volume.
    ///
    /// - Parameter state: the state.
    /// - Returns: the image for that state, or else the one for `normal`; nil where neither was set.
    open func minimumVolumeSliderImage(for state: ControlState) -> Image? { image(.minimum, state) }

    /// Sets the image of the part of the slider above the volume.
    ///
    /// - Parameters:
    ///   - image: the image; nil for the toolkit's own.
    ///   - state: the state in which it is shown.
    open func setMaximumVolumeSliderImage(_ image: Image?, for state: ControlState) { set(image, .maximum, state) }

    /// The image of the part of the slider above the volume.
    ///
    /// - Parameter state: the state.
    /// - Returns: the image for that state, or else the one for `normal`; nil where neither was set.
    open func maximumVolumeSliderImage(for state: ControlState) -> Image? { image(.maximum, state) }

    /// Sets the image of the thumb of the slider.
    ///
    /// - Parameters:
    ///   - image: the image; nil for the toolkit's own.
    ///   - state: the state in which it is shown.
    open func setVolumeThumbImage(_ image: Image?, for state: ControlState) { set(image, .thumb, state) }

    /// The image of the thumb of the slider.
    ///
    /// - Parameter state: the state.
    /// - Returns: the image for that state, or else the one for `normal`; nil where neither was set.
    open func volumeThumbImage(for state: ControlState) -> Image? { image(.thumb, state) }

    /// The image of the part of the slider where the volume is loud enough to harm ears; nil unless set.
    open var volumeWarningSliderImage: Image? {
        get { shown.withLock(\.warning) }
        set { shown.withLock { $0.warning = newValue } }
    }

    /// Sets the image of the route button.
    ///
    /// - Parameters:
    ///   - image: the image; nil for the toolkit's own.
    ///   - state: the state in which it is shown.
    @available(*, deprecated, message: "Use AVRoutePickerView of AVKit.")
    open func setRouteButtonImage(_ image: Image?, for state: ControlState) { set(image, .button, state) }

    /// The image of the route button.
    ///
    /// - Parameter state: the state.
    /// - Returns: the image for that state, or else the one for `normal`; nil where neither was set.
    @available(*, deprecated, message: "Use AVRoutePickerView of AVKit.")
    open func routeButtonImage(for state: ControlState) -> Image? { image(.button, state) }

    // MARK: Rectangles

    /// Points of the route button and of the thumb where they have no image, and between the slider and the button.
    private static let (buttonSide, thumbSide, gap): (CGFloat, CGFloat, CGFloat) = (44, 28, 8)

    /// Where the slider is. A subclass may put it elsewhere.
    ///
    /// - Parameter bounds: the whole view.
    /// - Returns: the view, but for the route button and a gap, where that is shown.
    open func volumeSliderRect(forBounds bounds: CGRect) -> CGRect {
        guard shown.withLock(\.button) else { return bounds }
        let taken = min(bounds.width, buttonSize(in: bounds).width + Self.gap)
        return CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width - taken, height: bounds.height)
    }

    /// Where the slider's thumb is. A subclass may put it elsewhere.
    ///
    /// - Parameters:
    ///   - bounds: the whole view.
    ///   - rect: the slider.
    ///   - value: the volume, from 0 to 1. Others count as the nearest of these.
    /// - Returns: the thumb, which has the size of its image and moves from one end of the slider to the other.
    open func volumeThumbRect(forBounds bounds: CGRect, volumeSliderRect rect: CGRect, value: Float) -> CGRect {
        let wanted = image(.thumb, .normal)?.size ?? CGSize(width: Self.thumbSide, height: Self.thumbSide)
        let size = CGSize(width: min(wanted.width, rect.width), height: min(wanted.height, rect.height))
        let share = value.isNaN ? 0 : CGFloat(max(0, min(value, 1)))
        return CGRect(
            x: rect.minX + share * (rect.width - size.width), y: rect.midY - size.height / 2, width: size.width,
            height: size.height)
    }

    /// Where the route button is. A subclass may put it elsewhere.
    ///
    /// - Parameter bounds: the whole view.
    /// - Returns: a rectangle at the right end, of the size of the button's image; empty where the button is not shown.
    @available(*, deprecated, message: "Use AVRoutePickerView of AVKit.")
    open func routeButtonRect(forBounds bounds: CGRect) -> CGRect {
        guard shown.withLock(\.button) else { return CGRect(x: bounds.maxX, y: bounds.midY, width: 0, height: 0) }
        let size = buttonSize(in: bounds)
        return CGRect(
            x: bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }

    private func buttonSize(in bounds: CGRect) -> CGSize {
        let wanted = image(.button, .normal)?.size ?? CGSize(width: Self.buttonSide, height: Self.buttonSide)
        return CGSize(width: min(wanted.width, bounds.width), height: min(wanted.height, bounds.height))
    }

    // MARK: Wireless routes

    /// Whether there is an output by Bluetooth or AirPlay.
    @available(*, deprecated, message: "Use AVRouteDetector.multipleRoutesDetected.")
    open var areWirelessRoutesAvailable: Bool { session.center.outputs.hasWireless }

    /// Whether the output that plays is one by Bluetooth or AirPlay.
    @available(*, deprecated, message: "Use the port type of AVAudioSession.currentRoute.")
    open var isWirelessRouteActive: Bool { session.center.outputs.isWireless }

    // MARK: The slider

    /// An addition: the volume of the output for all programs, from 0 to 1, and 0 while it is muted.
    ///
    /// The scale is that of desktops' sliders: the cube root of the factor on the sound. What is set is read back at once, and is on its
    /// way to the sound server; of many values in a moment the newest counts. Values beyond 0 and 1 count as these.
    public var volume: Float {
        get { session.center.wantedVolume }
        set { session.center.askForVolume(newValue) }
    }

    /// An addition: whether the output has a volume that can be set; where it has none, setting `volume` has no effect.
    public var isVolumeSettable: Bool { session.center.isOutputVolumeSettable }

    /// An addition: how many presses of a volume key lead from silence to the full volume, 16.
    public static var volumeStepCount: Int { SessionCenter.volumeSteps }

    /// An addition: raises the volume to the next multiple of a sixteenth, as a key does.
    public func increaseVolume() { session.center.askForVolume(steps: 1) }

    /// An addition: lowers the volume to the next multiple of a sixteenth, as a key does.
    public func decreaseVolume() { session.center.askForVolume(steps: -1) }

    // MARK: The route button

    /// An addition: the outputs to choose from: loudspeakers, headphones, screens, Bluetooth devices, AirPlay receivers.
    public var routes: [AVAudioSessionPortDescription] { session.outputRoutes }

    /// An addition: that of `routes` that plays; nil where there is none.
    public var activeRoute: AVAudioSessionPortDescription? { session.outputRoute }

    /// An addition: lets the program play on another output. The same as `AVAudioSession.chooseOutputRoute(_:)`.
    ///
    /// - Parameter route: one of `routes`, or nil for the default output.
    /// - Throws: -50 for an output that is not there any more; `'msrv'` where no sound server answers.
    public func selectRoute(_ route: AVAudioSessionPortDescription?) throws { try session.chooseOutputRoute(route) }

    // MARK: Observing

    /// An addition: a property's value, and then each value that differs from the one before.
    ///
    /// - Parameter property: `volume`, `isVolumeSettable`, `routes` or `activeRoute`.
    /// - Returns: the values, one after the other.
    public func values<Value: Equatable & Sendable>(
        of property: any KeyPath<MPVolumeView, Value> & Sendable
    ) -> AsyncStream<Value> {
        session.center.values { self[keyPath: property] }
    }

    /// An addition: calls `changeHandler` on the main queue whenever a property has another value, as key-value observing does.
    ///
    /// - Parameters:
    ///   - property: `volume`, `isVolumeSettable`, `routes` or `activeRoute`.
    ///   - options: which values the handler gets, and whether it is called for the present one, before this returns.
    ///   - changeHandler: gets the view and the change.
    /// - Returns: what ends the observation, with its last reference or by `invalidate`.
    @preconcurrency public func observe<Value: Equatable & Sendable>(
        _ property: any KeyPath<MPVolumeView, Value> & Sendable, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (MPVolumeView, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        session.center.observe(self, property, options, changeHandler)
    }
}
