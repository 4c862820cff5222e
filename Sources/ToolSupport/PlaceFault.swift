import Foundation
import RemoteMedia

/// What is wrong with the name of a file itself, whatever the file holds.
enum PlaceFault {
    /// Nil where the name can be that of a file.
    static func cause(_ path: String) -> String? {
        if !path.hasPrefix("/"), path != "-", isCurrentFolderGone {
            return "the folder that the command runs in has been removed"
        }
        if HTTPSource.isAddress(path) { return "an address: afplay plays it, and the other tools take files" }
        let scheme = "file://"
        guard path.lowercased().hasPrefix(scheme), let place = path.dropFirst(scheme.count).firstIndex(of: "/") else {
            return nil
        }
        return "a URL; the path alone names the file: "
            + (path[place...].removingPercentEncoding ?? "\(path[place...])")
    }

    /// Whether the folder has been removed, or its disk been unmounted, while the command runs in it.
    private static var isCurrentFolderGone: Bool {
        guard let folder = getcwd(nil, 0) else { return true }
        defer { free(folder) }
        return folder.pointee != CChar(UInt8(ascii: "/"))
    }
}
