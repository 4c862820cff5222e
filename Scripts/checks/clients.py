"""Each call that takes a function, a block, a queue, a run loop or a CoreFoundation object is made by Tests/SwiftClients."""
import pathlib
import re
import sys

COMMENT = re.compile(r"//.*")
# A declaration in C up to the end of its parameters, in which there is at most one level of parentheses.
C_FUNCTION = re.compile(r"CF_EXPORT\s+([\w\s*]+?)\s*\b(\w+)\(((?:[^()]|\([^()]*\))*)\)")
C_CALLBACK = re.compile(r"typedef\b[^;]*?\([*^](\w+)\)")
C_OBJECT = r"CA\w+Parameter|CA_BLOCK_PARAMETER|CA_SENDABLE|CF\w+Ref|dispatch_\w+_t"
# What is written in Swift for Swift: from the name to the body.
SWIFT_FUNCTION = re.compile(r"^public func ([A-Z]\w+)\(([^{]*)\{", re.MULTILINE)
SWIFT_OBJECT = re.compile(r"\b(?:CF[A-Z]\w+|NS[A-Z]\w+|DispatchQueue|ClientQueue)\b|\) -> (?:Void|OSStatus)[,)?]")


def text(path):
    return COMMENT.sub("", path.read_text())


def declared():
    # Swift programs call the functions of Core Media that are Swift's.
    headers = [
        text(path) for path in sorted(pathlib.Path("Sources/CoreAudioHeaders/include").rglob("*.h"))
        if path.parent.name != "CoreMedia"]
    callbacks = {name for header in headers for name in C_CALLBACK.findall(header)}
    taken = re.compile(rf"\b(?:{'|'.join([C_OBJECT, *sorted(callbacks)])})\b")
    functions = {
        name for header in headers for result, name, parameters in C_FUNCTION.findall(header)
        if taken.search(result + " " + parameters)}
    for target in ["CoreAudioTypes", "CoreAudio", "AudioToolbox", "CoreMIDI"]:
        for path in sorted(pathlib.Path("Sources", target).rglob("*.swift")):
            functions |= {name for name, rest in SWIFT_FUNCTION.findall(text(path)) if SWIFT_OBJECT.search(rest)}
    return functions


def main():
    sources = [text(path) for path in sorted(pathlib.Path("Tests/SwiftClients/Sources/Mode6").glob("*.swift"))]
    called = {name for source in sources for name in re.findall(r"\b([A-Z]\w+)\(", source)}
    functions = declared()
    missing = sorted(functions - called)
    if not functions:
        print("no call was found in the headers")
    for name in missing:
        print(f"Tests/SwiftClients: no call of {name}")
    return 1 if missing or not functions else 0


if __name__ == "__main__":
    sys.exit(main())
