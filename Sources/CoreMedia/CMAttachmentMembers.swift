import Foundation

/// A buffer that has attachments.
public protocol CMAttachmentBearerProtocol: AnyObject {
    /// The attachments.
    var attachments: CMAttachmentBearerAttachments { get }
    /// Sets the attachments that what is made of the buffer gets, too, on another.
    ///
    /// - Parameter destination: the other.
    func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T)
}

/// The attachments of a buffer, which change with it.
public struct CMAttachmentBearerAttachments {
    /// Whether what is made of a buffer gets the attachment, too.
    public enum Mode: CMAttachmentMode, Sendable {
        /// It stays with its buffer.
        case shouldNotPropagate = 0
        /// What is made of its buffer gets it, too.
        case shouldPropagate = 1
    }

    /// An attachment.
    public enum Value {
        /// It stays with its buffer.
        case shouldNotPropagate(Any)
        /// What is made of its buffer gets it, too.
        case shouldPropagate(Any)

        /// The value.
        public var value: Any {
            switch self {
            case .shouldNotPropagate(let value), .shouldPropagate(let value): value
            }
        }

        /// Whether what is made of its buffer gets it, too.
        public var mode: Mode {
            switch self {
            case .shouldNotPropagate: .shouldNotPropagate
            case .shouldPropagate: .shouldPropagate
            }
        }
    }

    let bearer: AnyObject
    private var table: AttachmentTable? { AttachmentTable.of(bearer) }

    /// An attachment by its name; setting nil removes it.
    ///
    /// - Parameter key: the name.
    /// - Returns: the attachment; nil for none.
    public subscript(key: String) -> Value? {
        get {
            guard let entry = table?[key] else { return nil }
            return entry.mode == Mode.shouldPropagate.rawValue
                ? .shouldPropagate(entry.value) : .shouldNotPropagate(entry.value)
        }
        nonmutating set {
            table?[key] = newValue.map {
                AttachmentTable.Entry(value: $0.value as AnyObject, mode: $0.mode.rawValue)
            }
        }
    }

    /// An attachment of Core Media's by its name; setting nil removes it.
    ///
    /// - Parameter key: the name.
    /// - Returns: the attachment; nil for none.
    public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
        get { self[String(describing: key.rawValue)] }
        nonmutating set { self[String(describing: key.rawValue)] = newValue }
    }

    /// The attachments that what is made of the buffer gets, too.
    public var propagated: [String: Any] { table?.all(Mode.shouldPropagate.rawValue) ?? [:] }

    /// The attachments that stay with the buffer.
    public var nonPropagated: [String: Any] { table?.all(Mode.shouldNotPropagate.rawValue) ?? [:] }

    /// Sets attachments, in place of those of the same names.
    ///
    /// - Parameters:
    ///   - attachments: the attachments by their names.
    ///   - mode: whether what is made of the buffer gets them, too.
    public func merge(_ attachments: [String: Any], mode: Mode) {
        for (key, value) in attachments {
            table?[key] = AttachmentTable.Entry(value: value as AnyObject, mode: mode.rawValue)
        }
    }

    /// Removes all attachments.
    public func removeAll() { table?.removeAll() }
}

extension CMAttachmentBearerProtocol {
    /// The attachments.
    public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(bearer: self) }

    /// Sets the attachments that what is made of the buffer gets, too, on another.
    ///
    /// - Parameter destination: the other.
    public func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T) {
        CMPropagateAttachments(self, destination: destination)
    }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol {}
extension CMBlockBuffer: CMAttachmentBearerProtocol {}
