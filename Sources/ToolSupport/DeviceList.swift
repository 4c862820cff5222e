import AudioToolbox
import CoreAudioAdditions
import Glibc
import TerminalScreen

/// The devices of the sound server: what `--list-devices` shows, and `--device` chooses from.
public struct DeviceList: Sendable {
    private let devices: [SoundServer.Device]
    private let isInput: Bool

    /// Asks the sound server.
    ///
    /// - Parameter isInput: for microphones, and not loudspeakers.
    public init(recording isInput: Bool) throws(ToolError) {
        self.isInput = isInput
        do throws(SoundServer.Failure) { devices = try SoundServer.devices(recording: isInput) } catch {
            throw ToolError("Asking the sound server", kAudioHardwareNotRunningError, because: error.reason)
        }
    }

    /// The UID of the device that a user means: by its UID, or by the name that desktops show, in capitals or not.
    ///
    /// - Throws: where no device is called so, or several are.
    public func uid(of text: String) throws(ToolError) -> String {
        if let device = devices.first(where: { $0.uid == text }) { return device.uid }
        for isSame in [{ $0 == text }, { $0.lowercased() == text.lowercased() }] as [(String) -> Bool] {
            let found = devices.filter { isSame($0.name) }
            if found.count == 1 { return found[0].uid }
            guard found.isEmpty else {
                let uids = found.map(\.uid).joined(separator: ", ")
                throw error("several devices are called \"\(text)\"; their UIDs are \(uids)")
            }
        }
        let kind = isInput ? "records" : "plays"
        let names = devices.map { $0.name == $0.uid ? $0.uid : "\($0.name) (\($0.uid))" }.joined(separator: ", ")
        let others = devices.isEmpty ? "no device \(kind)" : "there are \(names)"
        throw error("no device that \(kind) is called \"\(text)\"; \(others)")
    }

    private func error(_ reason: String) -> ToolError {
        ToolError("Choosing the device", kAudioHardwareBadDeviceError, because: reason)
    }

    /// A line for each device, below one of headings. A star marks the default device.
    public var table: String {
        let headings = ["", "UID", "Name", "Channels", "Rate"]
        let rows = devices.map { device in
            [
                device.isDefault ? "*" : "", device.uid, device.name, "\(device.channels)",
                "\(decimal(device.sampleRate, places: 0)) Hz",
            ].map { DisplayText.clean($0, isUnicode: true) }
        }
        let widths = headings.indices.map { column in
            ([headings] + rows).map { DisplayText.width($0[column]) }.max() ?? 0
        }
        return ([headings] + rows).map { row in
            let fields = zip(row, widths).map { DisplayText.fitted($0, to: $1, isUnicode: true) }
            let line = fields.joined(separator: "  ")
            return String(line.prefix(through: line.lastIndex { $0 != " " } ?? line.startIndex)) + "\n"
        }.joined()
    }

    /// What a shell offers: each UID, explained by the name.
    var choices: [String] { devices.map { Completions.line($0.uid, $0.name) } }

    /// One array, on a line.
    public var json: JSON {
        .array(
            devices.map {
                .object([
                    ("uid", .string($0.uid)), ("name", .string($0.name)), ("default", .bool($0.isDefault)),
                    ("channels", .integer(Int64($0.channels))), ("sampleRate", .number($0.sampleRate)),
                ])
            })
    }
}

/// The choice of a sound system by an option or the environment.
public enum SoundSystem {
    private static let variable = "COREAUDIO_BACKEND"

    /// Has the process use the sound system of an option, if there is one.
    public static func choose(_ name: String?) { if let name { setenv(variable, name, 1) } }

    /// Whether nothing is heard or recorded though nobody asked for that: no sound server answers. False before it is asked.
    public static func isMissing(_ backendName: String?) -> Bool {
        guard backendName == "null" else { return false }
        return getenv(variable).map { $0.pointee == 0 } ?? true
    }

    /// The same, of the server that this process uses or would use.
    public static var isMissing: Bool {
        get throws(ToolError) {
            do throws(SoundServer.Failure) { return isMissing(try SoundServer.name) } catch {
                throw ToolError("Asking the sound server", kAudioHardwareNotRunningError, because: error.reason)
            }
        }
    }

    /// Prints the devices and returns the exit status: 0, or 1 where no sound server answers.
    ///
    /// - Parameters:
    ///   - isInput: for microphones, and not loudspeakers.
    ///   - isJSON: for programs.
    public static func listDevices(recording isInput: Bool, isJSON: Bool) throws(ToolError) -> Int32 {
        guard try !isMissing else {
            complain("Error: No sound server answers: there are no devices.")
            return 1
        }
        let list = try DeviceList(recording: isInput)
        show(isJSON ? list.json.text + "\n" : list.table)
        return flushOutput() ? 0 : 1
    }
}
