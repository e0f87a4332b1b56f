// SPDX-License-Identifier: MIT

#include "CCounters.h"

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter(void) {
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof(struct perf_event_attr),
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .inherit = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

long long instruction_count(void) {
    static int descriptor = -2;
    if (descriptor == -2) descriptor = counter();
    long long count;
    if (descriptor < 0 || read(descriptor, &count, sizeof count) != sizeof count) return -1;
    return count;
}
#else
long long instruction_count(void) {
    return -1;
}
#endif
