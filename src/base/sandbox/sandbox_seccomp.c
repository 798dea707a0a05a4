/* System call rules by seccomp. */
#include "base/sandbox/sandbox.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/*
 * System calls go by name, so libseccomp skips those that an architecture lacks. Newer calls that
 * the lists do not know give ENOSYS under the allow-list. Libraries have fallbacks for ENOSYS.
 */
enum group {
    GROUP_ALWAYS,
    GROUP_NETWORK, /* if the policy allows it */
    GROUP_PROCESS, /* if the policy allows new processes */
    GROUP_EXEC,    /* if the policy allows to become another program */
};

struct call {
    const char *name;
    enum group group;
};

static const struct call compute_calls[] = {
#define CALL(name) {#name, GROUP_ALWAYS},
#define NETWORK_CALL(name) {#name, GROUP_NETWORK},
#define PROCESS_CALL(name) {#name, GROUP_PROCESS},
#define EXEC_CALL(name) {#name, GROUP_EXEC},
#include "base/sandbox/sandbox_compute_calls.def"
};

/* Both profiles refuse these with "not permitted", so the cause is clear. */
static const struct call denied_calls[] = {
#include "base/sandbox/sandbox_denied_calls.def"
#undef CALL
#undef NETWORK_CALL
#undef PROCESS_CALL
#undef EXEC_CALL
};

/* Terminal and descriptor queries of libc. Other ioctls are for devices. */
static const unsigned long compute_ioctls[] = {
    0x5401, /* TCGETS */
    0x5413, /* TIOCGWINSZ */
    0x541B, /* FIONREAD */
    0x5421, /* FIONBIO */
    0x5450, /* FIONCLEX */
    0x5451, /* FIOCLEX */
};

/* These could type words into the terminal of the program. */
static const unsigned long denied_ioctls[] = {
    0x5412, /* TIOCSTI */
    0x541C, /* TIOCLINUX */
};

static const int compute_prctls[] = {PR_SET_NAME,    PR_GET_NAME,         PR_GET_DUMPABLE, PR_CAPBSET_READ,
                                     PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS, 0x53564d41 /* PR_SET_VMA */};

/* Their first argument names a process. Only the caller itself is allowed. */
static const char *const signal_calls[] = {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};

static const int namespace_flags[] = {CLONE_NEWNS,  CLONE_NEWUTS, CLONE_NEWIPC,   CLONE_NEWUSER,
                                      CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct filter {
    scmp_filter_ctx context;
    const struct sandbox_policy *policy;
    bool allow_list;
    int failure; /* the first negative result */
};

static void add_rule(struct filter *filter, uint32_t action, const char *name, const struct scmp_arg_cmp *condition)
{
    int number = seccomp_syscall_resolve_name(name);
    if (number < 0 || filter->failure)
        return; /* not on this architecture, or newer than the library */
    int result = seccomp_rule_add_array(filter->context, action, number, condition ? 1 : 0, condition);
    if (result < 0 && result != -EACCES) /* -EACCES: the action is the default action */
        filter->failure = result;
}

static bool is_granted(const struct filter *filter, enum group group)
{
    return (group == GROUP_NETWORK && filter->policy->allow_network) ||
           (group == GROUP_PROCESS && filter->policy->allow_processes) ||
           (group == GROUP_EXEC && (filter->policy->allow_processes || filter->policy->allow_exec));
}

static void add_lists(struct filter *filter)
{
    for (size_t i = 0; filter->allow_list && i < COUNT(compute_calls); i++)
        if (compute_calls[i].group == GROUP_ALWAYS || is_granted(filter, compute_calls[i].group))
            add_rule(filter, SCMP_ACT_ALLOW, compute_calls[i].name, NULL);
    for (size_t i = 0; i < COUNT(denied_calls); i++)
        if (!is_granted(filter, denied_calls[i].group))
            add_rule(filter, SCMP_ACT_ERRNO(EPERM), denied_calls[i].name, NULL);
}

/* clone3 keeps its flags in memory, which a filter cannot read. Without clone3, libc uses clone. */
static void add_clone(struct filter *filter)
{
    add_rule(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3", NULL);
    struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
    struct scmp_arg_cmp process = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
    if (filter->allow_list)
        add_rule(filter, SCMP_ACT_ALLOW, "clone", filter->policy->allow_processes ? NULL : &thread);
    else if (!filter->policy->allow_processes)
        add_rule(filter, SCMP_ACT_ERRNO(EPERM), "clone", &process);
    for (size_t i = 0; filter->policy->allow_processes && !filter->allow_list && i < COUNT(namespace_flags); i++) {
        scmp_datum_t flag = (scmp_datum_t)namespace_flags[i];
        struct scmp_arg_cmp space = SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag);
        add_rule(filter, SCMP_ACT_ERRNO(EPERM), "clone", &space);
    }
}

/*
 * With a policy that allows processes, they must be able to signal each other. Their numbers are
 * not known yet.
 */
static void add_signals(struct filter *filter)
{
    scmp_datum_t self = (scmp_datum_t)getpid();
    struct scmp_arg_cmp own = SCMP_A0(SCMP_CMP_EQ, self);
    struct scmp_arg_cmp foreign = SCMP_A0(SCMP_CMP_NE, self);
    bool any = filter->policy->allow_processes;
    for (size_t i = 0; i < COUNT(signal_calls); i++) {
        if (filter->allow_list)
            add_rule(filter, SCMP_ACT_ALLOW, signal_calls[i], any ? NULL : &own);
        else if (!any)
            add_rule(filter, SCMP_ACT_ERRNO(EPERM), signal_calls[i], &foreign);
    }
}

static void add_arguments(struct filter *filter)
{
    struct scmp_arg_cmp own_limits = SCMP_A0(SCMP_CMP_EQ, 0);
    struct scmp_arg_cmp other_limits = SCMP_A0(SCMP_CMP_NE, 0);
    if (filter->allow_list)
        add_rule(filter, SCMP_ACT_ALLOW, "prlimit64", &own_limits);
    else
        add_rule(filter, SCMP_ACT_ERRNO(EPERM), "prlimit64", &other_limits);
    for (size_t i = 0; filter->allow_list && i < COUNT(compute_ioctls); i++) {
        /* the kernel reads 32 bits */
        struct scmp_arg_cmp request = SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, compute_ioctls[i]);
        add_rule(filter, SCMP_ACT_ALLOW, "ioctl", &request);
    }
    for (size_t i = 0; !filter->allow_list && i < COUNT(denied_ioctls); i++) {
        struct scmp_arg_cmp request = SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, denied_ioctls[i]);
        add_rule(filter, SCMP_ACT_ERRNO(EPERM), "ioctl", &request);
    }
    for (size_t i = 0; filter->allow_list && i < COUNT(compute_prctls); i++) {
        struct scmp_arg_cmp option = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)compute_prctls[i]);
        add_rule(filter, SCMP_ACT_ALLOW, "prctl", &option);
    }
}

static bool kernel_has_filters(void)
{
    return !prctl(PR_GET_SECCOMP) || errno != EINVAL;
}

static bool fill_and_load(struct filter *filter, struct error *error)
{
    add_lists(filter);
    add_clone(filter);
    add_signals(filter);
    add_arguments(filter);
    if (!filter->failure)
        filter->failure = seccomp_attr_set(filter->context, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!filter->failure)
        filter->failure = seccomp_load(filter->context);
    if (!filter->failure)
        return true;
    errno = -filter->failure;
    return error_set_errno(error, "cannot limit system calls");
}

bool sandbox_apply_seccomp(const struct sandbox_policy *policy, bool *out_on, struct error *error)
{
    *out_on = false;
    if (policy->syscalls == SANDBOX_SYSCALLS_OPEN || !kernel_has_filters())
        return true;
    bool allow_list = policy->syscalls == SANDBOX_SYSCALLS_COMPUTE;
    struct filter filter = {
        .context = seccomp_init(allow_list ? SCMP_ACT_ERRNO(ENOSYS) : SCMP_ACT_ALLOW),
        .policy = policy,
        .allow_list = allow_list,
    };
    if (!filter.context)
        return error_set(error, ERROR_MEMORY, "cannot make a filter for system calls");
    *out_on = fill_and_load(&filter, error);
    seccomp_release(filter.context);
    return *out_on;
}
