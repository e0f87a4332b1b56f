// SPDX-License-Identifier: MIT

#ifndef CCOUNTERS_H
#define CCOUNTERS_H

/// How many blocks of memory this process has requested so far; -1 where that is not counted.
long allocation_count(void);

/// How many instructions this thread has retired in user mode since the first call, with the threads
/// that it started and that have ended; -1 where the machine does not count them.
long long instruction_count(void);

#endif
