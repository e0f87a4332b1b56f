// SPDX-License-Identifier: MIT

// The module Darwin: the headers of the C library that Rex and its examples use.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <os/lock.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
