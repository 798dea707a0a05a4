#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/output.h"

/* The children of the grader are this program again: `warpschool worker NAME`, descriptors handed over. */
static bool run_worker(int argc, char **argv, int *out_status)
{
    if (argc != 3 || strcmp(argv[1], "worker") != 0)
        return false;
    if (strcmp(argv[2], "compiler") == 0)
        *out_status = app_compiler_worker_main();
    else if (strcmp(argv[2], "device") == 0)
        *out_status = app_device_worker_main();
    else
        return false;
    return true;
}

static int run_command(struct invocation *invocation)
{
    if (!invocation_has(invocation, "help"))
        return invocation->command->run(invocation);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    help_command(invocation->command, &text);
    output_print(&text);
    return EXIT_PASSED;
}

int main(int argc, char **argv)
{
    int status = EXIT_USAGE;
    if (run_worker(argc, argv, &status))
        return status;
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");

    CLEANUP(arena_free) struct arena *arena = arena_new();
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
