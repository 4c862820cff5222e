import AudioToolbox
import ToolSupport

/// The reports on the files of the command line, in the form that the options ask for.
struct Reports {
    enum Form { case full, brief, xml, json }

    var files: [String]
    var form = Form.full
    var showsInfo = false
    var countsPackets = false
    var warns = false
    /// Whether a file that could not be opened has a line of JSON, too.
    var isTable = false

    /// Prints the reports and returns the exit status: 0, or 1 where a file could not be opened.
    func show() -> Int32 {
        var status: Int32 = 0
        if form == .xml { ToolSupport.show(FileReport.xmlHead) }
        for (number, path) in files.enumerated() {
            do throws(ToolError) {
                let readsInfo = showsInfo || form == .xml || form == .json
                let report = try FileReport(path, countsPackets: countsPackets, readsInfo: readsInfo)
                ToolSupport.show(try text(report, number))
                if warns { for warning in report.warnings { complain("Warning: \(path): \(warning)") } }
            } catch {
                let addition = error.explained(path).addition
                complain("Fail: \(error.operation) failed" + addition)
                if isTable, form == .json {
                    let members = [("file", path), ("error", error.operation + " failed" + addition)]
                    ToolSupport.show(JSON.object(members.map { ($0.0, .string($0.1)) }).text + "\n")
                }
                status = 1
            }
        }
        if form == .xml { ToolSupport.show(FileReport.xmlEnd) }
        return flushOutput() ? status : 1
    }

    private func text(_ report: FileReport, _ number: Int) throws(ToolError) -> String {
        switch form {
        case .full: return report.text(showsInfo: showsInfo)
        case .brief: return report.briefText
        case .json: return report.json.text + "\n"
        case .xml:
            let others = try (1..<max(1, report.trackCount)).map { (track: UInt32) throws(ToolError) -> FileReport in
                try report.onTrack(track, countsPackets: countsPackets)
            }
            return report.xml(number: number, others: others, alerts: warns ? report.warnings : [])
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
