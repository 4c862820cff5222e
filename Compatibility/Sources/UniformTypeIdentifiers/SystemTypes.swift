// The types that the system declares, by their names in Swift.

extension UTType {
    /// Item.
    public static let item = UTType(known: "public.item")
    /// Content.
    public static let content = UTType(known: "public.content")
    /// Composite content.
    public static let compositeContent = UTType(known: "public.composite-content")
    /// Data.
    public static let data = UTType(known: "public.data")
    /// Directory.
    public static let directory = UTType(known: "public.directory")
    /// Resolvable.
    public static let resolvable = UTType(known: "com.apple.resolvable")
    /// Symbolic link.
    public static let symbolicLink = UTType(known: "public.symlink")
    /// Executable.
    public static let executable = UTType(known: "public.executable")
    /// Mount point.
    public static let mountPoint = UTType(known: "com.apple.mount-point")
    /// Alias file.
    public static let aliasFile = UTType(known: "com.apple.alias-file")
    /// Bookmark.
    public static let urlBookmarkData = UTType(known: "com.apple.bookmark")
    /// URL.
    public static let url = UTType(known: "public.url")
    /// URL of a file.
    public static let fileURL = UTType(known: "public.file-url")
    /// Folder.
    public static let folder = UTType(known: "public.folder")
    /// Volume.
    public static let volume = UTType(known: "public.volume")
    /// Package.
    public static let package = UTType(known: "com.apple.package")
    /// Bundle.
    public static let bundle = UTType(known: "com.apple.bundle")
    /// Plug-in.
    public static let pluginBundle = UTType(known: "com.apple.plugin")
    /// Framework.
    public static let framework = UTType(known: "com.apple.framework")
    /// Application.
    public static let application = UTType(known: "com.apple.application")
    /// Application.
    public static let applicationBundle = UTType(known: "com.apple.application-bundle")
    /// Executable of Unix.
    public static let unixExecutable = UTType(known: "public.unix-executable")
    /// Executable of Windows.
    public static let exe = UTType(known: "com.microsoft.windows-executable")
    /// Text.
    public static let text = UTType(known: "public.text")
    /// Plain text.
    public static let plainText = UTType(known: "public.plain-text")
    /// Plain text in UTF-8.
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    /// Plain text in UTF-16 with a byte order mark.
    public static let utf16ExternalPlainText = UTType(known: "public.utf16-external-plain-text")
    /// Plain text in UTF-16.
    public static let utf16PlainText = UTType(known: "public.utf16-plain-text")
    /// Delimited text.
    public static let delimitedText = UTType(known: "public.delimited-values-text")
    /// Comma-separated values.
    public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
    /// Tab-separated values.
    public static let tabSeparatedText = UTType(known: "public.tab-separated-values-text")
    /// Tab-separated values in UTF-8.
    public static let utf8TabSeparatedText = UTType(known: "public.utf8-tab-separated-values-text")
    /// Rich text.
    public static let rtf = UTType(known: "public.rtf")
    /// Rich text with pictures.
    public static let rtfd = UTType(known: "com.apple.rtfd")
    /// HTML.
    public static let html = UTType(known: "public.html")
    /// XML.
    public static let xml = UTType(known: "public.xml")
    /// YAML.
    public static let yaml = UTType(known: "public.yaml")
    /// JSON.
    public static let json = UTType(known: "public.json")
    /// Style sheet.
    public static let css = UTType(known: "public.css")
    /// Markdown.
    public static let markdown = UTType(known: "net.daringfireball.markdown")
    /// Log.
    public static let log = UTType(known: "public.log")
    /// Property list.
    public static let propertyList = UTType(known: "com.apple.property-list")
    /// Property list in XML.
    public static let xmlPropertyList = UTType(known: "com.apple.xml-property-list")
    /// Property list in binary form.
    public static let binaryPropertyList = UTType(known: "com.apple.binary-property-list")
    /// Source code.
    public static let sourceCode = UTType(known: "public.source-code")
    /// Source code of an assembler.
    public static let assemblyLanguageSource = UTType(known: "public.assembly-source")
    /// Source code in C.
    public static let cSource = UTType(known: "public.c-source")
    /// Source code in Objective-C.
    public static let objectiveCSource = UTType(known: "public.objective-c-source")
    /// Source code in Swift.
    public static let swiftSource = UTType(known: "public.swift-source")
    /// Source code in C++.
    public static let cPlusPlusSource = UTType(known: "public.c-plus-plus-source")
    /// Source code in Objective-C++.
    public static let objectiveCPlusPlusSource = UTType(known: "public.objective-c-plus-plus-source")
    /// Header in C.
    public static let cHeader = UTType(known: "public.c-header")
    /// Header in C++.
    public static let cPlusPlusHeader = UTType(known: "public.c-plus-plus-header")
    /// Script.
    public static let script = UTType(known: "public.script")
    /// JavaScript.
    public static let javaScript = UTType(known: "com.netscape.javascript-source")
    /// Shell script.
    public static let shellScript = UTType(known: "public.shell-script")
    /// Perl script.
    public static let perlScript = UTType(known: "public.perl-script")
    /// Python script.
    public static let pythonScript = UTType(known: "public.python-script")
    /// Ruby script.
    public static let rubyScript = UTType(known: "public.ruby-script")
    /// PHP script.
    public static let phpScript = UTType(known: "public.php-script")
    /// Makefile.
    public static let makefile = UTType(known: "public.make-source")
    /// PDF document.
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// Electronic book.
    public static let epub = UTType(known: "org.idpf.epub-container")
    /// Image.
    public static let image = UTType(known: "public.image")
    /// JPEG image.
    public static let jpeg = UTType(known: "public.jpeg")
    /// TIFF image.
    public static let tiff = UTType(known: "public.tiff")
    /// GIF image.
    public static let gif = UTType(known: "com.compuserve.gif")
    /// PNG image.
    public static let png = UTType(known: "public.png")
    /// Icon of Apple.
    public static let icns = UTType(known: "com.apple.icns")
    /// Bitmap of Windows.
    public static let bmp = UTType(known: "com.microsoft.bmp")
    /// Icon of Windows.
    public static let ico = UTType(known: "com.microsoft.ico")
    /// Raw image of a camera.
    public static let rawImage = UTType(known: "public.camera-raw-image")
    /// Digital negative.
    public static let dng = UTType(known: "com.adobe.raw-image")
    /// Scalable drawing.
    public static let svg = UTType(known: "public.svg-image")
    /// HEIF image.
    public static let heif = UTType(known: "public.heif")
    /// HEIC image.
    public static let heic = UTType(known: "public.heic")
    /// WebP image.
    public static let webP = UTType(known: "org.webmproject.webp")
    /// AVIF image.
    public static let avif = UTType(known: "public.avif")
    /// OpenEXR image.
    public static let exr = UTType(known: "com.ilm.openexr-image")
    /// Photo with a film.
    public static let livePhoto = UTType(known: "com.apple.live-photo")
    /// Sound or film.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// Movie.
    public static let movie = UTType(known: "public.movie")
    /// Video without sound.
    public static let video = UTType(known: "public.video")
    /// Sound.
    public static let audio = UTType(known: "public.audio")
    /// QuickTime movie.
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    /// MPEG movie.
    public static let mpeg = UTType(known: "public.mpeg")
    /// MPEG-2 video.
    public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
    /// MPEG-2 transport stream.
    public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
    /// MP3 audio.
    public static let mp3 = UTType(known: "public.mp3")
    /// MPEG-4 movie.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    /// MPEG-4 audio.
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    /// Protected audio of Apple.
    public static let appleProtectedMPEG4Audio = UTType(known: "com.apple.protected-mpeg-4-audio")
    /// Protected movie of Apple.
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    /// AVI movie.
    public static let avi = UTType(known: "public.avi")
    /// AIFF-C audio.
    public static let aifc = UTType(known: "public.aifc-audio")
    /// AIFF audio.
    public static let aiff = UTType(known: "public.aiff-audio")
    /// Waveform audio.
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    /// MIDI file.
    public static let midi = UTType(known: "public.midi-audio")
    /// Playlist.
    public static let playlist = UTType(known: "public.playlist")
    /// M3U playlist.
    public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
    /// Three-dimensional content.
    public static let threeDContent = UTType(known: "public.3d-content")
    /// Archive.
    public static let archive = UTType(known: "public.archive")
    /// Archive of gzip.
    public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
    /// Archive of bzip2.
    public static let bz2 = UTType(known: "public.bzip2-archive")
    /// ZIP archive.
    public static let zip = UTType(known: "public.zip-archive")
    /// Archive of Apple.
    public static let appleArchive = UTType(known: "com.apple.archive")
    /// Tar archive.
    public static let tarArchive = UTType(known: "public.tar-archive")
    /// Disk image.
    public static let diskImage = UTType(known: "public.disk-image")
    /// Spreadsheet.
    public static let spreadsheet = UTType(known: "public.spreadsheet")
    /// Presentation.
    public static let presentation = UTType(known: "public.presentation")
    /// Database.
    public static let database = UTType(known: "public.database")
    /// Message.
    public static let message = UTType(known: "public.message")
    /// Contact.
    public static let contact = UTType(known: "public.contact")
    /// Business card.
    public static let vCard = UTType(known: "public.vcard")
    /// Event of a calendar.
    public static let calendarEvent = UTType(known: "public.calendar-event")
    /// Message of electronic mail.
    public static let emailMessage = UTType(known: "public.email-message")
    /// Location in the Internet.
    public static let internetLocation = UTType(known: "com.apple.internet-location")
    /// Font.
    public static let font = UTType(known: "public.font")
    /// Certificate.
    public static let x509Certificate = UTType(known: "public.x509-certificate")
    /// Certificate with a key.
    public static let pkcs12 = UTType(known: "com.rsa.pkcs-12")
}
