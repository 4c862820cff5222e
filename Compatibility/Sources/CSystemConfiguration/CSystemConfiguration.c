// Headers alone: SystemConfiguration has their bodies, in Swift.
