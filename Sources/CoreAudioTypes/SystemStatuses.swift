// Statuses of the system that Swift programs for a Mac use by name beside a module of ours, as `OSStatus(paramErr)`.
// They are `Int`, as Swift takes them there. Programs in C have them from MacErrors.h.

// MARK: Parameters and memory

/// A parameter is wrong.
public var paramErr: Int { -50 }
/// There is no memory.
public var memFullErr: Int { -108 }
/// A reference is nil.
public var nilHandleErr: Int { -109 }
/// A function is not implemented.
public var unimpErr: Int { -4 }
/// The user has cancelled.
public var userCanceledErr: Int { -128 }

// MARK: Drivers

/// A driver refuses to read.
public var readErr: Int { -19 }
/// A driver refuses to write.
public var writErr: Int { -20 }
/// A driver cannot be opened as asked for.
public var openErr: Int { -23 }
/// A driver cannot be closed.
public var closErr: Int { -24 }

// MARK: Files

/// A folder is full.
public var dirFulErr: Int { -33 }
/// A disk is full.
public var dskFulErr: Int { -34 }
/// There is no such volume.
public var nsvErr: Int { -35 }
/// Reading or writing has failed.
public var ioErr: Int { -36 }
/// A file's name is wrong.
public var bdNamErr: Int { -37 }
/// A file is not open.
public var fnOpnErr: Int { -38 }
/// The end of a file is reached.
public var eofErr: Int { -39 }
/// A position is before the start of a file.
public var posErr: Int { -40 }
/// Too many files are open.
public var tmfoErr: Int { -42 }
/// There is no such file.
public var fnfErr: Int { -43 }
/// A disk is protected from writing.
public var wPrErr: Int { -44 }
/// A file is locked.
public var fLckdErr: Int { -45 }
/// A volume is locked.
public var vLckdErr: Int { -46 }
/// A file is in use.
public var fBsyErr: Int { -47 }
/// There is another file of the name.
public var dupFNErr: Int { -48 }
/// A file is already open for writing.
public var opWrErr: Int { -49 }
/// A reference to a file is wrong.
public var rfNumErr: Int { -51 }
/// A file may not be opened.
public var permErr: Int { -54 }
/// A file may not be written.
public var wrPermErr: Int { -61 }
/// There is no such folder.
public var dirNFErr: Int { -120 }
