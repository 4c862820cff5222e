import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import ToolSupport

/// What a file is that is no sound, and why a file is not read or written.
@Suite struct ForeignFileTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let kind: String?
        var testDescription: String { kind ?? "unknown" }

        init(_ text: String, _ kind: String?) { (bytes, self.kind) = (Array(text.utf8), kind) }
        init(_ bytes: [UInt8], _ kind: String?) { (self.bytes, self.kind) = (bytes, kind) }
    }

    static let rows = [
        Row("%PDF-1.7\n", "a PDF document"), Row([0x89, 0x50, 0x4E, 0x47, 13, 10], "a PNG picture"),
        Row([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"), Row("GIF89a", "a GIF picture"),
        Row([0x50, 0x4B, 3, 4, 20, 0], "a ZIP archive"), Row([0x1F, 0x8B, 8], "a file packed by gzip"),
        Row("BZh9", "a file packed by bzip2"), Row([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a file packed by xz"),
        Row([0x7F, 0x45, 0x4C, 0x46, 2], "a program (ELF)"), Row("#!/bin/sh\n", "a script"),
        Row("#! /bin/sh\n", "a script"), Row(Array("#!iLBC30\n".utf8) + [0x80, 1], nil),
        Row(Array("MThd".utf8) + [0, 0, 0, 6], "a MIDI file"),
        Row([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM film"),
        Row("RIFF\u{1}\u{1}\u{1}\u{1}AVI LIST", "an AVI film"), Row("#EXTM3U\n", "a playlist (M3U)"),
        Row([UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8), "a tar archive"),
        Row(" \n<!DocType HTML>", "a page of HTML"), Row("<html>", "a page of HTML"), Row("<?xml version=", "XML"),
        Row("<svg xmlns=", "an SVG picture"), Row("{\"error\": 404}\n", "text"), Row("Grüße\n", "text"),
        // A character that is cut off by the end of what is looked at.
        Row([0x61, 0xC3], "text"), Row([0xFF, 0xFE, 0x61, 0], "text"),
        Row([UInt8](repeating: 0, count: 64), "nothing but zeros"), Row([1, 2, 3, 0x80], nil),
        Row([0x61, 0xC3, 0x61], nil),
    ]

    @Test(arguments: ForeignFileTests.rows) func theFirstBytesTell(row: Row) {
        #expect(ForeignFile.kind(of: row.bytes) == row.kind)
    }

    /// No file of sound among the fixtures is taken for something else.
    @Test func soundsAreNotForeign() {
        for fixture in Fixture.all {
            let kind = ForeignFile.kind(at: fixture.file)
            #expect(kind == nil, "\(fixture.file): \(kind ?? "")")
        }
    }

    @Test func explanationsDoNotReplaceOthers() {
        let error = ToolError("Opening", -43)
        #expect(error.text == "Opening failed (-43)")
        #expect(error.explained("a.wav: gone").text == "Opening failed (-43): a.wav: gone")
        #expect(error.explained("a.wav: gone").explained("other").explanation == "a.wav: gone")
        #expect(ToolError(saying: "Couldn't open", -43, because: "gone").text == "Couldn't open (-43): gone")
    }

    @Test func statusesHaveWords() {
        let folder = ScratchFolder()
        _ = folder.write([1, 2, 3, 0x80], "a")
        let file = folder.file("a")
        #expect(FileFault.reading(file, kAudioFileInvalidFileError) == "\(file): damaged, or cut off")
        #expect(FileFault.reading(file, kAudioFileUnsupportedDataFormatError).hasSuffix("decodes its data format"))
        #expect(FileFault.writing(file, -34) == "\(file): the disk is full")
        #expect(
            FileFault.writing("-", -34)
                == "standard output: the disk of \(TemporaryFile.folder) is full, where it is made first; TMPDIR names another folder"
        )
        #expect(FileFault.reading("-", kAudioFileEndOfFileError) == "standard input: cut off: it ends too soon")
        #expect(FileFault.writing(folder.path, -54).hasSuffix(": a folder, where a file is to be written"))
    }
}
