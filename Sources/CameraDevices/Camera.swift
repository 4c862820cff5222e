import AudioCore

/// How the pixels of a camera's pictures lie in memory, by the names of the field.
package enum CameraLayout: String, Hashable, Sendable, CaseIterable {
    case yuy2, uyvy, nv12, i420, bgra, bgrx, rgba, rgbx, rgb, bgr, gray8
    /// Each picture is a JPEG file.
    case mjpeg
}

/// A number of pictures per second as a fraction.
package struct CameraRate: Hashable, Sendable, Comparable {
    package var numerator: UInt32
    package var denominator: UInt32

    package init(_ numerator: UInt32, _ denominator: UInt32 = 1) {
        (self.numerator, self.denominator) = (numerator, max(1, denominator))
    }

    package var value: Double { Double(numerator) / Double(denominator) }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        UInt64(lhs.numerator) * UInt64(rhs.denominator) < UInt64(rhs.numerator) * UInt64(lhs.denominator)
    }
}

/// One shape of pictures that a camera has.
package struct CameraFormat: Hashable, Sendable {
    package var layout: CameraLayout
    package var width: Int
    package var height: Int
    /// The rates that can be asked for, the least first; two that are the ends of a range where `isRange` is true.
    package var rates: [CameraRate]
    package var isRange = false

    package init(_ layout: CameraLayout, _ width: Int, _ height: Int, rates: [CameraRate], isRange: Bool = false) {
        (self.layout, self.width, self.height) = (layout, width, height)
        self.rates = rates.sorted()
        self.isRange = isRange
    }
}

/// A camera as its server describes it.
package struct CameraDescription: Hashable, Sendable {
    package enum Position: Hashable, Sendable { case unknown, front, back }

    /// The server's lasting name for it.
    package var id: String
    /// What people call it.
    package var name: String
    package var maker = ""
    package var position = Position.unknown
    package var formats: [CameraFormat] = []

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// One picture of a camera. The memory is good until the function that gets it returns.
package struct CameraFrame {
    package var layout: CameraLayout
    package var width: Int
    package var height: Int
    /// The bytes, from the first plane on.
    package var bytes: UnsafeRawBufferPointer
    /// Bytes from one row of the first plane to the next; 0 for MJPEG.
    package var stride: Int
    /// When it was captured, in host time.
    package var hostTime: UInt64
    /// The camera's own number of it, from which gaps follow; nil where the camera does not count.
    package var sequence: UInt64?

    package init(
        _ layout: CameraLayout, _ width: Int, _ height: Int, bytes: UnsafeRawBufferPointer, stride: Int,
        hostTime: UInt64, sequence: UInt64? = nil
    ) {
        (self.layout, self.width, self.height) = (layout, width, height)
        (self.bytes, self.stride, self.hostTime, self.sequence) = (bytes, stride, hostTime, sequence)
    }
}

/// Gets the pictures of one camera.
package struct CameraReceiver: Sendable {
    /// Called with each picture, on a thread of the server's connection, until the stream has been closed.
    package var frame: @Sendable (CameraFrame) -> Void
    /// Called once where the stream ends by itself: the camera has gone, or the server.
    package var ended: @Sendable (AudioError) -> Void

    package init(
        frame: @escaping @Sendable (CameraFrame) -> Void, ended: @escaping @Sendable (AudioError) -> Void
    ) { (self.frame, self.ended) = (frame, ended) }
}

/// A stream of pictures, which ends with `close`.
package protocol CameraStream: AnyObject, Sendable {
    /// Ends the stream. When this returns, no picture is being received and none will be. The receiver's functions must not call it.
    func close()
}

/// A way to reach cameras.
package protocol CameraServer: AnyObject, Sendable {
    /// The cameras as they are now. They are empty where there is no server.
    func cameras() -> [CameraDescription]

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - format: one of the camera's.
    ///   - rate: pictures per second; nil for the camera's choice.
    func open(
        _ camera: String, _ format: CameraFormat, rate: CameraRate?, _ receiver: CameraReceiver
    ) throws(AudioError) -> any CameraStream

    /// Has `changed` called when a camera comes, goes or is described anew: on a thread of the server's connection.
    func watch(_ changed: @escaping @Sendable () -> Void)
}
