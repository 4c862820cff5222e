import COSSupport
import Foundation
import Testing
import os

extension LogTests {
    @Suite struct Realtime {
        /// Runs a function on a thread that passes for one of real-time priority.
        private func pretending(_ body: () -> Void) {
            os_support_thread_override(true)
            body()
            os_support_thread_override(false)
        }

        @Test func aFullJournalDropsAndCounts() throws {
            let journal = try Journal()
            let total = 5000
            pretending {
                for index in 0..<total { Logger().notice("\(index)") }
            }
            var received = 0
            while let text = journal.text() {
                #expect(text == String(received))
                received += 1
            }
            #expect(received > 0 && received < total)
            Logger().notice("after")
            #expect(journal.text() == "after")
            #expect(journal.text() == "\(total - received) messages of real-time threads were dropped")
            #expect(journal.bytes() == nil)
            #expect(journal.errorOutput() == "")
        }

        @Test func aFullPipeDropsAndCounts() throws {
            let journal = try Journal(isThere: false)
            journal.fillErrorOutput()
            pretending {
                Logger().notice("one")
                Logger().notice("two")
            }
            #expect(journal.errorOutput().allSatisfy { $0 == "." })
            pretending { Logger().notice("three") }
            let head = "\(ProcessInfo.processInfo.processName)[\(getpid())]: "
            #expect(journal.errorOutput() == "\(head)three\n\(head)2 messages of real-time threads were dropped\n")
        }

        @Test func aLongMessageIsCutAtACharacter() throws {
            let journal = try Journal()
            let text = "x" + String(repeating: "é", count: 1000)
            pretending { Logger().notice("\(text)") }
            #expect(journal.text() == "x" + String(repeating: "é", count: 511))
            Logger().notice("\(text)")
            #expect(journal.text() == text)
        }

        /// Whether this process may make threads of real-time priority.
        static let isPossible: Bool = {
            var parameters = sched_param(sched_priority: 1)
            let status = pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
            parameters.sched_priority = 0
            return pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0 && status == 0
        }()

        @Test(.enabled(if: isPossible)) func aThreadOfRealTimePriorityIsRecognized() async {
            #expect(!os_support_thread_is_realtime())
            let answers = await withCheckedContinuation { continuation in
                Thread {
                    var answers: [Bool] = []
                    for policy in [SCHED_FIFO, SCHED_RR, SCHED_OTHER] {
                        var parameters = sched_param(sched_priority: policy == SCHED_OTHER ? 0 : 1)
                        let status = pthread_setschedparam(pthread_self(), policy, &parameters)
                        answers.append(status == 0 && os_support_thread_is_realtime())
                    }
                    continuation.resume(returning: answers)
                }.start()
            }
            #expect(answers == [true, true, false])
        }
    }
}
