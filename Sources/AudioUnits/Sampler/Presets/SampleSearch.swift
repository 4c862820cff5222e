import AudioCore
import Glibc

/// Where the audio files of a preset are looked for.
///
/// First comes the path that the preset states, from the preset's folder where it is relative. Where the path
/// contains `Sounds`, `Sampler Files` or `Apple Loops`, the part from there on is then looked for in the preset's folder, in the
/// program's and its `Resources`, and in the current one. Last comes the file's name alone, in the preset's folder.
struct SampleSearch {
    private let folders: [FilePath]
    private let presetFolder: FilePath?

    /// - Parameter preset: the preset's file, where it has one.
    init(near preset: FilePath?) {
        presetFolder = preset?.folder
        let program = Self.program?.folder
        folders = [presetFolder, program, program?.appending("/Resources"), FilePath(".")].compactMap { $0 }
    }

    /// The file that a preset means by `text`: a path, or a URL of a file; nil where there is none.
    func file(_ text: String) -> FilePath? {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        let path = text.hasPrefix("file://") ? Self.path(ofURL: text) : text
        let stated = path.hasPrefix("/") ? FilePath(path) : (presetFolder ?? FilePath(".")).appending("/" + path)
        if Self.isFile(stated) { return stated }
        let parts = path.split(separator: "/")
        for name in ["Sounds", "Sampler Files", "Apple Loops"] {
            guard let start = parts.firstIndex(of: name[...]) else { continue }
            let rest = parts[start...].joined(separator: "/")
            if let found = folders.lazy.map({ $0.appending("/" + rest) }).first(where: Self.isFile) { return found }
        }
        guard let presetFolder, let name = parts.last else { return nil }
        let beside = presetFolder.appending("/" + name)
        return Self.isFile(beside) ? beside : nil
    }

    private static func isFile(_ path: FilePath) -> Bool {
        var status = stat()
        return stat(path.bytes, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The path in a URL of a file: after the host, with `%20` and the like as what they stand for.
    private static func path(ofURL text: String) -> String {
        let rest = Array(text.utf8.dropFirst("file://".utf8.count).drop { $0 != UInt8(ascii: "/") })
        var bytes: [UInt8] = []
        var index = 0
        while index < rest.count {
            if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
                let value = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                index += 3
            } else {
                bytes.append(rest[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The file of the running program.
    private static let program: FilePath? = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return count > 0 && count < buffer.count
            ? FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) }) : nil
    }()
}
