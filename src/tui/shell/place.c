/*
 * The learner's place, in the store's settings: "lesson w01-hello-grid 3 12", "exercise
 * vector_add", "home". A place that no longer exists is read as the home screen.
 */
#include <stdio.h>
#include <string.h>

#include "tui/shell/shell.h"

#define PLACE_KEY "shell.place"

void place_save(struct shell *shell)
{
    struct place place = {.screen = SCREEN_HOME};
    /* the shell does not return to help and history */
    for (int i = shell->screen_count - 1; i >= 0; i--) {
        const struct screen *screen = &shell->screens[i];
        if (screen->id != SCREEN_LESSON && screen->id != SCREEN_EXERCISE && screen->id != SCREEN_HOME &&
            screen->id != SCREEN_WELCOME && screen->id != SCREEN_ASSESSMENT)
            continue;
        place.screen = screen->id;
        screen->class->place(screen->state, &place);
        break;
    }
    char text[256];
    const char *subject = place.lesson ? place.lesson->id : place.exercise ? place.exercise->id : "-";
    snprintf(text, sizeof text, "%s %.180s %d %d", screen_name(place.screen), subject, place.step, place.scroll);
    struct error error = {0};
    if (!store_set_setting(shell->app->store, PLACE_KEY, text, &error))
        return; /* the start reported why nothing can be kept */
    if (place.lesson && place.screen == SCREEN_LESSON)
        store_set_position(shell->app->store, place.lesson->id, place.step, &error);
}

bool place_restore(struct shell *shell, struct place *out_place)
{
    const char *text = store_get_setting(shell->app->store, PLACE_KEY, shell->frame);
    char name[32], subject[192];
    struct place place = {0};
    if (!text) {
        *out_place = (struct place){.screen = SCREEN_WELCOME};
        return true;
    }
    if (sscanf(text, "%31s %191s %d %d", name, subject, &place.step, &place.scroll) != 4)
        return false;
    if (strcmp(name, "welcome") == 0)
        place.screen = SCREEN_WELCOME;
    else if (strcmp(name, "lesson") == 0)
        place.screen = SCREEN_LESSON;
    else if (strcmp(name, "assessment") == 0)
        place.screen = SCREEN_ASSESSMENT;
    else if (strcmp(name, "exercise") == 0)
        place.screen = SCREEN_EXERCISE;
    else
        return false;
    place.lesson = curriculum_find_lesson(shell->app->curriculum, subject);
    place.exercise = curriculum_find_exercise(shell->app->curriculum, subject);
    bool is_pool = place.lesson && place.lesson->kind == LESSON_ASSESSMENT;
    if ((place.screen == SCREEN_LESSON && !place.lesson) || (place.screen == SCREEN_ASSESSMENT && !is_pool) ||
        (place.screen == SCREEN_EXERCISE && !place.exercise))
        return false;
    *out_place = place;
    return true;
}
