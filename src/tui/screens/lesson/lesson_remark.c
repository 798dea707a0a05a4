/* A rating of the lesson, with a remark for its author. */
#include <string.h>

#include "app/feedback.h"
#include "base/i18n.h"
#include "tui/screens/lesson/lesson.h"

static void take_remark(struct shell *shell, const char *text, bool done)
{
    struct screen *top = shell_top(shell);
    const struct lesson_state *lesson = top->state;
    struct error error = {0};
    int stars;
    char number[2] = {text[0], '\0'};
    const char *remark = *text ? text + 1 + strspn(text + 1, " ") : "";
    if (!done || top->id != SCREEN_LESSON || !*text)
        return;
    bool is_one = text[1] == '\0' || text[1] == ' ';
    if (feedback_rate(shell->app, lesson->lesson->id, is_one ? number : text, *remark ? remark : NULL, &stars, &error))
        shell_say(shell, STYLE_NORMAL, _("Thank you: %d of 5. `warpschool progress ratings` writes it for the author"),
                  stars);
    else {
        shell_say_error(shell, &error);
        prompt_again(shell);
    }
}

void lesson_remark_ask(struct shell *shell, const struct lesson *lesson)
{
    const char *question = arena_printf(shell->frame, _("1 (poor) to 5 (good), remark optional (%s): "), lesson->title);
    prompt_text(shell, question, false, take_remark);
}
