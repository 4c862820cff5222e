// swift-tools-version: 5.9
import PackageDescription

// A package for the Mac whose targets, in Swift and in C, use neighbours of Core Audio. It depends on a package of which the
// environment says where it is fetched from.
let package = Package(
    name: "NeighbourPackage",
    dependencies: [.package(url: Context.environment["FETCHED_PACKAGE"] ?? "FetchedPackage", from: "1.0.0")],
    targets: [
        .target(name: "CSum"),
        .target(name: "CReach"),
        .executableTarget(
            name: "neighbours", dependencies: ["CReach", "CSum", .product(name: "Fetched", package: "FetchedPackage")]),
    ]
)
