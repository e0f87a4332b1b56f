// SPDX-License-Identifier: MIT

/// A growing buffer of bytes in reused memory.
///
/// An array checks for unique ownership at each change, which costs more than writing a few bytes.
///
/// This is safe because the first `count` bytes are initialized.
@safe struct ByteBuffer: ~Copyable {
    private var storage: MemoryBuffer<UInt8>
    private(set) var count = 0

    init(room: Int = 256) {
        storage = MemoryBuffer(capacity: room)
    }

    /// Makes a buffer of fixed size in memory of another owner.
    @unsafe init(in memory: UnsafeMutableRawPointer, room: Int) {
        storage = unsafe MemoryBuffer(in: memory, capacity: room)
    }

    /// The written bytes.
    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: storage.pointer(at: 0, count: count), count: count)) }

    /// The last byte.
    var last: UInt8? { count == 0 ? nil : unsafe storage.pointer(at: count - 1).pointee }

    /// Calls `body` with all bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: storage.pointer(at: 0, count: count), count: count))
    }

    /// Cuts a text that begins at `start` to at most `limit` bytes, at a character boundary, and
    /// marks the cut.
    mutating func cut(from start: Int, to limit: Int) {
        guard count - start > limit else { return }
        count = start + max(0, limit)
        while count > start, unsafe storage.pointer(at: count).pointee & 0xc0 == 0x80 { count -= 1 }
        append("…")
    }

    /// Removes all bytes after the first `count`.
    mutating func removeAll(after count: Int = 0) { self.count = min(self.count, count) }

    @inline(__always) mutating func byte(_ value: UInt8) { number(value) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe append($0) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        unsafe end(bytes.count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Appends the UTF-8 of a text.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append($0) }
    }

    /// Lets `write` append at most `most` bytes and return their number.
    mutating func append(upTo most: Int, _ write: (UnsafeMutableRawPointer) -> Int) -> Int {
        let more = unsafe write(end(most))
        precondition(more <= most, "\(more) bytes were written to a buffer with room for \(most).")
        count += more
        return more
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { unsafe append($0) }
        if isDone == nil { for byte in bytes { self.byte(byte) } }
    }

    /// Returns the address after the last byte, with room for `more` bytes.
    @unsafe @inline(__always) private mutating func end(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if storage.capacity - count < more { grow(by: more) }
        return unsafe storage.pointer(at: count, count: more)
    }

    /// Makes room for `more` bytes.
    ///
    /// Not inlined: it rarely runs, and every append contains a call of it.
    @inline(never) private mutating func grow(by more: Int) {
        storage.grow(to: max(2 * storage.capacity, count + more), moving: count)
    }
}

/// The fields of a record, as little-endian numbers.
extension ByteBuffer {
    @inline(__always) mutating func word(_ value: UInt64) { number(value.littleEndian) }

    @inline(__always) mutating func integer(_ value: Int) { word(UInt64(bitPattern: Int64(value))) }

    @inline(__always) mutating func uint32(_ value: UInt32) { number(value.littleEndian) }

    /// Overwrites four bytes.
    mutating func replaceUInt32(at place: Int, with value: UInt32) {
        precondition(
            place >= 0 && place + 4 <= count,
            "Bytes \(place)..<\(place + 4) are outside of the \(count) written ones."
        )
        let bytes = unsafe UnsafeMutableRawPointer(storage.pointer(at: place, count: 4))
        unsafe bytes.storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    /// Appends the length of a text and its UTF-8.
    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            uint32(UInt32(utf8.count))
            unsafe append(utf8)
        }
    }

    /// Pads the buffer to a whole number of words.
    mutating func align() {
        let padding = -count & 7
        guard padding > 0 else { return }
        word(0)
        count -= 8 - padding
    }

    @inline(__always) private mutating func number<Value: FixedWidthInteger>(_ value: Value) {
        unsafe UnsafeMutableRawPointer(end(MemoryLayout<Value>.size)).storeBytes(of: value, as: Value.self)
        count += MemoryLayout<Value>.size
    }
}
