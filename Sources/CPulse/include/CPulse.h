#ifndef CPulse_H
#define CPulse_H

#endif
