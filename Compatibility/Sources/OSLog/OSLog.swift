// The module OSLog is the modules os and Foundation, as on a Mac. Reading the log (`OSLogStore`) is not there.
@_exported public import Foundation
@_exported public import os
