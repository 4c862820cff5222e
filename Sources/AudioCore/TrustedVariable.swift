import CSystem

/// The environment's variables that say where files, sockets or libraries are.
///
/// A program that has more rights than whoever starts it (set-user-ID, or with capabilities) does not go where that one sends it.
package enum TrustedVariable {
    /// Nil where the variable is not set or empty, and in such a program.
    package static func text(_ name: String) -> String? {
        guard let value = system_trusted_variable(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
