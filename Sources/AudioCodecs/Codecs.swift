import AudioCore

/// Every codec, the preferred one first where two share a format.
package enum Codecs {
    package static let all: [any Codec.Type] = []

    package static func named(_ id: FourCC) -> (any Codec.Type)? { all.first { $0.formatID == id } }
}
