import Foundation

/// A child process with its standard streams on /dev/null, or its output and its errors in files, or its input and its output on
/// one socket.
///
/// Foundation's `Process` waits for the end of a socket that the child's own children inherit, so it never sees the end
/// of a script that leaves a server behind; this waits for the process itself.
package final class ChildProcess {
    package let pid: pid_t
    /// How it ended, once that has been waited for.
    private var status: Int32?

    /// - Parameter socket: a descriptor that the child reads and writes, in the place of /dev/null and `output`.
    package init?(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, output: String? = nil,
        errors: String? = nil, socket: Int32? = nil
    ) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let socket {
            posix_spawn_file_actions_adddup2(&actions, socket, 0)
            posix_spawn_file_actions_adddup2(&actions, socket, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        }
        posix_spawn_file_actions_addopen(&actions, 2, errors ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        // Worker threads block signals, and a child would go on blocking them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        guard posix_spawn(&pid, path, &actions, &attributes, &argv, &envp) == 0 else { return nil }
        self.pid = pid
    }

    /// Ends a process that no code has waited for. An exit test waits for any child of this process, and would find one that
    /// has ended again and again.
    deinit {
        guard status == nil else { return }
        kill(pid, SIGKILL)
        _ = waitForStatus()
    }

    /// Whether one of its threads has this name.
    package func hasThread(named name: String) -> Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return threads.contains { thread in
            (try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/comm", encoding: .utf8)) == name + "\n"
        }
    }

    /// Waits for the end. Its exit status, or 128 and the signal that ended it.
    package func wait() -> Int32 {
        let status = waitForStatus()
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Waits as `wait` does, and kills the process where it has not ended after so many seconds.
    package func wait(atMost seconds: Int) -> Int32 {
        let limit = DispatchSource.makeTimerSource()
        limit.schedule(deadline: .now() + .seconds(seconds))
        limit.setEventHandler { [pid] in
            print("process \(pid) has not ended after \(seconds) s")
            kill(pid, SIGKILL)
        }
        limit.resume()
        defer { limit.cancel() }
        return wait()
    }

    /// Sends a signal, and does not wait. Its number is another process's once it has been waited for.
    package func send(_ signal: Int32) {
        if status == nil { kill(pid, signal) }
    }

    /// Sends a signal and waits. The signal that ended it, nil where it ended by itself.
    package func end(by signal: Int32) -> Int32? {
        send(signal)
        let number = waitForStatus() & 0x7F
        return number == 0 ? nil : number
    }

    private func waitForStatus() -> Int32 {
        if let status { return status }
        var ended: Int32 = 0
        while waitpid(pid, &ended, 0) < 0, errno == EINTR {}
        status = ended
        return ended
    }

    /// Sends it a signal, and waits for its end as `wait` does.
    package func end(_ signal: Int32) -> Int32 {
        send(signal)
        return wait()
    }

    /// Asks it to end as Control-C does, and waits.
    package func interrupt() {
        send(SIGINT)
        _ = wait()
    }
}
