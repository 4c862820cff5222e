import Testing

/// Requirements of tests on the programs that are installed.
extension Trait where Self == ConditionTrait {
    /// Runs a test where all these programs are on the search path.
    package static func needs(_ programs: String...) -> Self {
        let missing = programs.filter { !OtherProgram.exists($0) }
        return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
    }

    /// Runs a test where a sound server of this kind is installed.
    package static func needs(_ server: PrivateServer.Kind) -> Self {
        .enabled(if: server.isInstalled, "not installed: \(server.programs.joined(separator: ", "))")
    }
}
