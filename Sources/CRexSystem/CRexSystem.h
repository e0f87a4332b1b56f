// SPDX-License-Identifier: MIT

// What Rex calls of the system. The module of the whole C library has many more headers, which a clean build would
// compile and index for these few.

#ifndef REX_CREXSYSTEM_H
#define REX_CREXSYSTEM_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
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

/// Whether the process may make a file of this size; to write beyond the limit raises a signal.
static inline bool rex_may_make_file(uint64_t size) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
}

/// Writes a word after all that was written before, for whoever sees the memory then.
static inline void rex_store_last(uint64_t *place, uint64_t value) {
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
}

/// Sets a signal to the disposition that it has by default.
static inline void rex_signal_default(int number) {
    signal(number, SIG_DFL);
}

/// Whether the disposition of a signal is to ignore it.
static inline int rex_signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The place of a function or value that is loaded, or NULL; of all images, also those that were loaded later.
static inline void *rex_symbol(const char *name) {
#if defined(__APPLE__)
    return dlsym(RTLD_DEFAULT, name);
#else
    void *program = dlopen(NULL, RTLD_LAZY);
    return program == NULL ? NULL : dlsym(program, name);
#endif
}

/// Stores a pointer that other threads may load at the same time.
static inline void rex_store_pointer(void *place, void *value) {
    __atomic_store_n((void **)place, value, __ATOMIC_RELEASE);
}

// The time in nanoseconds. Swift sees the names of the clocks on some platforms only.

static inline uint64_t rex_nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Since some moment in the past, the same for all threads.
static inline uint64_t rex_monotonic_nanoseconds(void) {
    return rex_nanoseconds(CLOCK_MONOTONIC);
}

/// Since 1970.
static inline uint64_t rex_epoch_nanoseconds(void) {
    return rex_nanoseconds(CLOCK_REALTIME);
}

/// Whether a job of the concurrency runtime is a task, not one that an actor or a continuation has for itself.
///
/// The flags are behind the header of the object and two words of the executor's; their first byte is the kind.
static inline bool rex_job_is_task(const void *job) {
    return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 0;
}

/// The thread that calls, as a number: Darwin's `pthread_t` is a pointer, which is nothing that Swift calls safe to keep.
static inline uintptr_t rex_thread(void) {
    return (uintptr_t)pthread_self();
}

#if defined(__APPLE__)
/// A lock that a thread can find to be its own. Only the thread that has it writes the owner.
typedef struct {
    os_unfair_lock lock;
    uintptr_t owner;
} rex_owned_lock;

static inline bool rex_owned_lock_lock_unless_held(rex_owned_lock *lock) {
    uintptr_t self = rex_thread();
    if (!os_unfair_lock_trylock(&lock->lock)) {
        if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self) {
            return false;
        }
        os_unfair_lock_lock(&lock->lock);
    }
    __atomic_store_n(&lock->owner, self, __ATOMIC_RELAXED);
    return true;
}

static inline void rex_owned_lock_unlock(rex_owned_lock *lock) {
    __atomic_store_n(&lock->owner, 0, __ATOMIC_RELAXED);
    os_unfair_lock_unlock(&lock->lock);
}
#endif

/// A number that any thread reads and writes without a lock.
static inline int32_t rex_atomic_load(const int32_t *number) {
    return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

static inline void rex_atomic_store(int32_t *number, int32_t value) {
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

/// What the runtime of Swift knows of a stored property.
typedef struct {
    const char *name;
    void (*releaseName)(const char *);
    /// Neither weak nor unowned.
    bool isStrong;
    bool isVariable;
} rex_field;

// The functions that Swift makes its mirrors and key paths with, for structs, classes and tuples. They read no value.

__attribute__((swiftcall)) intptr_t swift_reflectionMirror_recursiveCount(const void *type);
__attribute__((swiftcall)) intptr_t swift_reflectionMirror_recursiveChildOffset(const void *type, intptr_t index);
__attribute__((swiftcall)) const void *swift_reflectionMirror_recursiveChildMetadata(
    const void *type, intptr_t index, rex_field *field);

/// How many stored properties a type has, those of its superclasses first.
static inline intptr_t rex_field_count(const void *type) {
    return swift_reflectionMirror_recursiveCount(type);
}

static inline intptr_t rex_field_offset(const void *type, intptr_t index) {
    return swift_reflectionMirror_recursiveChildOffset(type, index);
}

/// The type of a stored property.
static inline const void *rex_field_type(const void *type, intptr_t index, rex_field *field) {
    return swift_reflectionMirror_recursiveChildMetadata(type, index, field);
}

#endif
