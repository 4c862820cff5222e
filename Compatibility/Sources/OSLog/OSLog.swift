// The module OSLog is the module os. Reading the log (`OSLogStore`) is not there.
@_exported public import os
