#pragma once

// Programs in C that use the modules of the network. Each returns 0, or the number of the line where something was wrong. They declare what
// they call by themselves: the headers need Core Foundation's, which the package manager does not find for C.

/// A target that is told of its first flags, and of those after a change.
int NetworkClientReachability(const char *host, void (*change)(void));

/// Messages from strings of C, and to bytes.
int NetworkClientMessages(void);

/// Reads a page of the text "hello".
int NetworkClientStream(const char *url);
