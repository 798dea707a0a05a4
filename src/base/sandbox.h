/*
 * Sandbox: takes access from the calling process for good.
 *
 * A child that handles a learner's source or program applies a policy to itself. It does so right
 * after its start, before it reads hostile input and before it starts threads. Landlock limits file
 * access (ABI 1 to 7). Without Landlock, an unprivileged mount namespace holds only the listed
 * paths. seccomp limits system calls, rlimits limit resources, and privileges are dropped. Open
 * descriptors stay usable. The result says which protections hold; the caller decides whether they
 * suffice.
 *
 * Limits of this protection: Landlock hides a path's content, but not that it exists (stat,
 * readlink). A confined process can leave symbolic links in its write_paths, so no process outside
 * must follow links there.
 */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum sandbox_files { SANDBOX_NONE, SANDBOX_NAMESPACE, SANDBOX_LANDLOCK };

enum sandbox_syscalls {
    /* allow-list: memory, files, threads, time, pipes; for the compiler and this program's code */
    SANDBOX_SYSCALLS_COMPUTE,
    /* deny-list: allows calls that a GPU driver can need (ioctl, unusual mmap, scheduling) */
    SANDBOX_SYSCALLS_DRIVER,
    SANDBOX_SYSCALLS_OPEN, /* no seccomp filter */
};

/* A limit of 0 leaves the process's limit unchanged. */
struct sandbox_limits {
    uint64_t address_space_bytes; /* left out in builds with an address or thread sanitizer */
    uint64_t cpu_s;
    uint64_t file_size_bytes;
    uint64_t open_files;
};

/*
 * Path lists end with NULL; the list itself can be NULL. A folder includes all paths below it.
 * Absent paths are skipped.
 */
struct sandbox_policy {
    const char *const *read_paths;
    const char *const *execute_paths; /* read and execute (programs) */
    /* read, write, make, remove; device nodes: read, write, ioctl */
    const char *const *write_paths;
    enum sandbox_syscalls syscalls;
    bool allow_network;
    bool allow_processes; /* fork and exec; threads are always allowed */
    bool allow_exec;      /* exec alone: to become another program, which starts none itself */
    struct sandbox_limits limits;
    bool without_landlock;  /* for tests: act as on a kernel without Landlock */
    bool without_namespace; /* for tests: act as if user namespaces were forbidden, too */
};

struct sandbox_result {
    enum sandbox_files files;
    int landlock_abi; /* 0 without Landlock */
    bool seccomp;
};

/*
 * Applies the policy. A protection that this kernel lacks is not an error; `out_result` shows it.
 * False means that a step failed unexpectedly. The process must then not do hostile work. Core
 * dumps are switched off and no_new_privs is set in every case.
 */
bool sandbox_apply(const struct sandbox_policy *policy, struct sandbox_result *out_result, struct error *error);

/*
 * The protections that sandbox_apply could reach here. Tries them in a forked child, so the caller
 * is unchanged.
 */
bool sandbox_probe(struct sandbox_result *out_result, struct error *error);

/* "Landlock", "mount namespace", "none"; for doctor and attempts. */
const char *sandbox_files_name(enum sandbox_files files);

#endif
