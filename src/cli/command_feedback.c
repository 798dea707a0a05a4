/* `rate`. */
#include "app/feedback.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"

bool command_rate(struct session *session, struct error *error)
{
    int stars;
    const char *name = invocation_argument(session->invocation, 0);
    const struct exercise *exercise = curriculum_find_exercise(session->app->curriculum, name);
    if (exercise) /* stands for its lesson, as in `show` */
        name = exercise->lesson->id;
    if (!session_can_record(session, error) ||
        !feedback_rate(session->app, name, invocation_argument(session->invocation, 1),
                       invocation_argument(session->invocation, 2), &stars, error))
        return false;
    output_line(_("%s: %d of 5. `warpschool progress ratings` writes your ratings, for the author."), name, stars);
    return true;
}
