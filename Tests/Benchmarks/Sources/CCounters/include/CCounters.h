// SPDX-License-Identifier: MIT

#ifndef CCOUNTERS_H
#define CCOUNTERS_H

/// The number of allocations of this process so far, or -1 on systems where they are not counted.
long allocation_count(void);

/// The number of allocations of this thread so far, or -1 on systems where they are not counted.
long thread_allocation_count(void);

/// Makes `free` keep blocks of up to 32 MB for this process, on systems where allocations are counted.
void keep_freed_memory(void);

/// Returns freed memory to the system, on systems where allocations are counted.
void return_freed_memory(void);

/// The number of user-mode instructions of this thread since the first call, or -1 if the machine does not count them.
///
/// Includes threads that this thread started and that have ended.
long long instruction_count(void);

#endif
