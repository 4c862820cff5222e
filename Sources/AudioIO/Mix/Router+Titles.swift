import AudioDevices

/// The titles by which a sound server shows the streams to its users.
///
/// Several sounds share a stream. It has the title of the source or sink that was added last of those that have a title, and the
/// program's name where none has one. The connection's thread notifies the server: neither the audio thread nor a client waits.
extension Router {
    /// Gives a source another title. Any thread. Does not wait.
    func setTitle(_ title: String?, of source: OutputSource, on bus: Bus) {
        entries.withLock { entries in
            source.title = title
            for entry in entries where entry.includes(bus) { noteTitle(of: entry) }
        }
    }

    /// Has the stream of a mix take the title that it is to have now. Under the lock.
    func noteTitle(of entry: Entry) {
        let titled = (entry.buses + entry.arriving).flatMap(\.sources).filter { $0.title != nil }
        let title = titled.max { $0.turn < $1.turn }?.title ?? StreamTitle.program
        let mix = entry.mix
        let isNew = mix.title.withLock { present in
            defer { present = title }
            return present != title
        }
        guard isNew else { return }
        thread.post { mix.keeper.setTitle(mix.title.withLock { $0 }) }
    }
}
