import AudioContainers
import AudioCore

/// How many packets of an unfinished file are listed in it, so that a killed writer does not lose them.
///
/// Where a head cannot list them a table does, on pages of its own ahead of the audio data (`Container.journal`). The writer
/// adds rows at its end, then updates the count in its head, in one write within a page. When the audio data comes near the
/// table, a whole new one is written farther away, and only then the file's head leads there: at every instant a table is
/// whole.
///
/// Rows are added with the first packets that come a twentieth of a second after the last ones: a recording loses little more,
/// and a conversion that takes less writes none.
struct WritingJournal {
    /// The packets that the table lists; nil where there is no table.
    var progress: JournalEntry.Progress?
    /// Where its head stands in the file.
    var headOffset: Int64 = 0
    /// Its bytes.
    var size: Int64 = 0
    /// When it was last added to, or the first packet was written.
    var time: UInt64?
    /// The file's head as it was last written with the table.
    var fileHead: [UInt8] = []

    static let interval = HostTime.ticksPerSecond / 20
    static let pageSize: Int64 = 4096

    /// Bytes between audio data and a table that `close` finds enough for what goes behind the data: another such table.
    var margin: Int64 { size + size / 2 + 1024 }
}

extension OpenFile {
    /// Lists in the file the packets written since the last time, where the container needs it and it is time.
    func keepJournal() throws(AudioError) {
        guard defersSizeUpdates, let sink else { return }
        let now = journalClock()
        guard let time = journal.time else {
            journal.time = now
            return
        }
        guard now &- time >= WritingJournal.interval else { return }
        journal.time = now
        guard let progress = journal.progress else {
            try startJournal(sink, behind: description.dataOffset + description.dataSize)
            return
        }
        guard let entry = container.journal(description, after: progress) else { return }
        let rows = journal.headOffset + Int64(entry.head.count)
        try sink.write(entry.rows, at: rows + progress.rowBytes)
        try sink.write(entry.head, at: journal.headOffset)
        journal.progress = entry.progress
        journal.size += Int64(entry.rows.count)
    }

    /// Makes room for bytes that reach to `end`, counted from the file's start.
    ///
    /// - Parameter margin: how many more there must be; without it what `close` needs.
    func moveJournal(outOfWayOf end: Int64, margin: Int64? = nil) throws(AudioError) {
        guard let sink, let place = description.journalOffset, end + (margin ?? journal.margin) > place else { return }
        try startJournal(sink, behind: max(end, place + journal.size))
    }

    /// Writes a table of all packets after `end`, with room for more audio data, and lets the file's head lead to it.
    ///
    /// - Returns: whether the container has one.
    @discardableResult func startJournal(_ sink: any ByteSink, behind end: Int64) throws(AudioError) -> Bool {
        guard let entry = container.journal(description, after: nil) else { return false }
        let table = entry.preface + entry.head + entry.rows
        var moved = journal
        moved.size = Int64(table.count)
        // In step with the audio data, so that a long file's table is seldom rewritten.
        let room = moved.margin + max(1024, description.dataSize / 8)
        let place = (end + room + WritingJournal.pageSize - 1) / WritingJournal.pageSize * WritingJournal.pageSize
        let size = try sink.size()
        do throws(AudioError) {
            // The client's callbacks are asked for the room too.
            if size < place { try sink.resize(to: place) }
            try sink.write(table, at: place)
        } catch {
            // The file is as it was, so that it can be written again once there is room; the first error is thrown.
            try? sink.resize(to: size)
            throw error
        }
        moved.headOffset = place + Int64(entry.preface.count)
        moved.progress = entry.progress
        journal = moved
        description.journalOffset = place
        try leadToJournal(sink)
        return true
    }

    /// Writes the head of an unfinished file that has a table, no more of it than has changed: mostly a few bytes of one page.
    func leadToJournal(_ sink: any ByteSink) throws(AudioError) {
        description.isComplete = false
        let head = try container.enclose(description, dataOffset: description.dataOffset).head
        let old = journal.fileHead
        if old.count != head.count {
            try sink.write(head, at: 0)
        } else if let first = head.indices.first(where: { head[$0] != old[$0] }),
            let last = head.indices.last(where: { head[$0] != old[$0] })
        {
            try sink.write(Array(head[first...last]), at: Int64(first))
        }
        journal.fileHead = head
        needsLayout = true
        hasOpenHead = true
    }

    /// Forgets the table, which is part of no finished file.
    func endJournal() {
        journal = WritingJournal()
        description.journalOffset = nil
    }
}
