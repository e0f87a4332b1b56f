// SPDX-License-Identifier: MIT

// What Rex calls of the system. The module of the whole C library has many more headers, which a clean build would
// compile and index for these few.

#ifndef REX_CREXSYSTEM_H
#define REX_CREXSYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <os/lock.h>
#endif

// Swift sees neither macros that are more than a constant nor functions with variable arguments.

/// What the last call of this thread that failed says of it.
static inline int rex_errno(void) {
    return errno;
}

static inline void rex_set_errno(int number) {
    errno = number;
}

static inline int rex_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

static inline int rex_fcntl(int descriptor, int command, int argument) {
    return fcntl(descriptor, command, argument);
}

/// Gives a signal the disposition that it has by default.
static inline void rex_signal_default(int number) {
    signal(number, SIG_DFL);
}

/// Whether what `signal` returned was the disposition to ignore.
static inline int rex_signal_is_ignored(void (*handler)(int)) {
    return handler == SIG_IGN;
}

#endif
