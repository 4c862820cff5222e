import AudioToolbox
import ToolSupport

/// What is told of which files.
struct Reports {
    enum Form { case full, brief, xml, json }

    var files: [String]
    var form = Form.full
    var showsInfo = false
    var countsPackets = false
    var warns = false

    /// Prints the reports and returns the exit status: 0, or 1 where a file could not be opened.
    func show() -> Int32 {
        var status: Int32 = 0
        if form == .xml { ToolSupport.show("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<audio_info>\n") }
        for path in files {
            do throws(ToolError) {
                let readsInfo = showsInfo || form == .xml || form == .json
                let report = try FileReport(path, countsPackets: countsPackets, readsInfo: readsInfo)
                ToolSupport.show(text(report))
                if warns { for warning in report.warnings { complain("Warning: \(path): \(warning)") } }
            } catch {
                complain("Fail: \(error.operation) failed")
                status = 1
            }
        }
        if form == .xml { ToolSupport.show("</audio_info>\n") }
        return flushOutput() ? status : 1
    }

    private func text(_ report: FileReport) -> String {
        switch form {
        case .full: report.text(showsInfo: showsInfo)
        case .brief: report.briefText
        case .xml: report.xml
        case .json: report.json.text + "\n"
        }
    }
}

extension FileReport {
    /// What a careful reader would frown at.
    var warnings: [String] {
        var found: [String] = []
        if audioBytes == 0 { found.append("there is no audio data") }
        if !isOptimized { found.append("there are chunks behind the audio data, so it cannot be streamed or extended") }
        if format.mBytesPerPacket > 0, audioBytes % UInt64(format.mBytesPerPacket) != 0 {
            found.append("the audio data ends within a packet")
        }
        return found
    }
}
