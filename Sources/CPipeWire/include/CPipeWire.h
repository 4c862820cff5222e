#ifndef CPipeWire_H
#define CPipeWire_H

#endif
