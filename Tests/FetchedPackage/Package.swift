// swift-tools-version: 5.9
import PackageDescription

// A package that tells which modules and headers it sees.
let package = Package(
    name: "FetchedPackage",
    products: [.library(name: "Fetched", targets: ["Fetched"])],
    targets: [.target(name: "CFetched"), .target(name: "Fetched", dependencies: ["CFetched"])]
)
