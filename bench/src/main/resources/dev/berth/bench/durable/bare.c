/* Replaces a file of 4 KiB in the current folder with the fewest calls that are safe:
 * create a temporary of a new name, write, sync, close, rename, sync the folder. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static char bytes[4096];

static void must(int ok, const char *what) {
    if (!ok) {
        perror(what);
        exit(1);
    }
}

static void replace(int folder) {
    static unsigned long long number;
    char temporary[64];
    /* A new name each time, as long as ours: spread by a multiplier, so that no two are neighbours. */
    snprintf(temporary, sizeof temporary, ".theirs.tmp-%016llx", number++ * 0x9e3779b97f4a7c15ULL);
    int file = openat(folder, temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    must(file >= 0, "openat");
    must(write(file, bytes, sizeof bytes) == sizeof bytes, "write");
    must(fsync(file) == 0, "fsync");
    must(close(file) == 0, "close");
    must(renameat(folder, temporary, folder, "theirs") == 0, "renameat");
    must(fsync(folder) == 0, "fsync of the folder");
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(void) {
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(folder >= 0, "open");
    int times;
    while (scanf("%d", &times) == 1) {
        long long start = now();
        for (int i = 0; i < times; i++) replace(folder);
        printf("%lld\n", now() - start);
        fflush(stdout);
    }
    return 0;
}
