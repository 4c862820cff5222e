import Foundation

/// The error that a status is for programs in Swift.
func failure(_ status: OSStatus) -> NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }

/// Throws what a status other than 0 stands for.
func check(_ status: OSStatus) throws {
    if status != 0 { throw failure(status) }
}

/// What a function of Core Media stops with.
struct Refusal: Error {
    let status: OSStatus
}

/// The status of what `body` does: 0, or that of the refusal it throws.
func status(_ body: () throws(Refusal) -> Void) -> OSStatus {
    do throws(Refusal) {
        try body()
        return 0
    } catch { return error.status }
}
