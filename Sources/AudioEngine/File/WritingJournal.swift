import AudioContainers
import AudioCore

/// How far the packets of an unfinished file are told in it, so that they are not lost with their writer.
///
/// An entry is made a second after the one before: a recording loses its last second at most, and a conversion that takes less
/// writes none.
struct WritingJournal {
    /// Packets that entries tell.
    var packets: Int64 = 0
    /// The end of the last entry, counted from the first byte of audio data; 0 where there is none.
    var end: Int64 = 0
    /// What the container wants to know for the next.
    var mark: Int64?
    /// When the last was made, or the first packet written.
    var time: UInt64?
    /// Whether the next must not wait.
    var isDue = false

    static let interval = HostTime.ticksPerSecond
}

extension OpenFile {
    /// Tells in the file of the packets written since the last time, where the container needs it and it is time.
    func keepJournal() throws(AudioError) {
        guard defersSizeUpdates, let sink else { return }
        let now = journalClock()
        guard let time = journal.time, !journal.isDue else {
            journal.time = now
            if journal.isDue { try addEntry(sink) }
            return
        }
        guard now &- time >= WritingJournal.interval else { return }
        journal.time = now
        try addEntry(sink)
    }

    private func addEntry(_ sink: any ByteSink) throws(AudioError) {
        journal.isDue = false
        guard let entry = container.journal(description, from: journal.packets, mark: journal.mark) else { return }
        try sink.write(entry.behind, at: description.dataOffset + description.dataSize)
        try sink.write(entry.patch, at: entry.patchOffset)
        description.dataSize += Int64(entry.behind.count)
        journal.packets = description.packets.count
        journal.end = description.dataSize
        journal.mark = entry.mark
    }
}
