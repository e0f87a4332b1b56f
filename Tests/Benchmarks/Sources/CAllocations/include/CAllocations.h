// SPDX-License-Identifier: MIT

#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/// How many blocks of memory this process has asked for so far; 0 where that is not counted.
unsigned long allocation_count(void);

#endif
