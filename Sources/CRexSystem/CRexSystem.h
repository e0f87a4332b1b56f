// SPDX-License-Identifier: MIT

// What Rex calls of the system. The module of the whole C library has many more headers, which a clean build would
// compile and index for these few.

#ifndef REX_CREXSYSTEM_H
#define REX_CREXSYSTEM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// WASI has no processes, no signals, and no memory that several programs share.
#if !defined(__wasi__)
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#endif

#if defined(__APPLE__)
#include <os/lock.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#endif

// Swift sees neither macros that are more than a constant nor functions with variable arguments.

#if defined(__wasi__)
// Its numbers are written as casts, which Swift does not see.
enum {
    rex_EACCES = EACCES,
    rex_EAGAIN = EAGAIN,
    rex_EEXIST = EEXIST,
    rex_EINTR = EINTR,
    rex_EINVAL = EINVAL,
    rex_EIO = EIO,
    rex_EISDIR = EISDIR,
    rex_ELOOP = ELOOP,
    rex_ENAMETOOLONG = ENAMETOOLONG,
    rex_ENOENT = ENOENT,
    rex_ENOSPC = ENOSPC,
    rex_ENOTDIR = ENOTDIR,
    rex_EPERM = EPERM,
    rex_EROFS = EROFS,
    rex_EXDEV = EXDEV,
    rex_EBADF = EBADF,
    rex_EDQUOT = EDQUOT,
    rex_O_APPEND = O_APPEND,
    rex_O_CLOEXEC = O_CLOEXEC,
    rex_O_CREAT = O_CREAT,
    rex_O_DIRECTORY = O_DIRECTORY,
    rex_O_EXCL = O_EXCL,
    rex_O_NOFOLLOW = O_NOFOLLOW,
    rex_O_NONBLOCK = O_NONBLOCK,
    rex_O_RDONLY = O_RDONLY,
    rex_O_RDWR = O_RDWR,
    rex_O_WRONLY = O_WRONLY,
};
#undef EACCES
static const int EACCES = rex_EACCES;
#undef EAGAIN
static const int EAGAIN = rex_EAGAIN;
#undef EEXIST
static const int EEXIST = rex_EEXIST;
#undef EINTR
static const int EINTR = rex_EINTR;
#undef EINVAL
static const int EINVAL = rex_EINVAL;
#undef EIO
static const int EIO = rex_EIO;
#undef EISDIR
static const int EISDIR = rex_EISDIR;
#undef ELOOP
static const int ELOOP = rex_ELOOP;
#undef ENAMETOOLONG
static const int ENAMETOOLONG = rex_ENAMETOOLONG;
#undef ENOENT
static const int ENOENT = rex_ENOENT;
#undef ENOSPC
static const int ENOSPC = rex_ENOSPC;
#undef ENOTDIR
static const int ENOTDIR = rex_ENOTDIR;
#undef EPERM
static const int EPERM = rex_EPERM;
#undef EROFS
static const int EROFS = rex_EROFS;
#undef EXDEV
static const int EXDEV = rex_EXDEV;
#undef EDQUOT
static const int EDQUOT = rex_EDQUOT;
#undef EBADF
static const int EBADF = rex_EBADF;
#undef O_APPEND
static const int O_APPEND = rex_O_APPEND;
#undef O_CLOEXEC
static const int O_CLOEXEC = rex_O_CLOEXEC;
#undef O_CREAT
static const int O_CREAT = rex_O_CREAT;
#undef O_DIRECTORY
static const int O_DIRECTORY = rex_O_DIRECTORY;
#undef O_EXCL
static const int O_EXCL = rex_O_EXCL;
#undef O_NOFOLLOW
static const int O_NOFOLLOW = rex_O_NOFOLLOW;
#undef O_NONBLOCK
static const int O_NONBLOCK = rex_O_NONBLOCK;
#undef O_RDONLY
static const int O_RDONLY = rex_O_RDONLY;
#undef O_RDWR
static const int O_RDWR = rex_O_RDWR;
#undef O_WRONLY
static const int O_WRONLY = rex_O_WRONLY;
#endif

/// What the last call of this thread that failed says of it.
static inline int rex_errno(void) {
    return errno;
}

static inline void rex_set_errno(int number) {
    errno = number;
}

/// Waits until a descriptor takes bytes; where the system cannot wait for that, it is asked again.
static inline void rex_wait_until_writable(int descriptor) {
#if defined(__wasi__)
    (void)descriptor;
#else
    struct pollfd request = {.fd = descriptor, .events = POLLOUT};
    poll(&request, 1, -1);
#endif
}

static inline int rex_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

static inline int rex_fcntl(int descriptor, int command, int argument) {
    return fcntl(descriptor, command, argument);
}

/// Whether the process may make a file of this size; to write beyond the limit raises a signal.
static inline bool rex_may_make_file(uint64_t size) {
#if defined(__wasi__)
    (void)size;
    return true;
#else
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
#endif
}

/// Whether there is room for so many bytes more where a file is; also if the system does not say it.
static inline bool rex_has_room(int descriptor, uint64_t size) {
#if defined(__wasi__)
    (void)descriptor, (void)size;
    return true;
#else
    struct statvfs disk;
    if (fstatvfs(descriptor, &disk) != 0 || disk.f_blocks == 0) {
        return true;
    }
    return size <= (uint64_t)disk.f_bavail * (uint64_t)disk.f_frsize;
#endif
}

/// The number of this process, and of every one where there are none.
static inline int rex_process(void) {
#if defined(__wasi__)
    return 1;
#else
    return getpid();
#endif
}

/// Whether there is a process of this number.
static inline bool rex_is_process(int process) {
#if defined(__wasi__)
    (void)process;
    return false;
#else
    return kill(process, 0) == 0 || errno != ESRCH;
#endif
}

/// Waits, or until a signal comes.
static inline void rex_pause(int milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
    nanosleep(&time, NULL);
}

/// The bytes of an open file as memory that is written to it; NULL if the system does not have it so.
static inline void *rex_map(int descriptor, size_t size) {
#if defined(__wasi__)
    (void)descriptor, (void)size;
    return NULL;
#else
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return memory == MAP_FAILED ? NULL : memory;
#endif
}

static inline void rex_unmap(void *memory, size_t size) {
#if defined(__wasi__)
    (void)memory, (void)size;
#else
    munmap(memory, size);
#endif
}

/// Gives a file the owner and the permissions of another one, as far as this process may.
static inline void rex_copy_rights(int descriptor, const struct stat *status) {
#if defined(__wasi__)
    (void)descriptor, (void)status;
#else
    if (fchown(descriptor, status->st_uid, status->st_gid) != 0) {
        // The permissions are for whoever owns it then.
    }
    fchmod(descriptor, status->st_mode & 07777);
#endif
}

/// Whether this process now has a file, which no other one has then; also where the system cannot tell.
static inline bool rex_claim(int descriptor) {
#if defined(__wasi__)
    (void)descriptor;
    return true;
#else
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
#endif
}

/// Reads the target of a symbolic link into bytes of any type.
static inline ssize_t rex_read_link(const char *path, void *bytes, size_t size) {
    return readlink(path, bytes, size);
}

/// Gives a file back that this process has, also if a process that it has just begun has not closed it yet.
static inline void rex_give_back(int descriptor) {
#if defined(__wasi__)
    (void)descriptor;
#else
    flock(descriptor, LOCK_UN);
#endif
}

/// Lets what was written to a file survive a loss of power, which takes more than `fsync` on Apple's platforms.
static inline int rex_sync(int descriptor) {
#if defined(F_FULLFSYNC)
    if (fcntl(descriptor, F_FULLFSYNC) == 0) {
        return 0;
    }
#endif
    return fsync(descriptor);
}

/// The next name in a folder, good until the next call; NULL behind the last one.
static inline const char *rex_next_name(DIR *folder) {
    struct dirent *entry = readdir(folder);
    return entry == NULL ? NULL : entry->d_name;
}

static inline bool rex_is_file(const struct stat *status) {
    return S_ISREG(status->st_mode);
}

static inline bool rex_is_link(const struct stat *status) {
    return S_ISLNK(status->st_mode);
}

static inline bool rex_is_same_file(const struct stat *one, const struct stat *other) {
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/// A file in memory, without a name, for this process alone; -1 where there is no such thing.
static inline int rex_memory_file(uint64_t size) {
#if defined(__linux__) && defined(SYS_memfd_create)
    int descriptor = (int)syscall(SYS_memfd_create, "rex", 1u);
    if (descriptor >= 0 && ftruncate(descriptor, (off_t)size) != 0) {
        close(descriptor);
        return -1;
    }
#if defined(O_NOATIME)
    // When it was read last would be noted each time.
    fcntl(descriptor, F_SETFL, O_NOATIME);
#endif
    return descriptor;
#else
    (void)size;
    return -1;
#endif
}

/// A number of bytes, and where they are to go.
typedef struct {
    uint64_t offset;
    uint64_t count;
} rex_piece;

/// Copies what stands at the beginning of a file to places behind `memory`, piece after piece, as the system does it: where
/// there is no memory behind a place any more that is no signal. Whether all was copied.
static inline bool rex_copy_pieces(int descriptor, void *memory, rex_piece first, rex_piece second) {
#if defined(__linux__)
    struct iovec places[2] = {
        {(char *)memory + first.offset, first.count},
        {(char *)memory + second.offset, second.count},
    };
    return preadv(descriptor, places, 2, 0) == (ssize_t)(first.count + second.count);
#else
    (void)descriptor, (void)memory, (void)first, (void)second;
    return false;
#endif
}

#if !defined(__wasi__)
/// Sets a signal to the disposition that it has by default.
static inline void rex_signal_default(int number) {
    signal(number, SIG_DFL);
}

/// Whether the disposition of a signal is to ignore it.
static inline int rex_signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
#endif

/// The place of a function or value that is loaded, or NULL; of all images, also those that were loaded later.
static inline void *rex_symbol(const char *name) {
#if defined(__APPLE__)
    return dlsym(RTLD_DEFAULT, name);
#elif defined(__wasi__)
    (void)name;
    return NULL;
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

/// A moment in the calendar, in UTC.
typedef struct {
    int year, month, day, hour, minute, second;
} rex_date;

static inline rex_date rex_utc_date(uint64_t seconds_since_1970) {
    time_t seconds = (time_t)seconds_since_1970;
    struct tm date = {0};
    gmtime_r(&seconds, &date);
    return (rex_date){
        date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec,
    };
}

/// Whether a job of the concurrency runtime is a task, not one that an actor or a continuation has for itself.
///
/// The flags are behind the header of the object and two words of the executor's; their first byte is the kind.
static inline bool rex_job_is_task(const void *job) {
    return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 0;
}

/// Whether a job of the concurrency runtime only resumes a task that has called `Task.yield()`.
static inline bool rex_job_is_yield(const void *job) {
    return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 195;
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

/// Whether a lock was refused because the thread has it already.
static inline bool rex_is_deadlock(int result) {
    return result == EDEADLK;
}

/// The size of a mutex, which is safe to know on each platform.
static inline intptr_t rex_mutex_size(void) {
    return (intptr_t)sizeof(pthread_mutex_t);
}

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

__attribute__((swiftcall)) const char *swift_EnumCaseName(const void *value, const void *type);

/// The name of the case that a value of an enum is in; null if that is not known.
static inline const char *rex_case_name(const void *value, const void *type) {
    return swift_EnumCaseName(value, type);
}

#endif
