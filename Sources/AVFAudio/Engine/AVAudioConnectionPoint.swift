public import Foundation

/// An input or output of a node, as one end of a connection.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
    private weak var point: AVAudioNode?
    private let number: AVAudioNodeBus

    /// Creates an end of a connection.
    ///
    /// - Parameters:
    ///   - node: the node, to which the object refers weakly.
    ///   - bus: the number of the input or output.
    public init(node: AVAudioNode, bus: AVAudioNodeBus) {
        point = node
        number = bus
        super.init()
    }

    /// The node; nil if it is gone.
    open var node: AVAudioNode? { point }

    /// The number of the input or output.
    open var bus: AVAudioNodeBus { number }

    /// Whether another object stands for the same input or output.
    ///
    /// - Parameter object: a connection point to compare with; anything else is not equal.
    /// - Returns: true if they are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioConnectionPoint else { return false }
        return other.node === node && other.bus == bus
    }

    /// Equal points have equal hashes.
    open override var hash: Int { bus }

    /// The point in words, for a log.
    open override var description: String {
        "<AVAudioConnectionPoint \(address(of: self)): \(node.map { "<\($0.briefName)>" } ?? "no node"), bus \(bus)>"
    }
}
