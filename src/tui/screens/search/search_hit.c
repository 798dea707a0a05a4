/* Words about hits and terms. */
#include "tui/screens/search/search_hit.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/draw/markdown.h"

const char *search_hit_title(const struct search_hit *hit, struct arena *arena)
{
    switch (hit->kind) {
    case SEARCH_TERM:
        return hit->term->name;
    case SEARCH_LESSON:
        return hit->lesson->title;
    case SEARCH_STEP:
        return arena_printf(arena, _("%s, step %d"), hit->lesson->title, hit->step + 1);
    default:
        return hit->exercise->id;
    }
}

const char *search_hit_kind(const struct search_hit *hit)
{
    static const char *const kinds[] = {
        [SEARCH_TERM] = N_("term"),         [SEARCH_LESSON] = N_("lesson"), [SEARCH_STEP] = N_("text"),
        [SEARCH_EXERCISE] = N_("exercise"), [SEARCH_HINT] = N_("hint"),
    };
    return _(kinds[hit->kind]);
}

void search_hit_add_term(struct shell *shell, const struct glossary_term *term, struct page *page)
{
    const struct lesson *lesson = term->see ? curriculum_find_lesson(shell->app->curriculum, term->see) : NULL;
    page_text(page, STYLE_TITLE, term->name);
    if (strcmp(term->name, term->term) != 0)
        page_printf(page, STYLE_DIM, "  (%s)", term->term);
    page_end(page);
    page_blank(page);
    markdown_render(term->say, page);
    if (!lesson)
        return;
    page_blank(page);
    page_printf(page, STYLE_DIM, _("See lesson: %s (press Enter)"), lesson->title);
    page_end(page);
}
