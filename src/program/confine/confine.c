/* Starts a program confined, and is the child that confines itself. */
#include "program/confine/confine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/json.h"
#include "program/program.h"

extern char **environ;

enum { POLICY_FD = 9, PATHS_MAX = 4096 };

/* --- the parent ------------------------------------------------------------------------------- */

static json_t *text_array(const char *const *list)
{
    json_t *array = json_array();
    for (size_t i = 0; list && list[i]; i++)
        json_array_append_new(array, json_from_text(list[i]));
    return array;
}

static int write_policy(const struct confinement *confinement, const struct subprocess_options *options)
{
    CLEANUP(json_decref)
    json_t *policy = json_pack(
        "{s:o, s:o, s:o, s:o, s:b, s:b, s:b, s:o, s:o, s:o, s:o}", "argv", text_array(options->argv), "read",
        text_array(confinement->read_paths), "execute", text_array(confinement->execute_paths), "write",
        text_array(confinement->write_paths), "trusted", confinement->is_trusted, "starts", confinement->starts_others,
        "network", confinement->opens_connections, "memory", json_from_u64(confinement->limits.address_space_bytes),
        "cpu", json_from_u64(confinement->limits.cpu_s), "file", json_from_u64(confinement->limits.file_size_bytes),
        "files", json_from_u64(confinement->limits.open_files));
    int fd = memfd_create("policy", MFD_CLOEXEC);
    if (fd >= 0 && (json_dumpfd(policy, fd, JSON_COMPACT) != 0 || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

bool confine_prepare(const struct confinement *confinement, const char *warpschool,
                     const struct subprocess_options *options, struct confined *out_confined, struct error *error)
{
    int fd = write_policy(confinement, options);
    if (fd < 0)
        return error_set_errno(error, "cannot create a policy for '%s'", options->argv[0]);
    *out_confined =
        (struct confined){.policy_fd = fd, .argv = {warpschool, "worker", "confined", NULL}, .options = *options};
    size_t count = 0;
    for (; count < options->fd_count && count < 2; count++)
        out_confined->fds[count] = options->fds[count];
    out_confined->fds[count++] = (struct subprocess_fd){.parent_fd = fd, .child_fd = POLICY_FD};
    out_confined->options.argv = out_confined->argv;
    out_confined->options.fds = out_confined->fds;
    out_confined->options.fd_count = count;
    return true;
}

void confine_done(struct confined *confined)
{
    if (confined->options.argv)
        close(confined->policy_fd);
}

bool confine_check(struct sandbox_result *out_result, struct error *error)
{
    if (!sandbox_probe(out_result, error))
        return false;
    if (out_result->files == SANDBOX_LANDLOCK)
        return true;
    error_set(error, ERROR_UNSUPPORTED, "this kernel has no Landlock: a program could read and change all your files");
    return error_add_hint(error,
                          "--trust runs it anyway, with your own rights; use it only for programs that you trust");
}

/* --- the child -------------------------------------------------------------------------------- */

static const char *const *read_list(const json_t *policy, const char *key)
{
    const json_t *array = json_object_get(policy, key);
    size_t count = json_array_size(array);
    const char **list = calloc(count + 1, sizeof *list);
    if (!list || count > PATHS_MAX)
        abort();
    for (size_t i = 0; i < count; i++)
        list[i] = json_string_value(json_array_get(array, i));
    return list;
}

static uint64_t read_number(const json_t *policy, const char *key)
{
    uint64_t number = 0;
    json_get_u64(policy, key, &number, NULL);
    return number;
}

static bool confine_self(const json_t *policy, struct error *error)
{
    struct sandbox_result result;
    bool is_trusted = json_is_true(json_object_get(policy, "trusted"));
    struct sandbox_policy own = {
        .read_paths = read_list(policy, "read"),
        .execute_paths = read_list(policy, "execute"),
        .write_paths = read_list(policy, "write"),
        .syscalls = SANDBOX_SYSCALLS_COMPUTE,
        .allow_processes = json_is_true(json_object_get(policy, "starts")),
        .allow_network = json_is_true(json_object_get(policy, "network")),
        .allow_exec = true, /* to become the program */
        .limits = {.address_space_bytes = read_number(policy, "memory"),
                   .cpu_s = read_number(policy, "cpu"),
                   .file_size_bytes = read_number(policy, "file"),
                   .open_files = read_number(policy, "files")},
    };
    if (is_trusted)
        return true;
    if (!sandbox_apply(&own, &result, error))
        return false;
    return result.files == SANDBOX_LANDLOCK ||
           error_set(error, ERROR_UNSUPPORTED, "the sandbox does not hide files here");
}

int program_confined_worker_main(void)
{
    struct error error = {0};
    json_error_t broken;
    json_t *policy = json_loadfd(POLICY_FD, 0, &broken);
    close(POLICY_FD);
    if (!policy || !confine_self(policy, &error)) {
        dprintf(2, "warpschool: %s\n", policy ? error.message : broken.text);
        return 126;
    }
    char *const *argv = (char *const *)read_list(policy, "argv");
    execve(argv[0], argv, environ);
    dprintf(2, "warpschool: cannot start %s: %s\n", argv[0], strerror(errno));
    return 127;
}
