// SPDX-License-Identifier: MIT

// The system functions that Rex calls. Importing the module of the whole C library instead would make a clean build
// compile and index many more headers.

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

// WASI has no processes, no signals and no shared memory.
#if !defined(__wasi__)
#include <dlfcn.h>
#include <poll.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#endif

#if defined(__APPLE__)
#include <os/lock.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#endif

// Swift imports only macros that are constants, and no variadic functions. These wrappers replace the others.

#if defined(__wasi__)
// WASI defines these constants with casts, which Swift does not import.
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

/// The error number of the last failed call on this thread.
static inline int rex_errno(void) {
    return errno;
}

/// Whether a call of `link` has failed because the file system has no second names, or no more of them for the file.
static inline bool rex_cannot_link(int number) {
    return number == EPERM || number == ENOTSUP || number == ENOSYS || number == EMLINK;
}

static inline void rex_set_errno(int number) {
    errno = number;
}

/// Waits until a descriptor accepts bytes. WASI cannot wait, so there it returns at once and the caller retries.
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

/// Whether the limits of this process allow a file of `size` bytes. A write beyond the limit raises a signal.
static inline bool rex_may_make_file(uint64_t size) {
#if defined(__wasi__)
    (void)size;
    return true;
#else
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
#endif
}

/// Whether the file system of an open file has `size` free bytes. Returns true if the system does not report it.
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

/// The id of this process. Always 1 on WASI, which has no processes.
static inline int rex_process(void) {
#if defined(__wasi__)
    return 1;
#else
    return getpid();
#endif
}

/// Whether a process with this id exists. Always false on WASI.
static inline bool rex_is_process(int process) {
#if defined(__wasi__)
    (void)process;
    return false;
#else
    return kill(process, 0) == 0 || errno != ESRCH;
#endif
}

/// Sleeps for `milliseconds`, or until a signal arrives.
static inline void rex_pause(int milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
    nanosleep(&time, NULL);
}

/// Maps an open file into memory, for reading and writing. Returns NULL if that fails or is not supported.
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

/// Copies the owner and the permissions in `status` to a file, as far as this process is allowed to.
static inline void rex_copy_rights(int descriptor, const struct stat *status) {
#if defined(__wasi__)
    (void)descriptor, (void)status;
#else
    if (fchown(descriptor, status->st_uid, status->st_gid) != 0) {
        // The owner stays as it is. The permissions are copied nevertheless.
    }
    fchmod(descriptor, status->st_mode & 07777);
#endif
}

/// Tries to lock a file for this process. Returns false if another process holds the lock.
///
/// Returns true if the file system or the platform has no locks.
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

/// Unlocks a file that `rex_claim` has locked. Closing it is not enough while a new child process still has it open.
static inline void rex_give_back(int descriptor) {
#if defined(__wasi__)
    (void)descriptor;
#else
    flock(descriptor, LOCK_UN);
#endif
}

/// Makes the contents of a file survive a loss of power. On Apple's platforms `fsync` is not enough for that.
static inline int rex_sync(int descriptor) {
#if defined(F_FULLFSYNC)
    if (fcntl(descriptor, F_FULLFSYNC) == 0) {
        return 0;
    }
#endif
    return fsync(descriptor);
}

/// Returns the next name in a folder, or NULL after the last one. The name is valid until the next call.
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

/// Creates a file in memory, without a name. Returns its descriptor, or -1 if that fails or is not supported.
static inline int rex_memory_file(uint64_t size) {
#if defined(__linux__) && defined(SYS_memfd_create)
    int descriptor = (int)syscall(SYS_memfd_create, "rex", 1u);
    if (descriptor >= 0 && ftruncate(descriptor, (off_t)size) != 0) {
        close(descriptor);
        return -1;
    }
    // Don't update the access time at each read. This is `O_NOATIME`, which the C library defines only for programs that
    // ask for all GNU extensions.
    fcntl(descriptor, F_SETFL, 01000000);
    return descriptor;
#else
    (void)size;
    return -1;
#endif
}

/// `count` bytes, and the offset that they are copied to.
typedef struct {
    uint64_t offset;
    uint64_t count;
} rex_piece;

/// Copies the beginning of a file to two pieces of `memory`, one after the other. Returns whether all was copied.
///
/// The system does the copying. If a page of the mapped memory no longer exists, the call fails, while a direct access
/// would raise a signal. Always returns false on platforms other than Linux.
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
/// Resets a signal to its default disposition.
static inline void rex_signal_default(int number) {
    signal(number, SIG_DFL);
}

/// Whether a signal is ignored.
static inline int rex_signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
#endif

#if !defined(__wasi__)
// Sockets of a server that only this machine can reach. All of them are non-blocking and closed in child programs.

static inline int rex_prepare_socket(int descriptor) {
    if (descriptor >= 0) {
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
#if defined(SO_NOSIGPIPE)
        int on = 1;
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    }
    return descriptor;
}

/// Listens on a port of 127.0.0.1, or on a free one if `port` is 0. Returns a socket, or -1.
static inline int rex_listen(uint16_t port) {
#if defined(SOCK_CLOEXEC)
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
#endif
    if (rex_prepare_socket(descriptor) < 0) {
        return -1;
    }
    // A server that has just ended does not block its port.
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 || listen(descriptor, 128) != 0) {
        int number = errno;
        close(descriptor);
        errno = number;
        return -1;
    }
    return descriptor;
}

/// The port of a listening socket, or 0.
static inline uint16_t rex_port(int descriptor) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    return getsockname(descriptor, (struct sockaddr *)&address, &size) == 0 ? ntohs(address.sin_port) : 0;
}

/// Accepts a connection. Returns a socket, or -1 if none waits.
static inline int rex_accept(int descriptor) {
#if defined(__linux__)
    return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
#else
    return rex_prepare_socket(accept(descriptor, NULL, NULL));
#endif
}

/// Sends bytes without raising SIGPIPE.
static inline ssize_t rex_send(int descriptor, const void *bytes, size_t count) {
#if defined(MSG_NOSIGNAL)
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
#else
    return send(descriptor, bytes, count, 0);
#endif
}

/// Tells the other side that no more bytes follow.
static inline void rex_end_sending(int descriptor) {
    shutdown(descriptor, SHUT_WR);
}

/// Ends a socket, and closes it. Closing alone would have no effect while another thread polls the socket.
static inline void rex_end_socket(int descriptor) {
    shutdown(descriptor, SHUT_RDWR);
    close(descriptor);
}

/// Whether a failed call on a non-blocking descriptor has to be repeated later.
static inline bool rex_would_block(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/// Creates a pipe that is non-blocking and closed in child programs. Returns whether that succeeded.
static inline bool rex_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe(ends) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK);
    }
    *reading = ends[0];
    *writing = ends[1];
    return true;
}

/// Starts a detached thread that blocks all signals, and stores it in `thread` unless that is NULL. Returns whether that
/// succeeded.
static inline bool rex_start_thread(void *(*body)(void *), void *context, pthread_t *thread) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 4 << 20);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t started;
    bool is_started = pthread_create(&started, &attributes, body, context) == 0;
    if (is_started && thread != NULL) {
        *thread = started;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return is_started;
}
#endif

/// The address of a symbol, or NULL. Searches all loaded images, including those loaded after launch.
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

// The time in nanoseconds. Swift imports the names of the clocks only on some platforms.

static inline uint64_t rex_nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// The nanoseconds since a fixed moment in the past, which is the same for all threads.
static inline uint64_t rex_monotonic_nanoseconds(void) {
    return rex_nanoseconds(CLOCK_MONOTONIC);
}

/// The nanoseconds since 1970.
static inline uint64_t rex_epoch_nanoseconds(void) {
    return rex_nanoseconds(CLOCK_REALTIME);
}

/// A date and time in UTC.
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

/// Whether a job of the concurrency runtime runs a task. Actors and continuations have jobs of other kinds.
///
/// The flags of a job follow the object header and two words for the executor. Their first byte is the kind.
static inline bool rex_job_is_task(const void *job) {
    return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 0;
}

/// Whether a job of the concurrency runtime only resumes a task that has called `Task.yield()`.
static inline bool rex_job_is_yield(const void *job) {
    return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 195;
}

/// The current thread, as a number. Darwin's `pthread_t` is a pointer, which Swift considers unsafe to store.
static inline uintptr_t rex_thread(void) {
    return (uintptr_t)pthread_self();
}

#if defined(__APPLE__)
/// A lock that knows which thread holds it. Only that thread writes `owner`.
typedef struct {
    os_unfair_lock lock;
    uintptr_t owner;
} rex_owned_lock;

/// Locks, and returns true. Returns false at once if the current thread already holds the lock.
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

/// Whether locking failed because the current thread already holds the lock.
static inline bool rex_is_deadlock(int result) {
    return result == EDEADLK;
}

/// The size of a mutex. Swift considers `MemoryLayout` of it unsafe on some platforms.
static inline intptr_t rex_mutex_size(void) {
    return (intptr_t)sizeof(pthread_mutex_t);
}

/// Loads a number atomically, so that other threads can store it at the same time.
static inline int32_t rex_atomic_load(const int32_t *number) {
    return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

static inline void rex_atomic_store(int32_t *number, int32_t value) {
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

/// What the Swift runtime reports about a stored property.
typedef struct {
    const char *name;
    void (*releaseName)(const char *);
    /// Whether the property is neither weak nor unowned.
    bool isStrong;
    bool isVariable;
} rex_field;

// The runtime functions behind `Mirror` and key paths, for structs, classes and tuples. They need no value of the type.

__attribute__((swiftcall)) intptr_t swift_reflectionMirror_recursiveCount(const void *type);
__attribute__((swiftcall)) intptr_t swift_reflectionMirror_recursiveChildOffset(const void *type, intptr_t index);
__attribute__((swiftcall)) const void *swift_reflectionMirror_recursiveChildMetadata(
    const void *type, intptr_t index, rex_field *field);

/// The number of stored properties of a type. Those of its superclasses come first.
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

/// The name of the case that a value of an enum is in, or NULL if it is unknown.
static inline const char *rex_case_name(const void *value, const void *type) {
    return swift_EnumCaseName(value, type);
}

#endif
