/// What `--version` prints of a tool.
public func toolVersion(_ tool: String) -> String { "\(tool) 0.1.0 (swift-corelibs-audio)" }
