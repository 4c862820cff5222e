// Compiled by ABITests where libsqlite3-dev is installed: our declarations against the real ones.
#include <sqlite3.h>
#include "../../Sources/CSQLiteLoader/include/CSQLiteLoader.h"

_Static_assert(SQLiteOK == SQLITE_OK && SQLiteBusy == SQLITE_BUSY && SQLiteCorrupt == SQLITE_CORRUPT, "");
_Static_assert(SQLiteNotADatabase == SQLITE_NOTADB && SQLiteRow == SQLITE_ROW && SQLiteDone == SQLITE_DONE, "");
_Static_assert(SQLiteNull == SQLITE_NULL && SQLitePreparePersistent == SQLITE_PREPARE_PERSISTENT, "");
_Static_assert(SQLiteOpenReadOnly == SQLITE_OPEN_READONLY && SQLiteOpenReadWrite == SQLITE_OPEN_READWRITE, "");
_Static_assert(SQLiteOpenCreate == SQLITE_OPEN_CREATE && SQLiteOpenNoMutex == SQLITE_OPEN_NOMUTEX, "");
_Static_assert(SQLiteOpenURI == SQLITE_OPEN_URI && SQLiteResetDatabase == SQLITE_DBCONFIG_RESET_DATABASE, "");
_Static_assert(sizeof(sqlite3_int64) == sizeof(int64_t), "");

// A function of theirs fits a pointer of ours, but for the name of the type of 64 bits.
void compare(SQLiteLibrary *library) {
    library->sqlite3_open_v2 = sqlite3_open_v2;
    library->sqlite3_close_v2 = sqlite3_close_v2;
    library->sqlite3_db_config = sqlite3_db_config;
    library->sqlite3_busy_timeout = sqlite3_busy_timeout;
    library->sqlite3_errmsg = sqlite3_errmsg;
    library->sqlite3_get_autocommit = sqlite3_get_autocommit;
    library->sqlite3_exec = sqlite3_exec;
    library->sqlite3_prepare_v3 = sqlite3_prepare_v3;
    library->sqlite3_finalize = sqlite3_finalize;
    library->sqlite3_reset = sqlite3_reset;
    library->sqlite3_step = sqlite3_step;
    library->sqlite3_bind_null = sqlite3_bind_null;
    library->sqlite3_bind_double = sqlite3_bind_double;
    library->sqlite3_bind_text = sqlite3_bind_text;
    library->sqlite3_bind_blob = sqlite3_bind_blob;
    library->sqlite3_column_type = sqlite3_column_type;
    library->sqlite3_column_double = sqlite3_column_double;
    library->sqlite3_column_text = sqlite3_column_text;
    library->sqlite3_column_blob = sqlite3_column_blob;
    library->sqlite3_column_bytes = sqlite3_column_bytes;
    library->sqlite3_bind_int64 = (int (*)(sqlite3_stmt *, int, int64_t))sqlite3_bind_int64;
    library->sqlite3_column_int64 = (int64_t(*)(sqlite3_stmt *, int))sqlite3_column_int64;
}
