// SPDX-License-Identifier: MIT

#ifndef CCOUNTERS_H
#define CCOUNTERS_H

/// How many blocks of memory this process has asked for so far; 0 where that is not counted.
unsigned long allocation_count(void);

/// How many instructions this thread, and those it started since the first call, have retired in user mode; -1 where
/// the machine does not tell.
long long instruction_count(void);

#endif
