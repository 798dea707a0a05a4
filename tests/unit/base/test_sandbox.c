/* Tests attacks from inside the sandbox, and the work that must go on there. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/sandbox.h"

/* Each attack runs in a forked child under its case's policy. A failure prints its line. */
#define HOLDS(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "line %d: " #condition " (errno %d)\n", __LINE__, errno); \
            _exit(1);                                                                 \
        }                                                                             \
    } while (0)

struct scratch {
    struct arena *arena;
    const char *folder;
    const char *inside;   /* writable */
    const char *readable; /* read-only */
    const char *outside;
};

static int setup(void **state)
{
    static struct scratch scratch;
    scratch.arena = arena_new();
    struct arena *arena = scratch.arena;
    if (!file_make_temporary_folder(arena, NULL, &scratch.folder, NULL))
        return 1;
    scratch.inside = path_join(arena, scratch.folder, "inside");
    scratch.readable = path_join(arena, scratch.folder, "readable");
    scratch.outside = path_join(arena, scratch.folder, "outside");
    *state = &scratch;
    bool made = file_make_folders(scratch.inside, NULL) && file_make_folders(scratch.readable, NULL) &&
                file_make_folders(scratch.outside, NULL) &&
                file_write_atomic(path_join(arena, scratch.readable, "text"), "abc", 3, NULL) &&
                file_write_atomic(path_join(arena, scratch.outside, "secret"), "abc", 3, NULL);
    return !made;
}

static int teardown(void **state)
{
    struct scratch *scratch = *state;
    bool removed = file_remove_tree(scratch->folder, NULL);
    arena_free(scratch->arena);
    return !removed;
}

static void run_in_child(struct scratch *scratch, const struct sandbox_policy *policy,
                         void (*attack)(struct scratch *scratch, const struct sandbox_result *result))
{
    const char *const read_paths[] = {scratch->readable, "/nonexistent/path", NULL};
    const char *const write_paths[] = {scratch->inside, NULL};
    struct sandbox_policy applied = *policy;
    applied.read_paths = read_paths;
    applied.write_paths = write_paths;
    pid_t child = fork();
    if (!child) {
        struct sandbox_result result;
        struct error error = {0};
        if (!sandbox_apply(&applied, &result, &error)) {
            fprintf(stderr, "%s\n", error.message);
            _exit(2);
        }
        attack(scratch, &result);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static bool can_open(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static void attack_files(struct scratch *scratch, const struct sandbox_result *result)
{
    struct arena *arena = scratch->arena;
    (void)result;
    const char *text = path_join(arena, scratch->readable, "text");
    const char *mine = path_join(arena, scratch->inside, "mine");
    HOLDS(can_open(text, O_RDONLY));
    HOLDS(!can_open(text, O_WRONLY));
    HOLDS(truncate(text, 0) == -1);
    HOLDS(unlink(text) == -1);
    HOLDS(!can_open(path_join(arena, scratch->readable, "new"), O_WRONLY | O_CREAT));
    HOLDS(can_open(mine, O_RDWR | O_CREAT));
    HOLDS(!can_open("/etc/passwd", O_RDONLY));
    HOLDS(!can_open("/proc/self/status", O_RDONLY));
    HOLDS(!can_open(path_join(arena, scratch->outside, "secret"), O_RDONLY));
    HOLDS(!can_open(path_join(arena, scratch->inside, "../outside/secret"), O_RDONLY));
    HOLDS(!can_open(path_join(arena, scratch->outside, "new"), O_WRONLY | O_CREAT));
    HOLDS(!can_open("/tmp/warpschool-escaped", O_WRONLY | O_CREAT));
    HOLDS(mkdir(path_join(arena, scratch->outside, "new"), 0700) == -1);
    HOLDS(rename(mine, path_join(arena, scratch->outside, "mine")) == -1);
    const char *link = path_join(arena, scratch->inside, "link");
    HOLDS(symlink("/etc/passwd", link) == 0 && !can_open(link, O_RDONLY));
    HOLDS(unlink(link) == 0 && unlink(mine) == 0);
}

static bool is_refused(long result)
{
    return result == -1 && (errno == EPERM || errno == ENOSYS || errno == EACCES);
}

static void *double_it(void *argument)
{
    *(int *)argument *= 2;
    return argument;
}

static void check_that_computing_goes_on(void)
{
    int number = 21;
    pthread_t thread;
    HOLDS(pthread_create(&thread, NULL, double_it, &number) == 0);
    HOLDS(pthread_join(thread, NULL) == 0 && number == 42);
    void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    HOLDS(memory != MAP_FAILED && munmap(memory, 1 << 20) == 0);
    struct timespec moment = {.tv_nsec = 1000};
    HOLDS(nanosleep(&moment, NULL) == 0);
    HOLDS(kill(getpid(), 0) == 0);
    struct rlimit limit;
    HOLDS(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 0);
}

static void attack_system_calls(struct scratch *scratch, const struct sandbox_result *result)
{
    (void)scratch;
    HOLDS(result->seccomp);
    check_that_computing_goes_on();
    HOLDS(is_refused(socket(AF_INET, SOCK_STREAM, 0)));
    HOLDS(is_refused(socket(AF_UNIX, SOCK_STREAM, 0)));
    HOLDS(is_refused(socket(AF_NETLINK, SOCK_RAW, 0)));
    int pair[2];
    HOLDS(is_refused(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)));
    HOLDS(is_refused(fork()));
    HOLDS(is_refused(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)));
    char program[] = "/bin/true";
    char *const argv[] = {program, NULL};
    HOLDS(is_refused(execve(argv[0], argv, NULL)));
    HOLDS(is_refused(ptrace(PTRACE_TRACEME, 0, NULL, NULL)));
    HOLDS(is_refused(kill(getppid(), 0)));
    HOLDS(is_refused(kill(-1, 0)));
    HOLDS(is_refused(syscall(SYS_tgkill, getppid(), getppid(), 0)));
    HOLDS(is_refused(syscall(SYS_unshare, 0x10000000)));
    HOLDS(is_refused(syscall(SYS_mount, "none", "/", "tmpfs", 0, NULL)));
    HOLDS(is_refused(syscall(SYS_bpf, 0, NULL, 0)));
    HOLDS(is_refused(syscall(SYS_io_uring_setup, 1, NULL)));
    HOLDS(is_refused(syscall(SYS_userfaultfd, 0)));
    HOLDS(is_refused(syscall(SYS_keyctl, 0, 0, 0, 0, 0)));
    HOLDS(is_refused(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)));
    HOLDS(is_refused(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0)));
    struct rlimit limit;
    HOLDS(is_refused(prlimit(getppid(), RLIMIT_CORE, NULL, &limit)));
}

static void attack_terminal(struct scratch *scratch, const struct sandbox_result *result)
{
    (void)scratch;
    (void)result;
    HOLDS(is_refused(syscall(SYS_ioctl, 0, 0x5412, "x")));
    HOLDS(is_refused(syscall(SYS_ioctl, 0, 0x100005412UL, "x")));
}

static void landlock_keeps_files_apart(void **state)
{
    struct sandbox_result here;
    assert_true(sandbox_probe(&here, NULL));
    if (here.files != SANDBOX_LANDLOCK)
        skip();
    assert_true(here.landlock_abi >= 1);
    struct sandbox_policy policy = {.syscalls = SANDBOX_SYSCALLS_OPEN};
    run_in_child(*state, &policy, attack_files);
}

static void expect_namespace(struct scratch *scratch, const struct sandbox_result *result)
{
    HOLDS(result->files == SANDBOX_NAMESPACE && !result->landlock_abi);
    attack_files(scratch, result);
}

static bool namespaces_are_allowed(void)
{
    pid_t child = fork();
    if (!child) {
        struct sandbox_policy policy = {.without_landlock = true};
        struct sandbox_result result;
        _exit(!sandbox_apply(&policy, &result, NULL) || result.files != SANDBOX_NAMESPACE);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

static void a_namespace_stands_in_for_landlock(void **state)
{
    if (!namespaces_are_allowed())
        skip();
    struct sandbox_policy policy = {.syscalls = SANDBOX_SYSCALLS_OPEN, .without_landlock = true};
    run_in_child(*state, &policy, expect_namespace);
    policy.syscalls = SANDBOX_SYSCALLS_COMPUTE;
    run_in_child(*state, &policy, expect_namespace);
}

static void expect_nothing(struct scratch *scratch, const struct sandbox_result *result)
{
    HOLDS(result->files == SANDBOX_NONE && !result->seccomp);
    HOLDS(can_open(path_join(scratch->arena, scratch->outside, "secret"), O_RDONLY));
}

static void what_was_not_achieved_is_told(void **state)
{
    struct sandbox_policy policy = {
        .syscalls = SANDBOX_SYSCALLS_OPEN, .without_landlock = true, .without_namespace = true};
    run_in_child(*state, &policy, expect_nothing);
}

static void the_compute_profile_refuses_what_it_does_not_need(void **state)
{
    struct sandbox_policy policy = {.syscalls = SANDBOX_SYSCALLS_COMPUTE};
    run_in_child(*state, &policy, attack_files);
    run_in_child(*state, &policy, attack_system_calls);
    run_in_child(*state, &policy, attack_terminal);
}

static void the_driver_profile_refuses_what_is_dangerous(void **state)
{
    struct sandbox_policy policy = {.syscalls = SANDBOX_SYSCALLS_DRIVER};
    run_in_child(*state, &policy, attack_files);
    run_in_child(*state, &policy, attack_system_calls);
    run_in_child(*state, &policy, attack_terminal);
}

static void use_processes(struct scratch *scratch, const struct sandbox_result *result)
{
    (void)scratch;
    (void)result;
    pid_t child = fork();
    HOLDS(child >= 0);
    if (!child)
        _exit(can_open("/etc/passwd", O_RDONLY) ? 1 : 7); /* a child inherits the rules */
    int status = 0;
    HOLDS(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    HOLDS(is_refused(socket(AF_INET, SOCK_STREAM, 0)));
    HOLDS(is_refused(syscall(SYS_clone, SIGCHLD | 0x10000000, 0, 0, 0, 0)));
}

static void processes_are_possible_where_allowed(void **state)
{
    struct sandbox_policy policy = {.syscalls = SANDBOX_SYSCALLS_DRIVER, .allow_processes = true};
    run_in_child(*state, &policy, use_processes);
}

static void exceed_limits(struct scratch *scratch, const struct sandbox_result *result)
{
    (void)result;
    signal(SIGXFSZ, SIG_IGN);
    int fd = open(path_join(scratch->arena, scratch->inside, "big"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    static const char much[8192];
    HOLDS(fd >= 0 && write(fd, much, sizeof much) == 4096);
    HOLDS(write(fd, much, 1) == -1 && errno == EFBIG);
    for (int i = 0; i < 32; i++)
        (void)!dup(fd);
    HOLDS(dup(fd) == -1 && errno == EMFILE);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    HOLDS(mmap(NULL, (size_t)1 << 33, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
#endif
}

static void resources_are_limited(void **state)
{
    struct sandbox_policy policy = {
        .syscalls = SANDBOX_SYSCALLS_COMPUTE,
        .limits = {.address_space_bytes = UINT64_C(1) << 32, .cpu_s = 10, .file_size_bytes = 4096, .open_files = 16},
    };
    run_in_child(*state, &policy, exceed_limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(landlock_keeps_files_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(a_namespace_stands_in_for_landlock, setup, teardown),
        cmocka_unit_test_setup_teardown(what_was_not_achieved_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(the_compute_profile_refuses_what_it_does_not_need, setup, teardown),
        cmocka_unit_test_setup_teardown(the_driver_profile_refuses_what_is_dangerous, setup, teardown),
        cmocka_unit_test_setup_teardown(processes_are_possible_where_allowed, setup, teardown),
        cmocka_unit_test_setup_teardown(resources_are_limited, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
