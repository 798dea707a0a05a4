/* Words about hits and terms. */
#include "tui/screens/search/search_hit.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/draw/markdown.h"

const char *search_hit_title(const struct search_hit *hit, struct arena *arena)
{
    if (hit->kind == SEARCH_NOTE && hit->exercise && hit->line > 0)
        return arena_printf(arena, "%s:%d", hit->exercise->id, hit->line);
    return hit->term ? hit->term->name : hit->lesson ? hit->lesson->title : hit->exercise->id;
}

const char *search_hit_words(const struct search_hit *hit)
{
    return hit->kind == SEARCH_NOTE && !*hit->excerpt ? _("bookmark") : hit->excerpt;
}

const char *search_hit_kind(const struct search_hit *hit, struct arena *arena)
{
    static const char *const kinds[] = {
        [SEARCH_NOTE] = N_("note"), [SEARCH_TERM] = N_("term"),         [SEARCH_LESSON] = N_("lesson"),
        [SEARCH_STEP] = "",         [SEARCH_EXERCISE] = N_("exercise"), [SEARCH_HINT] = N_("hint"),
    };
    return hit->kind == SEARCH_STEP ? arena_printf(arena, _("step %d"), hit->step + 1) : _(kinds[hit->kind]);
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
