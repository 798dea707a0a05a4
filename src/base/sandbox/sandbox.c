/* Applies a sandbox policy, step by step. */
#include "base/sandbox/sandbox.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RESERVES_ADDRESS_SPACE 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define RESERVES_ADDRESS_SPACE 1
#endif
#endif
#ifndef RESERVES_ADDRESS_SPACE
#define RESERVES_ADDRESS_SPACE 0 /* sanitizers map terabytes that they never touch */
#endif

/*
 * Root keeps the capabilities to use other owners' files (a mounted checkout) and to lock memory
 * for a device. Neither widens the file rules.
 */
#define KEPT_CAPABILITIES (UINT64_C(1) << CAP_DAC_OVERRIDE | UINT64_C(1) << CAP_FOWNER | UINT64_C(1) << CAP_IPC_LOCK)

void sandbox_lists(const struct sandbox_policy *policy, struct sandbox_list out_lists[SANDBOX_LIST_COUNT])
{
    out_lists[0] = (struct sandbox_list){policy->read_paths, SANDBOX_READ};
    out_lists[1] = (struct sandbox_list){policy->execute_paths, SANDBOX_EXECUTE};
    out_lists[2] = (struct sandbox_list){policy->write_paths, SANDBOX_WRITE};
}

static bool restrict_files(const struct sandbox_policy *policy, struct sandbox_result *result, struct error *error)
{
    int abi = policy->without_landlock ? 0 : sandbox_landlock_abi();
    if (abi) {
        result->files = SANDBOX_LANDLOCK;
        result->landlock_abi = abi;
        return sandbox_apply_landlock(policy, abi, error);
    }
    if (policy->without_namespace || !sandbox_namespace_works(policy))
        return true;
    result->files = SANDBOX_NAMESPACE;
    return sandbox_apply_namespace(policy, error);
}

static bool give_up_privileges(uint64_t kept, struct error *error)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {0};
    if (syscall(SYS_capget, &header, data))
        return error_set_errno(error, "cannot read the process's privileges");
    for (int i = 0; i < 2; i++) {
        data[i].permitted &= (uint32_t)(kept >> (32 * i));
        data[i].effective = data[i].permitted;
        data[i].inheritable = 0;
    }
    if (syscall(SYS_capset, &header, data))
        return error_set_errno(error, "cannot give up privileges");
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    return true;
}

struct limit_row {
    __rlimit_resource_t resource;
    uint64_t value;
    bool always; /* 0 is a limit, too */
};

static bool set_limit(const struct limit_row *row, struct error *error)
{
    struct rlimit limit;
    if (!row->value && !row->always)
        return true;
    if (getrlimit(row->resource, &limit))
        return error_set_errno(error, "cannot read a resource limit");
    rlim_t wanted = (rlim_t)row->value;
    if (wanted < limit.rlim_max)
        limit.rlim_max = wanted;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(row->resource, &limit))
        return error_set_errno(error, "cannot set a resource limit");
    return true;
}

static bool limit_resources(const struct sandbox_limits *limits, struct error *error)
{
    const struct limit_row rows[] = {
        {RLIMIT_CORE, 0, true},
        {RLIMIT_AS, RESERVES_ADDRESS_SPACE ? 0 : limits->address_space_bytes, false},
        {RLIMIT_CPU, limits->cpu_s, false},
        {RLIMIT_FSIZE, limits->file_size_bytes, false},
        {RLIMIT_NOFILE, limits->open_files, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!set_limit(&rows[i], error))
            return false;
    return true;
}

bool sandbox_apply(const struct sandbox_policy *policy, struct sandbox_result *out_result, struct error *error)
{
    struct sandbox_result result = {.files = SANDBOX_NONE};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return error_set_errno(error, "cannot renounce new privileges");
    if (!restrict_files(policy, &result, error))
        return false;
    uint64_t kept = result.files == SANDBOX_NAMESPACE ? 0 : KEPT_CAPABILITIES;
    if (!give_up_privileges(kept, error) || !limit_resources(&policy->limits, error) ||
        !sandbox_apply_seccomp(policy, &result.seccomp, error))
        return false;
    *out_result = result;
    return true;
}

bool sandbox_probe(struct sandbox_result *out_result, struct error *error)
{
    int ends[2];
    if (pipe(ends))
        return error_set_errno(error, "cannot create a pipe");
    pid_t child = fork();
    if (!child) {
        const struct sandbox_policy policy = {.syscalls = SANDBOX_SYSCALLS_COMPUTE};
        struct sandbox_result result;
        bool is_sent =
            sandbox_apply(&policy, &result, NULL) && write(ends[1], &result, sizeof result) == (ssize_t)sizeof result;
        _exit(is_sent ? 0 : 1);
    }
    int saved = errno;
    close(ends[1]);
    struct sandbox_result result;
    bool has_answer = child > 0 && read(ends[0], &result, sizeof result) == (ssize_t)sizeof result;
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    errno = saved;
    if (child < 0)
        return error_set_errno(error, "cannot create a process");
    if (!has_answer)
        return error_set(error, ERROR_UNSUPPORTED, "the sandbox could not be tried out");
    *out_result = result;
    return true;
}

const char *sandbox_files_name(enum sandbox_files files)
{
    static const char *const names[] = {
        [SANDBOX_NONE] = "none", [SANDBOX_NAMESPACE] = "mount namespace", [SANDBOX_LANDLOCK] = "Landlock"};
    return names[files];
}
