#ifndef CMEDIACONSTANTS_H
#define CMEDIACONSTANTS_H

// The constants of Core Media's headers that have storage. The headers declare them; programs in C use them.

#endif
