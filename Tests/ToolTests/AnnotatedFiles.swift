import AudioContainers
import AudioCore
import AudioFiles

/// A picture of four dots that every program can read.
enum Picture {
    static let dots: [UInt8] = [
        137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0, 253, 212,
        154, 115, 0, 0, 0, 14, 73, 68, 65, 84, 120, 156, 99, 96, 128, 128, 255, 96, 0, 0, 20, 249, 5, 251, 200, 10, 168,
        79, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]
}

/// A file that is there already, and gets texts and a picture.
struct AnnotatedFile {
    private let file: OpenFile

    static func open(_ path: String) throws -> AnnotatedFile {
        AnnotatedFile(file: try OpenFile.open(path, [.read, .write], hint: FourCC(0)))
    }

    func annotate(_ texts: [String: String], _ picture: [UInt8]? = nil) throws {
        let entries = texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        try file.setProperty(FourCC("info").rawValue, .dictionary(entries))
        if let picture { try file.setProperty(FourCC("aart").rawValue, .data(picture)) }
        try file.close()
    }
}
