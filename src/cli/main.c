/* The program: children, language, commands. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "app/kernel_run.h"
#include "base/executable.h"
#include "base/file.h"
#include "base/i18n.h"
#include "cli/help.h"
#include "cli/invocation.h"
#include "cli/output.h"
#include "cli/session.h"

/*
 * The children of the grader are this program again: `warpschool worker NAME`, with inherited
 * descriptors.
 */
static bool run_worker(int argc, char **argv, int *out_status)
{
    if (argc != 3 || strcmp(argv[1], "worker") != 0)
        return false;
    if (strcmp(argv[2], "compiler") == 0)
        *out_status = app_compiler_worker_main();
    else if (strcmp(argv[2], "device") == 0)
        *out_status = app_device_worker_main();
    else if (strcmp(argv[2], "confined") == 0)
        *out_status = program_action_worker_main();
    else if (strcmp(argv[2], "cleaner") == 0)
        *out_status = program_action_cleaner_main();
    else
        return false;
    return true;
}

/*
 * Beside the program in its build folder, or below share/warpschool in an installation. NULL: none.
 */
static const char *find_catalogues(struct arena *arena)
{
    const char *program;
    if (!executable_path(arena, &program, NULL))
        return NULL;
    const char *folder = path_folder(arena, program);
    const char *beside = path_join(arena, folder, "locale");
    const char *installed = path_join(arena, path_folder(arena, folder), "share/warpschool/locale");
    return file_is_folder(beside) ? beside : file_is_folder(installed) ? installed : NULL;
}

static int run_command(struct invocation *invocation)
{
    const struct command *command = invocation->command;
    if (!invocation_has(invocation, "help"))
        return command->act ? session_run(invocation, command->act) : command->run(invocation);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    help_command(command, &text);
    output_print(&text);
    return EXIT_PASSED;
}

/*
 * LANGUAGE wins over the stored setting, but i18n_open() can change it. It does not count in the C
 * locale.
 */
static void keep_asked_language(void)
{
    const char *asked = getenv("LANGUAGE");
    char language[I18N_LANGUAGE_BYTES];
    i18n_asked_language(language);
    if (asked && *asked)
        setenv("WARPSCHOOL_LANGUAGE", language, 0);
}

/* The language of --language, before the command line is read: its mistakes are told in it, too. */
static void choose_language(int argc, char **argv)
{
    static const char name[] = "--language";
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *after = strncmp(argv[i], name, sizeof name - 1) == 0 ? argv[i] + sizeof name - 1 : NULL;
        if (after && *after == '=')
            i18n_choose(after + 1);
        else if (after && !*after && i + 1 < argc)
            i18n_choose(argv[i + 1]);
    }
}

int main(int argc, char **argv)
{
    int status = EXIT_USAGE;
    app_prepare();
    if (run_worker(argc, argv, &status))
        return status;
    signal(SIGXFSZ, SIG_IGN); /* a write beyond `ulimit -f` is an error like that of a full disk */
    CLEANUP(arena_free) struct arena *arena = arena_new();
    keep_asked_language();
    i18n_open(find_catalogues(arena));
    choose_language(argc, argv);
    struct invocation invocation;
    struct error error = {0};
    if (!invocation_parse(argc - 1, argv + 1, arena, &invocation, &error)) {
        output_error(&error);
        return EXIT_USAGE;
    }
    status = run_command(&invocation);
    if (fflush(stdout) != 0 && status == EXIT_PASSED)
        status = EXIT_ENVIRONMENT;
    return status;
}
