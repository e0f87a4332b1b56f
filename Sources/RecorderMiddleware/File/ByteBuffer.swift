// SPDX-License-Identifier: MIT

/// Bytes that are written one after the other, in memory that is used again.
///
/// An array finds out at each change whether it is shared, which costs more than to write a few
/// bytes.
///
/// It is safe because the first `count` bytes have a value.
@safe struct ByteBuffer: ~Copyable {
    private var storage: MemoryBuffer<UInt8>
    private(set) var count = 0

    init(room: Int = 256) {
        storage = MemoryBuffer(capacity: room)
    }

    /// Writes to memory of somebody else's, which has so many bytes and gets no more.
    @unsafe init(in memory: UnsafeMutableRawPointer, room: Int) {
        storage = unsafe MemoryBuffer(in: memory, capacity: room)
    }

    /// The bytes that were written.
    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: storage.pointer(at: 0, count: count), count: count)) }

    /// The last one.
    var last: UInt8? { count == 0 ? nil : unsafe storage.pointer(at: count - 1).pointee }

    /// Calls `body` with all of them.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: storage.pointer(at: 0, count: count), count: count))
    }

    /// Drops a text of which no more than `limit` bytes are to be kept, from there on, without a
    /// half character, and marks it.
    mutating func cut(behind start: Int, to limit: Int) {
        guard count - start > limit else { return }
        count = start + max(0, limit)
        while count > start, unsafe storage.pointer(at: count).pointee & 0xc0 == 0x80 { count -= 1 }
        append("…")
    }

    /// Drops all behind the first `count`.
    mutating func removeAll(behind count: Int = 0) { self.count = min(self.count, count) }

    mutating func byte(_ value: UInt8) {
        number(value)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe append($0) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        unsafe end(bytes.count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Adds the UTF-8 of a text.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append($0) }
    }

    /// Lets `write` put at most so many bytes at the end, and say how many.
    mutating func append(upTo most: Int, _ write: (UnsafeMutableRawPointer) -> Int) -> Int {
        let more = unsafe write(end(most))
        precondition(more <= most, "More bytes were written than there was room for.")
        count += more
        return more
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { unsafe append($0) }
        if isDone == nil { for byte in bytes { self.byte(byte) } }
    }

    /// Turns the order of all behind the first `start` round.
    mutating func reverse(from start: Int) {
        var bytes = unsafe UnsafeMutableBufferPointer(start: storage.pointer(at: 0, count: count), count: count)
        unsafe bytes[start...].reverse()
    }

    /// The place behind the last byte, with room for so many more.
    @unsafe @inline(__always) private mutating func end(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if storage.capacity - count < more { storage.grow(to: max(2 * storage.capacity, count + more), moving: count) }
        return unsafe storage.pointer(at: count, count: more)
    }
}

/// The fields of a record, whose numbers have their lowest byte first.
extension ByteBuffer {
    mutating func word(_ value: UInt64) { number(value.littleEndian) }

    mutating func integer(_ value: Int) { word(UInt64(bitPattern: Int64(value))) }

    mutating func half(_ value: UInt32) { number(value.littleEndian) }

    /// Writes over what was written before.
    mutating func replaceHalf(at place: Int, with value: UInt32) {
        precondition(place >= 0 && place + 4 <= count, "Bytes were replaced that are not there.")
        let bytes = unsafe UnsafeMutableRawPointer(storage.pointer(at: place, count: 4))
        unsafe bytes.storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    /// Its length, then its UTF-8.
    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            half(UInt32(utf8.count))
            unsafe append(utf8)
        }
    }

    /// Fills up to a whole number of words.
    mutating func align() {
        while count % 8 != 0 { byte(0) }
    }

    @inline(__always) private mutating func number<Value: FixedWidthInteger>(_ value: Value) {
        unsafe UnsafeMutableRawPointer(end(MemoryLayout<Value>.size)).storeBytes(of: value, as: Value.self)
        count += MemoryLayout<Value>.size
    }
}
