import Glibc

/// RealtimeSanitizer's functions, where the tests are linked with it (Scripts/rtsan); they do nothing elsewhere.
package enum Sanitizer {
    private typealias Function = @convention(c) () -> Void

    private static func find(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static let enter = find("__rtsan_realtime_enter")
    private static let leave = find("__rtsan_realtime_exit")
    private static let disable = find("__rtsan_disable")
    private static let enable = find("__rtsan_enable")

    /// Looks the functions up, which allocates.
    package static func prepare() { _ = (enter, leave, disable, enable) }

    /// Runs a render as the audio thread does: an allocation, a lock or a blocking call ends the tests.
    package static func watch<Result>(_ body: () -> Result) -> Result {
        enter?()
        defer { leave?() }
        return body()
    }

    /// Runs a client's code within a render, which may do all that.
    package static func ignore<Result>(_ body: () -> Result) -> Result {
        disable?()
        defer { enable?() }
        return body()
    }
}
