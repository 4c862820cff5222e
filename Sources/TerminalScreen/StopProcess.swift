import Glibc

/// Stops the process as Control-Z does where nothing handles it, and returns when it continues. A process that no shell could let
/// go on, because its shell is gone, is not stopped.
public func stopProcess() {
    var (usual, own) = (sigaction(), sigaction())
    usual.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &usual, &own)
    // Dispatch blocks a signal that it handles.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    sigaction(SIGTSTP, &own, nil)
}
