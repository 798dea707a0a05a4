/* File rules by Landlock. */
#include "base/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Numbers and layouts of the kernel's interface (Documentation/userspace-api/landlock.rst). They
 * are here because the headers of a stable distribution know only the first versions. The system
 * call numbers are the same everywhere.
 */
enum { CALL_CREATE_RULESET = 444, CALL_ADD_RULE = 445, CALL_RESTRICT_SELF = 446 };
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1, NEWEST_ABI = 7 };

#define FS_EXECUTE (UINT64_C(1) << 0)
#define FS_WRITE_FILE (UINT64_C(1) << 1)
#define FS_READ_FILE (UINT64_C(1) << 2)
#define FS_READ_DIR (UINT64_C(1) << 3)
#define FS_MAKE_CHAR (UINT64_C(1) << 6)
#define FS_MAKE_BLOCK (UINT64_C(1) << 11)
#define FS_TRUNCATE (UINT64_C(1) << 14)
#define FS_IOCTL_DEV (UINT64_C(1) << 15)

#define FS_ON_FILES (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)

struct ruleset_attributes {
    uint64_t handled_fs;
    uint64_t handled_net; /* from ABI 4 */
    uint64_t scoped;      /* from ABI 6 */
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent_fd;
} __attribute__((packed));

struct abi_row {
    int fs_bits;    /* the lowest so many bits are the handled rights */
    int net_bits;   /* bind and connect of TCP */
    int scope_bits; /* abstract unix sockets, signals */
    size_t attribute_bytes;
};

static const struct abi_row abi_rows[NEWEST_ABI + 1] = {
    [1] = {13, 0, 0, 8},  [2] = {14, 0, 0, 8},  [3] = {15, 0, 0, 8},  [4] = {15, 2, 0, 16},
    [5] = {16, 2, 0, 16}, [6] = {16, 2, 2, 24}, [7] = {16, 2, 2, 24},
};

static uint64_t low_bits(int count)
{
    return (UINT64_C(1) << count) - 1;
}

int sandbox_landlock_abi(void)
{
    long abi = syscall(CALL_CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
    return abi < 1 ? 0 : abi > NEWEST_ABI ? NEWEST_ABI : (int)abi;
}

static uint64_t rights_of(enum sandbox_access access, uint64_t handled)
{
    static const uint64_t rights[] = {
        [SANDBOX_READ] = FS_READ_FILE | FS_READ_DIR,
        [SANDBOX_EXECUTE] = FS_READ_FILE | FS_READ_DIR | FS_EXECUTE,
        [SANDBOX_WRITE] = ~(FS_EXECUTE | FS_MAKE_CHAR | FS_MAKE_BLOCK),
    };
    return rights[access] & handled;
}

static bool is_unusable(int error_number)
{
    return error_number == ENOENT || error_number == ENOTDIR || error_number == EACCES;
}

static bool allow_path(int ruleset, const char *path, uint64_t rights, struct error *error)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return is_unusable(errno) || error_set_errno(error, "cannot open '%s' for the sandbox", path);
    struct stat status;
    bool examined = !fstat(fd, &status);
    if (examined && !S_ISDIR(status.st_mode))
        rights &= FS_ON_FILES;
    struct path_beneath rule = {.allowed = rights, .parent_fd = fd};
    bool allowed = examined && !syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
    if (!allowed)
        error_set_errno(error, "cannot let '%s' into the sandbox", path);
    close(fd);
    return allowed;
}

static bool allow_paths(int ruleset, const struct sandbox_policy *policy, uint64_t handled, struct error *error)
{
    struct sandbox_list lists[SANDBOX_LIST_COUNT];
    sandbox_lists(policy, lists);
    for (int i = 0; i < SANDBOX_LIST_COUNT; i++)
        for (const char *const *path = lists[i].paths; path && *path; path++)
            if (!allow_path(ruleset, *path, rights_of(lists[i].access, handled), error))
                return false;
    return true;
}

bool sandbox_apply_landlock(const struct sandbox_policy *policy, int abi, struct error *error)
{
    const struct abi_row *row = &abi_rows[abi];
    struct ruleset_attributes attributes = {
        .handled_fs = low_bits(row->fs_bits),
        .handled_net = policy->allow_network ? 0 : low_bits(row->net_bits),
        .scoped = low_bits(row->scope_bits),
    };
    int ruleset = (int)syscall(CALL_CREATE_RULESET, &attributes, row->attribute_bytes, 0);
    if (ruleset < 0)
        return error_set_errno(error, "cannot make a Landlock ruleset");
    bool applied = allow_paths(ruleset, policy, attributes.handled_fs, error);
    if (applied && syscall(CALL_RESTRICT_SELF, ruleset, 0))
        applied = error_set_errno(error, "cannot apply Landlock");
    close(ruleset);
    return applied;
}
