#ifndef CMIDICONSTANTS_H
#define CMIDICONSTANTS_H

// The constants of CoreMIDI's headers that have storage. The headers declare them; programs in C use them.

#endif
