import CoreFoundation
import Foundation

/// In a file that imports CoreFoundation, these are CoreFoundation's own classes, as in any package for Linux.
public func lastPathComponent(of path: String) -> String? {
    let bytes = Array(path.utf8)
    let made: CFURL? = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, false)
    let name: CFString? = made.flatMap { CFURLCopyLastPathComponent($0) }
    return name.flatMap { $0 as AnyObject as? String }
}
