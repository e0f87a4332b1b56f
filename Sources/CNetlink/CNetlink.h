// SPDX-License-Identifier: MIT

// The kernel's routing socket interface, reduced to what ReachabilityMiddleware needs. Empty except on Linux.

#ifndef REX_CNETLINK_H
#define REX_CNETLINK_H

#if defined(__linux__)

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

// From linux/nexthop.h and related headers. Headers before Linux 5.3 lack these values.
enum {
    REX_RTM_NEWNEXTHOP = 104,
    REX_RTM_DELNEXTHOP = 105,
    REX_RTM_GETNEXTHOP = 106,
    REX_RTA_NH_ID = 30,
    REX_NHA_ID = 1,
    REX_NHA_GROUP = 2,
    REX_NHA_OIF = 5,
    REX_RTNLGRP_NEXTHOP = 32,
};

struct rex_nexthop_message {
    uint8_t family, scope, protocol, reserved;
    uint32_t flags;
};

struct rex_nexthop_member {
    uint32_t id;
    uint8_t weight, reserved[3];
};

/// The message groups of links, addresses, routes and nexthops. Older kernels ignore the group of nexthops.
static inline uint32_t rex_netlink_path_groups(void) {
    return RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE |
           1u << (REX_RTNLGRP_NEXTHOP - 1);
}

/// Opens a routing socket that receives from `groups`, or from no group if it is 0. Returns its descriptor, or -1 with
/// `errno` set.
static inline int rex_netlink_open(uint32_t groups) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
    if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof(address)) == 0) return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

/// Closes a descriptor. It has its own name, since Swift methods called `close` hide the C function.
static inline int rex_netlink_close(int descriptor) {
    return close(descriptor);
}

/// Makes a waiting receive on `descriptor` fail with `EAGAIN` after `seconds`.
static inline void rex_netlink_set_receive_timeout(int descriptor, long seconds) {
    struct timeval timeout = {.tv_sec = seconds};
    // Never fails on a socket. A failure would only make waiting longer.
    (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
}

/// Requests a list of all objects of one kind from the kernel (`RTM_GETLINK`, `RTM_GETADDR`, `RTM_GETROUTE`,
/// `REX_RTM_GETNEXTHOP`), of any family. Returns what `sendto` returns.
static inline ssize_t rex_netlink_request_dump(int socket, uint16_t type, uint32_t sequence) {
    // One body for the four kinds: each starts with the family, and zeroes mean "all".
    struct {
        struct nlmsghdr header;
        union {
            struct ifinfomsg link;
            struct ifaddrmsg address;
            struct rtmsg route;
            struct rex_nexthop_message nexthop;
        } body;
    } request = {.header = {.nlmsg_type = type, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP, .nlmsg_seq = sequence}};
    uint32_t body = type == RTM_GETLINK    ? sizeof(struct ifinfomsg)
                    : type == RTM_GETADDR  ? sizeof(struct ifaddrmsg)
                    : type == RTM_GETROUTE ? sizeof(struct rtmsg)
                                           : sizeof(struct rex_nexthop_message);
    request.header.nlmsg_len = NLMSG_LENGTH(body);
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    return sendto(
        socket, &request, request.header.nlmsg_len, MSG_NOSIGNAL, (struct sockaddr *)&kernel, sizeof(kernel));
}

/// Receives one datagram. Returns its size, which exceeds `capacity` if it was truncated, or -1 with `errno` set.
/// Sets `*from_kernel` to whether the kernel sent it.
static inline ssize_t rex_netlink_receive(int socket, void *bytes, size_t capacity, int waits, int *from_kernel) {
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof(sender);
    int flags = MSG_TRUNC | (waits ? 0 : MSG_DONTWAIT);
    ssize_t count = recvfrom(socket, bytes, capacity, flags, (struct sockaddr *)&sender, &length);
    *from_kernel = count >= 0 && length == sizeof(sender) && sender.nl_pid == 0;
    return count;
}

#endif

#endif
