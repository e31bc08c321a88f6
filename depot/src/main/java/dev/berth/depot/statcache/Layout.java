package dev.berth.depot.statcache;

import java.nio.charset.StandardCharsets;

/// The bytes of a stat cache, version 1; all numbers little endian, so that they are read as they
/// lie.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 8 | `BERTHSTC` |
/// | 8 | 4 | version, 1 |
/// | 12 | 4 | zero |
/// | 16 | 32 | SHA-256 of depot, tenant, domain and root |
/// | 48 | 8 | the stamp, nanoseconds since 1970 |
/// | 56 | 8 | where the root's table begins |
/// | 64 | 8 | CRC-32C (low half) and CRC-32 (high half) of all other bytes |
/// | 72 | | tables, each at a multiple of eight |
///
/// A folder's table: the number of entries (8), then a record of 64 bytes for each, sorted by name,
/// then, for each, its name and what it stands for, and zeros up to a multiple of eight. Tables of
/// sub-folders come before the one that points at them.
///
/// | offset | bytes | a record |
/// |---|---|---|
/// | 0 | 8 | size |
/// | 8 | 8 | modified, nanoseconds since 1970 |
/// | 16 | 8 | changed, likewise |
/// | 24 | 8 | inode |
/// | 32 | 4 | permission bits, and the kind from bit 16 on |
/// | 36 | 4 | length of the name |
/// | 40 | 8 | where the name begins, from the table's own beginning |
/// | 48 | 8 | where a folder's table begins, else 0 |
/// | 56 | 4 | length of what it stands for, which lies behind the name |
/// | 60 | 4 | zero |
final class Layout {
    static final byte[] MAGIC = "BERTHSTC".getBytes(StandardCharsets.US_ASCII);
    static final int VERSION = 1;
    static final int KEY_AT = 16;
    static final int STAMP_AT = 48;
    static final int ROOT_AT = 56;
    static final int SUM_AT = 64;
    static final int HEADER_BYTES = 72;
    static final int RECORD_BYTES = 64;

    private Layout() {}
}
