/*
 * Sandbox: takes from the calling process what it does not need, for good.
 *
 * A child that handles a learner's source or program applies a policy to itself right after its start, before it reads
 * anything hostile and before it starts threads. File access is limited by Landlock (ABI 1 to 7, the newest the kernel
 * has); where the kernel lacks it, by an unprivileged mount namespace that holds only the listed paths. System calls
 * are limited by seccomp, resources by rlimits, and privileges are given up. Descriptors that are already open stay
 * usable. The result says what was achieved; the caller decides whether that is enough.
 *
 * What stays possible: Landlock does not hide that a path exists (stat, readlink), only what it holds; and a confined
 * process may leave symbolic links in its write_paths, so nobody outside may follow what it finds there.
 */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum sandbox_files { SANDBOX_NONE, SANDBOX_NAMESPACE, SANDBOX_LANDLOCK };

enum sandbox_syscalls {
    SANDBOX_SYSCALLS_COMPUTE, /* allow-list: memory, files, threads, time, pipes; for the compiler and own code */
    SANDBOX_SYSCALLS_DRIVER,  /* deny-list: what a GPU driver may need stays (ioctl, unusual mmap, scheduling) */
    SANDBOX_SYSCALLS_OPEN,    /* no seccomp filter */
};

/* A limit of 0 leaves the process's limit as it is. */
struct sandbox_limits {
    uint64_t address_space_bytes; /* left out in builds with an address or thread sanitizer */
    uint64_t cpu_s;
    uint64_t file_size_bytes;
    uint64_t open_files;
};

/* Path lists end with NULL; the list itself may be NULL. A folder stands for all below it; absent paths are skipped. */
struct sandbox_policy {
    const char *const *read_paths;
    const char *const *execute_paths; /* read and execute (programs) */
    const char *const *write_paths;   /* read, write, make and remove; device nodes: read, write and ioctl */
    enum sandbox_syscalls syscalls;
    bool allow_network;
    bool allow_processes; /* fork and exec; threads are always allowed */
    struct sandbox_limits limits;
    bool without_landlock;  /* tests: as on a kernel without Landlock */
    bool without_namespace; /* tests: as where user namespaces are forbidden too */
};

struct sandbox_result {
    enum sandbox_files files;
    int landlock_abi; /* 0 without Landlock */
    bool seccomp;
};

/*
 * Applies the policy. A protection that this kernel lacks is not an error but shows in `out_result`; false means
 * that a step failed which should have worked, and then the process must not go on to hostile work.
 * Core dumps are switched off and no_new_privs is set in every case.
 */
bool sandbox_apply(const struct sandbox_policy *policy, struct sandbox_result *out_result, struct error *error);

/* What sandbox_apply could achieve here, without applying anything to the caller (it tries in a forked child). */
bool sandbox_probe(struct sandbox_result *out_result, struct error *error);

/* "Landlock", "mount namespace", "none"; for doctor and attempts. */
const char *sandbox_files_name(enum sandbox_files files);

#endif
