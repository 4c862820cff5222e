import Foundation
import Testing

@testable import MediaPlayer

/// The media picker, as presenters and delegates use it, over the library of the other tests.
extension LibraryTests {
    /// Notes what it is told.
    @MainActor private final class Delegate: NSObject, MPMediaPickerControllerDelegate {
        var told: [String] = []
        var onPick: (MPMediaPickerController) -> Void = { _ in }

        func mediaPicker(
            _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
        ) {
            told.append(mediaItemCollection.items.map { $0.title ?? "" }.joined(separator: ", "))
            onPick(mediaPicker)
        }

        func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) { told.append("cancel") }
    }

    /// Leaves out both methods.
    @MainActor private final class Silent: NSObject, MPMediaPickerControllerDelegate {}

    @MainActor @Test func aPickerBeginsAsOnAPhone() {
        let picker = MPMediaPickerController()
        #expect(picker.mediaTypes == .any && MPMediaPickerController(mediaTypes: .podcast).mediaTypes == .podcast)
        #expect(!picker.allowsPickingMultipleItems && picker.showsCloudItems && picker.showsItemsWithProtectedAssets)
        #expect(picker.prompt == nil && picker.delegate == nil && !picker.isPresented)
    }

    @MainActor @Test func aPickerShowsItsTypes() {
        func titles(_ picker: MPMediaPickerController, _ grouping: MPMediaGrouping) -> [String?] {
            picker.query(groupingType: grouping).items?.map(\.title) ?? []
        }
        #expect(titles(MPMediaPickerController(), .title) == ["Ebb", "Élan", "A Flood", "News", "1984"])
        let picker = MPMediaPickerController(mediaTypes: [.podcast, .audioBook])
        #expect(titles(picker, .title) == ["News", "1984"])
        (picker.showsCloudItems, picker.showsItemsWithProtectedAssets) = (false, false)
        #expect(titles(picker, .title) == ["News", "1984"])
        #expect(picker.query(groupingType: .title).filterPredicates?.count == 3)
        let albums = MPMediaPickerController(mediaTypes: .music).query(groupingType: .album)
        #expect(albums.collections?.map { $0.representativeItem?.albumTitle } == ["Best", "Low Tide"])
    }

    @MainActor @Test func thereIsOneChoiceEachTime() {
        let (picker, delegate) = (MPMediaPickerController(mediaTypes: .music), Delegate())
        picker.delegate = delegate
        let items = picker.query(groupingType: .title).items ?? []
        picker.finish(picking: items)
        picker.cancel()
        #expect(delegate.told.isEmpty, "nothing shows it")

        var dismissals = 0
        picker.beginPresentation { dismissals += 1 }
        picker.finish(picking: Array(items.prefix(2).reversed()))
        picker.finish(picking: items)
        picker.cancel()
        #expect(delegate.told == ["Élan, Ebb"] && picker.isPresented && dismissals == 0)
        var isComplete = false
        picker.dismiss(animated: true) { isComplete = true }
        picker.dismiss(animated: true)
        #expect(isComplete && dismissals == 1 && !picker.isPresented)

        picker.beginPresentation { dismissals += 1 }
        picker.finish(picking: [])
        #expect(delegate.told == ["Élan, Ebb", "cancel"])
        picker.beginPresentation { dismissals += 10 }
        #expect(dismissals == 2, "the presentation before was dismissed")
        picker.dismiss(animated: false)
        #expect(dismissals == 12)
    }

    @MainActor @Test func aDelegateMayDismissAndShowAgain() {
        let (picker, delegate) = (MPMediaPickerController(), Delegate())
        picker.delegate = delegate
        let items = picker.query(groupingType: .title).items ?? []
        var events: [String] = []
        delegate.onPick = { picker in
            picker.dismiss(animated: true)
            picker.beginPresentation { events.append("second gone") }
            picker.cancel()
        }
        picker.beginPresentation { events.append("first gone") }
        picker.finish(picking: Array(items.prefix(1)))
        #expect(delegate.told == ["Ebb", "cancel"] && events == ["first gone"] && picker.isPresented)
    }

    /// Each showing disappears once, whoever shows the picker anew meanwhile, and however often it is dismissed.
    @MainActor @Test func eachShowingIsDismissedOnce() {
        let picker = MPMediaPickerController()
        var events: [String] = []
        picker.beginPresentation {
            events.append("first")
            picker.dismiss(animated: true) { events.append("again") }
            if events.count < 4 { picker.beginPresentation { events.append("second") } }
        }
        picker.beginPresentation { events.append("third") }
        #expect(events == ["first", "again", "second"] && picker.isPresented)
        picker.dismiss(animated: true) {
            events.append("done")
            picker.dismiss(animated: true)
        }
        picker.dismiss(animated: true)
        picker.cancel()
        #expect(events == ["first", "again", "second", "third", "done"] && !picker.isPresented)
    }

    @MainActor @Test func aDelegateIsNotRetainedAndMayBeSilent() {
        let picker = MPMediaPickerController()
        weak var gone: Delegate?
        do {
            let delegate = Delegate()
            picker.delegate = delegate
            gone = delegate
        }
        #expect(gone == nil && picker.delegate == nil)
        picker.beginPresentation {}
        picker.cancel()
        let silent = Silent()
        picker.delegate = silent
        picker.beginPresentation {}
        picker.finish(picking: Array((picker.query(groupingType: .title).items ?? []).prefix(1)))
        picker.beginPresentation {}
        picker.cancel()
        #expect(picker.isPresented, "nobody dismissed it")
        withExtendedLifetime(silent) {}
    }
}
