import Glibc

/// Keeps the numbers of standard input, standard output and standard error from the files that the program opens, where it was
/// started without them. What is written to standard error would otherwise become part of a sound.
///
/// Reading and writing them fails, as it does where nothing has their numbers.
func keepStandardDescriptors() {
    for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 {
        // The system gives the lowest free number, and those below are taken.
        _ = open("/dev/null", mode | O_CLOEXEC)
    }
}
