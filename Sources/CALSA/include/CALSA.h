#ifndef CALSA_H
#define CALSA_H

#endif
