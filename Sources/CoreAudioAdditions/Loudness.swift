import AudioDSP

/// Measures loudness after ITU-R BS.1770 and EBU R 128.
package typealias LoudnessMeter = AudioDSP.LoudnessMeter
