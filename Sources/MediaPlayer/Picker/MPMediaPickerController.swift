// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Lets the user choose items of the music library.
///
/// There is no UIKit, so that the picker is no view controller, and nothing presents it by itself. What shows it is a presenter: a window
/// of GTK, a screen of a terminal, or the program's own. The presenter asks for ``query(groupingType:)``, shows what that finds, and
/// reports the user's choice by ``finish(picking:)`` or ``cancel()``. The delegate is then called once, and dismisses the picker:
/// the picker never does so by itself.
///
/// ```swift
/// import MediaPlayer
///
/// @MainActor final class Chooser: NSObject, MPMediaPickerControllerDelegate {
///     func mediaPicker(
///         _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
///     ) {
///         MPMusicPlayerController.applicationMusicPlayer.setQueue(with: mediaItemCollection)
///         mediaPicker.dismiss(animated: true)
///     }
///
///     func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
///         mediaPicker.dismiss(animated: true)
///     }
/// }
/// ```
@MainActor open class MPMediaPickerController: NSObject {
    private nonisolated let types: MPMediaType
    private var presentation: Presentation?

    /// One showing of the picker.
    private struct Presentation {
        let dismiss: @MainActor () -> Void
        var isDecided = false
    }

    /// Creates a picker of items of all types.
    public override convenience nonisolated init() { self.init(mediaTypes: .any) }

    /// Creates a picker of items of some types.
    ///
    /// - Parameter mediaTypes: the types. An item is shown if it has one of them.
    public nonisolated init(mediaTypes: MPMediaType) {
        types = mediaTypes
        super.init()
    }

    // MARK: What is picked

    /// The types of the items that the user can pick.
    open nonisolated var mediaTypes: MPMediaType { types }

    /// What is notified of the user's choice. The picker does not retain it.
    open weak var delegate: (any MPMediaPickerControllerDelegate)?

    /// Whether the user can pick several items, and says when they are all. False at first: the first item that is chosen is the choice.
    open var allowsPickingMultipleItems = false

    /// Whether items that are in the cloud alone are shown. True at first. The library has none.
    open var showsCloudItems = true

    /// Whether items are shown that are protected from copying. True at first. They cannot be played here.
    open var showsItemsWithProtectedAssets = true

    /// A sentence for the user, above the items.
    open var prompt: String?

    // MARK: Showing it

    /// A query for the items that the picker shows.
    ///
    /// This is not of Apple's API: presenters call it.
    ///
    /// - Parameter groupingType: what the query makes collections of.
    /// - Returns: a new query. Its predicates are what the picker's properties ask for.
    open func query(groupingType: MPMediaGrouping) -> MPMediaQuery {
        filter.query(groupingType)
    }

    /// What the properties ask for.
    var filter: MediaPickerFilter {
        MediaPickerFilter(types: mediaTypes, hasCloud: showsCloudItems, hasProtected: showsItemsWithProtectedAssets)
    }

    /// Says that the picker is now shown.
    ///
    /// This is not of Apple's API: presenters call it. One that shows the picker already is dismissed first.
    ///
    /// - Parameter dismiss: called once, when the picker is to disappear.
    open func beginPresentation(dismiss: @escaping @MainActor () -> Void) {
        self.dismiss(animated: false)
        // Whoever was dismissed may have shown it anew.
        let other = presentation
        presentation = Presentation(dismiss: dismiss)
        other?.dismiss()
    }

    /// Whether the picker is shown.
    open var isPresented: Bool { presentation != nil }

    /// Says what the user has picked, to the delegate.
    ///
    /// This is not of Apple's API: presenters call it. The picker stays until ``dismiss(animated:completion:)``. Without any item it is the same
    /// as ``cancel()``. Each presentation has one choice: after the first, or without a presentation, the call does nothing.
    ///
    /// - Parameter items: what was picked, in the order of picking.
    open func finish(picking items: [MPMediaItem]) {
        guard !items.isEmpty else { return cancel() }
        guard decide() else { return }
        delegate?.mediaPicker(self, didPickMediaItems: MPMediaItemCollection(items: items))
    }

    /// Says that the user has picked nothing, to the delegate.
    ///
    /// This is not of Apple's API: presenters call it, also where the user closes the window. Each presentation has one choice: after the
    /// first, or without a presentation, the call does nothing.
    open func cancel() { if decide() { delegate?.mediaPickerDidCancel(self) } }

    private func decide() -> Bool {
        guard presentation?.isDecided == false else { return false }
        presentation?.isDecided = true
        return true
    }

    /// Has the presenter remove the picker. Does nothing where it is not shown.
    ///
    /// - Parameters:
    ///   - animated: whether it may disappear by and by. Presenters decide.
    ///   - completion: called after the presenter's closure.
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        let shown = presentation
        presentation = nil
        shown?.dismiss()
        completion?()
    }
}

/// What is notified of the user's choice.
///
/// Each time that the picker is shown, one of the two methods is called once, on the main thread. What a delegate leaves out does nothing:
/// the picker then stays.
@MainActor public protocol MPMediaPickerControllerDelegate: NSObjectProtocol {
    /// Says what the user has picked.
    ///
    /// - Parameters:
    ///   - mediaPicker: the picker, which the delegate dismisses.
    ///   - mediaItemCollection: the items, in the order of picking.
    func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection)

    /// Says that the user has picked nothing.
    ///
    /// - Parameter mediaPicker: the picker, which the delegate dismisses.
    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController)
}

extension MPMediaPickerControllerDelegate {
    /// Does nothing.
    ///
    /// - Parameters:
    ///   - mediaPicker: the picker.
    ///   - mediaItemCollection: the items.
    public func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {}

    /// Does nothing.
    ///
    /// - Parameter mediaPicker: the picker.
    public func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {}
}
