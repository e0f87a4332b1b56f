// SPDX-License-Identifier: MIT

#if os(Linux)

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Uses up all descriptors of this process, so that no other can be opened.
struct DescriptorHoard {
    private var descriptors: [Int32] = []

    mutating func take() {
        while case let descriptor = dup(STDIN_FILENO), descriptor >= 0 { descriptors.append(descriptor) }
        printLine("hoarding")
    }

    mutating func release() {
        for descriptor in descriptors { close(descriptor) }
        descriptors = []
    }
}

#endif
