/* `rate`. */
#include "app/feedback.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/output.h"

static bool rate(struct invocation *invocation, struct app *app, struct error *error)
{
    int stars;
    const char *name = invocation_argument(invocation, 0);
    const struct exercise *exercise = curriculum_find_exercise(app->curriculum, name);
    if (exercise) /* stands for its lesson, as in `show` */
        name = exercise->lesson->id;
    if (!feedback_rate(app, name, invocation_argument(invocation, 1), invocation_argument(invocation, 2), &stars,
                       error))
        return false;
    output_line(_("%s: %d of 5. `warpschool progress ratings` writes your ratings, for the author."), name, stars);
    return true;
}

int command_rate(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    struct error error = {0};
    if (!app)
        return status;
    if (rate(invocation, app, &error))
        return EXIT_PASSED;
    return output_failure(&error);
}
