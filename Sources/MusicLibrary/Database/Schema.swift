/// The tables of the index.
///
/// A row of `item` is a file. It stays when the file is gone, marked as missing, so that a file that comes back is the same item.
/// `credit` joins items with entities: an item of two artists has a row for each. The roles of items that are missing are greater by
/// `Role.hidden`. What the user does with items is in `usage`, which no scan touches. `refused` has the files that are no sound.
/// `former` has numbers that a damaged index gave.
/// `shelf` has the columns of `Shelf`, of which the whole table is made anew.
enum Schema {
    static let version: Int64 = 2

    /// For the connection that writes. A crash loses at most the last transactions: the log of changes is checked when it is read.
    static let settings = """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        """

    /// For each connection, too. The size is in KiB.
    static let memory = """
        PRAGMA cache_size = -16384;
        PRAGMA temp_store = MEMORY;
        """

    static let tables = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE folder(id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
        CREATE TABLE entity(
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, identity TEXT NOT NULL, name TEXT, sort TEXT,
            key BLOB NOT NULL, section INTEGER NOT NULL, folded TEXT NOT NULL, UNIQUE(kind, identity));
        CREATE INDEX entity_key ON entity(kind, key, id, section);
        CREATE TABLE item(
            id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, name BLOB NOT NULL, device INTEGER NOT NULL,
            inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, fingerprint INTEGER NOT NULL,
            missing INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL, media INTEGER NOT NULL,
            title TEXT NOT NULL, sort TEXT, key BLOB NOT NULL, section INTEGER NOT NULL, folded TEXT NOT NULL,
            album INTEGER, artist INTEGER, albumArtist INTEGER, genre INTEGER, composer INTEGER, podcast INTEGER,
            albumText TEXT, artistText TEXT, albumArtistText TEXT, genreText TEXT, composerText TEXT, podcastText TEXT,
            duration REAL NOT NULL, track INTEGER NOT NULL, trackCount INTEGER NOT NULL, disc INTEGER NOT NULL,
            discCount INTEGER NOT NULL, compilation INTEGER NOT NULL, explicit INTEGER NOT NULL, tempo INTEGER NOT NULL,
            released INTEGER, rated INTEGER NOT NULL, comments TEXT, lyrics TEXT, grouping TEXT);
        CREATE UNIQUE INDEX item_place ON item(folder, name) WHERE missing = 0;
        CREATE INDEX item_inode ON item(inode);
        CREATE INDEX item_fingerprint ON item(fingerprint);
        CREATE INDEX item_key ON item(key, media, id, section, folded) WHERE missing = 0;
        CREATE TABLE credit(
            role INTEGER NOT NULL, entity INTEGER NOT NULL, item INTEGER NOT NULL, media INTEGER NOT NULL,
            PRIMARY KEY(role, entity, item)) WITHOUT ROWID;
        CREATE INDEX credit_item ON credit(item);
        CREATE TABLE refused(
            folder INTEGER NOT NULL, name BLOB NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, PRIMARY KEY(folder, name)) WITHOUT ROWID;
        \(usage)
        CREATE TABLE playlist(
            id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, file BLOB NOT NULL, inode INTEGER NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, missing INTEGER NOT NULL DEFAULT 0, uuid TEXT UNIQUE,
            name TEXT NOT NULL, author TEXT, description TEXT, key BLOB NOT NULL, section INTEGER NOT NULL,
            folded TEXT NOT NULL);
        CREATE UNIQUE INDEX playlist_place ON playlist(folder, file) WHERE missing = 0;
        CREATE TABLE entry(
            playlist INTEGER NOT NULL, position INTEGER NOT NULL, item INTEGER, path BLOB NOT NULL,
            PRIMARY KEY(playlist, position)) WITHOUT ROWID;
        CREATE INDEX entry_item ON entry(item);
        """ + second

    /// All tables.
    static let names = [
        "meta", "folder", "entity", "item", "credit", "refused", "usage", "playlist", "entry", "shelf", "former",
    ]

    /// Numbers of an index that was lost, by what they were of: see `FormerNumbers`.
    static let formerNumbers = """
        CREATE TABLE former(
            kind INTEGER NOT NULL, hash INTEGER NOT NULL, id INTEGER NOT NULL, added INTEGER NOT NULL,
            PRIMARY KEY(kind, hash)) WITHOUT ROWID;
        """

    static let usage = """
        CREATE TABLE usage(
            item INTEGER PRIMARY KEY, plays INTEGER NOT NULL DEFAULT 0, skips INTEGER NOT NULL DEFAULT 0, rating INTEGER,
            played INTEGER, bookmark REAL NOT NULL DEFAULT 0);
        """

    /// What version 2 has more than version 1.
    static let second = """

        CREATE TABLE shelf(name TEXT PRIMARY KEY, data BLOB NOT NULL);
        \(formerNumbers)
        INSERT OR IGNORE INTO meta SELECT 'items', value FROM meta WHERE key = 'listed';
        """
}

/// What several items have in common, as a number in `entity.kind`.
enum EntityKind: Int64, Sendable {
    case artist, album, genre, composer, podcast
}

/// How an entity belongs to an item, as a number in `credit.role`.
package enum Role: Int64, CaseIterable, Sendable {
    case artist, albumArtist, album, genre, composer, podcast

    /// What is added to the role of an item that is missing.
    static let hidden: Int64 = 100

    /// An artist is one entity, whether of an item or of an album.
    var kind: EntityKind {
        switch self {
        case .artist, .albumArtist: .artist
        case .album: .album
        case .genre: .genre
        case .composer: .composer
        case .podcast: .podcast
        }
    }
}
