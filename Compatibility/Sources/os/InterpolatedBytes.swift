// The values of a message that are at a pointer.

extension OSLogInterpolation {
    /// Appends what is at a pointer. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - pointer: the bytes.
    ///   - format: what they mean.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure () -> UnsafeRawBufferPointer, format: OSLogPointerFormat = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: true) { $0.append(bytes: pointer(), meaning: format.meaning) }
    }

    /// Appends what is at a pointer. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - pointer: the bytes.
    ///   - format: what they mean.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure () -> UnsafeRawBufferPointer, format: OSLogPointerFormat = .none,
        privacy: OSLogPrivacy = .auto, attributes: String
    ) {
        append(privacy, isText: true) { $0.append(bytes: pointer(), meaning: format.meaning) }
    }

    /// Appends what is at a pointer. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - pointer: the pointer.
    ///   - bytes: the number of bytes.
    ///   - format: what they mean.
    ///   - privacy: who may see it.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure () -> UnsafeRawPointer, bytes: @autoclosure () -> Int,
        format: OSLogPointerFormat = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(privacy, isText: true) {
            $0.append(bytes: UnsafeRawBufferPointer(start: pointer(), count: bytes()), meaning: format.meaning)
        }
    }

    /// Appends what is at a pointer. It is private unless its privacy says that it is public.
    ///
    /// - Parameters:
    ///   - pointer: the pointer.
    ///   - bytes: the number of bytes.
    ///   - format: what they mean.
    ///   - privacy: who may see it.
    ///   - attributes: is ignored.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure () -> UnsafeRawPointer, bytes: @autoclosure () -> Int,
        format: OSLogPointerFormat = .none, privacy: OSLogPrivacy = .auto, attributes: String
    ) {
        append(privacy, isText: true) {
            $0.append(bytes: UnsafeRawBufferPointer(start: pointer(), count: bytes()), meaning: format.meaning)
        }
    }
}
