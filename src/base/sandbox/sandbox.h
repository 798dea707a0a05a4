/*
 * The parts of the sandbox: sandbox.c puts them together, one file each for Landlock, mount namespaces and seccomp.
 */
#ifndef BASE_SANDBOX_SANDBOX_H
#define BASE_SANDBOX_SANDBOX_H

#include "base/sandbox.h"

enum sandbox_access { SANDBOX_READ, SANDBOX_EXECUTE, SANDBOX_WRITE };

/* The three path lists of a policy as one table. */
struct sandbox_list {
    const char *const *paths; /* may be NULL */
    enum sandbox_access access;
};

enum { SANDBOX_LIST_COUNT = 3 };

void sandbox_lists(const struct sandbox_policy *policy, struct sandbox_list out_lists[SANDBOX_LIST_COUNT]);

/* The newest ABI that both the kernel and this program know; 0 where Landlock is missing or switched off. */
int sandbox_landlock_abi(void);

/* no_new_privs must be set. */
bool sandbox_apply_landlock(const struct sandbox_policy *policy, int abi, struct error *error);

/* Tries in a child, so that the caller is not left in a namespace that is of no use. */
bool sandbox_namespace_works(const struct sandbox_policy *policy);

bool sandbox_apply_namespace(const struct sandbox_policy *policy, struct error *error);

/* *out_on is false where the kernel has no seccomp filters or the policy wants none. */
bool sandbox_apply_seccomp(const struct sandbox_policy *policy, bool *out_on, struct error *error);

#endif
