#ifndef CSQLITELOADER_H
#define CSQLITELOADER_H

// The part of SQLite that the music library uses, declared in our own words, so that neither building nor running needs its
// headers. A test compares it with the real header where that is installed. The names of the types and functions are SQLite's.

#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef void (*SQLiteFree)(void *);

enum {
    SQLiteOK = 0,
    SQLiteBusy = 5,
    SQLiteCorrupt = 11,
    SQLiteNotADatabase = 26,
    SQLiteRow = 100,
    SQLiteDone = 101,
    SQLiteNull = 5,
    SQLiteOpenReadOnly = 1,
    SQLiteOpenReadWrite = 2,
    SQLiteOpenCreate = 4,
    SQLiteOpenURI = 0x40,
    SQLiteOpenNoMutex = 0x8000,
    SQLitePreparePersistent = 1,
    SQLiteResetDatabase = 1009,
};

#define SQLITE_FUNCTIONS(X) \
    X(int, sqlite3_open_v2, (const char *path, sqlite3 **database, int flags, const char *system)) \
    X(int, sqlite3_close_v2, (sqlite3 *database)) \
    X(int, sqlite3_db_config, (sqlite3 *database, int option, ...)) \
    X(int, sqlite3_busy_timeout, (sqlite3 *database, int milliseconds)) \
    X(const char *, sqlite3_errmsg, (sqlite3 *database)) \
    X(int, sqlite3_get_autocommit, (sqlite3 *database)) \
    X(int, sqlite3_exec, \
        (sqlite3 *database, const char *text, int (*row)(void *, int, char **, char **), void *data, char **message)) \
    X(int, sqlite3_prepare_v3, \
        (sqlite3 *database, const char *text, int size, unsigned flags, sqlite3_stmt **statement, const char **rest)) \
    X(int, sqlite3_finalize, (sqlite3_stmt *statement)) \
    X(int, sqlite3_reset, (sqlite3_stmt *statement)) \
    X(int, sqlite3_step, (sqlite3_stmt *statement)) \
    X(int, sqlite3_bind_null, (sqlite3_stmt *statement, int index)) \
    X(int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, int64_t value)) \
    X(int, sqlite3_bind_double, (sqlite3_stmt *statement, int index, double value)) \
    X(int, sqlite3_bind_text, (sqlite3_stmt *statement, int index, const char *text, int size, SQLiteFree free)) \
    X(int, sqlite3_bind_blob, (sqlite3_stmt *statement, int index, const void *bytes, int size, SQLiteFree free)) \
    X(int, sqlite3_column_type, (sqlite3_stmt *statement, int column)) \
    X(int64_t, sqlite3_column_int64, (sqlite3_stmt *statement, int column)) \
    X(double, sqlite3_column_double, (sqlite3_stmt *statement, int column)) \
    X(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int column)) \
    X(const void *, sqlite3_column_blob, (sqlite3_stmt *statement, int column)) \
    X(int, sqlite3_column_bytes, (sqlite3_stmt *statement, int column))

/// The library's functions by their own names.
typedef struct SQLiteLibrary {
#define X(result, name, parameters) result (*name) parameters;
    SQLITE_FUNCTIONS(X)
#undef X
} SQLiteLibrary;

/// Loads libsqlite3.so.0 at the first call; NULL where it is missing, or too old.
const SQLiteLibrary *SQLiteLoad(void);

/// Begins, with 1, or ends, with 0, the mode in which VACUUM empties a database, also one that is damaged.
static inline int SQLiteReset(const SQLiteLibrary *library, sqlite3 *database, int isOn) {
    return library->sqlite3_db_config(database, SQLiteResetDatabase, isOn, (int *)0);
}

/// What a binding takes in place of a function that frees, so that SQLite copies the bytes.
static inline SQLiteFree SQLiteCopies(void) { return (SQLiteFree)(intptr_t)-1; }

#endif
