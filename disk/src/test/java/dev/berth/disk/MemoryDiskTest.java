package dev.berth.disk;

class MemoryDiskTest extends DiskContract {
    @Override
    Disk open() throws Exception {
        return Disks.DISKS.inMemory();
    }
}
