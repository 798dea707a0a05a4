/*
 * The parts of the sandbox. sandbox.c joins them; Landlock, mount namespaces and seccomp have one
 * file each.
 */
#ifndef BASE_SANDBOX_SANDBOX_H
#define BASE_SANDBOX_SANDBOX_H

#include "base/sandbox.h"

enum sandbox_access { SANDBOX_READ, SANDBOX_EXECUTE, SANDBOX_WRITE };

/* The three path lists of a policy as one table. */
struct sandbox_list {
    const char *const *paths; /* can be NULL */
    enum sandbox_access access;
};

enum { SANDBOX_LIST_COUNT = 3 };

void sandbox_lists(const struct sandbox_policy *policy, struct sandbox_list out_lists[SANDBOX_LIST_COUNT]);

/*
 * The newest ABI that both the kernel and this program know. 0 if Landlock is missing or switched
 * off.
 */
int sandbox_landlock_abi(void);

/* no_new_privs must be set. */
bool sandbox_apply_landlock(const struct sandbox_policy *policy, int abi, struct error *error);

/* Tries it in a child, so the caller does not end up in a useless namespace. */
bool sandbox_namespace_works(const struct sandbox_policy *policy);

bool sandbox_apply_namespace(const struct sandbox_policy *policy, struct error *error);

/* *out_on is false if the kernel has no seccomp filters or the policy wants none. */
bool sandbox_apply_seccomp(const struct sandbox_policy *policy, bool *out_on, struct error *error);

#endif
