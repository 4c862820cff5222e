import Glibc

/// `value` with a fixed number of decimal places, rounded as C's `printf` does; for texts below Foundation.
package func decimal(_ value: Double, places: Int) -> String {
    withVaList([Int32(clamping: places), value]) { list in
        var buffer = [CChar](repeating: 0, count: 400)
        let length = vsnprintf(&buffer, buffer.count, "%.*f", list)
        let shown = buffer.prefix(max(0, min(Int(length), buffer.count - 1)))
        return String(decoding: shown.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
