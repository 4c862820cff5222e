import AVFAudio
import AudioCore
import AudioSession
public import Foundation

/// Learns when a list of routes is shown. Both methods may be left out.
public protocol AVRoutePickerViewDelegate: NSObjectProtocol {
    /// The list of routes is about to be shown.
    ///
    /// - Parameter routePickerView: the view whose list it is.
    func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView)

    /// The list of routes is shown no more.
    ///
    /// - Parameter routePickerView: the view whose list it was.
    func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView)
}

extension AVRoutePickerViewDelegate {
    /// Does nothing.
    public func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
    /// Does nothing.
    public func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
}

/// A button that lists the outputs to choose from.
///
/// On Linux this is a model without a picture, as there is no UIKit: its colors are left to the toolkit that draws it. That shows
/// `routes`, and says by `presentRoutes()` and `dismissRoutes()` when it does. Any thread may call; the delegate is called on the thread
/// of these two.
open class AVRoutePickerView: NSObject, @unchecked Sendable {
    private let session: AVAudioSession
    private let state = LockedValue(State())

    private struct State {
        weak var delegate: (any AVRoutePickerViewDelegate)?
        var prioritizesVideoDevices = false
        var isPresenting = false
    }

    /// Makes a view of the program's session.
    public override convenience init() { self.init(.sharedInstance()) }

    /// - Parameter session: whose outputs are listed.
    package init(_ session: AVAudioSession) {
        self.session = session
        super.init()
    }

    /// Who learns when the list is shown. Not retained.
    open var delegate: (any AVRoutePickerViewDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Has no effect: all routes are of sound. The value can be read back.
    open var prioritizesVideoDevices: Bool {
        get { state.withLock { $0.prioritizesVideoDevices } }
        set { state.withLock { $0.prioritizesVideoDevices = newValue } }
    }

    // MARK: For who draws the view

    /// An addition: the outputs to choose from: loudspeakers, headphones, screens, Bluetooth devices, AirPlay receivers.
    public var routes: [AVAudioSessionPortDescription] { session.outputRoutes }

    /// An addition: that of `routes` that plays; nil where there is none.
    public var activeRoute: AVAudioSessionPortDescription? { session.outputRoute }

    /// An addition: lets the program play on another output. The same as `AVAudioSession.chooseOutputRoute(_:)`.
    ///
    /// - Parameter route: one of `routes`, or nil for the default output.
    /// - Throws: -50 for an output that is not there any more; `'msrv'` where no sound server answers.
    public func selectRoute(_ route: AVAudioSessionPortDescription?) throws { try session.chooseOutputRoute(route) }

    /// An addition: whether the list is shown.
    public var isPresentingRoutes: Bool { state.withLock { $0.isPresenting } }

    /// An addition: says that the list is about to be shown. Does nothing where it is.
    public func presentRoutes() {
        guard let delegate = setPresenting(true) else { return }
        LockOrder.willCallClient()
        delegate.routePickerViewWillBeginPresentingRoutes(self)
    }

    /// An addition: says that the list is shown no more. Does nothing where it was not.
    public func dismissRoutes() {
        guard let delegate = setPresenting(false) else { return }
        LockOrder.willCallClient()
        delegate.routePickerViewDidEndPresentingRoutes(self)
    }

    /// Returns who is to learn of it; nil where nothing changes, or nobody is.
    private func setPresenting(_ isPresenting: Bool) -> (any AVRoutePickerViewDelegate)? {
        state.withLock { state in
            guard state.isPresenting != isPresenting else { return nil }
            state.isPresenting = isPresenting
            return state.delegate
        }
    }

    // MARK: Observing

    /// An addition: a property's value, and then each value that differs from the one before.
    ///
    /// - Parameter property: `routes` or `activeRoute`.
    /// - Returns: the values, one after the other.
    public func values<Value: Equatable & Sendable>(
        of property: any KeyPath<AVRoutePickerView, Value> & Sendable
    ) -> AsyncStream<Value> {
        session.center.values { self[keyPath: property] }
    }

    /// An addition: calls `changeHandler` on the main queue whenever a property has another value, as key-value observing does.
    ///
    /// - Parameters:
    ///   - property: `routes` or `activeRoute`.
    ///   - options: which values the handler gets, and whether it is called for the present one, before this returns.
    ///   - changeHandler: gets the view and the change.
    /// - Returns: what ends the observation, with its last reference or by `invalidate`.
    @preconcurrency public func observe<Value: Equatable & Sendable>(
        _ property: any KeyPath<AVRoutePickerView, Value> & Sendable, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (AVRoutePickerView, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        session.center.observe(self, property, options, changeHandler)
    }
}
