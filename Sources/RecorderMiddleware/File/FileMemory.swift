// SPDX-License-Identifier: MIT

import CRexSystem

/// Writes to a file through a staging buffer.
///
/// The system copies from it.
///
/// If possible, the file is mapped, which avoids the file system. This process never writes to the
/// mapped memory itself, since a truncated file would end it with a signal. A system call returns
/// an error in that case.
///
/// This is safe because the stage and the mapped memory live from `init` to `deinit`, their
/// addresses are private, and each access is checked against their sizes.
@safe struct FileMemory: ~Copyable {
    let descriptor: Int32
    private let size: Int
    /// The mapped memory, or nil if the system writes to the file.
    private let mapped: Mapped?
    /// The staging buffer.
    var stage: ByteBuffer

    @safe private struct Mapped {
        let memory: UnsafeMutableRawPointer
        let stage: UnsafeMutableRawPointer
        let stageSize: Int
        let stageDescriptor: Int32
    }

    /// Takes over a file of `size` bytes and writes it in pieces of at most `stageSize` bytes.
    init(_ descriptor: Int32, size: Int, stageSize: Int, isMapped: Bool = true) {
        self.descriptor = descriptor
        self.size = size
        mapped = isMapped ? FileMemory.map(descriptor, size: size, stageSize: stageSize) : nil
        stage =
            if let mapped { unsafe ByteBuffer(in: mapped.stage, room: stageSize) } else { ByteBuffer(room: stageSize) }
    }

    deinit {
        if let mapped {
            unsafe rex_unmap(mapped.memory, size)
            unsafe rex_unmap(mapped.stage, mapped.stageSize)
            close(mapped.stageDescriptor)
        }
        // A child process that was just forked has the descriptor too, until it executes its program.
        rex_give_back(descriptor)
        close(descriptor)
    }

    private static func map(_ descriptor: Int32, size: Int, stageSize: Int) -> Mapped? {
        let stageDescriptor = rex_memory_file(UInt64(stageSize))
        guard stageDescriptor >= 0 else { return nil }
        guard let stage = unsafe rex_map(stageDescriptor, stageSize) else {
            close(stageDescriptor)
            return nil
        }
        guard let memory = unsafe rex_map(descriptor, size) else {
            unsafe rex_unmap(stage, stageSize)
            close(stageDescriptor)
            return nil
        }
        return unsafe Mapped(memory: memory, stage: stage, stageSize: stageSize, stageDescriptor: stageDescriptor)
    }

    /// Whether the file is mapped.
    var isMapped: Bool { mapped != nil }

    /// Copies the bytes of the stage to the given pieces of the file, in order, and empties the
    /// stage.
    ///
    /// Returns whether all were copied.
    mutating func write(_ first: rex_piece, _ second: rex_piece = rex_piece()) -> Bool {
        defer { stage.removeAll() }
        precondition(
            isInside(first) && isInside(second) && first.count + second.count == UInt64(stage.count),
            "A write is outside of the file."
        )
        if let mapped {
            return unsafe rex_copy_pieces(mapped.stageDescriptor, mapped.memory, first, second)
        }
        return write(from: 0, to: first) && write(from: Int(first.count), to: second)
    }

    private func isInside(_ piece: rex_piece) -> Bool {
        piece.count <= UInt64(size) && piece.offset <= UInt64(size) - piece.count
    }

    private func write(from start: Int, to piece: rex_piece) -> Bool {
        let count = Int(piece.count)
        return unsafe stage.withBytes { unsafe Self.write($0[start..<start + count], descriptor, at: piece.offset) }
    }

    private static func write(_ bytes: Slice<UnsafeRawBufferPointer>, _ descriptor: Int32, at offset: UInt64) -> Bool {
        var rest = unsafe UnsafeRawBufferPointer(rebasing: bytes)
        var offset = off_t(offset)
        while let first = rest.baseAddress, rest.count > 0 {
            let count = unsafe pwrite(descriptor, first, rest.count, offset)
            if count < 0, rex_errno() == EINTR { continue }
            guard count > 0 else { return false }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            offset += off_t(count)
        }
        return true
    }
}
