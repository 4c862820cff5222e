import AudioCore
import AudioFiles
import AudioToolbox

extension AudioStreamBasicDescription {
    /// The format in one line, as the tools print it.
    package var text: String { StreamFormat(self).text }
}

/// `value` with a fixed number of decimal places, whatever the locale.
package func decimal(_ value: Double, places: Int) -> String { AudioCore.decimal(value, places: places) }
