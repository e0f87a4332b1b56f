// SPDX-License-Identifier: MIT

// The headers of the C library that Rex and its examples use, as the module Darwin.

#include <errno.h>
#include <fcntl.h>
#include <os/lock.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
