import Foundation
import Testing

/// What `Scripts/install` put into a folder of its own: the tools, headers and libraries that tests use as their users do.
package enum Installed {
    /// The prefix: what COREAUDIO_INSTALLED names, else `.build/installed` of this checkout; nil where nothing is installed.
    package static let prefix: String? = {
        let named = ProcessInfo.processInfo.environment["COREAUDIO_INSTALLED"]
        let path = named ?? PrivateServer.projectRoot.appending(path: ".build/installed").path
        return FileManager.default.fileExists(atPath: path + "/lib/pkgconfig/coreaudio.pc") ? path : nil
    }()

    package static var isThere: Bool { prefix != nil }

    /// The folder of the installed tools.
    package static var tools: String { (prefix ?? "") + "/bin" }

    /// The path of an installed tool.
    package static func tool(_ name: String) -> String { tools + "/" + name }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test where `Scripts/install` has put what it uses.
    package static var needsInstallation: Self {
        .enabled(if: Installed.isThere, "nothing is installed: Scripts/install \"\" .build/installed")
    }
}
