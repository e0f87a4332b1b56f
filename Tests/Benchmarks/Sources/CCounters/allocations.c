// SPDX-License-Identifier: MIT

#include "CCounters.h"
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

static long count;
static __thread long count_of_thread;

long allocation_count(void) {
    return __atomic_load_n(&count, __ATOMIC_RELAXED);
}

long thread_allocation_count(void) {
    return count_of_thread;
}

// The allocation functions of this file override those of the C library, count the call, and forward it.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void counted(void) {
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    count_of_thread++;
}

void *malloc(size_t size) {
    counted();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    counted();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    counted();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    counted();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    counted();
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? 12 : 0;
}

void keep_freed_memory(void) {
    // The values that the library reaches by itself after a block of 32 MB was freed.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void return_freed_memory(void) { malloc_trim(0); }
#else
long allocation_count(void) {
    return -1;
}

long thread_allocation_count(void) {
    return -1;
}

void keep_freed_memory(void) {}
void return_freed_memory(void) {}
#endif
