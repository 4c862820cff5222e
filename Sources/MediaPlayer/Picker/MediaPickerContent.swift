import Foundation

/// What a media picker shows, and what the user has picked so far, for a screen of any kind.
///
/// This is not of Apple's API. A presenter makes one for each showing of an ``MPMediaPickerController``, shows its rows, and calls it for
/// what the user does. The content reports the choice to the picker. The library is read on another thread, and again after it has changed;
/// `onChange` says when there is something new to show.
@MainActor public final class MediaPickerContent {
    /// What a list shows of an item, or of a group of items.
    public struct Row: Equatable, Sendable {
        /// The title of the item, or the name of the group.
        public let title: String
        /// The artist and the album of an item; how many items a group has.
        public let details: String
        /// Seconds; 0 for a group.
        public let duration: TimeInterval
        /// Whether it is a group, whose items a list of their own shows.
        public let isGroup: Bool
        /// Whether the user has picked it.
        public let isPicked: Bool
    }

    /// Why a list shows no rows.
    public enum Absence: Sendable {
        /// It is being read.
        case loading
        /// The library may not be read.
        case denied
        /// There is nothing.
        case empty
        /// Nothing has the words that are looked for.
        case notFound
    }

    private let picker: MPMediaPickerController
    private let kinds: [MediaPickerKind]
    private let background: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let onChange: @MainActor () -> Void
    private var pages: [MediaPickerPage] = []
    private var picked: [MPMediaItem] = []
    private var pickedIDs: Set<MPMediaEntityPersistentID> = []
    /// Grows with each reading, so that one that comes late is dropped.
    private var reading = 0
    /// Whether a reading is under way.
    package private(set) var isReading = false
    private var changes: LibraryChanges?

    /// Creates the content of a picker, and begins to read the first list.
    ///
    /// - Parameters:
    ///   - picker: the picker, which a presenter has begun to show.
    ///   - onChange: called on the main thread when another list or other rows are to be shown.
    public convenience init(_ picker: MPMediaPickerController, onChange: @escaping @MainActor () -> Void) {
        self.init(
            picker, background: { DispatchQueue.global(qos: .userInitiated).async(execute: $0) }, onChange: onChange)
    }

    init(
        _ picker: MPMediaPickerController,
        background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        onChange: @escaping @MainActor () -> Void
    ) {
        (self.picker, self.background, self.onChange) = (picker, background, onChange)
        kinds = MediaPickerKind.offered(for: picker.mediaTypes)
        // The first that asks for the library opens it, which may take a while.
        background { [weak self] in
            let changes = LibraryChanges { [weak self] in self?.readAgain() }
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.changes = changes } }
        }
        show(list: kinds.firstIndex(of: .songs) ?? 0)
    }

    // MARK: The lists

    /// The names of the lists that the picker offers: songs, albums, artists and so on.
    public var listNames: [String] { kinds.map(\.name) }

    /// Which of ``listNames`` is shown, or the group that is shown was found in.
    public private(set) var list = 0

    /// The name of what is shown.
    public var title: String { pages.last?.title ?? "" }

    /// The picker's sentence for the user.
    public var prompt: String? { picker.prompt }

    /// Whether what is shown is a group, from which ``goBack()`` leads back.
    public var canGoBack: Bool { pages.count > 1 }

    /// Shows one of the lists.
    ///
    /// - Parameter list: an index of ``listNames``. Others do nothing.
    public func show(list: Int) {
        guard kinds.indices.contains(list) else { return }
        self.list = list
        pages = [MediaPickerPage(title: kinds[list].name, source: .kind(kinds[list]))]
        read()
    }

    /// Shows the list that led to the group that is shown.
    public func goBack() {
        guard canGoBack else { return }
        pages.removeLast()
        // What was being read was the group's.
        reading += 1
        if pages[pages.count - 1].found == nil { read() } else { onChange() }
    }

    /// Words that the rows have, in any order, large or small, with accents or without. Empty shows all.
    public var search: String {
        get { pages.last?.search ?? "" }
        set {
            guard !pages.isEmpty, newValue != search else { return }
            pages[pages.count - 1].search = newValue
            read()
        }
    }

    // MARK: The rows

    /// How many rows are shown.
    public var count: Int { pages.last?.found?.count ?? 0 }

    /// Why there are no rows; nil where there are.
    public var absence: Absence? {
        guard let page = pages.last else { return .empty }
        guard let found = page.found else { return .loading }
        if case .denied = found { return .denied }
        return found.count > 0 ? nil : page.search.isEmpty ? .empty : .notFound
    }

    /// What a row shows. Reads from the library what is not known yet.
    ///
    /// - Parameter index: from 0 up to ``count``.
    /// - Returns: the row; nil beyond the last.
    public func row(_ index: Int) -> Row? {
        guard let found = pages.last?.found, index >= 0, index < found.count else { return nil }
        switch found {
        case .items(let items):
            let item = items[index]
            return Row(
                title: item.title ?? item.assetURL?.lastPathComponent ?? "",
                details: [item.artist, item.albumTitle].compactMap(\.self).filter { !$0.isEmpty }.joined(
                    separator: " – "),
                duration: item.playbackDuration, isGroup: false, isPicked: pickedIDs.contains(item.persistentID))
        case .groups(let groups):
            let count = groups[index].count
            return Row(
                title: kinds[list].name(of: groups[index]), details: count == 1 ? "1 item" : "\(count) items",
                duration: 0,
                isGroup: true, isPicked: false)
        case .denied: return nil
        }
    }

    /// The items of a row: the item itself, or those of the group. Reads a group's from the library.
    ///
    /// - Parameter index: from 0 up to ``count``.
    /// - Returns: the items; none beyond the last row.
    public func items(ofRow index: Int) -> [MPMediaItem] {
        guard let found = pages.last?.found, index >= 0, index < found.count else { return [] }
        switch found {
        case .items(let items): return [items[index]]
        case .groups(let groups): return groups[index].items
        case .denied: return []
        }
    }

    /// The items that are shown; none where groups are.
    public var items: [MPMediaItem] {
        if case .items(let items)? = pages.last?.found { items } else { [] }
    }

    // MARK: Picking

    /// Whether several items can be picked, until ``finish()``.
    public var picksSeveral: Bool { picker.allowsPickingMultipleItems }

    /// How many items are picked.
    public var pickedCount: Int { picked.count }

    /// The user has chosen a row. A group is then shown. An item is the choice, or, where several can be picked, is picked, or no longer.
    ///
    /// - Parameter index: from 0 up to ``count``. Others do nothing.
    public func choose(_ index: Int) {
        guard let found = pages.last?.found, index >= 0, index < found.count else { return }
        switch found {
        case .groups(let groups):
            pages.append(MediaPickerPage(title: kinds[list].name(of: groups[index]), source: .group(groups[index])))
            read()
        case .items(let items) where picksSeveral: toggle(items[index])
        case .items(let items): picker.finish(picking: [items[index]])
        case .denied: break
        }
    }

    private func toggle(_ item: MPMediaItem) {
        if pickedIDs.remove(item.persistentID) != nil {
            picked.removeAll { $0.persistentID == item.persistentID }
        } else {
            pick(item)
        }
        onChange()
    }

    private func pick(_ item: MPMediaItem) {
        if pickedIDs.insert(item.persistentID).inserted { picked.append(item) }
    }

    /// Picks all items that are shown, where several can be picked. Groups are not: show one first.
    public func pickAll() {
        guard picksSeveral, case .items(let items)? = pages.last?.found else { return }
        items.forEach(pick)
        onChange()
    }

    /// The user has picked what they want. Without any item it is the same as ``cancel()``.
    public func finish() { picker.finish(picking: picked) }

    /// The user wants nothing, or has closed the window.
    public func cancel() { picker.cancel() }

    // MARK: Reading

    private func readAgain() {
        // A group keeps the items that it has read.
        for case .group(let group) in pages.map(\.source) { group.forgetItems() }
        // The lists that led here are read when they are shown again.
        for index in pages.indices.dropLast() { pages[index].found = nil }
        read()
    }

    /// Reads what is shown. The rows stay until there are others. One reading follows another, whatever the user types meanwhile.
    private func read() {
        reading += 1
        if !isReading { startReading() }
        onChange()
    }

    private func startReading() {
        guard let page = pages.last else { return }
        isReading = true
        let (number, source, search, filter) = (reading, page.source, page.search, picker.filter)
        background { [weak self] in
            let found = MediaPickerPage.find(source, filter, search)
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(found, of: number) } }
        }
    }

    private func take(_ found: MediaPickerPage.Found, of number: Int) {
        isReading = false
        // Something else is shown, or looked for, by now.
        guard number == reading, !pages.isEmpty else { return startReading() }
        pages[pages.count - 1].found = found
        onChange()
    }
}

/// Calls a closure on the main thread when the library has changed, as long as it lives.
private final class LibraryChanges: @unchecked Sendable {
    private let observer: any NSObjectProtocol

    init(_ onChange: @escaping @MainActor @Sendable () -> Void) {
        let library = MPMediaLibrary.default()
        library.beginGeneratingLibraryChangeNotifications()
        // They come on the main thread.
        observer = NotificationCenter.default.addObserver(
            forName: .MPMediaLibraryDidChange, object: library, queue: nil
        ) {
            _ in MainActor.assumeIsolated(onChange)
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(observer)
        MPMediaLibrary.default().endGeneratingLibraryChangeNotifications()
    }
}
