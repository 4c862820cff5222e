/// The version of the library and of the tools. `Scripts/version` reads it here for what is installed and packaged.
let version = "0.1.0"

/// What `--version` prints of a tool.
public func toolVersion(_ tool: String) -> String { "\(tool) \(version) (swift-corelibs-audio)" }
