#ifndef CRealtime_H
#define CRealtime_H

#endif
