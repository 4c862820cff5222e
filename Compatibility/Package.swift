// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: warnings are errors, existentials are spelt out.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

// The neighbours of Core Audio on a Mac. They are a package of their own because modules of these names switch code in other
// packages, by `canImport`: only a program that lists this package gets them.
let package = Package(
    name: "Compatibility",
    products: [],
    targets: []
)
