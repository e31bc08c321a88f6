package dev.berth.runner.process;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/// Which system calls the inside may not make, as a program for the kernel (seccomp, cBPF).
///
/// Refused are new user namespaces, in which an unprivileged user would meet parts of the kernel
/// that are none of its business, and calls that only serve to build or leave such walls, to load
/// code into the kernel or to reach its keys. What debuggers and compilers need is allowed.
final class SyscallFilter {
    private static final int LOAD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_SET = 0x45;
    private static final int RETURN = 0x06;
    private static final int ALLOW = 0x7fff0000;
    private static final int ERRNO = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int FIRST_ARGUMENT = 16;
    private static final int NEW_USER_NAMESPACE = 0x10000000;
    private static final int OTHER_ABI = 0x40000000;

    private final ByteBuffer program = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

    private SyscallFilter() {}

    /// Empty for a machine whose calls we do not know.
    static Optional<byte[]> forMachine(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> Optional.of(new SyscallFilter().assemble(Calls.X86_64));
            case "aarch64", "arm64" -> Optional.of(new SyscallFilter().assemble(Calls.AARCH64));
            default -> Optional.empty();
        };
    }

    private byte[] assemble(Calls calls) {
        load(ARCHITECTURE);
        // Another machine's calls have other numbers.
        step(JUMP_IF_EQUAL, 1, 0, calls.audit());
        refuse(EPERM);
        load(NUMBER);
        step(JUMP_IF_SET, 0, 1, OTHER_ABI);
        refuse(EPERM);
        // Its flags lie in memory, out of our sight; without it, libraries use clone.
        refuseIf(calls.clone3(), ENOSYS);
        for (int call : calls.refused()) refuseIf(call, EPERM);
        step(JUMP_IF_EQUAL, 1, 0, calls.cloning());
        step(JUMP_IF_EQUAL, 0, 3, calls.unshare());
        load(FIRST_ARGUMENT);
        step(JUMP_IF_SET, 0, 1, NEW_USER_NAMESPACE);
        refuse(EPERM);
        step(RETURN, 0, 0, ALLOW);
        byte[] bytes = new byte[program.position()];
        program.get(0, bytes);
        return bytes;
    }

    private void load(int offset) {
        step(LOAD, 0, 0, offset);
    }

    private void refuseIf(int call, int errno) {
        step(JUMP_IF_EQUAL, 0, 1, call);
        refuse(errno);
    }

    private void refuse(int errno) {
        step(RETURN, 0, 0, ERRNO | errno);
    }

    private void step(int code, int ifTrue, int ifFalse, int value) {
        program.putShort((short) code).put((byte) ifTrue).put((byte) ifFalse).putInt(value);
    }

    /// The numbers of one machine's calls.
    private record Calls(int audit, int cloning, int unshare, int clone3, List<Integer> refused) {
        /// setns, mount, umount2, pivot_root, chroot, add_key, request_key, keyctl, bpf,
        /// perf_event_open, userfaultfd, kexec_load, kexec_file_load, and the newer mount calls.
        private static final Calls X86_64 =
                new Calls(
                        0xC000003E,
                        56,
                        272,
                        435,
                        List.of(
                                308, 165, 166, 155, 161, 248, 249, 250, 321, 298, 323, 246, 320,
                                428, 429, 430, 431, 432, 433, 442));

        private static final Calls AARCH64 =
                new Calls(
                        0xC00000B7,
                        220,
                        97,
                        435,
                        List.of(
                                268, 40, 39, 41, 51, 217, 218, 219, 280, 241, 282, 104, 294, 428,
                                429, 430, 431, 432, 433, 442));
    }
}
